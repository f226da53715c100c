from dataclasses import replace

import pytest

from playroom.narration.message import Urgency
from playroom.voice.queue import BURST_PAUSE, LONGEST_BURST, Queue
from playroom.voice.speech_request import STALE_AFTER, SpeechRequest
from playroom.voice.utterance import Utterance

ANSWER = Utterance("Left 3, right 5.", Urgency.ANSWER)
ALERT = Utterance("Your turn.", Urgency.ALERT)
HINT = Utterance("Still your turn.", Urgency.HINT)
BEN = Utterance("Ben: 5-2, right. Ends 3 and 2. Ben 4.", Urgency.EVENT, short="Ben 5-2.")
CLEO = Utterance("Cleo passes.", Urgency.EVENT)
SPEECH = 2.0  # seconds that one speech lasts here


class Listener:
    """A queue in its own time, and all that it had to say."""

    def __init__(self) -> None:
        self.queue, self.now, self.heard = Queue(), 100.0, list[SpeechRequest]()

    def put(self, *utterances: Utterance) -> None:
        for utterance in utterances:
            self.queue = self.queue.put(utterance, self.now)
        self.say()

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while (due := self.queue.due()) is not None and due <= end:
            self.now = max(self.now, due)
            self.say()
        self.now = end

    def say(self) -> None:
        speech, self.queue = self.queue.next(self.now)
        while speech:
            self.heard.append(speech)
            self.queue = self.queue.started(speech, self.now, SPEECH)
            speech, self.queue = self.queue.next(self.now)

    @property
    def texts(self) -> list[str]:
        return [speech.text for speech in self.heard]


@pytest.fixture
def ear() -> Listener:
    return Listener()


def test_an_answer_is_said_at_once_and_cuts(ear: Listener) -> None:
    ear.put(ANSWER)

    assert [(speech.text, speech.interrupts) for speech in ear.heard] == [(ANSWER.text, True)]


def test_the_newest_answer_wins(ear: Listener) -> None:
    queue = Queue().put(ANSWER, 1).put(replace(ANSWER, text="Nine."), 1)

    ear.queue = queue
    ear.wait(10)

    assert ear.texts == ["Nine."]


def test_the_same_answer_is_said_again_when_it_is_asked_again(ear: Listener) -> None:
    ear.put(ANSWER)
    ear.put(ANSWER)

    assert ear.texts == [ANSWER.text, ANSWER.text]


def test_an_answer_that_was_cut_is_lost(ear: Listener) -> None:
    ear.put(ANSWER)
    ear.put(replace(ANSWER, text="Nine."))
    ear.wait(10)

    assert ear.texts == [ANSWER.text, "Nine."]


def test_events_settle_before_they_are_said(ear: Listener) -> None:
    ear.put(BEN)
    ear.wait(BURST_PAUSE - 0.01)
    before = ear.texts
    ear.wait(0.02)

    assert (before, ear.texts) == ([], [BEN.text])


def test_an_event_cuts_nothing(ear: Listener) -> None:
    ear.put(BEN)
    ear.wait(1)

    assert [speech.interrupts for speech in ear.heard] == [False]


def test_a_burst_is_one_utterance_with_the_alert_last(ear: Listener) -> None:
    ear.put(ALERT, BEN)
    ear.wait(BURST_PAUSE / 2)
    ear.put(CLEO)
    ear.wait(1)

    assert ear.texts == [f"{BEN.text} Cleo passes. Your turn."]


def test_a_burst_that_never_settles_is_said_all_the_same(ear: Listener) -> None:
    while ear.now <= 100 + LONGEST_BURST + 0.05:
        ear.put(CLEO)
        ear.wait(BURST_PAUSE / 2)

    assert ear.texts == ["Cleo passes."]


def test_events_far_apart_are_utterances_of_their_own(ear: Listener) -> None:
    ear.put(BEN)
    ear.wait(0.8)
    ear.put(CLEO)
    ear.wait(0.8)

    assert ear.texts == [BEN.text, CLEO.text]


