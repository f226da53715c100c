"""The first match, which teaches: its steps, and the tutor who says one of them at a time."""
