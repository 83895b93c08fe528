"""SEEN: the routes beside the Agent Server's own, mounted by langgraph.json's `http.app`, and who may use them."""
