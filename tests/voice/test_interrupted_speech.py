"""What is said again after it was cut, and what was heard of it."""

import pytest
from msgspec.structs import replace
from support.voice.queue_listener import ALERT, ANSWER, BEN, CLEO, SPEECH, Listener

from playroom.narration.message import Urgency
from playroom.voice.queue import BURST_PAUSE, MOST_CUTS, Queue
from playroom.voice.speech_request import MOST_HELP, SpeechRequest, Waiting
from playroom.voice.utterance import Buffer, Utterance

HELP = Utterance("A train is open when its owner could not play.", Urgency.EVENT, Buffer.FOCUS)


def test_what_a_key_cut_is_said_again_when_all_is_quiet() -> None:
    ear = Listener()
    ear.put(BEN, ALERT)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.wait(SPEECH - 0.1)
    before = len(ear.heard)
    ear.wait(10)

    assert ear.texts == [f"{BEN.text} Your turn.", ANSWER.text, f"{BEN.text} Your turn."]
    assert before == 2


def test_news_that_keys_cut_again_and_again_waits_for_a_pause_between_them() -> None:
    ear = Listener(seconds=1.0)
    for news in (BEN, CLEO):
        ear.put(news)
        for _ in range(20):
            ear.wait(0.2)
            ear.put(ANSWER)
            ear.wait(1.0)
    told_meanwhile = [text for text in ear.texts if text != ANSWER.text]
    ear.wait(10)

    assert len(told_meanwhile) == 1 + MOST_CUTS
    assert ear.texts[-1] == f"{BEN.text} {CLEO.text}"


def test_help_that_keys_cut_again_and_again_is_left_to_the_next_time() -> None:
    ear = Listener(seconds=4.0)
    ear.put(HELP)
    for _ in range(10):
        ear.wait(1.0)
        ear.put(ANSWER)
        ear.wait(4.0)
    ear.wait(10)

    assert len([text for text in ear.texts if text != ANSWER.text]) == 1 + MOST_HELP
    assert ear.texts[-1] == ANSWER.text


def test_help_that_is_told_again_comes_after_what_has_happened_since() -> None:
    ear = Listener()
    ear.put_events(HELP)
    ear.wait(1.0)
    ear.put(ANSWER)
    ear.put_events(CLEO, ALERT, first=2)
    ear.wait(10)

    assert ear.texts[-1] == f"{CLEO.text} {HELP.text} {ALERT.text}"


def test_after_a_pause_between_keys_what_was_cut_is_told_at_once_again() -> None:
    ear = Listener(seconds=1.0)
    ear.put(BEN)
    for _ in range(MOST_CUTS + 2):
        ear.wait(0.2)
        ear.put(ANSWER)
        ear.wait(1.0)
    ear.wait(10)
    ear.put(CLEO)
    ear.wait(0.2)
    ear.put(ANSWER)
    ear.wait(1.0)

    assert ear.texts[-1] == CLEO.text


def test_without_repeats_only_an_alert_is_said_once_more() -> None:
    ear = Listener()
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


def test_of_a_burst_that_was_cut_only_what_was_not_heard_is_said_again() -> None:
    ear = Listener()
    ear.put(BEN, CLEO)
    ear.wait(BURST_PAUSE + SPEECH * len(BEN.text + " Cleo") / len(f"{BEN.text} {CLEO.text}"))
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == [f"{BEN.text} {CLEO.text}", ANSWER.text, CLEO.text]


def test_a_long_text_goes_on_with_the_sentence_that_was_cut() -> None:
    ear = Listener()
    first = "Block to 100, high is good. You against Ben, Cleo and Dan."
    last = "New round, 6 tiles each. You start. Arrow keys go through your tiles."
    begins = Utterance(f"{first} {last}", Urgency.EVENT)
    ear.put(begins)
    ear.wait(BURST_PAUSE + SPEECH * (len(first) + 5) / len(begins.text))
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == [begins.text, ANSWER.text, last]


