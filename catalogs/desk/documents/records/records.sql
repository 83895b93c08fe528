-- Invented support records of the service desk of Larkspur, a maker that does not exist.
CREATE TABLE customer (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  city TEXT NOT NULL
);
CREATE TABLE ticket (
  number TEXT PRIMARY KEY,  -- such as TK-1001
  customer_id TEXT NOT NULL REFERENCES customer(id),
  subject TEXT NOT NULL,
  priority TEXT NOT NULL,  -- low, normal, high or urgent
  status TEXT NOT NULL,  -- open, waiting (for the customer) or closed
  opened TEXT NOT NULL,  -- the day, as YYYY-MM-DD
  closed TEXT  -- the day, empty while it is not closed
);
CREATE TABLE invoice (
  number TEXT PRIMARY KEY,  -- such as IN-2001
  customer_id TEXT NOT NULL REFERENCES customer(id),
  amount NUMERIC NOT NULL,  -- US dollars
  status TEXT NOT NULL,  -- paid, unpaid or overdue
  issued TEXT NOT NULL,  -- the day, as YYYY-MM-DD
  due TEXT NOT NULL
);
INSERT INTO customer VALUES
  ('C-01', 'Brightwater', 'Leeds'),
  ('C-02', 'Halden & Sons', 'Bergen'),
  ('C-03', 'Café Lindqvist', 'Malmö'),
  ('C-04', 'The Paper Mill', 'York'),
  ('C-05', 'Müller Optik', 'Kassel'),
  ('C-06', 'Northgate Dental', 'Bath'),
  ('C-07', 'Okafor Logistics', 'Lagos'),
  ('C-08', 'Les Jardins', 'Lyon'),
  ('C-09', 'Tanaka Foods', 'Kobe'),
  ('C-10', 'Silva Print', 'Porto'),
  ('C-11', 'Quarry Lane School', 'Dublin'),
  ('C-12', 'Dunmore Cycles', 'Cork');
INSERT INTO ticket VALUES
  ('TK-1001', 'C-01', 'Sign-in page stays blank', 'low', 'closed', '2026-01-05', '2026-01-06'),
  ('TK-1002', 'C-06', 'Webhook is sent twice', 'normal', 'closed', '2026-01-08', '2026-01-10'),
  ('TK-1003', 'C-11', 'Seats were counted twice', 'normal', 'closed', '2026-01-11', '2026-01-14'),
  ('TK-1004', 'C-04', 'User cannot be invited', 'high', 'closed', '2026-01-11', '2026-01-15'),
  ('TK-1005', 'C-09', 'Server does not start', 'urgent', 'closed', '2026-01-14', '2026-01-19'),
  ('TK-1006', 'C-02', 'API answers with 429', 'low', 'closed', '2026-01-17', '2026-01-23'),
  ('TK-1007', 'C-07', 'Invoice shows the wrong address', 'normal', 'closed', '2026-01-17', '2026-01-18'),
  ('TK-1008', 'C-12', 'Card was declined', 'normal', 'closed', '2026-01-20', '2026-01-22'),
  ('TK-1009', 'C-05', 'Backup of last night is missing', 'high', 'closed', '2026-01-23', '2026-01-26'),
  ('TK-1010', 'C-10', 'Automation ran without a trigger', 'urgent', 'waiting', '2026-01-23', NULL),
  ('TK-1011', 'C-03', 'Logo is cropped in reports', 'low', 'open', '2026-01-26', NULL),
  ('TK-1012', 'C-08', 'Export stops at 2,000 rows', 'normal', 'closed', '2026-01-29', '2026-02-04'),
  ('TK-1013', 'C-02', 'Board loads slowly', 'normal', 'closed', '2026-01-29', '2026-01-30'),
  ('TK-1014', 'C-07', 'Calendar shows another time zone', 'high', 'waiting', '2026-02-01', NULL),
  ('TK-1015', 'C-12', 'Search finds no archived cards', 'urgent', 'open', '2026-02-04', NULL),
  ('TK-1016', 'C-05', 'Receipt was not mailed', 'low', 'closed', '2026-02-04', '2026-02-08'),
  ('TK-1017', 'C-10', 'Sign-in page stays blank', 'normal', 'closed', '2026-02-07', '2026-02-12'),
  ('TK-1018', 'C-03', 'Webhook is sent twice', 'normal', 'waiting', '2026-02-10', NULL),
  ('TK-1019', 'C-08', 'Seats were counted twice', 'high', 'open', '2026-02-10', NULL),
  ('TK-1020', 'C-01', 'User cannot be invited', 'urgent', 'closed', '2026-02-13', '2026-02-15'),
  ('TK-1021', 'C-06', 'Server does not start', 'low', 'closed', '2026-02-16', '2026-02-19'),
  ('TK-1022', 'C-11', 'API answers with 429', 'normal', 'waiting', '2026-02-16', NULL),
  ('TK-1023', 'C-04', 'Invoice shows the wrong address', 'normal', 'open', '2026-02-19', NULL),
  ('TK-1024', 'C-09', 'Card was declined', 'high', 'closed', '2026-02-22', '2026-02-28'),
  ('TK-1025', 'C-03', 'Backup of last night is missing', 'urgent', 'closed', '2026-02-22', '2026-02-23'),
  ('TK-1026', 'C-08', 'Automation ran without a trigger', 'low', 'waiting', '2026-02-25', NULL),
  ('TK-1027', 'C-01', 'Logo is cropped in reports', 'normal', 'open', '2026-02-28', NULL),
  ('TK-1028', 'C-06', 'Export stops at 2,000 rows', 'normal', 'closed', '2026-02-28', '2026-03-04'),
  ('TK-1029', 'C-11', 'Board loads slowly', 'high', 'closed', '2026-03-03', '2026-03-08'),
  ('TK-1030', 'C-04', 'Calendar shows another time zone', 'urgent', 'waiting', '2026-03-06', NULL),
  ('TK-1031', 'C-09', 'Search finds no archived cards', 'low', 'open', '2026-03-06', NULL),
  ('TK-1032', 'C-02', 'Receipt was not mailed', 'normal', 'closed', '2026-03-09', '2026-03-11'),
  ('TK-1033', 'C-07', 'Sign-in page stays blank', 'normal', 'closed', '2026-03-12', '2026-03-15'),
  ('TK-1034', 'C-12', 'Webhook is sent twice', 'high', 'waiting', '2026-03-12', NULL),
  ('TK-1035', 'C-05', 'Seats were counted twice', 'urgent', 'open', '2026-03-15', NULL),
  ('TK-1036', 'C-10', 'User cannot be invited', 'low', 'closed', '2026-03-18', '2026-03-24'),
  ('TK-1037', 'C-04', 'Server does not start', 'normal', 'closed', '2026-03-18', '2026-03-19'),
  ('TK-1038', 'C-09', 'API answers with 429', 'normal', 'waiting', '2026-03-21', NULL),
  ('TK-1039', 'C-02', 'Invoice shows the wrong address', 'high', 'open', '2026-03-24', NULL),
  ('TK-1040', 'C-07', 'Card was declined', 'urgent', 'closed', '2026-03-24', '2026-03-28'),
  ('TK-1041', 'C-12', 'Backup of last night is missing', 'low', 'closed', '2026-03-27', '2026-04-01'),
  ('TK-1042', 'C-05', 'Automation ran without a trigger', 'normal', 'waiting', '2026-03-30', NULL),
  ('TK-1043', 'C-10', 'Logo is cropped in reports', 'normal', 'open', '2026-03-30', NULL),
  ('TK-1044', 'C-03', 'Export stops at 2,000 rows', 'high', 'closed', '2026-04-02', '2026-04-04');
