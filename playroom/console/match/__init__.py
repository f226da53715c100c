"""A match under way, as one listener plays it."""
