"""A bot sees a view and nothing more: the same view leads to the same move, wherever hidden tiles lie."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import astuple, replace
from support.games.rounds import TABLES, Table, standings, table

from playroom.bots.roster import BOTS, within
from playroom.rules.deal import Deal, begin
from playroom.rules.event import Drew, Event, Passed, Played
from playroom.rules.flow import IllegalMove, after, forced, play
from playroom.rules.layout import LEFT, Laid
from playroom.rules.match import Match, new_match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile
from playroom.rules.view import View, view

SWAPS = 12
"""How often two hidden tiles are exchanged, where that can be done unseen."""

ONE_IN = 0.1
"""How many of the choices are looked at."""

GAMES: list[Table] = [
    ("block", 3, 0, {}),
    ("dominos", 4, 2, {}),
    ("draw", 2, 0, {}),
    ("pass-and-out", 3, 0, {}),
    ("pass-pass", 4, 2, {}),
    ("passing-game", 3, 0, {}),
    ("all-fives", 2, 0, {}),
    ("matador", 2, 0, {"keep_matadors": True}),
    ("mexican-train", 3, 0, {"hand": 6}),
]


def with_other_secrets(match: Match, seat: Seat, chance: Random) -> Match:
    """Another match that came about otherwise, of which *seat* knows the same; what is hidden differs."""
    other = match
    for _ in range(SWAPS):
        one, two = chance.sample(hidden(other, seat), 2)
        swapped = replayed(other, {one: two, two: one})
        if swapped and view(swapped, seat) == view(match, seat):
            other = swapped
    return other


def hidden(match: Match, seat: Seat) -> Hand:
    others = (hand for each, hand in enumerate(match.now.hands) if each != seat)
    return (*(tile for hand in others for tile in hand), *match.now.boneyard)


def replayed(match: Match, swap: Mapping[Tile, Tile]) -> Match | None:
    """The round dealt with tiles exchanged, and played by the same moves; None if one is not allowed."""
    dealt = match.now.dealt
    hands = tuple(tuple(swap.get(tile, tile) for tile in known(hand)) for hand in dealt.hands)
    boneyard = tuple(swap.get(tile, tile) for tile in known(dealt.boneyard))
    other = new_match(match.rules)
    try:
        other = after(other, begin(other, Deal(hands, boneyard, dealt.starter)))
        for event in match.now.log:
            if chosen := chosen_in(event):
                other = after(other, play(other, chosen))
                other = after(other, forced(other))
    except (IllegalMove, InvalidTable, ValueError):
        return None
    return other


def known(tiles: tuple[Tile | None, ...]) -> Hand:
    return tuple(tile for tile in tiles if tile)


def chosen_in(event: Event) -> Move | None:
    """The move that was chosen in an event, if one was."""
    match event:
        case Played(tile=tile, end=end, laid=laid):
            return Play(tile, end, laid.right if end == LEFT else laid.left)
        case Drew():
            return Draw()
        case Passed(forced=False):
            return Pass()
        case _:
            return None


def pairs(at: Table) -> Iterator[tuple[Match, Match]]:
    """Choices of a random round, and the same ones with other tiles hidden."""
    game, players, teams, options = at
    for seed in range(3):
        chance = Random(seed)
        for match in standings(table(game, players, teams, **options), chance):
            seat = match.turn or 0
            if chance.random() < ONE_IN:
                other = with_other_secrets(match, seat, chance)
                if other.now.hands != match.now.hands:
                    yield match, other


@pytest.mark.long
@pytest.mark.parametrize("at", GAMES, ids=str)
def test_the_same_view_leads_to_the_same_move(at: Table) -> None:
    bots, compared = within(0), 0

    for match, other in pairs(at):
        seat = match.turn or 0
        assert view(match, seat) == view(other, seat)
        for word, bot in bots.items():
            moves = {bot(view(each, seat), Random(word)) for each in (match, other)}
            assert len(moves) == 1, word
        compared += 1

    assert compared > 1
    assert bots.keys() == BOTS.keys()


@pytest.mark.sample(5)
@pytest.mark.parametrize("at", TABLES, ids=str)
def test_no_hidden_tile_stands_anywhere_in_a_view(at: Table) -> None:
    game, players, teams, options = at

    chance = Random(players)
    for match in standings(table(game, players, teams, **options), chance):
        for seat in chance.sample((*match.now.seats, None), 1):
            secrets = {*hidden(match, -1 if seat is None else seat)}
            assert not secrets & {*shown(view(match, seat))}


def shown(value: object) -> Iterator[Tile]:
    """All tiles in a value, however deep; a TypeError for what could hide one. The rules are public."""
    match value:
        case Tile():
            yield value
        case Laid(left, right):
            yield Tile(*sorted((left, right)))
        case str() | int() | Enum() | Rules() | None:
            return
        case tuple() | frozenset():
            for each in value:
                yield from shown(each)
        case Mapping():
            yield from shown((*value.keys(), *value.values()))
        case Struct():
            yield from shown(astuple(value))
        case _ if is_dataclass(value):
            yield from shown(tuple(getattr(value, field.name) for field in fields(value)))
        case _:
            raise TypeError(f"{value!r} may hide a tile")


def test_a_view_has_no_field_but_those_that_were_looked_into() -> None:
    assert View.__struct_fields__ == (
        *("rules", "seat", "round_number", "starter", "hand", "counts", "seats", "out", "layout", "boneyard"),
        *(
            "drawable",
            "turn",
            "this_turn",
            "owed",
            "starting_rule",
            "step",
            "passes",
            "last_player",
            "scores",
            "totals",
            "carry",
        ),
        *("sides_in", "ending", "winners", "log", "open_hands"),
    )


def test_the_hands_are_open_once_a_round_is_over_and_not_before() -> None:
    every = tuple(standings(table("block", 3), Random(1), rounds=2))
    over = replace(every[-1], rounds=every[-1].rounds[:1])

    assert not any(view(match, 0).open_hands for match in every)
    assert view(over, None).open_hands == over.now.hands
