"""What a listener may do next is not told any more once they have moved."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move

SPEED = 30


@pytest.mark.parametrize("pace", ["0", "0.8"])
def test_a_prompt_is_not_repeated_after_the_move_that_answers_it(home: Path, pace: str) -> None:
    table = ("play", "draw", "--seed", "2", "--players", "2", "--pace", pace)
    console = Console(*table, home=home, speed=SPEED)
    console.rest()

    prompts = draw_in_haste(console)
    console.press(*keys_of_a_move(console.match))
    console.forget()
    after = console.hear()

    assert prompts == ["4-4 does not fit. Draw again.", "4-3 does not fit. Draw again.", "You must play 6-1."]
    assert not any("You m" in text or "Draw again" in text for text in after)


def draw_in_haste(console: Console) -> list[str]:
    """Draw until a tile fits, each time before the end of the last prompt: the prompts."""
    prompts = []
    while keys_of_a_move(console.match) == ["space"]:
        console.press("z", "space")
        console.wait(0.5)
        prompts.append(console.said[-1].text)
    return prompts


@pytest.mark.long
def test_what_ones_own_move_cuts_is_told_as_what_came_before(home: Path) -> None:
    table = ("play", "draw", "--seed", "2", "--players", "4", "--pace", "0.8")
    console = Console(*table, home=home, speed=SPEED)
    console.rest()
    console.press(*keys_of_a_move(console.match))
    while console.match.turn != 0:
        console.wait(0.05)
    console.wait(0.3)
    cut = console.said[-1].text

    console.press(*keys_of_a_move(console.match))
    console.forget()
    console.wait(2)
    late = console.heard()[0]

    assert cut == "Dan: 4-6, right. Ends 5 and 6. Dan has 4. Your turn."
    assert late == "Before your move: Dan: 4-6, right."
