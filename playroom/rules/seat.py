"""Who sits where, and who scores together."""

Seat = int
"""Where one player sits, numbered clockwise from 0."""

Side = int
"""Who scores together: a team, or a player who plays alone; numbered by their first seat (G-5)."""
