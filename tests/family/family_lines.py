"""All fives and Matador: one line of tiles, drawing by AF-5, and scores for what others hold (AF-8)."""

from abc import abstractmethod
from dataclasses import dataclass, field

from family_common import Json, Play, Round, Tile, highest_opening, is_double, pips, written


@dataclass
class LineRound(Round):
    """A round with a line on the table; *drawn* counts the tiles drawn in this turn."""

    line: list[Tile] = field(default_factory=list)
    drawn: int = 0

    @abstractmethod
    def numbers(self) -> dict[str, int]:
        """The number of each open end, in the order of the names of ends."""

    @abstractmethod
    def ways(self, tile: Tile, number: int) -> list[int]:
        """The halves of a tile that may lie inside at an end of this number."""

    @abstractmethod
    def opens_with_highest(self) -> bool:
        """Whether the first tile is that of C-2."""

    @abstractmethod
    def may_draw_instead(self, plays: dict[str, Play]) -> bool:
        """Whether a seat that can play may draw all the same."""

    @abstractmethod
    def rounded(self, points: int) -> int:
        """What the pips at the end of a round are worth."""

    def plays(self, seat: int) -> dict[str, Play]:
        if not self.line:
            return self.openings(seat)
        return {
            self.notation(play): play
            for tile in self.hands[seat]
            for end, number in self.numbers().items()
            for play in (Play(tile, end, inner, sum(tile) - inner) for inner in self.ways(tile, number))
        }

    def openings(self, seat: int) -> dict[str, Play]:
        """The first tiles that may be played: any, or the one of C-2 (AF-2, MA-2)."""
        hand = [highest_opening(self.hands)[1]] if self.opens_with_highest() else self.hands[seat]
        return {written([tile]): Play(tile, "", *tile) for tile in hand}

    def notation(self, play: Play) -> str:
        """The play as an action, the higher half first."""
        return f"{written([play.tile])} {play.end}"

    def drawable(self) -> bool:
        return len(self.boneyard) > int(self.setup.options["reserve"])

    def legal(self) -> list[str]:
        """AF-4, AF-5 and C-9."""
        plays = self.plays(self.seat)
        once = self.setup.options["after_draw"] == "may_play" and self.drawn > 0
        draws = self.drawable() and not once and (not plays or self.may_draw_instead(plays))
        passes = once or not (plays or draws)
        return [*plays, *["draw"] * draws, *["pass"] * passes]

    def put(self, play: Play) -> None:
        if play.end == "left":
            self.line.insert(0, (play.outer, play.inner))
        else:
            self.line.append((play.inner, play.outer))

    def after_play(self) -> None:
        self.end_turn()

    def after_draw(self) -> None:
        """AF-5: with `wait` the draw is the whole turn."""
        self.drawn += 1
        if self.setup.options["after_draw"] == "wait":
            self.end_turn()

    def after_pass(self) -> None:
        self.end_turn()

    def end_turn(self) -> None:
        self.drawn = 0
        self.next_seat()

    def is_blocked(self) -> bool:
        return not self.drawable() and not any(self.plays(seat) for seat in range(len(self.hands)))

    def finish(self, end: str) -> None:
        """AF-8: the side that went out, or after a block has the fewest pips, scores what others hold."""
        self.end = end
        held = [sum(pips(self.hands[seat]) for seat in side) for side in self.setup.sides]
        if end == "out":
            side = self.setup.side_of(self.seat)
        elif held.count(min(held)) == 1:
            side = held.index(min(held))
        else:
            return
        own = held[side] if end == "blocked" and self.setup.options["blocked"] == "difference" else 0
        self.scores[side] += self.rounded(sum(held) - held[side] - own)


