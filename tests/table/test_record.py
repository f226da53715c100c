"""A record as it is written, and as plain data."""

import json
from random import Random
from typing import Any

import pytest
from examples import EXAMPLE, VARIANTS, parsed
from msgspec.structs import replace
from support.games.random_matches import states

from playroom.rules.deal import begin
from playroom.rules.flow import after, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import new_match
from playroom.rules.rulebook.variant import rules
from playroom.table.record import Record, summary, text
from playroom.table.shuffle import shuffled

JSON = """
{"game": "draw", "over": false, "winners": [],
 "sides": [{"players": ["Ada"], "total": 0, "in": true}, {"players": ["Ben"], "total": 0, "in": true}],
 "rounds": [{"end": null, "scores": [0, 0]}],
 "table": {"to_act": "Ben", "ends": [3, 3], "chain": "3-3 3-0 0-4 4-3 3-2 2-5 5-3",
           "hands": {"Ada": "6-2 4-2 0-0 6-4 4-1", "Ben": "1-1 5-4 6-1"},
           "boneyard": "2-2 4-4 6-5 6-0 2-1 3-1 6-3 5-0 5-1 5-5 2-0 1-0 6-6", "legal": ["draw"]}}
"""

WRITTEN = """\
record: 1
game: draw
options: {target: 50, after_draw: may_play}
players: [Ada, Ben]
rounds:
- starter: Ben
  hands:
    Ada: 3-0 5-3 6-2 4-2 0-0 6-4 4-0
    Ben: 1-1 3-2 5-2 4-3 5-4 6-1 3-3
  boneyard: 4-1 2-2 4-4 6-5 6-0 2-1 3-1 6-3 5-0 5-1 5-5 2-0 1-0 6-6
  actions:
  - Ben 4-3
  - Ada 4-0 left
  - Ben 3-2 right
  - Ada 3-0 left
  - Ben 5-2 right
  - Ada 5-3 right
  - Ben 3-3 left
  - Ada draw
  - Ada pass
"""


def test_the_example_gives_the_summary_that_stands_beside_it() -> None:
    data = summary(parsed(EXAMPLE))

    assert data == json.loads(JSON)
    assert list(data) == list(json.loads(JSON))


def test_the_example_is_written_as_it_was_read() -> None:
    assert text(parsed(EXAMPLE)) == WRITTEN


def new(game: str, players: int, teams: int = 0, **options: object) -> Record:
    names = ("Ada", "Ben", "Cy", "Dee")[:players]
    match = new_match(rules(VARIANTS[game], players, teams, options))
    return Record(game, VARIANTS[game], options, names, match)


def test_a_match_that_has_not_begun_is_a_record_too() -> None:
    written = text(new("block", 2))

    assert written == "record: 1\ngame: block\nplayers: [Ada, Ben]\nrounds: []\n"
    assert parsed(written).match == new("block", 2).match


def test_teams_are_named_only_where_there_are_some() -> None:
    assert "teams: 2\n" in text(new("pass-pass", 4, 2))
    assert "teams" not in text(new("block", 2))


@pytest.mark.parametrize(
    ("game", "options", "line"),
    [
        ("draw", {"target": 100}, None),
        ("draw", {"after_draw": "until_playable", "single_round": False}, None),
        ("draw", {"single_round": True}, "options: {single_round: true}"),
        ("pass-and-out", {"count": "pips", "target": 181}, "options: {count: pips}"),
        ("pass-and-out", {"count": "pips", "target": 31}, "options: {count: pips, target: 31}"),
        ("pass-and-out", {"deals": 3}, "options: {deals: 3}"),
        ("dominos", {"set": 6, "going_out": "ends_round"}, None),
        ("dominos", {"hand": 7}, "options: {hand: 7}"),
        ("dominos", {"set": 9, "hand": 6, "limit": 1}, "options: {set: 9, hand: 6, limit: 1}"),
    ],
)
def test_only_options_that_differ_are_written(
    game: str, options: dict[str, object], line: str | None
) -> None:
    lines = text(new(game, 2, 0, **options)).splitlines()

    assert [each for each in lines if each.startswith("options")] == ([line] if line else [])


@pytest.mark.parametrize(
    "name",
    ["Zoé", "Ann Lee", "no", "null", "7", "5:30", "a: b", "{", "x #1", "'", '"', " a", "a\\b", "- a", "&a"],
)
def test_any_name_survives(name: str) -> None:
    fresh = new("block", 2)
    begun = after(fresh.match, begin(fresh.match, shuffled(fresh.match, Random(1))[1]))
    moved = after(begun, play(begun, legal_moves(position(begun))[0]))

    again = parsed(text(replace(fresh, players=(name, "Ben"), match=moved)))

    assert again.players == (name, "Ben")
    assert again.match == moved


def plain(told_so_far: Record) -> Any:  # noqa: ANN401 (as json gives it)
    """The summary as another program reads it."""
    return json.loads(json.dumps(summary(told_so_far)))


def test_between_rounds_and_after_the_match_the_table_is_cleared() -> None:
    fresh = new("pass-pass", 4, 2, deals=2)
    between, over = [match for match in states(fresh.match, Random(1)) if match.round is None]

    first, last = plain(replace(fresh, match=between)), plain(replace(fresh, match=over))

    assert (first["table"], first["over"], first["winners"]) == (None, False, [])
    assert (last["table"], last["over"]) == (None, True)
    assert last["winners"] == [fresh.players[seat] for seat in range(4) if seat % 2 in over.winners]
    assert [side["players"] for side in last["sides"]] == [["Ada", "Cy"], ["Ben", "Dee"]]


def test_who_is_out_of_the_match_has_no_line() -> None:
    fresh = new("dominos", 3, 0, limit=30)
    every = states(fresh.match, Random(3))
    now = replace(fresh, match=next(each for each in every if each.round and len(each.sides_in) == 2))
    (out,) = {0, 1, 2} - set(now.match.sides_in)

    last_round, data = text(now).split("- starter:")[-1], plain(now)

    assert f"    {now.players[out]}: " not in last_round
    assert now.players[out] not in data["table"]["hands"]
    assert [side["in"] for side in data["sides"]] == [side != out for side in range(3)]
