"""The front in a terminal: keys in, spoken and printed lines out."""
