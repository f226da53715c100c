"""Presets: settings, or a table, saved under names, all in one file."""

import errno
import os
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict

from playroom.home.page_update import flow_line, update_page
from playroom.home.settings import KINDS, Settings, up_to_date, valid_settings
from playroom.strict_yaml import (
    Page,
    PageError,
    TooManyPresetsError,
    Value,
    load,
    reason,
    unknown_key,
    unreadable,
)
from playroom.strict_yaml.kinds import Measure, NotAllowedError, PlainData, read_entry
from playroom.strict_yaml.salvage import read_valid

_NO_SETTINGS: Final = ("preset", "table", "people", "companions")
"""The settings that hold more than one choice of the player, and stand in no preset."""

NOT_IN_PRESETS = (*_NO_SETTINGS, "tips_told", "explained", "blocked")
"""The settings that no preset changes: what a player has heard, and whom they do not want to hear, is theirs.

Presets of former releases may name the last two.
"""

MOST_PRESETS: Final = 100
"""With a thousand, each change would take a second, in which a server's other visitors wait."""

DIGITS: Final = range(1, 10)
"""The digits that can start a match."""

_DIGIT: Final = Measure("digit", DIGITS.start, DIGITS[-1])
_SETTING_KINDS: Final = {name: kind for name, kind in KINDS.items() if name not in _NO_SETTINGS}
_TABLE_KINDS: Final = {"digit": _DIGIT, "table": PlainData("preset_table")}

Plain = Mapping[str, Value]
"""A preset as its file has it."""


class TablePreset(NamedTuple):
    """A table as plain data, and the digit by which a match begins there; 0 for none."""

    table: Mapping[str, object]
    digit: int = 0


class Presets:
    """The presets in *file*; what cannot be read is left out.

    A change returns the copy of an old file that could not be read in full, if it could not.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: tuple[object, Mapping[str, Plain]] | None = None
        """The stamp of the file when it was last read, and its presets."""
        self.dropped: tuple[str, Plain] | None = None
        """The preset that was deleted or replaced last, with its name."""

    @property
    def errors(self) -> tuple[PageError, ...]:
        """Why parts of the file cannot be read."""
        return self._read()[1]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all presets, in the order in which they were saved."""
        return tuple(self._plain())

    @property
    def of_settings(self) -> tuple[str, ...]:
        """The names of the presets of settings."""
        return tuple(name for name, plain in self._plain().items() if not _has_table(plain))

    @property
    def tables(self) -> Mapping[str, TablePreset]:
        """The tables by name; of several with the same digit, the first one has it."""
        found: dict[str, TablePreset] = {}
        for name, plain in self._plain().items():
            if _has_table(plain):
                digit = _digit(plain)
                is_free = digit not in {each.digit for each in found.values()}
                found[name] = TablePreset(table_of(plain), digit if is_free else 0)
        return found

    def settings(self, name: str) -> Mapping[str, object]:
        """The settings of a preset; a KeyError if it does not exist."""
        return _in_preset(valid_settings(self._plain()[name]))

    def line(self, name: str) -> str:
        """A preset as one line of text, as the file could have it; a KeyError if it does not exist."""
        return flow_line({name: dict(sorted(self._plain()[name].items()))})

    def save(self, name: str, settings: Settings) -> Path | None:
        """Save the settings as a preset, new or not; an OSError leaves the old file."""
        usual = _in_preset(Settings())
        differing = {key: value for key, value in _in_preset(settings).items() if value != usual[key]}
        return self.put(name, differing)

    def save_table(self, name: str, table: Mapping[str, object]) -> Path | None:
        """Save a table with its digit, or with a free one if it is new; an OSError leaves the old file."""
        before = self.tables.get(name)
        digit = before.digit if before else next(iter(_free_digits(self._plain())), 0)
        return self.put(name, {**({"digit": digit} if digit else {}), "table": table})

    def put(self, name: str, plain: Mapping[str, object]) -> Path | None:
        """Save a preset as plain data; a digit that another one has gives way to a free one."""
        return self._drop(name, plain)

    def delete(self, name: str) -> Path | None:
        """Delete a preset, if it still exists; an OSError leaves the old file."""
        return self._drop(name, None)

    def restore(self) -> Path | None:
        """Restore the deleted preset, if there is one; an OSError leaves the old file."""
        kept = self._put(*self.dropped) if self.dropped else None
        self.dropped = None
        return kept

    def rename(self, name: str, new: str) -> Path | None:
        """Give a preset another name, if it still exists and no other has that name."""

        def change(page: MutableMapping[Any, Any]) -> None:
            key, others = _key(page, name), {str(each) for each in page if str(each) != name}
            if key in page and new not in others:
                page[new] = page.pop(key)

        return update_page(self._file, change)

    def set_digit(self, name: str, digit: int) -> Path | None:
        """Give a table this digit, 0 for none; a table that had it gets the one that this table had."""

        def change(page: MutableMapping[Any, Any]) -> None:
            digits = {each: _digit(plain) for each, plain in _presets(page).items()}
            if name not in digits:
                return
            others = [each for each, its in digits.items() if digit and its == digit]
            for each, its in (*((other, digits[name]) for other in others), (name, digit)):
                plain = page[_key(page, each)]
                plain.pop("digit", None)
                plain.update({"digit": its} if its else {})

        return update_page(self._file, change)

    def _drop(self, name: str, plain: Mapping[str, object] | None) -> Path | None:
        """Set a preset, or remove it if *plain* is None, and remember the one that was there."""
        before = self._plain().get(name)
        kept = self._put(name, plain)
        if before is not None:
            self.dropped = name, before
        return kept

    def _put(self, name: str, plain: Mapping[str, object] | None) -> Path | None:
        """Set a preset, or remove it if *plain* is None."""

        def change(page: MutableMapping[Any, Any]) -> None:
            key = _key(page, name)
            if plain is None:
                page.pop(key, None)
            elif key not in page and len(page) >= MOST_PRESETS:
                raise TooManyPresetsError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._file))
            else:
                free = _free_digits({each: preset for each, preset in _presets(page).items() if each != name})
                wanted = plain.get("digit")
                if wanted is None or wanted in free:
                    page[key] = dict(plain)
                else:
                    page[key] = {
                        **({"digit": free[0]} if free else {}),
                        **{key: plain[key] for key in plain if key != "digit"},
                    }

        return update_page(self._file, change)

    def _plain(self) -> Mapping[str, Plain]:
        """The presets by name, read again when the file has changed."""
        state = _state(self._file)
        if self._known is None or self._known[0] != state:
            self._known = state, _presets(self._read()[0].value)
        return self._known[1]

    def _read(self) -> tuple[Page, tuple[PageError, ...]]:
        """The page, or what can be read of it and the errors in the rest."""
        try:
            return read_valid(self._file)
        except FileNotFoundError:
            errors: tuple[PageError, ...] = ()
        except OSError as error:
            errors = (unreadable(self._file, error),)
        return Page(str(self._file), {}, (1, {})), errors


