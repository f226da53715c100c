"""Matches, worlds and plain references that tests compare games with."""
