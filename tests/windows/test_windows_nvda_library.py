"""NVDA 2024 through a real library of Windows: the types of its functions, and the marks that it calls back.

.ci/windows compiles the stand-in for the library, and names it in NVDA_2024.
"""

import ctypes
import os
from pathlib import Path
from queue import SimpleQueue

import pytest
from nvda_answers import become, speak_answers
from support.voice.private_dispatcher import until

from playroom.voice.backends import nvda as nvda_output
from playroom.voice.backends.backend import SpeechEvent
from playroom.voice.backends.nvda import NVDA
from playroom.voice.backends.ssml import ssml_client

LIBRARY = os.environ.get("NVDA_2024", "")
pytestmark = pytest.mark.skipif(not LIBRARY, reason=".ci/windows alone has the library")

BEGUN, FINISHED, INTERRUPTED = SpeechEvent.BEGUN, SpeechEvent.FINISHED, SpeechEvent.INTERRUPTED


Events = list[tuple[SpeechEvent, str]]


def loaded(_name: str) -> object:
    return vars(ctypes)["windll"][LIBRARY]  # ctypes has it on Windows alone


@pytest.fixture
def events() -> Events:
    return []


@pytest.fixture
def nvda(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, events: Events) -> NVDA:
    monkeypatch.setenv("NVDA_STAND_IN", str(tmp_path))
    monkeypatch.setattr(nvda_output, "load_library", loaded)
    return NVDA(lambda event, text: events.append((event, text)))


def test_what_began_and_ended_is_reported(nvda: NVDA, events: Events) -> None:
    nvda.speak("Zoë: 5-2 & 3 < 4.")
    nvda.speak("Your turn.")

    texts = ("Zoë: 5-2 & 3 < 4.", "Your turn.")
    expected = [(event, text) for text in texts for event in (BEGUN, FINISHED)]
    assert until(lambda: events == expected)
    assert nvda.reports_end


def test_an_answer_cuts_what_sounds(nvda: NVDA, events: Events, tmp_path: Path) -> None:
    nvda.speak("It goes on and on. " * 100)
    assert until(lambda: bool(events))

    nvda.speak("Left 3.", interrupt=True)

    assert until(lambda: events[-1] == (FINISHED, "Left 3."))
    assert events[1][0] is INTERRUPTED
    calls = (tmp_path / "calls").read_text(encoding="utf-8").splitlines()
    assert [call.split("\t")[1] for call in calls] == ["ssml", "cancel", "now"]


@pytest.mark.parametrize(
    ("version", "delay"), [("2024", 40), ("2026.2", 10), ("2026.2", 40), ("2024", 1_200), ("2026.2", 1_200)]
)
def test_every_sentence_behind_an_answer_is_spoken_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, delay: int
) -> None:
    for name in ("NVDA_STAND_IN", "NVDA_QUEUE_MS", "NVDA_CHARACTER_MS"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(nvda_output, "load_library", loaded)
    ssml_client.cache_clear()
    become(tmp_path, version, delay)
    events: SimpleQueue[tuple[SpeechEvent, str]] = SimpleQueue()

    row = speak_answers(NVDA(lambda event, text: events.put((event, text))), events, tmp_path)

    assert (row.interrupted, row.lost, row.repeated, row.misplaced, row.threads) == (0, 0, 0, 0, 0)
