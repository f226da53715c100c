"""Shared tables in tests: logs, servers and networks."""
