"""What reasons are made of: sentences about a seat, a number, or nobody."""

from collections.abc import Iterable

from playroom.narration.message import Blank, Half, Message, Players
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand


def statement(entry: str, **blanks: Blank) -> Message:
    """A reason about nobody."""
    return Message(f"reasons.{entry}", blanks=blanks)


def about_seat(entry: str, seat: Seat, **blanks: Blank) -> Message:
    """A reason that opens with the name of a seat."""
    return statement(entry, who=Players((seat,), opens=True), **blanks)


def about_number(entry: str, numbers: Iterable[int], **blanks: Blank) -> Message | None:
    """A reason about the first of *numbers*; None if there is none."""
    number = next(iter(numbers), None)
    return None if number is None else statement(entry, number=number_told(number), **blanks)


def number_told(number: int) -> Message:
    """The number of a tile inside a sentence: "a 5", "an 8"."""
    return statement("number", count=number, half=Half(number))


def has(tiles: Hand, number: int) -> bool:
    """Whether a tile has *number*."""
    return any(tile.has(number) for tile in tiles)
