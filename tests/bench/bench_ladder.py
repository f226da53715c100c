"""Whether each strength is above the one below. usage: python tests/bench/bench_ladder.py [DEALS [WORD ...]]

Every strength meets the one below in every game, in matches of one round and in whole ones, on so many
duplicate deals (4 if no number is given). With words, only duels whose name contains one of them are played.
At each table the room is measured on half as many deals: by how many points a player who sees all hands is
ahead of random play. The tables that are printed have the matches won, and the points as a share of the room,
with their 95 % intervals.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace

from deals import Estimate, Found, found
from duels import FEW, TABLES, Duel, strengths
from verdict import Figure, verdict

from playroom.simulation.executors import cores, processes

ROOM = ("seeing_all", "random")
"""Who measure the room between them."""

LEAST = 0.1
"""Percent that stand for a lower end of nothing or less, as few deals have it."""

Measured = Mapping[Duel, Found]


def ladder() -> Iterator[Duel]:
    """Every strength against the one below, in each game."""
    for whole in (False, True):
        for pair in strengths():
            for game, players, teams in TABLES:
                yield Duel(game, players, teams, pair, whole)


def chosen(words: Sequence[str]) -> list[Duel]:
    """The duels in whose name one of the words stands, all if there are none."""
    return [each for each in ladder() if not words or any(word in str(each) for word in words)]


def figures(duels: Sequence[Duel], deals: int, executor: Executor) -> Iterator[Figure]:
    """What is measured of each duel, and then the tables of all."""
    measured: dict[Duel, Found] = {}
    rooms = dict.fromkeys(replace(each, bots=ROOM) for each in duels)
    for each in (*rooms, *duels):
        measured[each] = found(each, deals if each in duels else max(1, deals // 2), executor)
        print(
            f"{each}: wins {_in_percent(measured[each].wins)}, points {_shown(measured[each].points)}",
            flush=True,
        )
    for cell in (_wins, _points):
        print("\n".join(markdown(measured, cell)), flush=True)
    for each in duels:
        low = max(LEAST, 100 * measured[each].wins.low)
        yield Figure(f"{each}, wins", low, 100 * each.fair, " %", at_least=True)


def markdown(measured: Measured, cell: Callable[[Measured, Duel], str]) -> Iterator[str]:
    """A table of what was measured; a step that was not shown stands in brackets."""
    pairs = [pair for pair in strengths() if any(each.bots == pair for each in measured)]
    yield " | ".join(["| table, fair share | room", *(f"{one} over {other}" for one, other in pairs)]) + " |"
    yield "| --- " * (2 + len(pairs)) + "|"
    for room in (each for each in measured if each.bots == ROOM):
        cells = [
            cell(measured, duel) if (duel := replace(room, bots=pair)) in measured else "" for pair in pairs
        ]
        yield (
            " | ".join([f"| {room.table}, {100 * room.fair:.0f}", _shown(measured[room].points), *cells])
            + " |"
        )


def _wins(measured: Measured, duel: Duel) -> str:
    """The matches won, in percent."""
    won = measured[duel].wins
    return _in_percent(won) if won.low > duel.fair else f"({_in_percent(won)})"


def _points(measured: Measured, duel: Duel) -> str:
    """The points ahead, in percent of the room."""
    room = measured[replace(duel, bots=ROOM)].points.mean
    if room <= 0:  # with few deals
        return "unknown"
    share = measured[duel].points.of(room)
    return _in_percent(share) if share.low > 0 else f"({_in_percent(share)})"


def _in_percent(each: Estimate) -> str:
    return f"{100 * each.mean:.0f} ±{100 * each.reach:.0f}"


def _shown(each: Estimate) -> str:
    return f"{each.mean:.1f} ±{each.reach:.1f}"


def main(deals: int = FEW, *words: str) -> None:
    """Plays and prints all that was asked for."""
    with processes(cores()) as executor:
        measured = list(figures(chosen(words), deals, executor))
    print(verdict(measured))


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else FEW, *sys.argv[2:])
