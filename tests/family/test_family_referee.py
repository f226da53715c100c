"""The second implementation against the tables and examples of the rulebooks, and over random matches."""

import json
from functools import cache
from random import Random

import pytest
import yaml
from family_cases import Case, after
from family_common import IllegalActionError, Json, fitting
from family_examples import ALL_FIVES, ALL_FIVES_JSON, MEXICAN_TRAIN, MEXICAN_TRAIN_JSON
from family_matches import Played, random_match, replayed
from family_referee import CHOICES, InvalidSetupError, Match, set_up

PLAYERS = ("A", "B", "C", "D", "E", "F", "G", "H")

SUMS = [
    ("5-5", 10, 10),
    ("6-6", 12, 0),
    ("6-4", 10, 10),
    ("3-2", 5, 5),
    ("6-6, 6-3 right", 12 + 3, 15),
    ("5-3, 5-5 left", 10 + 3, 0),
    ("5-3, 5-5 left, 5-1 left", 1 + 3, 0),
    ("5-3, 5-5 left, 5-1 left, 6-5 up", 1 + 3 + 6, 10),
    ("5-3, 5-5 left, 5-1 left, 6-5 up, 6-6 up", 1 + 3 + 12, 0),
    ("5-3, 5-5 left, 5-1 left, 6-5 up, 6-6 up, 5-4 down", 1 + 3 + 12 + 4, 20),
]


@pytest.mark.parametrize(("actions", "total", "points"), SUMS)
def test_af_6_the_table_of_sums(actions: str, total: int, points: int) -> None:
    """Each tile of the table, played in turn by two players who hold others too."""
    plays = actions.split(", ")
    tiles = [play.split()[0] for play in plays]
    hands = f"{' '.join(tiles[::2])} 2-2 2-1, {' '.join(tiles[1::2])} 4-4 2-0"
    before = Case("AF-6", "", hands, ", ".join(plays[:-1]), {}, boneyard="0-0")
    played = after(before)
    scored = sum(played.scores)

    played.act(plays[-1])

    assert sum(end["adds"] for end in played.ends()) == total
    assert sum(played.scores) - scored == points


@pytest.mark.parametrize(
    ("text", "published"), [(ALL_FIVES, ALL_FIVES_JSON), (MEXICAN_TRAIN, MEXICAN_TRAIN_JSON)]
)
def test_the_examples_give_the_json_that_stands_beside_them(text: str, published: str) -> None:
    found = replayed(yaml.safe_load(text)).summary()

    assert json.dumps(found) == json.dumps(json.loads(published))


@pytest.mark.parametrize(
    "line",
    ["Ben 2-0 left", "Ben 2-0 middle", "Ben 5-5 left", "Ben 0-0", "Ada 5-5 left", "Ben draw", "Ben pass"],
)
def test_an_illegal_action_changes_nothing(line: str) -> None:
    match = replayed(yaml.safe_load(ALL_FIVES))

    with pytest.raises(IllegalActionError):
        match.read(line)

    assert match.summary() == json.loads(ALL_FIVES_JSON)


@pytest.mark.parametrize(
    ("action", "meant"),
    [
        ("2-1", ["2-1 right"]),
        ("1-2 right", ["2-1 right"]),
        ("1-2 left", []),
        ("5-2", ["5-2 left", "5-2 right"]),
        ("5-2 train Ada", []),
        ("draw", ["draw"]),
        ("3-0", []),
    ],
)
def test_what_an_action_may_mean(action: str, meant: list[str]) -> None:
    assert fitting(["5-2 left", "5-2 right", "2-1 right", "draw"], action) == meant


HANDS = [
    ("all-fives", 2, 0, {}, 7),
    ("all-fives", 3, 0, {}, 5),
    ("all-fives", 4, 2, {}, 5),
    ("all-fives", 4, 0, {"hand": 7}, 7),
    ("matador", 2, 0, {}, 7),
    ("matador", 3, 0, {}, 6),
    ("matador", 4, 2, {}, 5),
    ("mexican-train", 2, 0, {}, 12),
    ("mexican-train", 3, 0, {}, 11),
    ("mexican-train", 4, 0, {}, 10),
    ("mexican-train", 4, 0, {"set": 12}, 15),
    ("mexican-train", 5, 0, {}, 12),
    ("mexican-train", 6, 0, {}, 12),
    ("mexican-train", 7, 0, {}, 10),
    ("mexican-train", 8, 0, {}, 10),
    ("mexican-train", 6, 0, {"hand": 15}, 15),
]


@pytest.mark.parametrize(("game", "players", "teams", "options", "hand"), HANDS)
def test_the_tiles_each(game: str, players: int, teams: int, options: Json, hand: int) -> None:
    setup = set_up(game, PLAYERS[:players], teams, options)

    assert setup.options["hand"] == hand


