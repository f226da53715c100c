"""Time and chance of tests."""
