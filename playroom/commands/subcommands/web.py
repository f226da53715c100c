"""``playroom web``: the playroom in a browser of this machine, and of its local network."""

import asyncio
import os
import signal
import sqlite3
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from errno import EIO
from functools import partial
from ipaddress import ip_address
from math import inf
from pathlib import Path
from threading import Thread
from typing import Final

from msgspec import Struct

from playroom.commands.assembly import BUDGET, SWITCH_INTERVAL
from playroom.commands.browser_consoles import (
    NETWORK_FOLDER,
    BrowserConsoles,
    browser_context,
    guests_folder,
    report_crash,
)
from playroom.commands.console_process import console_processes
from playroom.commands.context import Context
from playroom.commands.guest_homes import GuestHomes
from playroom.commands.program_end import FAILED, stop_signal
from playroom.commands.speech_output import refuse, spoken_output
from playroom.commands.subcommand import Subcommand, argument, count, port_number, public_host
from playroom.commands.subcommands.help import tell
from playroom.console.terminal.screen import code_rows
from playroom.console.ui.background import CallQueue
from playroom.home.files import make_private_folder
from playroom.home.folders import Folders
from playroom.minds.minds import MindPool
from playroom.minds.thinkers import bots_by
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Blank, Message
from playroom.online.homes.home_store import FolderHomes, guests_in
from playroom.online.log.sqlite import SqliteLog
from playroom.online.log.table_log import Damaged
from playroom.online.process_server import process_server
from playroom.online.reachability import own_host
from playroom.online.server.certificate import certificate_in
from playroom.online.server.machine import raised_limit, short_collections
from playroom.web.console_factory import ConsoleFactory
from playroom.web.entrance import WAIT_SECONDS, EntranceCodes
from playroom.web.passes import BrowserPass, PassKey, pass_key_in
from playroom.web.shared_threads import WRITING_THREADS, SharedThreads
from playroom.web.web_server import LOCAL_HOST, Reception, WebAccess, WebServer, web_server
from playroom.web.worker_pool import WorkerPool

MOST_MINDS: Final = 4
"""The most processes that think for the bots of all visitors."""

USUAL_PORT: Final = 7380
"""The port unless another is asked for: browsers can keep the address."""


KEY_FILE: Final = "browser_key.txt"
"""In the folder of shared tables: what signs the passes of browsers."""

TABLES_FILE: Final = "browser_tables.sqlite"
"""In the same folder: the tables that browsers share."""

ASKED_PAUSE: Final = 60.0
"""Seconds after which the code is said again for a browser of this machine that asks for it."""


class WebRequest(Struct, frozen=True):
    """The port, whether the address is only said, and whether browsers of the *network* may come.

    Without a port, it is the usual one. *forget*: no browser that was let in before may come in again. *qr*:
    the address for others is also printed as a QR code. *public* is the host of a proxy that does TLS.
    *workers* are the processes in which consoles live: 0 for this one, None for the usual number.
    """

    port: int
    no_browser: bool
    network: bool = False
    forget: bool = False
    qr: bool = False
    public: str | None = None
    workers: int | None = None

    @property
    def worker_count(self) -> int:
        """The number of workers: where others come, as many as this machine has cores."""
        if self.workers is not None:
            return self.workers
        return (os.cpu_count() or 1) if self.network or self.public else 0


def run(context: Context, request: WebRequest) -> int:
    """Serve the playroom to browsers of this machine until the program is stopped; the exit code."""
    host = own_host() if request.network else ""
    misfit = misfit_of_network(host) if request.network else None
    if misfit:
        return refuse(context, misfit, code=FAILED)
    sys.setswitchinterval(SWITCH_INTERVAL)
    raised_limit()
    try:
        asyncio.run(_serve(context, request, host))
    except OSError as error:
        why = system_error_blank(error)
        return refuse(context, Message("web.failed", blanks={"why": why}), code=FAILED)
    except KeyboardInterrupt:  # where a loop takes no handlers
        return 0
    return 0


def misfit_of_network(host: str) -> Message | None:
    """Why browsers of the network cannot be served at this address of the machine; None if they can."""
    if host == LOCAL_HOST:
        return Message("web.no_network")
    return Message("web.public_network", blanks={"address": host}) if ip_address(host).is_global else None


async def _serve(context: Context, request: WebRequest, host: str) -> None:
    """Serve browsers of this machine, and at *host* those of its network, until the program is stopped."""
    most = max(1, min(MOST_MINDS, os.cpu_count() or 1))
    writers, thinkers = SharedThreads(WRITING_THREADS, "files"), SharedThreads(2 * most, "thoughts")
    with short_collections(), closing(MindPool(most)) as minds, closing(writers), closing(thinkers):
        bots, report = bots_by(minds.ask, BUDGET), partial(report_crash, context)
        folder = context.folders.online
        await asyncio.to_thread(gather_settings, context.folders)
        certificate = await asyncio.to_thread(certificate_in, folder) if host else None
        key = await asyncio.to_thread(partial(pass_key_in, folder / KEY_FILE, is_renewed=request.forget))
        log = await tables_log(folder / TABLES_FILE)
        calls = CallQueue()
        async with process_server(log, bots, context.shelf.variants, report, host, certificate) as tables:

            def factory(given: BrowserPass) -> BrowserConsoles:
                own = browser_context(context, given)
                return BrowserConsoles(own, minds, writers, thinkers, calls, tables.connections, given)

            async with console_processes(context, request.worker_count, most, factory) as workers:
                await _serve_browsers(context, request, host, key, factory, workers, tables.address)


