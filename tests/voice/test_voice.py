import threading
from collections.abc import Callable, Iterator, Sequence

import pytest
from fake_backend import FakeSpeaker
from patience import PATIENCE
from private_dispatcher import until

from playroom.narration.message import Urgency
from playroom.voice.active_backend import Speaker
from playroom.voice.backend import BackendError, BackendKind, Failure, SpeechEvent
from playroom.voice.history import History
from playroom.voice.mode import Mode, default_mode
from playroom.voice.runtime import Runtime
from playroom.voice.sources import Source
from playroom.voice.speech_change import SpeechChange
from playroom.voice.speech_loop import Change, Report
from playroom.voice.utterance import Buffer, Utterance
from playroom.voice.voice import Voice

pytestmark = pytest.mark.usefixtures("patient")

ANSWER = Utterance("Left 3, right 5.", Urgency.ANSWER)
ALERT = Utterance("Your turn.", Urgency.ALERT)
EVENT = Utterance("Ben passes.", Urgency.EVENT)
NASTY = [None, "", "a" * 100_000, "a\ud800b", "a\x00\x1b[2Jb", "a\n.\nb", "<speak>&amp;</speak>"]
Open = Callable[..., Voice]


@pytest.fixture
def screen() -> list[str]:
    return []


@pytest.fixture
def voice_of(screen: list[str]) -> Iterator[Open]:
    """Opens a voice that speaks by these sources, once it has found one or given up."""
    voices: list[Voice] = []

    def voice_of(*ways: Source, mode: Mode | None = Mode.VOICE, terminal: bool = True) -> Voice:
        awake = threading.Event()
        voice = Voice(screen.append, ways, mode=mode, terminal=terminal, wake=awake.set)
        voices.append(voice)
        if mode is not Mode.TEXT and terminal:
            assert awake.wait(PATIENCE)
        return voice

    yield voice_of
    for voice in voices:
        voice.close(0.1)


def refuse(why: Failure) -> Callable[[int], None]:
    def build(_attempt: int) -> None:
        raise BackendError(why, "for the test")

    return build


