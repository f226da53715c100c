"""What written code knows beforehand: values, tables of results, and what makes a value of a class."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import product
from typing import Any

from playroom.rules.written import function


class Constants:
    """What written code refers to by names of its own."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}
        self._names: dict[int, str] = {}
        self._tables: dict[object, tuple[str, frozenset[Any]]] = {}

    def name(self, value: object) -> str:
        """The name of *value*."""
        if id(value) not in self._names:
            self._names[id(value)] = f"k{len(self.values)}"
            self.values[f"k{len(self.values)}"] = value
        return self._names[id(value)]

    def table(
        self, function: Callable[..., Any], several: tuple[tuple[Any, ...], ...], at: tuple[int, ...]
    ) -> tuple[str, frozenset[Any]]:
        """The name of a table of what *function* gives, by the arguments *at* some places; all it gives."""
        key = (function, several, at)
        if key not in self._tables:
            results = {tuple(given[place] for place in at): function(*given) for given in product(*several)}
            self._tables[key] = self.name(_flat(results)), frozenset(results.values())
        return self._tables[key]


@cache
def maker(kind: type[Any]) -> Callable[..., Any]:
    """What makes a value of *kind*; for a frozen class it fills the slots without asking leave of each."""
    names = field_names(kind)
    slots = {f"put_{name}": vars(kind).get(name) for name in names}
    if hasattr(kind, "__post_init__") or not all(hasattr(slot, "__set__") for slot in slots.values()):
        return kind
    constants = {"new": object.__new__, "kind": kind} | {name: slot.__set__ for name, slot in slots.items()}
    body = ["    made = new(kind)", *(f"    put_{name}(made, {name})" for name in names), "    return made"]
    return function("made", ", ".join(names), body, constants)


def _flat(table: dict[tuple[Any, ...], Any]) -> object:
    """A table by one number as a plain row, any other as it is."""
    if any(len(key) != 1 for key in table):
        return table
    plain = {key[0]: result for key, result in table.items()}
    if not all(type(key) is int and key >= 0 for key in plain):
        return plain
    return tuple(plain.get(number) for number in range(max(plain) + 1))


def field_names(value: object) -> tuple[str, ...]:
    """The fields of a dataclass or a named tuple; none of anything else."""
    if is_dataclass(value):
        return tuple(each.name for each in fields(value))
    return tuple(getattr(value, "_fields", ()))
