"""The direction of play (G-4): anticlockwise, a game is its mirror image, seat by seat."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

import pytest
from support.games.random_matches import VARIANTS, random_record

from playroom.rules.deal import Deal, begin
from playroom.rules.flow import after, forced, play
from playroom.rules.layout import train
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.move import Move, Play
from playroom.rules.rulebook.questions import Direction
from playroom.rules.rulebook.variant import Rules, rules
from playroom.strict_yaml import load
from playroom.table.page import variant_on
from playroom.table.record import Record, text
from playroom.table.record_parser import record
from playroom.table.setup import first_setup
from playroom.table.shuffle import shuffled

Value = TypeVar("Value")


def other(seat: int | None, count: int) -> int | None:
    """The seat as far on the other side of seat 0, or the side likewise."""
    return None if seat is None else -seat % count


def turned(values: Sequence[Value]) -> tuple[Value, ...]:
    return (*values[:1], *values[:0:-1])


def turned_move(move: Move, players: int) -> Move:
    if isinstance(move, Play) and move.end is not None and move.end.owner is not None:
        return Play(move.tile, train(-move.end.owner % players), move.inner)
    return move


def facts(match: Match) -> tuple[object, ...]:
    now, sides = match.now, match.rules.sides
    return (
        match.turn,
        now.starter,
        now.winner,
        now.hands,
        now.step,
        now.ending,
        now.scores,
        match.totals,
        match.carry.waits,
        match.carry.won,
        match.carry.carried,
        {*match.winners},
        {*match.sides_in},
        sides,
    )


def turned_facts(match: Match) -> tuple[object, ...]:
    now, made = match.now, match.rules
    return (
        other(match.turn, made.players),
        other(now.starter, made.players),
        other(now.winner, made.players),
        turned(now.hands),
        -now.step,
        now.ending,
        turned(now.scores),
        turned(match.totals),
        turned(match.carry.waits),
        turned(match.carry.won),
        match.carry.carried,
        {other(side, made.sides) for side in match.winners},
        {other(side, made.sides) for side in match.sides_in},
        made.sides,
    )


def both_ways(made: Rules, mirrored: Rules, chance: Random) -> tuple[int, int]:
    """Play a random match both ways; the numbers of its rounds and of the moves that were compared."""
    one, two, moves = new_match(made), new_match(mirrored), 0
    while not one.winners and len(one.rounds) < 5:
        _, deal = shuffled(one, chance)
        one = after(one, begin(one, deal))
        two = after(
            two, begin(two, Deal(turned(deal.hands), deal.boneyard, other(deal.starter, made.players)))
        )
        while one.round:
            assert facts(two) == turned_facts(one)
            if events := forced(one):
                one, two = after(one, events), after(two, forced(two))
                continue
            allowed = legal_moves(position(one))
            expected = {turned_move(each, made.players) for each in allowed}
            assert {*legal_moves(position(two))} == expected
            move = chance.choice(allowed)
            one, two = after(one, play(one, move)), after(two, play(two, turned_move(move, made.players)))
            moves += 1
        assert facts(two) == turned_facts(one)
    return len(one.rounds), moves


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", VARIANTS)
def test_anticlockwise_every_game_is_its_mirror_image(game: str) -> None:
    chance, variant, compared = Random(game), VARIANTS[game], 0
    for _ in range(3):
        drawn = random_record(variant, chance)
        players, teams = len(drawn.players), drawn.match.rules.teams
        one, two = (
            rules(variant, players, teams, {**drawn.options, "direction": str(way)}) for way in Direction
        )
        compared += both_ways(one, two, chance)[1]

    assert compared > 30


@pytest.mark.parametrize("game", VARIANTS)
def test_turns_go_clockwise_where_nothing_else_is_chosen(game: str) -> None:
    setup = first_setup(VARIANTS[game])
    made = rules(VARIANTS[game], setup.players, setup.teams)

    assert made.direction is Direction.CLOCKWISE
    assert made.seats_in_order(1) == (*range(1, setup.players), 0)
    assert tuple(VARIANTS[game].options)[-1] == "direction"


def test_a_page_may_be_played_anticlockwise_of_its_own() -> None:
    page = load("name: other-way\nlike: block\ndirection: anticlockwise\n", "page")

    made = rules(variant_on(page, VARIANTS), 4)

    assert made.seats_in_order(0) == (0, 3, 2, 1)


def test_two_players_are_not_asked_for_a_direction() -> None:
    page = load("name: pair\nlike: block\nplayers: 2\noptions: {target: [50, 100]}\n", "page")
    base = VARIANTS["block"]

    assert tuple(variant_on(page, {"block": base}).options) == ("target",)


def test_a_record_keeps_the_direction_and_tells_nothing_of_the_usual_one() -> None:
    variant, chance = VARIANTS["partners"], Random(1)
    for options in ({}, {"direction": "anticlockwise"}):
        match = new_match(rules(variant, 4, 2, options))
        match = after(match, begin(match, shuffled(match, chance)[1]))
        written = text(Record("partners", variant, options, ("Ada", "Ben", "Cleo", "Dan"), match))

        assert ("direction: anticlockwise" in written) is bool(options)
        assert record(load(written, "record"), VARIANTS).match == match
