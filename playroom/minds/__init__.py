"""Bots that search and all advice, in a process of their own, so that no key waits for them."""
