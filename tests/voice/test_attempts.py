"""Which source is tried next, and when."""

from math import inf

import pytest
from support.voice.fake_backend import FakeSpeaker

from playroom.voice.backends.backend import BackendError, Failure
from playroom.voice.sources import Attempts, Source

BROKEN, ABSENT = OSError(), BackendError(Failure.NOT_INSTALLED, "")
STUCK, MUTE = BackendError(Failure.STUCK, ""), BackendError(Failure.NO_AUDIO, "")


@pytest.fixture
def pair() -> tuple[Source, Source]:
    return FakeSpeaker().source, FakeSpeaker().source


def test_the_next_source_is_tried_while_the_first_waits(pair: tuple[Source, Source]) -> None:
    attempts = Attempts(pair)

    attempts.failed_to_build(pair[0], BROKEN, 100)

    assert attempts.next(100) is pair[1]
    assert attempts.next(100.1) is pair[0]


def test_a_source_that_fails_to_speak_once_is_tried_again_at_once(pair: tuple[Source, Source]) -> None:
    attempts = Attempts(pair)

    attempts.failed_to_speak(pair[0], BROKEN, 100)
    first = attempts.next(100)
    attempts.failed_to_speak(pair[0], BROKEN, 100)

    assert (first, attempts.next(100)) == pair


@pytest.mark.parametrize("error", [BROKEN, MUTE])
def test_attempts_become_rarer_until_there_is_one_each_second(
    pair: tuple[Source, Source], error: Exception
) -> None:
    attempts, waits = Attempts(pair[:1]), []

    for _ in range(100):
        attempts.failed_to_build(pair[0], error, 0)
        waits.append(attempts.retry_at())

    assert waits[:5] == [0.1, 0.2, 0.4, 1.0, 1.0]
    assert waits[-1] == 1.0


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

    assert attempts.retry_at() == 0.1


def test_what_is_not_installed_never_stands_in_the_way(pair: tuple[Source, Source]) -> None:
    attempts = Attempts(pair)

    attempts.failed_to_build(pair[0], ABSENT, 0)

    assert attempts.next(1e9) is pair[1]
    assert attempts.probe_at(pair[1]) == inf
    assert Attempts(pair).probe_at(pair[1]) == 0


def test_a_source_without_a_sound_device_is_not_tried_again_at_once(pair: tuple[Source, Source]) -> None:
    attempts = Attempts(pair)

    attempts.failed_to_speak(pair[0], MUTE, 100)

    assert attempts.next(100) is pair[1]


def test_a_probe_that_does_not_end_is_made_again_after_ten_seconds(pair: tuple[Source, Source]) -> None:
    attempts = Attempts(pair)

    first = attempts.next_probe(0, pair[1])

    assert first is pair[0]
    assert attempts.next_probe(9, pair[1]) is None
    assert attempts.next_probe(10, pair[1]) is pair[0]
    assert attempts.next_probe(100, pair[0]) is None


def test_probes_that_never_end_become_rare_as_each_keeps_a_thread(pair: tuple[Source, Source]) -> None:
    attempts, times = Attempts(pair), [0.0]

    for _ in range(8):
        attempts.next_probe(times[-1], pair[1])
        times.append(attempts.probe_at(pair[1]))

    assert times == [0, 10, 30, 70, 150, 310, 630, 950, 1270]
