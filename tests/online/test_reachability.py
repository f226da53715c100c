"""What a host is told of others outside, by a router on the loopback of this machine."""

import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from playroom.online import reachability
from playroom.online.reachability import outside_reach
from playroom.online.wire.invite import Invite
from playroom.table.shared_table import OutsideReach, Reach

OWN = Invite("7KQ2M9XD", "192.168.1.5", 7373, "0123456789ABCDEF")
OUTSIDE = "7KQ2M9XD@8.8.4.4:7373/0123456789ABCDEF"
WAN = "urn:schemas-upnp-org:service:WANIPConnection:1"
DESCRIPTION = (
    '<?xml version="1.0"?>\n<root xmlns="urn:schemas-upnp-org:device-1-0">'
    "<service><serviceType>urn:x:Layer3Forwarding:1</serviceType><controlURL>/l3</controlURL></service>"
    "<service><serviceType>{service}</serviceType><controlURL>{control}</controlURL></service></root>"
)
SOAP = (
    '<?xml version="1.0"?>\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>'
    '<u:Response xmlns:u="urn:schemas-upnp-org:service:WANIPConnection:1">{answer}</u:Response>'
    "</s:Body></s:Envelope>"
)
MANY_ENTITIES = '<!DOCTYPE r [<!ENTITY a "8.8.4.4"><!ENTITY b "&a;&a;&a;&a;">]><r>&b;</r>'


@dataclass
class KnownRouter:
    """What the router says."""

    external: str = "8.8.4.4"
    client: str = OWN.host
    enabled: str = "1"
    error: str = ""
    service: str = WAN
    control: str = "/control"
    speaks_http: bool = True
    envelope: str = SOAP
    location: str = ""
    asked: list[str] = field(default_factory=list)
    search: tuple[str, int] = ("", 0)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[KnownRouter]:
    for limit in ("SEARCH_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(reachability, limit, 60.0)
    told = KnownRouter()
    page = HTTPServer(("127.0.0.1", 0), handler(told))
    discovery = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    discovery.bind(("127.0.0.1", 0))
    told.search = discovery.getsockname()
    told.location = f"http://127.0.0.1:{page.server_port}/root.xml"
    threads = [Thread(target=page.serve_forever, args=(0.01,)), Thread(target=answer, args=(discovery, told))]
    for thread in threads:
        thread.start()
    yield told
    page.shutdown()
    page.server_close()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
        last.sendto(b"end", told.search)
    for thread in threads:
        thread.join()
    discovery.close()


def answer(discovery: socket.socket, told: KnownRouter) -> None:
    while True:
        search, sender = discovery.recvfrom(2000)
        if search == b"end":
            return
        discovery.sendto(f"HTTP/1.1 200 OK\r\nLocation: {told.location}\r\n\r\n".encode(), sender)


def handler(told: KnownRouter) -> type[BaseHTTPRequestHandler]:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if not told.speaks_http:
                self.wfile.write(b"nonsense\r\n")
                return
            self._tell(200, DESCRIPTION.format(service=told.service, control=told.control))

        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
            told.asked.append(asked)
            if "GetExternalIPAddress" in self.headers["SOAPAction"]:
                self._tell_soap(200, f"<NewExternalIPAddress>{told.external}</NewExternalIPAddress>")
            elif told.error:
                self._tell_soap(500, f"<errorCode>{told.error}</errorCode>")
            else:
                port = re.search(r"<NewExternalPort>(\d+)<", asked)
                assert port
                self._tell_soap(
                    200,
                    f"<NewInternalPort>{port[1]}</NewInternalPort><NewEnabled>{told.enabled}</NewEnabled>"
                    f"<NewInternalClient>{told.client}</NewInternalClient>",
                )

        def log_message(self, *_: object) -> None:
            pass

        def _tell_soap(self, status: int, answer: str) -> None:
            self._tell(status, told.envelope.format(answer=answer))

        def _tell(self, status: int, text: str) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text.encode())

    return Page


def test_a_router_that_leads_others_here_gives_an_invite_for_outside(known: KnownRouter) -> None:
    assert outside_reach(OWN, known.search) == OutsideReach(Reach.OPEN, 7373, "192.168.1.5", OUTSIDE)
    assert len(known.asked) == 2
    assert not any("AddPort" in each or "DeletePort" in each for each in known.asked)


@pytest.mark.parametrize(
    ("said", "reach"),
    [
        ({"error": "714"}, Reach.CLOSED),
        ({"client": "192.168.1.9"}, Reach.CLOSED),
        ({"enabled": "0"}, Reach.CLOSED),
        ({"external": "100.64.3.4"}, Reach.SHARED),
        ({"external": "192.168.178.2"}, Reach.SHARED),
        ({"external": "?"}, Reach.UNKNOWN),
        ({"error": "606"}, Reach.UNKNOWN),
        ({"service": "urn:x:Printer:1"}, Reach.UNKNOWN),
        ({"control": "http://192.0.2.1/elsewhere"}, Reach.UNKNOWN),
        ({"envelope": "{answer}<unclosed>"}, Reach.UNKNOWN),
        ({"envelope": MANY_ENTITIES}, Reach.UNKNOWN),
        ({"envelope": f"<?xml version='1.0' encoding='cp037'?>{MANY_ENTITIES}"}, Reach.UNKNOWN),
        ({"envelope": "no XML"}, Reach.UNKNOWN),
    ],
)
def test_the_answer_of_a_router_determines_how_far_a_table_reaches(
    known: KnownRouter, said: dict[str, str], reach: Reach
) -> None:
    for name, value in said.items():
        setattr(known, name, value)

    assert outside_reach(OWN, known.search) == OutsideReach(reach, 7373, "192.168.1.5")


@pytest.mark.parametrize("location", ["file:///etc/passwd", "http://192.0.2.1/root.xml"])
def test_no_answer_leads_to_another_machine(
    known: KnownRouter, monkeypatch: pytest.MonkeyPatch, location: str
) -> None:
    monkeypatch.setattr(reachability, "SEARCH_SECONDS", 0.05)
    known.location = location

    assert outside_reach(OWN, known.search).reach is Reach.UNKNOWN


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be", "utf-32"])
def test_a_document_type_is_refused_in_every_encoding(encoding: str) -> None:
    with pytest.raises(OSError, match="the router"):
        reachability._parsed(MANY_ENTITIES.encode(encoding))  # noqa: SLF001 (the way there has other encodings)


def test_a_router_that_does_not_answer_in_http_is_ignored(known: KnownRouter) -> None:
    known.speaks_http = False

    assert outside_reach(OWN, known.search).reach is Reach.UNKNOWN


@pytest.mark.parametrize(("host", "reach"), [("127.0.0.1", Reach.OFFLINE), ("8.8.8.8", Reach.DIRECT)])
def test_a_machine_without_a_router_asks_none(host: str, reach: Reach) -> None:
    own = Invite("7KQ2M9XD", host, 7373)

    assert outside_reach(own, ("", 0)).reach is reach
