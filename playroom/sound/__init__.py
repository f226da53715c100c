"""Sounds: cues, where they are heard, and the library that plays them."""
