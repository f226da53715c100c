"""The door of a club for browsers: their consoles sit at the tables of its server, in the same event loop."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from playroom.commands.browser_consoles import BrowserConsoles, home_folders, report_crash
from playroom.commands.club_members import ClubMembers, HomeSaver, member_folders
from playroom.commands.context import Context
from playroom.commands.guest_homes import GuestHomes
from playroom.console.shared.words import refusal_message
from playroom.console.ui.background import CallQueue
from playroom.home.folders import Folders
from playroom.minds.minds import MindPool
from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.online.homes.home_store import HOMES_FOLDER, HomeStore
from playroom.online.memory_connections import MemoryConnections
from playroom.online.reachability import own_host
from playroom.online.server.accounts.browser_sessions import BrowserSessions
from playroom.online.server.accounts.passkeys import Passkeys
from playroom.online.server.refused import Refused
from playroom.online.server.room_server import RoomServer
from playroom.online.server.tables.fair_turns import TURNS
from playroom.web.passes import BrowserPass, PassKey, Rights, pass_key_in
from playroom.web.shared_threads import WRITING_THREADS, SharedThreads
from playroom.web.web_server import Reception, WebAccess, WebServer

if TYPE_CHECKING:
    from playroom.web.worker_pool import WorkerPool

KEY_FILE: Final = "browser_key.txt"
"""In the club's folder: what signs the passes of browsers."""

SWEEP_SECONDS: Final = 2.0
"""Seconds after which sessions are looked for that have ended at another server."""


class HomeThreads:
    """The threads that write files, for a visitor: what is saved is stored with their home."""

    def __init__(self, writers: SharedThreads, saver: HomeSaver, home: str) -> None:
        self._writers, self._saver, self._home = writers, saver, home

    def start(self, work: Callable[[], object]) -> None:
        """Do a *work* in one of the threads, then store the home."""
        self._writers.start(self._saver.after(self._home, work))


class ClubReception(Reception):
    """Opens the homes of guests, and lets new ones in as the server of the tables does."""

    def __init__(self, server: RoomServer, guests: GuestHomes) -> None:
        self._server, self._guests = server, guests

    async def enter(self, given: BrowserPass) -> None:
        """Have the home of a guest up to date. Raises DeskClosed."""
        await self._guests.enter(given)

    def refusal(self, name: str, address: str) -> Callable[[Phrasebook], Message] | None:
        """Why no new guest may come by a name from an address now; None if they may, which is counted."""
        try:
            self._server.check_new_guest(name, address)
        except Refused as refused:
            code, blanks = refused.code, refused.blanks
            return lambda book: refusal_message(book, code, blanks)
        return None


