"""What is said, hushed and repeated through the threads of the voice."""

import threading

import pytest
from support.time.patience import PATIENCE
from support.voice.fake_backend import FakeSpeaker
from support.voice.private_dispatcher import until
from support.voice.voice_texts import ALERT, ANSWER, EVENT, Open, at_one_moment

from playroom.narration.message import Urgency
from playroom.voice import history
from playroom.voice.backends.backend import BackendKind, SpeechEvent
from playroom.voice.history import History
from playroom.voice.mode import Mode
from playroom.voice.utterance import Utterance
from playroom.voice.voice import Voice

pytestmark = pytest.mark.usefixtures("patient")
NASTY = [None, "", "a" * 100_000, "a\ud800b", "a\x00\x1b[2Jb", "a\n.\nb", "<speak>&amp;</speak>"]


def test_what_is_said_is_spoken(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    voice.say(ANSWER)

    assert until(lambda: fake.said == [(ANSWER.text, True)])


def test_a_burst_is_spoken_as_one_with_the_alert_last(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    with at_one_moment(voice):
        for utterance in (ALERT, EVENT, EVENT):
            voice.say(utterance)

    assert until(lambda: fake.said)
    assert fake.said == [("Ben passes. Your turn.", False)]


def test_hush_silences_and_forgets(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    with at_one_moment(voice):
        voice.say(EVENT)
        voice.hush()
        voice.say(ALERT)

    assert until(lambda: "Your turn." in fake.texts)
    assert fake.said == [("", True), ("Your turn.", False)]


def test_an_alert_that_an_answer_cuts_is_spoken_once_more(voice_of: Open) -> None:
    fake = FakeSpeaker(ends_at_once=False)
    voice = voice_of(fake.source)
    voice.say(ALERT)
    assert until(lambda: fake.said)

    voice.say(ANSWER)
    assert until(lambda: len(fake.said) == 2)
    fake.built[0].on_event(SpeechEvent.FINISHED, ANSWER.text)

    assert until(lambda: fake.texts == ["Your turn.", ANSWER.text, "Your turn."])


def test_an_alert_is_spoken_once_more_after_a_key_where_keys_silence_the_reader(voice_of: Open) -> None:
    fake = FakeSpeaker(ends_at_once=False, kind=BackendKind.SCREEN_READER)
    voice = voice_of(fake.source)
    voice.say(ALERT)
    assert until(lambda: fake.said)

    voice.key()

    assert until(lambda: fake.texts == ["Your turn.", "Your turn."])


@pytest.mark.parametrize("sort", [BackendKind.SYNTHESISER, BackendKind.KEY_TOLERANT_READER])
def test_a_key_cuts_nothing_elsewhere(voice_of: Open, sort: BackendKind) -> None:
    fake = FakeSpeaker(ends_at_once=False, kind=sort)
    voice = voice_of(fake.source)
    voice.say(ALERT)
    assert until(lambda: fake.said)

    voice.key()
    voice.say(EVENT)

    assert until(lambda: fake.texts == ["Your turn.", "Ben passes."])


def test_an_alert_that_is_no_longer_true_is_not_spoken_again(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    with at_one_moment(voice):
        number = voice.say(ALERT)
        voice.drop([number])
        voice.say(EVENT)

    assert until(lambda: fake.texts == ["Ben passes."])


def test_repeat_says_the_last_burst_again_and_records_nothing(
    voice_of: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "BURST_PAUSE", PATIENCE)
    monkeypatch.setattr(history, "LONGEST_BURST", PATIENCE)
    fake = FakeSpeaker()
    voice = voice_of(fake.source)
    voice.say(EVENT)
    voice.say(ALERT)

    text = voice.repeat()

    assert text == "Ben passes. Your turn."
    assert until(lambda: (text, True) in fake.said)
    assert voice.history.lines == (EVENT, ALERT)


def test_repeat_says_a_line_again_that_was_read_again_until_there_is_a_newer_one(voice_of: Open) -> None:
    voice = voice_of(FakeSpeaker().source)
    voice.say(EVENT)
    voice.say(ANSWER)

    voice.echo(EVENT.text)

    assert (voice.repeat(), voice.repeat()) == (EVENT.text, EVENT.text)
    voice.say(ALERT)
    assert voice.repeat() == ALERT.text


def test_nothing_of_one_person_is_repeated_to_the_next(voice_of: Open) -> None:
    voice = voice_of(FakeSpeaker().source)
    voice.echo("You have 3-5.")

    voice.hand_over(History())

    assert voice.repeat() == ""


def test_repeat_says_nothing_where_nothing_was_said(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    assert voice.repeat() == ""
    voice.say(ANSWER)
    assert until(lambda: fake.texts == [ANSWER.text])


def test_closing_says_what_waits(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    voice.say(ANSWER)
    voice.say(EVENT)
    voice.close(PATIENCE)

    assert fake.texts == [ANSWER.text, EVENT.text]
    assert fake.closed == 1


def test_after_closing_nothing_fails(voice_of: Open) -> None:
    voice = voice_of(FakeSpeaker().source)
    voice.close(PATIENCE)

    voice.say(ANSWER)
    voice.hush()
    voice.key()
    voice.drop([1])
    voice.close(PATIENCE)

    assert voice.history.lines == (ANSWER,)


def test_a_loop_that_has_ended_does_no_harm() -> None:
    def wake() -> None:
        raise RuntimeError("Event loop is closed")

    fake = FakeSpeaker()
    voice = Voice(lambda _line: None, [fake.source], wake=wake)

    voice.say(ANSWER)

    assert until(lambda: fake.texts == [ANSWER.text])
    voice.close(PATIENCE)


def test_say_returns_while_the_backend_is_building_or_speaking(voice_of: Open) -> None:
    release = threading.Event()
    speaks = FakeSpeaker(before_speaking=lambda _call: release.wait())
    builds = FakeSpeaker(before_building=lambda _attempt: release.wait())
    speaking, building = voice_of(speaks.source), Voice(lambda _line: None, [builds.source])

    for _ in range(100):
        speaking.say(ANSWER)
        building.say(ANSWER)

    assert (speaks.texts, builds.texts) == ([], [])
    release.set()
    assert until(lambda: speaks.texts and builds.texts)
    building.close(0)


def test_nasty_texts_never_fail(voice_of: Open, screen: list[str]) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=Mode.BOTH)

    with at_one_moment(voice):
        for text in NASTY:
            voice.say(Utterance(text, Urgency.EVENT, short=text))  # type: ignore[arg-type]  # the nasty part

    voice.close(PATIENCE)
    assert screen == ["a" * 100_000, "a b", "a [2Jb", "a . b", "<speak>&amp;</speak>"]
    assert fake.texts == [" ".join(screen)]


def test_four_threads_at_once_do_no_harm(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    def talk(number: int) -> None:
        for count in range(100):
            voice.say(Utterance(f"{number} {count}.", Urgency.EVENT))

    threads = [threading.Thread(target=talk, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    voice.close(PATIENCE)

    assert len(voice.history.lines) == 400
    assert sum(text.count(".") for text in fake.texts) == 400
    assert len(fake.threads) == 1
