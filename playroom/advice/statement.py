"""The sentences of reasons, and win rates."""

from collections.abc import Iterable

from msgspec.structs import replace

from playroom.narration.message import Blank, Half, Message, Players
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand


def statement(entry: str, **blanks: Blank) -> Message:
    """A reason without a subject."""
    return Message(f"reasons.{entry}", blanks=blanks)


def about_seat(entry: str, seat: Seat, **blanks: Blank) -> Message:
    """A reason that opens with the name of a seat."""
    return statement(entry, who=Players((seat,), opens=True), **blanks)


def about_number(entry: str, numbers: Iterable[int], **blanks: Blank) -> Message | None:
    """A reason about the first of *numbers*; None if there is none."""
    number = next(iter(numbers), None)
    return None if number is None else statement(entry, number=number_name(number), **blanks)


def number_name(number: int) -> Message:
    """The number of a tile inside a sentence: "a 5", "an 8"."""
    return statement("number", count=number, half=Half(number))


def at_time(tense: str, reason: Message) -> Message:
    """A reason in a tense: "now" for a possible move, "past" for a move that was made."""
    return replace(reason, blanks={**reason.blanks, "tense": tense})


def has(tiles: Hand, number: int) -> bool:
    """Whether a tile has *number*."""
    return any(tile.has(number) for tile in tiles)


TEN, HUNDRED = 10, 100
"""The number of rounds that a rate refers to: ten, unless two moves would then seem equally good."""


def rate(entry: str, worth: float, **blanks: Blank) -> Message:
    """The win rate of a move, in rounds of ten."""
    return statement(entry, rate=round(TEN * worth), of=TEN, **blanks)


def rates(better: float, worse: float) -> tuple[int, int, int]:
    """The win rates of two moves and their denominator: ten, or a hundred where ten would make them equal."""
    of = TEN if round(TEN * better) != round(TEN * worse) else HUNDRED
    return round(of * better), round(of * worse), of


def rate_beside(entry: str, beside: str, better: float, worse: float, **blanks: Blank) -> tuple[Message, ...]:
    """The rate of the better move as one sentence, and that of the other as the next."""
    first, second, of = rates(better, worse)
    return statement(entry, rate=first, of=of), statement(beside, rate=second, of=of, **blanks)
