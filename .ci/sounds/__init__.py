"""The sounds of the cues, made from nothing: `python .ci/make_sounds.py` writes them into the package."""
