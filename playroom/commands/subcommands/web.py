"""``playroom web``: the playroom in a browser of this machine."""

import asyncio
import os
import signal
import sys
import traceback
import webbrowser
from argparse import ArgumentParser
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from threading import Thread
from typing import Final

from playroom.commands.arguments import port_number
from playroom.commands.assembly import SWITCH_INTERVAL, open_console
from playroom.commands.context import Context
from playroom.commands.exit_codes import FAILED
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import HelpWords, Subcommand, Variants
from playroom.commands.subcommands.help import tell
from playroom.console.console import Console
from playroom.home.files import write_atomically
from playroom.home.settings import Settings, load_settings
from playroom.keys.key_profile import KeyProfile
from playroom.minds.mind_pool import MindPool
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Message
from playroom.voice.mode import Mode
from playroom.web.shared_threads import SharedThreads
from playroom.web.stay import ConsoleParts, VisitPlan
from playroom.web.web_server import web_server

MOST_MINDS: Final = 4
"""The most processes that think for the bots of all visitors."""

WRITING_THREADS: Final = 4
"""The threads that save and read the files of all visitors."""

SETTINGS_FILE: Final = "browser.yaml"
"""In the folder of the settings: those of a terminal would not suit a browser, nor its own a terminal."""


@dataclass(frozen=True, slots=True)
class WebRequest:
    """The port, 0 for any that is free, and whether the address is only said."""

    port: int
    no_browser: bool


def run(context: Context, request: WebRequest) -> int:
    """Serve the playroom to browsers of this machine until the program is stopped; the exit code."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        asyncio.run(_serve(browser_context(context), request))
    except OSError as error:
        why = system_error_blank(error)
        return refuse(context, Message("web.failed", blanks={"why": why}), code=FAILED)
    except KeyboardInterrupt:  # where a loop takes no handlers
        return 0
    return 0


def browser_context(context: Context) -> Context:
    """The context of visitors: the same matches and rulebooks, and a file of settings of their own."""
    own = context.folders.settings.with_name(SETTINGS_FILE)
    return replace(context, folders=replace(context.folders, settings=own))


def browser_settings(context: Context) -> Settings:
    """The settings saved in a browser and those given; the language is the player's at first."""
    saved, _ = load_settings(context.folders.settings)
    keys = KeyProfile.BROWSER if saved.keys == KeyProfile.PLAYROOM else saved.keys
    language, mode = saved.language or context.settings.language, saved.mode or Mode.BOTH
    own = replace(saved, keys=keys, language=language, mode=mode)
    return replace(own, **context.given)  # type: ignore[arg-type] # the parser has checked what mypy cannot


def visit_plan(
    context: Context, minds: MindPool, writers: SharedThreads, thinkers: SharedThreads
) -> VisitPlan:
    """How visitors are received, all with the files of this player."""

    def opened(settings: Settings, parts: ConsoleParts) -> Console:
        return open_console(
            replace(context, settings=settings),
            parts.voice,
            parts.display,
            parts.sound,
            parts.background,
            sources=lambda *_: parts.sources,
            minds=minds,
        )

    return VisitPlan(
        settings=partial(browser_settings, context),
        book=context.book_for,
        opened=opened,
        report=partial(_report, context),
        start=writers.start,
        think=thinkers.start,
    )


async def _serve(context: Context, request: WebRequest) -> None:
    stopped = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # loops on Windows take no handlers: Ctrl+C cancels there
            asyncio.get_running_loop().add_signal_handler(each, stopped.set)
    most = max(1, min(MOST_MINDS, os.cpu_count() or 1))
    writers, thinkers = SharedThreads(WRITING_THREADS, "files"), SharedThreads(2 * most, "thoughts")
    with closing(MindPool(most)) as minds, closing(writers), closing(thinkers):
        async with web_server(visit_plan(context, minds, writers, thinkers), request.port) as server:
            if not request.no_browser and has_screen():
                Thread(target=webbrowser.open, args=(server.entrance.address,), daemon=True).start()
            await asyncio.to_thread(
                tell, context, Message("web.address", blanks={"address": server.entrance.address})
            )
            await stopped.wait()


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


COMMAND = Subcommand(WebRequest, _add_arguments, run)