@pytest.mark.parametrize(
    ("heard", "goes_on_with"),
    [
        (["Ben: 5-2, "], BEN.text),
        (["Ben: 5-2, right. En"], BEN.text),
        (["Ben: 5-2, right. Ends 3 and 2. Be"], "Ben 4."),
        (["Ben: 5"] * 4, BEN.text),
        (["Ben: 5"] * 5, "5-2, right. Ends 3 and 2. Ben 4."),
        ([*["Ben: 5"] * 5, *["5-2, r"] * 5], "right. Ends 3 and 2. Ben 4."),
        (["B"] * 9, BEN.text),
        (["Ben: 5-2, right. Ends 3"] * 5, "Ends 3 and 2. Ben 4."),
    ],
)
def test_a_text_goes_on_at_its_subject_then_at_a_clause_then_at_a_word(
    heard: list[str], goes_on_with: str
) -> None:
    request = SpeechRequest.of((Waiting(BEN, 0),))
    for text in heard:
        request = SpeechRequest.of(request.parts_unheard(len(text)))

    assert request.text == goes_on_with


def test_a_long_sentence_goes_on_at_a_clause_once_its_beginning_was_heard_twice() -> None:
    begins, goes_on = (
        "Left and Right move through your hand, Enter plays,",
        "C says the ends, F1 lists all keys.",
    )
    request = SpeechRequest.of((Waiting(replace(BEN, text=f"{begins} {goes_on}"), 0),))
    for _ in range(2):
        request = SpeechRequest.of(request.parts_unheard(len(begins) + 3))

    assert request.text == goes_on


def test_a_long_sentence_does_not_go_on_in_the_middle_of_a_clause() -> None:
    text = "You can talk to the others at this table: Semicolon writes a message, Comma offers phrases."
    request = SpeechRequest.of((Waiting(replace(BEN, text=text), 0),))
    for _ in range(3):
        request = SpeechRequest.of(request.parts_unheard(len("You can talk to the others")))

    assert request.text == text


def test_a_short_form_goes_on_where_it_was_interrupted() -> None:
    ear = Listener()
    begins = "You against Ben. You start."
    long = Utterance(f"{begins} New round, 6 tiles each.", Urgency.EVENT, short=f"{begins} 6 tiles.")
    ear.put(long, *(replace(BEN, text=f"{n}.", short=str(n)) for n in range(4)))
    ear.wait(BURST_PAUSE + SPEECH * len("You against Ben. You") / len(f"{begins} 6 tiles. 0 1 2 3"))
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == [f"{begins} 6 tiles. 0 1 2 3", ANSWER.text, "You start. 6 tiles. 0 1 2 3"]


def test_what_began_in_full_is_said_again_in_the_same_words() -> None:
    ear = Listener()
    moves = [Utterance(f"Player {n} plays.", Urgency.EVENT, short=f"{n}.") for n in range(3)]
    ear.put(*moves)
    ear.wait(0.2)
    ear.put(ANSWER)
    ear.wait(10)

    began = "Player 0 plays. Player 1 plays. Player 2 plays."
    assert ear.texts == [began, ANSWER.text, began]


def test_what_is_new_beside_two_that_are_said_again_is_short() -> None:
    ear = Listener()
    moves = [Utterance(f"Player {n} plays.", Urgency.EVENT, short=f"{n}.") for n in range(3)]
    ear.put(*moves[:2])
    ear.wait(0.2)
    ear.put(ANSWER, moves[2])
    ear.wait(10)

    began = "Player 0 plays. Player 1 plays."
    assert ear.texts == [began, ANSWER.text, f"{began} 2."]


def test_an_answer_that_reports_an_event_is_repeated() -> None:
    ear = Listener()
    ear.put(replace(ANSWER, text="You draw 4-4.", is_event=True))
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == ["You draw 4-4.", ANSWER.text, "You draw 4-4."]


def test_what_the_listeners_move_has_cut_is_told_as_what_came_before() -> None:
    ear = Listener()
    move = Utterance("You: 3-4, left. Ends 4 and 2.", Urgency.ANSWER, is_event=True)
    ear.put_events(BEN, CLEO)
    ear.wait(0.5)
    ear.queue = ear.queue.outdate([1, 2], "Before:", "Then:", ear.now)
    ear.wait(0.3)  # until the move is saved
    ear.put(move)
    ear.put_events(replace(CLEO, text="Dan passes."), first=3)
    ear.wait(10)

    late = "Before: Ben: 5-2, right. Cleo passes. Then: Dan passes."
    assert ear.texts == [f"{BEN.text} {CLEO.text}", move.text, late]


