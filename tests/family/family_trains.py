"""Mexican train: an engine, a train for each player and the Mexican train (MT-1 to MT-14)."""

from dataclasses import dataclass, field

from family_common import Json, Play, Round, Tile, is_double, pips, written

MEXICAN = "mexican"


@dataclass
class MexicanTrain(Round):
    """A round in progress.

    *owed* are the ends of doubles to be covered, oldest first; *turn* the ends played at in this turn; *free*
    says that nothing was owed when the turn began (MT-10), *drawn* that a tile was drawn since the last play.
    """

    trains: dict[str, list[Tile]] = field(init=False)
    markers: set[str] = field(default_factory=set)
    owed: list[str] = field(default_factory=list)
    turn: list[str] = field(default_factory=list)
    had_a_turn: set[int] = field(default_factory=set)
    free: bool = True
    drawn: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.trains = {end: [] for end in [*(f"train {name}" for name in self.setup.players), MEXICAN]}

    @property
    def engine(self) -> int:
        """MT-3: the highest double in the first round, the next lower one in every other."""
        return int(self.setup.options["set"]) - self.number

    @property
    def own(self) -> str:
        return f"train {self.setup.players[self.seat]}"

    def number_at(self, end: str) -> int:
        return self.trains[end][-1][1] if self.trains[end] else self.engine

    def may_play(self, tile: Tile, end: str) -> bool:
        """Whether the seat to act may play a tile at an end."""
        if self.number_at(end) not in tile:
            return False
        if self.owed:
            return end == self.owed[0] or (
                self.may_double_again() and is_double(tile) and self.is_mine_to_use(end)
            )
        if self.turn:
            return end == self.own
        return self.is_mine_to_use(end)

    def is_mine_to_use(self, end: str) -> bool:
        """MT-6: the own train, the Mexican train and open ones."""
        return end in {self.own, MEXICAN} | self.markers

    def may_double_again(self) -> bool:
        """MT-10."""
        return self.free and bool(self.setup.options["doubles"] == "several")

    def plays(self, seat: int) -> dict[str, Play]:
        assert seat == self.seat
        return {
            f"{written([tile])} {end}": Play(tile, end, self.number_at(end), sum(tile) - self.number_at(end))
            for tile in self.hand
            for end in self.trains
            if self.may_play(tile, end)
        }

    def legal(self) -> list[str]:
        """MT-6 to MT-8, and MT-11: a turn that goes on with nothing owed may be stopped."""
        plays = [*self.plays(self.seat)]
        if self.is_longer_first_turn():
            return [*plays, "pass"]
        if plays:
            return plays
        return ["draw"] if self.boneyard and not self.drawn else ["pass"]

    def is_longer_first_turn(self) -> bool:
        """MT-11: the first turn goes on, after a covered double too (it asks only that none is owed)."""
        first = self.setup.options["first_turn"] == "many" and self.seat not in self.had_a_turn
        fits = any(self.number_at(self.own) in tile for tile in self.hand)
        return first and set(self.turn) == {self.own} and not self.owed and fits

    def put(self, play: Play) -> None:
        """Lay a tile: the own marker comes down (MT-7), and what is owed changes (MT-8 to MT-10)."""
        self.trains[play.end].append((play.inner, play.outer))
        self.turn.append(play.end)
        self.drawn = False
        if play.end == self.own:
            self.markers.discard(self.own)
        if play.end in self.owed:
            self.owed.remove(play.end)
        if is_double(play.tile):
            self.owed.append(play.end)
        self.owed = [end for end in self.owed if self.can_be_covered(end)]

    def after_play(self) -> None:
        """MT-8, MT-10: after a double the turn goes on while one is owed; any other tile ends it."""
        goes_on = is_double(self.trains[self.turn[-1]][-1]) and self.owed
        if not goes_on and not self.is_longer_first_turn():
            self.end_turn()

    def can_be_covered(self, end: str) -> bool:
        """MT-9: whether a tile outside the table could cover the double at an end."""
        return any(self.number_at(end) in tile for tile in [*self.in_hands, *self.boneyard])

    def after_draw(self) -> None:
        self.drawn = True

    def after_pass(self) -> None:
        """MT-7: the marker goes up; MT-11: a pass that only stops a longer first turn puts none up."""
        if not self.is_longer_first_turn():
            self.markers.add(self.own)
        self.end_turn()

    def end_turn(self) -> None:
        self.had_a_turn.add(self.seat)
        self.turn = []
        self.drawn = False
        self.free = not self.owed
        self.next_seat()

    def is_blocked(self) -> bool:
        """MT-12: closed trains count too, as they open when their owners pass."""
        numbers = set(map(self.number_at, self.trains))
        return not self.boneyard and not any(numbers & set(tile) for tile in self.in_hands)

    def finish(self, end: str) -> None:
        """MT-13."""
        self.end = end
        blank = int(self.setup.options["double_blank"])
        self.scores = [pips(hand) + blank * ((0, 0) in hand) for hand in self.hands]

    def ends(self) -> list[Json]:
        owners = [*self.setup.players, None]
        return [
            {
                "id": end,
                "number": self.number_at(end),
                "adds": None,
                "owner": owner,
                "open": end == MEXICAN or end in self.markers,
            }
            for end, owner in zip(self.trains, owners, strict=True)
        ]

    def chain(self) -> dict[str, str]:
        return {
            "engine": f"{self.engine}-{self.engine}",
            **{end: written(row) for end, row in self.trains.items()},
        }

    def must_cover(self) -> str | None:
        return self.owed[0] if self.owed else None
