"""What belongs to rules besides their sentences: examples, the keys that play, what a game is like."""
