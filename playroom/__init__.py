"""A room of domino games that can be played by ear."""

__version__ = "1.0.0"
