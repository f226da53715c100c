"""Sounds in tests: as a list, and in a real sound server."""
