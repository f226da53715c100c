"""The rulebook of a game as a page of answers to questions."""
