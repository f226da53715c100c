"""What a player has settled, and the file in which it is kept."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

import yaml

from playroom.home.files import write_whole
from playroom.strict_yaml import Key, Page, PageError, Value, read


@dataclass(frozen=True, slots=True)
class Settings:
    """A player's settings; an empty word leaves the choice to the system.

    *pace* is the time between the moves of bots in seconds, 0 is a burst; *position* tells whether lists say
    "3 of 7"; *keys* is the profile of keys, *brake* the milliseconds within which the same key again is not
    meant, *confirm* whether moves are asked about, *scan* the seconds between two choices, 0 waits for a key;
    *table* is the last table that was set up, as plain data.
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
    scan: float = 0.0
    table: Mapping[str, object] = field(default_factory=dict)


SLOWEST = 10.0
"""The longest pace, in seconds, of bots and of scanning."""
HARDEST_BRAKE = 1500
"""The longest time of the brake, in milliseconds."""


def _is_pace(given: Value) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool) and 0 <= given <= SLOWEST


def _is_brake(given: Value) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= HARDEST_BRAKE


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
    "scan": (_is_pace, f"seconds from 0 to {SLOWEST:.0f}"),
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
    write_whole(file, yaml.safe_dump(differing, allow_unicode=True, sort_keys=False))


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