def test_what_is_said_is_spoken(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    voice.say(ANSWER)

    assert until(lambda: fake.said == [(ANSWER.text, True)])


def test_a_burst_is_spoken_as_one_with_the_alert_last(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    for utterance in (ALERT, EVENT, EVENT):
        voice.say(utterance)

    assert until(lambda: fake.said)
    assert fake.said == [("Ben passes. Your turn.", False)]


def test_braille_gets_what_is_spoken_in_a_call_of_its_own(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    voice.say(ANSWER)

    assert until(lambda: fake.brailled == [ANSWER.text])


def test_a_braille_display_that_fails_does_no_harm_to_speech(voice_of: Open) -> None:
    def fail() -> None:
        raise OSError

    fake = FakeSpeaker(before_braille=fail)
    voice = voice_of(fake.source)

    voice.say(ANSWER)
    voice.say(EVENT)

    assert until(lambda: fake.texts == [ANSWER.text, EVENT.text])
    assert len(fake.built) == 1


def test_hush_silences_and_forgets(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

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

    number = voice.say(ALERT)
    voice.drop([number])
    voice.say(EVENT)

    assert until(lambda: fake.texts == ["Ben passes."])


def test_repeat_says_the_last_burst_again_and_records_nothing(voice_of: Open) -> None:
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


@pytest.mark.parametrize(
    ("mode", "spoken", "written"),
    [
        (Mode.VOICE, [ANSWER.text, EVENT.text], []),
        (Mode.BOTH, [ANSWER.text, EVENT.text], [EVENT.text, ANSWER.text]),
        (Mode.TEXT, [], [EVENT.text, ANSWER.text]),
        (Mode.QUIET, [ANSWER.text], []),
    ],
)
def test_the_mode_says_what_is_spoken_and_what_is_written(
    voice_of: Open, screen: list[str], mode: Mode, spoken: list[str], written: list[str]
) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=mode)
    voice.changes()

    voice.say(EVENT)
    voice.say(ANSWER)
    voice.close(PATIENCE)

    assert (fake.texts, screen) == (spoken, written)
    assert voice.history.lines == (EVENT, ANSWER)


def test_the_mode_can_be_changed_at_any_time(voice_of: Open, screen: list[str]) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=Mode.TEXT)
    voice.say(EVENT)

    voice.mode = Mode.VOICE
    voice.say(ANSWER)

    assert until(lambda: fake.texts == [ANSWER.text])
    assert screen == [EVENT.text]
    assert [mode.next for mode in Mode] == [Mode.BOTH, Mode.TEXT, Mode.QUIET, Mode.VOICE]


def test_a_muted_buffer_is_neither_spoken_nor_written(voice_of: Open, screen: list[str]) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=Mode.BOTH)
    voice.history.muted = frozenset({Buffer.TABLE})

    voice.say(EVENT)
    voice.close(PATIENCE)

    assert (fake.texts, screen, voice.history.lines) == ([], [], (EVENT,))


@pytest.mark.parametrize(
    ("sort", "terminal", "mode"),
    [
        (BackendKind.SCREEN_READER, True, Mode.VOICE),
        (BackendKind.KEY_TOLERANT_READER, True, Mode.VOICE),
        (BackendKind.SYNTHESISER, True, Mode.BOTH),
        (BackendKind.TERMINAL_READER, True, Mode.TEXT),
        (None, True, Mode.TEXT),
        (BackendKind.SCREEN_READER, False, Mode.TEXT),
    ],
)
def test_the_mode_suits_what_speaks(sort: BackendKind | None, terminal: bool, mode: Mode) -> None:  # noqa: FBT001
    assert default_mode(sort, terminal=terminal) is mode


def test_what_is_said_before_the_voice_is_known_is_written_where_the_mode_wants_it(
    voice_of: Open, screen: list[str]
) -> None:
    voice = voice_of(FakeSpeaker().source, mode=None)
    voice.say(EVENT)
    before = list(screen)

    news = voice.changes()

    assert (before, screen) == ([], [EVENT.text])
    assert (news, voice.mode) == ((SpeechChange.FOUND,), Mode.BOTH)


def test_what_is_said_before_the_voice_is_known_is_not_written_for_a_screen_reader(
    voice_of: Open, screen: list[str]
) -> None:
    voice = voice_of(FakeSpeaker(kind=BackendKind.SCREEN_READER).source, mode=None)
    voice.say(EVENT)

    voice.changes()

    assert (voice.mode, screen) == (Mode.VOICE, [])


def test_where_nothing_can_speak_all_is_written_and_that_is_reported_once(
    voice_of: Open, screen: list[str]
) -> None:
    fake = FakeSpeaker(before_building=refuse(Failure.NOT_RUNNING))
    voice = voice_of(fake.source)
    voice.say(EVENT)

    news = voice.changes()
    voice.say(ANSWER)
    assert until(lambda: next(fake.attempts) > 2)

    assert (news, voice.mode) == ((SpeechChange.LOST,), Mode.TEXT)
    assert screen == [EVENT.text, ANSWER.text]
    assert voice.changes() == ()


def test_the_second_source_speaks_where_the_first_cannot(voice_of: Open) -> None:
    first, second = FakeSpeaker(before_building=refuse(Failure.NOT_INSTALLED)), FakeSpeaker()
    voice = voice_of(first.source, Source("second", second.build))

    voice.say(ANSWER)

    assert until(lambda: second.texts == [ANSWER.text])
    assert voice.changes() == (SpeechChange.FOUND,)
    assert voice.speaker
    assert voice.speaker.source == "second"


def test_other_sources_can_be_chosen(voice_of: Open) -> None:
    first, second = FakeSpeaker(), FakeSpeaker()
    voice = voice_of(first.source)

    voice.use([second.source])
    voice.say(ANSWER)

    assert until(lambda: second.texts == [ANSWER.text])
    assert until(lambda: first.closed == 1)
    assert first.texts == []


def test_other_sources_can_be_chosen_where_nothing_could_speak(voice_of: Open) -> None:
    second = FakeSpeaker()
    voice = voice_of(FakeSpeaker(before_building=refuse(Failure.NOT_RUNNING)).source, mode=None)
    assert voice.changes() == (SpeechChange.LOST,)

    voice.use([second.source])

    assert until(lambda: voice.changes() == (SpeechChange.BACK,))
    voice.say(ANSWER)
    assert until(lambda: second.texts == [ANSWER.text])


class SilentWorker:
    """A worker that does nothing but what a test reports in its name."""

    def __init__(self, _sources: Sequence[Source], report: Report) -> None:
        self.report = report

    def change(self, change: Change) -> None:
        pass

    def key(self) -> None:
        pass

    def close(self, seconds: float) -> None:
        pass


def test_what_the_worker_of_other_sources_reports_late_does_not_count(screen: list[str]) -> None:
    workers: list[SilentWorker] = []

    def worker(sources: Sequence[Source], report: Report) -> SilentWorker:
        workers.append(SilentWorker(sources, report))
        return workers[-1]

    voice = Voice(screen.append, (), runtime=Runtime(lambda: 0.0, worker))
    speaker = Speaker("Eva", BackendKind.SYNTHESISER, "second")
    voice.use([])

    first, second = workers
    second.report(speaker)
    first.report(None)

    assert voice.changes() == (SpeechChange.FOUND,)
    assert voice.speaker == speaker


def test_without_a_terminal_nothing_is_sought_and_all_is_written(voice_of: Open, screen: list[str]) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=None, terminal=False)

    voice.say(EVENT)

    assert (voice.mode, screen, fake.built) == (Mode.TEXT, [EVENT.text], [])


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


