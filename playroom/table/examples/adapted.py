"""Examples of one game as they go in another: with other numbers on the tiles, by the rules of the other."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from playroom.rules.event import Scored
from playroom.rules.rulebook.questions import Joining
from playroom.rules.rulebook.variant import Rules, Variant
from playroom.rules.tile import tiles, whole_set, written
from playroom.table.examples.example import (
    Example,
    PlayedExample,
    WrongExampleError,
    played_example,
    position_facts,
    table_rules,
)

RENUMBERINGS: Final = 100
"""How many ways to number the tiles anew are tried for each example."""

SAME: Final = frozenset({"turn", "end", "winners", "open", "must cover"})
"""The facts that must be the same in both games; others, such as scores, are those of the game."""

HALF: Final = re.compile(r"\d+(?=-)|(?<=-)\d+")
"""A number on a tile."""


def adapted(original: PlayedExample, variant: Variant, options: Mapping[str, object]) -> PlayedExample | None:
    """The example in *variant* with these *options*; None if the same does not happen with any numbers."""
    with suppress(WrongExampleError):
        rules = table_rules(original.example, variant, options)
        for example in _candidates(original, rules):
            with suppress(WrongExampleError):
                found = played_example(example, variant, options)
                if _shape(found) == _shape(original):
                    return replace(found, example=replace(example, then=_facts(found)))
    return None


def _candidates(original: PlayedExample, rules: Rules) -> Iterator[Example]:
    """The example with the reserve and the target of a table, as it is and then with other numbers."""
    example, before = original.example, original.before
    used = {*before.now.boneyard, *tiles(" ".join((*example.hands.split(","), *_words(example.chain))))}
    spare = [each for each in whole_set(rules.set) if each not in used]
    lacking = max(0, rules.reserve - before.rules.reserve)
    boneyard = written((*before.now.boneyard, *spare[:lacking]))
    further = (rules.target or 0) - (before.rules.target or 0)
    totals = tuple(max(0, total + further) for total in example.totals)
    fitted = replace(example, boneyard=boneyard, totals=totals)
    yield fitted
    if rules.joining is not Joining.EQUAL or rules.has_engine or rules.wild:
        return
    chance = Random(0)  # noqa: S311 (always the same examples)
    numbers = list(range(before.rules.set + 1))
    for _ in range(RENUMBERINGS):
        chance.shuffle(numbers)
        yield _renumbered(fitted, numbers)


def _words(chain: str) -> tuple[str, ...]:
    """The tiles of a chain."""
    return tuple(word for word in chain.split() if "-" in word)


def _renumbered(example: Example, numbers: list[int]) -> Example:
    change = partial(HALF.sub, lambda half: str(numbers[int(half.group())]))
    return replace(
        example,
        hands=change(example.hands),
        chain=change(example.chain),
        boneyard=change(example.boneyard),
        moves=tuple(map(change, example.moves)),
        refused={change(words): why for words, why in example.refused.items()},
    )


def _shape(example: PlayedExample) -> tuple[object, ...]:
    """What happens in an example, and what follows, apart from the numbers."""
    facts = _facts(example)
    every = (event for step in example.steps for event in step.events)
    # A tile that scores shows what else it does as well as one that does not.
    counts_points = bool({"scores", "totals"} & facts.keys())
    events = tuple(type(event).__name__ for event in every if counts_points or not isinstance(event, Scored))
    same = tuple((name, facts[name]) for name in facts if name in SAME)
    return events, same, HALF.sub("", str(facts.get("legal")))


def _facts(example: PlayedExample) -> Mapping[str, object]:
    """The facts of its end that the example states, as they are."""
    found = position_facts(example.after)
    return {name: found[name] for name in example.example.then}
