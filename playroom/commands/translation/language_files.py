"""The files of a language as they are translated, one sentence for each form of each entry, and samples."""

from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from playroom.home.page_update import update_locked_page
from playroom.narration.message import Person
from playroom.narration.phrases.entry import (
    PLURAL,
    SELECT,
    Entry,
    Form,
    Placeholder,
    Words,
    parsed_blanks,
    words,
)
from playroom.narration.phrases.locales import ITSELF, ours
from playroom.narration.phrases.phrasebook import FALLBACK, Language, TileStyle, formatted
from playroom.strict_yaml import read

NEW_LANGUAGE: Final = ("name", "locale")
"""The lines of language.yaml that are another in each language."""


class Sentence(Struct, frozen=True):
    """One text of a language: a form of an entry, for one grammatical person."""

    entry: str
    person: Person
    form: Form

    def __str__(self) -> str:
        return f"{self.entry} {self.person}.{self.form}" if self.person else f"{self.entry} {self.form}"


def language_folder(code: str, own: Path) -> Path:
    """The folder in which a language is translated: that of a checkout, else one in the player's *own*."""
    folder = ours() / code
    is_checkout = (ours().parent / "pyproject.toml").is_file()
    return folder if folder.is_dir() and is_checkout else own / code


def words_in(folder: Path) -> Mapping[str, Words]:
    """The words of each file of a language, by the names of the files; a PageError if one is not YAML."""
    files = sorted(file for file in folder.glob("*.yaml") if file.name != ITSELF)
    return {file.stem: words(read(file)) for file in files}


def english() -> Mapping[str, Words]:
    """The words of the language that has every entry."""
    return words_in(ours() / FALLBACK)


def sentences(said: Mapping[str, Words]) -> Iterator[tuple[Sentence, str]]:
    """Each sentence of a language, with its text."""
    for each in said.values():
        for name, entry in each.entries.items():
            for person, forms in entry.items():
                yield from ((Sentence(name, person, form), text) for form, text in forms.items())


def entries_of(texts: Mapping[Sentence, str]) -> Mapping[str, Entry]:
    """The entries that sentences make."""
    entries: dict[str, dict[Person, dict[Form, str]]] = {}
    for sentence, text in texts.items():
        entries.setdefault(sentence.entry, {}).setdefault(sentence.person, {})[sentence.form] = text
    return entries


def write_entries(folder: Path, entries: Mapping[str, Entry | None], reference: Mapping[str, Words]) -> int:
    """Write *entries* to the files of a language, and take out those that are None; how many changed.

    What stays the same keeps its bytes. A new file begins as that of the *reference*, with its comments.
    """
    changed = 0
    for stem, right in reference.items():
        file = folder / f"{stem}.yaml"
        here = words(read(file)).entries if file.is_file() else {}
        given = {name: entries[name] for name in right.entries if name in entries}
        differing = {name: entry for name, entry in given.items() if entry != here.get(name)}
        if not differing:
            continue
        changed += len(differing)
        if not file.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            file.write_bytes((ours() / FALLBACK / file.name).read_bytes())
            differing = {name: entries.get(name) for name in right.entries}

        def change(page: MutableMapping[Any, Any], differing: Mapping[str, Entry | None] = differing) -> None:
            for name, entry in differing.items():
                _put(page, name.split(".")[1:], entry)

        update_locked_page(file, change)  # one translator writes it, and a lock file would stay in the folder
    return changed