class ClubDoor:
    """What visitors of the club share, and the server of their pages, once it is open."""

    def __init__(  # noqa: PLR0913, PLR0917 (the parts of a server)
        self,
        context: Context,
        minds: MindPool,
        writers: SharedThreads,
        thinkers: SharedThreads,
        key: PassKey,
        homes: HomeStore,
        folder: Path,
        public: str,
        *,
        is_plain: bool,
        asks_name: bool,
    ) -> None:
        self._homes, self._folder, self._calls = homes, folder, CallQueue()
        self._guests, self._saver = GuestHomes(homes), HomeSaver(homes)
        self._members: ClubMembers | None = None
        self._sweeping: list[asyncio.Task[None]] = []
        self._context, self._minds, self._writers, self._thinkers = context, minds, writers, thinkers
        self._key, self._public, self._is_plain, self._asks_name = key, public, is_plain, asks_name
        self._pages: WebServer | None = None
        self._factory: Callable[[BrowserPass], BrowserConsoles] | None = None
        self.workers: WorkerPool | None = None
        """The processes in which the consoles live; None for this one."""

    def consoles(self, given: BrowserPass) -> BrowserConsoles:
        """The consoles of a browser, once the door is open."""
        assert self._factory
        return self._factory(given)

    def open(self, server: RoomServer, port: int) -> WebServer:
        """Open the door of a server that is about to listen."""
        context, variants = self._context, self._context.shelf.variants
        link = f"https://{self._public}" if self._public else ""
        tables = MemoryConnections(server, variants, partial(report_crash, context), is_club=True, link=link)

        self._factory = partial(self._consoles, tables, server)
        if server.accounts:
            accounts, folder = server.accounts, self._folder / HOMES_FOLDER
            sessions, passkeys = BrowserSessions(accounts.log, accounts), Passkeys(accounts.log, accounts)
            self._members = ClubMembers(
                accounts, sessions, passkeys, self._homes, folder, self._saver, self._guest_folders
            )
        host = "" if self._is_plain else own_host()
        access = WebAccess(
            self._key,
            None,
            self._factory,
            host,
            self._public,
            is_encrypted=not self._is_plain,
            workers=self.workers,
            desk=self._members,
            asks_name=self._asks_name,
            reception=ClubReception(server, self._guests),
        )
        self._pages = WebServer(access, port)
        self._sweeping.append(asyncio.create_task(self._guests.sweep(self._pages)))
        if self._members:
            self._sweeping.append(asyncio.create_task(self._sweep(self._members, self._pages)))
        return self._pages

    def hand_over(self) -> None:
        """Have open pages connect again with the next server when this one ends."""
        if self._pages:
            self._pages.hands_over = True

    def _consoles(self, tables: MemoryConnections, server: RoomServer, given: BrowserPass) -> BrowserConsoles:
        """The consoles of a browser: in the home of a member, or in that of a guest."""
        parts = (self._minds, self._writers, self._thinkers, self._calls, tables)
        members = self._members
        account = members.account(given) if members else None
        if members is None or account is None:
            guest = BrowserPass(Rights.GUEST, given.identifier)
            own = replace(self._context, folders=self._guest_folders(given.identifier))
            saving = HomeThreads(self._writers, self._saver, given.identifier)
            return BrowserConsoles(own, *parts, guest, server.count_visit, saving=saving)
        folders = member_folders(self._context.folders, members.folder(account), given.identifier)
        return BrowserConsoles(
            replace(self._context, folders=folders),
            *parts,
            given,
            server.count_visit,
            saving=HomeThreads(self._writers, self._saver, members.home_of(account)),
            key=members.key(account),
        )

    def saved(self, given: BrowserPass) -> None:
        """Store the home of a visitor whose console has saved files in another process."""
        if given.rights is Rights.GUEST:
            self._saver.note(given.identifier)
        elif self._members:
            self._members.note_saved(given)

    def _guest_folders(self, identifier: str) -> Folders:
        return home_folders(self._context.folders, self._folder / HOMES_FOLDER / identifier)

    async def _sweep(self, members: ClubMembers, pages: WebServer) -> None:
        """Close the consoles of members who are signed out, and of guests who are banned, again and again."""
        while True:
            for given in await members.signed_out():
                await pages.dismiss(given)
            await pages.shut_out()
            await asyncio.sleep(SWEEP_SECONDS)

    async def close(self) -> None:
        """Store the homes of visitors; their consoles are closed."""
        for each in self._sweeping:
            each.cancel()
        await asyncio.gather(*self._sweeping, return_exceptions=True)
        await self._saver.close()
        await self._homes.close()

    def greeting(self) -> Iterator[Message]:
        """The address for browsers."""
        assert self._pages  # it was opened with the server
        yield Message("command_line.serve.web", blanks={"address": self._pages.entrance.club})


@asynccontextmanager
async def club_door(  # noqa: PLR0913 (the parts of a server)
    context: Context,
    folder: Path,
    minds: MindPool,
    homes: HomeStore,
    public: str,
    *,
    is_plain: bool,
    asks_name: bool,
) -> AsyncIterator[ClubDoor]:
    """A door for the time of a context; the homes of visitors are in the club's *folder*."""
    folders = replace(
        context.folders,
        settings=folder / "settings.yaml",
        matches=folder / "matches",
        online=folder / "online",
    )
    own, key = replace(context, folders=folders), pass_key_in(folder / KEY_FILE)
    writers, thinkers = SharedThreads(WRITING_THREADS, "files"), SharedThreads(2 * TURNS, "thoughts")
    with closing(writers), closing(thinkers):
        parts = (own, minds, writers, thinkers, key, homes, folder, public)
        door = ClubDoor(*parts, is_plain=is_plain, asks_name=asks_name)
        try:
            yield door
        finally:
            await door.close()