def test_identical_neighbours_in_a_burst_are_said_once(ear: Listener) -> None:
    ear.put(CLEO, CLEO, BEN, CLEO)
    ear.wait(1)

    assert ear.texts == [f"Cleo passes. {BEN.text} Cleo passes."]


@pytest.mark.parametrize(("count", "said"), [(4, "Player 3 plays."), (5, "3.")])
def test_more_than_four_use_their_short_forms(ear: Listener, count: int, said: str) -> None:
    ear.put(*(Utterance(f"Player {n} plays.", Urgency.EVENT, short=f"{n}.") for n in range(count)))
    ear.wait(1)

    assert len(ear.texts) == 1
    assert said in ear.texts[0].replace("Player 3 plays." if count == 5 else "3. ", "")


def test_what_has_no_short_form_is_said_in_full_in_any_burst(ear: Listener) -> None:
    ear.put(BEN, *(Utterance(f"Player {n} plays.", Urgency.EVENT, short=f"{n}.") for n in range(4)), ALERT)
    ear.wait(1)

    assert ear.texts == ["Ben 5-2. 0. 1. 2. 3. Your turn."]


def test_an_answer_is_said_before_a_burst_that_still_gathers(ear: Listener) -> None:
    ear.put(BEN)
    ear.put(ANSWER)
    ear.wait(1)

    assert [(speech.text, speech.interrupts) for speech in ear.heard] == [
        (ANSWER.text, True),
        (BEN.text, False),
    ]


def test_what_a_key_cut_is_said_again_when_all_is_quiet(ear: Listener) -> None:
    ear.put(BEN, ALERT)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.wait(SPEECH - 0.1)
    before = len(ear.heard)
    ear.wait(10)

    assert ear.texts == [f"{BEN.text} Your turn.", ANSWER.text, f"{BEN.text} Your turn."]
    assert before == 2


def test_without_repeats_only_an_alert_is_said_once_more(ear: Listener) -> None:
    ear.queue = replace(ear.queue, repeats_events=False)
    for _ in range(3):
        ear.put(BEN, ALERT)
        ear.wait(0.5)
        ear.put(ANSWER)
        ear.wait(0.5)
        ear.put(ANSWER)
        ear.queue = Queue(repeats_events=False)
    ear.put(BEN, ALERT)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts[-3:] == [f"{BEN.text} Your turn.", ANSWER.text, "Your turn."]


def test_of_a_burst_that_was_cut_only_what_was_not_heard_is_said_again(ear: Listener) -> None:
    ear.put(BEN, CLEO)
    ear.wait(BURST_PAUSE + SPEECH * len(BEN.text + " Cleo") / len(f"{BEN.text} {CLEO.text}"))
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == [f"{BEN.text} {CLEO.text}", ANSWER.text, CLEO.text]


def test_a_long_text_goes_on_with_the_sentence_that_was_cut(ear: Listener) -> None:
    first = "Block to 100, high is good. You against Ben, Cleo and Dan."
    last = "New round, 6 tiles each. You start. Arrow keys go through your tiles."
    begins = Utterance(f"{first} {last}", Urgency.EVENT)
    ear.put(begins)
    ear.wait(BURST_PAUSE + SPEECH * (len(first) + 5) / len(begins.text))
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == [begins.text, ANSWER.text, last]


def test_three_that_were_cut_are_said_again_in_their_short_forms(ear: Listener) -> None:
    moves = [Utterance(f"Player {n} plays.", Urgency.EVENT, short=f"{n}.") for n in range(3)]
    ear.put(*moves)
    ear.wait(0.2)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == ["Player 0 plays. Player 1 plays. Player 2 plays.", ANSWER.text, "0. 1. 2."]


def test_an_answer_that_tells_an_event_is_said_again(ear: Listener) -> None:
    ear.put(replace(ANSWER, text="You draw 4-4.", is_event=True))
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == ["You draw 4-4.", ANSWER.text, "You draw 4-4."]


def test_an_alert_that_was_cut_goes_along_with_the_next_burst(ear: Listener) -> None:
    ear.put(ALERT)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.put(CLEO)
    ear.wait(10)

    assert ear.texts == ["Your turn.", ANSWER.text, "Cleo passes. Your turn."]


