"""Fast code from slow rules: the rules run on names instead of numbers, and what they would do is written down.

A `Name` stands for a value that will be known only later. Reckoning with names gives longer names. Where a rule
asks one for yes or no, the rule is run once for each answer; so it grows into a `Tree` of all that it can do. The
tree is pruned where both answers come to the same, and written as Python. Nothing here knows a game.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, wraps
from inspect import ismemberdescriptor
from itertools import product
from math import prod
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

LARGEST_TABLE = 5000
"""How many results of a function are reckoned beforehand at most."""


class _Undecided(BaseException):
    """A rule has asked what this branch has no answer to yet."""

    def __init__(self, test: str) -> None:
        self.test = test


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
        """The name of a table of all that *function* can give, by the arguments *at* these places; and all that."""
        key = (function, several, at)
        if key not in self._tables:
            results = {tuple(given[place] for place in at): function(*given) for given in product(*several)}
            self._tables[key] = self.name(_flat(results)), frozenset(results.values())
        return self._tables[key]


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

    def name(self, text: str, values: Iterable[Any] | None = None) -> Any:  # noqa: ANN401 (it stands for anything)
        """A name that is written as *text*; *values* are all that it can stand for, where they are few."""
        return Name(self, text, None if values is None else frozenset(values))

    def let(self, value: Any) -> Any:  # noqa: ANN401
        """*value* under a short name, so that it is reckoned once."""
        if not isinstance(value, Name) or value.text.isidentifier():
            return value
        if value.text not in self._lets:
            short = Name(self, f"t{self._count}", value.values)
            self._count += 1
            self.steps.append(f"{short.text} = {value.text}")
            self._lets[value.text] = short
        return self._lets[value.text]

    def known(self, value: Any) -> Any:  # noqa: ANN401
        """The short name for *value*, if it has one."""
        return self._lets.get(value.text, value)

    def put(self, place: "Name", value: Any) -> None:  # noqa: ANN401
        """Write that *value* is put in *place*, which is an element of a list."""
        value = self.let(value)
        self.do(f"{place.text} = {value.text}", place.text.partition("[")[0])
        self._lets[place.text] = value

    def constant(self, value: object) -> Any:  # noqa: ANN401
        """A name for a value that is known already."""
        return Name(self, self.constants.name(value))

    def answer(self, test: "Name") -> bool:
        """The answer to *test* on this branch."""
        if test.text not in self._answered:
            if not self._coming:
                raise _Undecided(test.text)
            yes = self._answered[test.text] = self._coming.pop(0)
            if test.equal is not None:
                name, value = test.equal
                self._learn(name, value, yes=yes)
            if not self._coming:
                self.steps.clear()
        return self._answered[test.text]

    def _learn(self, name: "Name", value: Any, *, yes: bool) -> None:  # noqa: ANN401
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

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:  # noqa: ANN401
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

    def text(self, value: Any) -> str:  # noqa: ANN401
        """How *value* is written."""
        if isinstance(value, Name):
            return value.text
        if value is None or type(value) in (int, bool):
            return repr(value)
        if type(value) is tuple:
            return "(" + "".join(f"{self.text(each)}, " for each in value) + ")"
        if _first_name((value,)) is not None:
            return self.text(self.call(type(value), tuple(getattr(value, each) for each in _field_names(value))))
        return self.constants.name(value)


@cache
def maker(kind: type[Any]) -> Callable[..., Any]:
    """What makes a value of *kind*; for a frozen class it fills the slots without asking leave of each."""
    names = _field_names(kind)
    slots = {f"put_{name}": vars(kind).get(name) for name in names}
    if hasattr(kind, "__post_init__") or not all(map(ismemberdescriptor, slots.values())):
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


def _field_names(value: object) -> tuple[str, ...]:
    if is_dataclass(value):
        return tuple(each.name for each in fields(value))
    return tuple(getattr(value, "_fields", ()))


def _first_name(values: Iterable[object]) -> "Name | None":
    """The first name in *values* or within them; None if all is known."""
    for value in values:
        if isinstance(value, Name):
            return value
        inner = value if type(value) is tuple else (getattr(value, each) for each in _field_names(value))
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

    def __eq__(self, other: object) -> Any:  # type: ignore[override] # noqa: ANN401 (the answer is a name)
        if isinstance(other, Name):
            return Name(self.branch, f"({self.text} == {other.text})")
        values = self.branch.values(self)
        if values is not None and (other not in values or len(values) == 1):
            return other in values
        return Name(self.branch, f"({self.text} == {self.branch.text(other)})", None, (self, other))

    def __neg__(self) -> Any:  # noqa: ANN401
        return Name(self.branch, f"-{self.text}")

    def bit_count(self) -> Any:  # noqa: ANN401
        """How many bits are set."""
        return Name(self.branch, f"{self.text}.bit_count()")

    def __ne__(self, other: object) -> Any:  # type: ignore[override] # noqa: ANN401
        return not self == other

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401
        values = None
        if self.values is not None and not isinstance(place, Name):
            values = frozenset(each[place] for each in self.values if len(each) > place)
        return Name(self.branch, f"{self.text}[{self.branch.text(place)}]", values)


def settled(name: Name) -> Any:  # noqa: ANN401
    """The value of *name* on its branch, found by asking for one after the other."""
    values = name.branch.values(name)
    if not values:
        raise TypeError(f"{name.text} can be anything")
    return next(value for value in sorted(values) if name == value)


NOTHING = {"+": 0, "-": 0, "|": 0, "^": 0, ">>": 0}
"""What changes nothing when it stands on the right of a sign."""


def _reckoning(sign: str, *, swapped: bool = False) -> Callable[[Name, Any], Any]:
    function = eval(f"lambda a, b: a {sign} b")  # noqa: S307 (a sign of the list below)

    def reckoned(self: Name, other: Any) -> Any:  # noqa: ANN401
        if type(other) is int and (sign in NOTHING and other == NOTHING[sign]) and not (swapped and sign == "-"):
            return self
        if sign == "*" and type(other) in (int, bool) and other in (0, 1):
            return self if other else 0
        first, second = (other, self) if swapped else (self, other)
        text = f"({self.branch.text(first)} {sign} {self.branch.text(second)})"
        values = None
        if self.values is not None and type(other) is int:
            values = frozenset(function(other, each) if swapped else function(each, other) for each in self.values)
        return Name(self.branch, text, values)

    return reckoned


for _word, _sign in {"add": "+", "sub": "-", "mul": "*", "mod": "%", "and": "&", "or": "|", "xor": "^", "rshift": ">>"}.items():
    setattr(Name, f"__{_word}__", _reckoning(_sign))
    setattr(Name, f"__r{_word}__", _reckoning(_sign, swapped=True))
for _word, _sign in {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    setattr(Name, f"__{_word}__", _reckoning(_sign))


@dataclass(frozen=True)
class Leaf:
    """What stands at the end of a branch: the names that get new values, and what is done last."""

    changes: tuple[tuple[str, str], ...]
    last: str = ""


@dataclass(frozen=True)
class Tree:
    """All that a rule can do: some steps, then a test and what comes of either answer, or a leaf."""

    steps: tuple[str, ...]
    test: str = ""
    yes: "Tree | None" = None
    no: "Tree | None" = None
    leaf: Leaf | None = None


def grown(rule: Callable[[Branch], Leaf], constants: Constants, answers: tuple[bool, ...] = ()) -> Tree:
    """The tree of *rule*."""
    branch = Branch(constants, answers)
    try:
        leaf = rule(branch)
    except _Undecided as asked:
        test = asked.test
    else:
        return Tree(tuple(branch.steps), leaf=leaf)
    yes, no = (grown(rule, constants, (*answers, answer)) for answer in (True, False))
    return Tree(tuple(branch.steps), test, yes, no)


def words(*texts: str) -> frozenset[str]:
    """The names that *texts* mention."""
    return frozenset().union(*map(_words, texts))


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z_]\w*", text))


def changed(trees: Iterable[Tree]) -> frozenset[str]:
    """The names that get new values somewhere in *trees*."""
    leaves = (leaf for tree in trees for leaf in _leaves(tree))
    return frozenset(name for leaf in leaves for name, _ in leaf.changes)


def _leaves(tree: Tree) -> Iterator[Leaf]:
    if tree.leaf is not None:
        yield tree.leaf
        return
    for child in (tree.yes, tree.no):
        yield from _leaves(_child(child))


def needed(trees: Iterable[Tree], changing: frozenset[str]) -> frozenset[str]:
    """Those names among *changing* whose new values any of *trees*, run again and again, will read."""
    trees, found = tuple(trees), frozenset[str]()
    while more := (changing - found).intersection(*[frozenset().union(*(read(pruned(tree, found)) for tree in trees))]):
        found |= more
    return found


def read(tree: Tree) -> frozenset[str]:
    """The names that the tree mentions, beside those that get new values."""
    if tree.leaf is not None:
        inner = words(tree.leaf.last, *(text for _, text in tree.leaf.changes))
    else:
        inner = words(tree.test) | read(_child(tree.yes)) | read(_child(tree.no))
    return inner.union(*(words(step.split(" = ", 1)[-1] if _is_let(step) else step) for step in tree.steps))


def pruned(tree: Tree, changing: frozenset[str]) -> Tree:
    """The same tree without what changes nothing: unread lets, changes but to *changing*, idle tests."""
    if tree.leaf is not None:
        changes = tuple(change for change in tree.leaf.changes if change[0] in changing)
        return _without_idle_lets(replace(tree, leaf=replace(tree.leaf, changes=changes)))
    yes, no = pruned(_child(tree.yes), changing), pruned(_child(tree.no), changing)
    return _without_idle_lets(_merged(replace(tree, yes=yes, no=no)))


def _merged(tree: Tree) -> Tree:
    """One test instead of two where one answer to both leads to the same."""
    yes, no = _child(tree.yes), _child(tree.no)
    if yes == no:
        return replace(yes, steps=tree.steps + yes.steps)
    if not no.steps and no.leaf is None and no.yes == yes:
        return replace(tree, test=f"({tree.test} or {no.test})", no=no.no)
    if not yes.steps and yes.leaf is None and yes.no == no:
        return replace(tree, test=f"({tree.test} and {yes.test})", yes=yes.yes)
    return tree


def _without_idle_lets(tree: Tree) -> Tree:
    wanted = read(replace(tree, steps=()))
    kept: list[str] = []
    for step in reversed(tree.steps):
        name, _, text = step.partition(" = ")
        if not _is_let(step) or name in wanted:
            kept.append(step)
            wanted |= words(text if _is_let(step) else step)
    return replace(tree, steps=tuple(reversed(kept)))


def _is_let(step: str) -> bool:
    return re.match(r"t\d+ = ", step) is not None


def _child(tree: Tree | None) -> Tree:
    assert tree is not None  # noqa: S101 (a test has two answers)
    return tree


def lines(tree: Tree, depth: int) -> list[str]:
    """The tree as lines of Python, *depth* blanks from the left."""
    indent = " " * depth
    steps = [indent + step for step in tree.steps]
    if tree.leaf is None:
        yes, no = _child(tree.yes), _child(tree.no)
        chosen = [*steps, f"{indent}if {tree.test}:", *lines(yes, depth + 4)]
        if no.leaf is None and not no.steps:
            first, *rest = lines(no, depth)
            return [*chosen, f"{indent}el{first.lstrip()}", *rest]
        return [*chosen, f"{indent}else:", *lines(no, depth + 4)]
    last = [indent + tree.leaf.last] if tree.leaf.last else []
    return [*steps, *(indent + line for line in _assignments(dict(tree.leaf.changes))), *last] or [f"{indent}pass"]


def _assignments(changes: dict[str, str]) -> Iterator[str]:
    """New values, one by one as long as none of them is needed for another's, the rest at once."""
    while free := [name for name in changes if name not in words(*(changes[each] for each in changes if each != name))]:
        yield f"{free[0]} = {changes.pop(free[0])}"
    if changes:
        yield f"{', '.join(changes)} = {', '.join(changes.values())}"


def function(name: str, arguments: str, body: Iterable[str], constants: Mapping[str, object]) -> Callable[..., Any]:
    """The function that these lines make, with the constants at hand as if they were arguments."""
    text = "\n".join(body)
    used = words(text)
    known = "".join(f", {each}={each}" for each in constants if each in used)
    made: dict[str, Any] = {}
    source = f"def {name}({arguments}{known}):\n{text}\n"
    exec(compile(source, f"<{name}>", "exec"), dict(constants), made)  # noqa: S102 (written above, from rules alone)
    return cast("Callable[..., Any]", made[name])
