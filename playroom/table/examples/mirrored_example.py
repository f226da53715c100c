"""An example for the other direction of play: the same happens, with every seat on the other side."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar

from playroom.rules.event import CarryOver
from playroom.table.examples.example import Example

Value = TypeVar("Value")

TRAIN: Final = re.compile(r"(?<=train )\d+")
"""The seat in the name of a train."""

BY_SIDE: Final = frozenset({"scores", "totals", "waits", "won"})
"""The facts with a value for each side, in their order."""

OF_SEATS: Final = frozenset({"turn", "winner", "starter", "seats in"})
OF_SIDES: Final = frozenset({"winners", "sides in"})
"""The facts that name seats or sides."""


def mirrored(example: Example, sides: int) -> Example:
    """The example at a table of so many sides where turns go the other way.

    Each seat is as far from the listener's as before, on the other side.
    """
    players, carry = example.players, example.carry
    return replace(
        example,
        hands=",".join(_turned(example.hands.split(","))),
        chain=_turned_trains(example.chain, players),
        totals=_turned(example.totals),
        carry=carry and CarryOver(_turned(carry.waits), _turned(carry.won), carry.carried),
        moves=tuple(_renamed_trains(words, players) for words in example.moves),
        refused={_renamed_trains(words, players): why for words, why in example.refused.items()},
        then={name: _turned_fact(name, fact, players, sides) for name, fact in example.then.items()},
    )


def _turned(values: Sequence[Value]) -> tuple[Value, ...]:
    """Values by seat or side, the first at its place and the others the other way round."""
    return (*values[:1], *values[:0:-1])


def _turned_trains(chain: str, players: int) -> str:
    """The rows of a layout of trains (engine, trains, Mexican train); any other layout as it is."""
    engine, *rows = chain.split("/")
    if len(rows) < players:
        return chain
    return "/".join((engine, *_turned(rows[:players]), *rows[players:]))


def _renamed_trains(words: str, players: int) -> str:
    return TRAIN.sub(lambda seat: str(-int(seat.group()) % players), words)


def _turned_fact(name: str, fact: object, players: int, sides: int) -> object:
    """A fact with its seats or sides counted the other way; "none" stays."""
    if name in OF_SEATS or name in OF_SIDES:
        count = sides if name in OF_SIDES else players
        if isinstance(fact, list | tuple):
            return sorted(-int(each) % count for each in fact)
        return -fact % count if isinstance(fact, int) else fact
    if name in BY_SIDE and isinstance(fact, list | tuple):
        return _turned(fact)
    if name == "hands":
        return ", ".join(_turned(str(fact).split(", ")))
    return _renamed_trains(fact, players) if isinstance(fact, str) else fact
