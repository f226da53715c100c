"""Which key stands for which command: our keymap, and a player's own file over it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from playroom.keys.bindings import SHARED, Binding, bindings, of_profile
from playroom.keys.commands import ALL_PLACES, COMMAND_PLACES, Command, PlaceName
from playroom.keys.key_profile import KeyProfile, profile_page
from playroom.keys.keyboard_layouts import layout, same_keys
from playroom.strict_yaml import Page, PageError, read

KEYMAP_PAGE: Final = Path(__file__).with_name("keymap.yaml")


@dataclass(frozen=True, slots=True)
class Keymap:
    """Which key stands for which command at each place.

    *layout* tells which key a letter of another layout sits on; *lines* are what the map was made of.
    """

    bindings: Mapping[PlaceName, Mapping[str, Command]]
    layout: Mapping[str, str] = field(default_factory=dict, compare=False)
    lines: tuple[Binding, ...] = field(default=(), compare=False, repr=False)

    def command(self, place: PlaceName, key: str) -> Command | None:
        """What *key* stands for at *place*: as it is, as the small letter, or by the key that it sits on."""
        here = self.bindings[place]
        return next((here[name] for name in same_keys(self.layout, key) if name in here), None)

    def digit(self, key: str) -> int | None:
        """The digit that *key* is, or that its key types on other layouts; None if it is no digit."""
        named = self.layout.get(key, key)
        return int(named) if len(named) == 1 and named.isdecimal() else None

    def keys(self, place: PlaceName, command: Command) -> tuple[str, ...]:
        """The keys that stand for *command* at *place*."""
        return tuple(key for key, bound in self.bindings[place].items() if bound is command)

    def commands(self, place: PlaceName) -> tuple[Command, ...]:
        """The commands that have a key at *place*, in the order in which help reads them."""
        return tuple(command for command in Command if self.keys(place, command))

    def section(self, section: str) -> Mapping[Command, tuple[str, ...]]:
        """The commands of one part of a keymap, a place or everywhere, and the keys that it gives them."""
        if section != SHARED:
            place = PlaceName(section)
            own = [command for command in self.commands(place) if COMMAND_PLACES[command] != ALL_PLACES]
            return {command: self.keys(place, command) for command in own}
        found = {line.key: line.command for line in self.lines if line.section == SHARED}
        shared = [command for command in Command if COMMAND_PLACES[command] == ALL_PLACES]
        return {each: tuple(key for key, command in found.items() if command is each) for each in shared}

    def changed(self, lines: tuple[Binding, ...]) -> "Keymap":
        """The keymap with more lines, which come before all others."""
        return _keymap((*self.lines, *lines), self.layout)


def keymap(
    language: str, own: Path | None = None, profile: KeyProfile = KeyProfile.PLAYROOM
) -> tuple[Keymap, tuple[PageError, ...]]:
    """The keys for *language*, a player's *own* file over *profile*, and why lines of it are left out."""
    ours, faults = _ours(language, profile)
    letters = layout(language)
    page, unreadable = _own_page(own)
    if page is None:
        return _keymap(ours, letters), (*faults, *unreadable)
    theirs, refused = bindings(page, language)
    kept, robbed = _kept(page, ours, (*theirs, *of_profile(page, profile)))
    told = sorted((*refused, *robbed), key=lambda fault: fault.line)
    return _keymap((*ours, *kept), letters), (*faults, *told)


def _ours(language: str, profile: KeyProfile) -> tuple[tuple[Binding, ...], tuple[PageError, ...]]:
    """The lines of our own pages, those of *profile* last, and what is wrong with them: nothing."""
    files = filter(None, (KEYMAP_PAGE, profile_page(profile)))
    lines, faults = zip(*(bindings(read(file), language) for file in files), strict=True)
    return sum(lines, ()), sum(faults, ())


def _own_page(own: Path | None) -> tuple[Page | None, tuple[PageError, ...]]:
    """A player's page, if there is one, and why it cannot be read."""
    try:
        return (read(own) if own else None), ()
    except FileNotFoundError:
        return None, ()
    except PageError as error:
        return None, (error,)
    except OSError as error:
        return None, (PageError(str(own), 1, f"the file cannot be read: {error.strerror}."),)


def _keymap(lines: tuple[Binding, ...], letters: Mapping[str, str]) -> Keymap:
    return Keymap({place: _at(place, lines) for place in PlaceName}, letters, lines)


def _at(place: PlaceName, lines: tuple[Binding, ...]) -> Mapping[str, Command]:
    """What the keys stand for at *place*: later lines hold, its own before those of everywhere."""
    meant = sorted((line for line in lines if line.holds_at(place)), key=lambda line: line.section == place)
    found = {line.key: line.command for line in meant}
    return {key: command for key, command in found.items() if command}


def _kept(
    page: Page, ours: tuple[Binding, ...], theirs: tuple[Binding, ...]
) -> tuple[tuple[Binding, ...], tuple[PageError, ...]]:
    """The lines of a player that leave every command a key wherever it had one, and why not the others."""
    robbers = _robbers(_keymap(ours, {}), _keymap((*ours, *theirs), {}), theirs)
    if not robbers:
        return theirs, ()
    kept, faults = _kept(page, ours, tuple(line for line in theirs if line not in robbers))
    return kept, (*faults, *(_robbed(page, line, command) for line, command in robbers.items()))


def _robbers(before: Keymap, after: Keymap, theirs: tuple[Binding, ...]) -> dict[Binding, Command]:
    """The lines that take the last key of a command, and that command."""
    return {
        line: command
        for place in PlaceName
        for command in before.commands(place)
        for line in theirs
        if not after.keys(place, command) and line.holds_at(place) and line.key in before.keys(place, command)
    }


def _robbed(page: Page, line: Binding, command: Command) -> PageError:
    return page.error(f"{line.key} is the only key of {command}: give {command} another key too.", *line.path)
