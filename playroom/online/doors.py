"""The ways to tables that do not begin with an address: one's own server, and a table known by its code."""

from dataclasses import dataclass

from playroom.online.client.link import Link, LinkEnd, LinkUser
from playroom.online.client.network_thread import NetworkThread, deliverer
from playroom.online.client.websocket_link import ServerAddress, WebsocketLink
from playroom.online.hosting import OwnServer
from playroom.online.lan_discovery import LanDiscovery


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
