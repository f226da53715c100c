"""The ways to shared tables over the network: one's own server, invites, and tables known by their code."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import TimeoutError as LateError
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final

from playroom.online.client.link import Connect, Later, Link, LinkEnd, LinkUser
from playroom.online.client.lobby_client import LobbyClient, LobbyKeys, LobbyListener
from playroom.online.client.table_client import TableClient
from playroom.online.client.table_listener import Entrance, TableListener, Witnesses
from playroom.online.client.websocket_link import (
    NetworkThread,
    ServerAddress,
    WebsocketDoor,
    WebsocketLink,
    deliverer,
)
from playroom.online.lan_discovery import Found, LanDiscovery
from playroom.online.own_server import OwnServer
from playroom.online.reachability import outside_reach
from playroom.online.seat_tokens import KnownServer, SeatTokens
from playroom.online.wire.invite import (
    DEFAULT_PORT,
    LINK_PORT,
    LOCAL_HOST,
    Invite,
    invite_of,
    lobby_of,
    server_of,
)
from playroom.rules.rulebook.variant import Variant
from playroom.table.setup import Setup
from playroom.table.shared_table import OutsideReach, Reach, VisitedServer
from playroom.table.table import Bot

STOP_SECONDS: Final = 3.0
"""Seconds that the end of the program waits for its server."""

MOST_VISITED: Final = 8
"""The number of servers that are offered again."""

ROUTER_SECONDS: Final = 15.0
"""Seconds after which the router is asked no more whether others can come."""


class NetworkTables:
    """Shared tables over the network. What has to be remembered of them is kept in *folder*."""

    only_server = ""

    def __init__(
        self, folder: Path, bots: Mapping[str, Bot], variants: Mapping[str, Variant], later: Later
    ) -> None:
        self._variants, self._later = variants, later
        self._network = NetworkThread()
        self._server = OwnServer(folder, bots, variants)
        self._tokens = SeatTokens(folder / "seats.json")
        self._own_tokens = SeatTokens(folder / "own_tables.json")
        self._keys = SeatTokens(folder / "accounts.json")
        self._admins = SeatTokens(folder / "administrator.json")
        self._hosts = SeatTokens(folder / "known_hosts.json")
        """The certificates of servers by their addresses, as `ServerAddress.known`."""
        self._servers = SeatTokens(folder / "servers.json")
        """The names of clubs by the addresses of their servers, the one visited last at the end."""
        self._visited: tuple[VisitedServer, ...] | None = None
        """The last of them; None before they are read."""
        self._lan_discovery = LanDiscovery()
        self._invite: Invite | None = None
        self._witnesses: Witnesses = {}

    def open(self, name: str, setup: Setup, listener: TableListener, at: str = "") -> TableClient:
        """Open a table on this machine or *at* a server, and join it; InviteError for no server."""
        if at:
            self._invite = server_of(at)
            return self._go(Entrance(name, setup=setup), self._invite, listener, is_address=True)
        self._invite = None
        entrance = Entrance(name, setup=setup, admin=self._server.admin_token, is_own=True)
        return self._start(
            entrance, OwnTableConnector(self._server, self._network), listener, self._own_tokens.keep
        )

    def join(self, invite: str, name: str, listener: TableListener) -> TableClient:
        """Go to the table of an invite, and open it again if it is one's own; InviteError for other texts."""
        found = self._invite = invite_of(invite)
        if own := self._own_tokens.get(found.code):
            self._invite = None
            admin = self._server.admin_token
            entrance = Entrance(name, found.code, admin=admin, is_own=True, token=own)
            return self._start(
                entrance, OwnTableConnector(self._server, self._network), listener, self._own_tokens.keep
            )
        self._network.run(self._lan_discovery.end_search())
        if not found.host:
            found = replace(found, fingerprint=self._tokens.fingerprint(found.code))
        return self._go(Entrance(name, found.code), found, listener)

    def announce(self, code: str, host: str, game: str) -> None:
        """Announce a table of this machine in its network, by the host's name."""
        self._network.run(self._lan_discovery.announce(self._server.invite(code), host, game))

    def withdraw(self) -> None:
        """Stop announcing tables of this machine."""
        self._network.run(self._lan_discovery.withdraw())

    def search(self, found: Found) -> None:
        """Tell *found* the tables within the network, again with each change, until one of them is joined."""
        deliver = deliverer()
        self._network.run(self._lan_discovery.search(lambda tables: deliver(partial(found, tables))))

    @property
    def visited(self) -> tuple[VisitedServer, ...]:
        """The servers to which the player has gone by their addresses, the last one first."""
        if self._visited is None:
            found: dict[str, VisitedServer] = {}
            for address, name in reversed(self._servers.all.items()):
                if server := lobby_of(address):
                    is_usual = server.port in (DEFAULT_PORT, LINK_PORT)
                    host = server.host if is_usual else f"{server.host} {server.port}"
                    found.setdefault(host, VisitedServer(address, host, name))
            self._visited = tuple(found.values())[:MOST_VISITED]
        return self._visited

    def remember(self, server: str, club: str) -> None:
        """Remember a server that has answered, and the name of its club."""
        self._servers.keep(server, club)
        self._visited = None

    def lobby(self, server: str, listener: LobbyListener) -> LobbyClient | None:
        """Go to the lobby of a server; None if the text does not name one."""
        found = lobby_of(server)
        return self._lobby(self._known(found, is_address=True), listener) if found else None

    def club(self, listener: LobbyListener) -> LobbyClient | None:
        """Go to the lobby of the server at whose table the player is; None if that is not known."""
        at = self._invite
        return self._lobby(self._known(at, is_address=False), listener) if at and at.host else None

    def _lobby(self, known: KnownServer, listener: LobbyListener) -> LobbyClient:
        door, invite = WebsocketDoor(known.address, self._network), partial(_invite_at, known.address)
        keys = LobbyKeys(
            known.admin_token, known.keep_admin_token, known.keep_account_key, known.key_reader()
        )
        client = LobbyClient(door, self._later, listener, invite, keys)
        client.start()
        return client

    def ask_outside(self, code: str, then: Callable[[OutsideReach], None]) -> None:
        """Have the router asked whether others outside the network can reach a table of this machine."""
        deliver = deliverer()
        self._network.run(self._ask_outside(code, lambda reach: deliver(partial(then, reach))))

    async def _ask_outside(self, code: str, then: Callable[[OutsideReach], None]) -> None:
        """Ask in a thread that does not keep the program from ending: a router may answer byte by byte."""
        invite, loop = self._server.invite(code), asyncio.get_running_loop()
        answer: asyncio.Future[OutsideReach] = loop.create_future()

        def take(reach: OutsideReach) -> None:
            if not answer.done():
                answer.set_result(reach)

        def ask() -> None:
            reach = outside_reach(invite)
            with suppress(RuntimeError):  # the program has ended
                loop.call_soon_threadsafe(take, reach)

        Thread(target=ask, name="router", daemon=True).start()
        try:
            async with asyncio.timeout(ROUTER_SECONDS):
                reach = await answer
            then(reach)
        except TimeoutError:
            then(OutsideReach(Reach.UNKNOWN, invite.port, invite.host))

    def invite(self, code: str) -> str:
        """The whole invite of a table."""
        return str(replace(self._invite, code=code) if self._invite else self._server.invite(code))

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the people at the player's own tables besides them."""
        return self._server.others

    def close(self) -> None:
        """Stop the server, if it was started."""

        async def stop() -> None:
            await self._lan_discovery.close()
            await self._server.stop()

        with suppress(LateError):
            self._network.run(stop()).result(STOP_SECONDS)

    def _go(
        self, entrance: Entrance, to: Invite, listener: TableListener, *, is_address: bool = False
    ) -> TableClient:
        """Go to the server of an invite or an address, with the player's seat and account there."""
        known = self._known(to, is_address=is_address)
        entrance = replace(
            entrance,
            admin=known.admin_token,
            token=known.seat_token(to.code) if entrance.code else "",
            key=known.account_key,
            keep_key=known.keep_account_key,
        )
        door: Connect = WebsocketDoor(known.address, self._network)
        if to.code and not to.host:
            door = NearbyTableConnector(self._lan_discovery, to.code, known.address, self._network)
        return self._start(entrance, door, listener, known.keep_seat)

    def _known(self, to: Invite, *, is_address: bool) -> KnownServer:
        """The server of an invite or an address.

        A fingerprint in an address that was typed replaces what is remembered of it; one in an invite, which
        may come from anybody, does not.
        """
        address = ServerAddress(to.host or LOCAL_HOST, to.port, to.fingerprint)
        if to.host and (is_address or not to.fingerprint):
            address.remember = partial(self._hosts.keep, address.url)
        if to.host and not to.fingerprint:
            address.known = self._hosts.get(address.url)
        return KnownServer(to, address, self._tokens, self._keys, self._admins)

    def _start(
        self, entrance: Entrance, connect: Connect, listener: TableListener, keep: Callable[[str, str], None]
    ) -> TableClient:
        entrance = replace(entrance, witnesses=self._witnesses)
        client = TableClient(entrance, connect, self._later, self._variants, listener, keep)
        client.start()
        return client


