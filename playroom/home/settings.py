"""The player's settings, each declared once, and their file, of this version or an earlier one."""

from collections.abc import Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from playroom.keys.bindings import KeyProfile
from playroom.narration.cues import CHAT, URGENCIES, DetailLevel, EventSwitch
from playroom.narration.phrases.phrasebook import TileStyle, Verbosity
from playroom.narration.preferences import MOST_TOLD, FirstTime, HandOrder, Tip
from playroom.rules.rulebook.answer_kinds import Flag, Word
from playroom.sound.cue import Cue, CueGroup
from playroom.sound.output import AwaySounds, Ducking, SoundMode, SoundOptions
from playroom.strict_yaml import Key, PageError, Value, reason, unknown_key, unreadable
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
from playroom.strict_yaml.salvage import read_valid
from playroom.voice.mode import Mode
from playroom.voice.sources import BROWSER_SPEECH, all_sources
from playroom.voice.utterance import Buffer

CELLS: Final = range(12, 101)
"""The cells that a line on a braille display may have."""

CHARACTER_RATES: Final = range(5, 81)
"""The characters a second that a listener may hear or read."""

_PACE: Final = Measure("seconds", 0, 10, decimals=True)
_RATE: Final = Measure("characters_a_second", CHARACTER_RATES.start, CHARACTER_RATES[-1])
_VOLUME: Final = Measure("percent", 0, 100)
_SWITCHED: Final = TextChoice((*map(str, URGENCIES), *map(str, EventSwitch), CHAT))


class Declared(NamedTuple):
    """The kind of a setting, and the placeholder of its value if it has an option on the command line."""

    kind: ValueKind[Any]
    option: str | None = None


