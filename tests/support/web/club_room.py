"""A club within a test, whose server receives programs and browsers at one port."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from playroom.commands.club_door import ClubDoor, club_door
from playroom.commands.console_process import HostedConsoles, planned_consoles
from playroom.commands.context import Context
from playroom.commands.dispatch import read_command_line
from playroom.console.ui.background import CallQueue
from playroom.minds.minds import MindPool
from playroom.minds.thinkers import bots_by
from playroom.online.homes.home_store import HOMES_FOLDER, FolderHomes, HomeStore
from playroom.online.log.memory import MemoryLog
from playroom.online.server.certificate import Certificate
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.web.console_worker import ConsoleWorker, WorkerEntrance, open_stream
from playroom.web.shared_threads import SharedThreads
from playroom.web.web_server import WebServer
from playroom.web.worker_pool import WorkerPool
from support.console.hand_held import folders
from support.console.player import save_settings
from support.time.patience import SERVER_LIMITS, WEB_LIMITS, extend_limits
from support.web.virtual_workers import VirtualWorker
from support.web.web_room import QUIET_SETTINGS, WebRoom

PUBLIC = "club.example.org"
"""The host to which the proxy of the club leads."""


def guest_home(folder: Path, cookie: str) -> Path:
    """The home in the folder of a club that a guest has by the cookie of their pass."""
    return folder / HOMES_FOLDER / cookie.split("-")[-2]


@dataclass
class ClubRoom(WebRoom):
    """A club, its server, and its port."""

    rooms: RoomServer = field(kw_only=True)
    port: int = field(kw_only=True)
    home: Path = field(kw_only=True)

    async def cookie(self, path: str = "/", **headers: str) -> str:
        """The cookie of a new browser, whose player has heard the explanations before."""
        response, _ = await self.get(path, **headers)
        cookie = str(response.headers["Set-Cookie"].partition(";")[0])
        save_settings(guest_home(self.home, cookie) / "settings.yaml", QUIET_SETTINGS)
        return cookie


def worker_pool_here(context: Context, minds: MindPool, door: ClubDoor) -> WorkerPool:
    """A pool whose only worker, and the one that is ready to take its place, are in this process."""
    threads = SharedThreads(1, "files"), SharedThreads(1, "thoughts"), CallQueue()

    async def start(_port: int, token: str) -> VirtualWorker:
        worker = ConsoleWorker(partial(planned_consoles, context, minds, *threads))
        process = VirtualWorker(worker, pool.new_relay())
        open_stream(worker.relay, WorkerEntrance(token))
        return process

    pool = WorkerPool(1, start, HostedConsoles(door.consoles, door.saved))
    pool.start(0)
    return pool


@asynccontextmanager
async def club_room(  # noqa: PLR0913 (the parts of a server)
    home: Path,
    policy: RoomPolicy | None = None,
    public: str = PUBLIC,
    certificate: Certificate | None = None,
    *,
    homes: HomeStore | None = None,
    asks_name: bool = False,
    has_worker: bool = False,
) -> AsyncIterator[ClubRoom]:
    """A club behind a proxy at this machine, or with TLS by a *certificate*; its files are in *home*.

    The *homes* of visitors are in that folder too, unless they travel. It *asks_name* of those who come. If
    it *has_worker*, their consoles live there, as in another process.
    """
    context, _ = read_command_line(["--language", "en"], folders(home))
    errors: list[BaseException] = []
    minds = MindPool(1)
    with pytest.MonkeyPatch.context() as patched:
        extend_limits(patched.setattr, WEB_LIMITS)
        extend_limits(patched.setattr, SERVER_LIMITS)
        patched.setattr("playroom.commands.club_door.report_crash", lambda _, error: errors.append(error))
        patched.setattr(
            "playroom.commands.browser_consoles.report_crash", lambda _, error: errors.append(error)
        )
        opened: list[WebServer] = []
        homes, is_plain = homes or FolderHomes(home / HOMES_FOLDER), certificate is None
        async with club_door(
            context, home, minds, homes, public, is_plain=is_plain, asks_name=asks_name
        ) as door:
            pool = door.workers = worker_pool_here(context, minds, door) if has_worker else None

            def open_door(server: RoomServer, port: int) -> WebServer:
                opened.append(door.open(server, port))
                return opened[0]

            bots, variants = bots_by(minds.ask, 1), context.shelf.variants
            policy = policy or RoomPolicy("", anyone_opens=True, link=f"https://{PUBLIC}")
            rooms = RoomServer(MemoryLog(), bots, variants, policy, certificate, open_door=open_door)
            port = await rooms.start("127.0.0.1", 0)
            try:
                yield ClubRoom(opened[0], errors, rooms=rooms, port=port, home=home)
            finally:
                await rooms.stop()
                if pool:
                    await pool.close()
                minds.close()
