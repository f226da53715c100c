"""The keys at the table that walk the hand and ask what is known."""

import re
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move

from playroom.rules.event import Passed
from playroom.rules.layout import laid_tiles

NOVICE = ("--bots", "novice")
"""Bots that think for no time."""
TABLE = ("play", *NOVICE, "--seed", "7", "--pace", "0", "--players", "2")


def opened(home: Path, *arguments: str, **settings: object) -> Console:
    console = Console(*arguments, home=home, settings={"position": False, **settings})
    console.hear()
    return console


def tile_of(said: str) -> str:
    """The tile with which an answer begins."""
    return said.partition(",")[0]


def test_the_first_z_of_a_turn_names_the_tile_in_focus_if_it_fits(home: Path) -> None:
    console = opened(home, *TABLE)
    console.play()
    hand = console.answers("home", *["right"] * 5)
    focused = next(said for said in hand if ", fits" in said)
    console.answers("home", *["right"] * hand.index(focused))

    first, second, back = console.answers("z", "z", "Z")

    assert first == focused
    assert second != focused
    assert back == focused


def test_z_names_the_tile_in_focus_again_once_a_new_turn_has_begun(home: Path) -> None:
    console = opened(home, *TABLE)
    console.answers("z")
    console.play()
    fitting = console.answers("z")[0]

    assert "fits" in fitting
    assert console.answers("left", "right", "Z", "z")[-1] == fitting


def test_z_goes_on_where_the_tile_in_focus_does_not_fit(home: Path) -> None:
    console = opened(home, *TABLE)
    console.play()
    hand = console.answers("home", *["right"] * 5)
    unfit = next(index for index, tile in enumerate(hand) if tile.endswith("does not fit"))

    console.answers("home", *["right"] * unfit)

    assert "fits" in console.answers("z")[0]


def test_a_digit_goes_round_the_tiles_with_that_number(home: Path) -> None:
    console = opened(home, *TABLE)
    hand = [tile_of(said) for said in console.answers("home", *["right"] * 6)]
    digit = hand[0][0]
    wanted = [tile for tile in hand if digit in tile]

    walked = [tile_of(said) for said in console.answers("end", *[digit] * (len(wanted) + 1))[1:]]

    assert walked == ([*wanted, *wanted] if hand[-1] not in wanted else [*wanted, wanted[0]])[: len(walked)]


def test_a_digit_that_is_on_no_tile_says_so(home: Path) -> None:
    console = opened(home, *TABLE)
    hand = " ".join(console.answers("home", *["right"] * 6))
    missing = next(digit for digit in "0123456789" if digit not in hand)

    assert console.answers(missing) == [f"No tile with {missing}."]


def test_a_number_is_asked_for_where_the_key_has_none(home: Path) -> None:
    console = opened(home, *TABLE, keys="one-hand-left")
    hand = hand_of(console)
    wanted = next(tile for tile in hand[1:] if "1" in tile)

    asked, found = console.answers("Z", "1")

    assert asked == "Which number? Press a digit."
    assert tile_of(found) == wanted
    assert console.answers("Z", "x")[1] == "x is not a digit."


def test_a_digit_is_found_where_it_lies_on_a_french_keyboard(home: Path) -> None:
    console = opened(home, *TABLE, language="fr")
    wanted = next(tile for tile in hand_of(console)[1:] if "1" in tile)

    assert tile_of(console.answers("&")[0]) == wanted


def test_1_finds_the_numbers_from_10_to_12_too(home: Path) -> None:
    console = opened(home, "play", *NOVICE, "--set", "12", "--seed", "3", "--pace", "0", "--players", "4")
    hand = [tile_of(said) for said in console.answers("home", *["right"] * len(console.match.now.hands[0]))]
    wanted = {tile for tile in hand if {"1", "10", "11", "12"} & {*tile.split("-")}}

    walked = {tile_of(said) for said in console.answers(*["1"] * len(hand))}

    assert any("1" not in tile.split("-") for tile in wanted)
    assert walked == wanted


@pytest.mark.sample(1)
@pytest.mark.parametrize(("game", "sign"), [("dominos", 1), ("draw", -1)])
def test_the_own_total_comes_first_then_the_best(home: Path, game: str, sign: int) -> None:
    console = opened(home, "play", game, *NOVICE, "--seed", "2", "--pace", "0", "--players", "3")
    while not any(console.match.totals):
        console.play()

    told = console.hear("s")[0]

    totals = [int(part.split(" point")[0].split()[-1]) for part in told.split(": ")[1:]]
    assert told.startswith("You: ")
    assert totals[1:] == sorted(totals[1:], key=lambda total: sign * total)
    assert len(set(totals)) > 1


def test_the_game_information_begins_with_what_changes(home: Path) -> None:
    told = opened(home, *TABLE).hear("e")[0]

    assert told.startswith("Tiles: you ")
    assert told.index("Boneyard") < told.index("double-six") < told.index("100 points")


