"""Bots by name, in any process."""

from importlib import import_module

from playroom.bots.roster import BOTS
from playroom.narration.message import Blank, Either, Message
from playroom.strict_yaml import one_line
from playroom.table.table import Bot


class UnknownBotError(ValueError):
    """A name that no bot has, and why."""

    def __init__(self, entry: str, **blanks: Blank) -> None:
        super().__init__(entry)
        self.why = Message(f"command_line.{entry}", blanks=blanks)


def find_bot(word: str) -> Bot:
    """The bot of that name: one of the roster, or a function as ``module:function``; an UnknownBotError."""
    return BOTS[word] if word in BOTS else _own(word)


def _own(word: str) -> Bot:
    module, _, name = word.partition(":")
    if not (module and name):
        raise UnknownBotError(
            "no_bot", given=word or Message("command_line.nothing"), known=Either(tuple(BOTS))
        )
    try:
        found: Bot = getattr(import_module(module), name)
    except Exception as error:  # the module is the player's own, and may fail in any way
        raise UnknownBotError("bot_fails", given=word, why=one_line(str(error)).rstrip(".")) from error
    if not callable(found):
        raise UnknownBotError("bot_not_callable", given=word)
    return found
