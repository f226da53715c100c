"""Rounds for tests: dealt at random or by hand, and played to the end."""

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random

from msgspec.structs import replace

from playroom.rules.deal import Deal, begin, engine, starter
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import Rules, rules
from playroom.rules.seat import Seat
from playroom.rules.tile import tiles, whole_set
from playroom.table.examples.notation import move_of as move
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled

VARIANTS = shelf([OURS]).variants

Table = tuple[str, int, int, Mapping[str, object]]
"""A game, how many players and teams, and its options."""

AFTER_DRAWS = ("until_playable", "may_play", "wait")

TABLES: list[Table] = [
    *(("block", players, 0, {}) for players in (2, 3, 4)),
    *(("dominos", players, teams, {}) for players, teams in ((2, 0), (3, 0), (4, 0), (4, 2))),
    ("dominos", 3, 0, {"set": 9}),
    ("dominos", 2, 0, {"set": 12, "after_draw": "until_playable"}),
    ("dominos", 4, 2, {"drawing": "any_time", "going_out": "whole_team"}),
    ("dominos", 6, 3, {}),
    *(("draw", players, 0, {}) for players in (2, 3, 4)),
    *(("draw", 3, 0, {"after_draw": after}) for after in ("may_play", "wait")),
    *(("pass-and-out", players, 0, {}) for players in (2, 3, 4)),
    ("pass-and-out", 4, 0, {"going_out": "ends_round"}),
    ("pass-pass", 4, 2, {}),
    *(("passing-game", players, teams, {}) for players, teams in ((2, 0), (3, 0), (4, 0), (4, 2))),
    *(("all-fives", players, teams, {}) for players, teams in ((2, 0), (3, 0), (4, 2))),
    ("all-fives", 2, 0, {"lead": "double", "after_draw": "may_play", "reserve": 2}),
    ("all-fives", 3, 0, {"after_draw": "wait", "spinner": False, "points": "fives"}),
    *(("matador", players, teams, {}) for players, teams in ((2, 0), (3, 0), (4, 2))),
    *(("matador", 2, 0, {"keep_matadors": True, "after_draw": after}) for after in AFTER_DRAWS),
    ("matador", 3, 0, {"opening": "any", "hand": 7}),
    ("sebastopol", 4, 0, {}),
    *(("maltese-cross", players, 0, {}) for players in (2, 3, 4)),
    ("maltese-cross", 2, 0, {"reserve": 0}),
    ("partners", 4, 2, {"capicua": 25, "chuchazo": 25}),
    ("dupla", 4, 2, {"crossed": 6}),
    *(("kozel", players, teams, {"both_doubles": True}) for players, teams in ((2, 0), (4, 2))),
    *(("mexican-train", players, 0, {}) for players in (2, 4)),
    ("mexican-train", 3, 0, {"doubles": "several", "first_turn": "many"}),
    ("mexican-train", 2, 0, {"set": 12, "hand": 5, "doubles": "several"}),
    ("mexican-train", 6, 0, {"first_turn": "many", "hand": 6}),
    *(("chickenfoot", players, 0, {}) for players in (2, 4, 8)),
    ("chickenfoot", 3, 0, {"hand": 5, "first_toes": 8, "after_draw": "may_play"}),
]
"""Every game, with each option that decides what can be known."""

MANY: list[Table] = [
    (game, players, teams, {})
    for game, variant in VARIANTS.items()
    for players, teams in variant.tables
    if not teams or (players % teams == 0 and players > teams)
]
"""Every game with every number of players and teams."""


def table(game: str, players: int, teams: int = 0, **options: object) -> Rules:
    """The rules of a page of ours at such a table."""
    return rules(VARIANTS[game], players, teams, options)


def by_lot(made: Rules, chance: Random, totals: tuple[int, ...] | None = None) -> Match:
    """A match after a round in which every move was random; *totals* are those before it, else 0."""
    match = new_match(made)
    match = replace(match, totals=totals or match.totals)
    _, deal = shuffled(match, chance)
    match = after(match, begin(match, deal))
    while match.round:
        match = after(match, forced(match) or play(match, chance.choice(legal_moves(position(match)))))
    return match


def by_hand(made: Rules, hands: str, several: str, boneyard: str = "") -> Match:
    """A match after this deal, the rest in the boneyard, and these moves, with commas between them.

    Seat 0 starts where chance decides. The tiles of *boneyard* are drawn before the others in it.
    """
    match = new_match(made)
    held = tuple(tiles(hand) for hand in hands.split(","))
    drawn_first = tiles(boneyard)
    placed = {engine(match), *drawn_first, *chain.from_iterable(held)}
    rest = (*drawn_first, *(each for each in whole_set(made.set) if each not in placed))
    first = None if starter(match, held) is not None else 0
    match = after(match, begin(match, Deal(held, rest, first)))
    for words in several.split(","):
        match = after(match, play(match, move(words)))
        match = after(match, forced(match))
    return match


def seated(made: Rules, seed: int, rounds: int, share: float) -> Iterator[tuple[Match, Seat]]:
    """A random *share* of the choices of a random match, each as every seat looks at it."""
    chance = Random(f"{seed} seats")
    for match in standings(made, Random(seed), rounds):
        yield from ((match, seat) for seat in match.now.seats if chance.random() < share)


def standings(
    made: Rules, chance: Random, rounds: int = 1, totals: tuple[int, ...] | None = None
) -> Iterator[Match]:
    """A match at every choice of its first *rounds* rounds, in which every move is random.

    It begins with these *totals*, else with 0.
    """
    match = new_match(made)
    match = replace(match, totals=totals or match.totals)
    while not match.winners and len(match.rounds) < rounds:
        _, deal = shuffled(match, chance)
        match = after(match, begin(match, deal))
        while match.round:
            yield match
            match = after(match, play(match, chance.choice(legal_moves(position(match)))))
            match = after(match, forced(match))
