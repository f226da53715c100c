"""Settings that a player has kept under names, to be taken again by one key: one file for all of them."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import yaml

from playroom.home.files import write_whole
from playroom.home.settings import Settings, checked
from playroom.strict_yaml import PageError, Value, read

NOT_KEPT = ("preset", "table")
"""What is no matter of taste and stays as it is, whichever preset is taken."""


class Presets:
    """The presets in *file*; what cannot be read there is left out, and is lost at the next change."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called, in the order in which they were kept."""
        return tuple(self._plain())

    def settings(self, name: str) -> Mapping[str, object]:
        """All settings of a preset but those that are never kept; a KeyError if there is none."""
        return _kept(checked(self._plain()[name]))

    def keep(self, name: str, settings: Settings) -> None:
        """Keep the settings under *name*, in place of those that were; an OSError leaves the old file."""
        usual = _kept(Settings())
        differing = {key: value for key, value in _kept(settings).items() if value != usual[key]}
        self._write({**self._plain(), name: differing})

    def forget(self, name: str) -> None:
        """Have no preset of this name any more; an OSError leaves the old file."""
        self._write({other: plain for other, plain in self._plain().items() if other != name})

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
        write_whole(self._file, yaml.safe_dump(plain, allow_unicode=True, sort_keys=False))


def _kept(settings: Settings) -> Mapping[str, object]:
    return {name: value for name, value in asdict(settings).items() if name not in NOT_KEPT}
