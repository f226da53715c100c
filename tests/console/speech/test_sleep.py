"""A computer that sleeps in a match and wakes up: time has leapt, and nobody has heard or played anything."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move

HOURS = 8 * 3600.0


@pytest.mark.parametrize("reports_end", [True, False])
def test_after_sleep_interrupted_speech_is_repeated_before_a_bot_moves(
    home: Path,
    reports_end: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    console = Console(
        "play", "block", "--seed", "4", "--players", "4", home=home, speed=15, reports_end=reports_end
    )
    console.rest()
    console.press(*keys_of_a_move(console.match))
    console.wait(4)
    played, told = len(console.match.rounds[-1].log), len(console.said)
    assert console.is_talking

    console.clock.now += HOURS
    console.wait(0.5)
    woken = len(console.match.rounds[-1].log)
    console.rest()

    again, *others = console.said[told:]
    assert again.text == console.said[told - 1].text
    assert [said.text[:6] for said in others] == ["Cleo: "]
    assert woken == played
