"""When the words of each utterance begin, also inside a burst that is spoken as one text."""

from playroom.narration.message import Urgency
from playroom.voice.hearing import Beginning
from playroom.voice.queue import Queue
from playroom.voice.utterance import Utterance

FIRST, SECOND = "Ben passes.", "Cleo passes."


def sounding() -> Queue:
    """A queue in which a burst of two was given at second 10 and began at 11, at 12 characters a second."""
    queue = Queue(usual_rate=12)
    for number, text in enumerate((FIRST, SECOND), 1):
        queue = queue.put(Utterance(text, Urgency.EVENT), 9.0, number)
    speech, queue = queue.next(10.0)
    assert speech
    return queue.started(speech, 10.0, 5.0, reports_begin=True).begun(speech.text, 11.0)


def test_each_part_of_a_burst_begins_after_the_characters_before_it() -> None:
    assert sounding().beginnings.known == (Beginning(1, 11.0), Beginning(2, 12.0))


def test_nothing_is_known_before_the_backend_reports_the_beginning() -> None:
    queue = Queue().put(Utterance(FIRST, Urgency.EVENT), 9.0, 1)
    speech, queue = queue.next(10.0)
    assert speech

    assert queue.started(speech, 10.0, 5.0, reports_begin=True).beginnings.known == ()
    assert queue.started(speech, 10.0, 5.0).beginnings.known == (Beginning(1, 10.0),)


def test_what_is_cut_before_it_was_spoken_has_not_begun() -> None:
    for cut in (sounding().interrupt(11.5), sounding().hush(11.5)):
        assert cut.beginnings.known == (Beginning(1, 11.0),)

    assert sounding().interrupted(f"{FIRST} {SECOND}", 11.5).beginnings.known == (Beginning(1, 11.0),)


def test_a_text_that_ends_early_has_begun_in_all_its_parts() -> None:
    ended = sounding().finished(f"{FIRST} {SECOND}", 11.5)

    assert ended.beginnings.known == (Beginning(1, 11.0), Beginning(2, 11.5))


def test_a_text_of_which_only_the_end_is_reported_began_then_at_the_latest() -> None:
    queue = Queue().put(Utterance(FIRST, Urgency.EVENT), 9.0, 1)
    speech, queue = queue.next(10.0)
    assert speech

    ended = queue.started(speech, 10.0, 5.0, reports_begin=True).finished(FIRST, 12.0)

    assert ended.beginnings.known == (Beginning(1, 12.0),)
