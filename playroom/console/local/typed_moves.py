"""What is typed at a table of wood: tiles in digits, and names and moves by their beginnings."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from playroom.narration.message import Either, Message, answer
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.rules.layout import DOWN, LEFT, MEXICAN, RIGHT, UP, End, train
from playroom.rules.move import Draw, Pass
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile
from playroom.voice.history import folded

ENDS: Final[Mapping[str, End]] = {"left": LEFT, "right": RIGHT, "up": UP, "down": DOWN, "mexican": MEXICAN}
"""The ends that have a word of their own in each language."""

PARTS: Final = re.compile(r"\d+|[^\W\d_]+")


class TypedMove(Struct, frozen=True):
    """What was typed: whose move it is (None for the one to move), a draw or a pass, and a tile at an end."""

    seat: Seat | None = None
    move: Draw | Pass | None = None
    tile: Tile | None = None
    end: End | None = None


class NotUnderstood(ValueError):  # noqa: N818 (a refusal, not an error of the program)
    """A line that means nothing here, and the *message* that says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.entry)
        self.message = message


class TypedWords(Struct, frozen=True):
    """The words that are understood in one language, without accents: for draws, passes and ends."""

    known: Mapping[str, Sequence[str]]

    def mean(self, word: str, kind: str) -> bool:
        """Whether *word* begins a word of this kind."""
        return any(each.startswith(word) for each in self.known[kind])


def words_of(book: Phrasebook) -> TypedWords:
    """The words of a language."""
    kinds = ("draw", "pass", "play", "train", *ENDS)
    return TypedWords({kind: folded(book.say(Message(f"companion.words.{kind}"))).split() for kind in kinds})


def typed_move(text: str, names: Sequence[str], highest: int, words: TypedWords) -> TypedMove:
    """The move of a typed line, "53", "ben 5 3 left", "b p"; NotUnderstood if it is none.

    A word before the tile is a name or a move, one after it an end. *highest* is the set's highest number.
    """
    parts = PARTS.findall(folded(text))
    digits = [at for at, part in enumerate(parts) if part.isdigit()]
    before, after = (parts[: digits[0]], parts[digits[-1] + 1 :]) if digits else (parts, [])
    seat, move = _actor(before, names, words, has_tile=bool(digits))
    tile = one_tile(text, highest) if digits else None
    if move is None and tile is None:
        raise NotUnderstood(answer("companion.no_move"))
    return TypedMove(seat, move, tile, _end(after, names, words))


def _actor(
    before: Sequence[str], names: Sequence[str], words: TypedWords, *, has_tile: bool
) -> tuple[Seat | None, Draw | Pass | None]:
    """Who moves, and whether they draw or pass; the last word is a move rather than a name."""
    seat: Seat | None = None
    move: Draw | Pass | None = None
    for at, word in enumerate(before):
        is_last = at == len(before) - 1
        found = None if is_last and not has_tile and _move(word, words) else _seat(word, names)
        if found is not None and seat is None:
            seat = found
        elif made := _move(word, words):
            move = made
        elif not words.mean(word, "play"):
            raise NotUnderstood(answer("companion.unknown_word", word=word))
    return seat, move


def _move(word: str, words: TypedWords) -> Draw | Pass | None:
    if words.mean(word, "pass"):
        return Pass()
    return Draw() if words.mean(word, "draw") else None


def _seat(word: str, names: Sequence[str]) -> Seat | None:
    """The seat whose name begins so; None if there is none."""
    found = [seat for seat, name in enumerate(names) if folded(name).startswith(word)]
    exact = [seat for seat in found if folded(names[seat]) == word]
    if len(found) > 1 and len(exact) != 1:
        several = Either(tuple(names[seat] for seat in found))
        raise NotUnderstood(answer("companion.which_name", names=several))
    return next(iter(exact or found), None)


def _end(after: Sequence[str], names: Sequence[str], words: TypedWords) -> End | None:
    """The end that the words after a tile name."""
    end = None
    for word in after:
        named = next((each for kind, each in ENDS.items() if words.mean(word, kind)), None)
        if named is None and not words.mean(word, "train"):
            seat = _seat(word, names)
            if seat is None:
                raise NotUnderstood(answer("companion.unknown_word", word=word))
            named = train(seat)
        end = named or end
    return end


def one_tile(text: str, highest: int) -> Tile:
    """The one tile of a line; NotUnderstood if there is none or another number of them."""
    found = typed_tiles(text, highest)
    if len(found) != 1:
        raise NotUnderstood(answer("companion.one_tile"))
    return found[0]


def typed_hand(text: str, highest: int) -> Hand:
    """The tiles of a line of digits alone; NotUnderstood also if there are letters."""
    if any(map(str.isalpha, text)):
        raise NotUnderstood(answer("companion.not_tiles", highest=highest))
    return typed_tiles(text, highest)


def typed_tiles(text: str, highest: int) -> Hand:
    """The tiles of a line of digits, "53 64", "5 3 6 4" or "5364"; NotUnderstood if it has others.

    Where numbers have two digits, each half stands alone: "12 3 10 0".
    """

    def split(number: str) -> tuple[str, ...]:
        """The two halves of a number in one piece, if only two can be meant: "123" is 12 and 3."""
        ways = [(number[:at], number[at:]) for at in range(1, len(number))]
        possible = [
            way for way in ways if all(int(half) <= highest and str(int(half)) == half for half in way)
        ]
        return possible[0] if len(possible) == 1 else (number,)

    numbers = re.findall(r"\d+", text)
    if highest < 10:  # noqa: PLR2004 (halves of one digit)
        numbers = [*"".join(numbers)]
    if len(numbers) % 2:
        numbers = [half for number in numbers for half in split(number)]
    halves = [int(number) for number in numbers]
    wrong = next((half for half in halves if half > highest), None)
    if len(halves) % 2 or wrong is not None:
        raise NotUnderstood(answer("companion.not_tiles", highest=highest))
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return tuple(Tile(min(pair), max(pair)) for pair in pairs)
