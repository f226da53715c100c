"""The exit codes of the program, besides 0."""

FAILED = 1
"""A file cannot be read, or the program has failed."""

WRONG_COMMAND = 2
"""The command line is wrong, or asks for something impossible."""

STOPPED = 130
"""Ctrl+C was pressed."""
