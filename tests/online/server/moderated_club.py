"""A club with moderators: how they act, what they are shown, and what its members hear."""

import asyncio
from typing import Any

import pytest
from people import Client, Venue
from test_club_people import at_one, at_two, member

from playroom.online.server.accounts.act_book import Acted
from playroom.online.wire.messages import (
    Ack,
    Chat,
    Join,
    Joined,
    Nak,
)
from playroom.online.wire.moderation import (
    ActKind,
    FollowNews,
    LookAt,
    Moderate,
    ModeratorList,
    News,
    ReportPerson,
    ReportReason,
    RoleIs,
    Shown,
)

everywhere = pytest.mark.parametrize("run", [at_one, at_two])

ADA, BEN, CY = 1, 2, 3
"""People by the order in which they come to the table."""


async def caught_up(*places: Venue) -> None:
    """Let servers read what others have done, as they do every two seconds."""
    for place in places:
        assert place.rooms.policy.accounts
        await place.rooms.policy.accounts.catch_up()
    await asyncio.sleep(2)


async def official(place: Venue, name: str, role: ActKind = ActKind.MAKE_MODERATOR) -> Client:
    """Somebody with a new account, to whom the club gives a role, and who hears its news."""
    client = await member(place, name)
    accounts = place.rooms.policy.accounts
    assert accounts
    await accounts.act(Acted("", role, name))
    client.say(FollowNews())
    await client.wait(RoleIs)
    return client


async def asked(client: Client, act: ActKind, **what: Any) -> object:  # noqa: ANN401 (any field)
    """What the server answers to an act: None if it was done, or the refusal."""
    client.commands += 1
    return await replied(client, Moderate(f"m{client.commands}", act, **what))


async def replied(client: Client, message: Moderate | ReportPerson | Chat) -> object:
    """None if the server has done something, or the code of the refusal."""
    client.say(message)
    while not isinstance(reply := await client.next(), Ack | Nak) or reply.id != message.id:
        pass
    return None if isinstance(reply, Ack) else reply.code


async def reported(client: Client, person: int, text: str = "", line: str = "") -> object:
    """What the server answers to a report: None if it was taken."""
    client.commands += 1
    return await replied(client, ReportPerson(f"r{client.commands}", person, ReportReason.RUDE, text, line))


async def shown(client: Client, what: ModeratorList, find: str = "") -> list[Any]:
    """The lines of a list."""
    client.say(LookAt("look", what, find))
    return (await client.wait(Shown)).lines


async def joined(client: Client, code: str) -> Client:
    client.say(Join(code))
    await client.wait(Joined)
    return client


def news(client: Client) -> list[tuple[str, object]]:
    """What the client was told of the club, and the reason or name in it."""
    return [
        (each.code, each.blanks.get("reason", each.blanks.get("name")))
        for each in client.told
        if isinstance(each, News)
    ]
