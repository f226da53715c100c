"""The events of tables in a stream of messages: as bytes, and the place of each."""

from typing import Final

from playroom.online.log.chain import SALT_BYTES, first_chain
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


class KnownLog:
    """The place of each event in its stream, and the command that made it."""

    def __init__(self, table: str, before: int = 0) -> None:
        """*before* is the number before the first event that the log has."""
        self._before = before
        self.chain = first_chain(table)
        self._sequences: list[int] = []
        self._numbers: dict[str, int] = {}

    @property
    def number(self) -> int:
        """The number of the last event that is known."""
        return self._before + len(self._sequences)

    @property
    def last_sequence(self) -> int:
        """The place of the last event; 0 if none is known."""
        return self._sequences[-1] if self._sequences else 0

    def sequence(self, number: int) -> int:
        """The place of an event; 0 if that is not known."""
        return self._sequences[number - self._before - 1] if self._before < number <= self.number else 0

    def number_of(self, command_id: str) -> int:
        """The number of a command's event; 0 if none is known."""
        return self._numbers.get(command_id, 0)

    def add(self, event: LogEvent, sequence: int) -> None:
        """Take the event that follows; another one is known already, or not yet connected with the others."""
        if event.number == self.number + 1:
            self._sequences.append(sequence)
            self._numbers[event.command_id] = event.number
            self.chain = event.chain
