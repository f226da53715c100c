"""The log of a round: a value, although logs share what they have in common."""

import pickle
from copy import deepcopy
from itertools import pairwise
from random import Random

import pytest
from support.games.rounds import standings, table

from playroom.rules.event import Again, Event, Redealt, Skipped, Turn
from playroom.rules.round import EventLog

THREE = EventLog((Turn(0), Turn(1), Turn(2)))


def grown(*events: Event) -> EventLog:
    """A log that has grown event by event."""
    log = EventLog()
    for event in events:
        log = log.after(event)
    return log


def test_a_log_that_has_grown_equals_one_that_was_made_at_once() -> None:
    log = grown(*THREE)

    assert log == THREE
    assert hash(log) == hash(THREE)
    assert log != EventLog((Turn(0), Turn(1)))
    assert log != EventLog((Turn(0), Turn(1), Again(2)))
    assert log != tuple(THREE)


def test_a_log_stays_as_it_is_when_others_continue_it() -> None:
    before = grown(Turn(0))

    one, other = before.after(Again(0)), before.after(Skipped(0))

    assert list(before) == [Turn(0)]
    assert list(one) == [Turn(0), Again(0)]
    assert list(other) == [Turn(0), Skipped(0)]
    assert list(one.after(Turn(1))) == [Turn(0), Again(0), Turn(1)]


def test_a_thread_that_is_slower_does_not_change_the_log_of_another() -> None:
    class Raced(list[Event]):
        """A list to which another thread appends first."""

        def append(self, event: Event) -> None:
            super().append(Redealt())
            super().append(event)

    before = grown(Turn(0))
    before._items = Raced(before._items)  # noqa: SLF001 (a race, without chance)

    after = before.after(Turn(1))

    assert list(before) == [Turn(0)]
    assert list(after) == [Turn(0), Turn(1)]


def test_a_log_that_grows_is_not_copied() -> None:
    (match,) = list(standings(table("block", 2), Random(1)))[-1:]
    log = match.now.log

    every = [log]
    for seat in range(50):
        every.append(every[-1].after(Turn(seat)))

    assert len({id(each._items) for each in every[1:]}) == 1  # noqa: SLF001 (what it shares)
    assert all(len(after) == len(before) + 1 for before, after in pairwise(every))


def test_a_log_is_a_sequence() -> None:
    log = grown(*THREE)

    assert (log[0], log[-1], log[1:], log[::-1]) == (
        Turn(0),
        Turn(2),
        (Turn(1), Turn(2)),
        (Turn(2), Turn(1), Turn(0)),
    )
    assert (len(log), bool(log), bool(EventLog())) == (3, True, False)
    assert list(reversed(log)) == [Turn(2), Turn(1), Turn(0)]
    assert Turn(2) in log


@pytest.mark.parametrize("index", [3, -4])
def test_what_others_have_added_is_not_in_a_log(index: int) -> None:
    log = grown(*THREE)
    log.after(Turn(3))

    assert Turn(3) not in log
    with pytest.raises(IndexError):
        log[index]


def test_a_log_survives_pickling_and_copying() -> None:
    log = grown(*THREE)
    log.after(Turn(3))

    assert pickle.loads(pickle.dumps(log)) == log  # noqa: S301 (our own bytes)
    assert deepcopy(log) == log
    assert repr(log) == "EventLog((Turn(seat=0), Turn(seat=1), Turn(seat=2)))"
