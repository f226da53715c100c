"""Releases in tests: signed, and given out by a server that fails."""