def test_an_event_is_said_until_it_is_heard(ear: Listener) -> None:
    ear.put(BEN)
    for _ in range(3):
        ear.wait(0.5)
        ear.put(ANSWER)
        ear.wait(SPEECH)
    ear.wait(10)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == [*[BEN.text, ANSWER.text] * 3, BEN.text, ANSWER.text]


def test_an_alert_that_was_heard_to_its_end_is_not_said_again(ear: Listener) -> None:
    ear.put(ALERT)
    ear.wait(SPEECH + 0.5)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == ["Your turn.", ANSWER.text]


def test_a_report_tells_the_end_sooner_than_the_guess(ear: Listener) -> None:
    ear.put(ALERT)
    ear.wait(0.5)
    ear.queue = ear.queue.finished("Your turn.", ear.now)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == ["Your turn.", ANSWER.text]


def test_what_another_program_cuts_is_said_again_but_not_for_ever(ear: Listener) -> None:
    ear.put(CLEO, ALERT)
    for _ in range(5):
        ear.wait(0.5)
        ear.queue = ear.queue.interrupted("Cleo passes. Your turn.", ear.now)
    ear.wait(1)

    assert ear.texts == ["Cleo passes. Your turn."] * 3


def test_a_late_report_of_a_text_that_was_cut_is_not_taken_for_the_next(ear: Listener) -> None:
    ear.queue = Queue()
    ear.put(CLEO)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.wait(SPEECH + 0.1)
    ear.queue = ear.queue.interrupted(CLEO.text, ear.now)
    ear.wait(10)

    assert ear.texts == [CLEO.text, ANSWER.text, CLEO.text]


def test_what_ended_just_as_it_was_cut_is_not_said_again(ear: Listener) -> None:
    ear.put(CLEO)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.queue = ear.queue.finished(CLEO.text, ear.now)
    ear.wait(10)

    assert ear.texts == [CLEO.text, ANSWER.text]


def test_a_report_about_an_unknown_text_changes_nothing(ear: Listener) -> None:
    ear.put(ALERT)
    ear.wait(0.5)

    assert ear.queue.finished("?", 1) == ear.queue.interrupted("?", 1) == ear.queue


def test_a_hint_waits_until_all_is_quiet(ear: Listener) -> None:
    ear.put(ANSWER, HINT)
    ear.put(BEN)
    ear.wait(2 * SPEECH - 0.1)
    before = ear.texts
    ear.wait(1)

    assert before == [ANSWER.text, BEN.text]
    assert ear.texts == [ANSWER.text, BEN.text, HINT.text]


def test_a_hint_that_was_cut_is_gone(ear: Listener) -> None:
    ear.put(HINT)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == [HINT.text, ANSWER.text]


def test_hush_forgets_what_waits_but_new_alerts(ear: Listener) -> None:
    ear.put(ALERT)
    ear.wait(0.5)
    ear.put(BEN, HINT, replace(ALERT, text="Round over."))
    ear.queue = ear.queue.hush(ear.now)
    ear.wait(10)

    assert ear.texts == ["Your turn.", "", "Round over."]
    assert ear.heard[1].interrupts


@pytest.mark.parametrize("repeats_events", [True, False])
def test_what_is_no_longer_true_is_not_said_again(ear: Listener, *, repeats_events: bool) -> None:
    ear.queue = Queue(repeats_events=repeats_events).put(ALERT, ear.now, 1)
    ear.wait(0.5)
    ear.queue = ear.queue.put(replace(ALERT, text="Not that one."), ear.now, 2)
    ear.put(HINT, CLEO)
    ear.queue = ear.queue.without({1, 2})
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == ["Your turn.", ANSWER.text, "Cleo passes."]


def test_an_empty_text_is_not_said(ear: Listener) -> None:
    ear.put(*(Utterance("", urgency) for urgency in Urgency))
    ear.wait(10)

    assert ear.texts == []


def test_what_the_backend_failed_to_say_is_tried_again(ear: Listener) -> None:
    speech, queue = Queue().put(ANSWER, 99).next(99)
    assert speech

    ear.queue = queue.failed(speech, 99)
    ear.wait(1)

    assert ear.texts == [ANSWER.text]


