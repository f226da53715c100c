"""A match: its place at the table, its session, its telling, and what every kind of match shares."""
