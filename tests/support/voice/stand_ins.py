"""Sources of speech that fail when a test says so, for the real program: its other ways to speak.

A screen reader behind accessible-output2, a library prism and a program espeak-ng write what they are told
to one file. A file with the name of one of them makes it fail, in the manner that the file names.
"""

import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

READER, PRISM, PROGRAM = "reader", "prism", "espeak-ng"
ABSENT: Final = "absent"

_LIBRARIES: Final = """
import signal, sys, time, types
from pathlib import Path

# The program for speech ends each text that it is given: if it took long to begin, a key would end it before
# it has written what the voice takes as heard.
signal.signal(signal.SIGTERM, signal.SIG_IGN)

folder = Path({folder!r})

def fault(name):
    try:
        return (folder / name).read_text()
    except OSError:
        return ""

def speak(name, text):
    while fault(name) == "hangs":
        time.sleep(0.01)
    if why := fault(name):
        raise OSError(why)
    if text:
        with (folder / "told").open("a") as told:
            told.write(f"{{time.time()}}\\t{{name}}\\t{{text}}\\n")

import accessible_output2
from accessible_output2.outputs.base import Output, OutputError

class Reader(Output):
    name, priority = "stand-in", 0
    def __init__(self):
        if not self.is_active():
            raise OutputError(fault("reader"))
    def is_active(self):
        return fault("reader") != "absent"
    def speak(self, text, interrupt=False):
        speak("reader", text)

known = accessible_output2.get_output_classes
accessible_output2.get_output_classes = lambda: [Reader, *known()]

class Voice:
    name, features = "stand-in", types.SimpleNamespace(supports_braille=False)
    def speak(self, text, interrupt):
        speak("prism", text)
    def stop(self):
        speak("prism", "")

class Context:
    def acquire_best(self):
        if why := fault("prism"):
            raise ValueError(why)
        return Voice()
    def id_of(self, name):
        return types.SimpleNamespace(name="SAPI")

prism = types.ModuleType("prism")
prism.Context, prism.common = Context, types.SimpleNamespace(PrismNotSpeakingError=OSError)
sys.modules["prism"] = prism

from playroom.__main__ import main
sys.exit(main())
"""

_PROGRAM: Final = """#!/bin/sh
text=$(cat)
case "$(cat "{folder}/espeak-ng" 2>/dev/null)" in
  absent) exit 1 ;;
  fails) exit 3 ;;
  "has no sound") echo "ALSA lib confmisc.c:855:(parse_card) cannot find card '0'" >&2 ;;
  *) [ -z "$text" ] || printf '%s\\tespeak-ng\\t%s\\n' "$(date +%s.%N)" "$text" >> "{folder}/told" ;;
esac
"""


@dataclass(frozen=True, slots=True)
class Told:
    """A text that a stand-in was told, and the wall clock's seconds when it was."""

    at: float
    source: str
    text: str


class StandIns:
    """The stand-ins in a folder; all are absent at first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._told: list[Told] = []
        self._read = 0
        script = folder / "bin" / PROGRAM
        script.parent.mkdir()
        script.write_text(_PROGRAM.format(folder=folder))
        script.chmod(0o755)
        for name in (READER, PRISM, PROGRAM):
            self.fail(name, ABSENT)

    @property
    def program(self) -> tuple[str, ...]:
        """The real program with the stand-ins in place of the libraries."""
        return (sys.executable, "-c", _LIBRARIES.format(folder=str(self.folder)))

    def path(self, environment: Mapping[str, str]) -> str:
        """The search path on which the program is found before any other."""
        return f"{self.folder / 'bin'}:{environment['PATH']}"

    def fail(self, name: str, manner: str) -> None:
        """Let a stand-in fail from now on."""
        new = self.folder / f"{name}.new"
        new.write_text(manner)
        new.replace(self.folder / name)

    def mend(self, name: str) -> float:
        """Let a stand-in speak again; the wall clock's seconds of that."""
        at = time.time()
        (self.folder / name).unlink(missing_ok=True)
        return at

    def told(self) -> list[Told]:
        """All that the stand-ins were told, in order; only what is new is read."""
        file = self.folder / "told"
        if file.exists():
            with file.open("rb") as log:
                log.seek(self._read)
                whole, line_end, _being_written = log.read().rpartition(b"\n")
            self._read += len(whole + line_end)
            self._told += map(_told, whole.decode().split("\n") if whole else ())
        return list(self._told)


def _told(line: str) -> Told:
    at, source, text = line.split("\t", 2)
    return Told(float(at), source, text)
