"""The rules of dominos as values: no files, no clock, no chance, no words."""
