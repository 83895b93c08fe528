"""SHAPE: state, context, wiring. Nothing is re-exported here: a name `graph` in this package would hide the package."""
