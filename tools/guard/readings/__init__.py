"""Readings: what a text could mean, said with its place. They over-generate on purpose: a value is tested, not chosen."""
