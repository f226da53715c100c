"""The layout: the tiles on the table, and its open ends."""

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from functools import cache, cached_property
from itertools import chain
from typing import ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from playroom.rules.seat import Seat
from playroom.rules.tile import Tile


class Arm(StrEnum):
    """A part of the layout that grows; the values are those of the game record."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    TRAIN = "train"
    MEXICAN = "mexican"
    ON = "on"


class End(NamedTuple):
    """The identity of an end: its arm, and *which*: the owner of a train, or the number of alike ends."""

    arm: Arm
    which: Seat | int | None = None

    def __str__(self) -> str:
        return str(self.arm) if self.which is None else f"{self.arm} {self.which}"

    @property
    def owner(self) -> Seat | None:
        """The seat that owns a train; None of any other end."""
        return self.which if self.arm is Arm.TRAIN else None


LEFT, RIGHT = End(Arm.LEFT), End(Arm.RIGHT)
UP, DOWN = End(Arm.UP), End(Arm.DOWN)
MEXICAN = End(Arm.MEXICAN)
SIDES = (LEFT, RIGHT, UP, DOWN)


@cache
def train(owner: Seat) -> End:
    """The end of the train of *owner* (MT-5)."""
    return End(Arm.TRAIN, owner)


def on(number: int) -> End:
    """All ends with this *number*, which are alike (CF-4)."""
    return End(Arm.ON, number)


class OpenEnd(NamedTuple):
    """The state of an end: its number, and what it *adds* to the sum of the ends (AF-6, PP-4).

    A train's end has an owner; it is open to the others only while its marker is up (MT-5).
    """

    end: End
    number: int
    adds: int = 0
    is_open: bool = True


class Laid(NamedTuple):
    """A tile in its orientation: the left half first; off the line, the inner half first."""

    left: int
    right: int

    def __str__(self) -> str:
        return f"{self.left}-{self.right}"

    @property
    def tile(self) -> Tile:
        """The tile itself."""
        return Tile(min(self), max(self))


NO_ENDS: tuple[End, ...] = ()

Row = tuple[Laid, ...]
"""Connected tiles: the line from left to right, any other row from the inside out."""


def total(ends: tuple[OpenEnd, ...]) -> int:
    """The sum of the ends: a double counts both halves (PP-4, AF-6), a lone tile each half once (PP-7)."""
    return sum([end.adds for end in ends])


def placed(end: End | None, inner: int, outer: int) -> Laid:
    """A tile oriented for *end*, with its *inner* half inside; None is the first tile of the line."""
    return Laid(outer, inner) if end == LEFT else Laid(inner, outer)


def first_laid(tile: Tile) -> Laid:
    """The first tile in its orientation: the higher half left."""
    return Laid(tile.high, tile.low)


class Line(Struct, frozen=True, dict=True, tag=True):
    """One row of tiles with a left and a right end; empty before the first tile."""

    line: Row = ()
    owing_arms: ClassVar = NO_ENDS
    toes_owed: ClassVar = NO_ENDS

    @cached_property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The left and the right end; none before the first tile."""
        if not self.line:
            return ()
        first, last = self.line[0], self.line[-1]
        is_alone = len(self.line) == 1
        return (
            OpenEnd(LEFT, first.left, first.left if is_alone else _weight(first, first.left)),
            OpenEnd(RIGHT, last.right, last.right if is_alone else _weight(last, last.right)),
        )

    @property
    def rows(self) -> Mapping[str, Row]:
        """Every row of tiles, by its name in the game record."""
        return {"line": self.line}

    def joined(self, laid: Laid, end: End | None) -> "Line":
        """The layout with one more tile at *end* (G-2)."""
        return Line((laid, *self.line) if end == LEFT else (*self.line, laid))


