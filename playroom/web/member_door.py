"""The part of a club's door for members: their cookies, their pages, and the forms that they send."""

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from ipaddress import ip_address
from secrets import token_hex
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from msgspec import json
from websockets.http11 import Request

from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.web.entrance import BrowserEntrance, only_header
from playroom.web.member_pages import (
    ACCOUNT_PATH,
    ALL_PATH,
    DELETE_PATH,
    HOME_PATH,
    NEW_PATH,
    TOLD_PATHS,
    WaysIn,
    account_page,
    delete_page,
    new_account_page,
    reset_page,
    sign_in_page,
    without_table,
)
from playroom.web.members import FormReply, FormVisit, Member, MemberDesk, PasskeyPage, TooManyTries
from playroom.web.page_files import PageFile, sentence_page
from playroom.web.passes import BrowserPass, Rights

FORM_PATH: Final = "/account/do/"
RESET_PATH: Final = "/reset/"
PATHS: Final = (ACCOUNT_PATH, NEW_PATH, DELETE_PATH, HOME_PATH, ALL_PATH, *TOLD_PATHS)

FORM_HEADER: Final = "Playroom-Form"
"""The header with the fields of a form: a page of another site can send no such header."""
MOST_FIELDS: Final = 8
ZIP: Final = "application/zip"
JSON: Final = "application/json; charset=utf-8"

IDENTIFIER_DIGITS: Final = 16
PASSKEY_BYTES: Final = 16
"""The bytes of chance by which a challenge is for one browser."""


class MemberAnswer(NamedTuple):
    """A page of the members, or the reply to a form; *cookies* are the headers that keep a token and a mark.

    *came*: a guest has signed in as this member.
    """

    file: PageFile
    status: HTTPStatus = HTTPStatus.OK
    cookies: tuple[str, ...] = ()
    came: Member | None = None


def member_pass(member: Member) -> BrowserPass:
    """The pass of a browser in which a member is signed in; it is in no cookie."""
    return BrowserPass(Rights.MEMBER, member.session[:IDENTIFIER_DIGITS])