class Settings(Struct, frozen=True):
    """The player's settings as plain data; an empty text leaves the choice to the system."""

    language: Annotated[str, Declared(Text("language"), "CODE")] = ""
    mode: Annotated[str, Declared(OrUnset("", Word(Mode)), "")] = ""
    verbosity: Annotated[str, Declared(Word(Verbosity), "")] = "normal"
    explained: Annotated[Sequence[str], Declared(ListOf(Word(FirstTime)))] = []
    """The subjects that are not explained any more when they are met for the first time."""
    tips: Annotated[bool, Declared(Flag())] = True
    """Whether a tip is said after a round."""
    tips_told: Annotated[
        Mapping[str, int], Declared(MappingOf(Word(Tip), Measure("times", 0, MOST_TOLD)))
    ] = {}
    """How often each tip was said."""
    pace: Annotated[float, Declared(_PACE, "SECONDS")] = 0.8
    draws: Annotated[bool, Declared(Flag())] = False
    """Whether forced draws are made automatically for the listener."""
    waits: Annotated[bool, Declared(Flag())] = True
    """Whether no announcement is missed: bots wait for it, and if a key interrupts it, it is repeated."""
    hearing: Annotated[int, Declared(OrUnset(0, _RATE))] = 0
    """The rate at which the listener hears what reports no end of speech, and reads; 0 if unknown."""
    position: Annotated[bool, Declared(Flag())] = True
    """Whether lists say "3 of 7"."""
    tiles: Annotated[str, Declared(Word(TileStyle))] = "digits"
    hand_order: Annotated[str, Declared(Word(HandOrder))] = "dealt"
    """The order of the hand."""
    keys: Annotated[str, Declared(Word(KeyProfile), "PROFILE")] = "playroom"
    """The profile of keys."""
    brake: Annotated[int, Declared(Measure("milliseconds", 0, 1500))] = 0
    """The time in which the same key again is ignored."""
    confirm: Annotated[bool, Declared(Flag())] = False
    """Whether moves are confirmed."""
    scan: Annotated[float, Declared(_PACE)] = 0.0
    """The time between two choices when scanning; 0 waits for a key."""
    speaker: Annotated[
        str, Declared(OrUnset("", TextChoice([*(source.name for source in all_sources()), BROWSER_SPEECH])))
    ] = ""
    """The speech source that is tried first."""
    rate: Annotated[int, Declared(OrUnset(0, Measure("words_a_minute", 80, 450)))] = 0
    """The rate of a speech program; 0 is its own."""
    braille: Annotated[int, Declared(OrUnset(0, Measure("cells", CELLS.start, CELLS[-1])))] = 0
    """The cells of a line on the braille display."""
    table_line: Annotated[bool, Declared(Flag())] = False
    """Whether the braille line of the table follows every event."""
    braille_hand: Annotated[bool, Declared(Flag())] = False
    """Whether the tiles of the hand are never spoken."""
    told: Annotated[Mapping[str, str], Declared(MappingOf(_SWITCHED, Word(DetailLevel)))] = {}
    """The level of detail of announcements, by urgency or kind of event ("told" in players' files)."""
    muted: Annotated[Sequence[str], Declared(ListOf(Word(Buffer)))] = []
    """The parts of the history that are not spoken."""
    blocked: Annotated[Sequence[str], Declared(ListOf(Text("name", or_empty=False)))] = []
    """The names of those whose chat and invitations the listener does not want to hear."""
    friends: Annotated[Sequence[str], Declared(ListOf(Text("name", or_empty=False)))] = []
    """The names of the listener's friends at clubs."""
    friend_news: Annotated[bool, Declared(Flag())] = True
    """Whether the listener hears between matches that a friend has come."""
    awaited: Annotated[Sequence[str], Declared(ListOf(Text("game", or_empty=False)))] = []
    """The games whose new tables the listener wants to hear of."""
    quiet: Annotated[bool, Declared(Flag())] = False
    """Whether the listener does not want to be invited."""
    updates: Annotated[bool, Declared(Flag())] = True
    """Whether a newer version is asked for once a day."""
    announce: Annotated[bool, Declared(Flag())] = True
    """Whether tables that the listener opens are found within their network."""
    sound: Annotated[str, Declared(OrUnset("", Word(SoundMode)), "")] = ""
    """The listener's loudspeakers or headphones; empty until they have been asked."""
    volume: Annotated[int, Declared(_VOLUME)] = 100
    """The volume of all sounds, in percent."""
    volumes: Annotated[Mapping[str, int], Declared(MappingOf(Word(CueGroup), _VOLUME))] = {}
    """The volumes of groups of sounds, in percent of that of all; 100 where there is none."""
    silent: Annotated[Sequence[str], Declared(ListOf(Word(Cue)))] = []
    """The sounds that are off."""
    ducking: Annotated[str, Declared(Word(Ducking))] = "light"
    """Ducking: cues are played softer during speech."""
    end_notes: Annotated[bool, Declared(Flag())] = False
    """Whether the ends are heard as notes after each tile."""
    sounds_written: Annotated[bool, Declared(Flag())] = False
    """Whether sounds are written in words, in the history and on the screen."""
    away_sounds: Annotated[str, Declared(Word(AwaySounds))] = "all"
    """The sounds that play while another window has the focus, where the terminal reports it."""
    device: Annotated[str, Declared(Text("device"))] = ""
    """The output device of sounds."""
    preset: Annotated[str, Declared(Text("preset"))] = ""
    """The preset that was taken last."""
    table: Annotated[Mapping[str, object], Declared(PlainData("table"))] = {}
    """The table that was set up last."""
    people: Annotated[Mapping[str, object], Declared(PlainData("people"))] = {}
    """The personal settings of several people at one keyboard, by name."""
    companions: Annotated[Sequence[str], Declared(ListOf(Text("name", or_empty=False)))] = []
    """The names at the last table of wood, the listener's first."""


_DECLARED: Final[Mapping[str, Declared]] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(Settings, include_extras=True).items()
}

KINDS: Final[Mapping[str, ValueKind[Any]]] = {name: each.kind for name, each in _DECLARED.items()}
"""The kind of each setting."""

OPTIONS: Final[Mapping[str, str]] = {
    name: each.option for name, each in _DECLARED.items() if each.option is not None
}
"""The placeholders of the command-line options, by the settings that they change; "" for a list of words."""


def load_settings(file: Path) -> tuple[Settings, tuple[PageError, ...]]:
    """The settings in *file* without those that are wrong, and the errors."""
    try:
        page, errors = read_valid(file)
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        return Settings(), (unreadable(file, error),)
    if page.value is None:
        return Settings(), errors
    if not isinstance(page.value, dict):
        return Settings(), (*errors, page.error(reason("no_settings")))
    plain = up_to_date({str(key): value for key, value in page.value.items()})
    current = replace(page, value=plain)
    wrong = []
    for key in plain:
        if key not in KINDS:
            wrong.append(current.error(unknown_key(key, KINDS), key))
            continue
        try:
            read_entry(current, key, KINDS[key])
        except PageError as error:
            wrong.append(error)
    return valid_settings(plain), (*errors, *wrong)


