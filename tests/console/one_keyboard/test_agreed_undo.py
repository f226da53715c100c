"""Several people at one keyboard take something back if all of them agree."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move

pytestmark = pytest.mark.usefixtures("_plain_bots")

TABLE = ("play", "draw", "--players", "3", "--seed", "4", "--pace", "0.8", "--bots", "novice")
ASKED = "Ben, Ana wants to take back Ana's 0-6, Ben's 5-0, Cleo's 6-5. Do you agree?"
TAKEN_BACK = "Taken back: Ana's 0-6, Ben's 5-0, Cleo's 6-5. Ana to play."


def at_ana_again(home: Path, **settings: object) -> Console:
    """Ana has played, then Ben and the bot; it is Ana's turn again."""
    console = Console(*TABLE, "--name", "Ana", "--name", "Ben", home=home, settings=settings)
    console.hear()
    pressed(console, "yzgyzgy")
    return console


def pressed(console: Console, keys: str) -> None:
    """Press keys, each once nothing more would happen by itself."""
    for key in keys:
        console.hear(key)


@pytest.fixture
def console(home: Path) -> Console:
    return at_ana_again(home)


def test_the_other_is_asked_and_agrees(console: Console) -> None:
    before = len(console.match.now.log)

    assert console.hear("x")[0].startswith(ASKED)
    assert console.person == "Ben"
    assert len(console.match.now.log) == before
    told = console.hear("y")

    assert told == [f"{TAKEN_BACK} Ana. Hand covered, Y uncovers it."]
    assert len(console.match.now.log) < before
    assert console.hear("y") == ["Ends 6 and 6. Your turn: play one of 2 tiles."]
    assert console.hear("u") == ["Cleo opens: 6-6. Ends 6 and 6. Cleo has 5. Your turn."]


@pytest.mark.parametrize("key", ["n", "enter", "escape"])
def test_the_other_is_asked_and_does_not_agree(console: Console, key: str) -> None:
    before = console.match
    console.hear("x")

    told = console.hear(key)

    assert told == ["Ben does not agree: nothing is taken back. Ana. Hand covered, Y uncovers it."]
    assert console.match == before
    assert console.hear("y") == ["Ends 5 and 5. Your turn: play 5-5."]


def test_nothing_of_a_hand_is_heard_or_read_while_the_other_is_asked(console: Console) -> None:
    hand = console.answers("w")[0].partition(": ")[2]
    console.hear("x")

    asked = [text for key in "wcztu" for text in console.hear(key)]

    assert {*asked} == {"Y or N, Enter for no."}
    assert console.hear("f2")[0].startswith(ASKED)
    assert hand not in console.visible
    assert not [told.text for told in console.utterances if hand in told.text]


def test_redone_moves_are_announced_to_the_others_again(console: Console) -> None:
    pressed(console, "xyy")

    assert console.hear("y") == ["Made again: your 6-0, Ben's 5-0, Cleo's 6-5. Your turn."]
    pressed(console, "zg")

    assert console.hear("y")[0].startswith("Ana: 0-6, left. Ends 0 and 6. Ana has 5. You: 5-0, left.")


def test_undone_moves_are_not_announced_to_the_others(home: Path) -> None:
    console = Console(*TABLE, "--name", "Ana", "--name", "Ben", home=home)
    pressed(console, "yz")
    console.press("g", "x")
    pressed(console, "yy")
    console.hear("home", "right", "g")

    told = console.hear("y")[0]

    assert "Ana: 1-6, left." in told
    assert "0-6" not in told


def test_all_others_are_asked_in_turn(home: Path) -> None:
    names = ("--name", "Ana", "--name", "Ben", "--name", "Cleo")
    console = Console("play", "draw", "--players", "3", "--seed", "4", "--pace", "0.8", *names, home=home)
    console.hear()
    moves = 0
    while moves < 3 or console.match.turn:
        if console.is_covered:
            console.hear("y")
        console.hear(*keys_of_a_move(console.match, console.match.turn or 0))
        moves += 1
    console.hear("y")

    first, second = console.hear("x")[0], console.hear("y")[0]

    assert first.startswith("Ben, Ana wants to take back")
    assert second.startswith("Cleo, Ana wants to take back")
    assert console.hear("y")[0].startswith("Taken back: Ana's")


def test_people_who_are_away_are_not_asked(console: Console) -> None:
    pressed(console, "zg")
    console.hear("down", "down", "enter")
    console.hear("y")

    told = console.hear("x")[0]

    assert told.startswith("Taken back: Ana's 5-5")


def test_it_is_asked_in_the_language_of_who_is_asked(home: Path) -> None:
    console = at_ana_again(home, people={"Ben": {"language": "fr"}})

    assert console.hear("x")[0].startswith("Ben, Ana souhaite reprendre le 0-6 d'Ana, le 5-0 de Ben")
