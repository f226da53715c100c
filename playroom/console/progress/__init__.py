"""What the player has done so far: statistics, and the deal of the day."""
