"""Advice: hints before a move, reviews after it, and the coach after a round."""
