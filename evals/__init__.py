"""HOW GOOD: one file a suite, pure scorers, and the report."""
