"""PURE. Another key for a command: what that takes from others, so that no command is left without a key."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from playroom.keys.bindings import SHARED, Binding
from playroom.keys.commands import EVERYWHERE, PLACES, Command, Place
from playroom.keys.keymap import Keymap
from playroom.keys.keynames import is_key


class Case(StrEnum):
    """How a key stands that a player wants for a command."""

    FREE = "free"
    TAKE = "take"
    """It stands for others that have more keys."""
    SWAP = "swap"
    """It is the only key of another, which can have a key of the command instead."""
    STUCK = "stuck"
    """It is the only key of another, and there is none to give for it."""
    OWN = "own"
    """It stands for the command already, and can be taken out of use."""
    ONLY = "only"
    """It is the command's only key."""
    WRITTEN = "written"
    """It is a character, where characters are written."""
    UNKNOWN = "unknown"
    """A keymap has no name for it."""


@dataclass(frozen=True, slots=True)
class Rebinding:
    """What a key press asks for: its case, what else the key stands for, and the lines that would do it.

    *given* is the key that others get in a swap, empty otherwise.
    """

    case: Case
    others: tuple[tuple[Place, Command], ...] = ()
    lines: tuple[Binding, ...] = ()
    given: str = ""


def rebinding(now: Keymap, section: str, command: Command, key: str) -> Rebinding:
    """What it takes to let *key* stand for *command* in *section*, a place or everywhere."""
    if not is_key(key):
        return Rebinding(Case.UNKNOWN)
    if section == Place.WRITING and len(key) == 1:
        return Rebinding(Case.WRITTEN)
    places = tuple(place for place in Place if Binding(section, key, command, ()).holds_at(place))
    if all(now.bindings[place].get(key) is command for place in places):
        lines = _lines(now, section, places, key, None)
        return Rebinding(Case.ONLY if _lost(now, lines) else Case.OWN, lines=lines)
    return _taken(now, section, places, command, key)


def _taken(now: Keymap, section: str, places: tuple[Place, ...], command: Command, key: str) -> Rebinding:
    lines = _lines(now, section, places, key, command)
    bound = ((place, now.bindings[place].get(key)) for place in places)
    others = tuple((place, other) for place, other in bound if other and other is not command)
    if not others:
        return Rebinding(Case.FREE, lines=lines)
    if not _lost(now, lines):
        return Rebinding(Case.TAKE, others, lines)
    for given in now.section(section)[command]:
        swapped = (*lines, *_given(section, given, _lost(now, lines)))
        if not _lost(now, swapped):
            return Rebinding(Case.SWAP, others, swapped, given)
    return Rebinding(Case.STUCK, others)


def _lines(
    now: Keymap, section: str, places: tuple[Place, ...], key: str, command: Command | None
) -> tuple[Binding, ...]:
    """The line for *section*, and those for the places that have a line of their own for this key."""
    first = (Binding(section, key, command, ()),)
    after = now.changed(first)
    return (
        *first,
        *(Binding(each, key, command, ()) for each in places if after.bindings[each].get(key) is not command),
    )


def _given(section: str, key: str, lost: Iterable[tuple[Place, Command]]) -> Iterator[Binding]:
    """The lines that give *key* to the commands that have lost theirs."""
    for place, command in lost:
        shared = section == SHARED and PLACES[command] == EVERYWHERE
        yield Binding(SHARED if shared else place, key, command, ())


def _lost(now: Keymap, lines: tuple[Binding, ...]) -> tuple[tuple[Place, Command], ...]:
    """The commands that would have no key any more at a place where they have one."""
    after = now.changed(lines)
    return tuple(
        (place, command)
        for place in Place
        for command in now.commands(place)
        if not after.keys(place, command)
    )
