"""The entries of a page by their paths, such as ``("rounds", 0, "hands")``.

One that is not of its kind is a PageError.
"""

from collections.abc import Iterable, Mapping
from unicodedata import category

from playroom.strict_yaml import Key, Page, Value, as_written, quoted, reason
from playroom.strict_yaml.kinds import NotAllowedError, Text

WORD = Text("text", or_empty=False)


def value_at(page: Page, *path: Key) -> Value:
    """The entry at *path*; None where there is none."""
    value = page.value
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int):
            value = value[step]
    return value


def is_written(page: Page, key: Key) -> bool:
    """Whether the page has the entry *key*, even without a value."""
    return isinstance(page.value, dict) and key in page.value


def mapping_at(page: Page, path: tuple[Key, ...], allowed: Iterable[Key] | None) -> Mapping[Key, Value]:
    """The mapping at *path*, which may have the *allowed* keys, or any."""
    value = value_at(page, *path)
    if not isinstance(value, dict):
        named = path and isinstance(path[-1], str)
        what = str(path[-1]) if named else reason("this")
        raise page.wrong_form(reason("must_be_mapping", what=what), *path)
    for key in value:
        if allowed is not None and key not in allowed:
            raise page.error(
                reason("unknown", given=quoted(key), known=tuple(map(quoted, allowed))), *path, key
            )
    return value


def list_at(page: Page, path: tuple[Key, ...], *, or_none: bool = True) -> list[Value]:
    """The list at *path*, empty where there is none if that is allowed."""
    value = value_at(page, *path)
    if value is None and or_none:
        return []
    if not isinstance(value, list):
        raise page.error(reason("must_be_list", what=str(path[-1])), *path)
    return value


def word_at(page: Page, path: tuple[Key, ...]) -> str:
    """The text at *path*, which is not empty and has no control characters."""
    value = value_at(page, *path)
    try:
        word = WORD.read(value)
    except NotAllowedError as error:
        raise page.error(reason("no_word", what=_last_word(path), given=as_written(value)), *path) from error
    if any(category(letter) == "Cc" for letter in word):
        raise page.error(reason("control_characters", what=_last_word(path)), *path)
    return word


def _last_word(path: tuple[Key, ...]) -> str:
    """The name of the entry at *path*, or of the list that contains it."""
    return next(str(step) for step in reversed(path) if isinstance(step, str))
