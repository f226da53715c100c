"""The requests to a table that are not answered yet."""

from secrets import token_hex

from playroom.online.wire.messages import Chat, TableCommand
from playroom.online.wire.table_commands import DealRound, MakeMove

Placeholder = TableCommand | Chat


class Unanswered:
    """Commands and lines of the chat by their ids, which no other client has."""

    def __init__(self) -> None:
        self._prefix, self._count = token_hex(4), 0
        self._asked: dict[str, Placeholder] = {}

    @property
    def all(self) -> tuple[Placeholder, ...]:
        """The requests that are not answered, the oldest first."""
        return tuple(self._asked.values())

    def next_id(self) -> str:
        """An id for something new."""
        self._count += 1
        return f"{self._prefix}-{self._count}"

    def add(self, asked: Placeholder) -> None:
        """Remember what was asked."""
        self._asked[asked.id] = asked

    @property
    def is_for_match(self) -> bool:
        """Whether a move or a deal is among it."""
        return any(_is_for_match(asked) for asked in self._asked.values())

    def match_went(self) -> None:
        """Forget moves and deals: what was asked for has happened."""
        self._asked = {number: asked for number, asked in self._asked.items() if not _is_for_match(asked)}

    def answered(self, number: str) -> Placeholder | None:
        """The request that was answered with the id *number*; None if it was before."""
        return self._asked.pop(number, None)


def _is_for_match(asked: Placeholder) -> bool:
    return isinstance(asked, TableCommand) and isinstance(asked.do, MakeMove | DealRound)
