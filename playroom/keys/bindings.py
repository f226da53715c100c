"""The bindings of a keymap page, and the errors of the lines that are left out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from playroom.keys.commands import ALL_PLACES, COMMAND_PLACES, Command, PlaceName
from playroom.keys.key_names import NAMED, is_key
from playroom.keys.key_profile import KeyProfile
from playroom.strict_yaml import Key, Page, PageError, Value, quoted

UNBOUND: Final = "nothing"
"""The value that takes a key out of use."""

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

_GROUPS: Final[Mapping[Key, str]] = {
    _LANGUAGES: "languages must name languages, such as fr, each with places and keys.",
    _PROFILES: "profiles must name profiles, such as switch, each with places and keys.",
}
"""The groups with sections for some players only, and the error if they do not name them."""
_ALL_PROFILES: Final = frozenset(map(str, KeyProfile))


@dataclass(frozen=True, slots=True)
class Binding:
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
                errors.append(_conflict(page, first, line))
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


def _conflict(page: Page, first: Binding, line: Binding) -> PageError:
    conflict = f"{line.key} stands for {first.command or UNBOUND} at {line.section} already"
    return page.error(f"{conflict}, on line {page.line(*first.path)}.", *line.path)


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
                    f"{quoted(name)} is not a profile: those are {', '.join(KeyProfile)}.", group, name
                )
            else:
                yield from _sections(page, sections, (group, name))


def _sections(page: Page, value: Value, path: tuple[Key, ...]) -> Iterator[Binding | PageError]:
    if not isinstance(value, dict):
        if value is not None:
            yield page.error(
                f"a keymap names places ({', '.join(map(str, _COMMANDS))}), each with keys.", *path
            )
        return
    for section, keys in value.items():
        if section in _COMMANDS:
            yield from _section(page, keys, (*path, section))
        elif path or section not in _GROUPS:
            places = ", ".join(map(str, _COMMANDS))
            yield page.error(f"{quoted(section)} is not a place: the places are {places}.", *path, section)


def _section(page: Page, keys: Value, path: tuple[Key, ...]) -> Iterator[Binding | PageError]:
    if not isinstance(keys, dict):
        yield page.error(f"{path[-1]} must name keys, each with its command, such as f1: help.", *path)
        return
    for key, given in keys.items():
        yield _binding(page, str(path[-1]), str(key), given, (*path, key))


def _binding(page: Page, section: str, key: str, given: Value, path: tuple[Key, ...]) -> Binding | PageError:
    if not is_key(key):
        named = ", ".join(NAMED)
        allowed = f"one character, or {named}, some with alt-, ctrl- or shift- before"
        return page.error(f"{quoted(key)} is not a key: a key is {allowed}.", *path)
    if section == PlaceName.WRITING and len(key) == 1:
        return page.error(f"{key} is written there, as every character is: use a key with a name.", *path)
    if given not in _COMMANDS[section]:
        allowed = ", ".join(_COMMANDS[section])
        return page.error(f"{_shown(given)} is not a command of {section}: those are {allowed}.", *path)
    return Binding(section, key, None if given == UNBOUND else Command(str(given)), path)


def _shown(given: Value) -> str:
    return "an empty value" if given is None else quoted(given)
