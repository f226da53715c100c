"""The server of the playroom in a browser: pages and WebSockets at one port of this machine."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from secrets import token_hex
from typing import Final, cast
from urllib.parse import unquote

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.web.browser_console import end_of_server
from playroom.web.console_factory import ConsoleFactory, Wishes
from playroom.web.entrance import (
    IN_PATH,
    WAIT_SECONDS,
    BrowserEntrance,
    CodeAnswer,
    EntranceCodes,
    only_header,
    settings_id,
)
from playroom.web.incoming import MOST_BYTES, is_code
from playroom.web.member_door import MemberDoor, member_pass
from playroom.web.member_pages import (
    ACCOUNT_PATH,
    PRIVACY_PATH,
    privacy_page,
    shut_out_page,
    sign_in_page,
    with_table,
    without_table,
)
from playroom.web.members import DeskClosed, Member, MemberDesk
from playroom.web.open_connections import OpenConnections
from playroom.web.page_files import (
    ASK_FILES,
    MANIFEST_PATH,
    NETWORK_PATH,
    PageFile,
    code_page,
    manifest,
    name_page,
    page,
    page_file,
    qr_code,
    sentence_page,
    text_file,
)
from playroom.web.passes import BrowserPass, PassKey, Rights
from playroom.web.visitor import BrowserVisitor
from playroom.web.worker_pool import RemoteVisitor, WorkerPool

LOCAL_HOST: Final = "127.0.0.1"

SOCKET_PATH: Final = "/socket"

TRANSCRIPT_PATH: Final = "/transcript.txt"
"""All that was said in the visit; it does not go through the socket, whose outbox is bounded."""

CODE_PATH: Final = "/code"
CODE_HEADER: Final = "Playroom-Code"
"""The header with the code: unlike an address, it is kept in no history, and no other page can send it."""

NAME_PATH: Final = "/name"
NAME_HEADER: Final = "Playroom-Name"
"""The header with the name of a guest, percent-encoded; no other page can send it."""
LONGEST_NAME: Final = 32
"""Characters that a name has at a table."""

MOST_VISITORS: Final = 256
"""The browsers that may be in at once, for each process with consoles; one takes about a megabyte."""

MOST_OTHERS: Final = 128
"""The connections that may be open at once besides: those that load files, or have said nothing yet."""

END_SECONDS: Final = 5.0
"""Seconds in which all consoles are closed when the server ends."""

PING_SECONDS: Final = 2.0
"""Seconds between two questions whether a browser is still there."""
PONG_SECONDS: Final = 2.5
"""Seconds for its answer; then the page counts as lost."""

QUIET: Final = logging.getLogger("playroom.web")
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False  # every wrong request would be a line in the terminal


class Reception:
    """What a server of pages does when browsers come: nothing, unless it has codes, homes or limits."""

    def asked(self) -> None:
        """Tell the code to a browser of this machine, which asks for one."""

    async def enter(self, given: BrowserPass) -> None:
        """Have the home of a guest up to date. Raises DeskClosed."""

    def refusal(self, name: str, address: str) -> Callable[[Phrasebook], Message] | None:
        """Why nobody new may come by a name from an address; None if they may, which is counted."""
        del name, address
        return None


@dataclass(frozen=True, slots=True)
class WebAccess:
    """Who may come in: by the *key* of passes and by *codes*, at *host* of the network if that is served.

    Guests come by a link to the *public* host, if there is a proxy that leads from it to this server. A club
    has no codes: anybody may come, and *asks_name* of them. *is_encrypted*: the server does TLS itself.
    *factory* opens consoles by a pass; with *workers*, the consoles live there.
    """

    key: PassKey
    codes: EntranceCodes | None
    factory: Callable[[BrowserPass], ConsoleFactory]
    host: str = ""
    public: str = ""
    is_encrypted: bool = False
    asks_name: bool = False
    workers: WorkerPool | None = None
    desk: MemberDesk | None = None
    """Where members of a club are known."""
    reception: Reception = field(default_factory=Reception)

    @property
    def most_visitors(self) -> int:
        """How many browsers may be in at once."""
        return MOST_VISITORS * (self.workers.count if self.workers else 1)

    def visitor(self, given: BrowserPass) -> BrowserVisitor | RemoteVisitor:
        """The visitor with a pass."""
        return self.workers.visitor(given) if self.workers else BrowserVisitor(self.factory(given))


class WebServer:
    """Answers browsers on this machine, and those of its network or of a club; visitors have a pass."""

    def __init__(self, access: WebAccess, port: int) -> None:
        self.entrance = BrowserEntrance(
            access.key, port, access.host, access.public, is_encrypted=access.is_encrypted
        )
        self._access = access
        self._visitors: dict[BrowserPass, BrowserVisitor | RemoteVisitor] = {}
        self._came: dict[BrowserPass, tuple[Request, str]] = {}
        """How the guests of a club came, and from which address."""
        self.hands_over = False
        """Whether another server takes over at the end, to which the pages come back."""
        self._members = MemberDoor(access.desk, self.entrance) if access.desk else None

    def pages(self) -> set[object]:
        """The connections of the pages that are open."""
        return {each.page for each in self._visitors.values()}

    @property
    def visitors(self) -> tuple[BrowserVisitor | RemoteVisitor, ...]:
        """The browsers that have a pass."""
        return tuple(self._visitors.values())

    @staticmethod
    def is_page(request: Request) -> bool:
        """Whether a WebSocket is that of a page."""
        return request.path == SOCKET_PATH

    async def answer(self, connection: ServerConnection, request: Request, address: str) -> Response | None:
        """The answer to a request over HTTP from an address; None where a WebSocket is opened."""
        host, path = only_header(request, "Host"), request.path
        is_socket = self.is_page(request)
        if not self.entrance.is_ours(host, only_header(request, "Origin"), needs_origin=is_socket):
            return self._refusal(request, HTTPStatus.FORBIDDEN, "elsewhere_page")
        asked, table = without_table(path)
        if asked == PRIVACY_PATH and self._access.codes is None:
            has_accounts = self._members is not None
            return self._sent(privacy_page(self._book(request), table, has_accounts=has_accounts))
        try:
            member, cookie = await self._member(request)
            if self._members and self._members.is_mine(path):
                return await self._answer_member(self._members, request, member, cookie, address)
            guests = self._members if member is None and path not in ASK_FILES else None
            if guests and (why := guests.refusal(request, address)):
                book, table = self._book(request), path[1:] if _is_start(path) else ""
                said, is_asked = why(book), path == NAME_PATH  # it is told beside the field for a name then
                file = text_file(book.say(said)) if is_asked else shut_out_page(book, said, table)
                return self._sent(file, HTTPStatus.FORBIDDEN)
            if _is_start(path) or is_socket:
                await self._enter(request, member)
            response = await self._answer(connection, request, address)
        except DeskClosed:
            return self._refusal(request, HTTPStatus.SERVICE_UNAVAILABLE, "no_home")
        if response and cookie:
            response.headers["Set-Cookie"] = cookie
        return response

    async def _member(self, request: Request) -> tuple[Member | None, str]:
        """The member who asks, and the header that keeps a token. Pages that are loaded look at the log.

        So do those that connect, if their member is not known here.
        """
        if self._members is None:
            return None, ""
        if _is_start(request.path) or self._members.is_mine(request.path):
            return await self._members.find(request)
        if self.is_page(request):
            return await self._members.connecting(request), ""
        return self._members.known(request), ""

    async def _enter(self, request: Request, member: Member | None) -> None:
        """Have the home of a member or a guest up to date: they may have been at another server meanwhile."""
        given = self._given(request)
        if member and self._members:
            await self._members.desk.enter(member)
        elif given and given.rights is Rights.GUEST:
            await self._access.reception.enter(given)
        visitor = self._visitors.get(given) if given else None
        if given and isinstance(visitor, BrowserVisitor) and visitor.is_away:
            visitor.factory = self._access.factory(given)  # what the earlier one has read may be older

    async def _answer_member(
        self, members: MemberDoor, request: Request, member: Member | None, cookie: str, address: str
    ) -> Response:
        """Answer a request for a page of members; a guest who signs in takes along what they have."""
        found = await members.answer(request, self._book(request), member, address)
        guest = self.entrance.pass_of(only_header(request, "Cookie"), only_header(request, "Host"))
        if found.came and guest and guest.rights is Rights.GUEST:
            await self.dismiss(guest)
            await members.desk.bring(found.came.name, guest.identifier)
        if member and members.known(request) is None:
            await self.dismiss(member_pass(member))
        response = self._sent(found.file, found.status)
        for each in found.cookies or filter(None, [cookie]):
            response.headers["Set-Cookie"] = each
        return response

    def is_here(self, given: BrowserPass) -> bool:
        """Whether a page or a console of a browser is open."""
        return given in self._visitors and not self._visitors[given].is_away

    async def dismiss(self, given: BrowserPass) -> None:
        """End the console of a browser that is not to have it any more."""
        if visitor := self._visitors.pop(given, None):
            await visitor.end()

    async def shut_out(self) -> None:
        """Put out the guests who may not be here any more, with the reason; who just comes, next time."""
        assert self._members  # else nobody is banned
        for given, (request, address) in [*self._came.items()]:
            visitor = self._visitors.get(given)
            if visitor is None:
                del self._came[given]
            elif not visitor.is_away and (why := self._members.refusal(request, address)):
                book = self._book(request)
                await visitor.end(reason=book.say(why(book)))

    def _given(self, request: Request) -> BrowserPass | None:
        """The pass of a member who is signed in, or that in the cookies of a request."""
        if self._members and (member := self._members.known(request)):
            return member_pass(member)
        return self.entrance.pass_of(only_header(request, "Cookie"), only_header(request, "Host"))

    async def _answer(self, connection: ServerConnection, request: Request, address: str) -> Response | None:
        """The answer to one who is a visitor or may become one; None where a WebSocket is opened."""
        host, path = only_header(request, "Host"), request.path
        given = self._given(request)
        if self.entrance.lets_in(path, host) or self.entrance.takes_ticket(path, host):
            return self._let_in(request, given or BrowserPass(Rights.HERE, token_hex(8)), is_new=not given)
        if self.entrance.invites(path, host):
            guest = given or BrowserPass(Rights.GUEST, token_hex(8))
            return self._let_in(request, guest, is_new=not given)
        if given is None:
            if (codes := self._access.codes) is None:
                return await self._receive(request, address)
            if self.entrance.is_public(host):
                return self._refusal(request, HTTPStatus.FORBIDDEN, "no_link")
            return self._ask_for_code(codes, request, address)
        if path.startswith(IN_PATH):  # a bookmark of an earlier start
            return self._let_in(request, given, is_new=False)
        known = self._visitor(given)
        if known is None:
            return self._refusal(request, HTTPStatus.SERVICE_UNAVAILABLE, "no_room")
        if self.is_page(request):
            connection.ping_interval, connection.ping_timeout = PING_SECONDS, PONG_SECONDS
            connection.protocol.max_message_size = MOST_BYTES
            return None
        if path == TRANSCRIPT_PATH:
            return self._sent(text_file(await known.transcript()))
        found = self._file(request)
        return self._sent(found) if found else self._refusal(request, HTTPStatus.NOT_FOUND, "no_page")

    async def serve(self, connection: ServerConnection, address: str) -> None:
        """Serve the page of a visitor."""
        request = connection.request
        assert request  # its pass was checked when the connection was opened
        given = self._given(request)
        if given and (visitor := self._visitor(given)):
            if self._members and given.rights is Rights.GUEST:
                self._came[given] = request, address
            await visitor.serve(connection, only_header(request, "Accept-Language") or "", address)

    async def end(self) -> None:
        """Close all consoles; their matches are saved."""
        if self._access.workers:
            await self._access.workers.end_visits(hands_over=self.hands_over)
        own = (each for each in self._visitors.values() if isinstance(each, BrowserVisitor))
        why = end_of_server(hands_over=self.hands_over)
        if ends := [asyncio.create_task(each.end(why)) for each in own]:
            await asyncio.wait(ends, timeout=END_SECONDS)

    def _visitor(self, given: BrowserPass) -> BrowserVisitor | RemoteVisitor | None:
        """The visitor with a pass, who may have come before this start; None if too many are here.

        Where all places are taken, the first of those who have left is forgotten.
        """
        if given not in self._visitors:
            if len(self._visitors) >= self._access.most_visitors:
                gone = next((own for own, each in self._visitors.items() if each.is_away), None)
                if gone is None:
                    return None
                del self._visitors[gone]
            self._visitors[given] = self._access.visitor(given)
        return self._visitors[given]

    def _file(self, request: Request) -> PageFile | None:
        """What a visitor finds at the path of a request."""
        path, network = request.path, self.entrance.network_host
        if _is_start(path):
            return page(self._book(request), network, self._account_path(path[1:]))
        if path == MANIFEST_PATH:
            return manifest(self._book(request))
        if path == NETWORK_PATH:
            return qr_code(f"http://{network}") if network else None
        if (found := _LINK_CODE.fullmatch(path)) and self.entrance.public_host:
            return qr_code(f"https://{self.entrance.public_host}/{found[1]}")
        return page_file(path)

    def _account_path(self, table: str) -> str:
        """Where members sign in, and come back from to a table; "" where there are none."""
        return with_table(ACCOUNT_PATH, table) if self._members else ""

    def _book(self, request: Request) -> Phrasebook:
        """The words for who asks: those of a visitor, else of a guest."""
        given = self._given(request)
        factory = self._access.factory(given or BrowserPass(Rights.GUEST, ""))
        return factory.book(factory.settings(Wishes(only_header(request, "Accept-Language") or "")))

    async def _receive(self, request: Request, address: str) -> Response:
        """Ask a browser that is new in the club for a name or an account; else let it in as a guest."""
        path, guest = request.path, BrowserPass(Rights.GUEST, token_hex(8))
        if _is_start(path) and self._access.asks_name:
            privacy, account = with_table(PRIVACY_PATH, path[1:]), self._account_path(path[1:])
            return self._sent(name_page(self._book(request), privacy, account))
        if _is_start(path) and self._members:
            has_passkeys = self._members.has_passkeys(request)
            return self._sent(sign_in_page(self._book(request), path[1:], has_passkeys=has_passkeys))
        if _is_start(path):
            return self._let_in(request, guest, is_new=True)
        if path in ASK_FILES and (found := page_file(path)):
            return self._sent(found)
        given = only_header(request, NAME_HEADER)
        if path != NAME_PATH or given is None or not self._access.asks_name:
            return self._refusal(request, HTTPStatus.FORBIDDEN, "no_name")
        name = " ".join(unquote(given).split())
        if not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
            said = self._book(request).say(Message("web.wrong_name", blanks={"most": LONGEST_NAME}))
            return self._sent(text_file(said), HTTPStatus.FORBIDDEN)
        if why := self._access.reception.refusal(name, address):
            book = self._book(request)
            return self._sent(text_file(book.say(why(book))), HTTPStatus.FORBIDDEN)
        await self._access.factory(guest).seats.keep_name(name)
        await self._access.reception.enter(guest)  # the page may come to another server
        return self._let_in(request, guest, is_new=True, found=text_file(""))

    def _ask_for_code(self, codes: EntranceCodes, request: Request, address: str) -> Response:
        """Ask a browser without a pass for the code, and let it in if it is right."""
        path, cookies = request.path, only_header(request, "Cookie")
        is_here = self.entrance.is_here(only_header(request, "Host"))
        if path == "/" or (is_here and path.startswith(IN_PATH)):
            if is_here:
                self._access.reception.asked()
            return self._sent(
                code_page(self._book(request)), HTTPStatus.FORBIDDEN if is_here else HTTPStatus.OK
            )
        if path in ASK_FILES and (found := page_file(path)):
            return self._sent(found)
        code = only_header(request, CODE_HEADER)
        if path != CODE_PATH or code is None:
            return self._refusal(request, HTTPStatus.FORBIDDEN, "no_pass" if is_here else "no_code")
        match codes.judge(unquote(code), address):
            case CodeAnswer.OWN:
                given = BrowserPass(Rights.HERE if is_here else Rights.OWN, settings_id(cookies))
            case CodeAnswer.GUEST:
                given = BrowserPass(Rights.GUEST, settings_id(cookies))
            case why:
                blanks = {"minutes": round(WAIT_SECONDS / 60)}
                said = self._book(request).say(Message(f"web.code.{why}", blanks=blanks))
                return self._sent(text_file(said), HTTPStatus.FORBIDDEN)
        return self._let_in(request, given, is_new=True, found=text_file(""))

    def _let_in(
        self, request: Request, given: BrowserPass, *, is_new: bool, found: PageFile | None = None
    ) -> Response:
        """Let a browser in, with its pass if it *is_new*; the answer is what is *found*, or a page."""
        if self._visitor(given) is None:
            return self._refusal(request, HTTPStatus.SERVICE_UNAVAILABLE, "no_room")
        response = self._sent(
            found
            or sentence_page(
                self._book(request), "web.come_in", goes_on=request.path if _is_start(request.path) else "/"
            )
        )
        if is_new:
            response.headers["Set-Cookie"] = self.entrance.cookie_header(given, only_header(request, "Host"))
        return response

    def _refusal(self, request: Request, status: HTTPStatus, why: str) -> Response:
        """A page with a sentence, or the sentence beside the field for a name."""
        book, key = self._book(request), f"web.refused.{why}"
        is_asked = request.path == NAME_PATH
        return self._sent(text_file(book.say(Message(key))) if is_asked else sentence_page(book, key), status)

    def _sent(self, file: PageFile, status: HTTPStatus = HTTPStatus.OK) -> Response:
        headers = Headers(self.entrance.headers)
        headers["Content-Type"] = file.kind
        headers["Content-Length"] = str(len(file.content))
        headers["Connection"] = "close"
        return Response(status.value, status.phrase, headers, file.content)


_LINK_CODE: Final = re.compile(r"/qr/([0-9A-Z]{8}|W-[0-9A-Z]{16})\.svg", re.ASCII)
"""The path of the QR code of the link to a table."""


def _is_start(path: str) -> bool:
    """Whether a path is that of the page, or of a link to a table."""
    return path == "/" or is_code(path[1:])


@asynccontextmanager
async def web_server(access: WebAccess, port: int = 0, most: int | None = None) -> AsyncIterator[WebServer]:
    """A server at a port of this machine, 0 for any, and of its network; an OSError if it is taken.

    At *most* this many connections are open at once, by default those of all visitors and some more.
    """
    # The name in its address is only known with the port.
    server: WebServer | None = None

    async def answer(connection: ServerConnection, request: Request) -> Response | None:
        assert server
        return await server.answer(connection, request, connection.remote_address[0])

    async def serve_page(connection: ServerConnection) -> None:
        assert server
        await server.serve(connection, connection.remote_address[0])

    most = most or access.most_visitors + MOST_OTHERS
    connections = OpenConnections(most, lambda: server.pages() if server else ())
    listen = partial(
        serve,
        serve_page,
        process_request=answer,
        create_connection=cast("type[ServerConnection]", connections.new),  # a factory will do
        compression=None,
        server_header=None,
        logger=QUIET,
        start_serving=False,
    )
    async with AsyncExitStack() as stack:
        listening = [await stack.enter_async_context(listen(LOCAL_HOST, port))]
        port = next(iter(listening[0].sockets)).getsockname()[1]
        if access.host:
            listening.append(await stack.enter_async_context(listen(access.host, port)))
        server = WebServer(access, port)
        stack.push_async_callback(server.end)
        for each in listening:  # first: a page that comes back is for another server
            stack.callback(each.close, close_connections=False)
        for each in listening:
            await each.start_serving()
        yield server
