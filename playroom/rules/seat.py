"""Seats and sides."""

Seat = int
"""The place of a player, numbered clockwise from 0."""

Side = int
"""A team, or a player who plays alone; numbered by its first seat (G-5)."""
