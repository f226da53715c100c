"""The console in tests: held by hand, in a terminal, or in a real process."""
