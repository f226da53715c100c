"""What somebody hears who begins: how one moves in the first list, what the match is, which keys matter."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, without_position
from support.console.opened import TABLE_KEYS, opened

LIST_KEYS = "Up and Down move, Enter chooses, Left and Right change a value, Escape goes back."
ONE_HAND = "S and F move through your hand, Space plays, D draws, C says the ends, F1 lists all keys."


def test_the_first_list_says_once_how_one_moves_in_it(home: Path) -> None:
    console = Console(home=home)

    assert without_position(console.hear()) == ["The playroom. New match", LIST_KEYS]
    assert without_position(console.hear("s", "enter", "escape")[-1]) == "The playroom. Settings"


def test_the_first_list_mentions_no_keys_to_a_person_who_has_played(home: Path) -> None:
    opened(home, "play", "block", "--seed", "1")

    assert without_position(Console(home=home).hear()) == ["The playroom. Continue the match of Block"]


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("switch", "Space goes to the next choice, Enter takes it."),
        (
            "one-hand-left",
            "S and F move through your hand, Space plays, D draws, C says the ends, F1 lists all keys.",
        ),
    ],
)
def test_the_keys_that_are_said_are_those_of_the_profile(home: Path, keys: str, told: str) -> None:
    console = Console("play", "--players", "3", "--seed", "1", home=home, settings={"keys": keys})

    assert console.hear()[-1] == told


def test_the_first_match_says_which_keys_matter(home: Path) -> None:
    begun = [Console("play", "draw", "--seed", "1", home=home).hear() for _ in range(4)]

    assert [TABLE_KEYS in " ".join(heard) for heard in begun] == [True, False, False, False]


@pytest.mark.parametrize("game", [("block",), ("dominos", "--players", "4")], ids=["never", "all dealt"])
def test_a_key_to_draw_is_named_only_where_tiles_can_be_drawn(home: Path, game: tuple[str, ...]) -> None:
    told = Console("play", *game, "--seed", "1", "--pace", "0", home=home).hear()

    assert TABLE_KEYS.replace(" Space draws,", "") in told


def test_a_match_that_goes_on_says_nothing_of_keys(home: Path) -> None:
    opened(home, "play", "--players", "3", "--seed", "1")

    assert TABLE_KEYS not in Console("continue", home=home).hear()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            "dominos --teams 2",
            "Playroom dominos, low is good: 100 points eliminate. You and Cleo against Ben and Dan.",
        ),
        (
            "dominos --players 3 --direction anticlockwise",
            "You against Ben and Cleo. Play goes anticlockwise.",
        ),
        ("dominos --players 2", "Playroom dominos, low is good: 100 points eliminate. You against Ben."),
        (
            "dominos --players 6 --teams 3",
            "low is good: 100 points eliminate. You and Dan against Ben and Eve, Cleo and Finn.",
        ),
        ("dominos --name Zoe --players 3", "You against Ben and Cleo."),
        ("all-fives --players 3", "All Fives to 250, high is good. You against Ben and Cleo."),
        ("block --single-round true --players 3", "Block, one round. You against Ben and Cleo."),
        ("mexican-train --rounds 3 --players 2", "Mexican Train, 3 rounds, low is good. You against Ben."),
    ],
)
def test_a_match_begins_with_what_it_is(home: Path, arguments: str, told: str) -> None:
    first = Console("play", *arguments.split(), "--seed", "1", home=home).hear()[0]

    assert f"{told} " in first


def test_a_second_round_does_not_begin_with_what_the_match_is(home: Path) -> None:
    console = opened(home, "play", "block", "--seed", "1", "--pace", "0", "--players", "2")

    heard = (said for _ in range(30) for said in console.play())
    round_begins = next(said for said in heard if "New round" in said)

    assert round_begins.startswith("New round")


def test_the_history_of_a_match_that_goes_on_begins_with_what_it_is(home: Path) -> None:
    opened(home, "play", "--seed", "1").close()

    console = opened(home, "continue")

    assert console.hear("ctrl-pageup")[0].startswith("Playroom dominos, low is good")
