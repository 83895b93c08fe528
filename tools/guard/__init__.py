"""The guard: no tool runs on a value that nobody gave. Each value is tested against readings of what the user said.

`check.py` is the door; `verdict.py` holds what it answers, `provenance.py` decides which turns speak for the user,
`readings/` turn their words into numbers, dates, times and the like, and the other files test one sort of value each.
The guard proves that a value was given. Whether it fills the right role is a second, weaker question: `roles.py`.
"""
