"""PURE. A new key for a command, with the changes that leave every command a key."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from playroom.keys.bindings import SHARED, Binding
from playroom.keys.commands import ALL_PLACES, COMMAND_PLACES, Command, PlaceName
from playroom.keys.key_names import is_key
from playroom.keys.keymap import Keymap

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