# Backends that misbehave.


def test_a_backend_that_throws_is_built_anew_and_says_the_text(voice_of: Open) -> None:
    def throw(call: int) -> None:
        if call == 0:
            raise RuntimeError

    fake = FakeSpeaker(before_speaking=throw)
    voice = voice_of(fake.source)

    voice.say(ANSWER)

    assert until(lambda: fake.texts == [ANSWER.text])
    assert len(fake.built) == 2


def test_a_backend_that_throws_when_it_is_built_is_tried_again(voice_of: Open) -> None:
    def throw(attempt: int) -> None:
        if attempt == 0:
            raise OSError

    fake = FakeSpeaker(before_building=throw)
    voice = voice_of(fake.source)

    voice.say(ANSWER)

    assert until(lambda: fake.texts == [ANSWER.text])
    assert voice.changes() == (SpeechChange.LOST, SpeechChange.BACK)


@pytest.mark.usefixtures("impatient")
def test_a_backend_that_hangs_is_left_to_itself_and_the_newest_text_is_said(voice_of: Open) -> None:
    threads = threading.active_count() + 2
    hanging, release = threading.Event(), threading.Event()

    def hang(call: int) -> None:
        if call == 0:
            hanging.set()
            release.wait()

    fake = FakeSpeaker(before_speaking=hang)
    voice = voice_of(fake.source)

    voice.say(Utterance("old", Urgency.ANSWER))
    assert hanging.wait(PATIENCE)
    voice.say(EVENT)
    voice.say(ANSWER)

    assert until(lambda: fake.texts == [ANSWER.text, EVENT.text])
    assert len(fake.threads) == 2
    release.set()
    voice.say(Utterance("new", Urgency.ANSWER))
    assert until(lambda: "new" in fake.texts)
    assert until(lambda: threading.active_count() <= threads)


@pytest.mark.usefixtures("impatient")
def test_a_backend_that_hangs_when_it_is_built_is_replaced_by_the_next(voice_of: Open) -> None:
    release = threading.Event()
    first = FakeSpeaker(before_building=lambda _attempt: release.wait())
    second = FakeSpeaker()

    voice = voice_of(first.source, Source("second", second.build))
    voice.say(ANSWER)

    assert until(lambda: second.texts == [ANSWER.text])
    assert voice.changes() == (SpeechChange.FOUND,)
    release.set()


