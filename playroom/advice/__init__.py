"""What is told of a move before and after it is made, and of a round that is over."""
