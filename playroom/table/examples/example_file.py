"""The files of examples: a list of rows for each rulebook, in a folder beside the pages."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from playroom.rules.rulebook.answer_kinds import is_whole
from playroom.rules.rulebook.questions import QUESTIONS
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import Key, Page, PageError, as_written, quoted, read, reason
from playroom.table.examples.adapted import adapted
from playroom.table.examples.example import Example, PlayedExample, WrongExampleError, proved
from playroom.table.page_entries import list_at, mapping_at, value_at
from playroom.table.shelf import OURS, shelf

Value = TypeVar("Value")

FOLDER: Final = "examples"
"""The folder of examples within a folder of rulebooks."""

KEYS: Final = (
    *("rule", "clause", "questions", "hands", "chain", "boneyard"),
    *("teams", "options", "totals", "round", "moves", "refused", "then"),
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
        for _, example in self._of_rule(variant, rule):
            yield from _if_true(example, variant, options)

    def adapted(self, variant: Variant, rule: str, options: Mapping[str, object]) -> Iterator[PlayedExample]:
        """The examples of one rule in our games, as they go by *variant* with these *options*."""
        ours = shelf([OURS]).variants
        for game, example in self._of_rule(variant, rule):
            for original in _if_true(example, ours[game], {}) if game in ours else ():
                yield from filter(None, (adapted(original, variant, options),))

    def _of_rule(self, variant: Variant, rule: str) -> Iterator[tuple[str, Example]]:
        """The game and the example of each row for a rule, those of its own file first."""
        if self._rows is None:
            self._rows = dict(self._read())
        games = sorted(self._rows, key=lambda game: game != variant.name)
        return ((game, row) for game in games for row in self._rows[game] if row.rule == rule)

    def _read(self) -> Iterator[tuple[str, tuple[Example, ...]]]:
        for folder in self._folders:
            for file in sorted((folder / FOLDER).glob("*.yaml")):
                with suppress(OSError, PageError):
                    yield file.stem, read_examples(file)[1]


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
        round=_whole(page, (number, "round")) or 1,
        moves=tuple(filter(None, map(str.strip, _text(page, number, "moves").split(",")))),
        refused={words: str(why) for words, why in refused.items()},
        then=_mapping(page, (number, "then")),
    )


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
