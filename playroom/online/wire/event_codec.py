"""Events and moves of the rules as plain JSON values, and back.

Tiles are written as everywhere, ``5-3``, the names of ends as pairs, ``["train", 2]``. A value is checked
against the types of the dataclass, so that a value from outside is an event or a ValueError.
"""

from collections.abc import Hashable, Mapping
from dataclasses import fields
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, cast, get_args, get_origin, get_type_hints

from playroom.rules.event import Event
from playroom.rules.move import Move
from playroom.rules.tile import Tile, tile

Plain = dict[str, Any]
"""A JSON object."""

EVENTS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(Event)}
MOVES: Mapping[str, type] = {kind.__name__: kind for kind in get_args(Move)}


def plain_event(event: Event) -> Plain:
    """The event as a JSON object; *event* names its kind."""
    return {"event": type(event).__name__, **_fields(event)}


def event_of_plain(plain: object) -> Event:
    """The event that was written so; a ValueError if there is none."""
    return cast("Event", _read(EVENTS, "event", plain))


def plain_move(move: Move) -> Plain:
    """The move as a JSON object; *move* names its kind."""
    return {"move": type(move).__name__, **_fields(move)}


def move_of_plain(plain: object) -> Move:
    """The move that was written so; a ValueError if there is none."""
    return cast("Move", _read(MOVES, "move", plain))


def _fields(value: Event | Move) -> Plain:
    return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}


def _plain(value: object) -> object:
    match value:
        case Tile():
            return str(value)
        case tuple():
            return [_plain(each) for each in value]
        case StrEnum():
            return str(value)
        case _:
            return value


def _read(kinds: Mapping[str, type], tag: str, plain: object) -> object:
    name = plain.get(tag) if isinstance(plain, dict) else None
    if not isinstance(plain, dict) or not isinstance(name, str) or name not in kinds:
        raise ValueError(f"not one of {', '.join(kinds)}")
    kind = kinds[name]
    hints = _hints(kind)
    given = {name: _value(hints[name], each) for name, each in plain.items() if name in hints}
    try:
        return kind(**given)
    except TypeError as error:
        raise ValueError(f"{kind.__name__} lacks a field") from error


@cache
def _hints(kind: Hashable) -> Mapping[str, Any]:
    """The fields of a dataclass or named tuple, with their types."""
    return get_type_hints(kind)


def _value(hint: Any, plain: object) -> object:  # noqa: ANN401 (a type)
    """The plain value as a value of the type *hint*."""
    if get_origin(hint) is UnionType or NoneType in get_args(hint):
        kinds = [each for each in get_args(hint) if each is not NoneType]
        return None if plain is None else _value(kinds[0], plain)
    if hint is Tile and isinstance(plain, str):
        return tile(plain)
    if isinstance(plain, list) and get_origin(hint) is tuple:
        return tuple(map(_value, _item_hints(hint, len(plain)), plain))
    if isinstance(plain, list) and hasattr(hint, "_fields"):
        return hint(*map(_value, _item_hints(hint, len(plain)), plain))
    if isinstance(hint, type) and issubclass(hint, StrEnum) and isinstance(plain, str):
        return hint(plain)
    if hint in (int, bool) and type(plain) is hint:
        return plain
    raise ValueError(f"{plain!r} does not belong there")


def _item_hints(hint: Any, length: int) -> tuple[Any, ...]:  # noqa: ANN401 (a type)
    """The types of the items of a tuple or named tuple; a ValueError if it has another length."""
    items = get_args(hint) or tuple(_hints(hint).values())
    if items[-1] is Ellipsis:
        return (items[0],) * length
    if len(items) != length:
        raise ValueError(f"{length} values instead of {len(items)}")
    return items
