"""Searching the web: the providers behind a web base, each one file, and what they have in common."""
