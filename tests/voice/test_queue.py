"""The order in which answers, events, alerts and hints are said."""

import pytest
from msgspec.structs import replace
from support.voice.queue_listener import ALERT, ANSWER, BEN, CLEO, HINT, SPEECH, Listener

from playroom.narration.message import Urgency
from playroom.voice.queue import BURST_PAUSE, LONGEST_BURST, MOST_CUTS, Queue
from playroom.voice.utterance import Buffer, Utterance


def test_an_answer_is_said_at_once_and_cuts() -> None:
    ear = Listener()
    ear.put(ANSWER)

    assert [(speech.text, speech.interrupts) for speech in ear.heard] == [(ANSWER.text, True)]


def test_the_newest_answer_wins() -> None:
    ear = Listener()
    queue = Queue().put(ANSWER, 1).put(replace(ANSWER, text="Nine."), 1)

    ear.queue = queue
    ear.wait(10)

    assert ear.texts == ["Nine."]


def test_the_same_answer_is_said_again_when_it_is_asked_again() -> None:
    ear = Listener()
    ear.put(ANSWER)
    ear.put(ANSWER)

    assert ear.texts == [ANSWER.text, ANSWER.text]


def test_an_answer_that_was_cut_is_lost() -> None:
    ear = Listener()
    ear.put(ANSWER)
    ear.put(replace(ANSWER, text="Nine."))
    ear.wait(10)

    assert ear.texts == [ANSWER.text, "Nine."]


def test_events_wait_for_the_end_of_a_burst() -> None:
    ear = Listener()
    ear.put(BEN)
    ear.wait(BURST_PAUSE - 0.01)
    before = ear.texts
    ear.wait(0.02)

    assert (before, ear.texts) == ([], [BEN.text])


def test_an_event_cuts_nothing() -> None:
    ear = Listener()
    ear.put(BEN)
    ear.wait(1)

    assert [speech.interrupts for speech in ear.heard] == [False]


def test_a_burst_is_one_utterance_with_the_alert_last() -> None:
    ear = Listener()
    ear.put(ALERT, BEN)
    ear.wait(BURST_PAUSE / 2)
    ear.put(CLEO)
    ear.wait(1)

    assert ear.texts == [f"{BEN.text} Cleo passes. Your turn."]


def test_the_end_of_a_round_is_said_before_the_next_round() -> None:
    ear = Listener()
    over = replace(ALERT, text="The round is over.", buffer=Buffer.SCORE)
    ear.put(BEN, over, ALERT, CLEO)
    ear.wait(1)

    assert ear.texts == [f"{BEN.text} The round is over. Cleo passes. Your turn."]


def test_a_burst_that_never_ends_is_said_all_the_same() -> None:
    ear = Listener()
    while ear.now <= 100 + LONGEST_BURST + 0.05:
        ear.put(CLEO)
        ear.wait(BURST_PAUSE / 2)

    assert ear.texts == ["Cleo passes."]


def test_events_far_apart_are_utterances_of_their_own() -> None:
    ear = Listener()
    ear.put(BEN)
    ear.wait(0.8)
    ear.put(CLEO)
    ear.wait(0.8)

    assert ear.texts == [BEN.text, CLEO.text]


def test_identical_neighbours_in_a_burst_are_said_once() -> None:
    ear = Listener()
    ear.put(CLEO, CLEO, BEN, CLEO)
    ear.wait(1)

    assert ear.texts == [f"Cleo passes. {BEN.text} Cleo passes."]


@pytest.mark.parametrize(("count", "said"), [(4, "Player 3 plays."), (5, "3.")])
def test_more_than_four_use_their_short_forms(count: int, said: str) -> None:
    ear = Listener()
    ear.put(*(Utterance(f"Player {n} plays.", Urgency.EVENT, short=f"{n}.") for n in range(count)))
    ear.wait(1)

    assert len(ear.texts) == 1
    assert said in ear.texts[0].replace("Player 3 plays." if count == 5 else "3. ", "")


def test_what_has_no_short_form_is_said_in_full_in_any_burst() -> None:
    ear = Listener()
    ear.put(BEN, *(Utterance(f"Player {n} plays.", Urgency.EVENT, short=f"{n}.") for n in range(4)), ALERT)
    ear.wait(1)

    assert ear.texts == ["Ben 5-2. 0. 1. 2. 3. Your turn."]


def test_an_answer_is_said_before_a_burst_that_still_gathers() -> None:
    ear = Listener()
    ear.put(BEN)
    ear.put(ANSWER)
    ear.wait(1)

    assert [(speech.text, speech.interrupts) for speech in ear.heard] == [
        (ANSWER.text, True),
        (BEN.text, False),
    ]


def test_a_hint_waits_until_all_is_quiet() -> None:
    ear = Listener()
    ear.put(ANSWER, HINT)
    ear.put(BEN)
    ear.wait(2 * SPEECH - 0.1)
    before = ear.texts
    ear.wait(1)

    assert before == [ANSWER.text, BEN.text]
    assert ear.texts == [ANSWER.text, BEN.text, HINT.text]


