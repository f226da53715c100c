"""What a player keeps: settings and saved matches."""
