"""The log of a match: its events, and earlier rounds kept as bytes."""
