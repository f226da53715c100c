"""What is told, in no language yet."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from playroom.rules.layout import Laid
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile
from playroom.sound.cue import Cue


class Urgency(StrEnum):
    """What an utterance may interrupt, and what becomes of it when it is interrupted itself."""

    ANSWER = "answer"
    """The reply to the player's own key: said at once, interrupts everything, replaces an older answer."""
    ALERT = "alert"
    """What the player must not miss, such as their turn: said last in its burst, again if interrupted."""
    EVENT = "event"
    """What others do: said in turn, interrupts nothing, said again if interrupted."""
    HINT = "hint"
    """A tip: said only when nothing else is waiting, dropped if interrupted."""


class Person(StrEnum):
    """Whom a sentence is about, as its listener hears it; NOBODY where it has one form for all."""

    NOBODY = ""
    YOU = "you"
    YOU_AND = "you_and"
    THEY = "they"


class Half(NamedTuple):
    """One number of a tile or of an end, as against a number of things."""

    number: int


@dataclass(frozen=True, slots=True)
class Players:
    """Seats by their names; the listener comes first, as "you", or as "You" where they open the sentence."""

    seats: tuple[Seat, ...]
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Title:
    """A rulebook by its title: the page's own in the listener's language, else ours, else its name."""

    name: str
    own: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatedCue:
    """A cue and the seat that it comes from, None for none alone; *strength* is at most 1."""

    cue: Cue
    seat: Seat | None = None
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class Message:
    """What is told: an entry of the phrasebook (``events.drew``), and what fills its blanks.

    *sound* is the cue that begins with its words, if there is one.
    """

    entry: str
    person: Person = Person.NOBODY
    blanks: Mapping[str, "Blank"] = field(default_factory=dict)
    sound: SeatedCue | None = None
    urgency: Urgency = Urgency.EVENT


@dataclass(frozen=True, slots=True)
class Sentences:
    """Messages said one after the other."""

    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """Messages with nothing but a comma between them."""

    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Several of which one is to be chosen: this, that or the other."""

    several: tuple["Blank", ...]


Blank: TypeAlias = (
    str
    | int
    | float
    | Half
    | Tile
    | Laid
    | Players
    | Title
    | Message
    | Sentences
    | Series
    | Either
    | tuple["Blank", ...]
)
"""What fills a gap in a sentence; text stands there as it is, several values make a list (this and that)."""


def person(seats: Iterable[Seat], ear: Seat | None) -> Person:
    """How the listener at seat *ear* hears of *seats*; somebody who only listens is none of them."""
    subjects = frozenset(seats)
    if ear not in subjects:
        return Person.THEY
    return Person.YOU if len(subjects) == 1 else Person.YOU_AND


def about(
    entry: str, seats: tuple[Seat, ...], ear: Seat | None, blanks: Mapping[str, Blank] | None = None
) -> Message:
    """A message whose subject are *seats*: the blank ``who`` names them, ``count`` is how many they are."""
    subject: dict[str, Blank] = {"who": Players(seats, opens=True), "count": len(seats)}
    return Message(entry, person(seats, ear), {**subject, **(blanks or {})})


def asked(message: Message) -> Message:
    """The message as a reply to the player's own key."""
    return replace(message, urgency=Urgency.ANSWER)


def answer(entry: str, **blanks: Blank) -> Message:
    """A reply to the player's own key that is about nobody."""
    return asked(Message(entry, blanks=blanks))