def tiles_of(console: Console) -> list[str]:
    """The tiles of the hand, as they are walked."""
    return [tile_of(said) for said in console.answers("home", *["right"] * (len(hand_of(console)) - 1))]


def hand_of(console: Console) -> list[str]:
    """The tiles of the listener as they were dealt and drawn, the higher half first."""
    return [f"{tile.high}-{tile.low}" for tile in console.match.now.hands[0]]


def test_the_hand_is_sorted_by_number_then_playable_first_then_as_dealt(home: Path) -> None:
    console = opened(home, *TABLE)
    console.play()
    dealt = hand_of(console)
    focused = console.answers("end")

    by_number = console.answers("a")[0]
    kept = console.answers("left", "right")[1]
    numbers = tiles_of(console)
    playable = console.answers("a")[0]
    fits = [", fits" in said for said in console.answers("home", *["right"] * (len(dealt) - 1))]

    assert by_number.startswith("Hand order: by number. ")
    assert kept == focused[0] or numbers[0] == tile_of(focused[0])
    assert numbers == sorted(dealt, reverse=True)
    assert playable.startswith("Hand order: playable first. ")
    assert fits == sorted(fits, reverse=True)
    assert console.answers("a")[0].startswith("Hand order: as dealt. ")
    assert tiles_of(console) == dealt


def test_the_order_of_the_hand_is_kept_and_read_by_w_and_played_from(home: Path) -> None:
    opened(home, *TABLE).answers("a")

    console = opened(home, *TABLE, hand_order="number")
    ordered = sorted(hand_of(console), reverse=True)

    assert tiles_of(console) == ordered
    assert console.answers("w")[0].startswith(f"7 tiles: {', '.join(ordered[:-1])} and {ordered[-1]}.")


def test_a_drawn_tile_that_fits_has_the_focus_in_any_order(home: Path) -> None:
    console = opened(home, "play", "draw", *NOVICE, "--seed", "4", "--pace", "0", "--players", "2")
    while (keys := keys_of_a_move(console.match)) != ["space"]:
        console.hear(*keys)
    console.hear("a")
    while keys_of_a_move(console.match) == ["space"]:
        told = console.hear("space")
    dealt = hand_of(console)
    ordered = sorted(dealt, reverse=True)

    beside = tile_of(console.answers("left")[0])

    at = ordered.index(dealt[-1])
    assert at > 1
    assert told == [f"You draw {dealt[-1]}.", f"You must play {dealt[-1]}."]
    assert beside == ordered[at - 1]


@pytest.mark.long
def test_after_a_round_w_says_which_tiles_all_players_have_left(home: Path) -> None:
    console = opened(home, *TABLE)
    assert "Ben" not in console.hear("w")[0]
    while console.match.round:
        console.play()
    hands = [[f"{tile.high}-{tile.low}" for tile in hand] for hand in console.match.now.hands]

    told = console.hear("w")[0]

    assert "Ben: " in told
    assert "You: " in told
    assert all(tile in told for hand in hands for tile in hand)
    assert "no tiles" in told or all(hands)


@pytest.mark.long
def test_passes_are_listed_by_number_and_then_the_played_tiles_of_each_number(home: Path) -> None:
    console = opened(home, "play", "block", *NOVICE, "--seed", "1", "--pace", "0", "--players", "2")
    first, nothing = console.answers("f", "f")
    console.hear("c")
    passes: list[Passed] = []
    while not passes:
        console.play()
        log = console.match.now.log
        passes = [event for event in log if isinstance(event, Passed) and event.seat == 1]

    passed, numbers, again = console.answers("f", "f", "f")

    assert first == "Nobody has passed."
    assert nothing == "No tiles on the table yet."
    assert "Ben passed on " in passed
    assert all(str(number) in passed.partition("Ben passed on ")[2] for number in passes[0].numbers)
    assert again == passed
    laid = [laid.tile for laid in laid_tiles(console.match.now.layout)]
    most = max(sum(number in (tile.low, tile.high) for tile in laid) for number in range(7))
    assert re.match(rf"On the table\. [\d and,]+: {most} tiles", numbers)


def test_shift_x_says_what_then_happens(home: Path) -> None:
    console = opened(home, *TABLE)
    held = tile_of(console.answers("z")[0])

    told = console.answers("X")[0]

    assert told.startswith(f"{held} opens. Ends")
    assert told.partition(". ")[2] in console.hear("enter")[0]


def test_shift_x_changes_nothing(home: Path) -> None:
    console = opened(home, *TABLE)
    console.play()
    before = console.match

    told = [console.answers("home", *["right"] * place, "X")[-1] for place in range(6)]

    assert len({*told}) == len(told)
    assert console.match == before


def test_shift_x_answers_while_the_end_is_asked_for(home: Path) -> None:
    console = opened(home, *TABLE)
    while "Left on" not in (asked := console.hear("z", "enter")[-1]):
        console.play()

    told = console.answers("X")[0]

    assert "left. Ends" in told
    assert "Or right. Ends" in told
    assert console.answers("down")[0] != asked
