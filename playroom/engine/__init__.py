"""The rules on bit masks, for search; tests prove them equal to `rules`."""
