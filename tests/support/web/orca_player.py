"""A player in a browser who presses keys of a real keyboard, each once Orca has spoken all that was said."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playroom.console.console import Console
from playroom.home.settings import Settings
from playroom.rules.view import View
from playroom.web.board import open_table
from playroom.web.console_factory import ConsoleFactory, ConsoleParts
from playroom.web.visitor import BrowserVisitor
from support.console.hand_held import keys_of_a_turn
from support.time.patience import PATIENCE
from support.web.changed_consoles import changed
from support.web.chromium import Tab
from support.web.orca_session import OrcaSession
from support.web.orca_speech import differences
from support.web.web_room import WebRoom, web_room

KEYS = {
    "enter": "Return",
    "home": "Home",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    ";": "semicolon",
    "f6": "F6",
    "shift-f6": "shift+F6",
}
"""The names of keys in X where they are others."""

PASSING = frozenset({"Opening the table."})
"""Texts that another follows at once: a busy browser passes on the later one alone."""

FOCUS_MODE = "Focus mode"
"""What Orca says once it leaves the keys to the page: in its browse mode Down reads on in the page."""

KEY_HELP = "Escape goes back"
"""How the help for the keys of a list ends, which is said once the first list was heard and no key came."""


@dataclass
class OrcaPlayer:
    """A player at the keyboard of a session, who counts neither the first texts said nor the first spoken.

    Orca reads parts of a page that loads, in any order, beside what the game says.
    """

    session: OrcaSession
    room: WebRoom
    tab: Tab
    consoles: list[Console]
    first_said: int = 0
    first_spoken: int = 0

    @property
    def said(self) -> tuple[str, ...]:
        """The texts that the speech queue gave; without passing ones that Orca was not given.

        The question of a new field is left to Orca, which reads it with the field.
        """
        visitor = self.room.server.visitors[0]
        assert isinstance(visitor, BrowserVisitor)
        spoken, said = self.spoken, visitor.said[self.first_said :]
        fields = {each.partition(" entry")[0]: each for each in spoken if " entry" in each}
        read = (next((fields[name] for name in fields if text.startswith(name)), text) for text in said)
        return tuple(text for text in read if text not in PASSING or text in spoken)

    @property
    def spoken(self) -> list[str]:
        """The texts that Orca spoke."""
        return self.session.spoken[self.first_spoken :]

    @property
    def view(self) -> View:
        """What the player knows of the table."""
        table = open_table(self.consoles[0])
        assert table
        return table.view

    async def take_keys(self) -> None:
        """Go out of the game and back, as players do, where a page that was slow is in browse mode."""
        if FOCUS_MODE not in self.spoken:
            await self.tap("f6")
            await self.hear("Outside the game.")
            await self.tap("shift-f6")
            await self.hear(FOCUS_MODE)

    async def listen(self) -> None:
        """Wait until the console waits for a key, and Orca has spoken all that was said."""
        await self._until(lambda: self._has_heard_all)

    async def press(self, *keys: str) -> str:
        """Press keys, each once all was heard: the first answer to the last one."""
        for key in keys:
            await self.listen()
            before = len(self.said)
            await self.tap(key)
            await self._until(lambda: len(self.said) > before)  # noqa: B023 (awaited before the next key)
        return self.said[before]

    async def tap(self, key: str) -> None:
        """Press a key, whatever else happens."""
        await asyncio.to_thread(self.session.press, KEYS.get(key, key))

    async def write(self, text: str) -> str:
        """Write a text in the field, and press Enter: the answer."""
        await self.listen()
        await asyncio.to_thread(self.session.write, text)
        return await self.press("enter")

    async def play(self) -> None:
        """Make the first move that is allowed, or deal, until the match is over."""
        await self._until(lambda: self._has_heard_all and self._is_asked)
        while not self.view.winners:
            await self.press(*(keys_of_a_turn(self.view) if self.view.is_to_move else ["enter"]))
            await self._until(lambda: self._has_heard_all and self._is_asked)

    async def hear_more(self, before: int) -> None:
        """Wait until more than so many texts were said."""
        await self._until(lambda: len(self.said) > before)

    async def hear(self, words: str) -> None:
        """Wait until Orca has spoken these words."""
        await self._until(lambda: any(words in text for text in self.spoken))

    @property
    def _has_heard_all(self) -> bool:
        is_quiet = bool(self.consoles) and not self.consoles[0].room.voice.seconds_to_hear()
        return is_quiet and not differences(self.said, self.spoken).lost

    @property
    def _is_asked(self) -> bool:
        """Whether it is the player's turn, or a round or the match is over."""
        return self.view.is_to_move or bool(self.view.ending or self.view.winners)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        """Wait until this is so; where it never is, the error says what Orca did not speak."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_so():  # noqa: ASYNC110 (Orca and the console know no asyncio)
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(differences(self.said, self.spoken), self.spoken) from None


@asynccontextmanager
async def orca_player(
    session: OrcaSession, home: Path, table: Mapping[str, object] | None = None
) -> AsyncIterator[OrcaPlayer]:
    """A player in a browser window of the session, and a server of their own, who set up this table last.

    They have heard the help for the keys of the first list. The bots wait until the player has heard them,
    but not for long.
    """
    consoles: list[Console] = []

    def watched(factory: ConsoleFactory) -> ConsoleFactory:
        def opened(settings: Settings, parts: ConsoleParts) -> Console:
            consoles.append(factory.opened(settings, parts))
            return consoles[-1]

        return changed(factory, opened=opened)

    async with web_room(
        home, watched, hearing=80, waits=True, table={"names": ["Zoe"], **(table or {})}
    ) as room:
        start = len(session.spoken)
        browser = session.browser(home, room.server.entrance.address)
        tab = await asyncio.to_thread(browser.__enter__)
        try:
            player = OrcaPlayer(session, room, tab, consoles, first_spoken=start)
            await player.hear(KEY_HELP)
            await player.take_keys()
            await player.listen()
            player.first_said, player.first_spoken = len(player.said), len(session.spoken)
            yield player
        finally:
            await asyncio.to_thread(browser.__exit__, None, None, None)
