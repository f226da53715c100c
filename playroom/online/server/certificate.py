"""The certificate of a server.

A player's own is made once, kept in a file with its key, and pinned by invites. That of an authority is in
files that another program renews.
"""

import asyncio
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from playroom.home.files import write_atomically
from playroom.online.server.journal import note, note_error
from playroom.online.wire.invite import fingerprint

NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "playroom")])
YEARS = 50
"""Clients compare the fingerprint and not the date, so that a table stays reachable."""

LOOK_SECONDS: Final = 5.0
"""Seconds after which it is looked again whether a certificate was renewed."""

CurrentTls = Callable[[], ssl.SSLContext]
"""The TLS context for a connection that begins."""


class Tls(Protocol):
    """A certificate with which a server does TLS."""

    def tls(self) -> CurrentTls:
        """What gives each connection its context; an OSError if the certificate cannot be used."""
        ...


@dataclass(frozen=True, slots=True)
class Certificate:
    """A PEM file with a certificate and its key, and what invites pin of it.

    *ban_key* is for hashes of banned networks: it is the same as long as the file is.
    """

    file: Path
    fingerprint: str
    ban_key: bytes

    def context(self) -> ssl.SSLContext:
        """The TLS context of a server with this certificate."""
        return _context(self.file)

    def tls(self) -> CurrentTls:
        """The same context for each connection."""
        context = self.context()
        return lambda: context


class RenewedCertificate:
    """A certificate of an authority with those between, and its key, in PEM files that are renewed."""

    def __init__(self, file: Path, key: Path) -> None:
        """Raises OSError, an SSLError among them if the files do not fit each other."""
        self._file, self._key = file, key
        self._read_at = self._state()
        self._context = _context(file, key)

    def tls(self) -> CurrentTls:
        """For each connection the certificate that was read last; those that are open keep theirs."""
        return lambda: self._context

    async def watch(self) -> None:
        """Read the files again whenever they have changed, without an end."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await asyncio.to_thread(self.look)

    def look(self) -> None:
        """Read the files again if they have changed; one that is half renewed is left for the next time."""
        try:
            state = self._state()
            if state != self._read_at:
                self._context = _context(self._file, self._key)
                self._read_at = state
                note("certificate renewed")
        except OSError as error:
            note_error("certificate not renewed", error)

    def _state(self) -> tuple[tuple[int, int, int], ...]:
        """What changes with the files; links lead to others, as those of certbot do."""
        found = (each.stat() for each in (self._file, self._key))
        return tuple((each.st_ino, each.st_size, each.st_mtime_ns) for each in found)


def _context(file: Path, key: Path | None = None) -> ssl.SSLContext:
    """The TLS context of a server with the certificate in a file; an OSError if it cannot be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.num_tickets = 0  # programs come back too seldom to be worth the memory
    context.load_cert_chain(file, key, password=lambda: b"")  # else it would be asked for in the terminal
    return context


def certificate_in(folder: Path) -> Certificate:
    """The certificate in *folder*; a new one if there is none, or something else. Raises OSError."""
    file = folder / "certificate.pem"
    try:
        return _read(file)
    except (FileNotFoundError, ValueError):
        key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.now(UTC)
        made = (
            x509.CertificateBuilder(NAME, NAME)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=365 * YEARS))
            .sign(key, hashes.SHA256())
        )
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        write_atomically(file, made.public_bytes(Encoding.PEM) + private)
        return _read(file)


def _read(file: Path) -> Certificate:
    content = file.read_bytes()
    found = x509.load_pem_x509_certificate(content)
    ban_key = sha256(b"banned networks\0" + content).digest()
    return Certificate(file, fingerprint(found.public_bytes(Encoding.DER)), ban_key)
