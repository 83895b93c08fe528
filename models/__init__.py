"""ASK: the optional chat model, and the one way it is asked for something with a shape."""
