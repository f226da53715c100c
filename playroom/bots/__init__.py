"""Players that think for themselves: a bot is a function from a view to a move."""
