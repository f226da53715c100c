"""What the choices of the others tell of their hands."""
