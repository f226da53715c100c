"""Events as messages of a stream."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playroom.online.log.nats import pack, unpack
from playroom.online.log.table_log import Damaged, first_chain, new_log_event


@settings(max_examples=30, derandomize=True, database=None)
@given(number=st.integers(1, 2**40), command_id=st.text("aZ9-_", min_size=1, max_size=64), body=st.binary())
def test_an_event_is_unpacked_as_it_was_packed(number: int, command_id: str, body: bytes) -> None:
    event = new_log_event("oak", number, first_chain("oak"), command_id, body)

    assert unpack("oak", pack(event)) == event


@pytest.mark.parametrize("packed", [b"", b"short", bytes(56) + b"no end", bytes(56) + b"\xff\0"])
def test_another_message_is_refused(packed: bytes) -> None:
    with pytest.raises(Damaged):
        unpack("oak", packed)
