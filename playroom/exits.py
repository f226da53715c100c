"""The exit codes of the program, besides 0."""

FAILED = 1
"""A file that cannot be read, or a program that has failed."""

WRONG_COMMAND = 2
"""A command line that cannot be obeyed."""

STOPPED = 130
"""A program that was stopped by Ctrl+C."""
