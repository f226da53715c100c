"""A newer version: its line in the menu, its news, and its installation in a folder for players."""

from collections.abc import Generator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from playroom.console.menus.main import MainMenu
from playroom.console.ui.list import ListPlace, WaitList, line_items, list_title
from playroom.console.ui.places import Item
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Blank, Message, answer
from playroom.update.offer import File, Offer
from playroom.update.players_folder import READY, NotUpdated, steps

if TYPE_CHECKING:
    from playroom.console.ui.background import Job

MEGABYTE: Final = 1_000_000
ALL: Final = 100
"""The percentage at which the new version is installed."""


class InstallPlace(NamedTuple):
    """Where a newer version can be installed: a folder for players, and the file of a release for it."""

    folder: Path
    file: File
    address: str
    running: str
    """The version that is running."""


class Update:
    """The offer of a newer version to a player; without a place, they update it by hand."""

    def __init__(self, menu: MainMenu, offer: Offer, place: InstallPlace | None) -> None:
        self._menu, self._room, self._offer, self._place = menu, menu.room, offer, place
        self._news = offer.news_in(self._room.book.language.code)
        self._job: Job | None = None
        self._percentages: Generator[int] | None = None
        """The installation under way."""

    def show(self, *, says: bool) -> None:
        """Add the line to the menu, and say the news there if it *says* so."""
        blanks = self._blanks | {"news": self._news[0]}
        line = Item("update", Message("updates.line", blanks=self._blanks), choose=self._open)
        self._menu.show_update(line, Message("updates.there", blanks=blanks) if says else None)

    @property
    def _blanks(self) -> dict[str, Blank]:
        return {"version": self._offer.version}

    def _open(self) -> None:
        """Open the news, with the line that installs the version first."""
        way = Item("by_hand", Message("updates.by_hand"))
        if self._place:
            size = max(1, round(self._place.file.size / MEGABYTE))
            label = Message("updates.install", blanks={"megabytes": size})
            way = Item("install", label, choose=partial(self._install, self._place))
        texts = (Message("menus.guide_text", blanks={"text": each}) for each in self._news)
        items = (way, *line_items(texts))
        title = list_title(Message("updates.line", blanks=self._blanks))
        self._room.places.open(ListPlace(self._room, title, lambda: items, sentences=True))

    def _install(self, place: InstallPlace) -> None:
        """Fetch and install the version, while the keys go to a list that stops it."""

        def stop() -> None:
            """Cancel the download; its file is removed here, or by the thread that still writes it."""
            percentages, self._percentages = self._percentages, None
            if self._job and percentages:
                self._job.cancel()
                with suppress(ValueError):  # it is at work
                    percentages.close()
            self._end(answer("updates.stopped"))

        waiting = answer("updates.fetching", **self._blanks)
        self._room.places.open(WaitList(self._room, waiting, stop))
        self._percentages = steps(self._offer, place.file, place.address, place.folder, place.running)
        self._go_on(self._percentages)

    def _go_on(self, percentages: Generator[int]) -> None:
        """Fetch the next quarter beside the keys."""

        def next_percentage() -> int | NotUpdated:
            try:
                return next(percentages, ALL)
            except NotUpdated as error:
                return error
            finally:
                if self._percentages is not percentages:  # stopped meanwhile
                    percentages.close()

        def take(reached: int | NotUpdated) -> None:
            """Say how far it is, or how it ended."""
            if isinstance(reached, NotUpdated):
                why: Blank = system_error_blank(reached.error) if reached.error else ""
                entry = f"updates.why.{reached.why}"
                self._end(answer("updates.failed", why=Message(entry, blanks={"why": why})))
            elif reached == ALL:
                self._menu.show_update(None)
                self._room.places.drop_to(self._menu)
                self._end(answer("updates.installed", **self._blanks))
            else:
                if reached != READY:
                    self._room.speech.answer(answer("updates.percent", percent=reached))
                self._go_on(percentages)

        self._job = self._room.background.run(next_percentage, take)

    def _end(self, message: Message) -> None:
        self._room.places.close(WaitList)
        place = self._room.places.current
        if isinstance(place, ListPlace):
            place.tell_item(message)