class MemberDoor:
    """Receives members at the *desk* of a club."""

    def __init__(self, desk: MemberDesk, entrance: BrowserEntrance) -> None:
        self.desk, self._entrance = desk, entrance

    @staticmethod
    def is_mine(path: str) -> bool:
        """Whether a path is that of a page or a form of members."""
        return without_table(path)[0] in PATHS or path.startswith((FORM_PATH, RESET_PATH))

    def known(self, request: Request) -> Member | None:
        """The member whose browser sends a request, as far as that is known here."""
        token = self._token(request)
        return self.desk.known(token) if token else None

    async def connecting(self, request: Request) -> Member | None:
        """The member whose page connects, perhaps from another server that has ended. Raises DeskClosed."""
        token = self._token(request)
        return (self.desk.known(token) or await self.desk.look_up(token)) if token else None

    async def find(self, request: Request) -> tuple[Member | None, str]:
        """The member whose browser loads a page, and the header that keeps another token, "" for none.

        Raises DeskClosed.
        """
        token = self._token(request)
        if not token:
            return None, ""
        found = await self.desk.find(token)
        if found is None:
            return None, self._cookie(request, "")
        member, new = found
        return member, self._cookie(request, new) if new else ""

    async def answer(
        self, request: Request, book: Phrasebook, member: Member | None, address: str
    ) -> MemberAnswer:
        """The answer to a request for a page, or to a form. Raises DeskClosed."""
        path, table = without_table(request.path)
        if path.startswith(FORM_PATH):
            return await self._take_form(request, book, member, address)
        if path.startswith(RESET_PATH):
            secret = path.removeprefix(RESET_PATH)
            try:
                name = await self.desk.name_to_reset(secret, address)
            except TooManyTries as wait:
                page = sentence_page(book, "members.reset_wait", seconds=wait.seconds)
                return MemberAnswer(page, HTTPStatus.TOO_MANY_REQUESTS)
            if not name:
                return MemberAnswer(sentence_page(book, "members.reset_gone"), HTTPStatus.GONE)
            had = await self.desk.passkeys(name)
            return MemberAnswer(reset_page(book, name, secret, has_passkeys=bool(had)))
        if member and path in {HOME_PATH, ALL_PATH}:
            content = await self.desk.home_file(member, has_all=path == ALL_PATH)
            return MemberAnswer(PageFile(ZIP, content))
        if member and path == DELETE_PATH:
            return MemberAnswer(delete_page(book, member))
        if member:
            own = await self.desk.passkeys(member.name)
            ways = WaysIn(self.desk.browsers(member), own, may_add=self.has_passkeys(request))
            return MemberAnswer(account_page(book, member, ways, table, TOLD_PATHS.get(path, "")))
        if path == NEW_PATH:
            return MemberAnswer(new_account_page(book, table))
        is_form = path == ACCOUNT_PATH
        page = sign_in_page(book, table, has_passkeys=self.has_passkeys(request))
        return MemberAnswer(page, HTTPStatus.OK if is_form else HTTPStatus.FORBIDDEN)

    async def _take_form(
        self, request: Request, book: Phrasebook, member: Member | None, address: str
    ) -> MemberAnswer:
        fields = only_header(request, FORM_HEADER)
        site = only_header(request, "Sec-Fetch-Site") or "same-origin"
        if fields is None or site != "same-origin":
            return MemberAnswer(sentence_page(book, "web.refused.elsewhere_page"), HTTPStatus.FORBIDDEN)
        try:
            given = dict(parse_qsl(fields, keep_blank_values=True, max_num_fields=MOST_FIELDS))
        except ValueError:  # there are too many
            given = {}
        browser = browser_name(only_header(request, "User-Agent") or "")
        page = self._passkey_page(request)
        visit = FormVisit(address, browser, self._token(request), member, book, page)
        reply = await self.desk.submit(request.path.removeprefix(FORM_PATH), given, visit)
        if reply.token is None:
            kept = (self._entrance.passkey_cookie_header(page.browser),) if page and reply.options else ()
            return MemberAnswer(_reply_file(book, reply), cookies=kept)
        came = self.desk.known(reply.token) if reply.token and member is None else None
        cookies = [self._cookie(request, reply.token)]
        if who := came or member:
            cookies.append(self._entrance.mark_header(self.desk.mark(who), only_header(request, "Host")))
        return MemberAnswer(_reply_file(book, reply), cookies=tuple(cookies), came=came)

    def refusal(self, request: Request, address: str) -> Callable[[Phrasebook], Message] | None:
        """Why who is not signed in may not come as a guest; None if they may."""
        cookies, host = only_header(request, "Cookie"), only_header(request, "Host")
        return self.desk.refusal(self._entrance.mark(cookies, host), address)

    def has_passkeys(self, request: Request) -> bool:
        """Whether a page may ask for passkeys: they are for the public name, which an address is not."""
        return self._passkey_page(request) is not None

    def _passkey_page(self, request: Request) -> PasskeyPage | None:
        """The page that sends a request; a browser that has nothing for its passkeys yet gets it now."""
        public = only_header(request, "Host")
        host = urlsplit(f"//{public}").hostname
        if not (host and self.desk.has_passkeys and self._entrance.is_public(public)):
            return None
        with suppress(ValueError):  # it is a name then
            ip_address(host)
            return None
        browser = self._entrance.passkey_browser(only_header(request, "Cookie"))
        return PasskeyPage(host, f"https://{public}", browser or token_hex(PASSKEY_BYTES))

    def _token(self, request: Request) -> str:
        return self._entrance.member_token(only_header(request, "Cookie"), only_header(request, "Host"))

    def _cookie(self, request: Request, token: str) -> str:
        return self._entrance.member_cookie_header(token, only_header(request, "Host"))


def _reply_file(book: Phrasebook, reply: FormReply) -> PageFile:
    said = book.say(reply.said or Message("members.failed"))
    told: dict[str, object] = {"field": reply.field, "said": said}
    if reply.goes_to:
        told = {"goes_to": reply.goes_to}
    elif reply.options:
        told = {"options": reply.options}
    return PageFile(JSON, json.encode(told))


_PROGRAMS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""What stands in the header User-Agent, the first that fits: most browsers also name others."""

_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)

UNKNOWN: Final = "?"


def browser_name(agent: str) -> str:
    """Such as "Firefox, Windows"; nothing else of what the browser says is kept."""
    found = (next((name for sign, name in signs if sign in agent), "") for signs in (_PROGRAMS, _SYSTEMS))
    return ", ".join(filter(None, found)) or UNKNOWN
