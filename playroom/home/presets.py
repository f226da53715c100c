"""Presets: settings saved under names, all in one file."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import yaml

from playroom.home.files import write_atomically
from playroom.home.settings import Settings, valid_settings
from playroom.strict_yaml import PageError, Value, read

NOT_IN_PRESETS = ("preset", "table")
"""The settings that no preset changes."""


class Presets:
    """The presets in *file*; what cannot be read is left out, and is lost with the next change."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.dropped: tuple[str, Mapping[str, Value]] | None = None
        """The preset that was deleted or replaced last, with its name."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the presets, in the order in which they were saved."""
        return tuple(self._plain())

    def settings(self, name: str) -> Mapping[str, object]:
        """The settings of a preset; a KeyError if it does not exist."""
        return _in_preset(valid_settings(self._plain()[name]))

    def save(self, name: str, settings: Settings) -> None:
        """Save the settings as a preset, new or not; an OSError leaves the old file."""
        usual = _in_preset(Settings())
        differing = {key: value for key, value in _in_preset(settings).items() if value != usual[key]}
        before = self._plain()
        self._write({**before, name: differing})
        if name in before:
            self.dropped = name, before[name]

    def delete(self, name: str) -> None:
        """Delete a preset; an OSError leaves the old file."""
        before = self._plain()
        self._write({other: plain for other, plain in before.items() if other != name})
        self.dropped = name, before[name]

    def restore(self) -> None:
        """Bring the dropped preset back; an OSError leaves the old file."""
        assert self.dropped  # the list offers it only then
        name, plain = self.dropped
        self._write({**self._plain(), name: plain})
        self.dropped = None

    def _plain(self) -> Mapping[str, Mapping[str, Value]]:
        try:
            page = read(self._file).value
        except (OSError, PageError):
            return {}
        named = page if isinstance(page, dict) else {}
        return {
            str(name): {str(key): value for key, value in plain.items()}
            for name, plain in named.items()
            if isinstance(plain, dict)
        }

    def _write(self, presets: Mapping[str, Mapping[str, object]]) -> None:
        plain = {name: dict(settings) for name, settings in presets.items()}
        write_atomically(self._file, yaml.safe_dump(plain, allow_unicode=True, sort_keys=False))


def _in_preset(settings: Settings) -> Mapping[str, object]:
    return {name: value for name, value in asdict(settings).items() if name not in NOT_IN_PRESETS}
