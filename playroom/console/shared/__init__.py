"""Tables that people share: how one comes to them, who sits where, and what is said there."""
