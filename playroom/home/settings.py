"""What a player has settled, and the file in which it is kept."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

import yaml

from playroom.home.files import write_atomically
from playroom.strict_yaml import Key, Page, PageError, Value, read


@dataclass(frozen=True, slots=True)
class Settings:
    """A player's settings; an empty word leaves the choice to the system.

    *pace* is the time between the moves of bots in seconds, 0 is a burst; *position* tells whether lists say
    "3 of 7"; *keys* is the profile of keys, *brake* the milliseconds within which the same key again is not
    meant, *confirm* whether moves are asked about, *coach* whether the coach speaks unasked after each round,
    *scan* the seconds between two choices, 0 waits for a key;
    *speaker* is the way to speak that comes first; *rate* in words a minute, 0 is its own, and *pause* in
    seconds between two texts are those of a program that speaks;
    *braille* is how many cells the lines have that fingers read, 0 for none, *table_line* whether the table
    in one line follows every event, *told* how much is told of each urgency and event:
    full, brief, sound, nothing;
    *muted* are the parts of the history of which nothing is said unasked;
    *preset* is the one that was taken last; *table* is the last table that was set up, as plain data.
    """

    language: str = ""
    mode: str = ""
    verbosity: str = "normal"
    pace: float = 0.8
    position: bool = True
    tiles: str = "digits"
    keys: str = "playroom"
    brake: int = 0
    confirm: bool = False
    coach: bool = False
    scan: float = 0.0
    speaker: str = ""
    rate: int = 0
    pause: float = 0.0
    braille: int = 0
    table_line: bool = False
    told: Mapping[str, str] = field(default_factory=dict)
    muted: Sequence[str] = field(default_factory=list)
    preset: str = ""
    table: Mapping[str, object] = field(default_factory=dict)


SLOWEST = 10.0
"""The longest pace, in seconds, of bots and of scanning."""
HARDEST_BRAKE = 1500
"""The longest time of the brake, in milliseconds."""


SPEAKERS = ("accessible-output2", "prism", "say", "espeak-ng", "espeak")
SLOWEST_RATE, FASTEST_RATE = 80, 450
"""The rates of a program that speaks, in words a minute."""
LONGEST_PAUSE = 5.0
"""Its longest pause between two texts, in seconds."""


def _is_pace(given: Value) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool) and 0 <= given <= SLOWEST


def _is_brake(given: Value) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= HARDEST_BRAKE


def _is_rate(given: Value) -> bool:
    if not isinstance(given, int) or isinstance(given, bool):
        return False
    return given == 0 or SLOWEST_RATE <= given <= FASTEST_RATE


def _is_pause(given: Value) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool) and 0 <= given <= LONGEST_PAUSE


DISPLAYS = (0, 20, 40)
"""The cells of a line on a braille display; 0 is no display."""
SWITCHES = (
    *("alert", "event", "hint"),
    *("dealt", "turn", "played", "drew", "passed", "stood_down", "again", "skipped"),
    *("ended", "scored", "dropped", "won"),
)
"""What has a switch of its own: urgencies, then events."""
LEVELS = ("full", "brief", "sound", "nothing")


def _are_switches(given: Value) -> bool:
    return isinstance(given, dict) and all(
        name in SWITCHES and level in LEVELS for name, level in given.items()
    )


BUFFERS = ("all", "table", "score", "chat", "system")
"""The parts of the history."""


def _are_buffers(given: Value) -> bool:
    return isinstance(given, list) and all(each in BUFFERS for each in given)


PROFILES = ("playroom", "one-hand-left", "one-hand-right", "switch")

_CHECKS: Mapping[str, tuple[Callable[[Value], bool], str]] = {
    "language": (lambda given: isinstance(given, str), "a language, such as en"),
    "mode": (lambda given: given in ("", "voice", "both", "text", "quiet"), "voice, both, text, quiet"),
    "verbosity": (lambda given: given in ("brief", "normal", "full"), "brief, normal, full"),
    "pace": (_is_pace, f"seconds from 0 to {SLOWEST:.0f}"),
    "position": (lambda given: isinstance(given, bool), "true, false"),
    "tiles": (lambda given: given in ("digits", "words"), "digits, words"),
    "keys": (lambda given: given in PROFILES, ", ".join(PROFILES)),
    "brake": (_is_brake, f"milliseconds from 0 to {HARDEST_BRAKE}"),
    "confirm": (lambda given: isinstance(given, bool), "true, false"),
    "coach": (lambda given: isinstance(given, bool), "true, false"),
    "scan": (_is_pace, f"seconds from 0 to {SLOWEST:.0f}"),
    "speaker": (lambda given: given in ("", *SPEAKERS), ", ".join(SPEAKERS)),
    "rate": (_is_rate, f"0, or words a minute from {SLOWEST_RATE} to {FASTEST_RATE}"),
    "pause": (_is_pause, f"seconds from 0 to {LONGEST_PAUSE:.0f}"),
    "braille": (lambda given: not isinstance(given, bool) and given in DISPLAYS, "0, 20, 40"),
    "table_line": (lambda given: isinstance(given, bool), "true, false"),
    "told": (_are_switches, f"{', '.join(SWITCHES)}, each with {', '.join(LEVELS)}"),
    "muted": (_are_buffers, f"a list of {', '.join(BUFFERS)}"),
    "preset": (lambda given: isinstance(given, str), "the name of a preset"),
    "table": (lambda given: isinstance(given, dict), "the last table"),
}


def load_settings(file: Path) -> tuple[Settings, tuple[PageError, ...]]:
    """The settings in *file*, with the answers that could not be read left out, and why."""
    try:
        page = read(file)
    except FileNotFoundError:
        return Settings(), ()
    except PageError as error:
        return Settings(), (error,)
    except OSError as error:
        return Settings(), (PageError(str(file), 1, f"the file cannot be read: {error.strerror}."),)
    return _settings(page)


def save_settings(file: Path, settings: Settings) -> None:
    """Keep what differs from the defaults; an OSError leaves the old file."""
    plain, own = asdict(settings), asdict(Settings())
    differing = {name: value for name, value in plain.items() if value != own[name]}
    write_atomically(file, yaml.safe_dump(differing, allow_unicode=True, sort_keys=False))


def checked(plain: Mapping[str, Value]) -> Settings:
    """The settings in plain data, without what is no setting or no answer."""
    good = {name: value for name, value in plain.items() if name in _CHECKS and _CHECKS[name][0](value)}
    return Settings(**good)  # type: ignore[arg-type] # each was checked


def _settings(page: Page) -> tuple[Settings, tuple[PageError, ...]]:
    if page.value is None:
        return Settings(), ()
    if not isinstance(page.value, dict):
        return Settings(), (page.error("settings are names with a value each, such as pace: 0.8."),)
    faults = {key: fault for key, value in page.value.items() if (fault := _fault(page, key, value))}
    good = {str(key): value for key, value in page.value.items() if key not in faults}
    return Settings(**good), tuple(faults.values())  # type: ignore[arg-type] # each was checked above


def _fault(page: Page, key: Key, value: Value) -> PageError | None:
    if key not in _CHECKS:
        known = ", ".join(each.name for each in fields(Settings))
        return page.error(f"unknown setting {key}. Known are {known}.", key)
    is_right, allowed = _CHECKS[str(key)]
    return None if is_right(value) else page.error(f"{key}: {value} is no answer. Allowed: {allowed}.", key)
