"""The backends that speak: screen readers, synthesisers, and the protocols by which they are reached."""
