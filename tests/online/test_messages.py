"""The messages of client and server: what is read, and what is refused."""

import json

import pytest

from playroom.online.wire.entries import PersonCame, SeatTaken, TableOpened, TableSettings
from playroom.online.wire.limits import MOST_NESTED, VERSION
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
from playroom.rules.move import Draw

SETTINGS = AskedSettings(game="draw", players=4, options={"target": 100}, thinking=30)
DEEDS: list[AnyDo] = [
    *(Configure(SETTINGS), Sit(1), Stand(), SeatBot(2, "hard"), ClearSeat(2), Ready(), StartMatch()),
    *(DealRound(), MakeMove(Draw()), Rematch(), Pause(), GoOn(), Extend(), Mute(2, "loud")),
    *(Kick(2, "rude"), Ban(2), HandOver(2)),
]
SAID: list[ClientMessage] = [
    *(
        Hello(VERSION),
        OpenTable("1", "Ada", SETTINGS),
        Join("7KQ2M9XD", "Zoé"),
        Heard(4),
        ListTables(),
        Bye(),
    ),
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


@pytest.mark.parametrize("levels", [MOST_NESTED + 1, 60_000])
def test_what_is_nested_too_deep_is_refused_before_it_is_decoded(levels: int) -> None:
    deep = '{"type":"nak","id":"","code":"malformed","blanks":' + "[" * levels

    with pytest.raises(Malformed, match="levels deep"):
        server_message(deep)
    with pytest.raises(Malformed, match="levels deep"):
        client_message(deep.encode())


@pytest.mark.parametrize("text", ["[" * 300, '"[' * 100, '\\"{' * 70, "\\"])
def test_brackets_in_a_text_are_not_levels(text: str) -> None:
    assert client_message(encoded(Chat("1", "team", text))) == Chat("1", "team", text)


def test_brackets_beside_each_other_are_not_levels() -> None:
    told = Happened(3, "", 1, [SeatTaken(2, 1)] * (2 * MOST_NESTED))

    assert server_message(encoded(told)) == told


def test_half_a_surrogate_pair_is_not_a_message() -> None:
    with pytest.raises(Malformed):
        client_message('{"type":"chat","id":"1","text":"\ud800"}')


def test_a_client_ignores_unknown_fields() -> None:
    told = json.loads(encoded(TOLD[1]))
    told["new"] = told["entries"][0]["new"] = 1

    assert server_message(json.dumps(told)) == TOLD[1]
