"""What the listener has heard or read, on the clock of the test."""

import pytest
from msgspec.structs import replace

from playroom.narration.message import Urgency
from playroom.voice.hearing import Hearing
from playroom.voice.queue import Queue
from playroom.voice.utterance import Utterance

BEN = Utterance("Ben passes on 3.", Urgency.EVENT)
CLEO = Utterance("Cleo draws.", Urgency.EVENT)


def test_what_was_sent_counts_as_unheard_before_the_worker_reports_it() -> None:
    hearing = Hearing().sent(BEN, 100.0, 1)

    assert hearing.unheard({1}, 100.0) == {1}
    assert hearing.heard_by == pytest.approx(100 + len(BEN.text) / 12 + 2)


def test_a_new_worker_knows_that_it_misses_nothing() -> None:
    hearing = Hearing().sent(BEN, 100.0, 7)

    status = Queue().tuned(20.0, repeats_events=True, newest=hearing.newest).status

    assert (status.newest, status.heard_by) == (7, 0.0)
    assert replace(hearing, status=status).unheard({7}, 100.0) == frozenset()


def test_lines_are_read_one_after_the_other_but_an_answer_first() -> None:
    hearing = Hearing(reading_rate=10).written("1234567890", 100.0).written("12345", 100.0)

    assert hearing.read_by == 101.5
    assert hearing.written("123", 101.0, is_answer=True).read_by == 101.3


def test_nobody_waits_for_a_reader_without_a_rate_or_who_silences() -> None:
    assert Hearing().written("1234567890", 100.0).read_by == 0.0
    assert Hearing(reading_rate=10).written("1234567890", 100.0).hushed().read_by == 0.0


def test_the_status_knows_when_each_text_that_sounds_has_ended() -> None:
    first, queue = Queue().put(BEN, 100.0, 1).next(101.0)
    assert first
    second, queue = queue.started(first, 101.0, 2.0).put(CLEO, 101.0, 2).next(102.0)
    assert second
    status = queue.started(second, 102.0, 3.0).status

    assert [status.pending(now) for now in (102.9, 103.0, 106.0)] == [{1, 2}, {2}, frozenset()]
    assert [status.speaks_until(now) for now in (102.9, 103.0, 106.0)] == [103.0, 106.0, 0.0]
