import gc
import pickle
from copy import deepcopy
from itertools import islice
from random import Random

import msgspec
import pytest
from support.games.rounds import VARIANTS, by_lot, standings, table

from playroom.rules.event import (
    Again,
    DirectionReversed,
    Event,
    PlayerOut,
    SidesEliminated,
    Skipped,
    StartDraw,
    Turn,
)
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.rulebook.variant import Rules
from playroom.rules.tile import UNKNOWN_TILE, Tile, UnknownTile, tile, tiles, whole_set
from playroom.rules.view import view


def smallest(game: str) -> Rules:
    variant = VARIANTS[game]
    return table(game, min(variant.players), min(variant.teams))


def parts(match: Match) -> tuple[object, ...]:
    """Every kind of value that the rules make of a match."""
    faced = position(match)
    now = match.now
    return (match, now, now.layout, now.this_turn, *now.log, faced, *legal_moves(faced), view(match, 0))


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", VARIANTS)
def test_what_the_rules_make_survives_pickling_and_copying(game: str) -> None:
    for match in islice(standings(smallest(game), Random(game)), 0, None, 5):
        for value in parts(match):
            assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 (our own bytes)
            assert deepcopy(value) == value


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", VARIANTS)
def test_equal_values_have_equal_hashes(game: str) -> None:
    first, second = (by_lot(smallest(game), Random(game)) for _ in range(2))

    assert first.now is not second.now
    assert first == second
    assert hash(first) == hash(second)
    assert len({*first.now.log, *second.now.log}) == len(set(first.now.log))


def test_the_garbage_collector_passes_over_matches_and_events() -> None:
    match = by_lot(smallest("mexican-train"), Random(1))

    made = (match, match.now, match.now.this_turn, *match.now.log, Play(tile("5-3")))

    assert not [value for value in made if gc.is_tracked(value)]


def test_events_of_two_kinds_with_the_same_fields_are_two_events() -> None:
    events: set[Event] = {Turn(1), Again(1), Skipped(1), Turn(1)}

    assert len(events) == 3


def test_a_value_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Turn(1).seat = 2  # type: ignore[misc] # what is tried here


def test_a_value_is_written_with_its_fields() -> None:
    assert repr(Play(tile("5-3"))) == "Play(tile=Tile(low=3, high=5), end=None, inner=None)"
    assert list(map(str, (Play(tile("5-3")), Draw(), Pass()))) == ["5-3", "draw", "pass"]


def test_tiles_are_in_the_order_of_their_lower_halves_then_their_higher_ones() -> None:
    assert sorted(tiles("6-5 1-0 6-1 1-1")) == list(tiles("1-0 1-1 6-1 6-5"))
    assert max(tiles("6-1 5-5 5-2")) == tile("5-5")


def test_a_tile_equals_a_tile_with_the_same_halves_and_nothing_else() -> None:
    assert tile("5-3") == tile("3-5")
    assert len({*whole_set(6), *whole_set(6)}) == 28
    assert tile("5-3") != (3, 5)


def test_a_tile_names_its_lower_half_first() -> None:
    with pytest.raises(ValueError, match="name the lower half first"):
        Tile(5, 3)


def test_an_unknown_tile_equals_no_other_and_has_no_halves() -> None:
    assert UnknownTile() == UNKNOWN_TILE
    assert UNKNOWN_TILE not in whole_set(6)
    assert tile("0-0") != UNKNOWN_TILE
    assert len({UNKNOWN_TILE, UnknownTile(), tile("0-0")}) == 2
    assert (str(UNKNOWN_TILE), repr(UNKNOWN_TILE)) == ("?", "UnknownTile()")
    assert pickle.loads(pickle.dumps(UNKNOWN_TILE)) == UNKNOWN_TILE  # noqa: S301 (our own bytes)
    with pytest.raises(AttributeError):
        _ = UNKNOWN_TILE.pips


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (StartDraw(()), b"Lots"),
        (PlayerOut(0, 3, (1, 2)), b"StoodDown"),
        (DirectionReversed(clockwise=False), b"TurnedRound"),
        (SidesEliminated((1,)), b"Dropped"),
    ],
)
def test_renamed_events_keep_their_names_in_stored_logs(event: Event, name: bytes) -> None:
    assert b'"event":"' + name + b'"' in msgspec.json.encode(event)
