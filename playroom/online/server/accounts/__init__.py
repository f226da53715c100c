"""The accounts of a club: names, passwords, tokens, bans, and how often they may be tried."""
