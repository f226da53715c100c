"""What is spoken, when, and through what."""
