"""The file in which a player's own keys are kept, in the form of every keymap."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import yaml

from playroom.home.files import write_whole
from playroom.strict_yaml import Key, PageError, Value, read

KeyLine: TypeAlias = tuple[str, str, str]
"""A part of a keymap, a key, and what it stands for there."""

_PROFILES = "profiles"


class OwnKeys:
    """The player's keys.yaml. What cannot be read is a PageError or an OSError, and never written over."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.aside = file.with_name("keys.before.yaml")
        """Where the old keys are put when a player goes back to ours."""

    def keep(self, profile: str, lines: Iterable[KeyLine]) -> None:
        """Keep *lines* for *profile*, in the place of what they name."""
        page = self._page()
        sections = _within(_within(page, _PROFILES), str(profile))
        for section, key, stands_for in lines:
            _within(sections, str(section))[str(key)] = str(
                stands_for
            )  # words of an enumeration are no plain ones
        self._write(self.file, page)

    def forget(self, profile: str) -> None:
        """Put aside all that holds in *profile*, and keep what holds in the others alone."""
        page = self._page()
        self._write(self.aside, page)
        others = {name: keys for name, keys in _within(page, _PROFILES).items() if name != profile}
        self._write(self.file, {_PROFILES: others} if others else {})

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
        write_whole(file, yaml.safe_dump(page, allow_unicode=True, sort_keys=False) if page else "")


def _within(page: dict[Key, Value], name: str) -> dict[Key, Value]:
    """The mapping called *name*, made where there is none."""
    inside = page.get(name)
    if not isinstance(inside, dict):
        inside = page[name] = {}
    return inside
