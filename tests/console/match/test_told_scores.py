"""What a tile scores, at the table: before its ends, unless points are not told."""

from pathlib import Path

import pytest
from support.console.hand_held import Console

FIVES = ("play", "all-fives", "--players", "2", "--seed", "1", "--pace", "0")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({}, "Ben opens: 3-2. Ben scores 5. Ends 3 and 2, sum 5. Ben has 6."),
        ({"scored": "nothing"}, "Ben opens: 3-2. Ends 3 and 2, sum 5. Ben has 6."),
    ],
)
def test_the_ends_follow_the_points_and_never_get_lost_with_them(
    told: dict[str, str], sentence: str, home: Path
) -> None:
    console = Console(*FIVES, home=home, settings={"told": told})

    console.rest()

    assert sentence in " ".join(console.heard())
