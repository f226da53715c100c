"""Clients and servers whose versions of the protocol differ: by one they understand each other."""

import pytest
from people import Client, code_of, venue
from support.time.virtual_time import run_virtually

from playroom.online.wire.entries import AnyEntry, ShareSealed
from playroom.online.wire.messages import (
    Ack,
    Gone,
    Hello,
    Join,
    Joined,
    Welcome,
)
from playroom.online.wire.protocol import EARLIEST_VERSION, VERSION, RefusalCode
from playroom.online.wire.table_commands import GiveShare, SealShare, Sit

REFUSED = RefusalCode.WRONG_VERSION


async def came(client: Client, version: int, code: str) -> None:
    client.say(Hello(version))
    assert (await client.wait(Welcome)).version == version
    client.say(Join(code, "Ben"))
    await client.wait(Joined)


def test_a_server_takes_what_a_client_of_the_version_before_seals_for_nothing() -> None:
    async def story() -> tuple[list[object], list[AnyEntry]]:
        async with venue() as place:
            ada = await place.host()
            ben = place.connected()
            await came(ben, EARLIEST_VERSION, code_of(ada))
            answers = [
                type(await ben.do(do)) for do in (Sit(1), SealShare("0a" * 32, 1), GiveShare("0a" * 16))
            ]
            await ada.catch_up()
            return [*answers], ada.entries

    answers, entries = run_virtually(story())

    assert answers == [Ack] * 3
    assert not any(isinstance(each, ShareSealed) for each in entries)


@pytest.mark.parametrize("version", [EARLIEST_VERSION - 1, VERSION + 1])
def test_a_server_says_which_version_it_has(version: int) -> None:
    async def story() -> Gone:
        async with venue() as place:
            client = place.connected()
            client.say(Hello(version))
            return await client.wait(Gone)

    assert run_virtually(story()) == Gone(REFUSED, {"server": VERSION, "client": version})
