"""Rulebooks from folders: ours, then the player's own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Never

from playroom.rules.question import MOST_PLAYERS, QUESTIONS, Answer, Flag, Kind, Number, OneOf
from playroom.rules.variant import By, Refused, Variant, overlaid, rules
from playroom.strict_yaml import Page, PageError, Value, read

OURS = Path(__file__).parent.parent / "variants"
"""The folder of the rulebooks that come with the playroom."""

PAGE_KEYS = ("name", "like", "title", "players", "teams", "options", "clauses")
"""What a page says besides its answers."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """All rulebooks by name, and the pages that were left out, each with the reason."""

    variants: Mapping[str, Variant]
    left_out: tuple[PageError, ...] = ()


def shelf(folders: Iterable[Path]) -> Shelf:
    """Every page of *folders*; a later page may be like an earlier one, and may not take its name."""
    pages = [page for folder in folders for page in _pages(folder)]
    return _shelved(pages)


def variant_of(file: Path, known: Mapping[str, Variant]) -> Variant:
    """The rulebook in *file*, which may be like one *known*; a PageError or OSError if it cannot be read."""
    return _variant(read(file), known)


def _pages(folder: Path) -> list[Page | PageError]:
    return [_read(file) for file in sorted(folder.glob("*.yaml"))]


def _read(file: Path) -> Page | PageError:
    try:
        return read(file)
    except PageError as error:
        return error
    except OSError as error:
        return PageError(str(file), 1, f"the file cannot be read: {error.strerror}.")


def _shelved(pages: list[Page | PageError]) -> Shelf:
    """Pages are taken as soon as what they are like is there, so their order does not matter."""
    variants: dict[str, Variant] = {}
    left_out = [page for page in pages if isinstance(page, PageError)]
    waiting = [page for page in pages if isinstance(page, Page)]
    while ready := [page for page in waiting if not _waits(page, waiting, variants)]:
        waiting = [page for page in waiting if page not in ready]
        for page in ready:
            try:
                variant = _variant(page, variants)
                variants[variant.name] = variant
            except PageError as error:
                left_out.append(error)
    left_out += [page.error("its likeness goes in a circle.", "like") for page in waiting]
    return Shelf(variants, tuple(left_out))


def _waits(page: Page, waiting: list[Page], known: Mapping[str, Variant]) -> bool:
    """Whether what *page* is like is still to come."""
    like = _entry(page, "like")
    return like is not None and like not in known and like in [_entry(other, "name") for other in waiting]


def _entry(page: Page, key: str) -> Value:
    return page.value.get(key) if isinstance(page.value, dict) else None


def _variant(page: Page, known: Mapping[str, Variant]) -> Variant:
    says = page.value
    if not isinstance(says, dict):
        raise page.error("a rulebook is a list of questions and answers, such as like: draw.")
    for key in says:
        if key not in QUESTIONS and key not in PAGE_KEYS:
            raise page.error(f"unknown question {key}. Known are {_listed((*PAGE_KEYS, *QUESTIONS))}.", key)
    variant = _read_variant(page, says, _likeness(page, says, known))
    _check_name(page, variant.name, known)
    _check_tables(page, variant)
    return variant


def _likeness(page: Page, says: Mapping[str | int, Value], known: Mapping[str, Variant]) -> Variant | None:
    like = says.get("like")
    if like is None:
        return None
    if like not in known:
        _refuse(page, "like", like, _listed(known))
    return known[str(like)]


def _read_variant(page: Page, says: Mapping[str | int, Value], base: Variant | None) -> Variant:
    answers = {name: _answer(page, name) for name in QUESTIONS if name in says}
    missing = [] if base else [key for key in ("players", "teams", *QUESTIONS) if key not in says]
    if missing:
        raise page.error(f"no answer to {_listed(missing)}. Answer, or say like: and a rulebook.")
    inherited = base.answers if base else {}
    return Variant(
        name=_text(page, "name"),
        players=_counts(page, "players", base.players if base else (), least=2),
        teams=_counts(page, "teams", base.teams if base else (), least=0),
        answers=overlaid(inherited, answers),
        options=_options(page, base.options if base else {}),
        clauses={**(base.clauses if base else {}), **_texts(page, "clauses")},
        titles=_texts(page, "title"),
    )


def _answer(page: Page, name: str) -> Answer | By:
    plain = _entry(page, name)
    if isinstance(plain, dict) and "by" in plain:
        return _by(page, name, plain)
    return _read_as(page, QUESTIONS[name].kind, plain, name)


def _by(page: Page, name: str, plain: Mapping[str | int, Value]) -> By:
    what = plain["by"]
    if what != "players" and what not in QUESTIONS:
        _refuse(page, name, f"by {what}", _listed(("players", *QUESTIONS)))
    kind = QUESTIONS[name].kind
    answers = {key: _read_as(page, kind, value, name, key) for key, value in plain.items() if key != "by"}
    return By(str(what), answers)


def _read_as(page: Page, kind: Kind, plain: object, *path: str | int) -> Answer:
    try:
        return kind.read(plain)
    except ValueError as allowed:
        _refuse(page, ".".join(map(str, path)), plain, str(allowed), *path)


def _counts(page: Page, key: str, inherited: tuple[int, ...], least: int) -> tuple[int, ...]:
    plain = _entry(page, key)
    if plain is None:
        return inherited
    several = plain if isinstance(plain, list) else [plain]
    kind = Number(least, MOST_PLAYERS)
    for each in several:
        try:
            kind.read(each)
        except ValueError as allowed:
            _refuse(page, key, each, str(allowed), key)
    return tuple(int(str(each)) for each in several)


def _options(page: Page, inherited: Mapping[str, Kind]) -> Mapping[str, Kind]:
    plain = _entry(page, "options")
    if plain is None:
        return inherited
    if not isinstance(plain, dict):
        raise page.error(
            "options are questions with the answers allowed, such as hand: [5, 6, 7].", "options"
        )
    return {str(name): _option(page, str(name), allowed) for name, allowed in plain.items()}


def _option(page: Page, name: str, allowed: Value) -> Kind:
    if name not in QUESTIONS:
        _refuse(page, "options", name, _listed(QUESTIONS), "options", name)
    kind = QUESTIONS[name].kind
    if isinstance(allowed, list) and allowed:
        for choice in allowed:
            _read_as(page, kind, choice, "options", name)
        return OneOf(kind, tuple(allowed))
    if isinstance(allowed, dict) and isinstance(kind, Number) and set(allowed) <= {"least", "most"}:
        bounds = {
            str(bound): _read_as(page, Number(0), number, "options", name)
            for bound, number in allowed.items()
        }
        return Number(**{"least": kind.least, **bounds})  # type: ignore[arg-type] # read as numbers above
    return _no_option(page, name, allowed, kind)


def _no_option(page: Page, name: str, allowed: Value, kind: Kind) -> Never:
    examples = "[true, false]" if isinstance(kind, Flag) else "a list of answers, or {least: 1} for numbers"
    _refuse(page, f"options.{name}", allowed, examples, "options", name)


def _text(page: Page, key: str) -> str:
    plain = _entry(page, key)
    if not isinstance(plain, str) or not plain.strip():
        _refuse(page, key, plain, "a word", key)
    return plain


def _texts(page: Page, key: str) -> Mapping[str, str]:
    plain = _entry(page, key)
    if plain is None:
        return {}
    if not isinstance(plain, dict) or not all(isinstance(text, str) for text in plain.values()):
        _refuse(page, key, plain, "words with a text each, as in {en: My game}", key)
    return {str(word): str(text) for word, text in plain.items()}


def _check_name(page: Page, name: str, known: Mapping[str, Variant]) -> None:
    if name in known:
        raise page.error(
            f"there is a rulebook called {name} already; give this one a name of its own.", "name"
        )


def _check_tables(page: Page, variant: Variant) -> None:
    """Every table that the page allows can be set up with its own answers."""
    fits = [_try(page, variant, players, teams) for players in variant.players for teams in variant.teams]
    if not any(fits):
        raise page.error("no number of players goes with these teams.", "teams")


def _try(page: Page, variant: Variant, players: int, teams: int) -> bool:
    if teams and (players % teams or players == teams):
        return False
    try:
        rules(variant, players, teams)
    except Refused as refused:
        raise page.error(f"an impossible combination: {refused}.", *_where(refused)) from None
    except KeyError as error:
        raise page.error(f"no answer for {error} where an answer hangs on something else.") from None
    return True


def _where(refused: Refused) -> tuple[str, ...]:
    """The question to which an impossible combination leads back."""
    word = str(refused.fault).split("_")[0]
    return (word,) if word in QUESTIONS else ()


def _listed(words: Iterable[object]) -> str:
    return ", ".join(map(str, words))


def _refuse(page: Page, question: str, given: object, allowed: str, *path: str | int) -> Never:
    where = path or (question,)
    raise page.error(f"{question}: {given} is no answer. Allowed: {allowed}.", *where)
