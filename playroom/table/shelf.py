"""Rulebooks from folders: ours, then the player's own."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from playroom.rules.rulebook.answer_kinds import is_whole
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import Page, PageError, read, reason, unreadable
from playroom.table.page import proven_variant, variant_on
from playroom.table.page_entries import value_at

OURS = Path(__file__).parent.parent / "variants"
"""The folder of the rulebooks that come with the playroom."""


class Shelf(Struct, frozen=True):
    """All rulebooks by name, and the errors of the pages left out."""

    variants: Mapping[str, Variant]
    left_out: tuple[PageError, ...] = ()


Made: TypeAlias = Callable[[Page, Mapping[str, Variant]], Variant]
"""Makes the rulebook on a page, which may extend a known one; a PageError if it is invalid."""

NOTHING = Shelf({})
"""A shelf without rulebooks."""


def shelf(folders: Iterable[Path], without: Path | None = None) -> Shelf:
    """The rulebooks of all *folders*; a page may extend another, and names are unique."""
    folders = tuple(folders)
    if OURS in folders and not (without and without.resolve().parent == OURS.resolve()):
        own = [folder for folder in folders if folder != OURS]
        return _shelved(_pages(own, without), _ours())
    return _shelved(_pages(folders, without))


def variant_of(file: Path, known: Mapping[str, Variant]) -> Variant:
    """The rulebook in *file*, which may extend a *known* one; a PageError or OSError if it cannot be read."""
    return variant_on(read(file), known)


def _pages(folders: Iterable[Path], without: Path | None = None) -> list[Page | PageError]:
    """The pages of these folders, and the errors of folders and files that cannot be read."""
    pages: list[Page | PageError] = []
    for folder in folders:
        try:
            files = sorted(folder.glob("*.yaml"))
        except OSError as error:
            pages.append(unreadable(folder, error))
            continue
        for file in files:
            if without and file.resolve() == without.resolve():
                continue
            try:
                pages.append(read(file))
            except PageError as error:
                pages.append(error)
            except OSError as error:
                pages.append(unreadable(file, error))
    return pages


@cache
def _ours() -> Shelf:
    """The rulebooks that come with the playroom; they are read once."""
    return _shelved(_pages([OURS]), made=proven_variant)


def _shelved(pages: list[Page | PageError], known: Shelf = NOTHING, made: Made = variant_on) -> Shelf:
    """The *known* rulebooks and those on *pages*, each made after the one that it extends."""
    variants = dict(known.variants)
    left_out = [*known.left_out, *(page for page in pages if isinstance(page, PageError))]
    waiting = [page for page in pages if isinstance(page, Page)]
    while ready := [page for page in waiting if value_at(page, "like") in (None, *variants)]:
        waiting = [page for page in waiting if page not in ready]
        left_out += _taken(ready, variants, made)
    in_circles = [page for page in waiting if _goes_in_a_circle(page, waiting)]
    left_out += [page.error(reason("circle"), "like") for page in in_circles]
    left_out += _taken([page for page in waiting if page not in in_circles], variants, made)
    names = [value_at(page, "name") for page in pages if isinstance(page, Page)]
    in_order = {name: variants[name] for name in names if isinstance(name, str) and name in variants}
    return Shelf({**known.variants, **in_order}, tuple(left_out))


def _taken(pages: Iterable[Page], variants: dict[str, Variant], made: Made) -> list[PageError]:
    """Put *pages* to the *variants*; the reasons why some cannot be."""
    left_out = []
    for page in pages:
        try:
            variant = made(page, variants)
            variants[variant.name] = variant
        except PageError as error:
            left_out.append(error)
    return left_out


def _goes_in_a_circle(page: Page, waiting: Iterable[Page]) -> bool:
    """Whether *page* extends itself, directly or through others, or a page that does."""
    by_name = {name: each for each in waiting if isinstance(name := value_at(each, "name"), str)}
    passed: list[object] = []
    like = value_at(page, "like")
    while isinstance(like, str) and like in by_name and like not in passed:
        passed.append(like)
        like = value_at(by_name[like], "like")
    return like in passed


FILE: Final = OURS / "measured" / "games.yaml"
"""Written by tests/bench/bench_games.py, which says how each number was found."""


class GameMeasures(NamedTuple):
    """Medians of a match at the first table of a game; *stronger_wins* is of 100 matches of two bots."""

    rounds: int
    own_moves: int
    other_moves: int
    stronger_wins: int


def game_measures() -> Mapping[str, GameMeasures]:
    """The measures of each game of ours by its name."""
    games = read(FILE).value
    assert isinstance(games, dict)  # the file belongs to the package
    found = {}
    for game, numbers in games.items():
        assert isinstance(numbers, dict)
        whole = {str(name): each for name, each in numbers.items() if is_whole(each)}
        found[str(game)] = GameMeasures(**whole)
    return found
