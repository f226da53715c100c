"""Boards of real matches, as the page gets them."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from playroom.narration.message import Title
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience, Verbosity
from playroom.rules.layout import laid_tiles
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import rules
from playroom.rules.seat import Seat
from playroom.rules.view import view
from playroom.web.board import Board, Words, board_of
from support.games.random_matches import VARIANTS, states

NAMES = ("Ada", "Ben", "Cy", "Dora Lee", "Eve", "Zoé", "Noor", "Sven", "Ida", "Wilhelmina")
PARTNERS = ("all-fives", "pass-pass")
"""The games that are played by teams in these matches."""


def words_in(code: str, seat: Seat | None, verbosity: Verbosity = Verbosity.NORMAL) -> Words:
    """Messages in a language, for the listener at a seat."""
    book, audience = phrasebook(code), Audience(NAMES, seat)
    return lambda message: book.say(message, audience, verbosity)


def drawn_board(match: Match, game: str, code: str = "en", seat: Seat | None = 0) -> Board:
    """The board of the listener at a seat."""
    return board_of(view(match, seat), Title(game), words_in(code, seat))


def as_json(board: Board) -> Any:  # noqa: ANN401 (what the page reads has no types)
    """The board as the page reads it."""
    return json.loads(msgspec.json.encode(board))


def matches(game: str, players: int | None = None) -> Iterator[Match]:
    """The match after each choice, always the same; at the largest table unless a number is given."""
    variant = VARIANTS[game]
    count = players or max(variant.players)
    made = rules(
        variant, count, max(variant.teams) if game in PARTNERS else min(variant.teams_for(count)), {}
    )
    return states(new_match(made), Random(5))


def turning_points(game: str) -> dict[str, Match]:
    """The match in the middle, where it has most tiles on the table, and at its end."""
    every = list(matches(game))
    by_tiles = sorted(every, key=lambda match: len(laid_tiles(match.now.layout)))
    mine = [match for match in by_tiles if match.turn == 0]
    return {"middle": mine[len(mine) * 3 // 4], "longest": by_tiles[-1], "end": every[-1]}
