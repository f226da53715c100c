"""Tables within one network: announced by multicast DNS, and found without an invite.

Where that is not possible, no table is announced or found, and nothing else happens.
"""

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from zeroconf import Error, InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from playroom.online.server.names import checked_name, plain_text
from playroom.online.server.refused import Refused
from playroom.online.wire.invite import Invite, InviteError, invite_of
from playroom.online.wire.protocol import LONGEST_NAME
from playroom.table.shared_table import NearbyTable

SERVICE: Final = "_playroom._tcp.local."

LOOK_UP_MILLISECONDS: Final = 2000
"""The milliseconds in which a table has to answer where it is."""

Found = Callable[[tuple[NearbyTable, ...]], None]
"""Takes the tables that are found now, by their codes."""


class LanDiscovery:
    """The network of this machine, in the event loop of the one who asks; nothing is sent before that."""

    def __init__(self, interfaces: Sequence[str] | InterfaceChoice = InterfaceChoice.Default) -> None:
        self._interfaces = interfaces
        self._network: AsyncZeroconf | None = None
        self._own: AsyncServiceInfo | None = None
        self._search: _Search | None = None

    async def announce(self, invite: Invite, host: str, game: str) -> None:
        """Announce a table of this machine, and no other."""
        await self.withdraw()
        with suppress(OSError, Error):
            own = AsyncServiceInfo(
                SERVICE,
                f"{invite.code}.{SERVICE}",
                port=invite.port,
                addresses=[socket.inet_aton(invite.host)],
                properties={"host": host, "game": game, "certificate": invite.fingerprint},
            )
            # The code is nobody else's: there is no need to ask for a second before.
            registered = await self._started().async_register_service(own, cooperating_responders=True)
            await registered
            self._own = own

    async def withdraw(self) -> None:
        """Announce nothing any more."""
        own, self._own = self._own, None
        if own:
            with suppress(OSError, Error):
                await (await self._started().async_unregister_service(own))

    async def search(self, found: Found) -> None:
        """Tell *found* the tables of others, again whenever there are others; an older search ends."""
        await self.end_search()
        with suppress(OSError, Error):
            self._search = _Search(self._started(), found, self._own.name if self._own else "")

    async def end_search(self) -> None:
        """Search no more."""
        search, self._search = self._search, None
        if search:
            await search.end()

    async def table(self, code: str) -> Invite | None:
        """The whole invite of the table with this code; None if nobody here has it."""
        with suppress(OSError, Error):
            found = await _asked(self._started(), f"{code}.{SERVICE}")
            return invite_of(found.invite) if found else None
        return None

    async def close(self) -> None:
        """Withdraw what is announced, and close all sockets."""
        await self.end_search()
        await self.withdraw()
        network, self._network = self._network, None
        if network:
            await network.async_close()

    def _started(self) -> AsyncZeroconf:
        if self._network is None:
            self._network = AsyncZeroconf(self._interfaces, ip_version=IPVersion.V4Only)
        return self._network


class _Search:
    """Keeps the tables that are found."""

    def __init__(self, network: AsyncZeroconf, found: Found, own: str) -> None:
        self._network, self._found, self._own = network, found, own
        self._tables: dict[str, NearbyTable] = {}
        self._asking: set[asyncio.Task[None]] = set()
        self._browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[self._change])

    async def end(self) -> None:
        for task in self._asking:
            task.cancel()
        await self._browser.async_cancel()

    def _change(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        del zeroconf, service_type
        if state_change is ServiceStateChange.Removed:
            self._tables.pop(name, None)
            self._tell()
        elif name != self._own:
            task = asyncio.ensure_future(self._ask(name))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _ask(self, name: str) -> None:
        if found := await _asked(self._network, name):
            self._tables[name] = found
            self._tell()

    def _tell(self) -> None:
        self._found(tuple(self._tables[name] for name in sorted(self._tables)))


async def _asked(network: AsyncZeroconf, name: str) -> NearbyTable | None:
    """The table with this name, as its machine tells it; None if it tells nothing proper."""
    service = AsyncServiceInfo(SERVICE, name)
    if not await service.async_request(network.zeroconf, LOOK_UP_MILLISECONDS):
        return None
    properties = service.decoded_properties
    try:
        host = checked_name(properties.get("host") or "")
        address = next(iter(service.parsed_addresses()))
        code, certificate = name.removesuffix(f".{SERVICE}"), properties.get("certificate") or ""
        invite = invite_of(f"{code}@{address}:{service.port}/{certificate}")
    except (Refused, InviteError, StopIteration):
        return None
    return NearbyTable(invite.code, host, plain_text(properties.get("game") or "", LONGEST_NAME), str(invite))
