"""A program that speaks, as the player wants it. Imports nothing that speaks."""

from msgspec import Struct


class Synthesiser(Struct):
    """A program by its name, and how it is to speak: "" and 0 leave language and rate to the program.

    *rate* is in words a minute, *pause* in seconds between two texts.
    """

    name: str
    language: str = ""
    rate: int = 0
    pause: float = 0.0
    is_mute: bool = False
    """Whether it has found no sound device, so that its next backend is not built before it finds one."""
