"""Examples of the clauses: a few tiles, some actions, and what is true after them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from family_common import Deal, Round, tiles
from family_referee import ROUNDS, set_up

BOOKS = {"AF": "all-fives", "MA": "matador", "MT": "mexican-train"}


@dataclass(frozen=True)
class Case:
    """A clause, a sentence of it, and an example.

    *hands* stand from seat 0, which starts; *actions* are those of the seats in turn, forced passes too;
    *totals* are those of the sides before the round, *number* counts rounds from 0.
    """

    clause: str
    sentence: str
    hands: str
    actions: str
    then: Mapping[str, object]
    boneyard: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    teams: int = 0
    totals: tuple[int, ...] = ()
    number: int = 0

    def __str__(self) -> str:
        return f"{self.clause} {self.sentence}"


def after(case: Case) -> Round:
    """The round of a case after its actions."""
    hands = [tiles(hand) for hand in case.hands.split(",")]
    game = BOOKS[case.clause[:2]]
    setup = set_up(game, tuple("ABCDEFGH"[: len(hands)]), case.teams, dict(case.options))
    before = list(case.totals) or [0] * len(setup.sides)
    played = ROUNDS[game](setup, Deal(hands, tiles(case.boneyard), 0), before, case.number)
    for action in filter(None, case.actions.split(", ")):
        played.act(action)
    return played


def facts(played: Round) -> dict[str, object]:
    """The table, in brief, and the scores."""
    table = played.table()
    return table | {
        "legal": ", ".join(table["legal"]),
        "ends": ", ".join(f"{end['id']} {end['number']}" for end in table["ends"]),
        "open": ", ".join(end["id"] for end in table["ends"] if end["open"]),
        "scores": tuple(played.scores),
        "end": played.end,
    }
