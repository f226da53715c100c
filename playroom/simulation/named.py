"""Bots by the words that stand for them, wherever a match is played."""

from importlib import import_module

from playroom.bots.roster import BOTS
from playroom.table.table import Bot


class UnknownBot(ValueError):  # noqa: N818 (a refusal is no error of the program)
    """A word that stands for no bot, and why, in one sentence."""


def bot(word: str) -> Bot:
    """The bot of the roster that *word* stands for, or a function named ``module:function``; UnknownBot."""
    return BOTS[word] if word in BOTS else _own(word)


def _own(word: str) -> Bot:
    module, _, name = word.partition(":")
    if not (module and name):
        own = "A bot of your own is named module:function."
        raise UnknownBot(f"{word or 'nothing'} is no bot. There are {', '.join(BOTS)}. {own}")
    try:
        found: Bot = getattr(import_module(module), name)
    except Exception as error:  # the module is somebody's own, and may fail in any way
        raise UnknownBot(f"{word} is no bot: {error}") from error
    if not callable(found):
        raise UnknownBot(f"{word} is no bot, as it cannot be called.")
    return found
