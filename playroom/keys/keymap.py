"""Which key stands for which command: our keymap, and a player's own file over it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playroom.keys.bindings import Binding, bindings
from playroom.keys.commands import Command, Place
from playroom.strict_yaml import Page, PageError, read

OURS: Final = Path(__file__).with_name("keymap.yaml")


@dataclass(frozen=True, slots=True)
class Keymap:
    """Which key stands for which command at each place."""

    bindings: Mapping[Place, Mapping[str, Command]]

    def command(self, place: Place, key: str) -> Command | None:
        """What *key* stands for at *place*; a capital letter that stands for nothing is the small one."""
        here = self.bindings[place]
        return here.get(key) or here.get(key.lower())

    def keys(self, place: Place, command: Command) -> tuple[str, ...]:
        """The keys that stand for *command* at *place*."""
        return tuple(key for key, bound in self.bindings[place].items() if bound is command)

    def commands(self, place: Place) -> tuple[Command, ...]:
        """The commands that have a key at *place*, in the order in which help reads them."""
        return tuple(command for command in Command if self.keys(place, command))


def keymap(language: str, own: Path | None = None) -> tuple[Keymap, tuple[PageError, ...]]:
    """The keys for *language*, a player's *own* file over ours, and what is wrong with the lines left out."""
    ours, faults = bindings(read(OURS), language)
    page, unreadable = _own_page(own)
    if page is None:
        return _keymap(ours), (*faults, *unreadable)
    theirs, refused = bindings(page, language)
    kept, robbed = _kept(page, ours, theirs)
    return _keymap((*ours, *kept)), (*faults, *sorted((*refused, *robbed), key=lambda fault: fault.line))


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


def _keymap(lines: tuple[Binding, ...]) -> Keymap:
    return Keymap({place: _at(place, lines) for place in Place})


def _at(place: Place, lines: tuple[Binding, ...]) -> Mapping[str, Command]:
    """What the keys stand for at *place*: later lines hold, its own before those of everywhere."""
    meant = sorted((line for line in lines if line.holds_at(place)), key=lambda line: line.section == place)
    found = {line.key: line.command for line in meant}
    return {key: command for key, command in found.items() if command}


def _kept(
    page: Page, ours: tuple[Binding, ...], theirs: tuple[Binding, ...]
) -> tuple[tuple[Binding, ...], tuple[PageError, ...]]:
    """The lines of a player that leave every command a key wherever it had one, and why not the others."""
    robbers = _robbers(_keymap(ours), _keymap((*ours, *theirs)), theirs)
    if not robbers:
        return theirs, ()
    kept, faults = _kept(page, ours, tuple(line for line in theirs if line not in robbers))
    return kept, (*faults, *(_robbed(page, line, command) for line, command in robbers.items()))


def _robbers(before: Keymap, after: Keymap, theirs: tuple[Binding, ...]) -> dict[Binding, Command]:
    """The lines that take the last key of a command, and that command."""
    return {
        line: command
        for place in Place
        for command in before.commands(place)
        for line in theirs
        if not after.keys(place, command) and line.holds_at(place) and line.key in before.keys(place, command)
    }


def _robbed(page: Page, line: Binding, command: Command) -> PageError:
    return page.error(f"{line.key} is the only key of {command}: give {command} another key too.", *line.path)
