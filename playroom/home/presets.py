"""Presets: settings saved under names, all in one file."""

from collections.abc import Mapping, MutableMapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from playroom.home.page_update import update_page
from playroom.home.settings import Settings, valid_settings
from playroom.strict_yaml import Page, PageError, Value, read, unreadable
from playroom.strict_yaml.salvage import salvage

NOT_IN_PRESETS = ("preset", "table", "people")
"""The settings that no preset changes."""


class Presets:
    """The presets in *file*; what cannot be read is left out.

    A change returns the copy of an old file that could not be read in full, if it could not.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self.dropped: tuple[str, Mapping[str, Value]] | None = None
        """The preset that was deleted or replaced last, with its name."""

    @property
    def errors(self) -> tuple[PageError, ...]:
        """Why parts of the file cannot be read."""
        return self._read()[1]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the presets, in the order in which they were saved."""
        return tuple(self._plain())

    def settings(self, name: str) -> Mapping[str, object]:
        """The settings of a preset; a KeyError if it does not exist."""
        return _in_preset(valid_settings(self._plain()[name]))

    def save(self, name: str, settings: Settings) -> Path | None:
        """Save the settings as a preset, new or not; an OSError leaves the old file."""
        usual = _in_preset(Settings())
        differing = {key: value for key, value in _in_preset(settings).items() if value != usual[key]}
        return self._drop(name, differing)

    def delete(self, name: str) -> Path | None:
        """Delete a preset, if it still exists; an OSError leaves the old file."""
        return self._drop(name, None)

    def restore(self) -> Path | None:
        """Bring the dropped preset back, if there is one; an OSError leaves the old file."""
        kept = self._put(*self.dropped) if self.dropped else None
        self.dropped = None
        return kept

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
            key = next((key for key in page if str(key) == name), name)
            page.pop(key, None) if plain is None else page.update({key: dict(plain)})

        return update_page(self._file, change)

    def _plain(self) -> Mapping[str, Mapping[str, Value]]:
        page = self._read()[0].value
        named = page if isinstance(page, dict) else {}
        return {
            str(name): {str(key): value for key, value in plain.items()}
            for name, plain in named.items()
            if isinstance(plain, dict)
        }

    def _read(self) -> tuple[Page, tuple[PageError, ...]]:
        """The page, or what can be read of it and the errors in the rest."""
        try:
            return _read_page(self._file)
        except FileNotFoundError:
            errors: tuple[PageError, ...] = ()
        except OSError as error:
            errors = (unreadable(self._file, error),)
        return Page(str(self._file), {}, (1, {})), errors


def _read_page(file: Path) -> tuple[Page, tuple[PageError, ...]]:
    try:
        return read(file), ()
    except PageError as error:
        return salvage(file, error)[:2]


def _in_preset(settings: Settings) -> Mapping[str, object]:
    return {name: value for name, value in asdict(settings).items() if name not in NOT_IN_PRESETS}