REFUSED = [
    ("AF-1", "all-fives", 5, 0, {}),
    ("AF-1", "all-fives", 3, 2, {}),
    ("AF-1", "all-fives", 4, 2, {"hand": 9}),
    ("MA-1", "matador", 1, 0, {}),
    ("MT-1", "mexican-train", 4, 2, {}),
    ("MT-1", "mexican-train", 5, 0, {"set": 9}),
    ("MT-2", "mexican-train", 4, 0, {"hand": 14}),
    ("MT-2", "mexican-train", 6, 0, {"hand": 16}),
    ("MT-14", "mexican-train", 4, 0, {"rounds": 11}),
]


@pytest.mark.parametrize(("clause", "game", "players", "teams", "options"), REFUSED)
def test_a_table_is_refused(clause: str, game: str, players: int, teams: int, options: Json) -> None:
    with pytest.raises(InvalidSetupError, match=r"players|teams|set|rounds|hand"):
        set_up(game, PLAYERS[:players], teams, options)

    assert clause


MOST_ROUNDS, FEW = 4, 4
MATCHES = [
    pytest.param((game, seed), marks=[pytest.mark.long] if seed > FEW else [])
    for game in CHOICES
    for seed in range(10)
]


@pytest.fixture(params=MATCHES, ids=lambda each: f"{each[0]} {each[1]}")
def played(request: pytest.FixtureRequest) -> Played:
    return _match(*request.param)


@cache
def _match(game: str, seed: int) -> Played:
    return random_match(Random(seed), game, most_rounds=MOST_ROUNDS)


@pytest.mark.sample(3)
def test_a_record_read_back_gives_the_same_match(played: Played) -> None:
    for count in range(0, len(played.expected), 50):
        record = yaml.safe_load(yaml.safe_dump(played.prefix(count + 1)))

        assert replayed(record).summary() == played.expected[count]


@pytest.mark.sample(1)
def test_who_starts_a_round(played: Played) -> None:
    """AF-2: whoever went out; AF-2 and MA-2: the tile of C-2; MT-4: clockwise."""
    names, options = played.setup.players, played.setup.options
    dealt = [each["table"] for each, _ in deals(played)]
    ends = [each["end"] for each in played.expected[-1]["rounds"]]
    last = [entry["actions"][-1] for _, entry in deals(played)]

    if played.setup.game == "mexican-train":
        seats = [names.index(each["to_act"]) for each in dealt]
        assert seats == [(seats[0] + number) % len(names) for number in range(len(seats))]
    elif options.get("opening") == "highest" or options.get("lead") == "double":
        assert all(highest(each["hands"]) in each["hands"][each["to_act"]].split() for each in dealt)
        assert all(each["legal"] == [highest(each["hands"])] for each in dealt)
    elif played.setup.game == "all-fives":
        after_out = [number for number in range(1, len(dealt)) if ends[number - 1] == "out"]
        assert all(last[number - 1].startswith(dealt[number]["to_act"]) for number in after_out)


def test_af_2_after_a_blocked_round_a_random_seat_starts() -> None:
    blocked = after(Case("AF-8", "Blocked.", "6-1 3-0, 2-2 5-5", "6-1", {}))
    out = after(Case("AF-8", "Out.", "6-1 3-0, 6-5", "6-1, 6-5 left", {}))

    assert Match(out.setup, [out]).known_starter(out.hands) == 1
    assert Match(blocked.setup, [blocked]).known_starter(blocked.hands) is None


def highest(hands: dict[str, str]) -> str:
    """The tile of C-2 in hands as they are written, the higher half first."""
    held = " ".join(hands.values()).split()
    return max(held, key=lambda tile: (tile[0] == tile[2], int(tile[0]) + int(tile[2]), tile))


@pytest.mark.sample(5)
def test_mt_3_the_engine_steps_down(played: Played) -> None:
    engines = [each["table"]["chain"].get("engine") for each, _ in deals(played)]
    top = played.setup.options.get("set", 0)

    down = [f"{top - number}-{top - number}" for number in range(len(engines))]
    assert engines == (down if played.setup.game == "mexican-train" else [None] * len(engines))


def deals(played: Played) -> list[tuple[Json, Json]]:
    """The JSON after each deal, with its round of the record."""
    entries, found, at = played.record["rounds"], [], 0
    for entry in entries:
        found.append((played.expected[at], entry))
        at += 1 + len(entry["actions"])
    return found


@pytest.mark.sample(5)
def test_a_match_ends_as_its_rulebook_says(played: Played) -> None:
    """AF-9, MA-9 and MT-14; G-10 for equal totals."""
    *before, last = played.expected
    totals = {name: side["total"] for side in last["sides"] for name in side["players"]}
    best = min(totals.values()) if played.setup.game == "mexican-train" else max(totals.values())

    assert last["table"] is None
    assert not any(each["over"] or each["winners"] for each in before)
    assert last["over"] == (len(last["rounds"]) < MOST_ROUNDS or bool(last["winners"]))
    assert last["winners"] == [name for name in played.setup.players if totals[name] == best and last["over"]]
