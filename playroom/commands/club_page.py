"""The own words of a club: one page of YAML in its folder, with name, greeting, rules, language and games."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from playroom.strict_yaml import Page, PageError, read_whole, reason, unknown_key, unreadable
from playroom.strict_yaml.kinds import ListOf, Text, TextChoice, ValueKind, read_entry
from playroom.table.shared_table import ClubWords

FILE: Final = "club.yaml"
"""In the folder of the club."""

LONGEST: Final = {"name": 60, "greeting": 500, "rules": 500}
"""The most characters of each text, and of each rule."""
MOST_RULES: Final = 20


class ClubPage(Struct, frozen=True):
    """What the page says; no *games* are all, and no *language* is that of the program."""

    name: str = ""
    greeting: str = ""
    rules: tuple[str, ...] = ()
    language: str = ""
    games: tuple[str, ...] = ()

    @property
    def words(self) -> ClubWords | None:
        """What is said to those who come; None if that is nothing."""
        has_words = self.name or self.greeting or self.rules
        return ClubWords(self.name, self.greeting, self.rules) if has_words else None


def club_page(
    folder: Path, languages: Collection[str], games: Collection[str]
) -> tuple[ClubPage, tuple[PageError, ...]]:
    """The page in a folder, and every error in it, by line; an empty one without a file."""
    file = folder / FILE
    try:
        page, errors = read_whole(file)
    except (FileNotFoundError, NotADirectoryError):
        return ClubPage(), ()
    except OSError as error:
        return ClubPage(), (unreadable(file, error),)
    if errors or page.value is None:
        return ClubPage(), errors
    if not isinstance(page.value, dict):
        return ClubPage(), (page.error(reason("no_club")),)
    kinds: dict[str, ValueKind[Any]] = {
        "name": Text("line"),
        "greeting": Text("line"),
        "rules": ListOf(Text("line")),
        "language": TextChoice(languages),
        "games": ListOf(TextChoice(games)),
    }
    wrong = tuple(_errors(page, page.value, kinds))
    if wrong:
        return ClubPage(), wrong
    given = {str(key): _spoken(value) for key, value in page.value.items()}
    return ClubPage(**given), ()


def _spoken(value: Any) -> Any:  # noqa: ANN401 (a text or a list of texts)
    """A text in one line, or several as a tuple."""
    return tuple(map(_spoken, value)) if isinstance(value, list) else " ".join(value.split())


def _errors(
    page: Page, given: Mapping[Any, object], kinds: Mapping[str, ValueKind[Any]]
) -> Iterator[PageError]:
    for key, value in given.items():
        if key not in kinds:
            yield page.error(unknown_key(key, kinds), key)
            continue
        try:
            read_entry(page, key, kinds[str(key)])
        except PageError as error:
            yield error
            continue
        texts = value if isinstance(value, list) else [value]
        most = LONGEST.get(str(key))
        if most and (len(texts) > MOST_RULES or any(len(str(each)) > most for each in texts)):
            yield page.error(reason("club_too_long", most=most, rules=MOST_RULES), key)
