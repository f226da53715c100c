"""The frames of the server on the network, as websockets takes them apart."""

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from playroom.online.server.paced_connection import text_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_client_gets_the_text_that_was_sent(size: int) -> None:
    client = ClientProtocol(parse_uri("ws://localhost"), state=State.OPEN, max_size=None)
    texts = ["é" * (size // 2) + "x" * (size % 2), "after"]

    for text in texts:
        client.receive_data(text_frame(text))

    assert client.events_received() == [Frame(Opcode.TEXT, text.encode()) for text in texts]
