"""Events and moves as JSON: there and back over random matches of all games."""

import json
from random import Random
from typing import get_args

import pytest
from random_matches import VARIANTS, random_record, states

from playroom.online.wire.event_codec import event_of_plain, move_of_plain, plain_event, plain_move
from playroom.rules.event import Drew, Event, Lots, Redealt
from playroom.rules.layout import LEFT, train
from playroom.rules.legal import legal_moves, position
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.tile import Tile
from playroom.rules.view import seen


def events_and_moves(name: str, seed: int) -> tuple[list[Event], list[Play | Draw | Pass]]:
    record = random_record(VARIANTS[name], Random(seed), short=True)
    *_, last = (matches := list(states(record.match, Random(seed))))
    events = [event for each in last.rounds for event in each.log]
    return events, [move for each in matches if each.round for move in legal_moves(position(each))]


def there_and_back(value: object) -> object:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", VARIANTS)
def test_all_events_of_a_random_match_come_back_for_each_seat(name: str) -> None:
    events, _ = events_and_moves(name, 1)

    told = [event for each in events for event in (each, seen(each, 0), seen(each, None))]

    assert [event_of_plain(there_and_back(plain_event(event))) for event in told] == told


@pytest.mark.parametrize("name", VARIANTS)
def test_all_legal_moves_of_a_random_match_come_back(name: str) -> None:
    _, moves = events_and_moves(name, 1)

    back = [move_of_plain(there_and_back(plain_move(move))) for move in moves]

    assert back == moves
    assert list(map(repr, back)) == list(map(repr, moves))  # an end is equal to a plain tuple


def test_the_events_before_a_deal_come_back() -> None:
    for event in (Lots(((0, Tile(1, 2)), (1, Tile(0, 0)))), Redealt()):
        assert event_of_plain(there_and_back(plain_event(event))) == event


def test_every_kind_of_event_is_written_with_its_name() -> None:
    assert plain_event(Drew(1, Tile(3, 5), 4)) == {"event": "Drew", "seat": 1, "tile": "5-3", "left": 4}
    assert plain_move(Play(Tile(3, 5), train(2))) == {
        "move": "Play",
        "tile": "5-3",
        "end": ["train", 2],
        "inner": None,
    }
    assert len(get_args(Event)) == 19


@pytest.mark.parametrize(
    "plain",
    [
        None,
        [],
        {},
        {"move": "Fly"},
        {"move": ["Play"]},
        {"move": "Play"},
        {"move": "Play", "tile": "5"},
        {"move": "Play", "tile": 5},
        {"move": "Play", "tile": "5-3", "end": "left"},
        {"move": "Play", "tile": "5-3", "end": ["left"]},
        {"move": "Play", "tile": "5-3", "end": ["middle", None]},
        {"move": "Play", "tile": "5-3", "end": ["train", "2"]},
        {"move": "Play", "tile": "5-3", "inner": True},
        {"move": "Play", "tile": None},
    ],
)
def test_what_is_not_a_move_is_refused(plain: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        move_of_plain(plain)


def test_unknown_fields_are_ignored() -> None:
    assert move_of_plain({"move": "Play", "tile": "5-3", "end": ["left", None], "new": 1}) == Play(
        Tile(3, 5), LEFT
    )
