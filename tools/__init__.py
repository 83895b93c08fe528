"""Tools: what may be called, whether a question calls for it, and whether the user gave the values it would run on."""
