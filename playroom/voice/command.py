"""A command as a backend: a synthesiser that reads a text from its standard input."""

import shutil
import subprocess
import threading
from dataclasses import dataclass
from queue import SimpleQueue

from playroom.voice.backend import Heard, Report, Sort, UnusableError, Why


@dataclass(frozen=True, slots=True)
class Program:
    """A synthesiser: how it is called, and its options for words a minute and for a language."""

    call: tuple[str, ...]
    rate: str
    language: str = ""

    def line(self, language: str, rate: int) -> list[str]:
        """The command line; no language and no rate are the program's own."""
        tongue = [self.language, language] if self.language and language else []
        return [*self.call, *tongue, *([self.rate, str(rate)] if rate else [])]


PROGRAMS = {
    "say": Program(("say", "-f", "-"), "-r"),
    "espeak-ng": Program(("espeak-ng", "--stdin"), "-s", "-v"),
    "espeak": Program(("espeak", "--stdin"), "-s", "-v"),
}


class Command:
    """One process a text, one after the other, with a pause in seconds between them."""

    brailles = False
    reports = True
    sort = Sort.SYNTHESISER

    def __init__(self, line: list[str], pause: float, heard: Heard) -> None:
        self.name = line[0]
        self._line = line
        self._pause = pause
        self._heard = heard
        self._texts: SimpleQueue[tuple[str, threading.Event] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._cut = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._failure = ""
        threading.Thread(target=self._run, name=self.name, daemon=True).start()

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Say this now, or after what is being said; UnusableError if the program has failed before."""
        if self._failure:
            raise UnusableError(Why.BROKEN, self._failure)
        if interrupt:
            self.silence()
        self._texts.put((text, self._cut))

    def braille(self, text: str) -> None:
        """Show nothing: a command has no display."""

    def silence(self) -> None:
        """End the process, and forget the texts that wait."""
        with self._lock:
            self._cut.set()
            self._cut = threading.Event()
            if self._process:
                self._process.terminate()

    def close(self) -> None:
        """Say what waits, and no more."""
        self._texts.put(None)

    def _run(self) -> None:
        while item := self._texts.get():
            text, cut = item
            try:
                self._say(text, cut)
            except OSError as error:
                self._failure = str(error)
            self._heard(Report.CUT if cut.is_set() or self._failure else Report.OVER, text)
            cut.wait(self._pause)

    def _say(self, text: str, cut: threading.Event) -> None:
        with self._lock:
            if cut.is_set():
                return
            self._process = _started(self._line)
        with self._process as process:
            process.communicate(text.encode(errors="replace"))
        with self._lock:
            self._process = None
        if process.returncode and not cut.is_set():
            self._failure = f"{self.name} ended with {process.returncode}"


def build(name: str, language: str, rate: int, pause: float, heard: Heard) -> Command:
    """The program as a voice; UnusableError if it is not there."""
    if not shutil.which(name):
        raise UnusableError(Why.NOT_INSTALLED, f"no program {name}")
    return Command(PROGRAMS[name].line(language, rate), pause, heard)


def _started(line: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - the line is one of ours, the text goes to its standard input
        line, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
