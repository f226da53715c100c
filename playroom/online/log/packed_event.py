"""An event of the log as bytes, for engines that store messages."""

from typing import Final

from playroom.online.log.chain import SALT_BYTES
from playroom.online.log.table_log import Damaged, LogEvent

NUMBER_BYTES: Final = 8
CHAIN_BYTES: Final = 32
SALT_AT: Final = NUMBER_BYTES
CHAIN_AT: Final = SALT_AT + SALT_BYTES
COMMAND_AT: Final = CHAIN_AT + CHAIN_BYTES


def pack(event: LogEvent) -> bytes:
    """Number, salt, chain, the command's id up to a zero byte, and the body."""
    number = event.number.to_bytes(NUMBER_BYTES, "big")
    return b"".join((number, event.salt, event.chain, event.command_id.encode(), b"\0", event.body))


def unpack(table: str, packed: bytes) -> LogEvent:
    """The event in the message of a table. Raises Damaged."""
    command_id, zero, body = packed[COMMAND_AT:].partition(b"\0")
    if not zero or not command_id.isascii():
        raise Damaged(f"{table}: a message is not an event")
    return LogEvent(
        table,
        int.from_bytes(packed[:NUMBER_BYTES], "big"),
        command_id.decode(),
        body,
        packed[SALT_AT:CHAIN_AT],
        packed[CHAIN_AT:COMMAND_AT],
    )
