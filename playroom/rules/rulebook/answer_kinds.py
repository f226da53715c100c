"""The types of answers to a rulebook; those of other files are in `strict_yaml/kinds.py`."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Protocol, TypeGuard

from msgspec import Struct

from playroom.rules.rulebook.award import NAMED, OF_PLAYS, Award, Counted, Only, Receiver, When
from playroom.rules.tile import Hand, tile

Answer = StrEnum | int | bool | tuple[int, ...] | Hand | tuple[Award, ...] | Mapping[int, int] | None
"""The answer of a page to a question; None where the question does not apply."""


class Misfit(Struct, frozen=True):
    """A part of an award that conflicts with its other parts: a code for what is allowed, and its words."""

    word: str
    named: tuple[str, ...] = ()


class WrongAnswer(ValueError):  # noqa: N818 (a refusal, not an error of the program)
    """An invalid part of an answer: what is allowed there, what was given, and the path to it."""

    def __init__(self, allowed: "AnswerKind | Misfit", given: object, *path: str | int) -> None:
        super().__init__(allowed, given, path)
        self.allowed = allowed
        self.given = given
        self.path = path


class AnswerKind(Protocol):
    """The type of an answer; `read` parses it, or raises a WrongAnswer."""

    def read(self, plain: object) -> Answer:
        """The answer parsed from plain data."""

    @property
    def schema(self) -> dict[str, object]:
        """The JSON Schema of the answer."""


def is_whole(plain: object) -> TypeGuard[int]:
    """Whether *plain* is an integer, not a bool."""
    return isinstance(plain, int) and not isinstance(plain, bool)


class Word(Struct, frozen=True):
    """One word of a closed list."""

    words: type[StrEnum]

    def read(self, plain: object) -> Answer:
        if plain not in tuple(self.words):
            raise WrongAnswer(self, plain)
        return self.words(str(plain))

    @property
    def schema(self) -> dict[str, object]:
        return {"enum": list(map(str, self.words))}


class Number(Struct, frozen=True):
    """An integer within limits; ``none`` if the question is optional."""

    least: int
    most: int | None = None
    or_none: bool = False

    def read(self, plain: object) -> Answer:
        if plain == "none" and self.or_none:
            return None
        if not is_whole(plain) or plain < self.least or (self.most is not None and plain > self.most):
            raise WrongAnswer(self, plain)
        return plain

    @property
    def schema(self) -> dict[str, object]:
        number = {"type": "integer", "minimum": self.least}
        limited = number if self.most is None else number | {"maximum": self.most}
        return {"anyOf": [limited, {"const": "none"}]} if self.or_none else limited


class Flag(Struct, frozen=True):
    """``true`` or ``false``."""

    def read(self, plain: object) -> Answer:
        if not isinstance(plain, bool):
            raise WrongAnswer(self, plain)
        return plain

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "boolean"}


class Numbers(Struct, frozen=True):
    """A list of integers within limits; a single number is a list of one."""

    least: int
    most: int
    or_empty: bool = False

    def read(self, plain: object) -> Answer:
        several = plain if isinstance(plain, list) else [plain]
        for each in several:
            if not (is_whole(each) and self.least <= each <= self.most):
                raise WrongAnswer(self, each)
        if len(set(several)) < len(several) or not (several or self.or_empty):
            raise WrongAnswer(self, plain)
        return tuple(several)

    @property
    def schema(self) -> dict[str, object]:
        number = {"type": "integer", "minimum": self.least, "maximum": self.most}
        several = {"type": "array", "items": number, "minItems": int(not self.or_empty), "uniqueItems": True}
        return {"anyOf": [number, several]}


class Limits(Struct, frozen=True):
    """The maximum number of players for answers of another question."""

    def read(self, plain: object) -> Answer:
        if not isinstance(plain, dict) or not all(map(is_whole, (*plain, *plain.values()))):
            raise WrongAnswer(self, plain)
        return dict(plain)

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "object", "additionalProperties": {"type": "integer"}}


class TileList(Struct, frozen=True):
    """A list of different tiles, which may be empty."""

    def read(self, plain: object) -> Answer:
        if not isinstance(plain, list) or not all(isinstance(word, str) for word in plain):
            raise WrongAnswer(self, plain)
        try:
            tiles = tuple(map(tile, plain))
        except ValueError as error:
            raise WrongAnswer(self, plain) from error
        if len({*tiles}) < len(tiles):
            raise WrongAnswer(self, plain)
        return tiles

    @property
    def schema(self) -> dict[str, object]:
        pattern = {"type": "string", "pattern": "^[0-9]+-[0-9]+$"}
        return {"type": "array", "items": pattern, "uniqueItems": True}


_AWARD_KINDS: Mapping[str, AnswerKind] = {
    "when": Word(When),
    "counts": Word(Counted),
    "to": Word(Receiver),
    "less_own": Flag(),
    "multiple_of": Number(2),
    "nearest": Number(2),
    "points": Number(1),
    "per": Number(2),
    "only": Word(Only),
}
"""The fields of an award on a page, with their types."""

NEEDED = frozenset(("when", "counts", "to"))
AT_END = (Receiver.WINNER, Receiver.FEWEST, Receiver.LOSERS, Receiver.MOST, Receiver.EACH)
IN_ROUND = (Receiver.PLAYER, Receiver.LAST_PLAYER)
"""The possible receivers of points at the end of a round, and during it."""


class AwardList(Struct, frozen=True):
    """A named way of scoring, or a list of awards; empty if bonuses alone score."""

    def read(self, plain: object) -> Answer:
        if isinstance(plain, str) and plain in NAMED:
            return NAMED[plain]
        if not isinstance(plain, list):
            raise WrongAnswer(self, plain)
        return tuple(_award(place, each) for place, each in enumerate(plain))

    @property
    def schema(self) -> dict[str, object]:
        award = {
            "type": "object",
            "additionalProperties": False,
            "required": ["when", "counts", "to"],
            "properties": {name: kind.schema for name, kind in _AWARD_KINDS.items()},
        }
        return {"anyOf": [{"enum": list(NAMED)}, {"type": "array", "items": award}]}


def _award(place: int, plain: object) -> Award:
    """The award at index *place* of a list; a WrongAnswer if a part is invalid."""
    if not isinstance(plain, dict):
        raise WrongAnswer(Misfit("award", tuple(_AWARD_KINDS)), plain, place)
    for name in (*(each for each in plain if each not in _AWARD_KINDS), *(NEEDED - plain.keys())):
        raise WrongAnswer(Misfit("award", tuple(_AWARD_KINDS)), name, place)
    parts = {}
    for name, given in plain.items():
        try:
            parts[name] = _AWARD_KINDS[name].read(given)
        except WrongAnswer as wrong:
            raise WrongAnswer(wrong.allowed, given, place, name) from None
    made = Award(**parts)  # type: ignore[arg-type] # each was read by its own kind
    for name, allowed in _misfits(made):
        raise WrongAnswer(allowed, plain.get(name), place, name)
    return made


def _misfits(award: Award) -> Iterator[tuple[str, Misfit]]:
    """The parts of an award that are unknown at the time of the award, each with what is allowed."""
    at_end = award.when in (When.OUT, When.BLOCKED)
    receivers = AT_END if at_end else IN_ROUND
    if award.to not in receivers:
        yield "to", Misfit("receivers", (award.when, *receivers))
    if award.counts is Counted.TILE and award.when not in (When.PLAY, When.LAST_TILE):
        yield "counts", Misfit("counts_tile")
    if (award.counts is Counted.FIXED) is not bool(award.points):
        yield "points", Misfit("points_fixed")
    if award.less_own and not at_end:
        yield "less_own", Misfit("less_own_at_end")
    if award.counts in (Counted.CARRIED, Counted.PIGS) and not at_end:
        yield "counts", Misfit("counts_carried")
    if award.only is not Only.ANY and award.when is not (When.PLAY if award.only in OF_PLAYS else When.OUT):
        yield "only", Misfit("only_of_tiles")
    if award.when is When.LAST_IN:
        yield "when", Misfit("when", ("play", "last_tile", "pass", "out", "blocked"))


class OneOf(Struct, frozen=True):
    """An option: one of several answers of another type, chosen by the players."""

    kind: AnswerKind
    choices: tuple[object, ...]

    def read(self, plain: object) -> Answer:
        if not any(plain == choice and type(plain) is type(choice) for choice in self.choices):
            raise WrongAnswer(self, plain)
        return self.kind.read(plain)

    @property
    def schema(self) -> dict[str, object]:
        return {"enum": list(self.choices)}
