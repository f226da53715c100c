"""The list of all matches, and what can be done with each."""
