"""The log of each shared table: what happened there, numbered and chained, in one of several engines."""