class Cross(Struct, frozen=True, dict=True, tag=True):
    """A line whose first double, the spinner, takes tiles on four sides (AF-3).

    If it *begins_all* of its arms, left, right, up and down, only the next to begin is open until all have a
    tile (CR-2). If it *owes_doubles*, the arms of one tile are then open to a double alone, and the others
    closed; those *freed* do not owe one (CR-3).
    """

    main: Line = Line()
    spinner: Laid | None = None
    up: Row = ()
    down: Row = ()
    begins_all: bool = False
    owes_doubles: bool = False
    freed: tuple[End, ...] = ()
    toes_owed: ClassVar = NO_ENDS

    @cached_property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The ends of the line, then up and, once a tile lies there, down."""
        ends = self.main.open_ends
        if self.begins_all and self.spinner is not None and None in self.arms:
            return (OpenEnd(SIDES[self.arms.index(None)], self.spinner.left),)
        if self.owing_arms:
            return tuple(arm for arm in self.arms if arm and arm.end in self.owing_arms)
        if self.spinner is None or self.spinner in (self.main.line[0], self.main.line[-1]):
            return ends
        up = _arm(UP, self.up, self.spinner.left)
        return (*ends, up, _arm(DOWN, self.down, self.spinner.left)) if self.up else (*ends, up)

    @cached_property
    def arms(self) -> tuple[OpenEnd | None, ...]:
        """The ends left, right, up and down of the spinner; None where no tile lies yet."""
        if self.spinner is None:
            return ()
        left, right = self.main.open_ends
        return (
            None if self.main.line[0] == self.spinner else left,
            None if self.main.line[-1] == self.spinner else right,
            _arm(UP, self.up, self.spinner.left) if self.up else None,
            _arm(DOWN, self.down, self.spinner.left) if self.down else None,
        )

    @cached_property
    def owing_arms(self) -> tuple[End, ...]:
        """The open ends if they take doubles alone, while all others are closed (CR-3); else none."""
        return () if None in self.arms else self.short_arms

    @property
    def short_arms(self) -> tuple[End, ...]:
        """The arms of one tile that owe a double, or will once all have begun (CR-3)."""
        if not self.owes_doubles or self.spinner is None:
            return ()
        left = self.main.line.index(self.spinner)
        lengths = (left, len(self.main.line) - 1 - left, len(self.up), len(self.down))
        arms = (end for end, length in zip(SIDES, lengths, strict=True) if length == 1)
        return tuple(end for end in arms if end not in self.freed)

    @property
    def rows(self) -> Mapping[str, Row]:
        """Every row of tiles, by its name in the game record."""
        return {"line": self.main.line, "up": self.up, "down": self.down}

    def joined(self, laid: Laid, end: End | None) -> "Cross":
        """The layout with one more tile at *end*; the first double of the round becomes the spinner."""
        spinner = laid if self.spinner is None and laid.left == laid.right else self.spinner
        if end == UP:
            return replace(self, up=(*self.up, laid))
        if end == DOWN:
            return replace(self, down=(*self.down, laid))
        return replace(self, main=self.main.joined(laid, end), spinner=spinner)


class Trains(Struct, frozen=True, dict=True, tag=True):
    """A train for each of *seats* and one Mexican train, all starting at the engine (MT-5)."""

    engine: Tile
    seats: tuple[Seat, ...]
    trains: tuple[Row, ...]
    mexican: Row = ()
    markers: frozenset[Seat] = frozenset()
    owing_arms: ClassVar = NO_ENDS
    toes_owed: ClassVar = NO_ENDS

    @cached_property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The end of each train by seats, then of the Mexican train; including closed trains."""
        trains = (
            _arm(train(seat), row, self.engine.high, is_open=seat in self.markers)
            for seat, row in zip(self.seats, self.trains, strict=True)
        )
        return (*trains, _arm(MEXICAN, self.mexican, self.engine.high))

    @property
    def rows(self) -> Mapping[str, Row]:
        """Every row of tiles, by the end at which it grows."""
        trains = {str(train(seat)): row for seat, row in zip(self.seats, self.trains, strict=True)}
        return {**trains, str(MEXICAN): self.mexican}

    def joined(self, laid: Laid, end: End | None) -> "Trains":
        """The layout with one more tile at *end*."""
        if end == MEXICAN:
            return replace(self, mexican=(*self.mexican, laid))
        trains = (
            (*row, laid) if end == train(seat) else row
            for seat, row in zip(self.seats, self.trains, strict=True)
        )
        return replace(self, trains=tuple(trains))

    def marked(self, seat: Seat, *, up: bool) -> "Trains":
        """The layout with the marker of *seat* placed if *up*, else removed (MT-7)."""
        return replace(self, markers=self.markers | {seat} if up else self.markers - {seat})


