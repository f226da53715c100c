"""The rules by ear: search, the keys that play, examples, and the positions of examples to be tried."""

from pathlib import Path

import pytest
from support.console.hand_held import Console

from playroom.commands.assembly import AskedAdviser
from playroom.console.play.table import TablePlace
from playroom.console.rulebook.example_trial import ExampleTrial
from playroom.console.rulebook.rules_reader import Trials, game_keys
from playroom.console.ui.list import ListPlace
from playroom.console.ui.preferences import key_name
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap
from playroom.rules.rulebook.variant import rules
from playroom.table.examples.example import Example, proved
from playroom.table.examples.example_file import examples_file, read_examples
from playroom.table.shelf import OURS, shelf

GAMES = shelf([OURS]).variants

DOMINOS = ("down", "down", "down", "enter", *["down"] * list(GAMES).index("dominos"), "enter")
"""The keys that open the rules of Playroom dominos from the first list."""

TURN = (*DOMINOS, *["down"] * 4, "enter", *["down"] * 4)
"""And from there the example of what one must do at one's turn."""


def examples_of(game: str) -> tuple[Example, ...]:
    return read_examples(examples_file(OURS, game))[1]


def nothing_found(*_asked: object, **_named: object) -> None:
    """Advice is thought about, and there is none."""


def opened(home: Path, *keys: str, language: str = "en", **settings: object) -> Console:
    """A console in which these keys were pressed, and all that was said has been heard."""
    console = Console("--language", language, home=home, settings=settings)
    console.hear(*keys)
    return console


def searched(console: Console, words: str) -> str:
    """What is said once words were looked for."""
    console.hear("end", "up", "enter")
    console.write(words)
    console.rest()
    console.forget()
    return console.hear("enter")[-1]


def test_examples_follow_their_sentences(home: Path) -> None:
    console = opened(home, *TURN)

    assert console.answers("up", "down") == [
        "If you have a tile that fits, you play one.",
        (
            "Example. Ends 6 and 6. You have 6-5 and 1-1. One tile is in the boneyard. You try to draw. "
            "You have 6-5, which fits both ends: you may not draw. You try to pass. "
            "You have 6-5, which fits both ends: you may not pass. You may play 6-5 left or 6-5 right."
        ),
    ]


def test_a_position_is_tried_against_the_real_rules(home: Path) -> None:
    console = opened(home, *TURN)

    assert console.hear("enter") == [
        "Try it yourself, Q goes back. 2 tiles: 6-5 and 1-1. Ends 6 and 6. Your turn: play 6-5."
    ]
    assert console.hear("space") == ["You have 6-5, which fits both ends: you may not draw."]
    assert isinstance(console.place, TablePlace)
    assert console.hear("g")[0] == "You: 6-5, left. Ends 5 and 6."
    assert console.place.bindings is PlaceName.MENU
    assert console.hear("enter")[0].startswith("Try it yourself")


@pytest.mark.sample(1)
@pytest.mark.parametrize("keys", [("q",), ("g", "escape"), ("g", "down", "enter")])
def test_a_trial_leads_back_to_its_example(home: Path, keys: tuple[str, ...]) -> None:
    console = opened(home, *TURN, "enter")

    assert "Example. Ends 6 and 6." in console.hear(*keys)[-1]
    assert isinstance(console.place, ListPlace)
    assert console.matches.count() == 0


def test_a_trial_begins_anew_where_a_move_would_be_taken_back(home: Path) -> None:
    console = opened(home, *TURN, "enter")

    assert console.hear("right", "x")[-1].startswith("Try it yourself")
    assert console.hear("i") == ["No hints at this table."]


@pytest.mark.long
def test_rules_in_a_trial_say_where_examples_can_be_tried(home: Path) -> None:
    console = opened(home, *TURN, "enter", "ctrl-f1", *["down"] * 4, "enter", "down")

    assert console.hear("enter") == [
        "Examples can be tried from the main menu, or during a match against bots."
    ]


