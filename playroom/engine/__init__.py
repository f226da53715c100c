"""The rules as bit masks, for those who search: written by hand, held equal to `rules` by tests."""
