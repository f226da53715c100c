"""``playroom web``: the playroom in a browser of this machine, and of its local network."""

import asyncio
import os
import signal
import sys
import traceback
import webbrowser
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from threading import Thread
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.commands.assembly import BUDGET, SWITCH_INTERVAL, open_console
from playroom.commands.context import Context
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import HelpWords, Subcommand, Variants, port_number
from playroom.commands.subcommands.help import tell
from playroom.console.console import Console
from playroom.home.files import write_atomically
from playroom.home.settings import Settings, load_settings
from playroom.keys.bindings import KeyProfile
from playroom.minds.minds import MindPool
from playroom.minds.thinkers import bots_by
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.online.process_tables import ProcessServer, ProcessTables, process_server
from playroom.online.reachability import own_host
from playroom.online.server.certificate import certificate_in
from playroom.online.server.machine import raised_limit, short_collections
from playroom.voice.mode import Mode
from playroom.web.browser_console import ABANDONED_SECONDS, WARNING_SECONDS, ConsoleFactory, ConsoleParts
from playroom.web.entrance import WAIT_SECONDS, NetworkAccess, NetworkCode
from playroom.web.web_server import LOCAL_HOST, SharedThreads, WebServer, web_server

MOST_MINDS: Final = 4
"""The most processes that think for the bots of all visitors."""

WRITING_THREADS: Final = 4
"""The threads that save and read the files of all visitors."""

SETTINGS_FILE: Final = "browser.yaml"
"""In the folder of the settings: those of a terminal would not suit a browser, nor its own a terminal."""

NETWORK_FOLDER: Final = "browsers"
"""In the same folder: the settings of each browser of the network, by its identifier."""

NETWORK_PORT: Final = 7380
"""The port for the network unless another is asked for: a phone can keep the address."""


class WebRequest(Struct, frozen=True):
    """The port, whether the address is only said, and whether browsers of the *network* may come.

    Without a port, it is any that is free; for the network, the usual one.
    """

    port: int
    no_browser: bool
    network: bool = False


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


def browser_context(context: Context, identifier: str = "") -> Context:
    """The context of visitors: the same matches and rulebooks, and a file of settings of their own.

    Browsers of the network have an *identifier*, and each its own file.
    """
    folder = context.folders.settings.parent
    own = folder / NETWORK_FOLDER / f"{identifier}.yaml" if identifier else folder / SETTINGS_FILE
    return replace(context, folders=replace(context.folders, settings=own))


def browser_settings(context: Context) -> Settings:
    """The settings saved in a browser and those given; the language is the player's at first.

    A mode that is given is that of the terminal in which the program runs: no browser would speak in its text
    mode.
    """
    saved, _ = load_settings(context.folders.settings)
    language, mode = saved.language or context.settings.language, saved.mode or Mode.BOTH.value
    given = {name: value for name, value in context.given.items() if name != "mode"}
    own = replace(saved, **{"language": language, "mode": mode, **given})
    of_terminals = (KeyProfile.PLAYROOM, KeyProfile.SALON)
    return replace(own, keys=KeyProfile.BROWSER.value) if own.keys in of_terminals else own


@dataclass
class BrowserConsoles:
    """Opens the consoles of visitors, all with the files of this player and the tables of one server."""

    context: Context
    minds: MindPool
    writers: SharedThreads
    thinkers: SharedThreads
    server: ProcessServer
    abandoned: float = ABANDONED_SECONDS
    warning: float = WARNING_SECONDS

    def settings(self) -> Settings:
        """The settings of the visitor, as saved."""
        return browser_settings(self.context)

    def book(self, settings: Settings) -> Phrasebook:
        """The words for these settings."""
        return self.context.book_for(settings)

    def opened(self, settings: Settings, parts: ConsoleParts) -> Console:
        """An open console of these parts; one without saved settings asks how the visitor hears."""
        return open_console(
            replace(self.context, settings=settings),
            parts.voice,
            parts.display,
            parts.sound,
            parts.background,
            asks_how_to_hear=not self.context.folders.settings.exists(),
            sources=lambda _context, settings: parts.sources(settings),
            tables=lambda *_: ProcessTables(self.server, parts.seats, parts.background.later),
            minds=self.minds,
        )

    def report(self, error: BaseException) -> None:
        """Write the error that has ended a console where crashes are written."""
        _report(self.context, error)

    def start(self, work: Callable[[], object]) -> None:
        """Save or read beside the event loop."""
        self.writers.start(work)

    def think(self, thought: Callable[[], object]) -> None:
        """Have a thought beside the event loop."""
        self.thinkers.start(thought)


