"""What happens for the first time is explained once, in a sentence."""

from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.games.random_matches import VARIANTS, states
from support.languages import CODES
from support.online.shared_room import SharedRoom, choose

from playroom.console.play.tips import first_time_message, first_times
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.preferences import FirstTime
from playroom.rules.match import new_match
from playroom.rules.rulebook.variant import rules
from playroom.voice.speech_request import MOST_HELP

TEAMS = "You play in teams here: what your partner scores counts for you as well."
CHAT = "You can talk to the others at this table: Semicolon writes a message, Comma offers quick phrases."
KEYS = "Left and Right move through your hand, Enter plays,"
TABLE = ("play", "dominos", "--teams", "2", "--seed", "1", "--pace", "0")


def met(game: str, seed: int, teams: int = 0) -> set[FirstTime]:
    """What one match of random moves has examples of."""
    found: set[FirstTime] = set()
    before = 0, 0
    made = rules(VARIANTS[game], 4 if teams else 2, teams, {})
    for match in states(new_match(made), Random(seed)):
        now = len(match.rounds), len(match.now.log)
        events = match.now.log[before[1] if now[0] == before[0] else 0 :]
        found |= {*first_times(tuple(events), match)}
        before = now
    return found


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("game", "teams", "expected"),
    [
        ("mexican-train", 0, {FirstTime.TRAIN, FirstTime.COVER}),
        ("all-fives", 0, {FirstTime.SPINNER}),
        ("dominos", 2, {FirstTime.TEAMS}),
    ],
)
def test_each_game_has_what_is_new_in_it(game: str, teams: int, expected: set[FirstTime]) -> None:
    found = met(game, 1, teams)

    assert found == expected


@pytest.mark.parametrize("language", CODES)
def test_everything_but_the_keys_has_a_sentence(language: str) -> None:
    book = phrasebook(language)

    assert all(
        book.entries.get(first_time_message(each).entry)
        for each in FirstTime
        if each not in (FirstTime.KEYS, FirstTime.MANY, FirstTime.WAYS)
    )


def test_a_first_time_is_explained_once(home: Path) -> None:
    heard = [" ".join(Console(*TABLE, home=home, settings={"explained": []}).hear()) for _ in range(2)]

    assert [TEAMS in each for each in heard] == [True, False]
    assert [KEYS in each for each in heard] == [True, False]


def test_nothing_is_explained_to_those_who_do_not_want_that(home: Path) -> None:
    settings = {"explained": [str(each) for each in FirstTime]}

    heard = " ".join(Console(*TABLE, home=home, settings=settings).hear())

    assert TEAMS not in heard
    assert KEYS not in heard


def test_a_line_of_the_menu_repeats_all_explanations(home: Path) -> None:
    Console(*TABLE, home=home, settings={"explained": []}).hear()
    console = Console(home=home)
    console.hear("s", "enter", "a", "enter", "e", "right")

    reset = console.hear("right")
    console.close()
    again = " ".join(Console(*TABLE, home=home).hear())

    assert reset[0].startswith("Everything will be explained once more. ")
    assert TEAMS in again


def test_an_explanation_that_a_key_interrupts_is_said_again(home: Path) -> None:
    console = Console(*TABLE, home=home, settings={"explained": []}, speed=18)
    console.wait(4)
    console.press("c")

    console.rest()

    assert any(TEAMS in said.text and not said.was_cut for said in console.said)


@pytest.mark.long
def test_an_explanation_that_keys_cut_again_and_again_waits_for_the_next_time(home: Path) -> None:
    table = ("play", "partners", "--seed", "7", "--pace", "0")
    console = Console(*table, home=home, settings={"explained": []}, speed=18)

    for _ in range(12):
        console.press("c")
        console.wait(5)
    told = [said for said in console.new() if TEAMS in said.text]
    while len(console.match.rounds) < 2:
        console.wait(30)
        console.press(*keys_of_a_move(console.match))
    console.wait(30)
    again = [said for said in console.new() if TEAMS in said.text]

    assert len(told) <= 1 + MOST_HELP
    assert all(said.was_cut for said in told)
    assert [said.was_cut for said in again] == [False]


def test_a_shared_table_is_explained_once(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2", explained=[])
    ben = room.join(code, "Ben")
    ben.hear()
    choose(ben, "Seat 2")
    ben.hear("home", "enter")
    ada.hear()

    choose(ada, "Start the match")
    known, new = ben.hear(), ada.hear()

    assert CHAT in " ".join(new)
    assert CHAT not in " ".join(known)
    assert "chat" in (ada.folders.settings.read_text().partition("explained:")[2])


@pytest.mark.parametrize("key", ["z", "c", "w"])
def test_the_keys_of_the_first_match_are_heard_whatever_is_pressed_early(home: Path, key: str) -> None:
    console = Console(*TABLE, home=home, settings={"explained": []}, speed=18)
    console.wait(0.5)
    console.press(key)
    console.rest()
    console.press(key)
    console.rest()

    assert any(KEYS in each for each in console.heard())
