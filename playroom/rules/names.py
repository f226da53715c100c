"""Values that will be known only later: reckoned with, they write down what would be reckoned.

A `Name` stands for such a value, and reckoning with names gives longer names. Asked for yes or no, it
is answered by its `Branch`, which is one way through a rule. Nothing here knows a game.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from math import prod
from typing import Any, ParamSpec, TypeVar

from playroom.rules.constants import Constants, field_names, maker

P = ParamSpec("P")
R = TypeVar("R")

Open = Any
"""A value that may be known only later: it stands in the place of any type."""

LARGEST_TABLE = 5000
"""How many results of a function are reckoned beforehand at most."""


class Undecided(BaseException):
    """A rule has asked what this branch has no answer to yet."""

    def __init__(self, test: str) -> None:
        self.test = test


class Branch:
    """One way through a rule: the answers it is given, and the steps that it writes."""

    def __init__(self, constants: Constants, answers: tuple[bool, ...] = ()) -> None:
        self.constants = constants
        self.steps: list[str] = []
        self._coming = list(answers)
        self._answered: dict[str, bool] = {}
        self._lets: dict[str, Name] = {}
        self._values: dict[str, frozenset[Any]] = {}
        self._count = 0

    def do(self, step: str, changes: str) -> None:
        """Write a step that changes *changes*; what was asked about that must be asked anew."""
        self.steps.append(step)
        for known in (self._answered, self._lets):
            for text in [text for text in known if changes in text]:
                del known[text]

    def name(self, text: str, values: Iterable[Any] | None = None) -> Open:
        """A name that is written as *text*; *values* are all that it can stand for, where they are few."""
        return Name(self, text, None if values is None else frozenset(values))

    def let(self, value: Open) -> Open:
        """*value* under a short name, so that it is reckoned once."""
        if not isinstance(value, Name) or value.text.isidentifier():
            return value
        if value.text not in self._lets:
            short = Name(self, f"t{self._count}", value.values)
            self._count += 1
            self.steps.append(f"{short.text} = {value.text}")
            self._lets[value.text] = short
        return self._lets[value.text]

    def known(self, value: Open) -> Open:
        """The short name for *value*, if it has one."""
        return self._lets.get(value.text, value)

    def put(self, place: "Name", value: Open) -> None:
        """Write that *value* is put in *place*, which is an element of a list."""
        value = self.let(value)
        self.do(f"{place.text} = {value.text}", place.text.partition("[")[0])
        self._lets[place.text] = value

    def constant(self, value: object) -> Open:
        """A name for a value that is known already."""
        return Name(self, self.constants.name(value))

    def answer(self, test: "Name") -> bool:
        """The answer to *test* on this branch."""
        if test.text not in self._answered:
            if not self._coming:
                raise Undecided(test.text)
            yes = self._answered[test.text] = self._coming.pop(0)
            if test.equal is not None:
                name, value = test.equal
                self._learn(name, value, yes=yes)
            if not self._coming:
                self.steps.clear()
        return self._answered[test.text]

    def _learn(self, name: "Name", value: Open, *, yes: bool) -> None:
        values = self.values(name)
        if yes:
            self.narrow(name, (value,))
        elif values is not None:
            self.narrow(name, values - {value})

    def narrow(self, name: "Name", values: Iterable[Any]) -> None:
        """From here on, *name* can stand for these values alone."""
        self._values[name.text] = frozenset(values)

    def values(self, name: "Name") -> frozenset[Any] | None:
        """All that *name* can still stand for on this branch; None if that is not known."""
        return self._values.get(name.text, name.values)

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Open:
        """What *function* gives: from a table if all that can be given is few, else by a call made later."""
        several = tuple(self._possible(argument) for argument in arguments)
        if all(several) and prod(map(len, several)) <= LARGEST_TABLE:
            at = tuple(place for place, argument in enumerate(arguments) if isinstance(argument, Name))
            table, results = self.constants.table(function, several, at)
            return self.name(f"{table}[{', '.join(arguments[place].text for place in at)}]", results)
        made = maker(function) if isinstance(function, type) else function
        return self.let(self.name(f"{self.constants.name(made)}({', '.join(map(self.text, arguments))})"))

    def _possible(self, argument: object) -> tuple[Any, ...]:
        """All that *argument* can be; nothing if that is not known."""
        if isinstance(argument, Name):
            return tuple(self.values(argument) or ())
        return () if _first_name((argument,)) is not None else (argument,)

    def text(self, value: Open) -> str:
        """How *value* is written."""
        if isinstance(value, Name):
            return value.text
        if value is None or type(value) in (int, bool):
            return repr(value)
        if type(value) is tuple:
            return "(" + "".join(f"{self.text(each)}, " for each in value) + ")"
        if _first_name((value,)) is not None:
            return self.text(
                self.call(type(value), tuple(getattr(value, each) for each in field_names(value)))
            )
        return self.constants.name(value)


def _first_name(values: Iterable[object]) -> "Name | None":
    """The first name in *values* or within them; None if all is known."""
    for value in values:
        if isinstance(value, Name):
            return value
        inner = value if type(value) is tuple else (getattr(value, each) for each in field_names(value))
        if isinstance(value, type):
            continue
        found = _first_name(inner)
        if found is not None:
            return found
    return None


def whole(function: Callable[P, R]) -> Callable[P, R]:
    """A function that is not looked into: given a name, it is looked up in a table, or called later."""

    @wraps(function)
    def outer(*arguments: P.args, **named: P.kwargs) -> R:
        name = _first_name(arguments)
        return function(*arguments, **named) if name is None else name.branch.call(function, arguments)

    return outer


class Name:
    """A value that will be known only later: how it is written, and all that it can be where that is few."""

    __slots__ = ("branch", "equal", "text", "values")

    def __init__(
        self,
        branch: Branch,
        text: str,
        values: frozenset[Any] | None = None,
        equal: "tuple[Name, Any] | None" = None,
    ) -> None:
        self.branch = branch
        self.text = text
        self.values = values
        self.equal = equal

    def __bool__(self) -> bool:
        values = self.branch.values(self)
        if values is not None and len(set(map(bool, values))) == 1:
            return bool(next(iter(values)))
        return self.branch.answer(self)

    def __int__(self) -> int:
        return int(settled(self))

    def __index__(self) -> int:
        return int(settled(self))

    def __len__(self) -> int:
        values = self.branch.values(self) or frozenset()
        length = settled(Name(self.branch, f"len({self.text})", frozenset(map(len, values))))
        self.branch.narrow(self, (value for value in values if len(value) == length))
        return int(length)

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> Open:
        if isinstance(other, Name):
            return Name(self.branch, f"({self.text} == {other.text})")
        values = self.branch.values(self)
        if values is not None and (other not in values or len(values) == 1):
            return other in values
        return Name(self.branch, f"({self.text} == {self.branch.text(other)})", None, (self, other))

    def __neg__(self) -> Open:
        return Name(self.branch, f"-{self.text}")

    def bit_count(self) -> Open:
        """How many bits are set."""
        return Name(self.branch, f"{self.text}.bit_count()")

    def __ne__(self, other: object) -> Open:
        return not self == other

    def __getitem__(self, place: Open) -> Open:
        values = None
        if self.values is not None and not isinstance(place, Name):
            values = frozenset(each[place] for each in self.values if len(each) > place)
        return Name(self.branch, f"{self.text}[{self.branch.text(place)}]", values)


def settled(name: Name) -> Open:
    """The value of *name* on its branch, found by asking for one after the other."""
    values = name.branch.values(name)
    if not values:
        raise TypeError(f"{name.text} can be anything")
    return next(value for value in sorted(values) if name == value)


NOTHING = {"+": 0, "-": 0, "|": 0, "^": 0, ">>": 0}
"""What changes nothing when it stands on the right of a sign."""


def _reckoning(sign: str, *, swapped: bool = False) -> Callable[[Name, Any], Any]:
    function = eval(f"lambda a, b: a {sign} b")  # noqa: S307 (a sign of the list below)

    def reckoned(self: Name, other: Open) -> Open:
        if (
            type(other) is int
            and (sign in NOTHING and other == NOTHING[sign])
            and not (swapped and sign == "-")
        ):
            return self
        if sign == "*" and type(other) in (int, bool) and other in (0, 1):
            return self if other else 0
        first, second = (other, self) if swapped else (self, other)
        text = f"({self.branch.text(first)} {sign} {self.branch.text(second)})"
        values = None
        if self.values is not None and type(other) is int:
            values = frozenset(
                function(other, each) if swapped else function(each, other) for each in self.values
            )
        return Name(self.branch, text, values)

    return reckoned


for _word, _sign in {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "mod": "%",
    "and": "&",
    "or": "|",
    "xor": "^",
    "rshift": ">>",
}.items():
    setattr(Name, f"__{_word}__", _reckoning(_sign))
    setattr(Name, f"__r{_word}__", _reckoning(_sign, swapped=True))
for _word, _sign in {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    setattr(Name, f"__{_word}__", _reckoning(_sign))
