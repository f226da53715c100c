"""The words of each language, and the messages that become sentences of them."""
