"""The lines of the commands that are spoken as well as written, and the voices that are asked for them."""

import os
import threading

import pytest
from support.programs.runs import Program
from support.voice.fake_backend import FakeSpeaker

from playroom.commands import speech_output
from playroom.commands.dispatch import read_command_line
from playroom.narration.phrases.locales import ITSELF, ours


def test_an_error_is_spoken_in_a_terminal(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = FakeSpeaker()
    monkeypatch.setattr(speech_output, "speech_sources", lambda *_: (speaker.source,))
    monkeypatch.setattr(os, "isatty", lambda _: True)

    refused = program.run("plya", "--language", "fr").err

    assert speaker.texts == [refused.strip().replace("\u00a0", " ")]


@pytest.mark.parametrize("mode", [["--mode", "text"], ["--mode=text"]])
@pytest.mark.parametrize("wrong", ["plya", "--bad"])
def test_an_error_is_not_spoken_where_only_text_is_wanted(
    program: Program, monkeypatch: pytest.MonkeyPatch, mode: list[str], wrong: str
) -> None:
    speaker = FakeSpeaker()
    monkeypatch.setattr(speech_output, "speech_sources", lambda *_: (speaker.source,))
    monkeypatch.setattr(os, "isatty", lambda _: True)

    told = program.run(*mode, "--language=fr", wrong)

    assert (speaker.texts, told.out, told.code) == ([], "", 2)
    assert told.err.replace("\u00a0", " ").startswith(
        ("plya n'est pas une commande", "--bad n'est pas une option ici.")
    )


def test_an_error_is_written_where_no_thread_can_be_started(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(os, "isatty", lambda _: True)
    monkeypatch.setattr(threading.Thread, "start", refuse)

    assert program.run("--bad").err.startswith("--bad is not an option here.")


def test_help_is_spoken_line_by_line_in_a_terminal(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = FakeSpeaker()
    monkeypatch.setattr(speech_output, "speech_sources", lambda *_: (speaker.source,))
    monkeypatch.setattr(os, "isatty", lambda _: True)

    told = program.run("help", "replay").out

    assert speaker.texts == [line.strip() for line in told.splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("chosen", "asked"), [("gsw", ["gsw-CH", "gsw-CH"]), ("fr", ["fr", "fr"]), ("", ["", "en"])]
)
def test_a_language_names_the_voices_that_speak_it(
    program: Program, monkeypatch: pytest.MonkeyPatch, chosen: str, asked: list[str]
) -> None:
    own = program.folders.languages / "gsw" / ITSELF
    own.parent.mkdir(parents=True)
    own.write_text((ours() / "en" / ITSELF).read_text("utf-8") + "voice: gsw-CH\n", encoding="utf-8")
    context, _ = read_command_line(["--language", chosen] if chosen else [], program.folders)
    asks: list[str] = []

    def sources(language: str, *, words: str, rate: int) -> tuple[()]:
        del rate
        asks.extend((language, words))
        return ()

    monkeypatch.setattr(speech_output, "all_sources", sources)
    speech_output.speech_sources(context, context.settings)

    assert asks == asked
