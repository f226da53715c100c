"""What the pages of a club need to know of its members: who comes, and what a form does."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook


class Member(NamedTuple):
    """A member whose browser is signed in, by the identifier of that session."""

    name: str
    session: str


class MemberBrowser(NamedTuple):
    """A browser in which a member is signed in; the times are seconds since 1970."""

    identifier: str
    name: str
    began: int
    seen: int


class MemberPasskey(NamedTuple):
    """A passkey of a member, by its identifier; the times are seconds since 1970, *used* 0 for never."""

    identifier: str
    label: str
    added: int
    used: int


class PasskeyPage(NamedTuple):
    """A page that may ask for passkeys: the host that they are for, its origin, and what its *browser* has.

    No other browser has that; it is in a cookie.
    """

    host: str
    origin: str
    browser: str


class FormVisit(NamedTuple):
    """Who sends a form: from which address, with which browser, and as which member, if as one.

    *token* is the one that the browser has, *book* the words in which errors are said. *page* is None where
    there are no passkeys.
    """

    address: str
    browser: str
    token: str
    member: Member | None
    book: Phrasebook
    page: PasskeyPage | None = None


class FormReply(NamedTuple):
    """The path where a form leads, or what is wrong with a field of it.

    *token* is one that the browser is to keep from now on, "" if it is to forget its own. *options* are what
    the browser is to ask a device for.
    """

    goes_to: str = ""
    said: Message | None = None
    field: str = ""
    token: str | None = None
    options: Mapping[str, object] | None = None


class DeskClosed(Exception):  # noqa: N818 (an answer: try again later)
    """The members cannot be looked up now, or the member's home cannot be opened."""


class TooManyTries(Exception):  # noqa: N818 (as above)
    """Too many wrong links came from an address, which is to wait for so many *seconds*."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class MemberDesk(Protocol):
    """Where members are known, and forms are taken."""

    async def find(self, token: str) -> tuple[Member, str] | None:
        """The member whose browser has a token, and the token that it is to have now. Raises DeskClosed."""
        ...

    def known(self, token: str) -> Member | None:
        """The member as far as that is known here; nothing is changed."""
        ...

    async def look_up(self, token: str) -> Member | None:
        """The member, also one who has just signed in at another server. Raises DeskClosed."""
        ...

    async def enter(self, member: Member) -> None:
        """Have the member's home up to date. Raises DeskClosed."""
        ...

    async def bring(self, name: str, guest: str) -> None:
        """Move what a guest has, by the identifier of the browser, to the home of a member."""
        ...

    def browsers(self, member: Member) -> tuple[MemberBrowser, ...]:
        """The browsers in which a member is signed in, the one that was used last first."""
        ...

    @property
    def has_passkeys(self) -> bool:
        """Whether members can sign in by passkeys."""
        ...

    async def passkeys(self, name: str) -> tuple[MemberPasskey, ...]:
        """The passkeys of a member, in the order in which they were added. Raises DeskClosed."""
        ...

    async def name_to_reset(self, secret: str, address: str) -> str:
        """The member for whom a link sets a new password; "" if the link is not valid.

        Raises DeskClosed and TooManyTries.
        """
        ...

    def mark(self, member: Member) -> str:
        """What the browser of a member is to keep, so that a ban holds there; "" if that is nothing."""
        ...

    def refusal(self, mark: str, address: str) -> Callable[[Phrasebook], Message] | None:
        """Why no guest may come from an address, with a browser that has a mark; None if they may."""
        ...

    async def home_file(self, member: Member, *, has_all: bool) -> bytes:
        """The member's home as one file; *has_all*: with what else is known. Raises DeskClosed."""
        ...

    async def submit(self, form: str, fields: Mapping[str, str], visit: FormVisit) -> FormReply:
        """Do what a form asks for."""
        ...
