"""Which source is tried next, and when."""

import pytest
from fake_backend import FakeSpeaker

from playroom.voice.attempts import Attempts
from playroom.voice.backend import BackendError, Failure
from playroom.voice.sources import Source

BROKEN, ABSENT = OSError(), BackendError(Failure.NOT_INSTALLED, "")
STUCK = BackendError(Failure.STUCK, "")


@pytest.fixture
def pair() -> tuple[Source, Source]:
    return FakeSpeaker().source, FakeSpeaker().source


def test_the_next_source_is_tried_while_the_first_waits(pair: tuple[Source, Source]) -> None:
    attempts = Attempts(pair)

    attempts.failed_to_build(pair[0], BROKEN, 100)

    assert attempts.next(100) is pair[1]
    assert attempts.next(100.25) is pair[0]


def test_a_source_that_fails_to_speak_once_is_tried_again_at_once(pair: tuple[Source, Source]) -> None:
    attempts = Attempts(pair)

    attempts.failed_to_speak(pair[0], BROKEN, 100)
    first = attempts.next(100)
    attempts.failed_to_speak(pair[0], BROKEN, 100)

    assert (first, attempts.next(100)) == pair


def test_attempts_become_rarer_and_never_end(pair: tuple[Source, Source]) -> None:
    attempts, waits = Attempts(pair[:1]), []

    for _ in range(100):
        attempts.failed_to_build(pair[0], BROKEN, 0)
        waits.append(attempts.retry_at())

    assert waits[:5] == [0.25, 0.5, 1.0, 2.0, 2.0]
    assert waits[-1] == 2.0


def test_what_hangs_is_tried_seldom(pair: tuple[Source, Source]) -> None:
    attempts, waits = Attempts(pair[:1]), []

    for _ in range(100):
        attempts.failed_to_build(pair[0], STUCK, 0)
        waits.append(attempts.retry_at())

    assert waits[:7] == [2, 4, 8, 16, 32, 60, 60]
    assert waits[-1] == 60


def test_what_speaks_is_forgiven(pair: tuple[Source, Source]) -> None:
    attempts = Attempts(pair[:1])
    for _ in range(5):
        attempts.failed_to_build(pair[0], BROKEN, 0)

    attempts.succeeded(pair[0])
    attempts.failed_to_build(pair[0], BROKEN, 0)

    assert attempts.retry_at() == 0.25


def test_what_is_not_installed_never_stands_in_the_way(pair: tuple[Source, Source]) -> None:
    attempts = Attempts(pair)

    attempts.failed_to_build(pair[0], ABSENT, 0)

    assert attempts.next(1e9) is pair[1]
    assert attempts.is_best(pair[1])
    assert not Attempts(pair).is_best(pair[1])
