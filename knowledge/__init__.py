"""WHAT is known: catalogs, the bases they declare, the passages those return, and the slots passages compete for."""
