"""The certificate of a player's own server: made once, kept in a file with its key, pinned by invites."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from playroom.home.files import write_atomically
from playroom.online.wire.invite import fingerprint

NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "playroom")])
YEARS = 50
"""Clients compare the fingerprint and not the date, so that a table stays reachable."""


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
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.options |= ssl.OP_NO_RENEGOTIATION
        context.num_tickets = 0  # programs come back too seldom to be worth the memory
        context.load_cert_chain(self.file)
        return context


def certificate_in(folder: Path) -> Certificate:
    """The certificate in *folder*; a new one if there is none, or something else. Raises OSError."""
    file = folder / "certificate.pem"
    try:
        return _read(file)
    except (FileNotFoundError, ValueError):
        write_atomically(file, _new_pem())
        return _read(file)


def _read(file: Path) -> Certificate:
    content = file.read_bytes()
    found = x509.load_pem_x509_certificate(content)
    ban_key = sha256(b"banned networks\0" + content).digest()
    return Certificate(file, fingerprint(found.public_bytes(Encoding.DER)), ban_key)


def _new_pem() -> bytes:
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
    return made.public_bytes(Encoding.PEM) + private
