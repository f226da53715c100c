"""Releases as a test makes them: a key that signs, and a server on the loopback that can fail."""

import gzip
import json
import tarfile
import zipfile
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b, sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from playroom.update.offer import PAGE, SIGNATURE
from playroom.update.players_folder import STARTER, system_name

IS_WINDOWS = STARTER.endswith(".cmd")
PACKED = f"playroom.{'zip' if IS_WINDOWS else 'tar.gz'}"
NUMBER = b"\x01\x02\x03\x04\x05\x06\x07\x08"


class Signer:
    """A key pair that signs as minisign does."""

    def __init__(self, number: bytes = NUMBER) -> None:
        self._key, self._number = Ed25519PrivateKey.from_private_bytes(bytes(32)), number

    @property
    def public(self) -> str:
        raw = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return b64encode(b"Ed" + self._number + raw).decode()

    def sign(self, content: bytes, *, kind: bytes = b"ED", comment: bytes = b"a release") -> bytes:
        signature = self._key.sign(blake2b(content).digest() if kind == b"ED" else content)
        again = self._key.sign(signature + comment)
        first = b64encode(kind + self._number + signature)
        return b"\n".join(
            (b"untrusted comment: x", first, b"trusted comment: " + comment, b64encode(again), b"")
        )


def starter(output: str) -> bytes:
    """What starts a folder: a program that prints a line."""
    return (f"@echo {output}\r\n" if IS_WINDOWS else f"#!/bin/sh\necho {output}\n").encode()


def packed(files: Mapping[str, bytes]) -> bytes:
    """A file of a release with these files inside."""
    whole = BytesIO()
    if IS_WINDOWS:
        with zipfile.ZipFile(whole, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return whole.getvalue()
    with tarfile.open(fileobj=whole, mode="w") as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o755
            tar.addfile(entry, BytesIO(content))
    return gzip.compress(whole.getvalue())


def folder_of(version: str, output: str | None = None) -> bytes:
    """The folder for players of a version, which says its number, or something else."""
    lines = f"playroom {version}" if output is None else output
    return packed({f"playroom/{STARTER}": starter(lines), "playroom/words.txt": bytes(range(256)) * 1000})


def page_of(version: str, content: bytes, **changes: object) -> bytes:
    """The page that offers a version with this content of its file."""
    file = {"name": PACKED, "size": len(content), "sha256": sha256(content).hexdigest(), **changes}
    news = {"en": ["Kozel, and faster hints.", "Kozel is new."], "fr": ["Kozel, et des indices plus vite."]}
    return json.dumps({"version": version, "news": news, "files": {system_name(): file}}).encode()


class Server:
    """A server that gives out these files, by their names; of one in *cut*, only so many bytes."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.cut: dict[str, int] = {}
        self.asked: list[str] = []
        self.address = ""

    def release(self, version: str, signer: Signer, content: bytes | None = None, **changes: object) -> None:
        """Offer a version."""
        content = folder_of(version) if content is None else content
        page = page_of(version, content, **changes)
        self.files = {PAGE: page, SIGNATURE: signer.sign(page), PACKED: content}


@contextmanager
def serving() -> Iterator[Server]:
    """A server on the loopback."""
    server = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.removeprefix("/")
            server.asked.append(name)
            if name not in server.files:
                self.send_error(404)
                return
            content = server.files[name]
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: server.cut.get(name, len(content))])

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (its name there)
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        server.address = f"http://127.0.0.1:{http.server_port}/"
        thread = Thread(target=http.serve_forever, args=(0.01,))
        thread.start()
        yield server
        http.shutdown()
        thread.join()


def players_home(folder: Path, version: str = "1.0.0") -> Path:
    """A folder for players with a version that starts."""
    folder.mkdir(parents=True)
    (folder / STARTER).write_bytes(starter(f"playroom {version}"))
    (folder / STARTER).chmod(0o755)
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    """All files below a folder with what is in them."""
    return {
        each.relative_to(folder).as_posix(): each.read_bytes() if each.is_file() else b""
        for each in folder.rglob("*")
    }
