"""Many matches between bots, played in parallel, and their statistics."""