def test_a_backend_that_says_it_is_gone_is_built_anew_before_it_is_needed(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    fake.built[0].on_event(SpeechEvent.DISCONNECTED, "")

    assert until(lambda: len(fake.built) == 2)
    voice.say(ANSWER)
    assert until(lambda: fake.texts == [ANSWER.text])


def test_what_a_lost_backend_still_reports_is_not_believed(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)
    fake.built[0].on_event(SpeechEvent.DISCONNECTED, "")
    voice.say(ANSWER)
    assert until(lambda: fake.texts == [ANSWER.text])

    fake.built[0].on_event(SpeechEvent.DISCONNECTED, "")
    voice.say(EVENT)

    assert until(lambda: fake.texts == [ANSWER.text, EVENT.text])
    assert len(fake.built) == 2


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

    for text in NASTY:
        voice.say(Utterance(text, Urgency.EVENT, short=text))  # type: ignore[arg-type]  # that is the nasty part

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


def test_fingers_read_what_is_for_them_and_ears_hear_the_text(voice_of: Open, screen: list[str]) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=Mode.BOTH)

    voice.say(Utterance("Ends 5 and 2.", Urgency.ANSWER, braille="L5 R2|43 55"))

    assert until(lambda: fake.brailled)
    assert (fake.said, fake.brailled) == ([("Ends 5 and 2.", True)], ["L5 R2|43 55"])
    assert screen == ["L5 R2|43 55"]
    assert voice.repeat() == "Ends 5 and 2."


def test_what_is_for_fingers_alone_follows_what_is_told_and_its_newest_stands(
    voice_of: Open, screen: list[str]
) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=Mode.BOTH)

    for utterance in (
        EVENT,
        Utterance("", Urgency.EVENT, braille="L5"),
        ALERT,
        Utterance("", Urgency.EVENT, braille="L6"),
    ):
        voice.say(utterance)

    assert until(lambda: fake.brailled)
    assert fake.said == [("Ben passes. Your turn.", False)]
    assert fake.brailled == ["Ben passes. Your turn. L6"]
    assert screen == ["Ben passes.", "L5", "Your turn.", "L6"]
    assert voice.history.count == 2


def test_a_line_for_fingers_alone_makes_no_sound(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    voice.say(Utterance("", Urgency.EVENT, braille="L5 R2"))

    assert until(lambda: fake.brailled == ["L5 R2"])
    assert fake.said == []


@pytest.mark.parametrize(
    ("mode", "written"), [(Mode.VOICE, [EVENT.text, ANSWER.text]), (Mode.QUIET, [ANSWER.text])]
)
def test_fingers_get_a_line_for_all_that_is_spoken(
    voice_of: Open, screen: list[str], mode: Mode, written: list[str]
) -> None:
    voice = voice_of(FakeSpeaker().source, mode=mode)
    voice.has_braille = True

    voice.say(EVENT)
    voice.say(ANSWER)

    assert screen == written


@pytest.mark.parametrize("mode", Mode)
def test_an_announcement_is_heard_and_read_in_every_mode(
    voice_of: Open, screen: list[str], mode: Mode
) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=Mode.BOTH)

    voice.mode = mode
    voice.announce("Mode: screen.")

    assert until(lambda: ("Mode: screen.", True) in fake.said)
    assert screen == ["Mode: screen."]
    assert voice.history.latest() == "Mode: screen."


def test_what_is_recorded_only_is_not_spoken(voice_of: Open, screen: list[str]) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=Mode.BOTH)

    voice.record(EVENT)
    voice.say(ANSWER)

    assert until(lambda: fake.said)
    assert (fake.said, screen) == ([(ANSWER.text, True)], [ANSWER.text])
    assert voice.history.count == 2
