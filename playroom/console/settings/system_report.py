"""The report of what was found on this system, as a list."""

from collections.abc import Callable, Sequence
from functools import partial

from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.home.settings import Settings
from playroom.narration.message import Message
from playroom.voice.probe import ProbeResult, probe_sources

Report = Callable[[Settings, Sequence[ProbeResult]], tuple[Message, ...]]
"""The findings with these settings and these speech backends, line by line."""


class SystemReport(ListPlace):
    """The lines of the report, filled in once it is ready; all of it can be copied."""

    def __init__(self, room: Room, report: Report) -> None:
        self._report = report
        self._lines: tuple[Message, ...] = ()
        super().__init__(room, Message("doctor.title"), self._report_items, sentences=True)
        room.background.run(partial(probe_sources, room.preferences.sources), self._fill)

    def _report_items(self) -> tuple[Item, ...]:
        if not self._lines:
            return (Item("looking", Message("doctor.looking")),)
        lines = (Item(str(number), line) for number, line in enumerate(self._lines))
        return (*lines, Item("copy", Message("doctor.copy"), choose=self._copy))

    def _fill(self, findings: tuple[ProbeResult, ...]) -> None:
        """Fill the list, and say its first line if the player is still there."""
        self._lines = self._report(self.room.settings, findings)
        if self.room.places.current is self:
            self.tell_item()

    def _copy(self) -> None:
        """Copy the report, and say where it is."""
        text = "\n".join(map(self.room.speech.words, self._lines))
        self.tell_item(self.room.display.copy(text))