@dataclass
class AllFives(LineRound):
    """AF-1 to AF-10; the arms up and down hold tiles from the inside out."""

    arms: dict[str, list[Tile]] = field(default_factory=lambda: {"up": [], "down": []})
    spinner: Tile | None = None

    def numbers(self) -> dict[str, int]:
        """AF-3: `up` opens once both sides of the spinner are covered, `down` once `up` has a tile."""
        if not self.line:
            return {}
        numbers = {"left": self.line[0][0], "right": self.line[-1][1]}
        if self.spinner and self.spinner in self.line[1:-1]:
            numbers["up"] = self.arm_number("up")
        if self.arms["up"]:
            numbers["down"] = self.arm_number("down")
        return numbers

    def arm_number(self, arm: str) -> int:
        assert self.spinner
        return [self.spinner, *self.arms[arm]][-1][1]

    def adds(self, end: str) -> int:
        """What an end adds to the sum (AF-6); a tile alone on the table adds one half at each end."""
        arm = {"left": self.line[:1], "right": self.line[-1:], **self.arms}[end]
        if not arm:
            return 0
        return sum(arm[-1]) if is_double(arm[-1]) and len(self.line) > 1 else self.numbers()[end]

    def ends(self) -> list[Json]:
        return [
            {"id": end, "number": number, "adds": self.adds(end), "owner": None, "open": True}
            for end, number in self.numbers().items()
        ]

    def chain(self) -> dict[str, str]:
        return {"line": written(self.line), **{arm: written(row) for arm, row in self.arms.items()}}

    def spinner_text(self) -> str | None:
        return written([self.spinner]) if self.spinner else None

    def ways(self, tile: Tile, number: int) -> list[int]:
        return [number] if number in tile else []

    def opens_with_highest(self) -> bool:
        return bool(self.setup.options["lead"] == "double")

    def may_draw_instead(self, plays: dict[str, Play]) -> bool:
        return not plays

    def rounded(self, points: int) -> int:
        """AF-8: to the nearest five, 1 and 2 down, 3 and 4 up."""
        return self.worth((points + 2) // 5 * 5)

    def worth(self, score: int) -> int:
        """AF-10."""
        return score // 5 if self.setup.options["points"] == "fives" else score

    def put(self, play: Play) -> None:
        if play.end in self.arms:
            self.arms[play.end].append((play.inner, play.outer))
        else:
            super().put(play)
        if self.setup.options["spinner"] and not self.spinner and is_double(play.tile):
            self.spinner = play.tile

    def after_play(self) -> None:
        """AF-7, and AF-9: the target ends the round at that very moment, unless rounds are played out."""
        side = self.setup.side_of(self.seat)
        total = sum(map(self.adds, self.numbers()))
        if total % 5 == 0:
            self.scores[side] += self.worth(total)
        reached = self.before[side] + self.scores[side] >= self.setup.options["target"]
        if reached and self.setup.options["finish"] == "at_once":
            self.end = "target"
        else:
            super().after_play()


@dataclass
class Matador(LineRound):
    """MA-1 to MA-9."""

    def numbers(self) -> dict[str, int]:
        return {"left": self.line[0][0], "right": self.line[-1][1]} if self.line else {}

    def ways(self, tile: Tile, number: int) -> list[int]:
        """MA-3 to MA-5: what makes seven, or either half of a matador, the higher half first."""
        halves = dict.fromkeys(tile)
        return [half for half in halves if is_matador(tile) or half + number == 7]

    def notation(self, play: Play) -> str:
        """A matador is written inner half first (record format 2)."""
        if is_matador(play.tile):
            return f"{play.inner}-{play.outer} {play.end}"
        return super().notation(play)

    def ends(self) -> list[Json]:
        return [
            {"id": end, "number": number, "adds": None, "owner": None, "open": True}
            for end, number in self.numbers().items()
        ]

    def chain(self) -> dict[str, str]:
        return {"line": written(self.line)}

    def opens_with_highest(self) -> bool:
        return bool(self.setup.options["opening"] == "highest")

    def may_draw_instead(self, plays: dict[str, Play]) -> bool:
        """MA-7: while only matadors fit. On an empty table nothing fits yet: a tile must be played."""
        only_matadors = all(is_matador(play.tile) for play in plays.values())
        return bool(self.setup.options["keep_matadors"] and self.line and only_matadors)

    def rounded(self, points: int) -> int:
        """MA-8: without rounding."""
        return points


def is_matador(tile: Tile) -> bool:
    """MA-4."""
    return sum(tile) in {0, 7}
