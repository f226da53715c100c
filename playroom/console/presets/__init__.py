"""Presets: settings that are loaded, and tables at which a match begins by one key."""
