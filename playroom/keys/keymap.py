"""The keymap of a player: ours, changed by a profile and by their own file; and a new key for a command."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.keys.bindings import (
    SHARED,
    Binding,
    KeyProfile,
    bindings,
    is_key,
    keyboard_layout,
    profile_bindings,
    profile_page,
)
from playroom.keys.commands import ALL_PLACES, COMMAND_PLACES, Command, PlaceName
from playroom.strict_yaml import Page, PageError, read, reason, unreadable
from playroom.strict_yaml.salvage import read_valid

KEYMAP_PAGE: Final = Path(__file__).with_name("keymap.yaml")


@dataclass(frozen=True, slots=True)
class Keymap:
    """The command of each key at each place.

    *layout* maps the letters of other keyboard layouts to keys; *lines* are the bindings it was made from,
    *named* those of them whose keys sentences name first: those of the profile, else of the language.
    """

    bindings: Mapping[PlaceName, Mapping[str, Command]]
    layout: Mapping[str, str] = field(default_factory=dict, compare=False)
    lines: tuple[Binding, ...] = field(default=(), compare=False, repr=False)
    named: tuple[Binding, ...] = field(default=(), compare=False, repr=False)

    def command(self, place: PlaceName, key: str) -> Command | None:
        """The command of *key* at *place*: as typed, as a small letter, or by its place on the keyboard."""
        here = self.bindings[place]
        return next((here[name] for name in same_keys(self.layout, key) if name in here), None)

    def digit(self, key: str) -> int | None:
        """The digit on *key*, also on layouts where it needs Shift; None if there is none."""
        named = self.layout.get(key, key)
        return int(named) if len(named) == 1 and named.isdecimal() else None

    def keys(self, place: PlaceName, command: Command) -> tuple[str, ...]:
        """The keys of *command* at *place*."""
        return tuple(key for key, bound in self.bindings[place].items() if bound is command)

    def named_key(self, place: PlaceName, command: Command) -> str:
        """The key of *command* at *place* that sentences name."""
        keys = self.keys(place, command)
        of_place = (line for line in self.lines if line.section == place)
        first = (*(line for line in self.named if line.works_at(place)), *of_place)
        return next((line.key for line in first if line.command is command and line.key in keys), keys[0])

    def commands(self, place: PlaceName) -> tuple[Command, ...]:
        """The commands that have a key at *place*, in the order in which help reads them."""
        return tuple(command for command in Command if self.keys(place, command))

    def section(self, section: str) -> Mapping[Command, tuple[str, ...]]:
        """The commands of a section and their keys in it."""
        if section != SHARED:
            place = PlaceName(section)
            own = [command for command in self.commands(place) if COMMAND_PLACES[command] != ALL_PLACES]
            return {command: self.keys(place, command) for command in own}
        found = {line.key: line.command for line in self.lines if line.section == SHARED}
        shared = [command for command in Command if COMMAND_PLACES[command] == ALL_PLACES]
        return {each: tuple(key for key, command in found.items() if command is each) for each in shared}

    def changed(self, lines: tuple[Binding, ...]) -> "Keymap":
        """The keymap with more bindings, which override the others."""
        return _keymap((*self.lines, *lines), self.layout, self.named)


def keymap(
    language: str, own: Path | None = None, profile: KeyProfile = KeyProfile.PLAYROOM
) -> tuple[Keymap, tuple[PageError, ...]]:
    """The keymap for *language*, *profile* and a player's *own* file, and the errors in that file."""
    ours, errors = _our_keymap(language, profile), _ours(language, profile)[1]
    if own is None:
        return ours, errors
    try:
        page, own_errors = read_valid(own)
    except FileNotFoundError:
        return ours, errors
    except OSError as error:
        return ours, (*errors, unreadable(own, error))
    theirs, refused = bindings(page, language)
    lines, rejected = _safe_lines(page, ours.lines, (*theirs, *profile_bindings(page, profile)))
    reported = sorted((*own_errors, *refused, *rejected), key=lambda error: error.line)
    return ours.changed(lines), (*errors, *reported)


@cache
def _our_keymap(language: str, profile: KeyProfile) -> Keymap:
    """The keymap without a player's own keys; it is made once.

    Sentences name the keys that only *profile* or, in the first profile, only *language* has.
    """
    ours, _ = _ours(language, profile)
    if profile is KeyProfile.PLAYROOM:
        named = tuple(line for line in ours if len(line.path) > len(("section", "key")))
    else:
        named = ours[len(_ours(language, KeyProfile.PLAYROOM)[0]) :]
    return _keymap(ours, keyboard_layout(language), named)


@cache
def _ours(language: str, profile: KeyProfile) -> tuple[tuple[Binding, ...], tuple[PageError, ...]]:
    """The bindings of our own pages, those of *profile* last, and their errors: none. They are read once."""
    files = filter(None, (KEYMAP_PAGE, profile_page(profile)))
    lines, errors = zip(*(bindings(read(file), language) for file in files), strict=True)
    return sum(lines, ()), sum(errors, ())


def _keymap(
    lines: tuple[Binding, ...], letters: Mapping[str, str], named: tuple[Binding, ...] = ()
) -> Keymap:
    def commands(place: PlaceName) -> Mapping[str, Command]:
        """The commands at *place*: its own lines override those for every place, later lines earlier ones."""
        here = sorted(
            (line for line in lines if line.works_at(place)), key=lambda line: line.section == place
        )
        found = {line.key: line.command for line in here}
        return {key: command for key, command in found.items() if command}

    return Keymap({place: commands(place) for place in PlaceName}, letters, lines, named)


