"""Scanning: one key walks through all that can be done at a place, another does it; or time walks."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

from playroom.console.places.items import Item
from playroom.console.places.place import Place
from playroom.keys.commands import Place as Bindings

ROUNDS = 2
"""How often time walks through all choices before it waits for a key again."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a scanner needs: the place that has the keys, how to say a choice, the seconds between two."""

    place: Callable[[], Place | None]
    say: Callable[[Item, int, int], None]
    pace: Callable[[], float]
    spawn: Callable[[Coroutine[None, None, None]], asyncio.Task[None]]


class Scanner:
    """Which choice of the place that has the keys is in focus."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._place: Place | None = None
        self._key = ""
        self._steps_left = 0
        self._interrupted = False
        self._walking: asyncio.Task[None] | None = None

    def move(self, step: int) -> None:
        """Go to another choice, round the end, and say it; by itself from then on, if so settled."""
        self._walk(step)
        self._go_on()

    def take(self) -> bool:
        """Do what is in focus; False if nothing is."""
        item = self._item()
        if item is None:
            return False
        if item.choose:
            item.choose()
        place = self._sight.place()
        if place and place.bindings is not Bindings.HAND:
            self._go_on()
        else:
            self.stop()
        return True

    def restart(self) -> None:
        """Let the next choice be the first."""
        self._key = ""

    def interrupt(self) -> None:
        """Wait once longer: something else is being told."""
        self._interrupted = True

    def stop(self) -> None:
        """Let time walk no more."""
        if self._walking:
            self._walking.cancel()
        self._walking = None

    def _item(self) -> Item | None:
        """The choice in focus at the place that has the keys now."""
        place = self._sight.place()
        if place is None or place is not self._place:
            return None
        return next((item for item in place.choices() if item.key == self._key), None)

    def _walk(self, step: int) -> None:
        place = self._sight.place()
        choices = place.choices() if place else ()
        if not choices:
            return
        keys = [item.key for item in choices]
        before = keys.index(self._key) if self._item() else min(-step, 0)
        at = (before + step) % len(choices)
        self._place, self._key = place, keys[at]
        self._sight.say(choices[at], at, len(choices))

    def _go_on(self) -> None:
        place = self._sight.place()
        if place is None or not self._sight.pace():
            return
        self._steps_left = ROUNDS * len(place.choices())
        if self._walking is None or self._walking.done():
            self._walking = self._sight.spawn(self._walk_on())

    async def _walk_on(self) -> None:
        """Walk at the player's pace, and a step later where something was told meanwhile."""
        while self._sight.place() and self._steps_left > 0 and (pace := self._sight.pace()):
            await asyncio.sleep(pace)
            if not self._interrupted:
                self._steps_left -= 1
                self._walk(1)
            self._interrupted = False
