"""The names of keys, the bindings of a keymap page, and the errors of the lines that are left out."""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from playroom.keys.commands import ALL_PLACES, COMMAND_PLACES, Command, PlaceName
from playroom.strict_yaml import Key, Page, PageError, Reason, Value, as_written, quoted, read, reason

_NAVIGATION: Final = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown", "insert", "delete")
_EDITING: Final = ("enter", "space", "tab", "backspace", "escape")
NAMED: Final = (*_NAVIGATION, *_EDITING, "f1 to f24")
"""The names that are words."""
PASTE: Final = "paste "
"""The start of the name that stands for a pasted text, which follows with the ends of its lines."""

FOCUS_IN: Final = "focus-in"
FOCUS_OUT: Final = "focus-out"
"""The names that stand for a window that has got or lost the focus; no keymap has them."""

MOST_PASTED: Final = 200_000
"""The most characters of a pasted text; what comes after them is left out."""

_KEY: Final = re.compile(
    rf"""
    (?:alt-)?
    (?: (?:ctrl-)? (?:shift-)? (?:{"|".join(_NAVIGATION)})
      | (?:ctrl-)? f (?:[1-9]|1[0-9]|2[0-4])
      | {"|".join(_EDITING)} | shift-tab | shift-escape | ctrl-space
      | ctrl- (?: [a-gklnop-z] | (?:shift-)?[0-9] | [\\\]^_] )
      | \S
    )
    """,
    re.VERBOSE,
)


def is_key(name: str) -> bool:
    """Whether a terminal can send a key of this name; it sends G for shift-g, and enter for ctrl-m."""
    return _KEY.fullmatch(name) is not None and name.isprintable()


LAYOUTS_PAGE: Final = Path(__file__).with_name("keyboard_layouts.yaml")


@cache
def keyboard_layout(language: str) -> Mapping[str, str]:
    """The key of our keymap for each character of the keyboard layouts of *language*."""
    pages = read(LAYOUTS_PAGE).value
    assert isinstance(pages, dict)  # our own page, proven by a test
    found: dict[str, str] = {}
    for page in pages.values():
        assert isinstance(page, dict)
        languages = page.get("languages", [language])
        if isinstance(languages, list) and {language, language.partition("-")[0]} & {*map(str, languages)}:
            for typed, key in zip(str(page["typed"]), str(page["keys"]), strict=True):
                found.setdefault(typed, key)
    return found


_PAGES = Path(__file__).with_name("profiles")


class KeyProfile(StrEnum):
    """A set of keys: for two hands, one hand or a switch, as in another game room, and for browsers."""

    PLAYROOM = "playroom"
    ONE_HAND_LEFT = "one-hand-left"
    ONE_HAND_RIGHT = "one-hand-right"
    SWITCH = "switch"
    """One key moves through the choices, another one selects."""
    SALON = "salon"
    """The first set, with volumes and views of the history on the keys of QuentinC's Playroom."""
    BROWSER = "browser"
    """The first set, without the keys that browsers keep for themselves."""
    TOUCH = "touch"
    """The same for who presses buttons with a finger: sentences name those, and no keys."""


def profile_page(profile: KeyProfile) -> Path | None:
    """The page of *profile*; None for the first, which changes nothing."""
    own = KeyProfile.BROWSER if profile is KeyProfile.TOUCH else profile
    return None if own is KeyProfile.PLAYROOM else _PAGES / f"{own}.yaml"


UNBOUND: Final = "nothing"
"""The value that disables a key."""

SHARED: Final = "everywhere"
"""The section of the keys that work at every place."""

_LANGUAGES: Final = "languages"
_PROFILES: Final = "profiles"
_COMMANDS: Final[Mapping[Key, tuple[str, ...]]] = {
    SHARED: (*(command for command in Command if COMMAND_PLACES[command] == ALL_PLACES), UNBOUND),
    **{
        place: (*(command for command in Command if place in COMMAND_PLACES[command]), UNBOUND)
        for place in PlaceName
    },
}
"""The values that each section allows."""

