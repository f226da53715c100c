"""What full collections of garbage look through while a server runs."""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from weakref import ref

import pytest

from playroom.online.server.machine import (
    SURVEY_SECONDS,
    THRESHOLDS,
    begin_rush,
    end_rush,
    short_collections,
)

ENOUGH = THRESHOLDS[0] + 1000
"""So many new objects cause a collection."""


class Circle:
    """An object that only a collection frees."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def clock() -> Iterator[list[float]]:
    """The seconds that the collections go by; automatic ones do not disturb."""
    gc.disable()
    now = [0.0]
    with short_collections(lambda: now[0]):
        yield now
    gc.enable()


def old_circle() -> ref[Circle]:
    """A circle that has survived a full collection and is no longer used."""
    circle = Circle()
    gc.collect()
    return ref(circle)


@pytest.mark.long
def test_new_garbage_is_collected(clock: list[float]) -> None:
    del clock
    circle = ref(Circle())

    gc.collect()

    assert not circle()


@pytest.mark.long
def test_what_survived_is_looked_through_at_the_next_survey_alone(clock: list[float]) -> None:
    circle = old_circle()

    gc.collect()
    before = circle()
    del before
    clock[0] = SURVEY_SECONDS
    gc.collect()
    still = circle() is not None
    gc.collect()

    assert still
    assert not circle()


@pytest.mark.long
def test_all_is_looked_through_again_once_the_server_has_ended() -> None:
    thresholds = gc.get_threshold()

    with short_collections():
        circle = old_circle()
        gc.collect()
        was_skipped = circle() is not None
    gc.collect()

    assert was_skipped
    assert not circle()
    assert gc.get_threshold() == thresholds


@contextmanager
def counted_collections() -> Iterator[list[int]]:
    """The generations of the collections within a context."""
    generations = list[int]()

    def collected(phase: str, info: Mapping[str, int]) -> None:
        if phase == "stop":
            generations.append(info["generation"])

    gc.callbacks.append(collected)
    yield generations
    gc.callbacks.remove(collected)


@pytest.mark.long
def test_nothing_is_looked_through_while_all_come_back() -> None:
    with short_collections():
        begin_rush()
        with counted_collections() as in_rush:
            made = [Circle() for _ in range(ENOUGH)]
        end_rush()
        frozen, thresholds = gc.get_freeze_count(), gc.get_threshold()
        with counted_collections() as later:
            made += [Circle() for _ in range(ENOUGH)]

    assert (in_rush, thresholds) == ([], THRESHOLDS)
    assert frozen > ENOUGH
    assert later
    made.clear()
    gc.collect()
