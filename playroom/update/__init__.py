"""Newer versions: the signed offer, and how a folder for players takes one; imported on demand."""