_GROUPS: Final[Mapping[Key, Reason]] = {
    _LANGUAGES: reason("languages_form"),
    _PROFILES: reason("profiles_form"),
}
"""The groups with sections for some players only, and the error if they do not name them."""
_ALL_PROFILES: Final = frozenset(map(str, KeyProfile))


class Binding(Struct, frozen=True):
    """A line of a keymap: the command of *key* in *section*, None for no command; *path* is in the page."""

    section: str
    key: str
    command: Command | None
    path: tuple[Key, ...]

    def works_at(self, place: PlaceName) -> bool:
        """Whether the binding works at *place*; where text is typed, a character stands for itself."""
        if self.section == SHARED:
            return place is not PlaceName.WRITING or len(self.key) > 1
        return self.section == place


def bindings(page: Page, language: str) -> tuple[tuple[Binding, ...], tuple[PageError, ...]]:
    """The bindings for *language* in every profile, and the errors of *page*."""
    lines = tuple(_lines(page))
    errors = [line for line in lines if isinstance(line, PageError)]
    good: dict[tuple[str, str], Binding] = {}
    for line in lines:
        if isinstance(line, Binding) and _is_for(language, line):
            first = good.setdefault((line.section, line.key), line)
            if first.command is not line.command:
                command = str(first.command or UNBOUND)
                why = reason(
                    "key_twice",
                    key=line.key,
                    command=command,
                    section=line.section,
                    line=page.line(*first.path),
                )
                errors.append(page.error(why, *line.path))
    return tuple(good.values()), tuple(errors)


def profile_bindings(page: Page, profile: KeyProfile) -> tuple[Binding, ...]:
    """The bindings for *profile* only; ``bindings`` returns the errors."""
    lines = (line for line in _lines(page) if isinstance(line, Binding))
    return tuple(line for line in lines if line.path[:2] == (_PROFILES, profile))


def _is_for(language: str, line: Binding) -> bool:
    match line.path[:2]:
        case (group, name) if group == _LANGUAGES:
            return name in {language, language.partition("-")[0]}
        case (group, _):
            return group != _PROFILES
    return True


def _lines(page: Page) -> Iterator[Binding | PageError]:
    yield from _sections(page, page.value, ())
    value = page.value if isinstance(page.value, dict) else {}
    for group, wrong in _GROUPS.items():
        named = value.get(group, {})
        if not isinstance(named, dict):
            yield page.error(wrong, group)
            continue
        for name, sections in named.items():
            if group == _PROFILES and name not in _ALL_PROFILES:
                yield page.error(
                    reason("unknown", given=quoted(name), known=tuple(map(str, KeyProfile))), group, name
                )
            else:
                yield from _sections(page, sections, (group, name))


def _sections(page: Page, value: Value, path: tuple[Key, ...]) -> Iterator[Binding | PageError]:
    if not isinstance(value, dict):
        if value is not None:
            yield page.error(reason("no_places", known=tuple(map(str, _COMMANDS))), *path)
        return
    for section, keys in value.items():
        if section in _COMMANDS:
            yield from _section(page, str(section), keys, (*path, section))
        elif path or section not in _GROUPS:
            why = reason("unknown", given=quoted(section), known=tuple(map(str, _COMMANDS)))
            yield page.error(why, *path, section)


def _section(page: Page, section: str, keys: Value, path: tuple[Key, ...]) -> Iterator[Binding | PageError]:
    if not isinstance(keys, dict):
        yield page.error(reason("no_keys", section=section), *path)
        return
    for name, given in keys.items():
        key, here = str(name), (*path, name)
        if not is_key(key):
            yield page.error(reason("no_key", given=quoted(key), named=NAMED), *here)
        elif section == PlaceName.WRITING and len(key) == 1:
            yield page.error(reason("key_is_written", key=key), *here)
        elif given not in _COMMANDS[section]:
            why = reason("no_command", given=as_written(given), section=section, known=_COMMANDS[section])
            yield page.error(why, *here)
        else:
            yield Binding(section, key, None if given == UNBOUND else Command(str(given)), here)
