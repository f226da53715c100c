"""The browsers in which members of a club have signed in, as a log of their own says to all servers.

A browser keeps one token, in a cookie that no script can read. The token is changed while the browser is
used (RFC 9700, 4.14.2): a new one is offered, and counts as soon as the browser comes with it. Until then the
old one does, as the answer may have been lost. Whoever then comes with another token of this session has one
that was used up. It was copied, by them or by who uses the new one, and nobody can tell by whom: the session
ends.

Of tokens only hashes are stored. A session is also sealed with the key of its account, so that it ends when
the password is changed or reset.
"""

import asyncio
import secrets
from collections.abc import Callable
from hmac import compare_digest
from typing import Final, NamedTuple, assert_never

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from playroom.online.log.table_log import Damaged, LogEvent, TableLog, append_once, catch_up
from playroom.online.server.accounts.account_book import Account
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.accounts.credentials import new_token, token_hash
from playroom.online.server.journal import note
from playroom.online.server.names import name_key, plain_text
from playroom.online.server.refused import refused_by_storage

SESSIONS: Final = "_sessions"
"""The name of their log among those of the tables."""

ROTATION_SECONDS: Final = 3600
"""After so long a new token is offered."""
IDLE_SECONDS: Final = 90 * 24 * 3600
"""After so long without a visit a session ends."""
MOST_OFFERED: Final = 4
"""The tokens that may be offered and not come yet: pages that load at the same time."""
MOST_OF_ACCOUNT: Final = 20
"""The sessions of one account; a further one ends the one that was used least recently."""
KEPT_ENTRIES: Final = 1000
"""After so many entries the log begins again with the sessions that there are."""
LONGEST_BROWSER: Final = 60


class BrowserSession(Struct, frozen=True):
    """A browser that is signed in; *browser* is how it is called, the times are seconds since 1970."""

    identifier: str
    name: str
    seal: str
    token: str
    browser: str
    began: int
    seen: int
    offered: tuple[str, ...] = ()


class SessionEntry(Struct, frozen=True, tag_field="entry", tag=True):
    """The base of these entries."""


class SessionsKept(SessionEntry, frozen=True):
    """All sessions that there are: the log may begin with this."""

    sessions: tuple[BrowserSession, ...]


class SessionSet(SessionEntry, frozen=True):
    """A session has begun, or changed."""

    session: BrowserSession


class SessionsEnded(SessionEntry, frozen=True):
    """Sessions have ended."""

    identifiers: tuple[str, ...]


AnySessionEntry = SessionsKept | SessionSet | SessionsEnded

_ENCODER: Final = json.Encoder()
_DECODER: Final[json.Decoder[AnySessionEntry]] = json.Decoder(AnySessionEntry)


class SignedInBrowser(NamedTuple):
    """A browser with its account; *token* is a new one that it is to keep, "" if it keeps its own."""

    session: BrowserSession
    account: Account
    token: str = ""


