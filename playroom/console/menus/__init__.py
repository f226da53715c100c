"""The main menu, the list in which a match is set up, and the news of a newer version."""
