"""The table of the new match: what was kept of it, and what stands in for what fits no more."""

from collections.abc import Sequence

import pytest

from playroom.bots.roster import BOTS
from playroom.console.play.draft import Draft, draft, first_draft, for_seats, plain_draft, usual
from playroom.table.shelf import OURS, shelf

VARIANTS = shelf([OURS]).variants
WORDS = tuple(BOTS)


def kept(*bots: object) -> Draft:
    """The draft that comes of these bots, kept for the first seats."""
    fresh = plain_draft(first_draft(VARIANTS["dominos"], WORDS))
    others = [usual(WORDS)] * (10 - len(bots))
    return draft({**fresh, "bots": [*bots, *others]}, VARIANTS, WORDS)


def test_a_new_player_meets_the_strength_in_the_middle() -> None:
    first = first_draft(VARIANTS["dominos"], ("weak", "fair", "strong"))

    assert set(first.seated.values()) == {"fair"}
    assert 0 not in first.seated


def test_a_draft_comes_back_as_it_was_kept() -> None:
    assert kept("", WORDS[0], WORDS[-1]).bots[:3] == ("", WORDS[0], WORDS[-1])


def test_a_word_that_stands_for_no_bot_any_more_gives_way_alone() -> None:
    assert kept("", "gone", WORDS[0], 7).bots[:4] == ("", usual(WORDS), WORDS[0], usual(WORDS))


def test_several_people_take_seats() -> None:
    assert kept("", "", WORDS[0]).bots[:3] == ("", "", WORDS[0])


@pytest.mark.parametrize(
    ("people", "names"),
    [
        (("Zoé",), ("Zoé", "Ben", "Cleo", "Dan")),
        (("Cleo", "Zoé"), ("Cleo", "Zoé", "Ada", "Dan")),
        (("Ben", "Ada", "Dan"), ("Ben", "Ada", "Dan", "Cleo")),
    ],
)
def test_people_take_the_first_seats_and_bots_the_names_that_are_free(
    people: Sequence[str], names: Sequence[str]
) -> None:
    seated = first_draft(VARIANTS["dominos"], WORDS).for_people(people)

    assert seated.names[:4] == names
    assert seated.bots[:4] == tuple("" if name in people else usual(WORDS) for name in names)


@pytest.mark.parametrize("bots", [None, [], ["", WORDS[0]], "expert"])
def test_bots_that_are_no_ten_words_give_way_to_a_person_and_the_usual_bots(bots: object) -> None:
    fresh = first_draft(VARIANTS["dominos"], WORDS)

    assert draft({"game": "dominos", "bots": bots}, VARIANTS, WORDS) == fresh


def test_there_is_a_strength_for_each_seat_and_fewer_are_dealt_round() -> None:
    assert for_seats(("hard",), 3) == ("hard", "hard", "hard")
    assert for_seats(("hard", "novice"), 2) == ("hard", "novice")
    assert for_seats(("hard", "novice"), 3) == ("hard", "novice", "hard")


@pytest.mark.parametrize(
    "change",
    [
        {"players": True},
        {"players": "4"},
        {"teams": 1.0},
        {"options": [1]},
        {"names": ["Ada"]},
        {"names": ["Ada"] * 10},
        {"names": [*"ABCDEFGHI", " "]},
        {"names": [*"ABCDEFGHI", 7]},
        {"names": [*"ABCDEFGHI", "J\tK"]},
        {"names": [*"ABCDEFGHI", "J "]},
    ],
)
def test_what_is_of_another_kind_gives_way(change: dict[str, object]) -> None:
    fresh = first_draft(VARIANTS["dominos"], WORDS)

    assert draft({**plain_draft(fresh), **change}, VARIANTS, WORDS) == fresh
