"""The page in a browser in tests."""
