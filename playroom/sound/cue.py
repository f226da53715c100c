"""The cues, how each is played, and where the listener hears it from."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from msgspec import Struct


class CueGroup(StrEnum):
    """The groups of cues that share a volume."""

    TABLE = "table"
    TURN = "turn"
    INTERFACE = "interface"
    PEOPLE = "people"


class CueLesson(StrEnum):
    """The lists in which cues are learnt, of eight cues at most: nine lines with Back."""

    TURNS = "turns"
    TILES = "tiles"
    ROUNDS = "rounds"
    LISTS = "lists"


class Cue(StrEnum):
    """A cue by its meaning; its sound files start with this name."""

    YOUR_TURN = "your_turn"
    AGAIN = "again"
    SKIPPED = "skipped"
    TURNED_ROUND = "turned_round"
    TO_COVER = "to_cover"
    DEAL = "deal"
    PLAYED = "played"
    DOUBLE = "double"
    SPINNER = "spinner"
    DRAWN = "drawn"
    PASSED = "passed"
    TRAIN_OPENED = "train_opened"
    TRAIN_CLOSED = "train_closed"
    SCORED = "scored"
    OUT = "out"
    BLOCKED = "blocked"
    ROUND_OVER = "round_over"
    ROUND_WON = "round_won"
    ROUND_LOST = "round_lost"
    MATCH_WON = "match_won"
    MATCH_LOST = "match_lost"
    IMPOSSIBLE = "impossible"
    LIST_END = "list_end"
    CURSOR = "cursor"
    END_NOTE = "end_note"
    CHAT = "chat"
    JOINED = "joined"
    LEFT = "left"
    INVITED = "invited"


class CueTraits(NamedTuple):
    """The playback of a cue: of two cues, the one with the higher *priority* keeps its source.

    It is learnt in the list of its *lesson*, in the order of the lines below. The same cue from the same
    place is not repeated within *gap* seconds. *variants* is the number of its files, which alternate. Only a
    cue that *ducks* is played softer during speech. A cue that *ends_by_key* is stopped by the next key.
    """

    group: CueGroup
    lesson: CueLesson
    priority: int
    ducks: bool = True
    gap: float = 0.05
    variants: int = 1
    ends_by_key: bool = False


TRAITS: Final[Mapping[Cue, CueTraits]] = {
    Cue.YOUR_TURN: CueTraits(CueGroup.TURN, CueLesson.TURNS, 5, ducks=False),
    Cue.AGAIN: CueTraits(CueGroup.TURN, CueLesson.TURNS, 4),
    Cue.SKIPPED: CueTraits(CueGroup.TURN, CueLesson.TURNS, 4),
    Cue.TURNED_ROUND: CueTraits(CueGroup.TURN, CueLesson.TURNS, 4),
    Cue.TO_COVER: CueTraits(CueGroup.TURN, CueLesson.TURNS, 4),
    Cue.DEAL: CueTraits(CueGroup.TABLE, CueLesson.ROUNDS, 2, ends_by_key=True),
    Cue.PLAYED: CueTraits(CueGroup.TABLE, CueLesson.TILES, 3, variants=5),
    Cue.DOUBLE: CueTraits(CueGroup.TABLE, CueLesson.TILES, 3),
    Cue.SPINNER: CueTraits(CueGroup.TABLE, CueLesson.TILES, 3),
    Cue.DRAWN: CueTraits(CueGroup.TABLE, CueLesson.TILES, 2, variants=3),
    Cue.PASSED: CueTraits(CueGroup.TABLE, CueLesson.TILES, 3),
    Cue.TRAIN_OPENED: CueTraits(CueGroup.TABLE, CueLesson.TILES, 4),
    Cue.TRAIN_CLOSED: CueTraits(CueGroup.TABLE, CueLesson.TILES, 3),
    Cue.SCORED: CueTraits(CueGroup.TABLE, CueLesson.ROUNDS, 3),
    Cue.OUT: CueTraits(CueGroup.TURN, CueLesson.TURNS, 4),
    Cue.BLOCKED: CueTraits(CueGroup.TURN, CueLesson.ROUNDS, 4),
    Cue.ROUND_OVER: CueTraits(CueGroup.TURN, CueLesson.ROUNDS, 4),
    Cue.ROUND_WON: CueTraits(CueGroup.TURN, CueLesson.ROUNDS, 5, ducks=False),
    Cue.ROUND_LOST: CueTraits(CueGroup.TURN, CueLesson.ROUNDS, 5),
    Cue.MATCH_WON: CueTraits(CueGroup.TURN, CueLesson.ROUNDS, 5, ducks=False),
    Cue.MATCH_LOST: CueTraits(CueGroup.TURN, CueLesson.ROUNDS, 5),
    Cue.IMPOSSIBLE: CueTraits(CueGroup.INTERFACE, CueLesson.LISTS, 4, ducks=False),
    Cue.LIST_END: CueTraits(CueGroup.INTERFACE, CueLesson.LISTS, 1),
    Cue.CURSOR: CueTraits(CueGroup.INTERFACE, CueLesson.LISTS, 0),
    Cue.END_NOTE: CueTraits(CueGroup.TABLE, CueLesson.TILES, 1, gap=0.0, ends_by_key=True),
    Cue.CHAT: CueTraits(CueGroup.PEOPLE, CueLesson.LISTS, 1),
    Cue.JOINED: CueTraits(CueGroup.PEOPLE, CueLesson.LISTS, 1),
    Cue.LEFT: CueTraits(CueGroup.PEOPLE, CueLesson.LISTS, 1),
    Cue.INVITED: CueTraits(CueGroup.PEOPLE, CueLesson.LISTS, 1),
}


class PlacedCue(Struct, frozen=True):
    """A cue at a position: *angle* in degrees, -90 at the left and 90 at the right.

    The listener's own cues are near and dry, others (*is_own* false) are further off, with reverberation.
    *gain* scales the amplitude, *pitch* the frequency; *delay* is in seconds from now.
    """

    cue: Cue
    angle: float = 0.0
    is_own: bool = True
    gain: float = 1.0
    pitch: float = 1.0
    delay: float = 0.0


HALF_CIRCLE: Final = 180.0
"""The degrees in front of the listener across which the other seats are spread."""


def angle(after: int, places: int) -> float:
    """The angle of the seat *after* places clockwise from the listener, at a table of *places*.

    The next player clockwise is at the left, the last at the right. The places
    stay the same while the direction of play is reversed, so the next player is then heard at the right.
    """
    return HALF_CIRCLE * after / places - HALF_CIRCLE / 2


def placed_cue(cue: Cue, seat: int | None, players: int, ear: int | None, strength: float = 1.0) -> PlacedCue:
    """*cue* positioned at *seat* for the listener at seat *ear*; near and in the centre if *seat* is None.

    A spectator's place is before the first seat.
    """
    if seat is None or seat == ear:
        return PlacedCue(cue, gain=strength)
    if ear is None:
        return PlacedCue(cue, angle(seat + 1, players + 1), is_own=False, gain=strength)
    return PlacedCue(cue, angle((seat - ear) % players, players), is_own=False, gain=strength)


PENTATONIC: Final = (0, 2, 4, 7, 9)
"""The semitones of the five notes of an octave."""

LOWEST: Final = 0.5
"""The frequency of a blank, as a ratio to the recorded note."""

NOTE_SECONDS: Final = 0.14
"""Seconds from the start of one note to the next."""

OUTERMOST: Final = 45.0
"""The angle of the rightmost end in degrees; the leftmost is at minus this."""


def pitch(pips: int) -> float:
    """The frequency of the note for a number of pips, as a ratio to the recorded note."""
    octave, note = divmod(pips, len(PENTATONIC))
    return LOWEST * 2 ** (octave + PENTATONIC[note] / 12)


def spread(index: int, count: int, outermost: float = OUTERMOST) -> float:
    """The angle of one of several notes, spread from left to right; a single one is in the centre."""
    return outermost * (2 * index / (count - 1) - 1) if count > 1 else 0.0


def end_notes(numbers: Sequence[int], delay: float) -> tuple[PlacedCue, ...]:
    """The numbers of ends as notes, from left to right, the first after *delay* seconds."""
    count = len(numbers)
    return tuple(
        PlacedCue(Cue.END_NOTE, spread(index, count), pitch=pitch(pips), delay=delay + index * NOTE_SECONDS)
        for index, pips in enumerate(numbers)
    )
