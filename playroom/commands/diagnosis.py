"""The report on this system: speech, braille, keys, terminal, language and folders, in plain lines.

The lines can be pasted into a bug report: their only private part are folders, and the home folder is "~".
"""

import os
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from playroom.commands.context import Context
from playroom.console.menus.speech import way_told
from playroom.home.folders import Folders
from playroom.home.settings import Settings
from playroom.narration.message import Blank, Message
from playroom.strict_yaml import PageError
from playroom.voice.probe import ProbeResult
from playroom.voice.processes import is_running

LIBRARIES = (
    "accessible-output2",
    "prismatoid",
    "prompt_toolkit",
    "pyyaml",
    "babel",
    "icu4py",
    "platformdirs",
)
"""The packages that the playroom depends on, as pip names them."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What the report is made from: folders and settings, the language among others, and errors in files."""

    folders: Folders
    settings: Settings
    language: str
    languages: Sequence[str]
    errors: Sequence[PageError] = ()

    def lines(self, findings: Sequence[ProbeResult]) -> tuple[Message, ...]:
        """The lines of the report, with the speech sources that were found; the first asks who hears it."""
        return (
            _line("hear"),
            *_speech(findings),
            *self._braille(findings),
            _line("sounds"),
            self._keys(),
            _terminal(),
            _line("language", language=self.language, others=tuple(self.languages)),
            *(self._folder(each.name) for each in fields(Folders)),
            *(Message("menus.left_out", blanks={"why": without_home(str(error))}) for error in self.errors),
            *_versions(),
            _line(f"unheard.{_system()}"),
            _line("paste"),
        )

    def _braille(self, findings: Sequence[ProbeResult]) -> Iterator[Message]:
        """The programs that write to a braille display, and the length of its lines."""
        shows = [finding.speaker for finding in findings if finding.has_braille]
        if shows:
            yield _line("braille.shown", speaks=shows[0])
        if is_running("brltty"):
            yield _line("braille.read")
        if not shows and not is_running("brltty"):
            yield _line("braille.none")
        if self.settings.braille:
            yield _line("braille.cells", cells=self.settings.braille)

    def _keys(self) -> Message:
        profile = Message(f"menus.profiles.{self.settings.keys}")
        return _line("keys.found" if _is_terminal(0) else "keys.none", profile=profile)

    def _folder(self, name: str) -> Message:
        path: Path = getattr(self.folders, name)
        return _line(f"folders.{_state(path)}", name=_line(f"names.{name}"), path=without_home(str(path)))


def diagnosis(context: Context, settings: Settings) -> Diagnosis:
    """The diagnosis for *settings*, which may have changed since the start."""
    names = context.languages
    language = names[context.book_for(settings).language.code]
    return Diagnosis(
        context.folders, settings, language, tuple(names.values()), tuple(context.errors_for(settings))
    )


def without_home(text: str) -> str:
    """The text without the name of the home folder, which often is the player's own name."""
    return text.replace(str(Path.home()), "~")


def _line(entry: str, **blanks: Blank) -> Message:
    return Message(f"doctor.{entry}", blanks=blanks)


def _speech(findings: Sequence[ProbeResult]) -> Iterator[Message]:
    """The source that will speak, then every other, with the English words of its library."""
    best = next((finding for finding in findings if not finding.failure), None)
    yield _line("speech", way=way_told(best)) if best else _line("mute")
    for finding in findings:
        if finding != best:
            entry = "way_because" if finding.detail else "way"
            yield _line(entry, way=way_told(finding), detail=without_home(finding.detail).rstrip("."))


def _terminal() -> Message:
    if not _is_terminal(1):
        return _line("terminal.none")
    columns, rows = os.get_terminal_size(1)
    kind = os.environ.get("TERM") or os.environ.get("TERM_PROGRAM") or platform.system()
    return _line("terminal.found", kind=kind, columns=columns, rows=rows, encoding=sys.stdout.encoding)


def _versions() -> Iterator[Message]:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    (own,) = _installed("playroom") or ("playroom",)
    yield _line("versions", playroom=own, python=python, system=platform.platform())
    yield _line("libraries", libraries=tuple(each for name in LIBRARIES for each in _installed(name)))


def _installed(name: str) -> tuple[str, ...]:
    """A package with its version, if it is installed."""
    try:
        return (f"{name} {version(name)}",)
    except PackageNotFoundError:
        return ()


def _system() -> str:
    """The operating system, as the remedies are named."""
    return {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")


def _is_terminal(stream: int) -> bool:
    try:
        return os.isatty(stream)
    except OSError:
        return False


def _state(path: Path) -> str:
    """Whether a file or folder exists, could be created, or is not accessible."""
    if path.exists():
        return "there" if os.access(path, os.R_OK | os.W_OK) else "closed"
    nearest = next(parent for parent in path.parents if parent.exists())
    return "free" if os.access(nearest, os.W_OK) else "closed"
