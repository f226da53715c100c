"""The terminal: keys as names, lines on the screen, the clipboard."""
