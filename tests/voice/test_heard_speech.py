"""Which events wait, sound or were lost, and how long bots wait for them."""

import pytest
from support.voice.queue_listener import ANSWER, BEN, CLEO

from playroom.voice.queue import Queue
from playroom.voice.utterance import Utterance


def numbered(*utterances: Utterance) -> Queue:
    """A queue with these utterances, numbered from 1, at second 100."""
    queue = Queue()
    for number, utterance in enumerate(utterances, 1):
        queue = queue.put(utterance, 100.0, number)
    return queue


def spoken(queue: Queue, now: float) -> Queue:
    """The queue once the backend has taken what is due at this time, of which it reports begin and end."""
    speech, rest = queue.next(now)
    assert speech
    return rest.started(speech, now, 60.0, reports_begin=True)


def test_an_event_is_pending_until_its_end_is_reported() -> None:
    queue = numbered(BEN)
    sounding = spoken(queue, 101).begun(BEN.text, 101.1)

    assert queue.status.pending(100) == sounding.status.pending(103) == {1}
    assert sounding.finished(BEN.text, 104).status.pending(104) == frozenset()


def test_bots_wait_for_a_text_at_twelve_characters_a_second_and_two_seconds_at_most() -> None:
    queue = spoken(numbered(BEN), 101)

    assert queue.status.heard_by == 101 + len(BEN.text) / 12 + 2
    assert queue.begun(BEN.text, 102).status.heard_by == 102 + len(BEN.text) / 12 + 2
    assert queue.finished(BEN.text, 103).status.heard_by == 0


def test_a_text_that_waits_keeps_bots_waiting_too() -> None:
    assert numbered(BEN, CLEO).status.heard_by == pytest.approx(100 + len(BEN.text + CLEO.text) / 12 + 2)


def test_silenced_speech_is_lost_until_an_answer_repeats_it() -> None:
    silent = spoken(numbered(BEN), 101).begun(BEN.text, 101).hush(102)
    told = spoken(silent.next(102)[1].put(ANSWER, 103, 2, (1,)), 103)

    assert silent.status.lost == told.status.lost == {1}
    assert not silent.status.pending(102)
    assert told.begun(ANSWER.text, 103).finished(ANSWER.text, 105).status.lost == frozenset()


def test_the_measured_rate_determines_what_was_heard_of_a_burst() -> None:
    queue = spoken(numbered(CLEO), 101).begun(CLEO.text, 101)
    queue = queue.finished(CLEO.text, 101 + len(CLEO.text) / 20)
    for number, utterance in enumerate((BEN, CLEO), 2):
        queue = queue.put(utterance, 200, number)
    queue = spoken(queue, 201).begun(f"{BEN.text} {CLEO.text}", 201)

    cut = queue.interrupt(201 + (len(BEN.text) + 1) / 20)

    assert [part.utterance for part in cut.repeats] == [CLEO]


def test_a_voice_that_is_faster_than_anyone_understands_is_not_believed() -> None:
    queue = spoken(numbered(CLEO), 101).begun(CLEO.text, 101).finished(CLEO.text, 101.001)
    queue = spoken(queue.put(CLEO, 200, 2), 201).begun(CLEO.text, 201)

    assert queue.interrupt(201.05).status.pending(201.05) == {2}
    assert queue.interrupt(201.2).status.pending(201.2) == frozenset()


def test_what_was_cut_by_a_backend_that_is_lost_is_pending_unless_nobody_wants_it() -> None:
    cut = spoken(numbered(BEN), 101).begun(BEN.text, 101).interrupt(150)
    reported = cut.interrupted(BEN.text, 150)
    unwanted = (cut, reported, cut.hush(150), cut.without({1}))

    pending = [queue.backend_lost(0, 151).status.pending(151) for queue in unwanted]

    assert cut.status.pending(150) == frozenset()
    assert pending == [{1}, frozenset(), frozenset(), frozenset()]


def test_what_was_cut_halfway_by_a_backend_that_is_lost_is_pending_once_and_in_full() -> None:
    cut = spoken(numbered(BEN), 101).begun(BEN.text, 101).interrupt(103)
    lost = cut.backend_lost(0, 104)

    assert [part.utterance.text for part in lost.repeats] == [BEN.text]