def preset_of_line(line: str) -> tuple[str, Mapping[str, Value]]:
    """The name of a preset in one line of text, and the preset as plain data; a PageError if it is none."""
    try:
        page = load(line, "")
    except PageError as error:
        raise PageError("", error.line, reason("no_preset")) from error
    named = _presets(page.value)
    if not isinstance(page.value, dict) or len(named) != 1 or len(page.value) != 1:
        raise page.error(reason("no_preset"))
    ((key, _),) = page.value.items()
    ((name, plain),) = named.items()
    if not name.strip() or not name.isprintable():
        raise page.error(reason("no_preset"))
    kinds: Mapping[str, Any] = _TABLE_KINDS if _has_table(plain) else _SETTING_KINDS
    current: dict[Any, Any] = dict(plain) if _has_table(plain) else up_to_date(plain)
    of_preset = Page("", current, (1, ()))
    for each in current:
        if each not in kinds:
            raise page.error(unknown_key(each, kinds), key)
        read_entry(of_preset, each, kinds[each])
    return name.strip(), current


def _state(file: Path) -> object:
    """A value that differs after each change of a file."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _presets(page: object) -> Mapping[str, Plain]:
    """The presets of a page by name."""
    named = page if isinstance(page, Mapping) else {}
    return {
        str(name): {str(key): value for key, value in plain.items()}
        for name, plain in named.items()
        if isinstance(plain, Mapping)
    }


def _has_table(plain: Mapping[str, object]) -> bool:
    """Whether a preset is a table; else it has settings."""
    return "table" in plain


def table_of(plain: Plain) -> Mapping[str, object]:
    """The table of a preset that has one, with words as its keys; empty if it cannot be read."""
    table = plain["table"]
    return {str(key): value for key, value in table.items()} if isinstance(table, dict) else {}


def _digit(plain: Plain) -> int:
    """The digit of a preset; 0 if it has none."""
    try:
        return int(_DIGIT.read(plain.get("digit")))
    except NotAllowedError:
        return 0


def _free_digits(presets: Mapping[str, Plain]) -> tuple[int, ...]:
    """The digits that no preset has, in order."""
    taken = {_digit(each) for each in presets.values()}
    return tuple(digit for digit in DIGITS if digit not in taken)


def _key(page: Mapping[Any, Any], name: str) -> Any:  # noqa: ANN401 (a key of any kind)
    """The key of the page for a name, which may be a number; the name if it has none."""
    return next((key for key in page if str(key) == name), name)


def _in_preset(settings: Settings) -> Mapping[str, object]:
    return {name: value for name, value in asdict(settings).items() if name not in NOT_IN_PRESETS}
