"""The door of a club for browsers: their consoles sit at the tables of its server, in the same event loop."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from playroom.commands.browser_consoles import BrowserConsoles, browser_context, report_crash
from playroom.commands.context import Context
from playroom.minds.minds import MindPool
from playroom.narration.message import Message
from playroom.online.memory_connections import MemoryConnections
from playroom.online.reachability import own_host
from playroom.online.server.room_server import RoomServer
from playroom.online.server.tables.fair_turns import TURNS
from playroom.web.passes import BrowserPass, PassKey, pass_key_in
from playroom.web.web_server import SharedThreads, WebAccess, WebServer

if TYPE_CHECKING:
    from playroom.web.worker_pool import WorkerPool

KEY_FILE: Final = "browser_key.txt"
"""In the club's folder: what signs the passes of browsers."""

WRITING_THREADS: Final = 4
"""The threads that save and read the files of all visitors."""


class ClubDoor:
    """What visitors of the club share, and the server of their pages, once it is open."""

    def __init__(  # noqa: PLR0913 (the parts of a server)
        self,
        context: Context,
        minds: MindPool,
        writers: SharedThreads,
        thinkers: SharedThreads,
        key: PassKey,
        public: str,
        *,
        is_plain: bool,
    ) -> None:
        self._context, self._minds, self._writers, self._thinkers = context, minds, writers, thinkers
        self._key, self._public, self._is_plain = key, public, is_plain
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
        tables = MemoryConnections(server, variants, partial(report_crash, context), is_club=True)

        def factory(given: BrowserPass) -> BrowserConsoles:
            return BrowserConsoles(
                browser_context(context, given),
                *(self._minds, self._writers, self._thinkers, tables, given),
                visit=server.count_visit,
            )

        self._factory = factory
        host = "" if self._is_plain else own_host()
        access = WebAccess(
            self._key,
            None,
            factory,
            host,
            self._public,
            is_encrypted=not self._is_plain,
            workers=self.workers,
        )
        self._pages = WebServer(access, port)
        return self._pages

    def hand_over(self) -> None:
        """Let the pages come back to the server that follows."""
        if self._pages:
            self._pages.hands_over = True

    def greeting(self) -> Iterator[Message]:
        """The address for browsers."""
        assert self._pages  # it was opened with the server
        yield Message("command_line.serve.web", blanks={"address": self._pages.entrance.club})


@contextmanager
def club_door(
    context: Context, folder: Path, minds: MindPool, public: str, *, is_plain: bool
) -> Iterator[ClubDoor]:
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
        yield ClubDoor(own, minds, writers, thinkers, key, public, is_plain=is_plain)
