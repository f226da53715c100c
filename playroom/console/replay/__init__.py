"""Matches gone through again: replays, branches of them, and exercises from mistakes."""
