"""Examples of rules: positions with moves, proved by the rules themselves."""
