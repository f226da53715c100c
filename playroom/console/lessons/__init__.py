"""Lessons: their deals and steps, and the tutor who says one step at a time."""
