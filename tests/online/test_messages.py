"""The messages of client and server: what is read, and what is refused."""

import json

import pytest

from playroom.online.wire import messages
from playroom.online.wire import table_commands as commands
from playroom.online.wire.entries import PersonCame, SeatTaken, TableOpened, TableSettings
from playroom.online.wire.protocol import MOST_NESTED, VERSION
from playroom.online.wire.table_state import TableState
from playroom.rules.move import Draw

SETTINGS = commands.AskedSettings(game="draw", players=4, options={"target": 100}, thinking=30)
DEEDS: list[commands.AnyDo] = [
    *(
        commands.Configure(SETTINGS),
        commands.Sit(1),
        commands.Stand(),
        commands.SeatBot(2, "hard"),
        commands.ClearSeat(2),
        commands.Ready(),
        commands.StartMatch(),
    ),
    *(
        commands.DealRound(),
        commands.MakeMove(Draw()),
        commands.Rematch(),
        commands.Pause(),
        commands.GoOn(),
        commands.Extend(),
        commands.Mute(2, "loud"),
    ),
    *(commands.Kick(2, "rude"), commands.Ban(2), commands.HandOver(2)),
]
SAID: list[messages.ClientMessage] = [
    *(
        messages.Hello(VERSION),
        messages.OpenTable("1", "Ada", SETTINGS),
        messages.Join("7KQ2M9XD", "Zoé"),
        messages.Heard(4),
        messages.ListTables(),
        messages.Bye(),
    ),
    *(messages.Chat("1", "team", "hello"), messages.Chat("2", 3, phrase="nice_move")),
    *(messages.TableCommand(str(at), do) for at, do in enumerate(DEEDS)),
]


def opened() -> TableState:
    state = TableState().after(TableOpened("7KQ2M9XD", TableSettings(game="draw", players=4)))
    return state.after(PersonCame(1, "Ada")).after(SeatTaken(2, 1))


SERVER_MESSAGES: list[messages.ServerMessage] = [
    messages.Joined("7KQ2M9XD", 1, "token", 3, 3, opened()),
    messages.Happened(3, "", 1, [SeatTaken(2, 1)]),
    *(
        messages.Nak("", "malformed"),
        messages.Said(1, 2, "hello"),
        messages.Gone("banned", {"reason": "rude"}),
    ),
]


@pytest.mark.parametrize("message", SAID, ids=repr)
def test_what_a_client_says_comes_back(message: messages.ClientMessage) -> None:
    assert messages.client_message(messages.encoded(message)) == message


@pytest.mark.parametrize("message", SERVER_MESSAGES, ids=repr)
def test_what_a_server_says_comes_back(message: messages.ServerMessage) -> None:
    assert messages.server_message(messages.encoded(message)) == message


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
    with pytest.raises(messages.Malformed):
        messages.client_message(frame)


@pytest.mark.parametrize("levels", [MOST_NESTED + 1, 60_000])
def test_what_is_nested_too_deep_is_refused_before_it_is_decoded(levels: int) -> None:
    deep = '{"type":"nak","id":"","code":"malformed","blanks":' + "[" * levels

    with pytest.raises(messages.Malformed, match="levels deep"):
        messages.server_message(deep)
    with pytest.raises(messages.Malformed, match="levels deep"):
        messages.client_message(deep.encode())


@pytest.mark.parametrize("text", ["[" * 300, '"[' * 100, '\\"{' * 70, "\\"])
def test_brackets_in_a_text_are_not_levels(text: str) -> None:
    assert messages.client_message(messages.encoded(messages.Chat("1", "team", text))) == messages.Chat(
        "1", "team", text
    )


def test_brackets_beside_each_other_are_not_levels() -> None:
    told = messages.Happened(3, "", 1, [SeatTaken(2, 1)] * (2 * MOST_NESTED))

    assert messages.server_message(messages.encoded(told)) == told


def test_half_a_surrogate_pair_is_not_a_message() -> None:
    with pytest.raises(messages.Malformed):
        messages.client_message('{"type":"chat","id":"1","text":"\ud800"}')


def test_a_client_ignores_unknown_fields() -> None:
    told = json.loads(messages.encoded(SERVER_MESSAGES[1]))
    told["new"] = told["entries"][0]["new"] = 1

    assert messages.server_message(json.dumps(told)) == SERVER_MESSAGES[1]
