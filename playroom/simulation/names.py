"""The names of bots and executors on the command line, and the errors of those that cannot be used."""

import re
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
    if word in BOTS:
        return BOTS[word]
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


PROCESSES, DASK = "processes", "dask"


def is_executor_name(name: str) -> bool:
    """Whether *name* is the name of an executor."""
    kind, mark, rest = name.partition(":")
    if kind == PROCESSES:
        return not mark or bool(re.fullmatch("[1-9][0-9]{0,2}", rest))
    return kind == DASK and bool(rest)


class ExecutorError(Exception):
    """An executor that cannot be opened, and why."""

    def __init__(self, entry: str, error: Exception | None = None, **blanks: str) -> None:
        why = {"why": one_line(f"{type(error).__name__}: {error}".rstrip(":. "))} if error else {}
        super().__init__(entry, blanks, why)
        self.why = Message(f"simulation.{entry}", blanks={**blanks, **why})
