"""The answers to what is asked at the table."""
