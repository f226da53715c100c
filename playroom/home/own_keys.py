"""The file of the player's own keys, in the format of the keymaps."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import yaml

from playroom.home.files import write_atomically
from playroom.strict_yaml import Key, PageError, Value, read

KeyLine: TypeAlias = tuple[str, str, str]
"""A section of a keymap, a key, and the command that it is bound to there."""

_PROFILES = "profiles"


class OwnKeys:
    """The player's keys.yaml. An unreadable file is a PageError or an OSError, and is not overwritten."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.backup = file.with_name("keys.before.yaml")
        """The copy of the old keys, made when the player goes back to the defaults."""

    def save(self, profile: str, lines: Iterable[KeyLine]) -> None:
        """Save these bindings of a profile; they replace those of the same keys."""
        page = self._page()
        sections = _within(_within(page, _PROFILES), str(profile))
        for section, key, stands_for in lines:
            _within(sections, str(section))[str(key)] = str(stands_for)  # YAML cannot write a StrEnum
        self._write(self.file, page)

    def reset(self, profile: str) -> None:
        """Go back to the default keys of a profile, after a backup; other profiles keep theirs."""
        page = self._page()
        self._write(self.backup, page)
        others = {name: keys for name, keys in _within(page, _PROFILES).items() if name != profile}
        self._write(self.file, {_PROFILES: others} if others else {})

    def restore(self) -> None:
        """Change the keys and their backup for each other."""
        page = self._page()
        self.backup.replace(self.file)
        self._write(self.backup, page)

    def _page(self) -> dict[Key, Value]:
        try:
            page = read(self.file)
        except FileNotFoundError:
            return {}
        if isinstance(page.value, dict):
            return page.value
        if page.value is None:
            return {}
        raise PageError(page.source, 1, "a keymap names places, each with keys.")

    def _write(self, file: Path, page: dict[Key, Value]) -> None:
        write_atomically(file, yaml.safe_dump(page, allow_unicode=True, sort_keys=False) if page else "")


def _within(page: dict[Key, Value], name: str) -> dict[Key, Value]:
    """The mapping of that name, which is added if it is missing."""
    inside = page.get(name)
    if not isinstance(inside, dict):
        inside = page[name] = {}
    return inside
