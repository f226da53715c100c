"""The lists of the speech backends, to be tried and chosen, and of all that was found on this system."""

from collections.abc import Callable, Sequence
from functools import partial

from playroom.console.settings.setting_item import setting_item
from playroom.console.ui.list import ListPlace, line_items
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.home.settings import Settings
from playroom.narration.message import Blank, Message, Urgency, answer
from playroom.voice.backends.backend import Failure
from playroom.voice.probe import ProbeResult, probe_sources, speak_sample
from playroom.voice.sources import PROGRAMS, Source

RATES = (0, 80, 100, 125, 150, 175, 200, 225, 250, 275, 300, 350, 400, 450)
"""The rates that the list offers, in words a minute; 0 is the program's own."""


def probe_message(finding: ProbeResult) -> Message:
    """A source with the name of its voice, or why it has none."""
    source = finding.source
    if finding.failure:
        return Message("speech.unusable", blanks={"source": source, "why": failure_message(finding.failure)})
    if finding.speaker == source:
        return Message("speech.ready", blanks={"source": source})
    return Message("speech.found", blanks={"source": source, "speaks": finding.speaker})


def failure_message(why: Failure) -> Message:
    """Why a source cannot be used, as part of a sentence."""
    return Message(f"speech.why.{why}")


def remedy(finding: ProbeResult) -> Message:
    """The remedies that make this source work."""
    why = finding.failure or Failure.BROKEN
    return answer(f"speech.remedies.{finding.source if why is Failure.NOT_INSTALLED else why}")


class SpeechMenu(ListPlace):
    """The speech backends, filled in once they have been looked for, and the rate of programs."""

    def __init__(self, room: Room) -> None:
        self._sources = room.preferences.sources
        self._findings: dict[str, ProbeResult] = {}
        super().__init__(room, Message("speech.title"))

        def fill(findings: tuple[ProbeResult, ...]) -> None:
            """Fill the list, and say so to who is still there, with the line in focus if it has changed."""
            focus = self._menu.item.label
            self._findings = {finding.source: finding for finding in findings}
            self.turn_to(self._menu.item.key)
            counted = answer("speech.count", count=sum(not finding.failure for finding in findings))
            if room.places.current is not self:
                return
            if self._menu.item.label != focus:
                self.tell_item(counted)
            else:
                room.speech.say(counted, urgency=Urgency.EVENT)

        room.background.run(partial(probe_sources, self._sources), fill)

    def items(self) -> tuple[Item, ...]:
        """The best of the backends, each of them, and the rate of what speaks now if it has one."""
        now, speaker, findings = self.room.settings, self.room.voice.speaker, self._findings

        def item(name: str, way: Message, choose: Callable[[], None]) -> Item:
            is_chosen = name == now.speaker
            return Item(
                name, Message("speech.chosen", blanks={"way": way}) if is_chosen else way, choose=choose
            )

        def source_item(source: Source) -> Item:
            finding = findings.get(source.name)
            if finding is None:
                return Item(source.name, Message("speech.looking", blanks={"source": source.name}))
            refuse = partial(self.tell_item, remedy(finding))
            choose = refuse if finding.failure else partial(self._open, source, finding)
            return item(source.name, probe_message(finding), choose)

        def is_unusable(source: Source) -> bool:
            finding = findings.get(source.name)
            return bool(finding and finding.failure)

        rate = Message("speech.rate", blanks={"rate": now.rate})
        has_rate = speaker is not None and (speaker.source in PROGRAMS or "sapi" in speaker.name.casefold())
        return (
            item("", Message("speech.best"), partial(self._use, "")),
            *map(source_item, sorted(self._sources, key=is_unusable)),
            *((setting_item(self.room, "rate", rate, RATES, now.rate),) if has_rate else ()),
        )

    def _open(self, source: Source, finding: ProbeResult) -> None:
        room = self.room

        def speak() -> None:
            """Fall silent, and speak with the other voice."""
            sentence = room.speech.words(Message("speech.sentence", blanks={"speaks": finding.speaker}))
            room.voice.hush()
            sample = partial(speak_sample, source, sentence)
            room.background.run(sample, partial(report, room.places.current))

        def report(place: object, found: ProbeResult) -> None:
            """Say that the sentence is over, or why it was not said, if the player still waits for it."""
            if room.places.current is not place:
                return
            if found.failure:
                blanks: dict[str, Blank] = {"source": found.source, "why": failure_message(found.failure)}
                room.speech.answer(Message("speech.failed", blanks=blanks), remedy(found))
            else:
                room.speech.answer(answer("speech.tried", speaks=found.speaker))

        def use() -> None:
            room.places.drop()
            self._use(source.name)

        items = (
            Item("try", Message("speech.try"), choose=speak),
            Item("use", Message("speech.use"), choose=use),
        )
        title = Message("speech.way", blanks={"way": probe_message(finding)})
        room.places.open(ListPlace(room, title, lambda: items))

    def _use(self, name: str) -> None:
        self.room.change_settings(speaker=name)
        self.tell_item()


Report = Callable[[Settings, Sequence[ProbeResult]], tuple[Message, ...]]
"""The findings with these settings and these speech backends, line by line."""


class SystemReport(ListPlace):
    """The lines of the report, filled in once it is ready; all of it can be copied."""

    def __init__(self, room: Room, report: Report) -> None:
        self._lines: tuple[Message, ...] = ()
        super().__init__(room, Message("doctor.title"), sentences=True)

        def fill(findings: tuple[ProbeResult, ...]) -> None:
            """Fill the list, and say its first line if the player is still there."""
            self._lines = report(room.settings, findings)
            if room.places.current is self:
                self.tell_item()

        room.background.run(partial(probe_sources, room.preferences.sources), fill)

    def items(self) -> tuple[Item, ...]:
        """The lines and the copy of them, once they are there."""

        def copy() -> None:
            """Copy the report, and say where it is."""
            text = "\n".join(map(self.room.speech.words, self._lines))
            self.tell_item(self.room.display.copy(text))

        if not self._lines:
            return (Item("looking", Message("doctor.looking")),)
        return (*line_items(self._lines), Item("copy", Message("doctor.copy"), choose=copy))
