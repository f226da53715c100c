"""The result of a simulation as JSON, and as CSV with a line for each measure."""

import csv
import json
from collections.abc import Iterator, Mapping
from io import StringIO

from playroom.simulation.result import Rate, Result, Spread, WinRates
from playroom.table.setup import Setup

COLUMNS = (
    *("game", "seed", "measure", "who", "won", "of", "rate", "low", "high", "fair"),
    *("mean", "median", "least", "most"),
)
"""The columns; those that do not belong to a measure are empty."""

Line = Mapping[str, object]


def as_json(result: Result, setup: Setup) -> str:
    """The result and its table as one line of JSON; rates are between 0 and 1."""
    return json.dumps(_data(result, setup))


def as_csv(result: Result, setup: Setup) -> str:
    """The result as comma-separated values below a line of column names."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    run = {"game": setup.game, "seed": result.plan.seed}
    writer.writerows({**run, **line} for line in _lines(result))
    return text.getvalue()


def _data(result: Result, setup: Setup) -> Line:
    plan = result.plan
    return {
        "game": setup.game,
        "players": setup.players,
        "teams": setup.teams,
        "options": dict(setup.options),
        "seats": list(plan.bots),
        "seed": plan.seed,
        "duplicate": plan.duplicate,
        "wanted": plan.matches,
        "matches": result.matches,
        "rounds": result.rounds,
        "bots": {who: _standing(rates) for who, rates in result.bots.items()},
        "sides": [_standing(rates) for rates in result.sides.values()],
        "endings": {str(ending): _rate(rate) for ending, rate in result.endings.items()},
        "rounds_a_match": result.rounds_a_match and _spread(result.rounds_a_match),
        "moves_a_round": result.moves_a_round and _spread(result.moves_a_round),
    }


def _standing(rates: WinRates) -> Line:
    return {
        "matches": _rate(rates.matches),
        "rounds": _rate(rates.rounds),
        "points_a_round": rates.points,
    }


def _rate(rate: Rate) -> Line:
    within = {"low": rate.interval.low, "high": rate.interval.high}
    return {"won": rate.won, "of": rate.tried, "rate": rate.rate, **within, "fair": rate.fair}


def _spread(spread: Spread) -> Line:
    return {"mean": spread.mean, "median": spread.median, "least": spread.least, "most": spread.most}


def _lines(result: Result) -> Iterator[Line]:
    sides = {f"side {side + 1}": rates for side, rates in result.sides.items()}
    for who, rates in {**result.bots, **sides}.items():
        yield {"measure": "matches", "who": who, **_rate(rates.matches)}
        yield {"measure": "rounds", "who": who, **_rate(rates.rounds)}
        yield {"measure": "points_a_round", "who": who, "mean": rates.points}
    for ending, rate in result.endings.items():
        yield {"measure": "ending", "who": str(ending), **_rate(rate)}
    lengths = {"rounds_a_match": result.rounds_a_match, "moves_a_round": result.moves_a_round}
    for measure, spread in lengths.items():
        yield {"measure": measure, **(_spread(spread) if spread else {})}
