"""The deal of a day as the expert plays it against the same bots."""

from collections.abc import Mapping
from datetime import date

from playroom.console.play.draft import NAMES
from playroom.home.match_summary import match_summary
from playroom.rules.rulebook.variant import Variant
from playroom.table.deal_of_day import day_table
from playroom.table.record import Record
from playroom.table.setup import new_record
from playroom.table.table import Bot, Table

PLAYER = 0
"""The seat of the player, and of the expert in their place."""


def day_record(day: date, variants: Mapping[str, Variant]) -> Record:
    """The record of a new match with the deal of a day."""
    setup = day_table(day).setup
    return new_record(variants[setup.game], setup, NAMES[: setup.players])


def expert_lead(day: date, variants: Mapping[str, Variant], expert: Bot, other: Bot) -> int:
    """The points by which the expert is ahead of the best *other* bot with the deal of a day; slow.

    Neither may look at the clock: then it is the same for everybody.
    """
    record = day_record(day, variants)
    bots = {seat: expert if seat == PLAYER else other for seat in range(len(record.players))}
    table = Table(record, bots, day_table(day).seed)
    table.deal()
    while think := table.thought():
        turn = table.match.turn
        assert turn is not None  # a bot thinks
        table.play(turn, think())
    return sum(match_summary(table.match, PLAYER).leads)
