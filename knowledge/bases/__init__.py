"""One file per base type, all behind the one protocol of `base.py`."""
