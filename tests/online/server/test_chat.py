"""Whom a chat message of a table reaches, and which messages are refused."""

import pytest
from people import code_of, settings, venue
from support.time.virtual_time import run_virtually

from playroom.online.server.refused import Refused
from playroom.online.server.tables.people_decisions import recipients, said
from playroom.online.wire.entries import (
    BotSeated,
    PersonCame,
    SeatTaken,
    SettingsChanged,
    StandInSeated,
    TableOpened,
    TableSettings,
)
from playroom.online.wire.messages import Chat, Nak, Said
from playroom.online.wire.protocol import LONGEST_CHAT, RefusalCode
from playroom.online.wire.table_commands import Sit
from playroom.online.wire.table_state import TableState


def test_what_was_said_reaches_those_for_whom_it_is() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host(settings("pass-pass", 4, teams=2))
            others = [await place.guest(code_of(ada), name) for name in ("Ben", "Cy", "Dora")]
            everyone = [ada, *others]
            for seat, client in enumerate(everyone):
                await client.do(Sit(seat))
            ada.say(Chat("1", "table", "hello \x1b[2Jall"))
            ada.say(Chat("2", "team", phrase="nice_move"))
            ada.say(Chat("3", 2, "psst"))
            for client in everyone:
                await client.catch_up()

            heard = [
                [each.text or each.phrase for each in client.told if isinstance(each, Said)]
                for client in everyone
            ]

            public = "hello [2Jall"
            assert heard == [[public, "nice_move", "psst"], [public, "psst"], [public, "nice_move"], [public]]
            bodies = b"".join(event.body for event in await place.log.read(code_of(ada)))
            assert b"hello" not in bodies

    run_virtually(story())


ADA, BEN, CY, DORA, ED = range(1, 6)
OF_FOUR = TableState().after_all(
    [
        TableOpened("7KQ2M9XD", TableSettings(game="pass-pass", players=4, teams=2)),
        *(PersonCame(person, f"Person {person}") for person in (ADA, BEN, CY, DORA)),
        *(SeatTaken(seat, person) for seat, person in enumerate((ADA, BEN, CY, DORA))),
    ]
)


@pytest.mark.parametrize(
    ("state", "person", "team"),
    [
        (OF_FOUR, ADA, [ADA, CY]),
        (OF_FOUR, DORA, [BEN, DORA]),
        (OF_FOUR.after(BotSeated(1, "hard")), DORA, [DORA]),
        (OF_FOUR.after(StandInSeated(2, "hard")), ADA, [ADA, CY]),
    ],
    ids=["of the first seat", "of the last seat", "with a bot", "with somebody absent"],
)
def test_a_team_is_every_second_seat(state: TableState, person: int, team: list[int]) -> None:
    assert recipients(state, person, "team", (ADA, BEN, CY, DORA, ED)) == team


@pytest.mark.parametrize(
    ("state", "person"),
    [(OF_FOUR, ED), (OF_FOUR.after(SettingsChanged(TableSettings(game="draw", players=2))), ADA)],
    ids=["who watches", "in a game for oneself"],
)
def test_nobody_has_a_team(state: TableState, person: int) -> None:
    with pytest.raises(Refused) as refused:
        recipients(state, person, "team", (ADA, ED))

    assert refused.value.code == RefusalCode.NO_TEAM


@pytest.mark.parametrize(
    ("typed", "text"),
    [("one\ntwo\tthree", "one two three"), ("x" * (LONGEST_CHAT + 1), "x" * LONGEST_CHAT)],
    ids=["lines", "too long"],
)
def test_what_is_typed_is_said_on_one_line_of_a_certain_length(typed: str, text: str) -> None:
    state = TableState().after(PersonCame(ADA, "Ada"))

    assert said(state, ADA, Chat("1", text=typed)).text == text


@pytest.mark.parametrize(
    ("chat", "code"),
    [
        (Chat("1"), RefusalCode.MALFORMED),
        (Chat("1", text="\u200b"), RefusalCode.MALFORMED),
        (Chat("1", phrase="rude"), RefusalCode.MALFORMED),
        (Chat("1", text="a", phrase="hello"), RefusalCode.MALFORMED),
        (Chat("1", "team", "psst"), RefusalCode.NO_TEAM),
        (Chat("1", 7, "psst"), RefusalCode.NO_SUCH_PERSON),
    ],
    ids=repr,
)
def test_a_chat_that_is_refused(chat: Chat, code: RefusalCode) -> None:
    async def story() -> Nak:
        async with venue() as place:
            ada = await place.host()
            ada.say(chat)
            return await ada.wait(Nak)

    assert run_virtually(story()) == Nak("1", code)
