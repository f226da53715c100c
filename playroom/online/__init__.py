"""Tables that people share over a network; nothing of it is imported until somebody asks for such a table."""
