"""The lists of the console, one file for each family."""
