"""Bots by name, in any process."""

from importlib import import_module

from playroom.bots.roster import BOTS
from playroom.table.table import Bot


class UnknownBotError(ValueError):
    """A name that no bot has, and why, in one sentence."""


def find_bot(word: str) -> Bot:
    """The bot of that name: one of the roster, or a function as ``module:function``; an UnknownBotError."""
    return BOTS[word] if word in BOTS else _own(word)


def _own(word: str) -> Bot:
    module, _, name = word.partition(":")
    if not (module and name):
        own = "A bot of your own is named module:function."
        raise UnknownBotError(f"{word or 'nothing'} is not a bot. Choose {', '.join(BOTS)}. {own}")
    try:
        found: Bot = getattr(import_module(module), name)
    except Exception as error:  # the module is the player's own, and may fail in any way
        raise UnknownBotError(f"{word} is not a bot: {error}") from error
    if not callable(found):
        raise UnknownBotError(f"{word} is not a bot, as it cannot be called.")
    return found