INSERT INTO invoice VALUES
  ('IN-2001', 'C-01', 436.45, 'paid', '2026-01-01', '2026-01-31'),
  ('IN-2002', 'C-08', 209.72, 'overdue', '2026-02-02', '2026-03-04'),
  ('IN-2003', 'C-03', 529.50, 'unpaid', '2026-03-06', '2026-04-05'),
  ('IN-2004', 'C-10', 865.19, 'paid', '2026-04-07', '2026-05-07'),
  ('IN-2005', 'C-05', 75.28, 'paid', '2026-01-05', '2026-02-04'),
  ('IN-2006', 'C-12', 106.94, 'overdue', '2026-02-06', '2026-03-08'),
  ('IN-2007', 'C-07', 714.39, 'unpaid', '2026-03-10', '2026-04-09'),
  ('IN-2008', 'C-02', 135.37, 'paid', '2026-04-11', '2026-05-11'),
  ('IN-2009', 'C-09', 491.31, 'paid', '2026-01-09', '2026-02-08'),
  ('IN-2010', 'C-04', 775.87, 'overdue', '2026-02-10', '2026-03-12'),
  ('IN-2011', 'C-11', 88.02, 'unpaid', '2026-03-14', '2026-04-13'),
  ('IN-2012', 'C-06', 677.10, 'paid', '2026-04-15', '2026-05-15'),
  ('IN-2013', 'C-01', 293.40, 'paid', '2026-01-13', '2026-02-12'),
  ('IN-2014', 'C-08', 61.14, 'overdue', '2026-02-14', '2026-03-16'),
  ('IN-2015', 'C-03', 124.65, 'unpaid', '2026-03-18', '2026-04-17'),
  ('IN-2016', 'C-10', 580.38, 'paid', '2026-04-19', '2026-05-19'),
  ('IN-2017', 'C-05', 560.10, 'paid', '2026-01-17', '2026-02-16'),
  ('IN-2018', 'C-12', 103.56, 'overdue', '2026-02-18', '2026-03-20'),
  ('IN-2019', 'C-07', 327.44, 'unpaid', '2026-03-22', '2026-04-21'),
  ('IN-2020', 'C-02', 130.89, 'paid', '2026-04-23', '2026-05-23'),
  ('IN-2021', 'C-09', 734.26, 'paid', '2026-01-21', '2026-02-20'),
  ('IN-2022', 'C-04', 568.42, 'overdue', '2026-02-22', '2026-03-24'),
  ('IN-2023', 'C-11', 89.47, 'unpaid', '2026-03-26', '2026-04-25'),
  ('IN-2024', 'C-06', 753.15, 'paid', '2026-04-27', '2026-05-27'),
  ('IN-2025', 'C-01', 174.26, 'paid', '2026-01-25', '2026-02-24'),
  ('IN-2026', 'C-08', 304.60, 'overdue', '2026-02-26', '2026-03-28'),
  ('IN-2027', 'C-03', 838.57, 'unpaid', '2026-03-30', '2026-04-29'),
  ('IN-2028', 'C-10', 834.38, 'paid', '2026-05-01', '2026-05-31'),
  ('IN-2029', 'C-05', 776.14, 'paid', '2026-01-29', '2026-02-28'),
  ('IN-2030', 'C-12', 93.08, 'overdue', '2026-03-02', '2026-04-01');
