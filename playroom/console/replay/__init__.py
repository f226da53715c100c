"""Replays of matches, branches of them, and exercises from mistakes."""
