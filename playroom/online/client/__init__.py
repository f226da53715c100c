"""The client of a shared table: its match as far as one may know it, and the connection."""
