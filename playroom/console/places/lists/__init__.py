"""Spoken lists: their items, and the place in which they are walked through."""
