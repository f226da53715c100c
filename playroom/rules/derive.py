"""Fast code from slow rules: a rule runs on names, and what it would do is written down as Python.

Where the rule asks for yes or no, it is run once for each answer; so it grows into a `Tree` of all that it
can do. The tree is pruned where both answers come to the same. Nothing here knows a game.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from playroom.rules.constants import Constants
from playroom.rules.names import Branch, Undecided
from playroom.rules.written import words


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
    except Undecided as asked:
        test = asked.test
    else:
        return Tree(tuple(branch.steps), leaf=leaf)
    yes, no = (grown(rule, constants, (*answers, answer)) for answer in (True, False))
    return Tree(tuple(branch.steps), test, yes, no)


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
    while more := (changing - found).intersection(
        *[frozenset().union(*(read(pruned(tree, found)) for tree in trees))]
    ):
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
    """Whether the step does nothing but give a short name."""
    name, equals, _ = step.partition(" = ")
    return bool(equals) and name[0] == "t" and name[1:].isdigit()


def _child(tree: Tree | None) -> Tree:
    assert tree is not None  # a test has two answers
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
    return [*steps, *(indent + line for line in _assignments(dict(tree.leaf.changes))), *last] or [
        f"{indent}pass"
    ]


def _assignments(changes: dict[str, str]) -> Iterator[str]:
    """New values, one by one as long as none of them is needed for another's, the rest at once."""
    while free := [
        name for name in changes if name not in words(*(changes[each] for each in changes if each != name))
    ]:
        yield f"{free[0]} = {changes.pop(free[0])}"
    if changes:
        yield f"{', '.join(changes)} = {', '.join(changes.values())}"
