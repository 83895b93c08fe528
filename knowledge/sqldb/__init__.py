"""The SQL database: a connection that only reads, what may be asked of it, and how a catalog's tables get into it."""
