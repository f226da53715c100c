"""How often the coach answers within two seconds, and how far back it sees.

Run it as a program, with the number of rounds at each table (2 if none is given, which takes a minute or so).
Each game is played by four, and by teams where it has any, with the set of double-six; every seat is coached
after every round. The rounds are played by bots, and it is the clock of this machine that counts.
"""

import sys
from collections.abc import Iterator
from random import Random
from statistics import median
from time import monotonic

from effort import trials
from verdict import Figure, verdict

from playroom.advice.coach import SECONDS
from playroom.bots.coach import Lost, RoundWon, Verdict, decisions
from playroom.bots.coach import verdict as coach_verdict
from playroom.bots.roster import BOTS
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import Rules, rules
from playroom.rules.seat import Seat
from playroom.rules.view import view
from playroom.table.record import Record
from playroom.table.shelf import OURS, shelf
from playroom.table.table import Table

FEW = trials(2)
LONGEST, ANSWERED = SECONDS + 0.1, 0.95
"""Targets: the seconds of the slowest answer, and how many of those who ask are answered."""
BOT = "casual"
VARIANTS = shelf([OURS]).variants
TABLES = (
    ("dominos", 2),
    ("dominos", 0),
    ("block", 0),
    ("draw", 0),
    ("passing-game", 2),
    ("passing-game", 0),
    ("pass-and-out", 0),
    ("pass-pass", 2),
)


def finished(name: str, made: Rules, rounds: int) -> Iterator[Match]:
    """Rounds that four bots have played."""
    names = ("Ada", "Ben", "Cleo", "Dan")
    for seed in range(rounds):
        table = Table(Record(name, VARIANTS[name], {}, names, new_match(made)), {}, seed)
        table.deal()
        while (turn := table.match.turn) is not None:
            seen = view(table.match, turn)
            table.play(turn, BOTS[BOT](seen, Random(seed)))
        yield table.match


def coached(match: Match, seat: Seat) -> tuple[Verdict | None, float]:
    """What the coach finds, and the seconds that it takes."""
    begun = monotonic()
    found = coach_verdict(match, seat, lambda: monotonic() - begun > SECONDS)
    return found, monotonic() - begun


def is_whole(found: Verdict) -> bool:
    """Whether the coach saw all that it wanted to see."""
    return not (isinstance(found, Lost) and not found.whole) and not (
        isinstance(found, RoundWon) and found.at_latest
    )


def main(rounds: int = FEW) -> None:
    figures = []
    for name, teams in TABLES:
        asked = [
            (match, seat, *coached(match, seat))
            for match in finished(name, rules(VARIANTS[name], 4, teams), rounds)
            for seat in range(4)
        ]
        told = [found for _, _, found, _ in asked if found]
        cut = [found.decisions for found in told if isinstance(found, Lost) and not found.whole]
        every = median(len(list(decisions(match))) for match, *_ in asked)
        print(
            f"{name}, {'two teams' if teams else 'four alone'}: {len(told)} of {len(asked)} answered, "
            f"{sum(map(is_whole, told))} seen through; median {median(took for *_, took in asked):.2f} s, "
            f"slowest {max(took for *_, took in asked):.2f} s; {every:.0f} decisions a round; "
            f"own decisions seen where time ran out: {sorted(cut)}",
            flush=True,
        )
        figures += [
            Figure(f"slowest answer at {name}", max(took for *_, took in asked), LONGEST, " s"),
            Figure(f"answered at {name}", len(told) / len(asked), ANSWERED, at_least=True),
        ]
    print(verdict(figures))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
