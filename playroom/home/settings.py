"""The player's settings, each declared once, and the file in which they are saved."""

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from playroom.home.detail import CHAT, URGENCIES, DetailLevel
from playroom.keys.key_profile import KeyProfile
from playroom.narration.answers.hand_order import HandOrder
from playroom.narration.cues import EventSwitch
from playroom.narration.first_times import FirstTime
from playroom.narration.message import Urgency
from playroom.narration.phrases.language import TileStyle
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.rules.rulebook.answer_kinds import Flag, Word
from playroom.sound.cue import Cue, CueGroup
from playroom.sound.output import Ducking, SoundMode
from playroom.strict_yaml import Key, Page, PageError, Value, read, reason, unknown_key, unreadable
from playroom.strict_yaml.kinds import (
    ListOf,
    MappingOf,
    Measure,
    OrUnset,
    PlainData,
    Text,
    TextChoice,
    ValueKind,
    read_entry,
)
from playroom.strict_yaml.salvage import salvage
from playroom.voice.mode import Mode
from playroom.voice.sources import all_sources
from playroom.voice.utterance import Buffer

CELLS: Final = range(20, 101)
"""The cells that a line on a braille display may have."""

CHARACTER_RATES: Final = range(5, 81)
"""The characters a second that a listener may hear or read."""

_PACE: Final = Measure("seconds", 0, 10, decimals=True)
_RATE: Final = Measure("characters_a_second", CHARACTER_RATES.start, CHARACTER_RATES[-1])
_VOLUME: Final = Measure("percent", 0, 100)
_SWITCHED: Final = TextChoice((*map(str, URGENCIES), *map(str, EventSwitch), CHAT))

CHAT_TIMES: Final = (Urgency.EVENT, Urgency.HINT, Urgency.ANSWER)
"""When chat is said: in turn, when nothing else is said, or at once."""


