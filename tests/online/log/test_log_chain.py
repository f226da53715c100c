"""The chain notices every change of what was stored."""

import pytest
from msgspec.structs import replace

from playroom.online.log.table_log import Damaged, LogEvent, first_chain, new_log_event, verify

BEGIN = first_chain("oak")


def events(count: int) -> list[LogEvent]:
    made: list[LogEvent] = []
    for number in range(1, count + 1):
        previous = made[-1].chain if made else BEGIN
        made.append(new_log_event("oak", number, previous, f"command-{number}", b"body %d" % number))
    return made


def flipped(octets: bytes) -> bytes:
    return bytes([octets[0] ^ 1]) + octets[1:]


def test_an_unchanged_log_is_accepted() -> None:
    verify(events(3), 0, BEGIN)


def test_a_part_of_a_log_continues_the_part_before() -> None:
    first, *others = events(3)

    verify(others, 1, first.chain)


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_flipped_bit_is_noticed(at: int) -> None:
    log = events(3)
    event = log[at]

    for changed in (
        replace(event, body=flipped(event.body)),
        replace(event, salt=flipped(event.salt)),
        replace(event, chain=flipped(event.chain)),
    ):
        log[at] = changed
        with pytest.raises(Damaged):
            verify(log, 0, BEGIN)


def test_a_changed_command_is_noticed() -> None:
    log = [replace(each, command_id="other") for each in events(1)]

    with pytest.raises(Damaged):
        verify(log, 0, BEGIN)


def test_bytes_moved_between_command_and_body_are_noticed() -> None:
    (event,) = events(1)
    moved = replace(event, command_id=event.command_id + "b", body=event.body[1:])

    with pytest.raises(Damaged):
        verify([moved], 0, BEGIN)


@pytest.mark.parametrize("lost", [0, 1])
def test_a_missing_event_is_noticed(lost: int) -> None:
    log = events(3)
    del log[lost]

    with pytest.raises(Damaged):
        verify(log, 0, BEGIN)


def test_the_log_of_another_table_is_noticed() -> None:
    with pytest.raises(Damaged):
        verify(events(1), 0, first_chain("elm"))
