"""Fast bots leave time for keys between their moves, and none before the first."""

from unittest.mock import Mock

import pytest

from playroom.console.ui.waiting import LEAST, BotPace
from playroom.home.settings import Settings


def test_at_pace_0_bots_leave_time_for_keys_between_their_moves() -> None:
    background, moved = Mock(now=5.0), Mock()
    voice = Mock(now=5.0, burst_pause=0.0)
    voice.seconds_to_hear.return_value = 0.0
    pace = BotPace(voice, Mock(settings=Settings(pace=0.0)), background)

    seconds = []
    for passed in (0.0, 0.01, 1.0):
        background.now += passed
        pace.later(moved)
        wait, call = background.later.call_args.args
        seconds.append(wait)
        call()

    assert seconds == [0.0, pytest.approx(LEAST - 0.01), 0.0]
    assert moved.call_count == 3
