"""What the doctor tells, as a list: there at once, and filled as soon as it was looked for."""

from collections.abc import Callable, Sequence
from functools import partial

from playroom.console.aside import aside
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.room import Room
from playroom.home.settings import Settings
from playroom.narration.message import Message, answer
from playroom.voice.speakers import Finding, found

Report = Callable[[Settings, Sequence[Finding]], tuple[Message, ...]]
"""What was found here, under these settings and with these ways to speak, line by line."""


class FoundHere:
    """The report, a line for each thing that was looked for; the whole of it can be copied."""

    def __init__(self, room: Room, report: Report) -> None:
        self._room, self._report = room, report
        self._lines: tuple[Message, ...] = ()
        self.listing = ListPlace(room, Message("doctor.title"), self.items, sentences=True)
        aside(partial(found, room.ways), self._take)

    def items(self) -> tuple[Item, ...]:
        """The lines, once there are any, and what copies them."""
        if not self._lines:
            return (Item("looking", Message("doctor.looking")),)
        lines = (Item(str(number), line) for number, line in enumerate(self._lines))
        return (*lines, Item("copy", Message("doctor.copy"), choose=self._copy))

    def _take(self, findings: tuple[Finding, ...]) -> None:
        """Fill the list, and tell its first line if the player is still there."""
        self._lines = self._report(self._room.settings, findings)
        if self._room.place is self.listing:
            self.listing.tell_item()

    def _copy(self) -> None:
        """Copy the report, and say where it is if it is in a file."""
        try:
            file = self._room.copy("\n".join(map(self._room.words, self._lines)))
        except OSError as error:
            told = answer("history.not_copied", why=error.strerror or str(error))
        else:
            told = answer("history.copied_to", file=str(file)) if file else answer("history.copied")
        self.listing.tell_item(told)
