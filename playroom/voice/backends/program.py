"""A program as a backend: a synthesiser that reads a text from its standard input."""

import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from playroom.inbox_thread import InboxThread
from playroom.strict_yaml import one_line
from playroom.voice.backends.backend import BackendError, BackendKind, Failure, OnSpeechEvent, SpeechEvent
from playroom.voice.sources import Synthesiser


@dataclass(frozen=True, slots=True)
class Program:
    """A synthesiser: its command, and its options for words a minute and for a language."""

    command: tuple[str, ...]
    rate_option: str
    language_option: str = ""

    def command_line(self, language: str, rate: int) -> list[str]:
        """The whole command; "" and 0 leave language and rate to the program."""
        speaks_languages = self.language_option and language
        return [
            *self.command,
            *([self.language_option, language] if speaks_languages else []),
            *([self.rate_option, str(rate)] if rate else []),
        ]


SYNTHESISERS: Final[Mapping[str, Program]] = {
    "say": Program(("say", "-f", "-"), "-r"),
    "espeak-ng": Program(("espeak-ng", "--stdin"), "-s", "-v"),
    "espeak": Program(("espeak", "--stdin"), "-s", "-v"),
}

_AUDIO_ERROR: Final = re.compile(
    r"""
    ^ error: .*
    | .* (?: cannot\ find\ card | unknown\ pcm\ default | no\ such\ device | connection\ refused
           | (?: audio | sound ) .* (?: error | fail | cannot | can't | unable )
           | (?: error | fail | cannot | can't | unable ) .* (?: audio | sound )
         ) .*
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)
"""The errors of ALSA, PulseAudio and the programs without a sound device; they write much else besides."""
_TERMINATED: Final = 1 if sys.platform == "win32" else -signal.SIGTERM
"""The exit code of a program that was terminated by us."""
_CHECK_TIMEOUT: Final = 1.5
"""Seconds in which a program must have opened the sound device."""


class ProgramBackend:
    """Starts a process for each text, one after the other."""

    has_braille = False
    reports_end = True
    outlives_us = True
    kind = BackendKind.SYNTHESISER

    def __init__(self, synthesiser: Synthesiser, on_event: OnSpeechEvent) -> None:
        self.name = synthesiser.name
        self._synthesiser = synthesiser
        self._command_line = _command_line(synthesiser)
        self._on_event = on_event
        self._lock = threading.Lock()
        self._interrupted = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._error: BackendError | None = None
        self._thread = InboxThread(self.name, self._take)

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Speak *text* now, or after the others; BackendError if the program has failed before."""
        if self._error:
            raise self._error
        if interrupt:
            self.silence()
        self._thread.put((text, self._interrupted))

    def braille(self, text: str) -> None:
        """Do nothing: a program has no braille display."""

    def silence(self) -> None:
        """Terminate the process, and drop the texts that wait."""
        with self._lock:
            self._interrupted.set()
            self._interrupted = threading.Event()
            if self._process:
                self._process.terminate()

    def close(self) -> None:
        """End the thread once it has spoken the texts that wait."""
        self._thread.close()

    def _take(self, item: tuple[str, threading.Event]) -> None:
        """Speak a text that is not interrupted before its turn; nothing once the program has failed."""
        if self._error:
            return
        text, interrupted = item
        try:
            self._speak(text, interrupted)
        except OSError as error:
            self._error = BackendError(Failure.BROKEN, str(error))
        if self._error:
            self._thread.close()
            self._on_event(SpeechEvent.DISCONNECTED, self._error.failure)
            return
        is_cut = interrupted.is_set()
        self._on_event(SpeechEvent.INTERRUPTED if is_cut else SpeechEvent.FINISHED, text)

    def _speak(self, text: str, interrupted: threading.Event) -> None:
        with self._lock:
            if interrupted.is_set():
                return
            self._process = _start(self._command_line)
        self._on_event(SpeechEvent.BEGUN, text)
        with self._process as process:
            _, errors = process.communicate(text.encode(errors="replace"))
        with self._lock:
            self._process = None
        is_ours = interrupted.is_set() and process.returncode == _TERMINATED
        code = 0 if is_ours else process.returncode
        if found := _audio_error(errors):
            self._synthesiser.is_mute = True
            self._error = found
        else:
            self._error = BackendError(Failure.BROKEN, f"{self.name} ended with {code}") if code else None


def program_backend(synthesiser: Synthesiser, on_event: OnSpeechEvent) -> ProgramBackend:
    """The backend for a synthesiser; BackendError if it is not installed, or still finds no sound device."""
    if not shutil.which(synthesiser.name):
        raise BackendError(Failure.NOT_INSTALLED, f"no program {synthesiser.name}")
    if synthesiser.is_mute:
        with _start(_command_line(synthesiser)) as process:
            try:
                _, errors = process.communicate(b"", _CHECK_TIMEOUT)
            except subprocess.TimeoutExpired as error:
                process.kill()
                raise BackendError(Failure.NO_AUDIO, str(error)) from error
        if found := _audio_error(errors):
            raise found
    synthesiser.is_mute = False
    return ProgramBackend(synthesiser, on_event)


def _audio_error(errors: bytes) -> BackendError | None:
    """The failure that a program writes; espeak-ng without a sound device does so, and ends with 0."""
    found = _AUDIO_ERROR.search(errors.decode(errors="replace"))
    return BackendError(Failure.NO_AUDIO, one_line(found[0])) if found else None


def _command_line(synthesiser: Synthesiser) -> list[str]:
    program = SYNTHESISERS[synthesiser.name]
    return program.command_line(synthesiser.language, synthesiser.rate)


def _start(command_line: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 (the command is one of ours, the text goes to its standard input)
        command_line, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
