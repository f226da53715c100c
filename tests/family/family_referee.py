"""A second implementation of All fives, Matador and Mexican train, which gives the JSON of record format 2.

Readings, where a clause leaves something open:

- AF-5, MA-6: a deal that leaves no more tiles than the reserve is allowed; nothing can be drawn then.
- MA-7: on an empty table nothing fits yet, so that the first tile must be played.
- MT-8, MT-11: covering a double ends the turn, but not a longer first turn, while MT-11 lets that go on.
- MT-11: it is open to a stuck player too who drew the first tile of the turn.
- `winners` stand in the order of the seats; a match without a round has no table.
"""

from dataclasses import dataclass, field
from typing import Any

from family_common import (
    Deal,
    IllegalActionError,
    Json,
    Round,
    Setup,
    Tile,
    fitting,
    full_set,
    highest_opening,
)
from family_lines import AllFives, Matador
from family_trains import MexicanTrain

ROUNDS: dict[str, type[Round]] = {"all-fives": AllFives, "matador": Matador, "mexican-train": MexicanTrain}

CHOICES: dict[str, dict[str, list[Any]]] = {
    "all-fives": {
        "hand": [5, 7, 9],
        "lead": ["winner", "double"],
        "spinner": [True, False],
        "after_draw": ["until_playable", "may_play", "wait"],
        "reserve": [0, 1, 2],
        "blocked": ["others", "difference"],
        "points": ["sum", "fives"],
        "finish": ["at_once", "round_end"],
    },
    "matador": {
        "hand": [5, 6, 7],
        "opening": ["highest", "any"],
        "after_draw": ["until_playable", "may_play", "wait"],
        "reserve": [2, 0, 1],
        "keep_matadors": [False, True],
        "blocked": ["others", "difference"],
    },
    "mexican-train": {
        "set": [9, 12, 15, 18],
        "hand": [*range(5, 17)],
        "doubles": ["one", "several"],
        "first_turn": ["one", "many"],
        "double_blank": [50, 0, 10, 25],
    },
}
"""The options with a list of answers. The first is the default, but for those that `defaults` knows."""


class InvalidSetupError(Exception):
    """A table that the rulebook does not allow, or a hand size that cannot be dealt."""


def set_up(game: str, players: tuple[str, ...], teams: int, given: dict[str, Any]) -> Setup:
    """The table with every option answered; InvalidSetupError by AF-1, MA-1, MT-1 and MT-2."""
    options = {name: choices[0] for name, choices in CHOICES[game].items()} | defaults(
        game, len(players), given
    )
    setup = Setup(game, players, teams, options | given)
    if why := objection(setup):
        raise InvalidSetupError(why)
    return setup


def defaults(game: str, players: int, given: dict[str, Any]) -> dict[str, Any]:
    """The default answers that depend on players or on another answer."""
    if game == "all-fives":
        return {"hand": 7 if players == 2 else 5, "target": 61 if given.get("points") == "fives" else 250}
    if game == "matador":
        return {"hand": {2: 7, 3: 6}.get(players, 5), "target": 100}
    most = given.get("set", 9 if players <= 4 else 12 if players <= 8 else 15)
    hands = {
        9: {2: 12, 3: 11, 4: 10},
        12: {5: 12, 6: 12, 7: 10, 8: 10},
        15: {7: 12, 8: 12, 9: 11, 10: 11},
        18: {},
    }
    return {
        "set": most,
        "hand": hands[most].get(players, 0 if most == 9 else 15),
        "rounds": most + 1,
    }


def objection(setup: Setup) -> str | None:
    """Why a table cannot be."""
    players, options = len(setup.players), setup.options
    trains = setup.game == "mexican-train"
    if not 2 <= players <= (10 if trains else 4):
        return "players"
    if setup.teams not in ({0, 2} if players == 4 and not trains else {0}):
        return "teams"
    if trains and players > {9: 4, 12: 8}.get(options["set"], 10):
        return "set"
    if trains and not 1 <= options["rounds"] <= options["set"] + 1:
        return "rounds"
    return "hand" if players * options["hand"] > len(pack(setup, 0)) else None


