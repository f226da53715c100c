"""A room of domino games that can be played by ear."""
