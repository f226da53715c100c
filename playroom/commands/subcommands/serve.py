"""``playroom serve``: the server of a community."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, closing
from pathlib import Path
from ssl import SSLError
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from playroom.commands.club_page import FILE, ClubPage, club_page
from playroom.commands.context import Context
from playroom.commands.log_access import LOG_ERRORS, log_error_message
from playroom.commands.program_end import FAILED, stop_signal
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import Subcommand, argument, count, port_number, public_host
from playroom.commands.subcommands.help import tell
from playroom.home.files import FileLock
from playroom.minds.minds import MindPool
from playroom.minds.thinkers import bots_by
from playroom.narration.file_errors import page_error_message, system_error_blank
from playroom.narration.message import Blank, Message
from playroom.online.log.club_logs import PATIENCE_SECONDS, is_file, wait_for_log
from playroom.online.server.journal import journal
from playroom.online.wire.invite import DEFAULT_PORT

if TYPE_CHECKING:
    from playroom.online.server.community import Community

KEPT_MATCHES = 50
"""The number of finished matches that stay in the log of each table, unless it is set."""

THINKING_SECONDS = 0.5
"""The time limit of a bot's move, in seconds."""


ENOUGH_FILES = 1024
"""With fewer open files a server has room for few players."""

LOCK_FILE = ".serve.lock"
"""In the folder of a server: a second one would write the same files."""

SWITCH_SECONDS = 0.0005
"""The thread switch interval beside thinking bots, in seconds."""


class ServeRequest(Struct, frozen=True):
    """The folder of the server's files, its port, whether it goes without TLS, and where the tables are.

    *monitor* is the port of the pages for operators, *journal* the file of the journal, which has addresses
    for *keep_addresses* days; with *accounts*, people sign in, but for *guests*, who come by a name. *keep*
    is how many finished matches stay in the log of each table. *web*: browsers come too, from everywhere to
    the *public* host if there is one. *certificate* and *key* are of an authority. *check*: only the club's
    own page is checked.
    *workers* are the processes in which the consoles of browsers live: 0 for this one, None for all cores.
    """

    folder: Path | None
    port: int
    plain: bool
    log: str | None
    monitor: int | None
    journal: Path | None
    accounts: bool
    guests: bool
    keep: int
    keep_addresses: int | None
    web: bool
    public: str | None
    certificate: Path | None
    key: Path | None
    check: bool
    workers: int | None


def run(context: Context, request: ServeRequest) -> int:
    """Serve tables until the program is stopped; the exit code."""
    if request.folder is None:
        return refuse(context, Message("command_line.needs_folder", blanks={"program": "playroom serve"}))
    if bool(request.certificate) != bool(request.key) or (request.plain and request.key):
        return refuse(context, Message("command_line.serve.key_alone"))
    own, errors = club_page(request.folder, context.language_codes, tuple(context.shelf.variants))
    if errors:
        return refuse(context, *map(page_error_message, errors), code=FAILED)
    if request.check:
        return tell(context, _checked(request.folder, own))
    sys.setswitchinterval(SWITCH_SECONDS)
    locks = ExitStack()
    folders = [request.folder]
    if request.log and is_file(request.log):
        tables = Path(request.log).parent
        folders += [tables] if tables.resolve() != request.folder.resolve() else []
    for folder in folders:
        lock = FileLock(folder / LOCK_FILE)
        if not lock.acquire():
            locks.close()
            blanks = {"folder": str(folder)}
            return refuse(context, Message("command_line.serve.runs", blanks=blanks), code=FAILED)
        locks.callback(lock.release)
    try:
        with journal(request.journal, request.keep_addresses):
            asyncio.run(_serve(context, request.folder, request, own))
    except SSLError:
        blanks = {"certificate": str(request.certificate), "key": str(request.key)}
        return refuse(context, Message("command_line.serve.no_certificate", blanks=blanks), code=FAILED)
    except OSError as error:
        why = system_error_blank(error)
        return refuse(context, Message("command_line.serve.failed", blanks={"why": why}), code=FAILED)
    except LOG_ERRORS as error:
        return refuse(context, log_error_message(error), code=FAILED)
    finally:
        locks.close()
    return 0


def _checked(folder: Path, own: ClubPage) -> Message:
    """What the page of the club says, in one sentence; a club needs none, but this may be another folder."""
    if not (folder / FILE).exists():
        return Message("command_line.serve.no_page", blanks={"file": FILE, "folder": str(folder)})
    blanks: dict[str, Blank] = {"file": FILE, "rules": len(own.rules), "games": len(own.games)}
    return Message("command_line.serve.checked", blanks=blanks)


