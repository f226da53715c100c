"""The list of statistics by ear: luck and mistakes come while it is open, and stay known."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from support.console.hand_held import Console, lines_of, without_position
from support.games.random_matches import VARIANTS, states

from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatches
from playroom.table.setup import Setup, new_record


def keep_matches(home: Path, *seeds: int) -> None:
    """Write finished matches of one round each."""
    matches = SavedMatches(home / "data" / "playroom" / "matches")
    for seed in seeds:
        record = new_record(
            VARIANTS["draw"], Setup("draw", 2, options={"single_round": True}), ("Ada", "Ben")
        )
        *_, match = states(record.match, Random(seed))
        matches.keep_past(replace(record, match=match), MatchNotes({1: "hard"}, (0,)))


def opened(home: Path) -> Console:
    console = Console(home=home)
    console.press("end", *["up"] * 3, "enter")
    return console


@pytest.mark.long
def test_luck_and_mistakes_come_while_the_list_is_open_and_stay_known(
    home: Path,
) -> None:
    keep_matches(home, 0, 1)
    console = opened(home)
    console.wait(30)

    said = lines_of(console)

    assert [each for each in said if each.startswith("Wins given away, as the coach sees it: ")]
    assert not [each for each in said if each.startswith("Without luck and mistakes")]
    assert lines_of(opened(home)) == said


def test_without_a_finished_match_nothing_is_offered_to_open(home: Path) -> None:
    match = Console("play", "--seed", "7", home=home)
    match.play()
    match.close()

    console = opened(home)

    assert without_position(console.hear())[-1] == "Statistics. No finished matches yet"


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
def test_the_only_round_is_not_the_worst_one_too(home: Path, seed: int) -> None:
    keep_matches(home, seed)

    said = lines_of(opened(home))

    assert [each for each in said if each.startswith("Best round: ")]
    assert not [each for each in said if each.startswith("Worst round: ")]
