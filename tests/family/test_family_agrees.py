"""The program and the second implementation give the same JSON, action by action, and refuse the same."""

from collections.abc import Iterator
from random import Random

import pytest
import yaml
from family_common import Json, Setup, fitting, full_set, written
from family_matches import NAMES, Played, as_text, random_match, random_options, replayed
from family_referee import CHOICES, InvalidSetupError, set_up
from msgspec.structs import replace
from support.faults.soaks import soak

from playroom.rules.event import Drew, Passed
from playroom.rules.event import Played as PlayedTile
from playroom.rules.match import new_match
from playroom.strict_yaml import PageError, load
from playroom.table.record import Record, summary, text
from playroom.table.record_parser import RuleBroken, record
from playroom.table.shelf import OURS, shelf

VARIANTS = shelf([OURS]).variants

SOME = range(3)
MANY = range(soak(1_000))
CHUNKS = soak(20)

PLACES = ("left", "right", "up", "down", "mexican", "train")
"""The words of ends, which no table has all."""


def parsed(source: str) -> Record:
    return record(load(source, "a.domino.yaml"), VARIANTS)


def summaries(whole: Record) -> Iterator[Json]:
    """The JSON of the program after each deal and each action of a record."""
    match = new_match(whole.match.rules)
    for now in whole.match.rounds:
        for event in now.log:
            if isinstance(event, PlayedTile | Drew | Passed):
                yield summary(replace(whole, match=match))
            match = match.after(event)
        yield summary(replace(whole, match=match))


def disagreement(played: Played) -> str:
    """Where the two differ first, as a record and both JSONs; "" where they nowhere do."""
    try:
        found = [*summaries(parsed(played.text))]
    except RuleBroken as refused:
        return f"refused: {refused}, round {refused.round}, action {refused.action}\n{played.text}"
    for count, (ours, expected) in enumerate(zip(found, played.expected, strict=True)):
        if ours != expected:
            keys = [key for key in expected if ours[key] != expected[key]]
            return f"{keys}\n{as_text(played.prefix(count + 1))}\n{ours}\n{expected}"
    return ""


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", SOME)
@pytest.mark.parametrize("game", CHOICES)
def test_the_program_agrees_at_every_action(game: str, seed: int) -> None:
    chance = Random(f"agrees {seed}")

    for _ in range(3):
        assert not disagreement(random_match(chance, game, most_rounds=2))


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", CHOICES)
def test_the_program_agrees_in_many_matches(game: str, chunk: int) -> None:
    for seed in MANY[chunk::CHUNKS]:
        assert not disagreement(random_match(Random(f"long {seed}"), game, most_rounds=2))


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", SOME)
@pytest.mark.parametrize("game", CHOICES)
def test_the_keys_stand_in_the_order_of_the_format(game: str, seed: int) -> None:
    played = random_match(Random(f"keys {seed}"), game, most_rounds=1)

    first = next(summaries(parsed(played.text)))

    assert keys(first) == keys(played.expected[0])


def keys(data: object) -> list[object]:
    """The keys of an object and of all in it, in order."""
    match data:
        case dict():
            return [[key, keys(value)] for key, value in data.items()]
        case list():
            return [keys(each) for each in data]
    return []


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", SOME)
@pytest.mark.parametrize("game", CHOICES)
def test_the_referee_reads_what_the_program_writes(game: str, seed: int) -> None:
    chance = Random(f"text {seed}")
    played = random_match(chance, game, most_rounds=2)
    count = chance.randrange(len(played.expected))

    written_by_program = text(parsed(as_text(played.prefix(count + 1))))

    assert replayed(yaml.safe_load(written_by_program)).summary() == played.expected[count]


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", SOME)
@pytest.mark.parametrize("game", CHOICES)
def test_the_program_refuses_an_illegal_action(game: str, seed: int) -> None:
    chance = Random(f"illegal {seed}")
    played = random_match(chance, game, most_rounds=2)
    tables = [count for count, each in enumerate(played.expected) if each["table"]]
    for count in chance.sample(tables, min(2, len(tables))):
        for line in chance.sample(illegal(played, count), 3):
            source = played.prefix(count + 1)
            source["rounds"][-1]["actions"].append(line)

            with pytest.raises((RuleBroken, PageError)):
                parsed(as_text(source))


def illegal(played: Played, count: int) -> list[str]:
    """The actions, in any notation, that the seat to act may not make after so many deals and actions."""
    table = played.expected[count]["table"]
    places = {*PLACES, *(end["id"] for end in table["ends"])}
    ends = ["", *(f" {place}" for place in sorted(places))]
    tiles = [written([tile]) for tile in full_set(played.setup.options.get("set", 6))]
    actions = ["draw", "pass", *(f"{tile}{end}" for tile in tiles for end in ends)]
    return [f"{table['to_act']} {each}" for each in actions if len(fitting(table["legal"], each)) != 1]


@pytest.mark.sample(30)
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("game", CHOICES)
def test_both_allow_the_same_tables(game: str, seed: int) -> None:
    """Any number of players and teams with any options, as many as can be dealt or not."""
    chance = Random(f"table {seed}")
    players = tuple(NAMES[: chance.randint(2, 9)])
    teams = chance.choice([0, 0, 2, 3])
    options = random_options(chance, game, len(players))
    options |= {"rounds": chance.randint(1, 15)} if game == "mexican-train" else {}
    head = {"record": 2, "game": game, "options": options, "players": list(players), "rounds": []}

    assert is_told(head | ({"teams": teams} if teams else {})) == is_set_up(game, players, teams, options)


def is_told(source: Json) -> bool:
    try:
        parsed(as_text(source))
    except RuleBroken:
        return False
    return True


def is_set_up(game: str, players: tuple[str, ...], teams: int, options: Json) -> bool:
    try:
        return isinstance(set_up(game, players, teams, options), Setup)
    except InvalidSetupError:
        return False
