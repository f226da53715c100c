"""What one must do is said wherever one asks, or tries something else."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.console.opened import opened

from playroom.rules.legal import Objection, Position, legal_moves, objection
from playroom.rules.move import Draw, Play
from playroom.rules.view import view


def at_own_turn(console: Console, is_wanted: Callable[[Position], bool]) -> Position:
    """The first wanted position at a turn of the listener."""
    while console.match.turn != 0 or not is_wanted(view(console.match, 0).position):
        console.hear(*keys_of_a_move(console.match))
    return view(console.match, 0).position


@pytest.mark.long
@pytest.mark.parametrize("verbosity", ["brief", "normal", "full"])
def test_the_key_for_the_turn_repeats_what_must_be_covered(home: Path, verbosity: str) -> None:
    table = ("play", "mexican-train", "--players", "2", "--pace", "0", "--seed", "3")
    console = opened(home, *table, verbosity=verbosity)
    at_own_turn(console, lambda position: bool(position.owed) and Draw() not in legal_moves(position))

    assert console.hear("t")[0].startswith("Your turn: cover the ")


@pytest.mark.sample(1)
@pytest.mark.parametrize("verbosity", ["brief", "normal", "full"])
def test_who_has_drawn_hears_which_tile_to_play_instead(home: Path, verbosity: str) -> None:
    console = opened(home, "play", "dominos", "--players", "2", "--seed", "0", verbosity=verbosity)
    at_own_turn(console, lambda position: position.drew)

    assert console.hear("space") == ["You have already drawn. You may play 5-0 or pass and keep the tile."]


def test_who_may_play_several_tiles_hears_which_one_was_drawn(home: Path) -> None:
    def plays_several(position: Position) -> bool:
        return sum(map(position.is_playable, position.hand)) > 1 and not position.drew

    console = opened(home, "play", "--drawing", "any_time", "--players", "2", "--seed", "3")
    at_own_turn(console, lambda position: position.has_begun and plays_several(position))
    drawn = console.hear("space")[0].removeprefix("You draw ")

    assert console.hear("space")[0].startswith(f"You have already drawn {drawn} You may play ")


@pytest.mark.long
def test_a_tile_that_has_to_wait_is_refused_with_what_must_be_done(home: Path) -> None:
    def is_owed(position: Position, *, by: Play) -> bool:
        return objection(position, by) is Objection.DOUBLES_OWED

    def is_stuck(position: Position) -> bool:
        plays = [move for move in legal_moves(position) if isinstance(move, Play)]
        return not plays and any(is_owed(position, by=Play(tile)) for tile in position.hand)

    console = opened(home, "play", "maltese-cross", "--seed", "1", "--pace", "0")
    position = at_own_turn(console, is_stuck)
    waiting = next(tile for tile in position.hand if is_owed(position, by=Play(tile)))
    console.hear("home", *["right"] * view(console.match, 0).hand.index(waiting))

    (told,) = console.hear("enter")

    assert told.startswith(f"{waiting} has to wait. ")
    assert told.endswith(" You must draw.")
