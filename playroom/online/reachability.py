"""The address of this machine in its network, and whether others outside can reach it.

The router is asked by UPnP, and never changed. That waits, at most some seconds; an OSError says that there
is no proper answer.
"""

import re
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException
from ipaddress import ip_address
from typing import Final
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener
from xml.etree.ElementTree import Element, ParseError, fromstring
from xml.sax.saxutils import escape

from playroom.online.wire.invite import LOCAL_HOST, Invite
from playroom.table.shared_table import OutsideReach, Reach

ANY_NEIGHBOUR: Final = ("192.0.2.1", 9)
"""An address that is nobody's; to find the way there sends nothing."""

EVERY_ROUTER: Final = ("239.255.255.250", 1900)
"""The address of the simple service discovery protocol."""

SEARCH_SECONDS: Final = 3.0
ANSWER_SECONDS: Final = 3.0
MOST_BYTES: Final = 65536

NO_SUCH_ENTRY: Final = "714"
"""The UPnP error of a router that has no such port mapping."""

_SEARCH = (
    'M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: "ssdp:discover"\r\nMX: 2\r\n'
    "ST: urn:schemas-upnp-org:device:InternetGatewayDevice:{version}\r\n\r\n"
)
_ENVELOPE = (
    '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" '
    's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>'
    '<u:{action} xmlns:u="{service}">{arguments}</u:{action}></s:Body></s:Envelope>'
)
_LOCATION = re.compile(r"^location:\s*(\S+)", re.IGNORECASE | re.MULTILINE)
_CONNECTIONS: Final = ("WANIPConnection", "WANPPPConnection")


def own_host() -> str:
    """The address of this machine in its network; that of the machine alone if it is in none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ANY_NEIGHBOUR)
        return str(probe.getsockname()[0])
    return LOCAL_HOST


def outside_reach(own: Invite, at: tuple[str, int] = EVERY_ROUTER) -> OutsideReach:
    """Whether the table of *own*, its invite within the network, is reached from outside; it waits."""
    if own.host == LOCAL_HOST:
        return OutsideReach(Reach.OFFLINE, own.port, own.host)
    if ip_address(own.host).is_global:
        return OutsideReach(Reach.DIRECT, own.port, own.host)
    try:
        found = router(at)
        outside = found.external_address()
        if not ip_address(outside).is_global:
            return OutsideReach(Reach.SHARED, own.port, own.host)
        if not found.forwards(own.port, own.host):
            return OutsideReach(Reach.CLOSED, own.port, own.host)
    except (OSError, ValueError):
        return OutsideReach(Reach.UNKNOWN, own.port, own.host)
    invite = Invite(own.code, outside, own.port, own.fingerprint)
    return OutsideReach(Reach.OPEN, own.port, own.host, str(invite))


@dataclass(frozen=True, slots=True)
class Router:
    """A router, by the address and the kind of the service that is asked."""

    control: str
    service: str

    def external_address(self) -> str:
        """The router's address outside this network."""
        return _text(self._ask("GetExternalIPAddress"), "NewExternalIPAddress")

    def forwards(self, port: int, address: str) -> bool:
        """Whether the router leads TCP connections to this port of its own to the same port of *address*."""
        asked = {"NewRemoteHost": "", "NewExternalPort": str(port), "NewProtocol": "TCP"}
        answer = self._ask("GetSpecificPortMappingEntry", asked)
        fields = ("NewInternalClient", "NewInternalPort", "NewEnabled")
        return [_text(answer, field) for field in fields] == [address, str(port), "1"]

    def _ask(self, action: str, asked: dict[str, str] | None = None) -> Element:
        arguments = "".join(f"<{name}>{escape(value)}</{name}>" for name, value in (asked or {}).items())
        body = _ENVELOPE.format(action=action, service=self.service, arguments=arguments)
        headers = {"Content-Type": 'text/xml; charset="utf-8"', "SOAPAction": f'"{self.service}#{action}"'}
        try:
            return _document(Request(self.control, body.encode(), headers))  # noqa: S310 (http, see `router`)
        except HTTPError as error:
            answer = _parsed(error.read(MOST_BYTES))
            if _text(answer, "errorCode") == NO_SUCH_ENTRY:
                return answer
            raise


def router(at: tuple[str, int] = EVERY_ROUTER) -> Router:
    """The router of this network; an OSError if none answers properly."""
    location = _location(at)
    description = _document(Request(location))  # noqa: S310 (http)
    for found in description.iterfind(".//{*}service"):
        service, control = _text(found, "serviceType"), urljoin(location, _text(found, "controlURL"))
        if any(kind in service for kind in _CONNECTIONS) and _is_at(control, urlsplit(location).hostname):
            return Router(control, service)
    raise OSError("the router has no service for connections")


def _location(at: tuple[str, int]) -> str:
    """The address of the description of the router that answers first."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for version in (1, 2):
            asking.sendto(_SEARCH.format(version=version).encode(), at)
        end = time.monotonic() + SEARCH_SECONDS
        while (left := end - time.monotonic()) > 0:
            asking.settimeout(left)
            reply, (sender, _) = asking.recvfrom(MOST_BYTES)
            found = _LOCATION.search(reply.decode(errors="replace"))
            if found and _is_at(found[1], sender):
                return found[1]
    raise TimeoutError


class _NoRedirect(HTTPRedirectHandler):
    """Refuses redirects."""

    def redirect_request(self, *_: object) -> None:
        """Nothing: the answer is an error."""


def _is_at(url: str, host: str | None) -> bool:
    """Whether an address is of this host and protocol, so that no answer leads anywhere else."""
    parts = urlsplit(url)
    return parts.scheme == "http" and parts.hostname == host


def _document(request: Request) -> Element:
    """The XML document that the router answers with."""
    opener = build_opener(ProxyHandler({}), _NoRedirect)
    try:
        with opener.open(request, timeout=ANSWER_SECONDS) as answer:
            return _parsed(answer.read(MOST_BYTES))
    except HTTPException as error:
        raise OSError("the router does not answer in HTTP") from error


def _parsed(content: bytes) -> Element:
    """The XML of an answer, which is read as UTF-8 whatever it declares: so what is checked is parsed."""
    text = content.decode(errors="replace")
    if "<!DOCTYPE" in text or "\0" in text:  # entities could grow without limit, and UPnP has none
        raise OSError("the router answers with a document type")
    try:
        return fromstring(text)  # noqa: S314 (small, and without entities of its own)
    except (ParseError, ValueError) as error:
        raise OSError("the router does not answer in XML") from error


def _text(element: Element, name: str) -> str:
    """The text of the first element of this name, in any namespace; empty if there is none."""
    return (element.findtext(f".//{{*}}{name}") or "").strip()
