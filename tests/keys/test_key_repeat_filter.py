"""Keys that are pressed again by mistake."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playroom.keys.keymap import KeyRepeatFilter


def taken(presses: list[tuple[str, float]], seconds: float) -> list[tuple[str, float]]:
    filter_, meant = KeyRepeatFilter(), []
    for key, now in presses:
        if filter_.accepts(key, now, seconds):
            filter_ = filter_.after(key, now)
            meant.append((key, now))
    return meant


def test_the_same_key_too_soon_was_not_meant() -> None:
    presses = [("right", 10.0), ("right", 10.2), ("right", 10.49), ("right", 10.5), ("right", 10.9)]

    assert taken(presses, 0.5) == [("right", 10.0), ("right", 10.5)]


def test_another_key_is_taken_at_once() -> None:
    presses = [("right", 1.0), ("enter", 1.01), ("right", 1.02)]

    assert taken(presses, 1.5) == presses


def test_the_very_first_key_is_accepted_at_any_time_of_the_clock() -> None:
    assert taken([("right", 0.0)], 1.5) == [("right", 0.0)]


@pytest.mark.long
@given(st.lists(st.floats(0, 100), max_size=30).map(sorted))
def test_without_a_brake_every_key_is_taken(times: list[float]) -> None:
    presses = [("space", now) for now in times]

    assert taken(presses, 0) == presses


@pytest.mark.long
@given(st.lists(st.floats(0, 100), max_size=30).map(sorted), st.floats(0.01, 1.5))
def test_no_key_is_taken_twice_within_the_time(times: list[float], seconds: float) -> None:
    meant = [now for _, now in taken([("space", now) for now in times], seconds)]

    assert all(later - earlier >= seconds for earlier, later in pairwise(meant))
