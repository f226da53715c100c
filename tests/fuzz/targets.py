"""What is fuzzed: functions of bytes that may refuse them, raise nothing else and keep their promises."""

import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Final

from msgspec.structs import fields, replace

CHECKOUT: Final = Path(__file__).parents[2]
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "tests")]

from page_trial import play_by_all, rulebook_or_errors  # noqa: E402 (found on the path that stands above)

from playroom.commands.dispatch import read_command_line  # noqa: E402
from playroom.commands.parser import CommandLineError  # noqa: E402
from playroom.console.presets.table_preset import misfit  # noqa: E402
from playroom.console.terminal.strokes import (  # noqa: E402
    PASTE_START,
    finished_keys,
    pause,
    strokes,
)
from playroom.home.folders import Folders  # noqa: E402
from playroom.home.page_update import flow_line  # noqa: E402
from playroom.home.presets import Presets, preset_of_line, table_of  # noqa: E402
from playroom.home.settings import Settings, load_settings, save_settings  # noqa: E402
from playroom.keys.bindings import MOST_PASTED  # noqa: E402
from playroom.keys.keymap import keymap  # noqa: E402
from playroom.narration.phrases.locales import phrasebook  # noqa: E402
from playroom.rules.rulebook.variant import Variant  # noqa: E402
from playroom.sound.cue_sounds import wave_of  # noqa: E402
from playroom.strict_yaml import PageError, load  # noqa: E402
from playroom.table.page import variant_on  # noqa: E402
from playroom.table.record import text  # noqa: E402
from playroom.table.record_parser import RuleBroken, record  # noqa: E402
from playroom.table.shelf import OURS, shelf  # noqa: E402

Target = Callable[[bytes], object]

VARIANTS: Final = shelf([OURS]).variants
SCRATCH: Final = Path(tempfile.mkdtemp(prefix="fuzz-"))
MOST_BEGUN: Final = 300


def page(data: bytes) -> None:
    """A rulebook page is a variant or refused."""
    with suppress(PageError):
        variant_on(load(data.decode(errors="replace"), "page.yaml"), VARIANTS)


def composed_page(data: bytes) -> None:
    """A page is a rulebook that bots of all strengths play, or its errors say what to write."""
    with suppress(UnicodeDecodeError):
        found = rulebook_or_errors(data.decode())
        if isinstance(found, Variant):
            play_by_all(found, matches=1)


def match_record(data: bytes) -> None:
    """A record is a match, whose text is the same match, or refused."""
    with suppress(PageError, RuleBroken):
        told = record(load(data.decode(errors="replace"), "match.domino.yaml"), VARIANTS)
        assert record(load(text(told), "again"), VARIANTS).match == told.match


def settings(data: bytes) -> None:
    """Settings are read as far as possible, and a change of one is kept."""
    file = _written("settings.yaml", data)
    found, _ = load_settings(file)
    save_settings(file, {"pace": 0.4})
    assert load_settings(file)[0] == replace(found, pace=0.4)


def presets(data: bytes) -> None:
    """Presets are read as far as possible, and a new one is kept beside them; a line is one or refused."""
    kept = Presets(_written("presets.yaml", data))
    tables = kept.tables
    with suppress(PageError):
        name, plain = preset_of_line(data.decode(errors="replace"))
        assert preset_of_line(flow_line({name: plain})) == (name, plain)
        misfit(table_of(plain) if "table" in plain else {}, VARIANTS, ("novice", "expert"))
    before = {name: kept.settings(name) for name in kept.names}
    kept.save("new", Settings(pace=0.4))
    assert {name: kept.settings(name) for name in kept.names if name != "new"} == {
        name: found for name, found in before.items() if name != "new"
    }
    assert kept.settings("new")["pace"] == 0.4
    assert {name: each.table for name, each in kept.tables.items() if name != "new"} == {
        name: each.table for name, each in tables.items() if name != "new"
    }


def keys(data: bytes) -> None:
    """No keymap of a player leaves a place without the keys that every place needs."""
    found, _ = keymap("en", _written("keys.yaml", data))
    assert found.lines


def language(data: bytes) -> None:
    """A player's sentences replace ours, or are refused."""
    _written("languages/en/events.yaml", data)
    phrasebook("en", SCRATCH / "languages")


def sound(data: bytes) -> None:
    """A sound of the player is whole samples, at least one, or refused."""
    with suppress(PageError):
        samples = wave_of(data, "played.wav").samples
        assert samples
        assert len(samples) % 2 == 0


def command_line(data: bytes) -> None:
    """A command line is read, refused, or answered by the help."""
    folders = Folders(**{each.name: SCRATCH / "home" / each.name for each in fields(Folders)})
    arguments = data.decode(errors="replace").split("\n")
    with redirect_stdout(StringIO()), suppress(CommandLineError):
        try:
            read_command_line(arguments, folders)
        except SystemExit as end:
            assert not end.code  # noqa: PT017 (this is no test)


def key_bytes(data: bytes) -> None:
    """Whatever a terminal sends, in whatever pieces, little of it is kept, and Ctrl+C comes through."""
    sent = data.decode(errors="surrogateescape")
    pieces = [sent[at : at + 7] for at in range(0, len(sent), 7)]
    begun = ""
    for piece in pieces:
        found, begun = strokes(begun + piece)
        assert "" not in found
        assert len(begun) <= MOST_BEGUN + (MOST_PASTED if begun.startswith(PASTE_START) else 0)
        assert pause(begun) > 0
    assert "" not in finished_keys(begun)
    assert strokes(begun + "\x03")[0][-1] == "ctrl-c"


TARGETS: Final[Mapping[str, Target]] = {
    each.__name__: each
    for each in (
        page,
        composed_page,
        match_record,
        settings,
        presets,
        keys,
        language,
        sound,
        command_line,
        key_bytes,
    )
}

_OURS: Final[Mapping[str, tuple[str, ...]]] = {
    "page": ("playroom/variants/*.yaml",),
    "match_record": ("tests/table/records/*.yaml", "tests/cli/*.domino.yaml"),
    "keys": ("playroom/keys/keymap.yaml", "playroom/keys/profiles/*.yaml"),
    "language": ("locales/*/events.yaml",),
    "sound": ("playroom/sound/cues/cursor-1.wav",),
}
"""Files of the project that are seeds too."""


def seeds(name: str) -> list[bytes]:
    """The seed corpus of a target: its own folder, and files of the project."""
    own = (CHECKOUT / "tests" / "fuzz" / "corpus" / name).glob("*")
    ours = (file for pattern in _OURS.get(name, ()) for file in CHECKOUT.glob(pattern))
    return [file.read_bytes() for file in sorted((*own, *ours))]


def _written(name: str, data: bytes) -> Path:
    file = SCRATCH / name
    file.parent.mkdir(parents=True, exist_ok=True)
    _remove(file.parent.glob(f"{file.stem}*"))
    file.write_bytes(data)
    return file


def _remove(files: Iterable[Path]) -> None:
    for file in files:
        file.unlink()
