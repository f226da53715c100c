"""The deal of the day: a game, a table and a seed from the date alone, the same for everybody."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from random import Random
from typing import Final, NamedTuple

from playroom.rules.event import Chosen
from playroom.rules.flow import forced
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rewind import before_round, chosen_move
from playroom.rules.rulebook.variant import Variant
from playroom.rules.score import lead
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.table.setup import Setup, new_record
from playroom.table.table import Bot, Table

DAY_STRENGTH: Final = "steady"
"""The strength of the bots, which look at no clock."""

PLAYER: Final[Seat] = 0
"""The seat of the player, against bots."""

_ONE_ROUND: Final = {"single_round": True}
DAY_TABLES: Final[Sequence[Setup]] = (
    Setup("draw", 2, options=_ONE_ROUND),
    Setup("block", 2, options=_ONE_ROUND),
    Setup("draw", 3, options=_ONE_ROUND),
)
"""The tables, one a day in turn. A round each: the deal of a second one would depend on the first."""

_SEED_BITS: Final = 48


class DayTable(NamedTuple):
    """The table of a day, and the seed of its tiles and of all chance of its bots."""

    setup: Setup
    seed: int


def day_table(day: date) -> DayTable:
    """The table of a day; random.Random promises the same numbers for a seed in every Python."""
    seed = Random(f"deal of the day {day.isoformat()}").getrandbits(_SEED_BITS)  # noqa: S311 (a game)
    return DayTable(DAY_TABLES[day.toordinal() % len(DAY_TABLES)], seed)


def day_record(day: date, variants: Mapping[str, Variant], names: Sequence[str]) -> Record:
    """The record of a new match with the deal of a day; the first of the *names* is the player's."""
    setup = day_table(day).setup
    return new_record(variants[setup.game], setup, tuple(names[: setup.players]))


def played_day(day: date, record: Record, bots: Mapping[Seat, Bot], moves: Iterable[Move] = ()) -> Match:
    """The deal of a day at its end: seats without a bot make these *moves* in turn.

    Bots that do not look at the clock play the same everywhere. A ValueError if the moves are too few, too
    many, or one is illegal.
    """
    table, own = Table(record, bots, day_table(day).seed), iter(moves)
    table.deal()
    while (turn := table.match.turn) is not None:
        think = table.thought()
        move = think() if think else next(own, None)
        if move is None:
            raise ValueError("the round is not over")
        table.play(turn, move)
    if next(own, None) is not None:
        raise ValueError("there are moves after the end")
    return table.match


def moves_of_day(match: Match) -> Iterator[Move]:
    """The moves of the player in a finished deal of a day, but for passes that were forced."""
    state = before_round(match, 0)
    for event in match.now.log:
        if isinstance(event, Chosen) and event.seat == PLAYER and not forced(state):
            yield chosen_move(event, match.rules)
        state = state.after(event)


def lead_of_day(match: Match) -> int:
    """The points by which the player is ahead of the best bot at the end; less than 0 is behind."""
    return lead(match.rules, match.now, match.rules.side(PLAYER))


def expert_lead(day: date, record: Record, expert: Bot, other: Bot) -> int:
    """The points by which the expert is ahead in the place of the player; slow.

    Neither bot may look at the clock: then it is the same for everybody.
    """
    bots = {seat: expert if seat == PLAYER else other for seat in range(len(record.players))}
    return lead_of_day(played_day(day, record, bots))
