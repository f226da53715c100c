"""What is told, before any language, and the words of each language."""