def _setting(default: object, kind: ValueKind[Any], option: str | None = None) -> Any:  # noqa: ANN401 (as field)
    """A setting with its default, its kind, and the placeholder of its value if it has an option."""
    metadata = {"kind": kind, "option": option}
    if isinstance(default, dict | list):
        return field(default_factory=type(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Settings:
    """The player's settings as plain data; an empty text leaves the choice to the system."""

    language: str = _setting(
        "",
        Text("language"),
        "CODE",
    )
    mode: str = _setting("", OrUnset("", Word(Mode)), "")
    verbosity: str = _setting("normal", Word(Verbosity), "")
    brief_offered: bool = _setting(False, Flag())
    """Whether the listener was offered to hear matches of many players in brief."""
    explains: bool = _setting(True, Flag())
    """Whether what happens for the first time is explained."""
    explained: Sequence[str] = _setting([], ListOf(Word(FirstTime)))
    """The subjects that were explained."""
    pace: float = _setting(0.8, _PACE, "SECONDS")
    draws: bool = _setting(False, Flag())
    """Whether forced draws are made automatically for the listener."""
    waits: bool = _setting(True, Flag())
    """Whether bots wait until the listener has heard all announcements."""
    repeats: bool = _setting(True, Flag())
    """Whether events interrupted by a key are repeated."""
    hearing: int = _setting(0, OrUnset(0, _RATE))
    """The rate of a screen reader that does not report the end of speech; 0 if unknown."""
    reading: int = _setting(15, OrUnset(0, _RATE))
    """The listener's reading rate for text that is not spoken; at 0, bots do not wait."""
    position: bool = _setting(True, Flag())
    """Whether lists say "3 of 7"."""
    tiles: str = _setting("digits", Word(TileStyle))
    hand_order: str = _setting("dealt", Word(HandOrder))
    """The order of the hand."""
    keys: str = _setting("playroom", Word(KeyProfile))
    """The profile of keys."""
    brake: int = _setting(0, Measure("milliseconds", 0, 1500))
    """The time in which the same key again is ignored."""
    confirm: bool = _setting(False, Flag())
    """Whether moves are confirmed."""
    coach: bool = _setting(False, Flag())
    """Whether the coach speaks after each round without being asked."""
    scan: float = _setting(0.0, _PACE)
    """The time between two choices when scanning; 0 waits for a key."""
    speaker: str = _setting("", OrUnset("", TextChoice([source.name for source in all_sources()])))
    """The speech source that is tried first."""
    rate: int = _setting(0, OrUnset(0, Measure("words_a_minute", 80, 450)))
    """The rate of a speech program; 0 is its own."""
    pause: float = _setting(0.0, Measure("seconds", 0, 5, decimals=True))
    """The pause of a speech program between two texts."""
    braille: int = _setting(0, OrUnset(0, Measure("cells", CELLS.start, CELLS[-1])))
    """The cells of a line on the braille display."""
    table_line: bool = _setting(False, Flag())
    """Whether the braille line of the table follows every event."""
    braille_hand: bool = _setting(False, Flag())
    """Whether the tiles of the hand are never spoken."""
    told: Mapping[str, str] = _setting({}, MappingOf(_SWITCHED, Word(DetailLevel)))
    """The level of detail of announcements, by urgency or kind of event ("told" in players' files)."""
    muted: Sequence[str] = _setting([], ListOf(Word(Buffer)))
    """The parts of the history that are not spoken."""
    chat: str = _setting("event", TextChoice([str(each) for each in CHAT_TIMES]))
    """When chat at a shared table is said."""
    blocked: Sequence[str] = _setting([], ListOf(Text("name", or_empty=False)))
    """The names of those whose chat the listener does not want to hear."""
    announce: bool = _setting(True, Flag())
    """Whether tables that the listener opens are found within their network."""
    sound: str = _setting("", OrUnset("", Word(SoundMode)), "")
    """The listener's loudspeakers or headphones; empty until they have been asked."""
    volume: int = _setting(100, _VOLUME)
    """The volume of all sounds, in percent."""
    volumes: Mapping[str, int] = _setting({}, MappingOf(Word(CueGroup), _VOLUME))
    """The volumes of groups of sounds, in percent of that of all; 100 where there is none."""
    silent: Sequence[str] = _setting([], ListOf(Word(Cue)))
    """The sounds that are off."""
    ducking: str = _setting("light", Word(Ducking))
    """Ducking: cues are played softer during speech."""
    end_notes: bool = _setting(False, Flag())
    """Whether the ends are heard as notes after each tile."""
    sounds_written: bool = _setting(False, Flag())
    """Whether sounds are written in words, in the history and on the screen."""
    device: str = _setting("", Text("device"))
    """The output device of sounds."""
    preset: str = _setting("", Text("preset"))
    """The preset that was taken last."""
    table: Mapping[str, object] = _setting({}, PlainData("table"))
    """The table that was set up last."""
    people: Mapping[str, object] = _setting({}, PlainData("people"))
    """The personal settings of several people at one keyboard, by name."""


KINDS: Final[Mapping[str, ValueKind[Any]]] = {each.name: each.metadata["kind"] for each in fields(Settings)}
"""The kind of each setting."""

OPTIONS: Final[Mapping[str, str]] = {
    each.name: each.metadata["option"] for each in fields(Settings) if each.metadata["option"] is not None
}
"""The placeholders of the command-line options, by the settings that they change; "" for a list of words."""


def load_settings(file: Path) -> tuple[Settings, tuple[PageError, ...]]:
    """The settings in *file* without those that are wrong, and the errors."""
    try:
        return _read_settings(file)
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        return Settings(), (unreadable(file, error),)


def save_settings(file: Path, changes: Mapping[str, object]) -> Path | None:
    """Save changed settings; an OSError leaves the old file.

    The copy of an old file that could not be read in full, if it could not.
    """

    def change(page: MutableMapping[Any, Any]) -> None:
        default = Settings()
        for name, value in changes.items():
            if name in page or value != getattr(default, name):
                page[name] = value

    from playroom.home.page_update import update_page  # noqa: PLC0415 (most commands change no setting)

    return update_page(file, change)


def valid_settings(plain: Mapping[str, Value]) -> Settings:
    """The settings in plain data, without those that are unknown or wrong."""
    valid = {name: value for name, value in plain.items() if is_valid_setting(name, value)}
    return Settings(**valid)  # type: ignore[arg-type] # is_valid_setting has checked what mypy cannot


def is_valid_setting(key: Key, value: Value) -> bool:
    """Whether there is a setting of this name that can have this value."""
    try:
        KINDS[str(key)].read(value)
    except (KeyError, ValueError):
        return False
    return True


def _read_settings(file: Path) -> tuple[Settings, tuple[PageError, ...]]:
    try:
        return _settings(read(file))
    except PageError as error:
        page, errors, _ = salvage(file, error)
    settings, wrong = _settings(page)
    return settings, (*errors, *wrong)


def _settings(page: Page) -> tuple[Settings, tuple[PageError, ...]]:
    if page.value is None:
        return Settings(), ()
    if not isinstance(page.value, dict):
        return Settings(), (page.error(reason("no_settings")),)
    errors = tuple(error for key in page.value if (error := _error(page, key)))
    return valid_settings({str(key): value for key, value in page.value.items()}), errors


def _error(page: Page, key: Key) -> PageError | None:
    """Why a setting is unknown or wrong; None if it is valid."""
    if key not in KINDS:
        return page.error(unknown_key(key, KINDS), key)
    try:
        read_entry(page, key, KINDS[str(key)])
    except PageError as error:
        return error
    return None
