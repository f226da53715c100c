"""The places that can have the keys: table, list, question, history."""
