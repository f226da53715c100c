"""The rules of dominos as immutable values, without files, clock, randomness or texts."""