def test_the_move_itself_is_not_told_as_what_came_before_it() -> None:
    before = Waiting(BEN, 0).outdated("Before:", "Then:")
    move = Waiting(Utterance("You score 15.", Urgency.ANSWER, is_event=True), 0)

    request = SpeechRequest.of((before, move))

    assert request.text == "Before: Ben: 5-2, right. Then: You score 15."


def test_what_came_before_the_last_move_is_told_on_request_alone() -> None:
    ear = Listener()
    ear.put_events(BEN, CLEO)
    ear.wait(0.5)

    for _ in range(2):
        ear.queue = ear.queue.outdate([1, 2], "Before:", "Then:", ear.now)
    ear.wait(10)

    assert ear.texts == [f"{BEN.text} {CLEO.text}"]
    assert ear.queue.status.lost == {1, 2}


def test_what_came_before_is_always_told_with_its_subject() -> None:
    waiting = Waiting(BEN, 0).outdated("Before:", "Then:")
    for _ in range(12):
        request = SpeechRequest.of((waiting,))
        (waiting,) = request.parts_unheard(len("Before: Ben: 5-2, r"))

    assert request.text == "Before: Ben: 5-2, right."


def test_what_a_tile_left_is_not_told_after_the_listeners_move() -> None:
    ear = Listener()
    ear.put_events(BEN)
    ear.wait(BURST_PAUSE + SPEECH * 0.95)
    ear.queue = ear.queue.outdate([1], "Before:", "Then:", ear.now)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == [BEN.text, ANSWER.text]


def test_an_alert_that_was_cut_is_repeated_before_newer_events() -> None:
    ear = Listener()
    ear.put(ALERT)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.put(CLEO)
    ear.wait(10)

    assert ear.texts == ["Your turn.", ANSWER.text, "Your turn. Cleo passes."]


def test_an_event_is_said_until_it_is_heard() -> None:
    ear = Listener()
    ear.put(BEN)
    for _ in range(6):
        ear.wait(0.5)
        ear.put(ANSWER)
        ear.wait(SPEECH)
    ear.wait(10)
    ear.put(ANSWER)
    ear.wait(10)

    rest = "5-2, right. Ends 3 and 2. Ben 4."
    assert ear.texts == [*[BEN.text, ANSWER.text] * 5, rest, ANSWER.text, rest, ANSWER.text]


def test_an_alert_that_was_heard_to_its_end_is_not_said_again() -> None:
    ear = Listener()
    ear.put(ALERT)
    ear.wait(SPEECH + 0.5)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == ["Your turn.", ANSWER.text]


def test_a_report_ends_speech_sooner_than_the_estimate() -> None:
    ear = Listener()
    ear.put(ALERT)
    ear.wait(0.5)
    ear.queue = ear.queue.finished("Your turn.", ear.now)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == ["Your turn.", ANSWER.text]


def test_what_another_program_cuts_is_said_again_but_not_for_ever() -> None:
    ear = Listener()
    ear.put(CLEO, ALERT)
    for _ in range(5):
        ear.wait(0.5)
        ear.queue = ear.queue.interrupted("Cleo passes. Your turn.", ear.now)
    ear.wait(1)

    assert ear.texts == ["Cleo passes. Your turn."] * 3


def test_a_late_report_of_a_text_that_was_cut_is_not_taken_for_the_next() -> None:
    ear = Listener()
    ear.queue = Queue()
    ear.put(CLEO)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.wait(SPEECH + 0.1)
    ear.queue = ear.queue.interrupted(CLEO.text, ear.now)
    ear.wait(10)

    assert ear.texts == [CLEO.text, ANSWER.text, CLEO.text]


def test_what_ended_just_as_it_was_cut_is_not_said_again() -> None:
    ear = Listener()
    ear.put(CLEO)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.queue = ear.queue.finished(CLEO.text, ear.now)
    ear.wait(10)

    assert ear.texts == [CLEO.text, ANSWER.text]


def test_a_report_about_an_unknown_text_changes_nothing() -> None:
    ear = Listener()
    ear.put(ALERT)
    ear.wait(0.5)

    assert ear.queue.finished("?", 1) == ear.queue.interrupted("?", 1) == ear.queue
