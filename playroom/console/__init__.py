"""The console of one listener: key presses in, speech and printed lines out."""
