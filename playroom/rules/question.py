"""The questions that a rulebook answers, and what counts as an answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeGuard


class Starter(StrEnum):
    """Which seat starts a round?"""

    HIGHEST_DOUBLE = "highest_double"
    HIGHEST_DOUBLE_OR_HEAVIEST = "highest_double_or_heaviest"
    CHANCE = "chance"
    LOTS_THEN_CLOCKWISE = "lots_then_clockwise"


class Opening(StrEnum):
    """With which tiles may the starter open?"""

    ANY = "any"
    DOUBLE = "double"


class Drawing(StrEnum):
    """When may a player draw?"""

    NEVER = "never"
    IF_STUCK = "if_stuck"
    ANY_TIME = "any_time"


class AfterDraw(StrEnum):
    """What may follow a draw in the same turn?"""

    MAY_PLAY = "may_play"
    MUST_PLAY = "must_play"
    UNTIL_PLAYABLE = "until_playable"
    WAIT = "wait"


class Passing(StrEnum):
    """When may a player pass, and what does it cost?"""

    IF_STUCK = "if_stuck"
    ANY_TIME = "any_time"
    AND_OUT = "and_out"


class GoingOut(StrEnum):
    """What happens when a player has played their last tile?"""

    ENDS_ROUND = "ends_round"
    PLAYS_ON = "plays_on"
    WHOLE_TEAM = "whole_team"


class Scoring(StrEnum):
    """Who scores what?"""

    OWN = "own"
    OTHERS = "others"
    DIFFERENCE = "difference"
    PASSES = "passes"


class Count(StrEnum):
    """What counts in a hand?"""

    PIPS = "pips"
    TILES = "tiles"


class Best(StrEnum):
    """Which total is good?"""

    HIGHEST = "highest"
    LOWEST = "lowest"


Answer = StrEnum | int | bool | tuple[int, ...] | Mapping[int, int] | None
"""What a page answers to one question; None where the question does not arise."""


class Kind(Protocol):
    """What counts as an answer; *read* gives it, or a ValueError that says what is allowed."""

    @property
    def allowed(self) -> str:
        """The answers allowed, in words of the page language."""

    def read(self, plain: object) -> Answer:
        """The answer that *plain* stands for."""

    @property
    def schema(self) -> dict[str, object]:
        """The same as JSON Schema."""


def is_whole(plain: object) -> TypeGuard[int]:
    """Whether *plain* is a whole number; True and False are not."""
    return isinstance(plain, int) and not isinstance(plain, bool)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a closed list."""

    words: type[StrEnum]

    @property
    def allowed(self) -> str:
        return ", ".join(self.words)

    def read(self, plain: object) -> Answer:
        if plain not in tuple(self.words):
            raise ValueError(self.allowed)
        return self.words(str(plain))

    @property
    def schema(self) -> dict[str, object]:
        return {"enum": list(map(str, self.words))}


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number within limits; ``none`` where the question need not arise."""

    least: int
    most: int | None = None
    or_none: bool = False

    @property
    def allowed(self) -> str:
        upto = f" to {self.most}" if self.most is not None else " or more"
        return f"{self.least}{upto}" + (", none" if self.or_none else "")

    def read(self, plain: object) -> Answer:
        if plain == "none" and self.or_none:
            return None
        if not (is_whole(plain) and self._holds(plain)):
            raise ValueError(self.allowed)
        return plain

    def _holds(self, number: int) -> bool:
        return self.least <= number and (self.most is None or number <= self.most)

    @property
    def schema(self) -> dict[str, object]:
        number = {"type": "integer", "minimum": self.least}
        limited = number if self.most is None else number | {"maximum": self.most}
        return {"anyOf": [limited, {"const": "none"}]} if self.or_none else limited


@dataclass(frozen=True, slots=True)
class Flag:
    """``true`` or ``false``."""

    allowed = "true, false"

    def read(self, plain: object) -> Answer:
        if not isinstance(plain, bool):
            raise ValueError(self.allowed)  # noqa: TRY004 (one error for every kind of wrong answer)
        return plain

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Numbers:
    """A list of whole numbers within limits; a lone number is a list of one."""

    least: int
    most: int
    or_empty: bool = False

    @property
    def allowed(self) -> str:
        return f"a list of numbers from {self.least} to {self.most}"

    def read(self, plain: object) -> Answer:
        several = plain if isinstance(plain, list) else [plain]
        numbers = tuple(each for each in several if is_whole(each) and self.least <= each <= self.most)
        if len(set(numbers)) != len(several) or not (numbers or self.or_empty):
            raise ValueError(self.allowed)
        return numbers

    @property
    def schema(self) -> dict[str, object]:
        number = {"type": "integer", "minimum": self.least, "maximum": self.most}
        several = {"type": "array", "items": number, "minItems": int(not self.or_empty), "uniqueItems": True}
        return {"anyOf": [number, several]}


@dataclass(frozen=True, slots=True)
class Limits:
    """For some answers of another question, the most players that go with it."""

    allowed = "for each set, the most players, as in {6: 4}"

    def read(self, plain: object) -> Answer:
        if not isinstance(plain, dict) or not all(map(is_whole, (*plain, *plain.values()))):
            raise ValueError(self.allowed)
        return dict(plain)

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "object", "additionalProperties": {"type": "integer"}}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some answers of another kind: what a page leaves to the players."""

    kind: Kind
    choices: tuple[object, ...]

    @property
    def allowed(self) -> str:
        return ", ".join(str(choice).lower() for choice in self.choices)

    def read(self, plain: object) -> Answer:
        if not any(plain == choice and type(plain) is type(choice) for choice in self.choices):
            raise ValueError(self.allowed)
        return self.kind.read(plain)

    @property
    def schema(self) -> dict[str, object]:
        return {"enum": list(self.choices)}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what counts as an answer."""

    asks: str
    kind: Kind


MOST_PLAYERS = 10
LARGEST_SET = 18

QUESTIONS: Mapping[str, Question] = {
    "set": Question("The highest number of the set: 6 is double-six.", Number(1, LARGEST_SET)),
    "most_players": Question("For a set, the most players that it serves.", Limits()),
    "hand": Question("How many tiles each; of several, the first that the set can deal.", Numbers(1, 60)),
    "reserve": Question("How many last tiles of the boneyard are never drawn?", Number(0, 60)),
    "starter": Question("Which seat starts a round?", Word(Starter)),
    "opening": Question("With which tiles may the starter open?", Word(Opening)),
    "drawing": Question("When may a player draw?", Word(Drawing)),
    "after_draw": Question("What may follow a draw in the same turn?", Word(AfterDraw)),
    "passing": Question("When may a player pass, and what does it cost?", Word(Passing)),
    "first_pass_doubles": Question("Does a pass on the very first tile score double?", Flag()),
    "going_out": Question("What happens when a player has played their last tile?", Word(GoingOut)),
    "again_on": Question("Which sums of the ends give another turn?", Numbers(0, 60, or_empty=True)),
    "skip_on": Question("Which sums of the ends skip the next player?", Numbers(0, 60, or_empty=True)),
    "skip_on_equal_ends": Question("Do equal ends skip the next player?", Flag()),
    "scoring": Question("Who scores what?", Word(Scoring)),
    "count": Question("What counts in a hand?", Word(Count)),
    "blocked_count": Question("What counts in a hand when the round is blocked?", Word(Count)),
    "lone_double_blank": Question("What is 0-0 worth as the only tile in a hand?", Number(0)),
    "winners_leftovers": Question("Do the others also score what is left in the winner's team?", Flag()),
    "best": Question("Which total is good?", Word(Best)),
    "limit": Question("Which total puts a side out of the match?", Number(1, or_none=True)),
    "target": Question("Which total wins the match?", Number(1, or_none=True)),
    "deals": Question("After how many rounds is the match over?", Number(1, or_none=True)),
    "single_round": Question("Is the match one round, won by the winner of the round?", Flag()),
}
"""Every question of the page language, in the order in which a page is read aloud."""
