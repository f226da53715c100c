"""Events and questions as messages, and the sentences of each language."""
