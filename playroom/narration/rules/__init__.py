"""The rules of a game as paragraphs to be read."""
