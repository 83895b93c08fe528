"""WHICH: how a message becomes atomic questions, and how each question finds the bases it needs."""
