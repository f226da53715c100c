"""The phrasebook of each language, which turns messages into sentences."""
