"""The folder of the playroom of a user of the Windows that Wine plays."""

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import yaml

from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.rules.match import Match
from playroom.strict_yaml import PageError
from playroom.table.shelf import OURS, shelf

VARIANTS: Final = shelf([OURS]).variants


class Home:
    """The folder of a user of the Windows that Wine plays."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def empty(self) -> None:
        """Let the user be new."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)

    def save_settings(self, settings: Mapping[str, object]) -> None:
        """Save settings of a user who is not new."""
        (self.folder / "settings.yaml").write_text(yaml.safe_dump(dict(settings)), encoding="utf-8")

    @property
    def settings(self) -> Mapping[str, object]:
        """The settings as they are saved; empty while they are replaced."""
        with suppress(OSError):
            return yaml.safe_load((self.folder / "settings.yaml").read_text(encoding="utf-8")) or {}
        return {}

    @property
    def newest(self) -> SavedMatch | None:
        """The match that was played last."""
        return next(iter(SavedMatches(self.folder / "matches").newest_first()), None)

    @property
    def match(self) -> Match | None:
        """The newest match as it is saved; None if there is none."""
        with suppress(PageError, OSError):
            return self.newest.load(VARIANTS).match if self.newest else None
        return None
