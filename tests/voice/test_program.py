import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.voice.private_dispatcher import until

from playroom.voice.backends.backend import BackendError, Failure, SpeechEvent
from playroom.voice.backends.program import SYNTHESISERS, ProgramBackend, program_backend
from playroom.voice.sources import Synthesiser

if sys.platform == "win32":
    pytest.skip("the stand-ins for programs are shell scripts", allow_module_level=True)

Reports = list[tuple[SpeechEvent, str]]
Open = Callable[..., ProgramBackend]


@pytest.fixture
def said(tmp_path: Path) -> Path:
    return tmp_path / "said"


@pytest.fixture
def reports() -> Reports:
    return []


@pytest.fixture
def program(tmp_path: Path, said: Path, reports: Reports, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Makes a stand-in for espeak-ng that writes down its options and its text, then does what it is told."""
    opened: list[ProgramBackend] = []

    def program(then: str = "", *, language: str = "", rate: int = 0) -> ProgramBackend:
        script = tmp_path / "espeak-ng"
        script.write_text(f'#!/bin/sh\ntext=$(cat)\necho "$@: $text" >> "{said}"\n{then}\n')
        script.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
        heard = lambda report, text: reports.append((report, text))  # noqa: E731
        opened.append(program_backend(Synthesiser("espeak-ng", language, rate), heard))
        return opened[-1]

    yield program
    for command in opened:
        command.silence()
        command.close()


def lines(said: Path) -> list[str]:
    return said.read_text().splitlines() if said.exists() else []


def test_texts_are_said_one_after_the_other(program: Open, said: Path, reports: Reports) -> None:
    command = program()

    command.speak("-v Ben passes.", interrupt=False)
    command.speak("Your turn.", interrupt=False)

    assert until(lambda: len(reports) == 4)
    assert lines(said) == ["--stdin: -v Ben passes.", "--stdin: Your turn."]
    assert reports == [
        (SpeechEvent.BEGUN, "-v Ben passes."),
        (SpeechEvent.FINISHED, "-v Ben passes."),
        (SpeechEvent.BEGUN, "Your turn."),
        (SpeechEvent.FINISHED, "Your turn."),
    ]


def test_an_answer_cuts_what_is_said_and_what_waits(program: Open, said: Path, reports: Reports) -> None:
    command = program('[ "$text" = now ] || exec sleep 60')
    command.speak("long", interrupt=False)
    command.speak("waits", interrupt=False)
    assert until(lambda: lines(said))

    command.speak("now", interrupt=True)

    assert until(lambda: len(reports) == 5)
    assert lines(said) == ["--stdin: long", "--stdin: now"]
    assert [report for report in reports if report[0] is not SpeechEvent.BEGUN] == [
        (SpeechEvent.INTERRUPTED, "long"),
        (SpeechEvent.INTERRUPTED, "waits"),
        (SpeechEvent.FINISHED, "now"),
    ]


def test_silence_ends_the_program(program: Open, said: Path, reports: Reports) -> None:
    command = program("exec sleep 60")
    command.speak("long", interrupt=False)
    assert until(lambda: lines(said))

    command.silence()

    assert until(lambda: reports == [(SpeechEvent.BEGUN, "long"), (SpeechEvent.INTERRUPTED, "long")])


def test_language_and_rate_are_options(program: Open, said: Path) -> None:
    command = program(language="fr", rate=300)

    command.speak("Bonjour.", interrupt=False)

    assert until(lambda: lines(said) == ["--stdin -v fr -s 300: Bonjour."])


def test_a_program_that_fails_raises_an_error_at_the_next_text(program: Open, reports: Reports) -> None:
    command = program("exit 3")
    command.speak("one", interrupt=False)
    assert until(lambda: reports and reports[-1][0] is SpeechEvent.DISCONNECTED)

    with pytest.raises(BackendError, match="ended with 3"):
        command.speak("two", interrupt=False)


def test_nothing_is_spoken_once_a_program_has_failed(program: Open, said: Path, reports: Reports) -> None:
    before = {*threading.enumerate()}
    command = program('[ "$text" = two ] || exit 3')
    (speaking,) = (each for each in {*threading.enumerate()} - before if each.name == "espeak-ng")

    command.speak("one", interrupt=False)
    with suppress(BackendError):
        command.speak("two", interrupt=False)

    speaking.join(60)
    assert lines(said) == ["--stdin: one"]
    assert reports == [(SpeechEvent.BEGUN, "one"), (SpeechEvent.DISCONNECTED, "broken")]


@pytest.mark.parametrize(
    "error",
    [
        "ALSA lib confmisc.c:855:(parse_card) cannot find card '0'",
        "ALSA lib pcm.c:2721:(snd_pcm_open_noupdate) Unknown PCM default",
        "error: No such file or directory",
        "Can't open audio device",
        "pa_context_connect() failed: Connection refused",
    ],
)
def test_a_program_that_writes_an_audio_error_is_not_speaking(
    program: Open, reports: Reports, error: str
) -> None:
    command = program(f'echo "{error}" >&2')
    command.speak("one", interrupt=False)
    assert until(lambda: len(reports) == 2)

    assert reports == [(SpeechEvent.BEGUN, "one"), (SpeechEvent.DISCONNECTED, "no-audio")]
    with pytest.raises(BackendError) as told:
        command.speak("two", interrupt=False)
    assert (told.value.failure, told.value.detail) == (Failure.NO_AUDIO, error)


@pytest.mark.parametrize(
    ("last", "failure"), [("exit 3", "broken"), ("echo 'error: No such file or directory' >&2", "no-audio")]
)
def test_a_program_that_fails_once_it_was_cut_is_reported_as_lost(
    program: Open, said: Path, reports: Reports, last: str, failure: str
) -> None:
    command = program(
        f'trap "" TERM\necho >> "{said}"\nwhile [ ! -e "{said}.cut" ]; do sleep 0.01; done\n{last}'
    )
    command.speak("one", interrupt=False)
    assert until(lambda: len(lines(said)) == 2)

    command.silence()
    said.with_name("said.cut").touch()

    assert until(lambda: len(reports) == 2)
    assert reports == [(SpeechEvent.BEGUN, "one"), (SpeechEvent.DISCONNECTED, failure)]


@pytest.mark.usefixtures("patient")
def test_a_program_without_a_sound_device_is_built_again_once_it_finds_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, missing = tmp_path / "espeak-ng", tmp_path / "missing"
    script.write_text(f"#!/bin/sh\n[ ! -e {missing} ] || echo 'error: No such file or directory' >&2\n")
    script.chmod(0o755)
    missing.touch()
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    synthesiser, reports = Synthesiser("espeak-ng"), Reports()
    mute = program_backend(synthesiser, lambda report, text: reports.append((report, text)))
    mute.speak("one", interrupt=False)
    assert until(lambda: len(reports) == 2)

    with pytest.raises(BackendError, match="no-audio"):
        program_backend(synthesiser, lambda report, text: reports.append((report, text)))
    missing.unlink()
    back = program_backend(synthesiser, lambda report, text: reports.append((report, text)))
    back.speak("two", interrupt=False)

    assert until(lambda: reports[2:] == [(SpeechEvent.BEGUN, "two"), (SpeechEvent.FINISHED, "two")])
    back.close()


def test_what_a_program_writes_besides_is_no_failure(program: Open, reports: Reports) -> None:
    command = program("echo 'ALSA lib pcm.c:2721:(snd_pcm_open_noupdate) Unknown PCM cards.pcm.rear' >&2")

    command.speak("one", interrupt=False)

    assert until(lambda: (SpeechEvent.FINISHED, "one") in reports)


def test_a_program_that_goes_missing_raises_an_error_at_the_next_text(
    program: Open, tmp_path: Path, reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = program()
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    (tmp_path / "espeak-ng").unlink()
    command.speak("one", interrupt=False)
    assert until(lambda: reports and reports[-1][0] is SpeechEvent.DISCONNECTED)

    with pytest.raises(BackendError):
        command.speak("two", interrupt=False)


def test_a_program_that_is_not_installed_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    for name in SYNTHESISERS:
        with pytest.raises(BackendError) as told:
            program_backend(Synthesiser(name), lambda _report, _text: None)
        assert told.value.failure is Failure.NOT_INSTALLED


def test_the_mac_says_a_text_from_its_standard_input() -> None:
    assert SYNTHESISERS["say"].command_line("fr", 200) == ["say", "-f", "-", "-r", "200"]
