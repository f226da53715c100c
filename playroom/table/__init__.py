"""Where chance, choices and the rules meet."""
