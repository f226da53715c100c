"""People at a server with accounts, in the process of the test."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from people import Client, Venue
from support.online.plain_hasher import PlainHasher

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import TableLog
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.wire.messages import (
    ChangePassword,
    Hello,
    Join,
    OpenTable,
    SignedIn,
    SignIn,
    SignInAgain,
    Welcome,
)
from playroom.online.wire.protocol import VERSION

PASSWORD = "eight or more"  # noqa: S105 (a test's)


async def accounts_in(log: TableLog, now: float = 0.0) -> Accounts:
    accounts = Accounts(log, PlainHasher(), lambda: now)
    await accounts.open()
    return accounts


@asynccontextmanager
async def club(log: TableLog | None = None) -> AsyncIterator[Venue]:
    """A server with accounts for the time of a test."""
    shared = log or MemoryLog()
    place = Venue(shared, accounts=await accounts_in(shared))
    try:
        yield place
    finally:
        await place.close()


def visitor(place: Venue, address: str = "192.0.2.7") -> Client:
    """A client that has said hello."""
    client = place.connected(address=address)
    client.say(Hello(VERSION))
    return client


async def answer(client: Client, message: SignIn | SignInAgain | ChangePassword | OpenTable | Join) -> object:
    """What the server answers."""
    client.say(message)
    while isinstance(told := await client.next(), Welcome):
        pass
    return told


async def signed_in(client: Client, name: str, *, is_new: bool = True) -> SignedIn:
    told = await answer(client, SignIn(name, PASSWORD, is_new))
    assert isinstance(told, SignedIn), told
    return told
