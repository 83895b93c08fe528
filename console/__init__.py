"""TERMINAL: what the commands do; cli.py only parses and prints."""
