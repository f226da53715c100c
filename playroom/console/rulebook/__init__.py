"""Rulebooks as lists: what a game is like, its rules with examples that can be tried, and its keys."""
