"""The playroom as a process with one thing changed."""
