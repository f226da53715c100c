"""The result of a simulation: in sentences, as JSON, and as CSV with a line for each measure."""

import csv
import json
from collections.abc import Iterator, Mapping
from io import StringIO

from playroom.bots.roster import BOTS
from playroom.narration.message import Blank, Message, Title
from playroom.narration.rules.option import table_summary
from playroom.rules.rulebook.variant import Variant
from playroom.simulation.result import Rate, Result, Spread, WinRates
from playroom.table.setup import Setup


def report(result: Result, variant: Variant, setup: Setup) -> Iterator[Message]:
    """The table, the matches played, what each bot and side won, how rounds ended, and all lengths."""
    plan, table = result.plan, table_summary(setup.players, setup.teams, setup.options)
    game, seed = Title(variant.name, variant.titles), str(plan.seed)
    yield Message("simulation.table", blanks={"game": game, "table": table, "seed": seed})
    played: dict[str, Blank] = {"matches": result.matches, "rounds": result.rounds}
    if result.matches == plan.matches:
        yield Message("simulation.played", blanks=played)
    else:
        yield Message("simulation.played_in_part", blanks={**played, "wanted": plan.matches})
    if not result.matches:
        return
    if plan.duplicate:
        yield Message("simulation.duplicate", blanks={"sides": plan.rules.sides})
    if len(result.bots) > 1:
        for who, rates in result.bots.items():
            bots = (Message("simulation.bot", blanks={"bot": bot_name(word)}) for word in who.split(", "))
            yield from _standing(tuple(bots), rates)
    if len(result.bots) < len(result.sides) or plan.duplicate:  # else sides are the same as bots
        for side, rates in result.sides.items():
            seats = tuple(str(seat + 1) for seat in plan.rules.seats(side))
            side_seats = Message("simulation.seats", blanks={"seats": seats, "count": len(seats)})
            yield from _standing(side_seats, rates)
    for ending, rate in result.endings.items():
        yield Message(f"simulation.endings.{ending}", blanks={"rounds": round(rate.won), **_percents(rate)})
    for entry, spread in (("rounds", result.rounds_a_match), ("moves", result.moves_a_round)):
        if spread:
            lengths = {"mean": decimal(spread.mean), "median": decimal(spread.median)}
            blanks = {**lengths, "least": spread.least, "most": spread.most}
            yield Message(f"simulation.lengths.{entry}", blanks=blanks)
    yield Message("simulation.intervals")


def decimal(value: float) -> Blank:
    """A number with one decimal, which is left out if it is 0."""
    whole, tenth = divmod(round(10 * value), 10)
    return Message("simulation.decimal", blanks={"whole": whole, "tenth": tenth}) if tenth else whole


def bot_name(word: str) -> Blank:
    """The name of a bot; of one that is not on the roster, the name of its function."""
    return Message(f"menus.bots.{word}") if word in BOTS else word.rpartition(":")[2]


def _standing(who: Blank, rates: WinRates) -> Iterator[Message]:
    yield Message("simulation.matches_won", blanks={"who": who, **_percents(rates.matches)})
    yield Message("simulation.rounds_won", blanks={"who": who, **_percents(rates.rounds)})
    yield Message("simulation.points", blanks={"who": who, "points": decimal(rates.points or 0)})


def _percents(rate: Rate) -> dict[str, Blank]:
    """The rate, its interval and the fair rate, in per cent."""
    rates = {
        "rate": rate.rate or 0,
        "low": rate.interval.low,
        "high": rate.interval.high,
        "fair": rate.fair or 0,
    }
    return {name: decimal(100 * each) for name, each in rates.items()}


COLUMNS = (
    *("game", "seed", "measure", "who", "won", "of", "rate", "low", "high", "fair"),
    *("mean", "median", "least", "most"),
)
"""The columns; those that do not belong to a measure are empty."""

Line = Mapping[str, object]


def as_json(result: Result, setup: Setup) -> str:
    """The result and its table as one line of JSON; rates are between 0 and 1."""
    plan = result.plan
    data = {
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
        "bots": {who: _standing_data(rates) for who, rates in result.bots.items()},
        "sides": [_standing_data(rates) for rates in result.sides.values()],
        "endings": {str(ending): _rate_data(rate) for ending, rate in result.endings.items()},
        "rounds_a_match": result.rounds_a_match and _spread_data(result.rounds_a_match),
        "moves_a_round": result.moves_a_round and _spread_data(result.moves_a_round),
    }
    return json.dumps(data)


def as_csv(result: Result, setup: Setup) -> str:
    """The result as comma-separated values below a line of column names."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    run = {"game": setup.game, "seed": result.plan.seed}
    sides = {f"side {side + 1}": rates for side, rates in result.sides.items()}
    lines: list[Line] = []
    for who, rates in {**result.bots, **sides}.items():
        lines.append({"measure": "matches", "who": who, **_rate_data(rates.matches)})
        lines.append({"measure": "rounds", "who": who, **_rate_data(rates.rounds)})
        lines.append({"measure": "points_a_round", "who": who, "mean": rates.points})
    for ending, rate in result.endings.items():
        lines.append({"measure": "ending", "who": str(ending), **_rate_data(rate)})
    lengths = {"rounds_a_match": result.rounds_a_match, "moves_a_round": result.moves_a_round}
    for measure, spread in lengths.items():
        lines.append({"measure": measure, **(_spread_data(spread) if spread else {})})
    writer.writerows({**run, **line} for line in lines)
    return text.getvalue()


def _standing_data(rates: WinRates) -> Line:
    return {
        "matches": _rate_data(rates.matches),
        "rounds": _rate_data(rates.rounds),
        "points_a_round": rates.points,
    }


def _rate_data(rate: Rate) -> Line:
    within = {"low": rate.interval.low, "high": rate.interval.high}
    return {"won": rate.won, "of": rate.tried, "rate": rate.rate, **within, "fair": rate.fair}


def _spread_data(spread: Spread) -> Line:
    return {"mean": spread.mean, "median": spread.median, "least": spread.least, "most": spread.most}
