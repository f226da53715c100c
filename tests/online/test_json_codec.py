"""Events and moves as JSON: there and back over random matches of all games."""

import json
import re
from random import Random
from typing import get_args

import pytest
from msgspec.json import Decoder
from support.games.random_matches import VARIANTS, random_record, states

from playroom.online.wire.entries import MatchWent
from playroom.online.wire.messages import encoded_json, json_decoder
from playroom.online.wire.table_commands import MakeMove
from playroom.rules.event import Bonus, BonusKind, Drew, Event, Redealt, StartDraw, Turn
from playroom.rules.layout import LEFT, train
from playroom.rules.legal import legal_moves, position
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.tile import Tile
from playroom.rules.view import seen

WENT: Decoder[MatchWent] = json_decoder(MatchWent)
MADE: Decoder[MakeMove] = json_decoder(MakeMove)


def events_and_moves(name: str, seed: int) -> tuple[list[Event], list[Play | Draw | Pass]]:
    record = random_record(VARIANTS[name], Random(seed), short=True)
    *_, last = (matches := list(states(record.match, Random(seed))))
    events = [event for each in last.rounds for event in each.log]
    return events, [move for each in matches if each.round for move in legal_moves(position(each))]


def plain(value: object) -> object:
    """What another program reads of a value."""
    return json.loads(encoded_json(value))


def move_of(plain: object) -> Move:
    """The move of a command that another program has written."""
    return MADE.decode(json.dumps({"do": "makemove", "move": plain})).move


@pytest.mark.parametrize("name", VARIANTS)
def test_all_events_of_a_random_match_come_back_for_each_seat(name: str) -> None:
    events, _ = events_and_moves(name, 1)

    told = MatchWent([event for each in events for event in (each, seen(each, 0), seen(each, None))])
    back = WENT.decode(encoded_json(told))

    assert back == told
    assert repr(back) == repr(told)  # an end is equal to a plain tuple


@pytest.mark.parametrize("name", VARIANTS)
def test_all_legal_moves_of_a_random_match_come_back(name: str) -> None:
    _, moves = events_and_moves(name, 1)

    back = [MADE.decode(encoded_json(MakeMove(move))).move for move in moves]

    assert back == moves
    assert list(map(repr, back)) == list(map(repr, moves))


def test_the_events_before_a_deal_come_back() -> None:
    told = MatchWent([StartDraw(((0, Tile(1, 2)), (1, Tile(0, 0)))), Redealt()])

    assert WENT.decode(encoded_json(told)) == told


def test_every_kind_of_event_is_written_with_its_name() -> None:
    assert plain(Drew(1, Tile(3, 5), 4)) == {"event": "Drew", "seat": 1, "tile": "5-3", "left": 4}
    assert plain(Play(Tile(3, 5), train(2))) == {
        "move": "Play",
        "tile": "5-3",
        "end": ["train", 2],
        "inner": None,
    }
    assert plain(Bonus(1, BonusKind.CAPICUA, 25)) == {
        "event": "Bonus",
        "seat": 1,
        "kind": "capicua",
        "points": 25,
    }
    assert len(get_args(Event)) == 23


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (None, "$.move"),
        ([], "$.move"),
        ({}, "$.move"),
        ({"move": "Fly"}, "$.move.move"),
        ({"move": ["Play"]}, "$.move.move"),
        ({"move": "Play"}, "$.move"),
        ({"move": "Play", "tile": "5"}, "$.move.tile"),
        ({"move": "Play", "tile": "-5-3"}, "$.move.tile"),
        ({"move": "Play", "tile": 5}, "$.move.tile"),
        ({"move": "Play", "tile": "5-3", "end": "left"}, "$.move.end"),
        ({"move": "Play", "tile": "5-3", "end": []}, "$.move.end"),
        ({"move": "Play", "tile": "5-3", "end": ["left", None, 1]}, "$.move.end"),
        ({"move": "Play", "tile": "5-3", "end": ["middle", None]}, "$.move.end[0]"),
        ({"move": "Play", "tile": "5-3", "end": ["train", "2"]}, "$.move.end[1]"),
        ({"move": "Play", "tile": "5-3", "inner": True}, "$.move.inner"),
        ({"move": "Play", "tile": None}, "$.move.tile"),
    ],
)
def test_what_is_not_a_move_is_refused_with_the_field_named(wrong: object, field: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        move_of(wrong)

    assert str(refused.value).endswith(f"at `{field}`")


def test_a_deal_that_is_another_event_is_refused_with_the_field_named() -> None:
    with pytest.raises(ValueError, match=re.escape("`$.deal.event`")):
        WENT.decode(encoded_json({"entry": "MatchWent", "events": [], "deal": Turn(0)}))


def test_unknown_fields_are_ignored() -> None:
    known = {"move": "Play", "tile": "5-3", "end": ["left", None], "new": 1}

    assert move_of(known) == Play(Tile(3, 5), LEFT)


def test_a_value_that_has_no_json_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="Random"):
        encoded_json([Random()])


def test_a_tile_that_was_read_is_not_made_again() -> None:
    read = json_decoder(Tile).decode

    assert read(b'"5-3"') is read(b'"5-3"')
    for _ in range(2):
        with pytest.raises(ValueError, match="not a tile"):
            read(b'"5-"')
