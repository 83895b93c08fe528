"""The graph database: the embedded server or Neo4j, what may be asked of it, and how a catalog's graph gets into it."""
