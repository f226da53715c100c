"""The phrasebooks of all languages: the packaged ones and the player's own."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from playroom.narration.phrases.entry import Entry, entry_of, said_by_name, words
from playroom.narration.phrases.phrasebook import FALLBACK, Language, Phrasebook, TileStyle, language
from playroom.narration.phrases.proof import faults, known_locale
from playroom.strict_yaml import Page, PageError, Value, read, unreadable

ITSELF = "language.yaml"
"""The file with the name and grammar of a language."""


class Languages(Struct, frozen=True):
    """The languages' own names by code, and the errors of the languages left out."""

    names: Mapping[str, str]
    left_out: tuple[PageError, ...] = ()


class Files:
    """Corrections, then entries from several folders, of which the first takes precedence."""

    def __init__(self, corrections: Mapping[str, Entry], folders: Sequence[Path]) -> None:
        self._corrections = corrections
        self._folders = tuple(map(str, folders))

    def __contains__(self, name: object) -> bool:
        return self.get(str(name)) is not None

    def load(self) -> None:
        """Read every file, which is otherwise read when an entry of it is needed."""
        for folder in self._folders:
            for file in Path(folder).glob("*.yaml"):
                _our_file(folder, file.stem)

    def get(self, name: str) -> Entry | None:
        """The entry called *name*, if there is one."""
        if corrected := self._corrections.get(name):
            return corrected
        return next(filter(None, (_our_entry(folder, name) for folder in self._folders)), None)


@cache
def _our_entry(folder: str, name: str) -> Entry | None:
    """The entry of this name in a folder of ours, if it is there; made when it is needed, and once.

    It takes texts, as a path takes long to be made, and each message asks several times.
    """
    said = _our_file(folder, name.partition(".")[0]).get(name)
    return None if said is None else entry_of(said)


@cache
def _our_file(folder: str, stem: str) -> Mapping[str, Value]:
    """What a file of ours says for each entry, nothing if there is no such file; it is read once."""
    file = Path(folder, f"{stem}.yaml")
    return said_by_name(read(file)) if file.is_file() else {}


@cache
def ours() -> Path:
    """The folder of the packaged languages: inside the package, or beside it in a checkout."""
    package = Path(__file__).parents[2]
    inside = package / "locales"
    return inside if inside.is_dir() else package.parent / "locales"


def our_names() -> Iterator[str]:
    """The names of all entries."""
    for file in sorted((ours() / FALLBACK).glob("*.yaml")):
        if file.name != ITSELF:
            yield from _our_file(str(file.parent), file.stem)


def languages(own: Path | None = None) -> Languages:
    """Every valid language: the packaged ones, and those in the player's *own* folder."""
    found = [each for folder in (ours(), own) if folder for each in _languages(folder)]
    names = {each.code: each.name for each in found if isinstance(each, Language)}
    return Languages(names, tuple(each for each in found if isinstance(each, PageError)))


def language_codes(own: Path | None = None) -> tuple[str, ...]:
    """The codes of all valid languages; those of the package are not read, as a start needs one alone."""
    added = (each.code for each in _languages(own) if isinstance(each, Language)) if own else ()
    return tuple(dict.fromkeys((*_our_codes(), *added)))


@cache
def _our_codes() -> tuple[str, ...]:
    return tuple(sorted(file.parent.name for file in ours().glob(f"*/{ITSELF}")))


def phrasebook(code: str, own: Path | None = None, tiles: TileStyle = TileStyle.DIGITS) -> Phrasebook:
    """The phrasebook of the language *code*, with the entries that the player's *own* folder overrides.

    Missing entries are English; an unknown language is English altogether.
    """
    folders = [ours() / each for each in dict.fromkeys((code, FALLBACK))]
    corrected = own / code if own else None
    found = [_language(folder) for folder in (corrected, *folders) if folder and (folder / ITSELF).is_file()]
    spoken = next(each for each in found if isinstance(each, Language))
    corrections, left_out = _corrections(corrected, folders, spoken) if corrected else ({}, ())
    wrong = tuple(each for each in found if isinstance(each, PageError))
    is_new = spoken.code == code and not folders[0].is_dir()
    english = len([name for name in our_names() if name not in corrections]) if is_new else 0
    return Phrasebook(spoken, Files(corrections, folders), tiles, (*wrong, *left_out), english=english)


def _languages(folder: Path) -> Iterator[Language | PageError]:
    return (_language(file.parent) for file in sorted(folder.glob(f"*/{ITSELF}")))


def _language(folder: Path) -> Language | PageError:
    """The language in *folder*; packaged languages are validated by tests, not at each start."""
    if folder.parent == ours():
        return _our_language(folder)
    page = _page(folder / ITSELF)
    if isinstance(page, PageError):
        return page
    try:
        found = language(page)
    except PageError as error:
        return error
    return known_locale(page, found) or found


@cache
def _our_language(folder: Path) -> Language:
    return language(read(folder / ITSELF))


def _corrections(
    folder: Path, folders: Sequence[Path], spoken: Language
) -> tuple[Mapping[str, Entry], tuple[PageError, ...]]:
    """The player's valid entries, and the errors of the others."""
    reference = Files({}, folders)
    taken: dict[str, Entry] = {}
    left_out: list[PageError] = []
    for file in sorted(folder.glob("*.yaml")):
        page = _page(file)
        if isinstance(page, PageError):
            left_out.append(page)
        elif file.name != ITSELF:
            said = words(page)
            wrong = faults(said, reference, spoken.locale)
            taken |= {name: entry for name, entry in said.entries.items() if name not in wrong}
            left_out += [*said.faults, *wrong.values()]
    return taken, tuple(left_out)


def _page(file: Path) -> Page | PageError:
    try:
        return read(file)
    except PageError as error:
        return error
    except OSError as error:
        return unreadable(file, error)
