"""The file of the player's own keys, in the format of the keymaps."""

from collections.abc import Iterable, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from playroom.home.files import locked, regular_target, write_atomically
from playroom.home.page_update import update_locked_page, update_page
from playroom.strict_yaml.files import content_of

KeyLine: TypeAlias = tuple[str, str, str]
"""A section of a keymap, a key, and the command that it is bound to there."""

_PROFILES = "profiles"


class OwnKeys:
    """The player's keys.yaml; an OSError leaves the old file.

    A change returns the copy of an old file that could not be read in full, if it could not.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.backup = file.with_name("keys.before.yaml")
        """The copy of the old keys, made when the player goes back to the defaults."""

    def save(self, profile: str, lines: Iterable[KeyLine]) -> Path | None:
        """Save these bindings of a profile; they replace those of the same keys."""

        def change(page: MutableMapping[Any, Any]) -> None:
            sections = _within(_within(page, _PROFILES), str(profile))
            for section, key, stands_for in lines:
                _within(sections, str(section))[str(key)] = str(stands_for)  # YAML cannot write a StrEnum

        return update_page(self.file, change)

    def reset(self, profile: str) -> Path | None:
        """Restore the default keys of a profile, after a backup; other profiles keep theirs."""

        def change(page: MutableMapping[Any, Any]) -> None:
            others = {name: keys for name, keys in _within(page, _PROFILES).items() if name != profile}
            page.clear()
            if others:
                page[_PROFILES] = others

        with locked(self.file):
            write_atomically(self.backup, _text(self.file))
            return update_locked_page(self.file, change)

    def restore(self) -> None:
        """Swap the keys and their backup; a copy survives a crash."""
        copy = self.file.with_name("keys.copy.yaml")
        with locked(self.file):
            now, before = _text(self.file), _text(self.backup)
            write_atomically(copy, now)
            try:
                write_atomically(self.file, before)
                write_atomically(self.backup, now)
            except OSError:
                copy.replace(regular_target(self.file))  # which needs no room on the disk
                if _text(self.backup) != before:
                    write_atomically(self.backup, before)
                raise
            with suppress(OSError):
                copy.unlink()


def _text(file: Path) -> str:
    try:
        return content_of(file).decode("utf-8", "replace")
    except FileNotFoundError:
        return ""


def _within(page: MutableMapping[Any, Any], name: str) -> MutableMapping[Any, Any]:
    """The mapping of that name, which is added if it is missing."""
    inside = page.get(name)
    if not isinstance(inside, MutableMapping):
        inside = page[name] = {}
    return inside
