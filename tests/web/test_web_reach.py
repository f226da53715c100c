"""No item and no key of a visitor's console reaches the machine: no files, programs or addresses."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.console.hand_held import folders
from support.time.virtual_time import run_virtually
from support.web.reach import Reach, watched
from support.web.virtual_visit import VirtualVisit, virtual_visit

import playroom
from playroom.commands.browser_consoles import NETWORK_FOLDER
from playroom.console.play.table import TablePlace
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item, Place
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry

WAYS_BACK = ("escape", "escape", "q", "y", "n") * 4
"""Keys that lead back from wherever an item has led to."""

MOST_TRIED = 20_000
"""More items than a walk tries: one that tries more has no end."""

CANARY = "canary.txt"

ALL_BUT_MATCHES_AND_PRESETS = (
    *("rules", "learn", "new", "open", "join"),
    *("sound", "keys", "speaking", "playing", "check", "found"),
)
"""The keys of items that a quick walk leaves out, with all that they lead to."""

TIME_ZONES = (Path("/usr/share/zoneinfo"), Path("/etc/localtime"))


class Walk:
    """Goes through the lists of a console, and tries each item once; *tried* are the words of those it tried.

    Where a line of text is asked for, it gives each of the *texts*. It leaves out the items of some keys.
    """

    def __init__(self, visit: VirtualVisit, texts: Sequence[str], without: Sequence[str] = ()) -> None:
        self.tried: list[str] = []
        self._visit, self._texts, self._without = visit, texts, without
        self._known: set[tuple[str, str]] = set()

    @property
    def _room(self) -> Room:
        return self._visit.consoles[-1].room

    @property
    def _place(self) -> Place | None:
        return self._room.places.current

    async def try_all(self, place: ListPlace) -> bool:
        """Try the items of an open list, and all that they lead to; False if it closed before the last."""
        while item := next((each for each in place.choices() if self._is_new(place, each)), None):
            count = len(self._known)
            self._known.add(name := self._name(place, item))
            if not await self._try(place, item):
                self._known.remove(name)  # more is behind it
                assert len(self._known) > count, f"nothing new behind {name}"
            await self._back_to(place)
            if self._place is not place:
                return False
        return True

    async def _try(self, place: ListPlace, item: Item) -> bool:
        """Try an item; False if more of what it leads to is to be tried."""
        self.tried.append(self._room.speech.words(item.label))
        assert len(self.tried) < MOST_TRIED
        place.turn_to(item.key)
        if item.step or item.number:
            await self._visit.page.press("right", "left")
        if item.choose:
            await self._visit.page.press("enter")
            return await self._follow(place)
        return True

    async def _follow(self, before: Place) -> bool:
        opened = self._place
        if isinstance(opened, TextEntry):
            for text in self._texts:
                if isinstance(self._place, TextEntry):
                    await self._visit.page.give(json.dumps({"text": text}))
            return self._place is opened or await self._follow(before)
        if isinstance(opened, TablePlace):
            await self._visit.page.press("m")
            opened = self._place
        if isinstance(opened, ListPlace) and opened is not before:
            return await self.try_all(opened)
        return True

    def _is_new(self, place: ListPlace, item: Item) -> bool:
        return item.key not in self._without and self._name(place, item) not in self._known

    def _name(self, place: ListPlace, item: Item) -> tuple[str, str]:
        return self._room.speech.words(place.title), item.key

    async def _back_to(self, place: Place) -> None:
        for key in WAYS_BACK:
            if self._place is place or place not in tuple(self._room.places):
                return
            await self._visit.page.press(key)


def reached(home: Path, without: Sequence[str] = (), *, is_here: bool = False) -> tuple[Reach, Walk]:
    """What the visitor of a player in a folder reaches of the machine by all items, and the walk.

    A visitor who *is_here* has the console of somebody at the machine.
    """

    async def walk() -> tuple[Reach, Walk]:
        (home / CANARY).write_text("secret", encoding="utf-8")
        player = home / "player"
        async with virtual_visit(player) as visit:
            room = visit.consoles[-1].room
            room.reaches_machine = is_here
            walk = Walk(visit, (str(home / CANARY), "127.0.0.1:9", "Ana"), without)
            main = room.places.current
            assert isinstance(main, ListPlace)
            own = folders(player)
            keys = own.online / NETWORK_FOLDER  # a guest's own, for shared tables
            writable = (own.settings.parent, own.matches, keys)
            with watched((Path(playroom.__file__).parents[1], player, *TIME_ZONES), writable) as reach:
                await walk.try_all(main)
            assert not visit.errors
        return reach, walk

    return run_virtually(walk())


@pytest.mark.long
def test_a_visitor_imports_nothing_from_a_file(tmp_path: Path) -> None:
    reach, walk = reached(tmp_path, ALL_BUT_MATCHES_AND_PRESETS)

    assert reach.found == []
    assert {"All matches", "Import a preset"} <= set(walk.tried)


@pytest.mark.long
def test_a_player_at_the_machine_does(tmp_path: Path) -> None:
    reach, _ = reached(tmp_path, ALL_BUT_MATCHES_AND_PRESETS, is_here=True)

    assert any(CANARY in each for each in reach.found)


@pytest.mark.long
def test_no_item_reaches_the_machine(tmp_path: Path) -> None:
    reach, walk = reached(tmp_path)

    assert reach.found == []
    assert len(walk.tried) > 1000
