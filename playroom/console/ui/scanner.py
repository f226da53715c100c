"""Scanning: one key, or a timer, steps through the choices of a place, another selects."""

from msgspec.structs import replace

from playroom.console.ui.background import Background
from playroom.console.ui.places import Item, OpenPlaces, Place
from playroom.console.ui.speech import Speech
from playroom.console.ui.waiting import QuietTimer
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message, SeatedCue
from playroom.sound.cue import Cue

ROUNDS = 2
"""The number of rounds of timed scanning before it waits for a key."""


class Scanner:
    """The choice in focus at the current place."""

    def __init__(self, places: OpenPlaces, speech: Speech, background: Background) -> None:
        self._places, self._speech = places, speech
        self._place: Place | None = None
        self._key = ""
        self._steps_left = 0
        self.timer = QuietTimer(speech.voice, background, lambda: self._pace)
        """The time until the next step of timed scanning."""

    def move(self, step: int) -> None:
        """Step to another choice, cyclically, and say it; continue by timer if that is set."""
        self._walk(step)
        self.go_on()

    def take(self, *, restarts: bool = False) -> bool:
        """Run the choice in focus; scanning *restarts* then, unless that moves it; False if there is none."""
        item = self._item()
        if item is None:
            return False
        self.stop()
        if restarts:
            self.restart()
        if item.choose:
            item.choose()
        place = self._places.current
        if place and place.bindings is not PlaceName.HAND:
            self.go_on()
        return True

    def obey(self, command: Command) -> bool:
        """Step to another choice as in a list, or run the one in focus; False for other commands."""
        match command:
            case Command.NEXT:
                self._step_in_list(1)
            case Command.PREVIOUS:
                self._step_in_list(-1)
            case _:
                return command is Command.CHOOSE and self.take()
        return True

    def focus(self, place: Place, key: str) -> None:
        """Put the focus on a choice of *place* by its key."""
        self._place, self._key = place, key

    @property
    def focused(self) -> str:
        """The key of the choice in focus at the current place; "" if there is none."""
        item = self._item()
        return item.key if item else ""

    def restart(self) -> None:
        """Restart at the first choice."""
        self._key = ""

    def stop(self) -> None:
        """Stop timed scanning."""
        self.timer.cancel()

    @property
    def _pace(self) -> float:
        """Seconds between two choices; 0 waits for a key."""
        return self._speech.preferences.settings.scan

    def _item(self) -> Item | None:
        """The choice in focus at the current place."""
        place = self._places.current
        if place is None or place is not self._place:
            return None
        return next((item for item in place.choices() if item.key == self._key), None)

    def _step_in_list(self, step: int) -> None:
        """Step to another choice, not past the ends, and say it; continue by timer if that is set."""
        item, place = self._item(), self._places.current
        choices = place.choices() if place else ()
        end = len(choices) - 1 if step > 0 else 0
        if item and item.key == choices[end].key:
            self._speech.answer(replace(self._label(choices, end), sound=SeatedCue(Cue.LIST_END)))
            self.go_on()
        else:
            self.move(step)

    def _walk(self, step: int, *, by_itself: bool = False) -> None:
        place = self._places.current
        choices = place.choices() if place else ()
        if not choices:
            return
        keys = [item.key for item in choices]
        before = keys.index(self._key) if self._item() else min(-step, 0)
        at = (before + step) % len(choices)
        self._place, self._key = place, keys[at]
        label = self._label(choices, at)
        self._speech.offer(label) if by_itself else self._speech.answer(label)

    def _label(self, choices: tuple[Item, ...], at: int) -> Message:
        return self._speech.placed(choices[at].label, at, len(choices))

    def go_on(self) -> None:
        """Start timed scanning of the current place, if that is set."""
        place = self._places.current
        if place is None or not self._pace:
            return
        self._steps_left = ROUNDS * len(place.choices())
        self._wait()

    def _wait(self) -> None:
        """Take the next timed step, if there is one left."""

        def step() -> None:
            self._steps_left -= 1
            self._walk(1, by_itself=True)
            self._wait()

        if self._places.current and self._steps_left > 0 and self._pace:
            self.timer.start(step)
