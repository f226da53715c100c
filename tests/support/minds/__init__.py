"""Processes that think, for tests."""
