"""Tables: matches with players, random deals, rulebook pages and records."""
