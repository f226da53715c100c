"""Several matches of one home: they stand beside each other, and each is played in one program at a time."""

from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.faults.other_program import locked_elsewhere

DRAW = ("play", "draw", "--seed", "1", "--pace", "0")
BLOCK = ("play", "block", "--seed", "1", "--pace", "0")
TWO = ("play", "block", "--seed", "2", "--pace", "0", "--players", "2")
ELSEWHERE = "This match is open in another playroom."


def opened(home: Path, *arguments: str) -> Console:
    console = Console(*arguments, home=home)
    console.hear()
    return console


def open_elsewhere(console: Console) -> AbstractContextManager[None]:
    """Another program plays the first match meanwhile."""
    return locked_elsewhere(console.folders.matches / ".0001.lock")


def leave(console: Console) -> None:
    console.hear("q", "y")


def test_a_new_match_leaves_the_others_and_says_so(home: Path) -> None:
    leave(opened(home, *DRAW))

    console = Console(*BLOCK, home=home)
    told = console.hear()

    assert told[-1] == "Also saved, in the menu: one other match."
    assert console.saved.load(console.variants).game == "block"
    assert len([*console.folders.matches.glob("*.domino.yaml")]) == 2


@pytest.mark.parametrize("before", [1, 3])
def test_that_others_are_kept_does_not_come_back_amid_moves(home: Path, before: int) -> None:
    for _ in range(before):
        leave(opened(home, *DRAW))
    console = Console(*BLOCK, home=home, speed=18)
    while not (console.said and "Also saved" in console.said[-1].text):
        console.wait(0.5)

    console.forget()
    console.press("z")

    assert not any("Also saved" in text for text in console.hear(*keys_of_a_move(console.match)))


@pytest.mark.parametrize("seats", ["2: novice", "9: expert", "-1: expert"])
def test_a_match_with_wrong_seats_goes_on_against_bots_in_all_but_one(home: Path, seats: str) -> None:
    leave(opened(home, *DRAW, "--players", "3"))
    (home / "data/playroom/matches/0001.notes.yaml").write_text(f"bots: {{{seats}}}\n")
    console = opened(home, "continue", "--language", "en", "--pace", "0")

    heard = console.play()

    assert heard[-1].endswith("Your turn.")


def test_a_match_that_another_program_plays_is_not_continued(home: Path) -> None:
    console = opened(home, *DRAW)
    leave(console)

    with open_elsewhere(console):
        before = console.saved.file.read_bytes()
        assert console.hear("enter") == [f"{ELSEWHERE} Continue the match, 1 of 9"]
        assert ELSEWHERE in " ".join(Console("continue", home=home).hear())
        assert console.saved.file.read_bytes() == before

    assert "Your turn: play" in " ".join(console.hear("enter"))


def test_two_programs_lose_no_match(home: Path) -> None:
    console = opened(home, *DRAW)
    leave(console)

    with open_elsewhere(console):
        other = opened(home, *BLOCK)
        other.play()
        leave(other)

    games = [each.load(console.variants).game for each in console.matches.newest_first()]
    assert games == ["block", "draw"]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Block to 100, round 2. You against Ben. Totals: you 0, Ben 10. Ends "),
        ("fr", "Domino bloqué en 100 points, manche 2. Vous contre Ben. Totaux : vous 0, Ben 10. Bouts "),
    ],
)
def test_a_match_that_goes_on_says_which_it_is_and_how_it_stands(
    home: Path, language: str, told: str
) -> None:
    second_round(home).close()

    (first,) = Console("continue", "--language", language, home=home).hear()

    assert first.startswith(told)


def test_a_match_that_goes_on_after_a_round_says_how_it_stands_before_the_deal(home: Path) -> None:
    console = opened(home, *TWO)
    while console.match.round:
        console.play()
    console.close()

    first = Console("continue", home=home).hear()[0]

    assert first.startswith("Block to 100, round 2. You against Ben. Totals: you 0, Ben 10. New round, ")


def test_what_was_missed_is_known_when_a_match_goes_on(home: Path) -> None:
    console = second_round(home)
    (missed,) = console.hear("u")
    leave(console)

    *_, at_once = console.answers("home", "enter", "u")
    leave(console)
    later = opened(home, "continue").hear("u")

    assert missed.startswith("Ben: ")
    assert [at_once, *later] == [missed, missed]


def second_round(home: Path) -> Console:
    """A match of two, of which the listener has played a tile in the second round."""
    console = opened(home, *TWO)
    while len(console.match.rounds) < 2:
        console.play()
    console.play()
    return console