def test_a_hint_that_was_cut_is_gone() -> None:
    ear = Listener()
    ear.put(HINT)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == [HINT.text, ANSWER.text]


def test_hush_forgets_what_waits_but_new_alerts() -> None:
    ear = Listener()
    ear.put(ALERT)
    ear.wait(0.5)
    ear.put(BEN, HINT, replace(ALERT, text="Round over."))
    ear.queue = ear.queue.hush(ear.now)
    ear.wait(10)

    assert ear.texts == ["Your turn.", "", "Round over."]
    assert ear.heard[1].interrupts


@pytest.mark.parametrize("repeats_events", [True, False])
def test_what_is_no_longer_true_is_not_said_again(*, repeats_events: bool) -> None:
    ear = Listener()
    ear.queue = Queue(repeats_events=repeats_events).put(ALERT, ear.now, 1)
    ear.wait(0.5)
    ear.queue = ear.queue.put(replace(ALERT, text="Not that one."), ear.now, 2)
    ear.put(HINT, CLEO)
    ear.queue = ear.queue.without({1, 2})
    ear.put(ANSWER)
    ear.wait(10)

    assert ear.texts == ["Your turn.", ANSWER.text, "Cleo passes."]


def test_an_empty_text_is_not_said() -> None:
    ear = Listener()
    ear.put(*(Utterance("", urgency) for urgency in Urgency))
    ear.wait(10)

    assert ear.texts == []


def draws(count: int) -> list[Utterance]:
    """As many draws in a row, as the console puts them."""
    texts = [f"Ben draws {number} tiles." for number in range(2, count + 1)]
    return [Utterance("Ben draws.", Urgency.EVENT, several=tuple(texts[:past])) for past in range(count)]


def test_equal_events_that_wait_together_are_said_with_their_number() -> None:
    ear = Listener()
    ear.put(*draws(3), CLEO)
    ear.wait(1)

    assert ear.texts == ["Ben draws 3 tiles. Cleo passes."]


def test_equal_events_are_counted_from_the_first_that_waits() -> None:
    ear = Listener()
    first, *others = draws(4)
    ear.put(first)
    ear.wait(1)
    ear.put(*others)
    ear.wait(1)

    assert ear.texts == ["Ben draws.", "Ben draws 3 tiles."]


def test_equal_events_that_have_other_words_in_speech_are_counted_too() -> None:
    ear = Listener()
    ear.put(*(replace(each, text="Ben draws a tile.", spoken=each.text).output for each in draws(6)))
    ear.wait(1)

    assert ear.texts == ["Ben draws 6 tiles."]


def test_equal_events_are_counted_in_their_short_form() -> None:
    ear = Listener()
    long = [
        replace(each, text=f"Ben draws a tile. {left} left.", short=each.text)
        for left, each in enumerate(draws(5))
    ]
    ear.put(*long)
    ear.wait(1)

    assert ear.texts == ["Ben draws 5 tiles."]


def test_events_without_a_text_for_several_are_said_once() -> None:
    ear = Listener()
    ear.put(CLEO, CLEO)
    ear.wait(1)

    assert ear.texts == [CLEO.text]


ASIDE = Utterance("Ada invites you.", Urgency.ASIDE)


def test_an_aside_waits_until_nothing_else_is_to_be_said_and_a_match_does_not_wait_for_it() -> None:
    ear = Listener()
    ear.put(ASIDE, BEN, ALERT)
    ear.wait(10)
    alone = Queue().put(ASIDE, 1, 9).status

    assert ear.texts == [f"{BEN.text} Your turn.", ASIDE.text]
    assert (alone.heard_by, alone.waiting) == (0, frozenset({9}))


def test_an_aside_that_was_cut_is_heard_to_its_end_after_all_that_has_happened_since() -> None:
    ear = Listener()
    ear.put(ASIDE)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.put(BEN)
    ear.wait(20)

    assert ear.texts == [ASIDE.text, ANSWER.text, BEN.text, ASIDE.text]


def test_no_newer_aside_and_no_hint_takes_the_place_of_one() -> None:
    ear = Listener()
    ear.put(ASIDE, replace(ASIDE, text="Ben invites you."), HINT)
    ear.wait(20)

    assert ear.texts == [f"{ASIDE.text} Ben invites you.", HINT.text]


def test_an_aside_is_told_again_where_events_of_a_match_are_not() -> None:
    ear = Listener()
    ear.queue = ear.queue.tuned(15, repeats_events=False, newest=0)
    ear.put(ASIDE)
    ear.wait(0.5)
    ear.put(ANSWER)
    ear.wait(20)

    assert ear.texts == [ASIDE.text, ANSWER.text, ASIDE.text]


def test_an_aside_that_keys_cut_again_and_again_keeps_no_news_waiting() -> None:
    ear = Listener(seconds=1.0)
    ear.put(ASIDE)
    for _ in range(MOST_CUTS + 2):
        ear.wait(0.2)
        ear.put(ANSWER)
        ear.wait(1.0)
    ear.put(BEN)
    ear.wait(0.2)
    told_at_once = ear.texts[-1]
    ear.wait(20)

    assert told_at_once == BEN.text
    assert ear.texts[-1] == ASIDE.text
