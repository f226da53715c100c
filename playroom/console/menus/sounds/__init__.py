"""The lists of sounds: their settings, and the lists by which they are learnt."""
