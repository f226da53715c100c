"""The store of homes on NATS servers: a stream of a club that has the last content of each file."""

import asyncio
import hashlib
import zlib
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Final

from nats.aio.client import Client
from nats.errors import Error
from nats.js.api import StorageType, StreamConfig

from playroom.online.homes.travelling_homes import StoredFile
from playroom.online.log.club_logs import nats_servers
from playroom.online.log.nats import PAUSE, TIMEOUT, connected, unknown_without_answer
from playroom.online.log.nats_streams import REPLICAS, KeyedStream, add_stream, check_durability

ALL: Final = ">"
"""Instead of the key of a file: those of all files of a home."""
KEY_DIGITS: Final = 32


class NatsFiles:
    """A FileStore in NATS; each file has a subject of its own, and its revision is a sequence there."""

    def __init__(self, client: Client, stream: KeyedStream) -> None:
        self._client, self._stream = client, stream

    @classmethod
    async def open(cls, address: str) -> "NatsFiles":
        """The files of the club whose log has this address; raises NoAddress, NotDurable and Unknown."""
        servers, monitors, club = nats_servers(address)
        await check_durability(monitors)
        client = await connected(servers)
        stream = KeyedStream(client, f"{club}-homes", f"playroom.{club}.home", TIMEOUT)
        config = StreamConfig(
            name=stream.stream,
            subjects=[stream.subject(ALL)],
            num_replicas=REPLICAS,
            storage=StorageType.FILE,
            max_msgs_per_subject=1,
            allow_direct=True,
        )
        try:
            with unknown_without_answer():
                await add_stream(client, config)
        except BaseException:
            await client.close()
            raise
        return cls(client, stream)

    async def files(self, home: str) -> Mapping[str, StoredFile]:
        key = f"{home}.{ALL}"
        with unknown_without_answer():
            newest = await self._stream.last_sequence(key)
            async with asyncio.timeout(self._stream.patience):
                while True:
                    found = await self._stream.read(key)
                    if not newest or (found and found[-1][0] >= newest):
                        return dict(_unpacked(*message) for message in found)
                    await asyncio.sleep(PAUSE)  # the server that is read is behind

    async def file(self, home: str, path: str) -> StoredFile:
        with unknown_without_answer():
            found = await self._stream.last(_key(home, path))
        return _unpacked(*found)[1] if found else StoredFile()

    async def put(self, home: str, path: str, revision: int, content: bytes | None) -> int:
        packed = await asyncio.to_thread(_packed, path, content)
        with unknown_without_answer():
            return await self._stream.append(_key(home, path), revision, packed)

    async def remove(self, home: str, newest: int | None = None) -> None:
        key = f"{home}.{ALL}"
        with unknown_without_answer():
            if newest is None:
                await self._stream.remove(key)
            else:
                await self._stream.trim(key, newest + 1)

    async def homes_with(self, path: str) -> Collection[str]:
        with unknown_without_answer():
            return [key.partition(".")[0] for key in await self._stream.keys(_key("*", path))]

    async def close(self) -> None:
        with suppress(Error, OSError):  # the servers may be down, and nothing waits to be sent
            await self._client.close()


def _key(home: str, path: str) -> str:
    """The key of a file; names of files may have letters that subjects may not have."""
    return f"{home}.{hashlib.sha256(path.encode()).hexdigest()[:KEY_DIGITS]}"


def _packed(path: str, content: bytes | None) -> bytes:
    """The path up to a zero byte, and the compressed content, or nothing for a file that is gone."""
    return path.encode() + b"\0" + (b"" if content is None else zlib.compress(content))


def _unpacked(revision: int, packed: bytes) -> tuple[str, StoredFile]:
    path, _, content = packed.partition(b"\0")
    return path.decode(), StoredFile(revision, zlib.decompress(content) if content else None)