def write_language(folder: Path, name: str, locale: str) -> None:
    """Write a language.yaml like the English one, for a translator to go on with."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = (ours() / FALLBACK / ITSELF).read_text(encoding="utf-8").splitlines(keepends=True)
    own = dict(zip(NEW_LANGUAGE, (name, locale), strict=True))
    text = "".join(
        f"{key}: {own[key]}\n" if (key := line.partition(":")[0]) in own else line for line in lines
    )
    (folder / ITSELF).write_text(text, encoding="utf-8")


def _put(page: MutableMapping[Any, Any], path: list[str], entry: Entry | None) -> None:
    """Write an entry at its path, or take it out with the groups that it leaves empty."""
    key, *inner = path
    if inner:
        group = page.setdefault(key, _like(page))
        _put(group, inner, entry)
        if not group:
            del page[key]
    elif entry is None:
        page.pop(key, None)
    else:
        old = page.get(key)
        if set(entry) == {Person.NOBODY}:
            page[key] = _forms(page, entry[Person.NOBODY], old)
        else:
            kept = old if isinstance(old, dict) else {}
            made = _like(page)
            made.update({str(each): _forms(page, entry[each], kept.get(str(each))) for each in entry})
            page[key] = _updated(old, made)


def _forms(page: MutableMapping[Any, Any], forms: Mapping[Form, str], old: object) -> object:
    texts: dict[str, object] = {str(form): text for form, text in forms.items()}
    if type(page) is not dict:  # all texts of a language stand between double quotes
        from ruamel.yaml.scalarstring import DoubleQuotedScalarString  # noqa: PLC0415 (it loads slowly)

        texts = {str(form): DoubleQuotedScalarString(text) for form, text in forms.items()}
    if set(forms) == {Form.NORMAL} and not isinstance(old, dict):
        return texts[Form.NORMAL]
    made = _like(page)
    made.update(texts)
    return _updated(old, made)


def _updated(old: object, made: MutableMapping[Any, Any]) -> object:
    """The *old* mapping with the new values, which keeps its comments and brackets; *made* if it is none."""
    if not isinstance(old, dict):
        return made
    for key in [key for key in old if key not in made]:
        del old[key]
    for key, value in made.items():
        if old.get(key) != value:
            old[key] = value
    return old


def _like(page: MutableMapping[Any, Any]) -> MutableMapping[Any, Any]:
    """An empty mapping of the same library as *page*."""
    made: MutableMapping[Any, Any] = type(page)()
    return made


UNKNOWN: Final = "…"
"""What stands for a blank of which there is no sample."""

_PEOPLE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("who", "name", "turn", "scorers", "named", "players"), "Ben"),
    **dict.fromkeys(("whom", "host", "by", "names", "others"), "Ada"),
}
_NUMBERS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("number", "points", "count", "half", "end", "sum", "scored", "volume", "percent"), 5),
    **dict.fromkeys(("total", "margin", "boneyard", "most", "last", "highest"), 12),
    **dict.fromkeys(("left", "round", "place", "at", "least", "rate", "times", "seat", "line", "wins"), 3),
    **dict.fromkeys(("right", "laid", "held", "of", "rounds", "size", "hidden", "digit"), 7),
}
_TILES: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    **dict.fromkeys(("tile", "made", "better", "move", "key"), ((5, 3),)),
    **dict.fromkeys(("tiles", "hand", "chain", "playable"), ((5, 3), (6, 6), (4, 0))),
}


def sample(pattern: str, language: Language, person: Person = Person.NOBODY) -> str:
    """*pattern*, which is said to *person*, with its blanks filled, each with a sample."""
    found = sorted(parsed_blanks(pattern), key=lambda each: bool(each.kind))
    filled = {each.blank: _sample(each, language) for each in found}
    if person is Person.YOU_AND:
        both = {"who": (language.you_first, _PEOPLE["who"]), "whom": (language.you, _PEOPLE["whom"])}
        filled |= {name: language.every(both[name]) for name in both.keys() & filled.keys()}
    elif "who" in filled and "count" in filled:
        filled["count"] = 1  # of one player: "Ben wins"
    texts = {name: word for name, word in filled.items() if isinstance(word, str)}
    return formatted(language.with_elisions(pattern, texts), language.locale, filled)


def _sample(each: Placeholder, language: Language) -> str | int:
    if each.kind == SELECT:
        return each.cases[0]
    if each.kind == PLURAL:
        return _NUMBERS.get(each.blank, 2)
    if each.blank in _PEOPLE:
        return _PEOPLE[each.blank]
    if each.blank in _TILES:
        return language.every([language.tile(*tile, TileStyle.DIGITS) for tile in _TILES[each.blank]])
    return _NUMBERS.get(each.blank, UNKNOWN)