class BrowserSessions:
    """Begins the sessions of a club, looks for them by their tokens, and ends them."""

    def __init__(self, log: TableLog, accounts: Accounts) -> None:
        self._log, self._accounts = log, accounts
        self._sessions: dict[str, BrowserSession] = {}
        self.number = 0
        self.numbers: dict[str, int] = {}
        """The number of the last entry, and that of each command's entry."""
        self._lock = asyncio.Lock()
        """Held by who appends, as in `Accounts`."""

    async def catch_up(self) -> None:
        """Read what other servers have appended. Raises what logs raise."""
        await catch_up(self._log, SESSIONS, self)

    def apply(self, event: LogEvent) -> None:
        """Apply the next entry of the log, or one with which it begins; any other is ignored."""
        try:
            entry = _DECODER.decode(event.body)
        except DecodeError as error:
            raise Damaged(f"not an entry of the sessions: {error}") from error
        if event.number != self.number + 1 and not (
            isinstance(entry, SessionsKept) and event.number > self.number
        ):
            return
        self.number = event.number
        self.numbers[event.command_id] = event.number
        match entry:
            case SessionsKept(sessions):
                self._sessions = {each.identifier: each for each in sessions}
            case SessionSet(session):
                self._sessions[session.identifier] = session
            case SessionsEnded(identifiers):
                for identifier in identifiers:
                    self._sessions.pop(identifier, None)
            case _:
                assert_never(entry)

    async def begin(self, account: Account, browser: str, instead: str = "") -> SignedInBrowser:
        """A new session of an account, never one that a browser brings; that of the token *instead* ends."""
        secret, now = new_token(), round(self._accounts.clock())
        session = BrowserSession(
            identifier=secrets.token_hex(16),
            name=account.name,
            seal=self._seal(account),
            token=token_hash(secret),
            browser=plain_text(browser, LONGEST_BROWSER),
            began=now,
            seen=now,
        )
        with refused_by_storage():
            await self._append(lambda: SessionSet(session))
            surplus = self.of(account.name)[MOST_OF_ACCOUNT:]
            await self._end(*(each.identifier for each in surplus), instead.partition(".")[0])
        return SignedInBrowser(session, account, f"{session.identifier}.{secret}")

    async def check(self, token: str) -> SignedInBrowser | None:
        """Who comes with a token, and a new token if it is time for that; None if it is not valid any more.

        A used-up token ends its session. Raises Refused if the log does not answer.
        """
        identifier, _, secret = token.partition(".")
        hashed, new = token_hash(secret), ""

        def taken() -> AnySessionEntry | None:
            """By which an offered token counts; None if it does already, or the session has ended."""
            now = self._sessions.get(identifier)
            if now is None or hashed not in now.offered:
                return None
            return SessionSet(replace(now, token=hashed, offered=(), seen=round(self._accounts.clock())))

        def offer() -> AnySessionEntry | None:
            now = self._sessions.get(identifier)
            return SessionSet(replace(now, offered=(*now.offered, token_hash(new)))) if now else None

        with refused_by_storage():
            await self.catch_up()
            found = self._valid(identifier)
            if found is None:
                return None
            session, account = found
            if _is_among(hashed, session.offered):
                await self._append(taken)
            elif not _is_among(hashed, (session.token,)):
                note("a used token of a session came again: the session is ended")
                await self._end(identifier)
                return None
            session = self._sessions.get(identifier, session)
            is_due = self._accounts.clock() - session.seen >= ROTATION_SECONDS
            if is_due and len(session.offered) < MOST_OFFERED:
                new = new_token()
                await self._append(offer)
        return SignedInBrowser(session, account, f"{identifier}.{new}" if new else "")

    def account_of(self, token: str) -> Account | None:
        """The account of a token, as far as this server knows; nothing is changed by that."""
        identifier, _, secret = token.partition(".")
        session, account = self._valid(identifier) or (None, None)
        is_known = session and _is_among(token_hash(secret), (session.token, *session.offered))
        return account if is_known else None

    def is_valid(self, identifier: str) -> bool:
        """Whether a session has not ended."""
        return self._valid(identifier) is not None

    def of(self, name: str) -> list[BrowserSession]:
        """The sessions of an account, the one that was used last first."""
        own = [each for each in self._sessions.values() if name_key(each.name) == name_key(name)]
        valid = [each for each in own if self._valid(each.identifier)]
        return sorted(valid, key=lambda each: (each.seen, each.began, each.identifier), reverse=True)

    async def end(self, name: str, identifier: str) -> None:
        """End a session, if it is one of this account."""
        if any(each.identifier == identifier for each in self.of(name)):
            with refused_by_storage():
                await self._end(identifier)

    async def end_others(self, name: str, identifier: str) -> None:
        """End all sessions of an account but this one, or with "" all."""
        with refused_by_storage():
            await self._end(*(each.identifier for each in self.of(name) if each.identifier != identifier))

    async def forget(self, name: str) -> None:
        """End all sessions of a name, and forget it in the log too."""
        key = name_key(name)
        with refused_by_storage():
            await self._end(
                *(each.identifier for each in self._sessions.values() if name_key(each.name) == key)
            )
            await self._begin_again()

    def _valid(self, identifier: str) -> tuple[BrowserSession, Account] | None:
        """A session that has not ended, and its account."""
        session = self._sessions.get(identifier)
        account = self._accounts.book.account(session.name) if session else None
        if session is None or account is None or not compare_digest(session.seal, self._seal(account)):
            return None
        return None if self._accounts.clock() - session.seen > IDLE_SECONDS else (session, account)

    def _seal(self, account: Account) -> str:
        return token_hash(self._accounts.book.key(account))

    async def _end(self, *identifiers: str) -> None:
        ended = tuple(each for each in identifiers if each in self._sessions)
        if ended:
            await self._append(lambda: SessionsEnded(ended))

    async def _append(self, entry: Callable[[], AnySessionEntry | None]) -> None:
        """Append what *entry* gives after all that came before; a long log begins again."""

        def body() -> bytes | None:
            made = entry()
            return _ENCODER.encode(made) if made else None

        async with self._lock:
            number = await append_once(self._log, SESSIONS, self, secrets.token_hex(16), body)
        if number and number % KEPT_ENTRIES == 0:
            await self._begin_again()

    async def _begin_again(self) -> None:
        """Have the log begin with the sessions that there are."""

        def kept() -> bytes:
            valid = (each for each in self._sessions.values() if self._valid(each.identifier))
            return _ENCODER.encode(SessionsKept((*valid,)))

        async with self._lock:
            number = await append_once(self._log, SESSIONS, self, secrets.token_hex(16), kept)
            await self._log.trim(SESSIONS, number)
            self.numbers.clear()


def _is_among(hashed: str, known: tuple[str, ...]) -> bool:
    return any([compare_digest(hashed, each) for each in known])  # noqa: C419 (all take the same time)
