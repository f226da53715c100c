"""An authority that signs the certificates of servers, and those who trust it."""

import ssl
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

SIGNS_CERTIFICATES = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=False,
    encipher_only=False,
    decipher_only=False,
)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


@dataclass
class Authority:
    """An authority with a key of its own."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def __post_init__(self) -> None:
        self.certificate = self._signed(_name("authority"), self.key.public_key(), None)

    def sign(self, host: str, file: Path, key_file: Path) -> x509.Certificate:
        """Write a new certificate for a host, and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        signed = self._signed(_name(host), key.public_key(), host)
        key_file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        file.write_bytes(signed.public_bytes(Encoding.PEM))
        return signed

    @property
    def trusting(self) -> ssl.SSLContext:
        """The TLS of a client whose system trusts this authority."""
        return ssl.create_default_context(cadata=self.certificate.public_bytes(Encoding.PEM).decode())

    def _signed(self, name: x509.Name, key: ec.EllipticCurvePublicKey, host: str | None) -> x509.Certificate:
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder(_name("authority"), name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=2))
            .add_extension(x509.BasicConstraints(ca=host is None, path_length=None), critical=True)
            # Python 3.13 and later ask for what RFC 5280 does: whose key a certificate has, and signs.
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False
            )
        )
        if host is None:
            builder = builder.add_extension(SIGNS_CERTIFICATES, critical=True)
        else:
            names = x509.SubjectAlternativeName([x509.DNSName(host)])
            builder = builder.add_extension(names, critical=False)
        return builder.sign(self.key, hashes.SHA256())
