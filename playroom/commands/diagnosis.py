"""The report on this system: speech, braille, sounds, keys, terminal, language and folders.

The lines, and the report file with more details, can be given to others: their only private part are folders,
and the home folder is "~".
"""

import os
import platform
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, TextIO

from msgspec.structs import fields

from playroom import __version__
from playroom.commands.context import Context
from playroom.console.settings.speech import probe_message
from playroom.console.terminal.clipboard_program import is_far
from playroom.home.folders import Folders
from playroom.home.settings import Settings, sound_options
from playroom.narration.file_errors import page_error_message
from playroom.narration.message import Blank, Message
from playroom.narration.sound_words import own_sounds_messages, sound_trouble
from playroom.sound.cue_sounds import own_sounds
from playroom.sound.output import NOT_YET_KNOWN, SoundState
from playroom.strict_yaml import PageError
from playroom.voice.backends.backend import is_running
from playroom.voice.probe import ProbeResult

LIBRARIES = (
    "accessible-output2",
    "prismatoid",
    "prompt_toolkit",
    "pyyaml",
    "ruamel.yaml",
    "argcomplete",
    "babel",
    "icu4py",
    "platformdirs",
    "pyalsoft",
    "cyal",
)
"""The names of the required packages on PyPI."""

ADDRESS: Final = ""
"""The address of the project for bug reports; empty until it has one."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The input of the report: folders, settings, language, and errors in files."""

    folders: Folders
    settings: Settings
    language: str
    languages: Sequence[str]
    errors: Sequence[PageError] = ()
    terminal: TextIO | None = None
    """The terminal to which lines are written."""
    sound: SoundState = NOT_YET_KNOWN
    """The state of sound output."""

    def lines(self, findings: Sequence[ProbeResult]) -> tuple[Message, ...]:
        """The lines of the report, with the speech sources found; the first asks whether it is heard."""
        profile = Message(f"menus.profiles.{self.settings.keys}")
        file = without_home(str(self.folders.report))
        return (
            _line("hear"),
            *_speech(findings),
            *self._braille(findings),
            *self._sounds(),
            _line("keys.found" if _is_terminal(0) else "keys.none", profile=profile),
            self._terminal(),
            _line("language", language=self.language, others=tuple(self.languages)),
            *(_folder(each.name, getattr(self.folders, each.name)) for each in fields(Folders)),
            *(
                Message("menus.left_out", blanks={"why": page_error_message(each, without_home(each.source))})
                for each in self.errors
            ),
            *_versions(),
            _line(f"unheard.{_SYSTEMS.get(sys.platform, 'linux')}"),
            _line("report.at", address=ADDRESS, file=file) if ADDRESS else _line("report.given", file=file),
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

    def _sounds(self) -> Iterator[Message]:
        """The sound library and device, or why there is no sound, and the player's own sounds."""
        options = sound_options(self.settings, self.folders.sounds)
        if trouble := sound_trouble(options, self.sound):
            yield _line("sounds.lost" if self.sound.device else "sounds.silent", why=trouble)
        elif not self.sound.is_known:
            yield _line("sounds.unknown")
        if self.sound.device:
            yield _line(
                "sounds.found",
                device=self.sound.device,
                mode=Message(f"sounds.modes.{options.mode}"),
                library=without_home(self.sound.library),
            )
        own = own_sounds(self.folders.sounds)
        if own.sounds or own.errors:
            yield from own_sounds_messages(own, self.folders.sounds, without_home)

    def _terminal(self) -> Message:
        if self.terminal is None:
            return _line("terminal.none")
        columns, rows = os.get_terminal_size(self.terminal.fileno())
        kind = os.environ.get("TERM") or os.environ.get("TERM_PROGRAM") or platform.system()
        blanks: dict[str, Blank] = {"kind": kind, "columns": columns, "rows": rows}
        return _line("terminal.found", **blanks, encoding=self.terminal.encoding)


def diagnosis(context: Context, settings: Settings, terminal: TextIO | None, sound: SoundState) -> Diagnosis:
    """The diagnosis for *settings*, which may have changed since the start."""
    names = context.languages
    language = names[context.book_for(settings).language.code]
    errors = tuple(context.errors_for(settings))
    return Diagnosis(context.folders, settings, language, tuple(names.values()), errors, terminal, sound)


def details(findings: Sequence[ProbeResult]) -> tuple[str, ...]:
    """The English error messages of sources that cannot speak, for volunteers."""
    return tuple(f"{each.source}: {without_home(each.detail)}" for each in findings if each.detail)


def without_home(text: str) -> str:
    """The text without the path of the home folder, which often contains the player's name."""
    return text.replace(str(Path.home()), "~")


def _line(entry: str, **blanks: Blank) -> Message:
    return Message(f"doctor.{entry}", blanks=blanks)


def _speech(findings: Sequence[ProbeResult]) -> Iterator[Message]:
    """The source that will speak, then every other; how the end of speech is known, for which bots wait.

    A warning comes last if the speech comes from another machine than the player's.
    """
    best = next((finding for finding in findings if not finding.failure), None)
    yield _line("speech", way=probe_message(best)) if best else _line("mute")
    yield from (_line("way", way=probe_message(finding)) for finding in findings if finding != best)
    if best:
        yield _line("end.reported" if best.reports_end else "end.estimated", speaks=best.speaker)
        if is_far(os.environ):
            yield _line("far_end")


def _versions() -> Iterator[Message]:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield _line("versions", playroom=f"playroom {__version__}", python=python, system=platform.platform())
    libraries = []
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            libraries.append(f"{name} {version(name)}")
    yield _line("libraries", libraries=tuple(libraries))


_SYSTEMS: Final = {"win32": "windows", "darwin": "macos"}
"""The operating systems as the entries of remedies name them; "linux" stands for every other."""


def _is_terminal(stream: int) -> bool:
    try:
        return os.isatty(stream)
    except OSError:
        return False


def _folder(name: str, path: Path) -> Message:
    """A file or folder of the player: whether it exists, could be created, or is not accessible."""
    if path.exists():
        state = "there" if os.access(path, os.R_OK | os.W_OK) else "closed"
    else:
        nearest = next(parent for parent in path.parents if parent.exists())
        state = "free" if os.access(nearest, os.W_OK) else "closed"
    return _line(f"folders.{state}", name=_line(f"names.{name}"), path=without_home(str(path)))