TOES = 3
"""The toes of every foot but the first (CF-2)."""


class Feet(Struct, frozen=True, dict=True, tag=True):
    """A tree of arms: each begins at the engine, or at the double that ends an older arm (CF-2).

    Such a double is a foot, the tiles that join it are its toes. *numbers* are those of the set, *first_toes*
    the toes of the engine; *arms* lie in the order of their age.
    """

    engine: Tile
    numbers: int
    first_toes: int
    arms: tuple[Row, ...] = ()
    owing_arms: ClassVar = NO_ENDS

    @cached_property
    def bag(self) -> Counter[int]:
        """How many arms end in each number, without those that end in a double."""
        return Counter(row[-1].right for row in self.arms if row[-1].left != row[-1].right)

    @cached_property
    def missing(self) -> Mapping[int, int]:
        """How many toes each foot lacks, by its number."""
        feet = {self.engine.high: self.first_toes}
        feet |= {row[-1].left: TOES for row in self.arms if row[-1].left == row[-1].right}
        toes = Counter(row[0].left for row in self.arms)
        return {number: needs - toes[number] for number, needs in feet.items()}

    @cached_property
    def toes_owed(self) -> tuple[End, ...]:
        """The end of the foot that must get its toes, once for each that is missing; none if no foot must.

        A foot is over once every tile with its number lies (CF-3); only the latest can lack toes before.
        """
        lacking = (each for each in self.missing.items() if each[1])
        return next(((on(number),) * lacks for number, lacks in lacking if self._is_left(number)), ())

    @cached_property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The foot that must get its toes; else every number at which an arm ends, ascending."""
        numbers = [self.toes_owed[0].which] if self.toes_owed else sorted(self.bag)
        return tuple(OpenEnd(on(number), number) for number in numbers if number is not None)

    def count(self, number: int) -> int:
        """How many ends with *number* are open: arms, or the toes that the foot lacks."""
        return len(self.toes_owed) or self.bag[number]

    @property
    def rows(self) -> Mapping[str, Row]:
        """Every row of tiles, by its number in the game record: the arms, the oldest first."""
        return {str(place): row for place, row in enumerate(self.arms, 1)}

    def joined(self, laid: Laid, end: End | None) -> "Feet":  # noqa: ARG002 (the inner half says where)
        """The layout with one more tile: a toe begins an arm, another lengthens the oldest that it fits."""
        if self.toes_owed:
            return replace(self, arms=(*self.arms, (laid,)))
        fits = (at for at, row in enumerate(self.arms) if row[-1].left != row[-1].right == laid.left)
        at = next(fits)
        return replace(self, arms=(*self.arms[:at], (*self.arms[at], laid), *self.arms[at + 1 :]))

    def _is_left(self, number: int) -> bool:
        """Whether a tile with *number* does not lie yet."""
        lying = sum([number in laid for row in self.arms for laid in row])
        return lying + self.engine.has(number) < self.numbers


Layout = Line | Cross | Trains | Feet
"""The tiles on the table: *owing_arms* are none but in a cross, *toes_owed* none but on feet."""


def laid_tiles(layout: Layout) -> tuple[Laid, ...]:
    """Every tile on the table without the engine."""
    return tuple(chain.from_iterable(layout.rows.values()))


def _arm(end: End, row: Row, root: int, *, is_open: bool = True) -> OpenEnd:
    """The end of a row that starts at the number *root*; an empty row adds nothing to the sum."""
    if not row:
        return OpenEnd(end, root, 0, is_open)
    return OpenEnd(end, row[-1].right, _weight(row[-1], row[-1].right), is_open)


def _weight(laid: Laid, outer: int) -> int:
    """The pips that the outer half of an end tile adds to the sum of the ends (PP-4, AF-6)."""
    return 2 * outer if laid.left == laid.right else outer