def _invite_at(address: ServerAddress, code: str) -> str:
    """The invite of a table of a server, with the certificate that it has shown, unless that is renewed."""
    pinned = address.fingerprint if address.is_pinned else ""
    return str(Invite(code, address.host, address.port, pinned))


@dataclass(frozen=True, slots=True)
class OwnTableConnector:
    """Connects to the player's own server, and starts it before."""

    server: OwnServer
    network: NetworkThread

    def __call__(self, user: LinkUser) -> Link:
        """Ask for a connection."""
        link = WebsocketLink(self.server.address, user, deliverer())
        self.network.run(self._live(link))
        return link

    async def _live(self, link: WebsocketLink) -> None:
        try:
            await self.server.start()
        except Exception:
            # The server of another user may be at the usual port: it is not asked.
            link.fail(LinkEnd.NOT_STARTED)
            raise
        await link.live()


@dataclass(frozen=True, slots=True)
class NearbyTableConnector:
    """Connects to a table within the network of which only the code is known; else to this machine."""

    lan_discovery: LanDiscovery
    code: str
    address: ServerAddress
    network: NetworkThread

    def __call__(self, user: LinkUser) -> Link:
        """Ask for a connection."""
        link = WebsocketLink(self.address, user, deliverer())
        self.network.run(self._live(link))
        return link

    async def _live(self, link: WebsocketLink) -> None:
        invite = await self.lan_discovery.table(self.code)
        if invite and self.address.fingerprint in ("", invite.fingerprint):
            self.address.host, self.address.port = invite.host, invite.port
            self.address.fingerprint = invite.fingerprint
        await link.live()
