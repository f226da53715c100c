"""The log of a match: its events and rounds, as sequences that grow."""
