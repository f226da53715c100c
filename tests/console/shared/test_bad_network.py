"""A match at a shared table over a network that is slow and breaks connections, as the players hear it."""

import re
from random import Random

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.faults.bad_network import BadNetwork
from support.online.shared_room import SharedRoom, two_in_a_match
from support.time.same_chance import seed_chance

from playroom.online.client.table_client import SHORTEST
from playroom.online.wire.protocol import SHARE_SECONDS
from playroom.rules.event import Played
from playroom.rules.tile import Tile, tile
from playroom.voice.utterance import Buffer

DELAY = 1.0
WAITING = "Waiting for the table."
FOCUS, MOVED = tuple("0123456789"), "You open: "
"""How a tile in focus begins, and the first move of a round."""

LOST, BACK = "Connection lost. Trying again.", "Connection back."


@pytest.fixture
def room(room: SharedRoom, monkeypatch: pytest.MonkeyPatch) -> SharedRoom:
    seed_chance(monkeypatch.setattr, "5")
    return room


def whose_turn(room: SharedRoom, *consoles: Console) -> int | None:
    """Who is to move once all have heard everything, None after a round."""
    for console in consoles:
        console.rest()
        console.forget()
    return room.table(0).match.turn


def played(room: SharedRoom, number: int) -> list[Tile]:
    """The tiles that were played, as somebody knows it, in order."""
    rounds = room.table(number).match.rounds
    return [event.tile for each in rounds for event in each.log if isinstance(event, Played)]


def announced_as_played(console: Console) -> list[Tile]:
    """The tiles that were told as played, in the history of the table, in order."""
    lines = [each.text for each in console.utterances if each.buffer is Buffer.TABLE]
    return [tile(found) for line in lines for found in re.findall(r"\d-\d", line)]


@pytest.mark.sample(2)
@pytest.mark.parametrize(("delay", "waiting"), [(0.9, []), (1.0, []), (1.05, []), (1.2, [WAITING])])
def test_a_move_is_announced_once_a_slow_network_brings_it(
    room: SharedRoom, delay: float, waiting: list[str]
) -> None:
    consoles = two_in_a_match(room, "block")
    mover = whose_turn(room, *consoles)
    assert mover is not None
    console, room.network = consoles[mover], BadNetwork(delay)

    console.press(*keys_of_a_move(room.table(mover).match, mover))
    console.wait(2 * delay - 0.01)
    before = console.heard()
    told = console.hear()

    assert [each for each in before if not each.startswith(FOCUS)] == waiting
    assert [each for each in told if each.startswith(MOVED)] == told[:1]


@pytest.mark.long
def test_a_round_that_was_dealt_meanwhile_is_announced_to_a_returning_player(room: SharedRoom) -> None:
    consoles = two_in_a_match(room, "block")
    while (mover := whose_turn(room, *consoles)) is not None:
        consoles[mover].press(*keys_of_a_move(room.table(mover).match, mover))
    room.doors[1].cut()
    consoles[1].wait(SHORTEST / 2)
    consoles[0].hear("enter")
    room.advance(SHARE_SECONDS + 1)

    told = " ".join(consoles[1].hear())

    assert told.startswith(f"{LOST} {BACK} New round, 7 tiles each. ")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 6))
def test_no_event_is_announced_twice_and_none_is_lost(room: SharedRoom, seed: int) -> None:
    consoles = two_in_a_match(room, "block")
    room.network = BadNetwork(DELAY, 0.05, Random(seed))

    while len(room.table(0).match.rounds) < 4:
        room.play(*consoles)
    for console in consoles:
        console.rest()

    assert room.network.broken > 10
    for number, console in enumerate(consoles):
        assert announced_as_played(console) == played(room, number)
        assert played(room, number) == played(room, 0)