def gather_settings(folders: Folders) -> None:
    """Move the settings of guests into their homes; they were beside those of own devices."""
    for guest in guests_in(guests_folder(folders)):
        old = folders.settings.parent / NETWORK_FOLDER / f"{guest}.yaml"
        if old.exists():
            old.replace(guests_folder(folders) / guest / "settings.yaml")


async def tables_log(file: Path) -> SqliteLog:
    """The log of the tables that browsers share; an OSError if it cannot be read."""
    make_private_folder(file.parent)
    try:
        return await SqliteLog.open(file)
    except (sqlite3.Error, Damaged) as error:
        raise OSError(EIO, f"{file}: {error}") from error


class OwnReception(Reception):
    """Opens the homes of guests, and says the code for a browser of this machine among the *news*."""

    def __init__(self, guests: GuestHomes, codes: EntranceCodes, news: "asyncio.Queue[Message]") -> None:
        self._guests, self._codes, self._news = guests, codes, news
        self._said_at = -inf

    def asked(self) -> None:
        """Say the code, unless that was done a moment ago."""
        now = asyncio.get_running_loop().time()
        if now - self._said_at >= ASKED_PAUSE:
            self._said_at = now
            self._news.put_nowait(Message("web.asked", blanks={"code": " ".join(self._codes.own)}))

    async def enter(self, given: BrowserPass) -> None:
        """Have the home of a guest up to date. Raises DeskClosed."""
        await self._guests.enter(given)


async def _serve_browsers(  # noqa: PLR0913, PLR0917 (the parts of a server)
    context: Context,
    request: WebRequest,
    host: str,
    key: PassKey,
    factory: Callable[[BrowserPass], ConsoleFactory],
    workers: WorkerPool | None,
    tables: str,
) -> None:
    """Receive browsers by the factory for each pass until the program is stopped.

    *host* is the address for those of the network, *tables* that of their tables for consoles there.
    """
    loop, news = asyncio.get_running_loop(), asyncio.Queue[Message]()
    stopped = stop_signal()
    codes = EntranceCodes(loop.time, lambda: news.put_nowait(new_codes(codes)))
    guests, public = GuestHomes(FolderHomes(guests_folder(context.folders))), request.public or ""
    reception = OwnReception(guests, codes, news)
    access = WebAccess(key, codes, factory, host, public, workers=workers, reception=reception)
    async with _server(access, request.port) as server:
        address = server.entrance.address
        if not request.no_browser and has_screen():
            once = server.entrance.new_ticket()
            Thread(target=webbrowser.open, args=(once,), daemon=True).start()
        news.put_nowait(Message("web.address", blanks={"address": address}))
        if host:
            if request.qr:
                print_code(context, f"http://{server.entrance.network_host}")
            news.put_nowait(network_address(server.entrance.network_host, codes))
            news.put_nowait(Message("web.consoles", blanks={"address": tables}))
        if public:
            if request.qr:
                print_code(context, server.entrance.invitation)
            news.put_nowait(Message("web.invitation", blanks={"address": server.entrance.invitation}))
        working = [asyncio.create_task(each) for each in (_tell_all(context, news), guests.sweep(server))]
        server.hands_over = await stopped is signal.SIGTERM  # whoever ends it so starts another one
        for each in working:
            each.cancel()


@asynccontextmanager
async def _server(access: WebAccess, port: int) -> AsyncIterator[WebServer]:
    """A server at this port; without one, at the usual port, if it is free."""
    async with AsyncExitStack() as stack:
        try:
            server = await stack.enter_async_context(web_server(access, port or USUAL_PORT))
        except OSError:
            if port:
                raise
            server = await stack.enter_async_context(web_server(access, 0))
        yield server


async def _tell_all(context: Context, news: "asyncio.Queue[Message]") -> None:
    """Print and speak each message in its turn."""
    while True:
        await asyncio.to_thread(tell, context, await news.get())


def print_code(context: Context, address: str) -> None:
    """Print an address as a QR code; it is not spoken."""
    with spoken_output(context, aloud=False) as write:
        for row in code_rows(address):
            write(row)


def network_address(host: str, codes: EntranceCodes) -> Message:
    """The address for browsers of the network, and the codes that they are asked for."""
    return Message("web.network", blanks={"address": f"http://{host}", **_spoken(codes)})


def new_codes(codes: EntranceCodes) -> Message:
    """That there were too many wrong codes, and the new ones."""
    return Message("web.new_code", blanks={**_spoken(codes), "minutes": round(WAIT_SECONDS / 60)})


def _spoken(codes: EntranceCodes) -> dict[str, Blank]:
    """The codes with their digits apart, so that each is heard."""
    return {"guest": " ".join(codes.guest), "own": " ".join(codes.own)}


def has_screen() -> bool:
    """Whether a browser can open a window; one for terminals would take the keys of this program."""
    return sys.platform in {"win32", "darwin"} or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


COMMAND = Subcommand(
    WebRequest,
    run,
    (
        argument("--port", "web_port", metavar="PORT", type=port_number, default=0),
        argument("--no-browser", "no_browser", action="store_true"),
        argument("--network", "web_network", action="store_true"),
        argument("--public", "web_public", metavar="ADDRESS", type=public_host),
        argument("--qr", "web_qr", action="store_true"),
        argument("--workers", "workers", metavar="WORKERS", type=count),
        argument("--forget", "web_forget", action="store_true"),
    ),
)
