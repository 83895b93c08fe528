"""SEEN: the page and the routes that are mounted beside the graph's own server."""
