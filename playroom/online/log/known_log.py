"""The numbers, places and command ids of a table's log in a stream, without the bodies."""

from playroom.online.log.chain import first_chain
from playroom.online.log.table_log import LogEvent


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