async def _serve(context: Context, folder: Path, request: ServeRequest, own: ClubPage) -> None:
    from playroom.online.server.community import (  # noqa: PLC0415 (no other command needs it)
        CommunityPlan,
        community,
    )
    from playroom.online.server.tables.fair_turns import TURNS  # noqa: PLC0415 (as above)

    stopped, signed = stop_signal(), None
    said = Message("command_line.serve.waits_for_log", blanks={"seconds": int(PATIENCE_SECONDS)})
    answers = wait_for_log(request.log or "", lambda: asyncio.to_thread(tell, context, said))
    waiting = asyncio.ensure_future(answers)
    await asyncio.wait((waiting, stopped), return_when=asyncio.FIRST_COMPLETED)
    if not waiting.done():
        waiting.cancel()
        return
    await waiting
    if request.certificate and request.key:
        from playroom.online.server.certificate import RenewedCertificate  # noqa: PLC0415 (few have one of an authority)

        signed = await asyncio.to_thread(RenewedCertificate, request.certificate, request.key)
    plan = CommunityPlan(
        folder,
        request.port,
        is_plain=request.plain,
        log_address=request.log,
        monitor_port=request.monitor,
        needs_account=request.accounts,
        guests=request.guests,
        words=own.words,
        games=own.games,
        kept_matches=request.keep,
        keep_addresses=request.keep_addresses,
        signed=signed,
        link=f"https://{request.public}" if request.web and request.public else "",
    )
    async with AsyncExitStack() as stack:
        minds = stack.enter_context(closing(MindPool(TURNS)))
        bots = bots_by(minds.ask, THINKING_SECONDS)
        door = None
        if request.web:
            from playroom.commands.club_door import club_door  # noqa: PLC0415 (few serve browsers)
            from playroom.commands.console_process import console_processes  # noqa: PLC0415 (likewise)
            from playroom.online.homes.home_store import open_homes  # noqa: PLC0415 (likewise)

            homes = await open_homes(request.log or "", folder)
            way_in = {"is_plain": request.plain, "asks_name": request.guests or not request.accounts}
            if own.language:
                settings = replace(context.settings, language=own.language)
                context = replace(context, settings=settings)
            opened = club_door(context, folder, minds, homes, request.public or "", **way_in)
            door = await stack.enter_async_context(opened)
            most = (os.cpu_count() or 1) if request.workers is None else request.workers
            workers = console_processes(context, most, TURNS, door.consoles, door.saved)
            door.workers = await stack.enter_async_context(workers)
        async with community(plan, bots, context.shelf.variants, door.open if door else None) as running:
            told = (*_greeting(running, is_plain=request.plain), *(door.greeting() if door else ()))
            await asyncio.to_thread(tell, context, *told)
            by = await stopped
            if door and by is signal.SIGTERM:
                door.hand_over()


def _greeting(running: "Community", *, is_plain: bool) -> Iterator[Message]:
    """The ports of the server, how many files it may open at once if that is limited, and its token."""
    blanks = {"port": str(running.port), "fingerprint": running.fingerprint}
    way = "plain" if is_plain else "secure" if running.fingerprint else "signed"
    yield Message(f"command_line.serve.{way}", blanks=blanks)
    if running.monitor_port is not None:
        yield Message("command_line.serve.monitor", blanks={"port": str(running.monitor_port)})
    if running.files is not None:
        word = "files" if running.files >= ENOUGH_FILES else "few_files"
        yield Message(f"command_line.serve.{word}", blanks={"files": running.files})
    yield Message("command_line.serve.token", blanks={"file": str(running.token_file)})


COMMAND = Subcommand(
    ServeRequest,
    run,
    (
        argument("folder", "folder", metavar="FOLDER", type=Path),
        argument("--port", "port", metavar="PORT", type=port_number, default=DEFAULT_PORT),
        argument("--log", "log", metavar="ADDRESS"),
        argument("--monitor", "monitor", metavar="PORT", type=port_number),
        argument("--journal", "journal", metavar="FILE", type=Path),
        argument("--accounts", "accounts", action="store_true"),
        argument("--guests", "guests", action="store_true"),
        argument("--keep", "keep", metavar="MATCHES", type=count, default=KEPT_MATCHES),
        argument("--keep-addresses", "keep_addresses", metavar="DAYS", type=count),
        argument("--plain", "plain", action="store_true"),
        argument("--check", "check_club", action="store_true"),
        argument("--web", "serve_web", action="store_true"),
        argument("--workers", "workers", metavar="WORKERS", type=count),
        argument("--certificate", "certificate", metavar="FILE", type=Path),
        argument("--key", "key", metavar="FILE", type=Path),
        argument("--public", "serve_public", metavar="ADDRESS", type=public_host),
    ),
)
