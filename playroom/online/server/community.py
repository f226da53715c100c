"""The server of a community: many tables, a lobby, an administrator; its files are in one folder."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from playroom.home.files import write_atomically
from playroom.online.log.club_logs import EmptyFile, is_file, open_log
from playroom.online.log.table_log import Damaged, NotStored, TableLog, Unknown
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.accounts.credentials import ArgonHasher
from playroom.online.server.certificate import RenewedCertificate, Tls, certificate_in
from playroom.online.server.club_ratings import ClubRatings
from playroom.online.server.journal import note
from playroom.online.server.machine import (
    RUSH_SECONDS,
    begin_rush,
    end_rush,
    most_connections,
    raised_limit,
    short_collections,
)
from playroom.online.server.match_archive import ARCHIVE_FILE, LOG_FILE, MatchArchive
from playroom.online.server.monitor import Monitor
from playroom.online.server.room_server import OpenDoor, RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.server.tables.server_state import Variants
from playroom.online.wire.invite import LOCAL_HOST
from playroom.table.shared_table import ClubWords
from playroom.table.table import Bot

DAY_SECONDS = 24 * 3600

TOKEN_FILE = "administrator.txt"  # noqa: S105 (the name of a file)


@dataclass(frozen=True, slots=True)
class Community:
    """A running server; *fingerprint* is that of its own certificate, empty without it.

    *monitor_port* is that of the pages for operators, None without them; *files* is how many files and
    connections it may have at once, None for any number.
    """

    port: int
    fingerprint: str
    token_file: Path
    monitor_port: int | None
    files: int | None = None


@dataclass(frozen=True, slots=True)
class CommunityPlan:
    """How a server is to run: on a *port*, 0 for any, with its files in *folder*.

    *log_address* is where the tables are if not in the folder. *is_plain*: without TLS, for a proxy on this
    machine, which alone can reach it. *monitor_port* is for the pages of operators, None for no pages.
    *needs_account*: people sign in by a name and a password. *kept_matches* besides the last one stay in the
    log of each table; the archive has all. *signed* is a certificate of an authority, for TLS. *link* is the
    address by which browsers come. *guests* need no account. Bans of addresses end after *keep_addresses*
    days, None for never. *words* are the club's own, and no *games* are all.
    """

    folder: Path
    port: int
    is_plain: bool = False
    log_address: str | None = None
    monitor_port: int | None = None
    needs_account: bool = False
    kept_matches: int = 50
    keep_addresses: int | None = None
    signed: RenewedCertificate | None = None
    link: str = ""
    guests: bool = False
    words: ClubWords | None = None
    games: tuple[str, ...] = ()


@asynccontextmanager
async def community(
    plan: CommunityPlan, bots: Mapping[str, Bot], variants: Variants, open_door: OpenDoor | None = None
) -> AsyncIterator[Community]:
    """A server for the time of a context, with a door for browsers; raises OSError and what logs raise."""
    certificate = await asyncio.to_thread(certificate_in, plan.folder)
    token_file = plan.folder / TOKEN_FILE
    token = await asyncio.to_thread(_token_in, token_file)
    files = raised_limit()
    note("limit of open files", files=files or 0)
    address = plan.log_address or str(plan.folder / LOG_FILE)
    async with AsyncExitStack() as stack:
        stack.enter_context(short_collections())
        file = Path(address)
        if is_file(address) and await asyncio.to_thread(lambda: file.exists() and not file.stat().st_size):
            raise EmptyFile(address)
        log = await open_log(address)
        stack.push_async_callback(log.close)
        archive = MatchArchive(plan.folder / ARCHIVE_FILE)
        stack.push_async_callback(archive.close)
        await archive.open()
        accounts = await stack.enter_async_context(_opened_accounts(log, plan))
        ratings = ClubRatings(log, variants) if plan.needs_account and find_spec("openskill") else None
        if ratings:
            stack.push_async_callback(ratings.close)
            ratings.start()
        policy = RoomPolicy(
            token,
            anyone_opens=True,
            shares_log=not is_file(address),
            archive=archive,
            accounts=accounts,
            needs_account=plan.needs_account,
            folder=plan.folder,
            most_connections=most_connections(files),
            kept_matches=plan.kept_matches,
            ban_key=certificate.ban_key,
            ratings=ratings,
            link=plan.link,
            guests=plan.guests,
            words=plan.words,
            games=plan.games,
        )
        used: Tls | None = None if plan.is_plain else plan.signed or certificate
        server = RoomServer(log, bots, variants, policy, used, open_door=open_door)
        monitor = Monitor({"/metrics": server.metrics_page, "/healthz": server.health_page})
        stack.push_async_callback(monitor.stop)
        stack.push_async_callback(server.stop)
        port = await server.start(LOCAL_HOST if plan.is_plain else None, plan.port)
        begin_rush()
        stack.callback(asyncio.get_running_loop().call_later(RUSH_SECONDS, end_rush).cancel)
        watched = None if plan.monitor_port is None else await monitor.start(plan.monitor_port)
        fingerprint = certificate.fingerprint if used is certificate else ""
        yield Community(port, fingerprint, token_file, watched, files)


@asynccontextmanager
async def _opened_accounts(log: TableLog, plan: CommunityPlan) -> AsyncIterator[Accounts]:
    """The accounts of a club, whose banned addresses are forgotten in time."""
    hasher, days = ArgonHasher(), plan.keep_addresses
    accounts = Accounts(log, hasher)
    if plan.needs_account:
        hasher.load()
        await accounts.open()
    else:  # there may be bans
        await accounts.catch_up()
    forgetting = None if days is None else asyncio.ensure_future(_forget_addresses(accounts, days))
    try:
        yield accounts
    finally:
        if forgetting:
            forgetting.cancel()


async def _forget_addresses(accounts: Accounts, days: int) -> None:
    """Forget banned addresses after so many days, now and every day."""
    while True:
        with suppress(Damaged, NotStored, Unknown):  # tomorrow
            await accounts.forget_addresses(days * DAY_SECONDS)
        await asyncio.sleep(DAY_SECONDS)


def _token_in(file: Path) -> str:
    """The administrator's token, made at the first start and readable by its owner alone."""
    with suppress(FileNotFoundError):
        if token := file.read_text(encoding="ascii").strip():
            return token
    token = secrets.token_urlsafe()
    write_atomically(file, f"{token}\n")
    return token