async def _serve(context: Context, request: WebRequest, host: str) -> None:
    """Serve browsers of this machine, and at *host* those of its network, until the program is stopped."""
    most = max(1, min(MOST_MINDS, os.cpu_count() or 1))
    writers, thinkers = SharedThreads(WRITING_THREADS, "files"), SharedThreads(2 * most, "thoughts")
    with short_collections(), closing(MindPool(most)) as minds, closing(writers), closing(thinkers):
        bots, report = bots_by(minds.ask, BUDGET), partial(_report, context)
        certificate = await asyncio.to_thread(certificate_in, context.folders.online) if host else None
        async with process_server(bots, context.shelf.variants, report, host, certificate) as tables:

            def factory(identifier: str = "") -> ConsoleFactory:
                own = browser_context(context, identifier)
                return BrowserConsoles(own, minds, writers, thinkers, tables)

            await _serve_browsers(context, request, host, factory, tables.address)


async def _serve_browsers(
    context: Context, request: WebRequest, host: str, factory: Callable[[str], ConsoleFactory], tables: str
) -> None:
    """Receive browsers by the factory for each, "" for those of this machine, until the program is stopped.

    *tables* is the address of their tables for consoles of the network.
    """
    stopped = asyncio.Event()
    loop, news = asyncio.get_running_loop(), asyncio.Queue[Message]()
    for each in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # loops on Windows take no handlers: Ctrl+C cancels there
            loop.add_signal_handler(each, stopped.set)
    code = NetworkCode(loop.time, lambda code: news.put_nowait(new_code(code)))
    network = NetworkAccess(host, code, factory) if host else None
    async with _server(factory(""), request.port, network) as server:
        address = server.entrance.address
        if not request.no_browser and has_screen():
            once = server.entrance.new_ticket()
            Thread(target=webbrowser.open, args=(once,), daemon=True).start()
        news.put_nowait(Message("web.address", blanks={"address": address}))
        if network:
            news.put_nowait(network_address(server.entrance.network_host, code.code))
            news.put_nowait(Message("web.consoles", blanks={"address": tables}))
        telling = asyncio.create_task(_tell_all(context, news))
        await stopped.wait()
        telling.cancel()


@asynccontextmanager
async def _server(
    factory: ConsoleFactory, port: int, network: NetworkAccess | None
) -> AsyncIterator[WebServer]:
    """A server at this port; without one, at the usual port for a network, if it is free."""
    async with AsyncExitStack() as stack:
        try:
            first = port or (NETWORK_PORT if network else 0)
            server = await stack.enter_async_context(web_server(factory, first, network))
        except OSError:
            if port or not network:
                raise
            server = await stack.enter_async_context(web_server(factory, 0, network))
        yield server


async def _tell_all(context: Context, news: "asyncio.Queue[Message]") -> None:
    """Print and speak each message in its turn."""
    while True:
        await asyncio.to_thread(tell, context, await news.get())


def network_address(host: str, code: str) -> Message:
    """The address for browsers of the network, and the code that they are asked for."""
    return Message("web.network", blanks={"address": f"http://{host}", "code": " ".join(code)})


def new_code(code: str) -> Message:
    """That there were too many wrong codes, and the new one; its digits are apart, so that each is heard."""
    return Message("web.new_code", blanks={"code": " ".join(code), "minutes": round(WAIT_SECONDS / 60)})


def has_screen() -> bool:
    """Whether a browser can open a window; one for terminals would take the keys of this program."""
    return sys.platform in {"win32", "darwin"} or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def _report(context: Context, error: BaseException) -> None:
    """Write the error that has ended a visit where crashes are written."""
    with suppress(OSError):
        write_atomically(context.folders.crash, "".join(traceback.format_exception(error)))


def _add_arguments(to: ArgumentParser, variants: Variants, words: HelpWords) -> None:
    del variants
    to.add_argument(
        "--port", type=port_number, default=0, metavar="PORT", help=words("help.options.web_port")
    )
    to.add_argument("--no-browser", action="store_true", help=words("help.options.no_browser"))
    to.add_argument("--network", action="store_true", help=words("help.options.web_network"))


COMMAND = Subcommand(WebRequest, _add_arguments, run)
