"""The whole way to the ear, through the real accessible-output2 and a real speech-dispatcher that fails."""

import threading
from collections.abc import Callable, Iterator

import pytest
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher, until
from support.voice.voice_texts import at_one_moment

from playroom.narration.message import Urgency
from playroom.voice.backends import ssip
from playroom.voice.mode import Mode
from playroom.voice.sources import all_sources
from playroom.voice.utterance import Utterance, cleaned
from playroom.voice.voice import SpeechChange, Voice

pytestmark = pytest.mark.usefixtures("patient")

SLOWEST = 0.1
"""Characters a second of a voice that no machine is too slow to cut."""
NASTY = [
    "many words " * 9_000,
    "a\ud800b",
    "a\x00\x1b[2J\x07b",
    "a\n.\r\nb",
    ".",
    "<speak>&amp;</speak>",
    "3 < 4 & 5 > 2 ]]>",
    "naïve 中 😀",
]


def answer(text: str) -> Utterance:
    return Utterance(text, Urgency.ANSWER)


def event(text: str) -> Utterance:
    return Utterance(text, Urgency.EVENT)


class Table:
    """A listener at a table, and the changes of what speaks there."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.voice = Voice(self.lines.append, all_sources()[1:2], mode=Mode.VOICE)
        self.changes: list[SpeechChange] = []

    def say(self, utterance: Utterance) -> None:
        self.voice.say(utterance)

    def notices(self, change: SpeechChange) -> bool:
        """Whether this change was reported in time."""
        return until(lambda: change in self._all_changes())

    def _all_changes(self) -> list[SpeechChange]:
        self.changes += self.voice.changes()
        return self.changes

    def heard(self, dispatcher: Dispatcher, text: str) -> bool:
        return until(lambda: text in dispatcher.texts())


@pytest.fixture
def table(dispatcher: Dispatcher) -> Iterator[Table]:
    table = Table()
    table.say(answer("Hello."))
    assert until(lambda: dispatcher.spoken("end") == ["Hello."])
    yield table
    table.voice.close(0.1)


def test_the_real_library_speaks_through_our_client(dispatcher: Dispatcher, table: Table) -> None:
    with at_one_moment(table.voice):
        table.say(event("Ben passes."))
        table.say(answer("Left 3."))

    assert table.heard(dispatcher, "Ben passes.")
    assert [(queued.text, queued.priority) for queued in dispatcher.queued()] == [
        ("Hello.", "important"),
        ("Left 3.", "important"),
        ("Ben passes.", "message"),
    ]
    assert table.voice.changes() == (SpeechChange.FOUND,)
    assert table.voice.speaker
    assert table.voice.speaker.name == "Linux Speech Dispatcher"


def test_hush_is_heard_at_once_and_what_follows_it_cuts_nobody(
    start_dispatcher: Callable[[float], Dispatcher],
) -> None:
    dispatcher = start_dispatcher(SLOWEST)
    table = Table()
    table.say(answer("a text of many seconds"))
    assert until(dispatcher.spoken)

    table.voice.hush()

    assert until(lambda: dispatcher.spoken("stop"))
    table.say(event("Ben passes."))
    assert table.heard(dispatcher, "Ben passes.")
    assert dispatcher.queued()[-1].priority == "message"
    table.voice.close(0.1)


def test_an_alert_that_is_cut_by_another_program_is_said_once_more(
    start_dispatcher: Callable[[float], Dispatcher],
) -> None:
    dispatcher = start_dispatcher(SLOWEST)
    table, other = Table(), Table()
    table.say(Utterance("Your turn, and many words more.", Urgency.ALERT))
    assert until(dispatcher.spoken)

    dispatcher.speak_at(0)
    other.say(answer("Elsewhere."))

    assert until(lambda: "Your turn, and many words more." in dispatcher.spoken("end"))
    assert dispatcher.texts() == [
        "Your turn, and many words more.",
        "Elsewhere.",
        "Your turn, and many words more.",
    ]
    table.voice.close(0.1)
    other.voice.close(0.1)


@pytest.mark.long
def test_the_last_words_are_heard(start_dispatcher: Callable[[float], Dispatcher]) -> None:
    dispatcher = start_dispatcher(50)
    table = Table()
    table.say(answer("Goodbye, and thank you."))

    table.voice.close(PATIENCE)

    assert until(lambda: dispatcher.spoken("end") == ["Goodbye, and thank you."])


def test_a_server_that_was_killed_and_started_again_is_spoken_to(
    dispatcher: Dispatcher, table: Table
) -> None:
    dispatcher.kill()
    table.say(answer("old"))
    table.say(answer("newest"))
    assert table.notices(SpeechChange.LOST)

    dispatcher.start()

    assert table.heard(dispatcher, "newest")
    assert "old" not in dispatcher.texts()
    assert table.notices(SpeechChange.BACK)
    assert table.changes == [SpeechChange.FOUND, SpeechChange.LOST, SpeechChange.BACK]


def test_a_killed_server_wakes_again_by_itself(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in dispatcher.asleep.items():
        monkeypatch.setenv(name, value)
    table = Table()
    table.say(answer("Hello."))
    dispatcher.kill()

    table.say(answer("Left 3."))

    assert table.heard(dispatcher, "Left 3.")
    table.voice.close(0.1)


@pytest.mark.long
def test_a_server_restarted_between_two_texts_loses_none(dispatcher: Dispatcher, table: Table) -> None:
    for number in range(3):
        dispatcher.kill()
        dispatcher.start()
        table.say(event(f"Move {number}."))
        # A move whose end the server did not report before it was killed is said again before it.
        assert until(lambda: dispatcher.texts()[-1:] and f"Move {number}." in dispatcher.texts()[-1])  # noqa: B023 (called at once)

    assert "Move 0." in dispatcher.texts()


def test_a_frozen_server_gets_the_newest_text_first_once_it_goes_on(
    dispatcher: Dispatcher, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher.freeze()
    with monkeypatch.context() as impatient:
        impatient.setattr(ssip, "REPLY_TIMEOUT", 0.2)
        table.say(answer("first"))
        assert table.notices(SpeechChange.LOST)
    for number in range(20):
        table.say(answer(f"Answer {number}"))
    table.say(answer("newest"))

    dispatcher.thaw()

    assert table.heard(dispatcher, "newest")
    assert not [text for text in dispatcher.texts() if text.startswith("Answer")]
    assert table.lines[-1] == "newest"


@pytest.mark.long
def test_an_event_for_a_frozen_server_is_heard_once(
    dispatcher: Dispatcher, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher.speak_at(5)  # the server must read that the text is cancelled before the voice has said it
    dispatcher.freeze()
    with monkeypatch.context() as impatient:
        impatient.setattr(ssip, "REPLY_TIMEOUT", 0.2)
        table.say(event("Ben passes."))
        assert table.notices(SpeechChange.LOST)

    dispatcher.thaw()
    assert table.notices(SpeechChange.BACK)
    table.say(event("Cleo passes."))

    assert until(lambda: "Cleo passes." in " ".join(dispatcher.spoken("end")))
    assert " ".join(dispatcher.spoken("end")).count("Ben passes.") == 1


@pytest.mark.sample(4)
@pytest.mark.parametrize("text", NASTY, ids=lambda text: ascii(text[:20]))
def test_a_nasty_text_reaches_the_ear(dispatcher: Dispatcher, table: Table, text: str) -> None:
    table.say(answer(text))
    table.say(event("It goes on."))

    assert until(lambda: "It goes on." in dispatcher.spoken())
    assert dispatcher.spoken() == ["Hello.", cleaned(text), "It goes on."]


def test_four_threads_at_once_reach_the_ear(dispatcher: Dispatcher, table: Table) -> None:
    def talk(number: int) -> None:
        for count in range(25):
            table.voice.say(event(f"T{number}M{count}."))

    threads = [threading.Thread(target=talk, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table.voice.close(PATIENCE)

    said = " ".join(dispatcher.texts()).split()
    assert sorted(said) == sorted(["Hello.", *(f"T{n}M{c}." for n in range(4) for c in range(25))])
