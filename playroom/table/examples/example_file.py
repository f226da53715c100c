"""The files of examples: a list of rows for each rulebook, in a folder beside the pages.

Rows of other games are adapted: with other numbers, or for the other direction of play.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from playroom.rules.event import CarryOver, Scored
from playroom.rules.rulebook.answer_kinds import is_whole
from playroom.rules.rulebook.questions import QUESTIONS, Direction, Joining
from playroom.rules.rulebook.variant import Rules, Variant
from playroom.rules.tile import tiles, whole_set, written
from playroom.strict_yaml import Key, Page, PageError, as_written, quoted, read, reason
from playroom.table.examples.example import (
    Example,
    PlayedExample,
    WrongExampleError,
    played_example,
    position_facts,
    proved,
    table_rules,
)
from playroom.table.page_entries import list_at, mapping_at, value_at
from playroom.table.shelf import OURS, shelf

Value = TypeVar("Value")

FOLDER: Final = "examples"
"""The folder of examples within a folder of rulebooks."""

KEYS: Final = (
    *("rule", "clause", "questions", "hands", "chain", "boneyard"),
    *("teams", "options", "totals", "carry", "round", "moves", "refused", "then"),
)


def examples_file(folder: Path, game: str) -> Path:
    """The file with the examples of a game, beside the rulebooks in *folder*."""
    return folder / FOLDER / f"{game}.yaml"


def read_examples(file: Path) -> tuple[Page, tuple[Example, ...]]:
    """The examples in a file; an OSError or PageError if they cannot be read."""
    page = read(file)
    if not isinstance(page.value, list):
        raise page.wrong_form(reason("examples.no_list"))
    return page, tuple(_example(page, number) for number in range(len(page.value)))


class Examples:
    """The examples of all rulebooks in *folders*, by game, read on demand.

    An unreadable file has none; `playroom check` reports the reason.
    """

    def __init__(self, folders: tuple[Path, ...] = (OURS,)) -> None:
        self._folders = folders
        self._rows: Mapping[str, tuple[Example, ...]] | None = None

    def of(self, variant: Variant, rule: str, options: Mapping[str, object]) -> Iterator[PlayedExample]:
        """The examples of one rule that are valid for *variant* with these *options*.

        Those of its own file come first, then those of other games.
        """
        for game, example in self._of_rule(variant, rule):
            yield from _if_true(_in_direction(game, example, variant, options), variant, options)

    def adapted(self, variant: Variant, rule: str, options: Mapping[str, object]) -> Iterator[PlayedExample]:
        """The examples of one rule in our games, as they go by *variant* with these *options*."""
        ours = shelf([OURS]).variants
        for game, example in self._of_rule(variant, rule):
            turned = _in_direction(game, example, variant, options)
            way = {"direction": str(_way(turned, variant, options))}
            for original in _if_true(turned, ours[game], way) if game in ours else ():
                yield from filter(None, (adapted(original, variant, options),))

    def _of_rule(self, variant: Variant, rule: str) -> Iterator[tuple[str, Example]]:
        """The game and the example of each row for a rule, those of its own file first."""
        if self._rows is None:
            files = [file for each in self._folders for file in sorted((each / FOLDER).glob("*.yaml"))]
            rows: dict[str, tuple[Example, ...]] = {}
            for file in files:
                with suppress(OSError, PageError):
                    rows[file.stem] = read_examples(file)[1]
            self._rows = rows
        games = sorted(self._rows, key=lambda game: game != variant.name)
        return ((game, row) for game in games for row in self._rows[game] if row.rule == rule)


def _in_direction(game: str, example: Example, variant: Variant, options: Mapping[str, object]) -> Example:
    """An example of *game* in the direction of play of a table of *variant* with these *options*.

    Examples are written for the direction of their page: clockwise, unless it is the variant's own.
    """
    written = _way(example, variant, {}) if game == variant.name else Direction.CLOCKWISE
    with suppress(WrongExampleError):
        rules = table_rules(example, variant, options)
        return example if rules.direction is written else mirrored(example, rules.sides)
    return example


def _way(example: Example, variant: Variant, options: Mapping[str, object]) -> Direction:
    """The direction of play at the table of an example; clockwise where the game has no such table."""
    with suppress(WrongExampleError):
        return table_rules(example, variant, options).direction
    return Direction.CLOCKWISE


def _if_true(example: Example, variant: Variant, options: Mapping[str, object]) -> tuple[PlayedExample, ...]:
    try:
        return (proved(example, variant, options),)
    except WrongExampleError:
        return ()


def _example(page: Page, number: int) -> Example:
    mapping_at(page, (number,), KEYS)
    refused = _mapping(page, (number, "refused"))
    return Example(
        rule=_text(page, number, "rule", needed=True),
        clause=_text(page, number, "clause"),
        questions=tuple(_each(page, (number, "questions"), _question)),
        hands=_text(page, number, "hands", needed=True),
        chain=_text(page, number, "chain"),
        boneyard=_text(page, number, "boneyard"),
        teams=_whole(page, (number, "teams")),
        options=_mapping(page, (number, "options")),
        totals=tuple(_each(page, (number, "totals"), _whole)),
        carry=_carry(page, number),
        round=_whole(page, (number, "round")) or 1,
        moves=tuple(filter(None, map(str.strip, _text(page, number, "moves").split(",")))),
        refused={words: str(why) for words, why in refused.items()},
        then=_mapping(page, (number, "then")),
    )


def _carry(page: Page, number: int) -> CarryOver | None:
    """What the match carries over before the round; None if the example does not say."""
    if value_at(page, number, "carry") is None:
        return None
    mapping_at(page, (number, "carry"), ("waits", "won", "carried"))
    waits, won = (tuple(_each(page, (number, "carry", name), _whole)) for name in ("waits", "won"))
    return CarryOver(waits, won, _whole(page, (number, "carry", "carried")))


def _text(page: Page, number: int, key: str, *, needed: bool = False) -> str:
    value = value_at(page, number, key)
    if value is None and not needed:
        return ""
    if not isinstance(value, str) or not (value.strip() or not needed):
        raise page.error(reason("no_word", what=key, given=as_written(value)), number, key)
    return value


def _each(
    page: Page, path: tuple[Key, ...], read_one: Callable[[Page, tuple[Key, ...]], Value]
) -> Iterator[Value]:
    return (read_one(page, (*path, place)) for place in range(len(list_at(page, path))))


def _question(page: Page, path: tuple[Key, ...]) -> str:
    value = value_at(page, *path)
    if not isinstance(value, str) or value not in QUESTIONS:
        raise page.error(reason("examples.question", given=quoted(as_written(value))), *path)
    return value


def _whole(page: Page, path: tuple[Key, ...]) -> int:
    value = value_at(page, *path)
    if value is None:
        return 0
    if not is_whole(value) or value < 0:
        raise page.error(reason("examples.number", what=str(path[1]), given=as_written(value)), *path)
    return value


def _mapping(page: Page, path: tuple[Key, ...]) -> Mapping[str, object]:
    if value_at(page, *path) is None:
        return {}
    return {str(key): value for key, value in mapping_at(page, path, None).items()}


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
    laid = (word for word in example.chain.split() if "-" in word)
    used = {*before.now.boneyard, *tiles(" ".join((*example.hands.split(","), *laid)))}
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
        change = partial(HALF.sub, lambda half: str(numbers[int(half.group())]))
        yield replace(
            fitted,
            hands=change(fitted.hands),
            chain=change(fitted.chain),
            boneyard=change(fitted.boneyard),
            moves=tuple(map(change, fitted.moves)),
            refused={change(words): why for words, why in fitted.refused.items()},
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


TRAIN: Final = re.compile(r"(?<=train )\d+")
"""The seat in the name of a train."""

BY_SIDE: Final = frozenset({"scores", "totals", "waits", "won"})
"""The facts with a value for each side, in their order."""

OF_SEATS: Final = frozenset({"turn", "winner", "starter", "seats in"})
OF_SIDES: Final = frozenset({"winners", "sides in"})
"""The facts that name seats or sides."""


def mirrored(example: Example, sides: int) -> Example:
    """The example at a table of so many sides where turns go the other way.

    Each seat is as far from the listener's as before, on the other side.
    """
    players, carry = example.players, example.carry
    engine, *rows = example.chain.split("/")  # of trains: the engine, a train for each seat, the Mexican one
    turned_trains = "/".join((engine, *_turned(rows[:players]), *rows[players:]))
    return replace(
        example,
        hands=",".join(_turned(example.hands.split(","))),
        chain=example.chain if len(rows) < players else turned_trains,
        totals=_turned(example.totals),
        carry=carry and CarryOver(_turned(carry.waits), _turned(carry.won), carry.carried),
        moves=tuple(_renamed_trains(words, players) for words in example.moves),
        refused={_renamed_trains(words, players): why for words, why in example.refused.items()},
        then={name: _turned_fact(name, fact, players, sides) for name, fact in example.then.items()},
    )


def _turned(values: Sequence[Value]) -> tuple[Value, ...]:
    """Values by seat or side, the first at its place and the others the other way round."""
    return (*values[:1], *values[:0:-1])


def _renamed_trains(words: str, players: int) -> str:
    return TRAIN.sub(lambda seat: str(-int(seat.group()) % players), words)


def _turned_fact(name: str, fact: object, players: int, sides: int) -> object:
    """A fact with its seats or sides counted the other way; "none" stays."""
    if name in OF_SEATS or name in OF_SIDES:
        count = sides if name in OF_SIDES else players
        if isinstance(fact, list | tuple):
            return sorted(-int(each) % count for each in fact)
        return -fact % count if isinstance(fact, int) else fact
    if name in BY_SIDE and isinstance(fact, list | tuple):
        return _turned(fact)
    if name == "hands":
        return ", ".join(_turned(str(fact).split(", ")))
    return _renamed_trains(fact, players) if isinstance(fact, str) else fact
