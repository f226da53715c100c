"""What another listener may not hear: nothing of it is spoken once the queue was told to forget it."""

from playroom.narration.message import Urgency
from playroom.voice.queue import Queue
from playroom.voice.utterance import Utterance

DRAW = Utterance("You draw 3-5.", Urgency.EVENT)
PROMPT = Utterance("3-5 fits. Play it.", Urgency.ALERT)
HINT = Utterance("Enter plays.", Urgency.HINT)
HAND = Utterance("3-5 and 6-6.", Urgency.ANSWER)
COVER = Utterance("Ben. Hand covered.", Urgency.ANSWER)
LATER = 120.0


def spoken(queue: Queue) -> list[str]:
    """All texts that the queue has spoken in the end."""
    texts = []
    while queue.due() is not None:
        speech, queue = queue.next(LATER)
        texts += [speech.text] if speech else []
    return texts


def test_what_waits_or_sounds_is_not_spoken_any_more() -> None:
    queue = Queue().put(DRAW, 0.0, 1)
    sounding, queue = queue.next(1.0)
    assert sounding
    queue = queue.started(sounding, 1.0, 5.0)
    for number, utterance in enumerate((PROMPT, HINT, HAND, DRAW), 2):
        queue = queue.put(utterance, 2.0, number)

    queue = queue.forget(2.0).put(COVER, 2.0, 6)

    assert spoken(queue) == ["", COVER.text]


def test_what_fails_afterwards_is_not_tried_again() -> None:
    speech, queue = Queue().put(DRAW, 0.0, 1).next(1.0)
    assert speech

    queue = queue.forget(1.0).put(COVER, 1.0, 2).failed(speech, 2.0)

    assert spoken(queue) == ["", COVER.text]


def test_what_comes_afterwards_is_tried_again() -> None:
    speech, queue = Queue().put(DRAW, 0.0, 1).forget(0.5).put(COVER, 1.0, 2).next(1.0)
    assert speech
    speech, queue = queue.next(1.0)
    assert speech

    assert spoken(queue.failed(speech, 2.0)) == [COVER.text]


def test_speech_that_a_reader_silenced_is_not_repeated_after_the_next_key() -> None:
    sounding, queue = Queue().put(DRAW, 0.0, 1).next(1.0)
    assert sounding
    silenced = queue.started(sounding, 1.0, 5.0, reports_begin=True).reader_silenced(DRAW.text, 1.5)
    assert spoken(silenced.key(1.7)) == [DRAW.text]

    queue = silenced.forget(1.6).key(1.7)

    assert spoken(queue) == [""]
