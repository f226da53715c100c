"""The console: keys in, spoken and printed lines out."""
