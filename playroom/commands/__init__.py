"""The commands of the program: what each asks for, and what it does."""
