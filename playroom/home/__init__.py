"""The player's own files: settings, presets, keys, matches and transcripts."""
