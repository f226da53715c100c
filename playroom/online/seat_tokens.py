"""The tokens that a player keeps: of seats at servers' tables, and of accounts there."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock

import msgspec

from playroom.home.files import write_atomically
from playroom.online.client.websocket_link import ServerAddress
from playroom.online.wire.invite import Invite


class SeatTokens:
    """Tokens by the tables that they belong to, and keys by the servers, in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def get(self, table: str) -> str:
        """The token of a table, "" if there is none."""
        return self.all.get(table, "")

    def fingerprint(self, code: str) -> str:
        """The fingerprint of the server at which the player has been at a table with this code."""
        known = (table.partition("/") for table in self.all)
        return next((pinned for table, _, pinned in known if table == code), "")

    def keep(self, table: str, token: str) -> None:
        """Save a token, as the last one; without the file the player rejoins as a new person."""
        others = {each: kept for each, kept in self.all.items() if each != table}
        with suppress(OSError):
            write_atomically(self._file, json.dumps(others | {table: token}))

    @property
    def all(self) -> dict[str, str]:
        """All that is kept, what was kept last at the end."""
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(code): str(token) for code, token in found.items()} if isinstance(found, dict) else {}


class BrowserSeats:
    """What a browser keeps of the tables of this program, in a file.

    That is the tokens of its seats, the table where it sits, and its name and account. The file is written by
    *start*, which calls a function beside the event loop. Without it, they last as long as the program.
    """

    def __init__(self, file: Path, start: Callable[[Callable[[], None]], object]) -> None:
        self._file, self._start, self._lock = file, start, Lock()
        self._kept: _KeptSeats | None = None

    @property
    def table(self) -> tuple[str, str] | None:
        """The code of the table where the browser sits, and the name there; None without one."""
        return self._read().table

    @property
    def match(self) -> str:
        """The file of the match that the browser plays at no shared table; "" without one."""
        return self._read().match

    def get(self, code: str) -> str:
        """The token of a table, "" if there is none."""
        return self._read().tokens.get(code, "")

    def keep(self, code: str, token: str) -> None:
        """Save the token of a table."""
        self._change(replace(self._read(), tokens=self._read().tokens | {code: token}))

    @property
    def key(self) -> str:
        """The key of the account by which the browser has signed in, "" without one."""
        return self._read().key

    def keep_key(self, key: str) -> None:
        """Save the key of an account."""
        self._change(replace(self._read(), key=key))

    @property
    def name(self) -> str:
        """The name that its player has given at the door; "" without one."""
        return self._read().name

    async def keep_name(self, name: str) -> None:
        """Save the name of the player before this returns: the page may come at once to another process."""
        self._kept = replace(self._read(), name=name)
        await asyncio.to_thread(self._write)

    def sit(self, table: tuple[str, str] | None, match: str = "") -> None:
        """Save at which table the browser sits, or the file of the match that it plays otherwise."""
        self._change(replace(self._read(), table=table, match=match))

    def _read(self) -> "_KeptSeats":
        if self._kept is None:
            try:
                self._kept = msgspec.json.decode(self._file.read_bytes(), type=_KeptSeats)
            except (OSError, msgspec.DecodeError):
                self._kept = _KeptSeats()
        return self._kept

    def _change(self, kept: "_KeptSeats") -> None:
        if kept != self._read():
            self._kept = kept
            self._start(self._write)

    def _write(self) -> None:
        with self._lock, suppress(OSError):  # whichever thread is last writes the newest
            write_atomically(self._file, msgspec.json.encode(self._kept))


@dataclass(frozen=True)
class _KeptSeats:
    """What the file has."""

    tokens: dict[str, str] = field(default_factory=dict)
    table: tuple[str, str] | None = None
    key: str = ""
    match: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class KnownServer:
    """The server of an invite, and what is kept of it. Its address learns the certificate that it shows."""

    invite: Invite
    address: ServerAddress
    seats: SeatTokens
    accounts: SeatTokens
    admins: SeatTokens

    @property
    def account_key(self) -> str:
        """The key of the player's account there, "" without one, or before it is known who answers."""
        return self._kept(self.accounts) if self.address.is_known else ""

    def key_reader(self) -> Callable[[], str]:
        """A function that gives the key, also one that the server gives later.

        One that was kept before is given only if it is known now, before a connection, who will answer.
        """
        untrusted = "" if self.address.is_known else self._kept(self.accounts)
        return lambda: "" if self.account_key == untrusted else self.account_key

    @property
    def admin_token(self) -> str:
        """The administrator's token there, "" without one, or before it is known who answers."""
        return self._kept(self.admins) if self.address.is_known else ""

    def seat_token(self, code: str) -> str:
        """The token of a seat at a table there, as `account_key`."""
        return self.seats.get(seat_key(replace(self.invite, code=code))) if self.address.is_known else ""

    def keep_account_key(self, key: str) -> None:
        """Remember the key of an account."""
        self._keep(self.accounts, key)

    def keep_admin_token(self, token: str) -> None:
        """Remember the administrator's token."""
        self._keep(self.admins, token)

    def _kept(self, where: SeatTokens) -> str:
        """A secret that is kept by the name, or by the certificate for which an address alone is known."""
        return where.get(self._name) or where.get(self.address.known)

    def _keep(self, where: SeatTokens, secret: str) -> None:
        """Remember a secret by the name, and by the certificate, which invites from the lobby name."""
        for name in {self._name, self.address.fingerprint} - {""}:
            where.keep(name, secret)

    def keep_seat(self, code: str, token: str) -> None:
        """Remember the token of a seat at a table."""
        pinned = self.invite.fingerprint if self.invite.host else self.address.fingerprint
        self.seats.keep(seat_key(replace(self.invite, code=code, fingerprint=pinned)), token)

    @property
    def _name(self) -> str:
        """The certificate of the server, or else its address.

        With a code alone it has no name before it shows a certificate: anybody within the network can answer
        for a code, and gets no key of an account.
        """
        known = self.address.url if self.invite.host else self.address.fingerprint
        return self.invite.fingerprint or known


def seat_key(invite: Invite) -> str:
    """The name under which a seat token is kept: another server may have a table with the same code."""
    return f"{invite.code}/{invite.fingerprint}" if invite.fingerprint else str(invite)
