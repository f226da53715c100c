"""While a question is open, the table answers, and the question stays; only what differs is asked about."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.console.arrange import table
from support.console.hand_held import Console
from support.console.opened import TABLE, opened
from support.console.player import variants

from playroom.advice.hints import move_values
from playroom.console.play.table import TablePlace
from playroom.narration.answers.answer import end_choices
from playroom.rules.legal import only_play, plays, position
from playroom.rules.match import Match
from playroom.rules.move import Play
from playroom.rules.tile import Tile, tile, tiles, whole_set
from playroom.rules.view import view
from playroom.sound.cue import Cue
from playroom.table.examples.notation import move_of as move

QUERIES = "cvwseti"
NO_KEYS = " Y or N, Enter for no."


def ways(match: Match, held: Tile) -> int:
    return len(tuple(plays(position(match), held)))


def until(console: Console, is_wanted: Callable[[Match, Tile], bool]) -> None:
    """Play until the hand has such a tile, and put the focus on it."""
    for _ in range(60):
        now = console.match.round
        for index, held in enumerate(now.hands[0] if now else ()):
            if is_wanted(console.match, held):
                console.hear("home", *["right"] * index)
                return
        console.play()
    raise LookupError("no hand has such a tile")


def which_end(home: Path) -> Console:
    """A console that asks at which of two ends a tile goes."""
    console = opened(home, *TABLE)
    until(console, lambda match, held: ways(match, held) > 1 and not only_play(position(match), held))
    assert "Left on" in console.hear("enter")[-1]
    return console


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", QUERIES)
def test_a_query_is_answered_and_the_question_which_end_stays(home: Path, key: str) -> None:
    console = which_end(home)
    before = console.match
    (asked,) = console.hear("x")

    answered = console.hear(key)

    assert answered
    assert asked not in answered
    assert console.hear("x")[0].startswith(asked)
    assert console.match == before
    assert console.hear("left")[0].startswith("You: ")


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", [*QUERIES, "V"])
def test_a_query_is_answered_and_yes_or_no_stays(home: Path, key: str) -> None:
    console = opened(home, *TABLE)
    plain = console.hear(key)
    asked = console.hear("q")

    waits = f" A question waits: {asked[0].removesuffix(NO_KEYS)}" if key == "t" else ""
    assert console.hear(key) == [f"{text}{waits}" for text in plain]
    assert console.hear("x") == [NO_KEYS.strip()]


def test_the_keys_of_the_question_are_said_the_very_first_time(home: Path) -> None:
    console = opened(home, *TABLE, explained=[])
    until(console, lambda match, held: ways(match, held) > 1 and not only_play(position(match), held))

    first, _, again = console.hear("enter")[-1], console.hear("escape"), console.hear("enter")[-1]

    assert first.endswith(" Press L or R. Escape goes back.")
    assert first.startswith(again)
    assert "Press" not in again


@pytest.mark.long
def test_the_key_for_the_next_tile_that_fits_leads_on_from_the_question(home: Path) -> None:
    console = which_end(home)
    before = console.match

    told = console.hear("z")

    assert isinstance(console.place, TablePlace)
    assert ", fits " in told[0]
    assert console.match == before


def test_the_key_for_the_length_works_in_the_question(home: Path) -> None:
    console = which_end(home)

    assert console.hear("n") == ["Verbosity: brief."]
    assert console.hear("left")[0] == "5-1 left. 5 and 5."


def test_the_history_opens_over_the_question(home: Path) -> None:
    console = which_end(home)
    (asked,) = console.hear("x")

    told = console.hear("h")[0]

    assert told.startswith("History. ")
    assert console.hear("escape")[0].startswith(asked)


def test_the_layout_is_played_while_a_question_is_open(home: Path) -> None:
    console = which_end(home)
    console.forget()

    told = console.hear("V")

    assert told == []
    assert Cue.END_NOTE in {each.placed.cue for each in console.new_cues()}


LINE = ("play", "block", "--seed", "1", "--players", "2", "--pace", "0")
CROSS = ("play", "all-fives", "--seed", "29", "--players", "2", "--pace", "0")
TRAINS = ("play", "mexican-train", "--seed", "3", "--pace", "0")
BY_DIGIT = "Press the digit, or choose with Up and Down, then Enter."
SEVERAL_WAYS = {LINE: "Left on", CROSS: " 1: ", TRAINS: " 1: "}


def asked_where(home: Path, arguments: tuple[str, ...]) -> tuple[Console, str]:
    """A console that asks where a tile goes, and the question."""
    console = opened(home, *arguments)
    least = 3 if arguments == CROSS else 2
    until(console, lambda match, held: ways(match, held) >= least and not only_play(position(match), held))
    return console, console.hear("enter")[-1]


@pytest.mark.long
@pytest.mark.parametrize("arguments", SEVERAL_WAYS)
def test_the_question_names_the_choices_and_says_in_the_end_how_it_is_left(
    home: Path, arguments: tuple[str, ...]
) -> None:
    console, asked = asked_where(home, arguments)

    assert SEVERAL_WAYS[arguments] in f" {asked}"
    how = f"{'Press L or R.' if arguments == LINE else BY_DIGIT} Escape goes back."
    assert console.hear("x") == [asked]
    assert console.hear("ctrl-g") == [f"{asked} {how}"]
    assert console.hear("f2") == [f"{asked} {how}"]
    assert console.hear("t")[0].endswith(f" A question waits: {asked}")
    assert console.hear("escape") == ["The tile stays in your hand."]


@pytest.mark.long
def test_enter_at_the_question_says_at_once_how_it_is_answered(home: Path) -> None:
    console, asked = asked_where(home, CROSS)

    assert console.hear("enter") == [f"{asked} {BY_DIGIT} Escape goes back."]


@pytest.mark.long
@pytest.mark.parametrize("arguments", SEVERAL_WAYS)
def test_digits_and_the_keys_of_the_ends_answer_in_every_game(home: Path, arguments: tuple[str, ...]) -> None:
    console, asked = asked_where(home, arguments)
    assert console.hear("9") == [asked]

    assert console.hear("2")[0].startswith("You: ")


@pytest.mark.long
def test_the_key_of_an_end_answers_in_a_cross(home: Path) -> None:
    console, asked = asked_where(home, CROSS)

    told = console.hear("left" if "Left" in asked else "right")

    assert told[0].startswith("You: ")


@pytest.mark.sample(1)
@pytest.mark.parametrize("arguments", SEVERAL_WAYS)
def test_arrows_walk_to_the_ways_and_enter_takes_one(home: Path, arguments: tuple[str, ...]) -> None:
    console, _ = asked_where(home, arguments)
    [first] = console.hear("down")
    [second] = console.hear("down")

    assert (first.split(", ")[-1][:4], second.split(", ")[-1][:4]) == ("1 of", "2 of")
    assert console.hear("enter")[0].startswith("You: ")


@pytest.mark.long
@pytest.mark.parametrize("arguments", SEVERAL_WAYS)
def test_leaving_is_asked_about_while_the_question_waits(home: Path, arguments: tuple[str, ...]) -> None:
    console, _ = asked_where(home, arguments)

    assert console.hear("q")[0].startswith("Leave the match?")
    console.hear("n")
    assert console.hear("c")


def test_a_query_is_no_answer_in_a_question_that_is_not_about_the_table(home: Path) -> None:
    console = opened(home)
    asked = console.hear("escape")

    assert console.hear("c") == [NO_KEYS.strip()]
    assert console.hear("f2") == asked


@pytest.mark.long
def test_a_tile_that_fits_two_ends_alike_is_played_without_a_question(home: Path) -> None:
    console = opened(home, *TABLE)
    until(console, lambda match, held: ways(match, held) > 1 and bool(only_play(position(match), held)))

    assert console.hear("enter")[0].startswith("You: ")


@pytest.mark.parametrize(
    ("game", "hands", "chain", "held", "played"),
    [
        ("dominos", "6-3, 1-1", "6-6", "6-3", "6-3 right"),
        ("dominos", "6-3, 1-1", "6-1 1-6", "6-3", "6-3 right"),
        ("dominos", "6-3, 1-1", "6-6 6-1 1-6", "6-3", "6-3 right"),
        ("all-fives", "6-3, 1-1", "6-6 6-1 1-6", "6-3", None),
        ("all-fives", "6-3, 1-1", "6-1 1-6", "6-3", "6-3 right"),
        ("all-fives", "0-3, 1-1", "0-0 0-1 1-0", "0-3", None),
        ("dominos", "6-3, 1-1", "6-3", "6-3", None),
        ("dominos", "6-3, 1-1", "6-1", "6-3", "6-3 left"),
        ("dominos", "6-3, 1-1", "5-1", "6-3", None),
        ("mexican-train", "9-8 2-2, 9-3 6-0", "", "9-8", None),
    ],
)
def test_the_only_play_of_a_tile(game: str, hands: str, chain: str, held: str, played: str | None) -> None:
    at = position(table(game, hands, chain))

    assert only_play(at, tile(held)) == (move(played) if played else None)


WAY_ON = {"en": "Enter deals the next round.", "fr": "Entrée : manche suivante."}


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.long)])
@pytest.mark.parametrize("game", sorted(variants()))
def test_after_a_round_the_last_words_of_turn_place_and_refusals_are_what_waits(
    home: Path, game: str, language: str
) -> None:
    match = ("play", game, "--seed", "5", "--pace", "0", "--bots", "novice")
    console = opened(home, *match, language=language)
    while console.match.round or not console.match.rounds:
        console.play()

    told = console.answers("t", "f2", "space", "p")

    assert [text for text in told if not text.endswith(WAY_ON[language])] == []


def test_after_a_match_the_last_words_of_t_and_f2_are_what_waits(home: Path) -> None:
    console = opened(home, *LINE, "--single-round", "true")
    while console.saved.exists():
        console.play()

    assert all(
        text.endswith("Enter plays again, Q goes back to the menu.")
        for text in console.answers("t", "f2", "g", "p")
    )


def test_a_row_of_a_mexican_train_says_which_of_how_many_it_is(home: Path) -> None:
    console = opened(home, *TRAINS)

    own, other = console.answers("v", "v")

    assert own.startswith("Your train, closed, ")
    assert own.endswith(" Row 1 of 6.")
    assert other.endswith(" Row 2 of 6.")


def test_of_two_mirror_images_one_is_offered_and_rated() -> None:
    lying = tiles("4-3 2-1 6-6 1-1 5-5")
    boneyard = " ".join(str(each) for each in whole_set(6) if each not in lying)
    at = table("matador", "4-3 2-1, 6-6 1-1", "5-5", boneyard)
    seen = view(at, 0)

    ways = [str(play) for play, _ in end_choices(seen, tile("4-3"))]

    assert len(ways) == 2
    rated = {str(each) for each in move_values(seen) if isinstance(each, Play) and each.tile == tile("4-3")}
    assert rated == {*ways}
    assert only_play(position(at), tile("2-1")) is not None
