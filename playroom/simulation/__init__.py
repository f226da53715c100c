"""Many matches between bots, played anywhere, and what came of them."""
