"""The lists of a player's settings."""