def _safe_lines(
    page: Page, ours: tuple[Binding, ...], theirs: tuple[Binding, ...]
) -> tuple[tuple[Binding, ...], tuple[PageError, ...]]:
    """A player's lines without those that leave a command without a key, and the errors of these."""
    before, after = _keymap(ours, {}), _keymap((*ours, *theirs), {})
    taken = {
        line: command
        for place in PlaceName
        for command in before.commands(place)
        for line in theirs
        if not after.keys(place, command) and line.works_at(place) and line.key in before.keys(place, command)
    }
    if not taken:
        return theirs, ()
    lines, errors = _safe_lines(page, ours, tuple(line for line in theirs if line not in taken))
    only_keys = (
        page.error(reason("only_key", key=line.key, command=str(command)), *line.path)
        for line, command in taken.items()
    )
    return lines, (*errors, *only_keys)


NEVER_SWAPPED: Final = {Command.PLAY, Command.CHOOSE, Command.CANCEL, Command.NO, Command.MENU}
"""The commands of Enter, Escape and the menu, which keep their last key: they are the way out of any list."""


class KeyStatus(StrEnum):
    """The present use of a key that a player wants for a command."""

    FREE = "free"
    TAKE = "take"
    """Other commands have it, and other keys too."""
    SWAP = "swap"
    """It is the only key of another command, which can take a key of this one."""
    STUCK = "stuck"
    """It is the only key of another command, and this one has none to give, or that one keeps its last."""
    OWN = "own"
    """The command has it already, and can do without it."""
    ONLY = "only"
    """It is the only key of the command."""
    WRITTEN = "written"
    """It is a character at the place where text is typed."""
    UNKNOWN = "unknown"
    """It has no name in a keymap."""


@dataclass(frozen=True, slots=True)
class Rebinding:
    """A change of the keymap: the use of the key, its other commands, and the lines to add.

    *given* is the key that the other command gets in a swap, or "".
    """

    case: KeyStatus
    others: tuple[tuple[PlaceName, Command], ...] = ()
    lines: tuple[Binding, ...] = ()
    given: str = ""


def rebinding(now: Keymap, section: str, command: Command, key: str) -> Rebinding:
    """The change that makes *key* a key of *command* in *section*."""
    if not is_key(key):
        return Rebinding(KeyStatus.UNKNOWN)
    if section == PlaceName.WRITING and len(key) == 1:
        return Rebinding(KeyStatus.WRITTEN)
    places = tuple(place for place in PlaceName if Binding(section, key, command, ()).works_at(place))
    if all(now.bindings[place].get(key) is command for place in places):
        lines = _lines(now, section, places, key, None)
        return Rebinding(KeyStatus.ONLY if _lost(now, lines) else KeyStatus.OWN, lines=lines)
    lines = _lines(now, section, places, key, command)
    bound = ((place, now.bindings[place].get(key)) for place in places)
    others = tuple((place, other) for place, other in bound if other and other is not command)
    if not others:
        return Rebinding(KeyStatus.FREE, lines=lines)
    lost = _lost(now, lines)
    if not lost:
        return Rebinding(KeyStatus.TAKE, others, lines)
    if NEVER_SWAPPED & {other for _, other in lost}:
        return Rebinding(KeyStatus.STUCK, others)
    for given in now.section(section)[command]:
        swapped = (*lines, *_given(section, given, lost))
        if not _lost(now, swapped):
            return Rebinding(KeyStatus.SWAP, others, swapped, given)
    return Rebinding(KeyStatus.STUCK, others)


def _lines(
    now: Keymap, section: str, places: tuple[PlaceName, ...], key: str, command: Command | None
) -> tuple[Binding, ...]:
    """The line for *section*, and those for places that have a line of their own for the key."""
    first = (Binding(section, key, command, ()),)
    after = now.changed(first)
    return (
        *first,
        *(Binding(each, key, command, ()) for each in places if after.bindings[each].get(key) is not command),
    )


def _given(section: str, key: str, lost: Iterable[tuple[PlaceName, Command]]) -> Iterator[Binding]:
    """The lines that give *key* to the commands that have lost their last."""
    for place, command in lost:
        shared = section == SHARED and COMMAND_PLACES[command] == ALL_PLACES
        yield Binding(SHARED if shared else place, key, command, ())


def _lost(now: Keymap, lines: tuple[Binding, ...]) -> tuple[tuple[PlaceName, Command], ...]:
    """The commands that would lose their last key, with the place."""
    after = now.changed(lines)
    return tuple(
        (place, command)
        for place in PlaceName
        for command in now.commands(place)
        if not after.keys(place, command)
    )


def same_keys(layout: Mapping[str, str], typed: str) -> tuple[str, ...]:
    """The names of a key, as typed first: a capital is also its small letter, and the key of both."""
    placed = layout.get(typed) or layout.get(typed.lower(), "").upper()
    return tuple(dict.fromkeys(filter(None, (typed, typed.lower(), placed, placed.lower()))))


class KeyRepeatFilter(Struct, frozen=True):
    """The last key that was accepted, and the time in seconds."""

    key: str = ""
    at: float = 0.0

    def accepts(self, key: str, now: float, seconds: float) -> bool:
        """Whether *key* is another key than the last one, or comes *seconds* after it or later."""
        return key != self.key or now - self.at >= seconds

    def after(self, key: str, now: float) -> "KeyRepeatFilter":
        """The filter once *key* was accepted."""
        return replace(self, key=key, at=now)
