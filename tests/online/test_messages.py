"""The messages of client and server: what is read, and what is refused."""

import json

import pytest

from playroom.online.wire.entries import PersonCame, SeatTaken, TableOpened, TableSettings
from playroom.online.wire.messages import (
    Bye,
    Chat,
    ClientMessage,
    Gone,
    Happened,
    Heard,
    Hello,
    Join,
    Joined,
    ListTables,
    Malformed,
    Nak,
    OpenTable,
    Said,
    ServerMessage,
    TableCommand,
    client_message,
    encoded,
    server_message,
)
from playroom.online.wire.table_commands import (
    AnyDo,
    AskedSettings,
    Ban,
    ClearSeat,
    Configure,
    DealRound,
    Extend,
    GoOn,
    HandOver,
    Kick,
    MakeMove,
    Mute,
    Pause,
    Ready,
    Rematch,
    SeatBot,
    Sit,
    Stand,
    StartMatch,
)
from playroom.online.wire.table_state import TableState

SETTINGS = AskedSettings(game="draw", players=4, options={"target": 100}, thinking=30)
DEEDS: list[AnyDo] = [
    *(Configure(SETTINGS), Sit(1), Stand(), SeatBot(2, "hard"), ClearSeat(2), Ready(), StartMatch()),
    *(DealRound(), MakeMove({"move": "Draw"}), Rematch(), Pause(), GoOn(), Extend(), Mute(2, "loud")),
    *(Kick(2, "rude"), Ban(2), HandOver(2)),
]
SAID: list[ClientMessage] = [
    *(Hello(1), OpenTable("1", "Ada", SETTINGS), Join("7KQ2M9XD", "Zoé"), Heard(4), ListTables(), Bye()),
    *(Chat("1", "team", "hello"), Chat("2", 3, phrase="nice_move")),
    *(TableCommand(str(at), do) for at, do in enumerate(DEEDS)),
]


def opened() -> TableState:
    state = TableState().after(TableOpened("7KQ2M9XD", TableSettings(game="draw", players=4)))
    return state.after(PersonCame(1, "Ada")).after(SeatTaken(2, 1))


TOLD: list[ServerMessage] = [
    Joined("7KQ2M9XD", 1, "token", 3, 3, opened()),
    Happened(3, "", 1, [SeatTaken(2, 1)]),
    *(Nak("", "malformed"), Said(1, 2, "hello"), Gone("banned", {"reason": "rude"})),
]


@pytest.mark.parametrize("message", SAID, ids=repr)
def test_what_a_client_says_comes_back(message: ClientMessage) -> None:
    assert client_message(encoded(message)) == message


@pytest.mark.parametrize("message", TOLD, ids=repr)
def test_what_a_server_says_comes_back(message: ServerMessage) -> None:
    assert server_message(encoded(message)) == message


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "[]",
        '"hello"',
        '{"type":"fly"}',
        '{"type":"hello"}',
        '{"type":"hello","version":"1"}',
        '{"type":"hello","version":1,"extra":1}',
        '{"type":"command","id":"1","do":{"do":"sit","seat":1,"extra":1}}',
        '{"type":"command","id":"1","do":{"do":"configure","settings":{"game":"draw","players":4,"extra":1}}}',
        '{"type":"command","id":"1","do":{"do":"makemove","move":{"a":' + "[" * 3000 + "]" * 3000 + "}}}",
        '{"type":"welcome","version":1,"bots":[],"may_open":true}',
        b"\xff\xfe",
    ],
)
def test_a_server_refuses_what_is_not_a_message(frame: str | bytes) -> None:
    with pytest.raises(Malformed):
        client_message(frame)


def test_a_client_ignores_unknown_fields() -> None:
    told = json.loads(encoded(TOLD[1]))
    told["new"] = told["entries"][0]["new"] = 1

    assert server_message(json.dumps(told)) == TOLD[1]
