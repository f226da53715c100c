"""The comparison of what was said with what Orca spoke finds what differs."""

import pytest
from support.web.orca_speech import differences

SAID = ("New match, 1 of 6", "You open: 1-0.", "Your turn.")


@pytest.mark.parametrize(
    "spoken",
    [
        ["n ", "New match, 1 of 6", "return ", "You open: 1-0.", "Your turn."],
        ["Focus mode", "New match, 1 of 6", "You open: 1-0. Your turn."],
        ["Page has 1 landmark, 1 heading, 1 unvisited link.", *SAID],
    ],
)
def test_orcas_own_words_are_no_difference(spoken: list[str]) -> None:
    assert differences(SAID, spoken) == ("", ())


@pytest.mark.parametrize("text", [" is ove", "round is over"])
def test_what_stands_in_a_field_is_no_difference(text: str) -> None:
    spoken = [*SAID, text]

    assert differences(SAID, spoken, in_fields=("round is over",)) == ("", ())
    assert differences(SAID, spoken) == ("", (text,))


@pytest.mark.parametrize(
    ("spoken", "lost", "foreign"),
    [
        (["New match, 1 of 6", "You open: 1-0."], "Your turn.", ()),
        (["New match, 1 of 6", "Your turn."], "You open: 1-0. Your turn.", ("Your turn.",)),
        (["New match, 1 of 6", "Your turn.", "You open: 1-0."], "Your turn.", ("Your turn.",)),
        (
            ["New match, 1 of 7", "You open: 1-0.", "Your turn."],
            " ".join(SAID),
            ("New match, 1 of 7", "You open: 1-0.", "Your turn."),
        ),
        ([*SAID, "Your turn."], "", ("Your turn.",)),
        ([*SAID, "Playroom dominos"], "", ("Playroom dominos",)),
    ],
)
def test_what_is_lost_changed_doubled_or_out_of_turn_is_found(
    spoken: list[str], lost: str, foreign: tuple[str, ...]
) -> None:
    found = differences(SAID, spoken)

    assert found == (lost, foreign)
