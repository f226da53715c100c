"""The homes of guests of a club, which are removed after a while without a visit."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from playroom.commands.browser_consoles import GUESTS_FOLDER, NETWORK_FOLDER
from playroom.home.folders import Folders
from playroom.home.quota import last_visit, note_visit
from playroom.online.homes.home_store import remove_folder
from playroom.web.passes import BrowserPass, Rights

GUEST_SECONDS: Final = 30 * 24 * 3600
"""The seconds without a visit after which the home of a guest is removed."""

IDENTIFIER: Final = re.compile(r"[0-9a-f]{16}", re.ASCII)
"""How a home is called: by the browser of its guest."""

REMOVED: Final = "."
"""What the name of a home begins with that is being removed."""


class OpenPages(Protocol):
    """The browsers that are in."""

    def is_here(self, given: BrowserPass) -> bool:
        """Whether a page or a console of a browser is open."""
        ...

    async def dismiss(self, given: BrowserPass) -> None:
        """Forget a browser."""
        ...


class GuestHomes:
    """The homes of guests, and their settings, in the *folders* of a club."""

    def __init__(self, folders: Folders) -> None:
        self._homes = folders.matches.parent / GUESTS_FOLDER
        self._settings = folders.settings.parent / NETWORK_FOLDER

    async def remove_old(self, now: float, pages: OpenPages) -> None:
        """Remove the homes of those who were not here for so long; *now* is in seconds since 1970.

        Who is here keeps all, and has a visit now. A home leaves its place before anything else is awaited:
        who comes in that moment finds all of it, or nothing.
        """
        for home in await asyncio.to_thread(self._old, now):
            given = BrowserPass(Rights.GUEST, home.name)
            if pages.is_here(given):
                note_visit(home, now)
                continue
            with suppress(OSError):  # such as a file that is open; the next time it is tried again
                home.rename(home.with_name(f"{REMOVED}{home.name}"))
                (self._settings / f"{home.name}.yaml").unlink(missing_ok=True)
                await pages.dismiss(given)
        await asyncio.to_thread(self._remove_renamed)

    def _old(self, now: float) -> list[Path]:
        """The homes whose guests were here last so long ago; one without a visit begins with one now."""
        old = []
        for home in self._all():
            visit = last_visit(home)
            if visit is None:
                note_visit(home, now)
            elif now - visit > GUEST_SECONDS:
                old.append(home)
        return old

    def _all(self) -> Iterator[Path]:
        """The homes, also those of which there are only settings."""
        names = {each.name for each in _in(self._homes)} | {each.stem for each in _in(self._settings)}
        return (self._homes / name for name in names if IDENTIFIER.fullmatch(name))

    def _remove_renamed(self) -> None:
        for home in _in(self._homes):
            if home.name.startswith(REMOVED):
                with suppress(OSError):  # as above
                    remove_folder(home)


def _in(folder: Path) -> list[Path]:
    """What is in a folder; nothing if there is none."""
    return [*folder.iterdir()] if folder.is_dir() else []
