"""The subcommands of the program, a file for each."""
