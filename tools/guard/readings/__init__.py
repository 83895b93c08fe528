"""Readings: what a text could mean, with its place. They over-generate on purpose: values are tested, not chosen."""
