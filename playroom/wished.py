"""The table that the command line asks for, and why it cannot be had."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace

from playroom.bots.roster import BOTS
from playroom.cli import chosen_options
from playroom.console.match.draft import Draft, first_draft, for_seats
from playroom.narration.message import Message
from playroom.narration.option import table_told
from playroom.narration.refusal import table_refused
from playroom.rules.variant import Variant
from playroom.table.setup import Setup, first_setup, nearest, refusal


def wished_draft(asked: Namespace, variant: Variant) -> Draft:
    """The first table of the game with what the command line changes of it, its bots as strong as it says."""
    first = first_draft(variant, tuple(BOTS))
    own, *others = first.bots
    bots = for_seats(asked.bots, len(others)) if asked.bots else others
    wished = replace(first, setup=wished_setup(asked, variant), bots=(own, *bots))
    return wished.for_player(asked.name or first.names[0])


def wished_setup(asked: Namespace, variant: Variant) -> Setup:
    """The first table of the game, with what the command line changes of it."""
    first = first_setup(variant)
    players = first.players if asked.players is None else asked.players
    teams = first.teams if asked.teams is None else asked.teams
    return Setup(variant.name, players, teams, chosen_options(asked))


def impossible(variant: Variant, setup: Setup) -> tuple[Message, ...]:
    """Why the table cannot be set up so, and the nearest that can; nothing if it can."""
    refused = refusal(variant, setup)
    if refused is None:
        return ()
    near = nearest(variant, setup)
    table = table_told(near.players, near.teams, near.options)
    return table_refused(refused, variant), Message("refusals.nearest", blanks={"table": table})


def too_many(strengths: Sequence[str], seats: int) -> tuple[Message, ...]:
    """Why there cannot be so many strengths for the bots in these seats; nothing if there can."""
    if len(strengths) <= seats:
        return ()
    return (Message("menus.too_many_strengths", blanks={"given": len(strengths), "seats": seats}),)
