"""What is spoken and what is written, by the mode and by what speaks."""

import pytest
from support.time.patience import PATIENCE
from support.voice.fake_backend import FakeSpeaker
from support.voice.private_dispatcher import until
from support.voice.voice_texts import ANSWER, EVENT, Open, at_one_moment, refuse

from playroom.voice.backends.backend import BackendKind, Failure
from playroom.voice.mode import Mode, default_mode
from playroom.voice.utterance import Buffer
from playroom.voice.voice import SpeechChange

pytestmark = pytest.mark.usefixtures("patient")


@pytest.mark.parametrize(
    ("mode", "spoken", "written"),
    [
        (Mode.VOICE, [ANSWER.text, EVENT.text], []),
        (Mode.BOTH, [ANSWER.text, EVENT.text], [EVENT.text, ANSWER.text]),
        (Mode.TEXT, [], [EVENT.text, ANSWER.text]),
    ],
)
def test_the_mode_says_what_is_spoken_and_what_is_written(
    voice_of: Open, screen: list[str], mode: Mode, spoken: list[str], written: list[str]
) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=mode)
    voice.changes()

    with at_one_moment(voice):
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
    assert [mode.next for mode in Mode] == [Mode.BOTH, Mode.TEXT, Mode.VOICE]


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


def test_without_a_terminal_nothing_is_sought_and_all_is_written(voice_of: Open, screen: list[str]) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=None, terminal=False)

    voice.say(EVENT)

    assert (voice.mode, screen, fake.built) == (Mode.TEXT, [EVENT.text], [])


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