def save_settings(file: Path, changes: Mapping[str, object]) -> Path | None:
    """Save changed settings; an OSError leaves the old file.

    The copy of an old file that could not be read in full, if it could not.
    """

    def change(page: MutableMapping[Any, Any]) -> None:
        default = Settings()
        page.update({name: value for name, value in up_to_date(page).items() if page.get(name) != value})
        for name in FORMER.intersection(page):
            del page[name]
        for name, value in changes.items():
            if name in page or value != getattr(default, name):
                page[name] = value

    from playroom.home.page_update import update_page  # noqa: PLC0415 (most commands change no setting)

    return update_page(file, change)


def valid_settings(plain: Mapping[str, Value]) -> Settings:
    """The settings in plain data, without those that are unknown or wrong."""
    valid = {name: value for name, value in up_to_date(plain).items() if is_valid_setting(name, value)}
    return Settings(**valid)


def is_valid_setting(key: Key, value: Value) -> bool:
    """Whether there is a setting of this name that can have this value."""
    try:
        KINDS[str(key)].read(value)
    except (KeyError, ValueError):
        return False
    return True


FIRST_SOUND_MODE: Final = SoundMode.SPEAKERS
"""The mode before the player has chosen one: it is right through headphones too, only narrower."""


def sound_options(settings: Settings, folder: Path | None = None) -> SoundOptions:
    """The options of the sounds for *settings*, with the player's own sounds in *folder*."""
    return SoundOptions(
        mode=SoundMode(settings.sound or FIRST_SOUND_MODE),
        volume=settings.volume,
        volumes={CueGroup(group): percent for group, percent in settings.volumes.items()},
        off=frozenset(map(Cue, settings.silent)),
        ducking=Ducking(settings.ducking),
        device=settings.device,
        folder=folder,
    )


PERSONAL: Final = (
    *(
        "language",
        "verbosity",
        "explained",
        "tips",
        "tips_told",
        "tiles",
        "hand_order",
        "told",
        "mode",
    ),
    *("speaker", "rate", "hearing"),
    *("braille", "table_line", "braille_hand"),
)
"""The settings that each person has: the words, their length, and the voice or display that gives them."""


def settings_of(person: str, shared: Settings) -> Settings:
    """The settings for a person of this name; where they have chosen nothing, those of all."""
    own = shared.people.get(person)
    chosen = up_to_date(own) if isinstance(own, Mapping) else {}
    valid = {
        name: chosen[name] for name in PERSONAL if name in chosen and is_valid_setting(name, chosen[name])
    }
    return replace(shared, **valid)


def personal_change(person: str, changes: Mapping[str, object], shared: Settings) -> dict[str, object]:
    """Changes by this person as they are saved: what is personal under their name, the rest for all."""
    own = {name: value for name, value in changes.items() if person and name in PERSONAL}
    others = {name: value for name, value in changes.items() if name not in own}
    if not own:
        return others
    before = shared.people.get(person)
    kept = before if isinstance(before, Mapping) else {}
    return {**others, "people": {**shared.people, person: {**kept, **own}}}


FORMER: Final = frozenset({"brief_offered", "chat", "coach", "explains", "pause", "reading", "repeats"})
"""The settings that do nothing any more, or something that another setting does now."""

FORMER_SUBJECTS: Final = frozenset({"blocked"})
"""What was explained when it was met first, and is said each time now."""

FORMER_SWITCHES: Final = frozenset(
    {"train", "stood_down", "again", "skipped", "turned_round", "dropped", "won"}
)
"""The kinds of events that have the level of detail of another kind now."""

FORMER_MODE: Final = "quiet"
"""The mode in which answers alone were spoken; now the levels of detail say so."""


def up_to_date(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of any version as plain data, as this version names them; what is wrong stays."""
    current = {name: value for name, value in plain.items() if name not in FORMER}
    if isinstance(told := plain.get("told"), dict) and FORMER_SWITCHES & told.keys():
        current["told"] = {name: level for name, level in told.items() if name not in FORMER_SWITCHES}
    if isinstance(explained := plain.get("explained"), list):
        current["explained"] = [each for each in explained if each not in FORMER_SUBJECTS]
    if plain.get("mode") == FORMER_MODE:
        current["mode"] = "voice"
        current.setdefault("told", {str(urgency): str(DetailLevel.SOUND) for urgency in URGENCIES})
    if plain.get("explains") is False:
        current["explained"] = [str(each) for each in FirstTime]
    if plain.get("mode") == "text" and plain.get("reading"):
        current.setdefault("hearing", plain["reading"])
    return current
