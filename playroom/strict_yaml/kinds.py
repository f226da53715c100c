"""The kinds of values that entries of files have, besides those of rulebook pages.

They are named tuples, as every start of the program defines them, and a dataclass takes ten times as long.
"""

from collections.abc import Collection
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from playroom.strict_yaml.page import Key, Page, quoted

Read_co = TypeVar("Read_co", covariant=True)
Each = TypeVar("Each")


class ValueKind(Protocol[Read_co]):
    """The values that an entry can have."""

    @property
    def allowed(self) -> str:
        """The values in words."""

    def read(self, plain: object) -> Read_co:
        """The value; a ValueError with those allowed if *plain* is not one."""


class Text(NamedTuple):
    """A text; *allowed* says what for."""

    allowed: str
    or_empty: bool = True

    def read(self, plain: object) -> str:
        """The text."""
        if not isinstance(plain, str) or not (self.or_empty or plain.strip()):
            raise ValueError(self.allowed)
        return plain


class TextChoice(NamedTuple):
    """One of some texts."""

    choices: Collection[str]

    @property
    def allowed(self) -> str:
        """The texts."""
        return ", ".join(self.choices)

    def read(self, plain: object) -> str:
        """The text."""
        if not isinstance(plain, str) or plain not in self.choices:
            raise ValueError(self.allowed)
        return plain


class Measure(NamedTuple):
    """A number of some unit within limits; with decimals if *decimals*."""

    unit: str
    least: int
    most: int
    decimals: bool = False

    @property
    def allowed(self) -> str:
        """The unit and the limits."""
        return f"{self.unit.replace('_', ' ')} from {self.least} to {self.most}"

    def read(self, plain: object) -> float:
        """The number."""
        kinds = (int, float) if self.decimals else (int,)
        if isinstance(plain, bool) or not isinstance(plain, kinds) or not self.least <= plain <= self.most:
            raise ValueError(self.allowed)
        return plain


class OrUnset(NamedTuple):
    """A value of another kind, or *unset*, which leaves the choice to the system."""

    unset: str | int
    kind: ValueKind[Any]

    @property
    def allowed(self) -> str:
        """The values; an empty text is not mentioned."""
        return self.kind.allowed if self.unset == "" else f"{self.unset}, or {self.kind.allowed}"

    def read(self, plain: object) -> object:
        """The value, or *unset*."""
        is_unset = plain == self.unset and type(plain) is type(self.unset)
        return plain if is_unset else self.kind.read(plain)


class ListOf(NamedTuple, Generic[Each]):
    """A list of values of another kind."""

    kind: ValueKind[Each]

    @property
    def allowed(self) -> str:
        """The values in the list."""
        return f"a list of {self.kind.allowed}"

    def read(self, plain: object) -> list[Each]:
        """The list."""
        if not isinstance(plain, list):
            raise ValueError(self.allowed)  # noqa: TRY004 (one error for every wrong value)
        return list(map(self.kind.read, plain))


class MappingOf(NamedTuple):
    """Values of one kind by keys of another."""

    key: ValueKind[Any]
    value: ValueKind[Any]

    @property
    def allowed(self) -> str:
        """The keys and the values."""
        return f"{self.key.allowed}, each with {self.value.allowed}"

    def read(self, plain: object) -> dict[object, object]:
        """The mapping."""
        if not isinstance(plain, dict):
            raise ValueError(self.allowed)  # noqa: TRY004 (one error for every wrong value)
        return {self.key.read(key): self.value.read(value) for key, value in plain.items()}


class PlainData(NamedTuple):
    """A mapping whose content is read elsewhere; *allowed* says what it is."""

    allowed: str

    def read(self, plain: object) -> dict[object, object]:
        """The mapping."""
        if not isinstance(plain, dict):
            raise ValueError(self.allowed)  # noqa: TRY004 (one error for every wrong value)
        return plain


def read_entry(page: Page, key: Key, kind: ValueKind[Read_co]) -> Read_co:
    """The value of an entry of a mapping; a PageError if it is wrong or missing."""
    value = page.value.get(key) if isinstance(page.value, dict) else None
    try:
        return kind.read(value)
    except ValueError as error:
        raise page.error(f"{key}: {quoted(value)} is no answer. Allowed: {kind.allowed}.", key) from error
