"""Whom a chat message of a table reaches, and which messages are refused."""

import pytest
from people import code_of, settings, venue
from virtual_time import run_virtually

from playroom.online.wire.codes import RefusalCode
from playroom.online.wire.messages import (
    Chat,
    Nak,
    Said,
)
from playroom.online.wire.table_commands import (
    Sit,
)


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
