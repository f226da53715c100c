"""Matches on this machine, played by one person or by several at one keyboard."""