def pack(setup: Setup, number: int) -> list[Tile]:
    """The tiles to be dealt in a round counted from 0: without its engine in Mexican train (MT-3)."""
    if setup.game != "mexican-train":
        return full_set(6)
    most = int(setup.options["set"])
    return [tile for tile in full_set(most) if tile != (most - number, most - number)]


@dataclass
class Match:
    """The rounds of a match so far."""

    setup: Setup
    rounds: list[Round] = field(default_factory=list)

    def begin(self, hands: list[list[Tile]], boneyard: list[Tile], starter: int) -> None:
        """Deal a round; *starter* must be the seat that the rules name, where they name one."""
        assert self.current is None
        assert not self.over
        assert starter == self.known_starter(hands) or self.known_starter(hands) is None
        assert sorted([*(tile for hand in hands for tile in hand), *boneyard]) == pack(
            self.setup, len(self.rounds)
        )
        deal = Deal(hands, boneyard, starter)
        self.rounds.append(ROUNDS[self.setup.game](self.setup, deal, self.totals, len(self.rounds)))

    def act(self, action: str) -> None:
        """Apply an action of the seat to act; IllegalActionError if it is not a legal one."""
        assert self.current
        self.current.act(action)

    def read(self, line: str) -> None:
        """Apply an action of a record, such as "Ada 3-5 up" or, where one end alone fits, "Ada 5-3"."""
        assert self.current
        name, legal = f"{self.setup.players[self.current.seat]} ", self.current.legal()
        meant = fitting(legal, line.removeprefix(name))
        if not line.startswith(name) or len(meant) != 1:
            raise IllegalActionError(line)
        self.act(meant[0])

    @property
    def current(self) -> Round | None:
        """The round in progress."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].end else None

    def known_starter(self, hands: list[list[Tile]]) -> int | None:
        """The seat that starts a round with these hands, or None where chance decides (AF-2, MA-2, MT-4)."""
        options, last = self.setup.options, self.rounds[-1] if self.rounds else None
        if self.setup.game == "matador" or options.get("lead") == "double":
            return highest_opening(hands)[0]
        if self.setup.game == "mexican-train":
            return (last.deal.starter + 1) % len(hands) if last else None
        return last.seat if last and last.end == "out" else None

    @property
    def totals(self) -> list[int]:
        """The score of each side over all rounds."""
        return [sum(each.scores[side] for each in self.rounds) for side in range(len(self.setup.sides))]

    @property
    def over(self) -> bool:
        """AF-9, MA-9: at the target; MT-14: after the last engine, or a number of rounds."""
        if not self.rounds or self.current:
            return False
        if self.setup.game == "mexican-train":
            return len(self.rounds) == int(self.setup.options["rounds"])
        return max(self.totals) >= int(self.setup.options["target"])

    @property
    def winners(self) -> list[str]:
        """The players of the best sides; equal totals share the win (G-10)."""
        if not self.over:
            return []
        best = (min if self.setup.game == "mexican-train" else max)(self.totals)
        players = enumerate(self.setup.players)
        return [name for seat, name in players if self.totals[self.setup.side_of(seat)] == best]

    def summary(self) -> Json:
        """What `playroom replay --json` prints."""
        names = self.setup.players
        return {
            "game": self.setup.game,
            "over": self.over,
            "winners": self.winners,
            "sides": [
                {"players": [names[seat] for seat in side], "total": total, "in": True}
                for side, total in zip(self.setup.sides, self.totals, strict=True)
            ],
            "rounds": [{"end": each.end, "scores": list(each.scores)} for each in self.rounds],
            "table": self.current.table() if self.current else None,
        }
