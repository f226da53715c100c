"""What must be true of a table, whatever has failed meanwhile."""

from collections.abc import Iterable, Sequence

from playroom.online.log.table_log import LogEvent, first_chain, verify
from playroom.online.server.tables.server_state import logged
from playroom.online.wire.entries import AnyEntry, MatchWent
from playroom.online.wire.messages import Ack, Happened, ServerMessage
from playroom.rules.event import Event
from playroom.rules.seat import Seat
from playroom.rules.view import seen


def check_acknowledged(events: Sequence[LogEvent], person: int, told: Iterable[ServerMessage]) -> int:
    """All that was acknowledged to a person is in the log, once, under its number; how much that was."""
    numbers = {event.command_id: event.number for event in events}
    assert len(numbers) == len(events)
    acks = [message for message in told if isinstance(message, Ack)]
    for ack in acks:
        assert numbers[f"{person}-{ack.id}"] == ack.number
    return len(acks)


def check_view(events: Sequence[LogEvent], seat: Seat | None, told: Iterable[ServerMessage]) -> None:
    """What a person was sent is the redacted log up to where their last connection ended, each event once."""
    verify(events, 0, first_chain(events[0].table))
    happened = [message for message in told if isinstance(message, Happened)]
    numbers = [each.number for each in happened]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    for each in happened:
        event = events[each.number - 1]
        truth = [seen(known, seat) for known in events_in(logged(event.body).entries)]
        assert (events_in(each.entries), each.chain) == (truth, event.chain.hex())


def events_in(entries: list[AnyEntry]) -> list[Event]:
    """The events of the rules in entries."""
    return [event for each in entries if isinstance(each, MatchWent) for event in each.events]
