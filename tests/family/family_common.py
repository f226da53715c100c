"""What the three games share: tiles, sides, hands and the table as JSON (G-1 to G-10, record format 2).

This referee is written from the rulebooks alone and imports nothing from playroom, so that a mistake in one
of the two shows as a disagreement. It is meant to be read, not to be fast.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Tile = tuple[int, int]
"""The two halves of a tile: the higher half first in hands, as they lie on the table in rows."""

Json = dict[str, Any]


class IllegalActionError(Exception):
    """An action that is not among the legal ones."""


def tiles(text: str) -> list[Tile]:
    """The tiles of a text such as "3-5 0-0", the higher half of each first."""
    return [as_tile(*map(int, word.split("-"))) for word in text.split()]


def as_tile(one: int, other: int) -> Tile:
    return max(one, other), min(one, other)


def written(row: Iterable[Tile]) -> str:
    return " ".join(f"{one}-{other}" for one, other in row)


def fitting(legal: list[str], action: str) -> list[str]:
    """The legal actions that one may mean whose halves may be turned and whose end may be left out."""
    if action in legal:
        return [action]
    tile, _, end = action.partition(" ")
    turned = "-".join(reversed(tile.split("-")))
    meant = {f"{name} {end}".strip() for name in (tile, turned)}
    either = {tile, turned} if not end else set()
    return [each for each in legal if each in meant or each.partition(" ")[0] in either]


def full_set(most: int) -> list[Tile]:
    """The tiles of a double-*most* set (G-1)."""
    return [(high, low) for high in range(most + 1) for low in range(high + 1)]


def pips(hand: Iterable[Tile]) -> int:
    return sum(map(sum, hand))


def is_double(tile: Tile) -> bool:
    return tile[0] == tile[1]


def highest_opening(hands: list[list[Tile]]) -> tuple[int, Tile]:
    """The seat of C-2 and its tile: the highest double, else the heaviest tile, of equals the higher half."""
    held = [(seat, tile) for seat, hand in enumerate(hands) for tile in hand]
    doubles = [each for each in held if is_double(each[1])]
    return max(doubles or held, key=lambda each: (sum(each[1]), each[1]))


@dataclass(frozen=True)
class Play:
    """A tile at an end, its inner half towards the table; the first tile has no end ("")."""

    tile: Tile
    end: str
    inner: int
    outer: int


@dataclass(frozen=True)
class Setup:
    """A table of players: *options* answers every option of the game, *teams* is 0 where all play alone."""

    game: str
    players: tuple[str, ...]
    teams: int
    options: dict[str, Any]

    @property
    def sides(self) -> list[list[int]]:
        """The seats of each side (G-5)."""
        count = self.teams or len(self.players)
        return [[*range(side, len(self.players), count)] for side in range(count)]

    def side_of(self, seat: int) -> int:
        return seat % len(self.sides)


@dataclass(frozen=True)
class Deal:
    """The tiles of a round, and who starts it."""

    hands: list[list[Tile]]
    boneyard: list[Tile]
    starter: int


@dataclass
class Round(ABC):
    """A round in progress; *before* are the totals of the sides when it began, *number* counts from 0."""

    setup: Setup
    deal: Deal
    before: list[int]
    number: int
    hands: list[list[Tile]] = field(init=False)
    boneyard: list[Tile] = field(init=False)
    seat: int = field(init=False)
    scores: list[int] = field(init=False)
    end: str | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.hands = [list(hand) for hand in self.deal.hands]
        self.boneyard = list(self.deal.boneyard)
        self.seat = self.deal.starter
        self.scores = [0] * len(self.setup.sides)

    @property
    def in_hands(self) -> list[Tile]:
        """The tiles of all hands."""
        return [tile for hand in self.hands for tile in hand]

    @property
    def hand(self) -> list[Tile]:
        return self.hands[self.seat]

    def act(self, action: str) -> None:
        """Apply an action of the seat to act, and end the round where it ends it."""
        if action not in self.legal():
            raise IllegalActionError(action)
        if action == "draw":
            self.hand.append(self.boneyard.pop(0))
            self.after_draw()
        elif action == "pass":
            self.after_pass()
        else:
            self.play(self.plays(self.seat)[action])
        if not self.end and self.is_blocked():
            self.finish("blocked")

    def play(self, play: Play) -> None:
        """Put a tile on the table; the round may end with it."""
        seat = self.seat
        self.hand.remove(play.tile)
        self.put(play)
        self.after_play()
        if not self.end and not self.hands[seat]:
            self.seat = seat
            self.finish("out")

    def next_seat(self) -> None:
        """The turn goes clockwise (G-4)."""
        self.seat = (self.seat + 1) % len(self.hands)

    def table(self) -> Json:
        """The table of record format 2."""
        names = self.setup.players
        return {
            "to_act": names[self.seat],
            "ends": self.ends(),
            "must_cover": self.must_cover(),
            "spinner": self.spinner_text(),
            "chain": self.chain(),
            "hands": {name: written(hand) for name, hand in zip(names, self.hands, strict=True)},
            "boneyard": written(self.boneyard),
            "legal": self.legal(),
        }

    def must_cover(self) -> str | None:
        """The end to cover now, which only Mexican train has."""
        return None

    def spinner_text(self) -> str | None:
        """The spinner, which only All fives has."""
        return None

    @abstractmethod
    def plays(self, seat: int) -> dict[str, Play]:
        """The plays that a seat could make if it were to act now, by their notation."""

    @abstractmethod
    def legal(self) -> list[str]:
        """The legal actions of the seat to act, in the order of the record."""

    @abstractmethod
    def ends(self) -> list[Json]: ...

    @abstractmethod
    def chain(self) -> dict[str, str]: ...

    @abstractmethod
    def put(self, play: Play) -> None:
        """Lay a tile on the table."""

    @abstractmethod
    def after_play(self) -> None:
        """What a play scores, and whose turn it is then."""

    @abstractmethod
    def after_draw(self) -> None: ...

    @abstractmethod
    def after_pass(self) -> None: ...

    @abstractmethod
    def is_blocked(self) -> bool:
        """Whether nobody can play and nothing can be drawn (G-7)."""

    @abstractmethod
    def finish(self, end: str) -> None:
        """End the round and score it."""