@pytest.mark.parametrize(("pause", "failures"), [(1.0, 11), (5.0, 6)])
def test_what_failed_six_times_and_for_ten_seconds_is_left_to_the_history(
    pause: float, failures: int
) -> None:
    queue, now, failed = Queue().put(ANSWER, 99), 99.0, 0

    while (due := queue.due()) is not None:
        speech, queue = queue.next(max(now, due))
        assert speech
        queue, now, failed = queue.failed(speech, now), now + pause, failed + 1

    assert (queue, failed) == (Queue(), failures)


def test_only_failures_in_a_row_count() -> None:
    speech, queue = Queue().put(BEN, 99).next(100)

    for now in range(100, 200, 10):
        assert speech
        speech, queue = queue.failed(speech, now).next(now)
        assert speech
        speech, queue = queue.started(speech, now, SPEECH).interrupt(now).next(now)

    assert speech
    assert speech.text == BEN.text


def test_an_event_that_a_newer_answer_replaces_after_a_failure_is_told_after_it(ear: Listener) -> None:
    speech, queue = Queue().put(replace(ANSWER, text="You: 6-1.", is_event=True), 99).next(99)
    assert speech

    ear.queue = queue.put(ANSWER, 100).failed(speech, 100)
    ear.wait(10)

    assert ear.texts == [ANSWER.text, "You: 6-1."]


def test_a_newer_answer_wins_over_one_that_failed(ear: Listener) -> None:
    speech, queue = Queue().put(ANSWER, 99).next(99)
    assert speech

    ear.queue = queue.put(replace(ANSWER, text="Nine."), 100).failed(speech, 100)
    ear.wait(10)

    assert ear.texts == ["Nine."]


def test_after_a_long_silence_only_what_is_fresh_is_said_and_the_newest_alert(ear: Listener) -> None:
    queue = Queue()
    for second, utterance in enumerate([BEN, ALERT, CLEO, ALERT, BEN]):
        queue = queue.put(utterance, second)
    queue = queue.put(CLEO, 99)

    ear.queue = queue
    ear.wait(1)

    assert STALE_AFTER < 90
    assert ear.texts == ["Cleo passes. Your turn."]


def test_what_waits_does_not_grow_without_end() -> None:
    queue = Queue()

    for second in range(1000):
        queue = queue.put(replace(BEN, text=f"{second}."), 10.0 * second)

    assert len(queue.burst) < 10


def test_an_empty_queue_waits_for_ever() -> None:
    assert Queue().due() is None
    assert Queue().next(1e9) == (None, Queue())


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

    assert queue.pending(100) == sounding.pending(103) == {1}
    assert sounding.finished(BEN.text, 104).pending(104) == frozenset()


def test_bots_wait_for_a_text_at_twelve_characters_a_second_and_two_seconds_at_most() -> None:
    queue = spoken(numbered(BEN), 101)

    assert queue.heard_by == 101 + len(BEN.text) / 12 + 2
    assert queue.begun(BEN.text, 102).heard_by == 102 + len(BEN.text) / 12 + 2
    assert queue.finished(BEN.text, 103).heard_by == 0


def test_a_text_that_waits_keeps_bots_waiting_too() -> None:
    assert numbered(BEN, CLEO).heard_by == pytest.approx(100 + len(BEN.text + CLEO.text) / 12 + 2)


def test_what_was_silenced_is_lost_until_an_answer_tells_it_again() -> None:
    silent = spoken(numbered(BEN), 101).begun(BEN.text, 101).hush(102)
    told = spoken(silent.next(102)[1].put(ANSWER, 103, 2, (1,)), 103)

    assert silent.lost == told.lost == {1}
    assert not silent.pending(102)
    assert told.begun(ANSWER.text, 103).finished(ANSWER.text, 105).lost == frozenset()


def test_the_measured_rate_tells_what_was_heard_of_a_burst() -> None:
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

    assert queue.interrupt(201.05).pending(201.05) == {2}
    assert queue.interrupt(201.2).pending(201.2) == frozenset()
