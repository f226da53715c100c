"""Tables shared over a network; imported on demand."""
