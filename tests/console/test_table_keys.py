"""The keys at the table that walk the hand and ask what is known."""

from pathlib import Path

import pytest
from hand_held import Console

TABLE = ("play", "--seed", "7", "--pace", "0", "--players", "2")


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


def test_1_finds_the_numbers_from_10_to_12_too(home: Path) -> None:
    console = opened(home, "play", "--set", "12", "--seed", "3", "--pace", "0", "--players", "4")
    hand = [tile_of(said) for said in console.answers("home", *["right"] * len(console.match.now.hands[0]))]
    wanted = {tile for tile in hand if {"1", "10", "11", "12"} & {*tile.split("-")}}

    walked = {tile_of(said) for said in console.answers(*["1"] * len(hand))}

    assert any("1" not in tile.split("-") for tile in wanted)
    assert walked == wanted


@pytest.mark.parametrize(("game", "sign"), [("dominos", 1), ("draw", -1)])
def test_the_best_total_comes_first(home: Path, game: str, sign: int) -> None:
    console = opened(home, "play", game, "--seed", "2", "--pace", "0", "--players", "3")
    while not any(console.match.totals):
        console.play()

    told = console.hear("s")[0]

    totals = [int(part.split(" point")[0].split()[-1]) for part in told.split(": ")[1:]]
    assert totals == sorted(totals, key=lambda total: sign * total)
    assert len(set(totals)) > 1


def test_the_game_information_begins_with_what_changes(home: Path) -> None:
    told = opened(home, *TABLE).hear("e")[0]

    assert told.startswith("Tiles: you ")
    assert told.index("Boneyard") < told.index("double-six") < told.index("100 points")
