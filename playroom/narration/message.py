"""Messages, which become sentences in the language of each listener."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from playroom.rules.layout import Laid
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile
from playroom.sound.cue import Cue

if TYPE_CHECKING:
    from playroom.rules.rulebook.variant import Variant


class Urgency(StrEnum):
    """The urgency of an utterance: whether it interrupts, and what happens when it is interrupted."""

    ANSWER = "answer"
    """The reply to the player's own key: said at once, interrupts everything, replaces an older answer."""
    ALERT = "alert"
    """News that must not be missed, such as one's turn: said last in a burst, repeated if interrupted."""
    EVENT = "event"
    """An action of others: said in turn, interrupts nothing, repeated if interrupted."""
    ASIDE = "aside"
    """News from outside the match: said only when nothing else is waiting, repeated if interrupted."""
    HINT = "hint"
    """A tip: said only when nothing else is waiting, dropped if interrupted."""


class Person(StrEnum):
    """The grammatical person of a sentence for its listener; NOBODY where one form serves all."""

    NOBODY = ""
    YOU = "you"
    YOU_AND = "you_and"
    THEY = "they"


class Half(NamedTuple):
    """A number on a tile or at an end, as distinct from a count."""

    number: int


class Players(Struct, frozen=True):
    """Seats by name; the listener comes first, as "you", or as "You" if this *opens* the sentence."""

    seats: tuple[Seat, ...]
    opens: bool = False


class Title(Struct, frozen=True):
    """The title of a rulebook: the page's *own* in the listener's language, else ours, else its name."""

    name: str
    own: Mapping[str, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.name)


def game_title(name: str, variants: "Mapping[str, Variant]") -> Title:
    """The title of a game, which may not be there, or no longer."""
    return Title(name, variants[name].titles if name in variants else {})


class SeatedCue(Struct, frozen=True):
    """A cue and the seat it comes from, if one; *strength* is its volume, at most 1."""

    cue: Cue
    seat: Seat | None = None
    strength: float = 1.0


class Message(Struct, frozen=True):
    """An entry of the phrasebook (``events.drew``) with the values of its blanks.

    *sound* is the cue that starts with its words, if there is one.
    """

    entry: str
    person: Person = Person.NOBODY
    blanks: Mapping[str, "Blank"] = field(default_factory=dict)
    sound: SeatedCue | None = None
    urgency: Urgency = Urgency.EVENT

    def __hash__(self) -> int:
        return hash((self.entry, self.person, *self.blanks.items()))


class Sentences(Struct, frozen=True):
    """Messages said one after the other."""

    messages: tuple[Message, ...]


class Series(Struct, frozen=True):
    """Messages separated by commas."""

    messages: tuple[Message, ...]


class Either(Struct, frozen=True):
    """A choice: this, that or the other."""

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
"""A value for a placeholder: text is inserted unchanged, a tuple becomes a list (this and that)."""


def person(seats: Iterable[Seat], ear: Seat | None) -> Person:
    """The grammatical person of *seats* for the listener at seat *ear*; None is a spectator."""
    subjects = frozenset(seats)
    if ear not in subjects:
        return Person.THEY
    return Person.YOU if len(subjects) == 1 else Person.YOU_AND


def about(
    entry: str, seats: tuple[Seat, ...], ear: Seat | None, blanks: Mapping[str, Blank] | None = None
) -> Message:
    """A message whose subject is *seats*: the blank ``who`` names them, ``count`` is their number."""
    subject: dict[str, Blank] = {"who": Players(seats, opens=True), "count": len(seats)}
    return Message(entry, person(seats, ear), {**subject, **(blanks or {})})


def as_answer(message: Message) -> Message:
    """The message as an answer to the player's own key."""
    return replace(message, urgency=Urgency.ANSWER)


def answer(entry: str, **blanks: Blank) -> Message:
    """An answer to the player's own key, without a subject."""
    return as_answer(Message(entry, blanks=blanks))


MASK: Final = "?"
"""The replacement of a tile."""


def masked_tiles(message: Message, tiles: Collection[Tile]) -> Message:
    """The message with each of these tiles masked; its text differs only if it names one of them."""
    return replace(message, blanks={name: _masked(blank, tiles) for name, blank in message.blanks.items()})


def _masked(blank: Blank, tiles: Collection[Tile]) -> Blank:
    match blank:
        case Message():
            return masked_tiles(blank, tiles)
        case Sentences(messages):
            return Sentences(tuple(masked_tiles(each, tiles) for each in messages))
        case Series(messages):
            return Series(tuple(masked_tiles(each, tiles) for each in messages))
        case Either(several):
            return Either(tuple(_masked(each, tiles) for each in several))
        case Tile():
            return MASK if blank in tiles else blank
        case Laid():
            return MASK if blank.tile in tiles else blank
        case Half():
            return blank
        case tuple():
            return tuple(_masked(each, tiles) for each in blank)
    return blank
