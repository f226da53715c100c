"""What was found here for speech, braille, keys, terminal, language and folders, in plain lines.

The lines can be pasted into a bug report: the only private thing in them are folders, and the home is "~".
"""

import os
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from playroom.console.menus.speech import way_told
from playroom.home.folders import Folders
from playroom.home.settings import Settings
from playroom.narration.message import Blank, Message
from playroom.strict_yaml import PageError
from playroom.voice.running import is_running
from playroom.voice.speakers import Finding

LIBRARIES = (
    "accessible-output2",
    "prismatoid",
    "prompt_toolkit",
    "pyyaml",
    "babel",
    "icu4py",
    "platformdirs",
)
"""What the playroom stands on, as pip calls it."""


@dataclass(frozen=True, slots=True)
class Doctor:
    """What a report is made from: the player's things, their language among others, and what was left out."""

    folders: Folders
    settings: Settings
    language: str
    languages: Sequence[str]
    faults: Sequence[PageError] = ()

    def report(self, findings: Sequence[Finding]) -> tuple[Message, ...]:
        """The lines, with what was found to speak with; the first is the sentence to hear."""
        return (
            _told("hear"),
            *_speech(findings),
            *self._braille(findings),
            _told("sounds"),
            self._keys(),
            _terminal(),
            _told("language", language=self.language, others=tuple(self.languages)),
            *(self._folder(each.name) for each in fields(Folders)),
            *(Message("menus.left_out", blanks={"why": without_home(str(fault))}) for fault in self.faults),
            *_versions(),
            _told(f"unheard.{_system()}"),
            _told("paste"),
        )

    def _braille(self, findings: Sequence[Finding]) -> Iterator[Message]:
        """Who shows what is told on a display, and how long its lines are."""
        shows = [finding.speaks for finding in findings if finding.brailles]
        if shows:
            yield _told("braille.shown", speaks=shows[0])
        if is_running("brltty"):
            yield _told("braille.read")
        if not shows and not is_running("brltty"):
            yield _told("braille.none")
        if self.settings.braille:
            yield _told("braille.cells", cells=self.settings.braille)

    def _keys(self) -> Message:
        profile = Message(f"menus.profiles.{self.settings.keys}")
        return _told("keys.found" if _is_terminal(0) else "keys.none", profile=profile)

    def _folder(self, name: str) -> Message:
        path: Path = getattr(self.folders, name)
        return _told(f"folders.{_state(path)}", name=_told(f"names.{name}"), path=without_home(str(path)))


def without_home(text: str) -> str:
    """The text with the name of its reader's home folder, which often is their own, taken out."""
    return text.replace(str(Path.home()), "~")


def _told(entry: str, **blanks: Blank) -> Message:
    return Message(f"doctor.{entry}", blanks=blanks)


def _speech(findings: Sequence[Finding]) -> Iterator[Message]:
    """What will speak, then every way by itself, with what a library said in English."""
    best = next((finding for finding in findings if not finding.why), None)
    yield _told("speech", way=way_told(best)) if best else _told("mute")
    for finding in findings:
        if finding != best:
            entry = "way_because" if finding.detail else "way"
            yield _told(entry, way=way_told(finding), detail=without_home(finding.detail).rstrip("."))


def _terminal() -> Message:
    if not _is_terminal(1):
        return _told("terminal.none")
    columns, rows = os.get_terminal_size(1)
    kind = os.environ.get("TERM") or os.environ.get("TERM_PROGRAM") or platform.system()
    return _told("terminal.found", kind=kind, columns=columns, rows=rows, encoding=sys.stdout.encoding)


def _versions() -> Iterator[Message]:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    (own,) = _installed("playroom") or ("playroom",)
    yield _told("versions", playroom=own, python=python, system=platform.platform())
    yield _told("libraries", libraries=tuple(each for name in LIBRARIES for each in _installed(name)))


def _installed(name: str) -> tuple[str, ...]:
    """A package with its version, if it is installed."""
    try:
        return (f"{name} {version(name)}",)
    except PackageNotFoundError:
        return ()


def _system() -> str:
    """The system whose remedies help here."""
    return {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")


def _is_terminal(stream: int) -> bool:
    try:
        return os.isatty(stream)
    except OSError:
        return False


def _state(path: Path) -> str:
    """Whether a file or folder is there, could be made, or is closed to us."""
    if path.exists():
        return "there" if os.access(path, os.R_OK | os.W_OK) else "closed"
    nearest = next(parent for parent in path.parents if parent.exists())
    return "free" if os.access(nearest, os.W_OK) else "closed"