@pytest.mark.long
def test_search_finds_beginnings_of_words_in_sentences_and_examples(home: Path) -> None:
    console = opened(home, *DOMINOS)

    assert "places with BONEY empt. Passing. Example. " in searched(console, "BONEY empt")
    console.press("escape")
    assert searched(console, "oneyard") == "Nothing in these rules has oneyard."


@pytest.mark.long
def test_search_knows_no_accents_and_opens_the_place(home: Path) -> None:
    console = opened(home, *DOMINOS, language="fr")

    line = searched(console, "EGALITE")

    heading, _, sentence = line.partition(". ")[2].partition(". ")
    assert heading == "Fin de la partie"
    assert console.hear("enter")[-1].endswith(sentence)


@pytest.mark.parametrize(
    ("words", "said"),
    [("zebra", "Nothing in these rules has zebra."), ("", "No words: everything is shown.")],
)
def test_search_says_that_nothing_is_found(home: Path, words: str, said: str) -> None:
    assert searched(opened(home, *DOMINOS), words) == said


@pytest.mark.parametrize("profile", sorted({*KeyProfile} - {KeyProfile.SWITCH, KeyProfile.TOUCH}))
def test_the_keys_of_a_game_are_those_of_the_profile(home: Path, profile: KeyProfile) -> None:
    console = opened(home, keys=str(profile))
    first = console.places[0]
    assert isinstance(first, ListPlace)
    room, (bound, _) = first.room, keymap("en", None, profile)

    lines = {item.key: room.speech.words(item.label) for item in game_keys(room, rules(GAMES["draw"], 2))}

    for command in (Command.PLAY, Command.DRAW, Command.PLAY_LEFT, Command.ENDS):
        names = [key_name(room.book, key) for key in bound.keys(PlaceName.HAND, command)]
        assert names
        assert all(name in lines[command] for name in names)


@pytest.mark.parametrize(
    ("game", "has", "lacks"),
    [
        ("block", Command.PLAY_LEFT, Command.DRAW),
        ("draw", Command.DRAW, Command.PASS),
        ("passing-game", Command.PASS, Command.COACH),
        ("mexican-train", Command.DRAW, Command.PLAY_LEFT),
    ],
)
def test_a_game_names_the_keys_that_it_needs(home: Path, game: str, has: Command, lacks: Command) -> None:
    first = opened(home).places[0]
    assert isinstance(first, ListPlace)

    keys = {item.key for item in game_keys(first.room, rules(GAMES[game], 2))}

    assert has in keys
    assert lacks not in keys


def test_two_keys_play_by_scanning(home: Path) -> None:
    first = opened(home, keys="switch").places[0]
    assert isinstance(first, ListPlace)

    (only,) = game_keys(first.room, rules(GAMES["draw"], 2))

    assert "goes to the next choice" in first.room.speech.words(only.label)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("pass-and-out", "passing.and_out"),
        ("all-fives", "turn.spinner"),
        ("mexican-train", "doubles.cover"),
        ("passing-game", "round_end.all_passed"),
    ],
)
def test_every_key_of_the_table_answers_in_a_trial(home: Path, game: str, rule: str) -> None:
    console = opened(home)
    first = console.places[0]
    assert isinstance(first, ListPlace)
    room, row = first.room, next(each for each in examples_of(game) if each.rule == rule)
    trials = Trials(AskedAdviser(nothing_found), lambda: None)
    bound, _ = keymap("en", None)
    away = {Command.QUIT, Command.LEAVE, Command.CHAT, Command.HISTORY, Command.LEARN_KEYS}

    for command in bound.commands(PlaceName.HAND):
        if command not in away:
            room.places.drop_to(first)
            ExampleTrial(room, GAMES[game], proved(row, GAMES[game]), trials).open()
            console.rest()
            console.forget()
            console.press(bound.keys(PlaceName.HAND, command)[0])
            console.rest()
            assert console.is_open
