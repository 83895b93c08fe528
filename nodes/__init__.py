"""STEPS: one file a node; state in, partial update out."""
