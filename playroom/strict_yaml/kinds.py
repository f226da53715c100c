"""The types of values in files: units, texts, lists and mappings.

The answers to the questions of a rulebook are another subject, in `rules/rulebook/answer_kinds.py`: they are
values of the rules, which know no files, and have a JSON Schema, which no other file needs. No kind stands in
both; settings take `Flag` and `Word` from there.

They are named tuples, as every start of the program defines them, and a dataclass takes ten times as long.
"""

from collections.abc import Collection
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from playroom.strict_yaml.page import Key, Page

Read_co = TypeVar("Read_co", covariant=True)
Each = TypeVar("Each")


class NotAllowedError(ValueError):
    """A value that its kind does not allow."""


class ValueKind(Protocol[Read_co]):
    """The values that an entry can have."""

    def read(self, plain: object) -> Read_co:
        """The value; a ValueError if *plain* is not one."""


class Text(NamedTuple):
    """A text; *what* is the entry that describes it (``files.values.what``)."""

    what: str
    or_empty: bool = True

    def read(self, plain: object) -> str:
        """The text."""
        if not isinstance(plain, str) or not (self.or_empty or plain.strip()):
            raise NotAllowedError
        return plain


class TextChoice(NamedTuple):
    """One of some texts."""

    choices: Collection[str]

    def read(self, plain: object) -> str:
        """The text."""
        if not isinstance(plain, str) or plain not in self.choices:
            raise NotAllowedError
        return plain


class Measure(NamedTuple):
    """A number of some unit within limits; with decimals if *decimals*."""

    unit: str
    least: int
    most: int
    decimals: bool = False

    def read(self, plain: object) -> float:
        """The number."""
        kinds = (int, float) if self.decimals else (int,)
        if isinstance(plain, bool) or not isinstance(plain, kinds) or not self.least <= plain <= self.most:
            raise NotAllowedError
        return plain


class OrUnset(NamedTuple):
    """A value of another kind, or *unset* for the system's default."""

    unset: str | int
    kind: ValueKind[Any]

    def read(self, plain: object) -> object:
        """The value, or *unset*."""
        is_unset = plain == self.unset and type(plain) is type(self.unset)
        return plain if is_unset else self.kind.read(plain)


class ListOf(NamedTuple, Generic[Each]):
    """A list of values of another kind."""

    kind: ValueKind[Each]

    def read(self, plain: object) -> list[Each]:
        """The list."""
        if not isinstance(plain, list):
            raise NotAllowedError
        return list(map(self.kind.read, plain))


class MappingOf(NamedTuple):
    """Values of one kind by keys of another."""

    key: ValueKind[Any]
    value: ValueKind[Any]

    def read(self, plain: object) -> dict[object, object]:
        """The mapping."""
        if not isinstance(plain, dict):
            raise NotAllowedError
        return {self.key.read(key): self.value.read(value) for key, value in plain.items()}


class PlainData(NamedTuple):
    """A mapping that its user validates; *what* is the entry that describes it."""

    what: str

    def read(self, plain: object) -> dict[object, object]:
        """The mapping."""
        if not isinstance(plain, dict):
            raise NotAllowedError
        return plain


def read_entry(page: Page, key: Key, kind: ValueKind[Read_co]) -> Read_co:
    """The value of an entry of a mapping; a PageError if it is wrong or missing."""
    value = page.value.get(key) if isinstance(page.value, dict) else None
    try:
        return kind.read(value)
    except ValueError as error:
        raise page.error(page.not_possible(str(key), value, kind), key) from error
