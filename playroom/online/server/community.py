"""The server of a community: many tables, a lobby, an administrator; its files are in one folder."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from playroom.online.log.address import is_file, open_log
from playroom.online.private_file import write_private
from playroom.online.server.certificate import certificate_in
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.server.truth import Variants
from playroom.table.table import Bot

LOCAL_HOST = "127.0.0.1"
LOG_FILE = "tables.sqlite"
TOKEN_FILE = "administrator.txt"  # noqa: S105 (the name of a file)


@dataclass(frozen=True, slots=True)
class Community:
    """A running server; *fingerprint* is that of its certificate, empty without TLS."""

    port: int
    fingerprint: str
    token_file: Path


@asynccontextmanager
async def community(
    folder: Path,
    port: int,
    bots: Mapping[str, Bot],
    variants: Variants,
    *,
    is_plain: bool,
    log_address: str | None = None,
) -> AsyncIterator[Community]:
    """A server on a port, 0 for any, with its files in *folder*; raises OSError and what logs raise.

    *log_address* is where the tables are if not in the folder. *is_plain*: without TLS, for a proxy on this
    machine, which alone can reach it.
    """
    certificate = await asyncio.to_thread(certificate_in, folder)
    token = await asyncio.to_thread(_token_in, folder / TOKEN_FILE)
    address = log_address or str(folder / LOG_FILE)
    log = await open_log(address)
    policy = RoomPolicy(token, anyone_opens=True, shares_log=not is_file(address))
    server = RoomServer(log, bots, variants, policy, None if is_plain else certificate)
    try:
        found = await server.start(LOCAL_HOST if is_plain else None, port)
        pinned = "" if is_plain else certificate.fingerprint
        yield Community(found, pinned, folder / TOKEN_FILE)
    finally:
        await server.stop()
        await log.close()


def _token_in(file: Path) -> str:
    """The administrator's token, made at the first start and readable by its owner alone."""
    with suppress(FileNotFoundError):
        if token := file.read_text(encoding="ascii").strip():
            return token
    token = secrets.token_urlsafe()
    write_private(file, f"{token}\n".encode())
    return token
