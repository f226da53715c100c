"""Hosts mute, kick and ban; thinking time runs out; a host who is gone has a successor."""

import asyncio

import pytest
from people import ADMIN, Client, Venue, code_of, settings, think_at_once, venue
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.rooms import RoomPolicy, Rooms
from playroom.online.wire.entries import (
    DeadlineSet,
    HostNamed,
    MatchWent,
    PersonBanned,
    PersonKicked,
    PersonMuted,
    SeatLeft,
    SeatReturned,
    StandInSeated,
    TimeExtended,
    TimeRanOut,
)
from playroom.online.wire.messages import Ack, Bye, Chat, Gone, Happened, Heard, Hello, Join, Joined, Nak
from playroom.online.wire.protocol import LATEST_HEARD, VERSION, CloseCode, RefusalCode
from playroom.online.wire.table_commands import (
    Ban,
    Extend,
    GoOn,
    Kick,
    Mute,
    Pause,
    Ready,
    SeatBot,
    Sit,
    StartMatch,
)
from playroom.rules.event import Turn


async def in_match(place: Venue, thinking: int = 0, extensions: int = 0) -> tuple[Client, Client]:
    """Ada, the host, at seat 0 and Ben at seat 1, in a match."""
    ada = await place.host(settings(thinking=thinking, extensions=extensions))
    ben = await place.guest(code_of(ada))
    await ada.do(Sit(0))
    await ben.do(Sit(1))
    await ben.do(Ready())
    await ada.do(StartMatch())
    return ada, ben


async def to_move(ada: Client, ben: Client) -> tuple[Client, Client]:
    """The client whose turn it is, and the other."""
    await ben.entry(MatchWent)
    went = next(entry for entry in ben.entries if isinstance(entry, MatchWent))
    turn = next(event for event in went.events if isinstance(event, Turn))
    return (ben, ada) if turn.seat else (ada, ben)


def test_a_muted_person_is_not_heard_until_the_host_unmutes_them() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada))

            await ada.do(Mute(2, "loud\x07\x07"))
            ben.say(Chat("1", text="but"))

            assert await ben.entry(PersonMuted) == PersonMuted(2, muted=True, reason="loud")
            assert await ben.wait(Nak) == Nak("1", RefusalCode.MUTED, {"reason": "loud"})
            await ada.do(Mute(2, muted=False))
            ben.say(Chat("2", text="thanks"))
            assert (await ben.wait(Ack)).id == "2"

    run_virtually(story())


def test_a_kicked_person_hears_why_and_may_come_back() -> None:
    async def story() -> None:
        async with venue() as place:
            ada, ben = await in_match(place)

            await ada.do(Kick(2, "rude"))
            await ben.rest()
            back = await place.guest(code_of(ada), token=ben.token)
            await ada.entry(SeatReturned)

            assert ben.gone == Gone(RefusalCode.KICKED, {"reason": "rude"})
            assert ben.channel.closed_with == CloseCode.REMOVED
            assert StandInSeated(1, "steady") in ada.entries
            assert PersonKicked(2, "rude") in ada.entries
            assert back.person == 2

    run_virtually(story())


def test_a_banned_person_does_not_come_back() -> None:
    async def story() -> None:
        async with venue() as place:
            ada, ben = await in_match(place)

            await ada.do(Ban(2, "rude"))
            await ben.rest()
            client = place.connected()
            client.say(Hello(VERSION))
            client.say(Join(code_of(ada), token=ben.token))

            assert ben.gone == Gone(RefusalCode.BANNED, {"reason": "rude"})
            assert await client.wait(Nak) == Nak("", RefusalCode.BANNED, {"reason": "rude"})
            assert SeatLeft(1, "steady") in ada.entries
            assert PersonBanned(2, "rude") in ada.entries

    run_virtually(story())


def test_an_administrator_may_do_what_a_host_may() -> None:
    async def story() -> Ack | Nak:
        async with venue() as place:
            ada = await place.host()
            await place.guest(code_of(ada))
            keeper = place.connected()
            keeper.say(Hello(VERSION, admin=ADMIN))
            keeper.say(Join(code_of(ada), "Keeper"))
            await keeper.wait(Joined)
            return await keeper.do(Ban(2))

    assert isinstance(run_virtually(story()), Ack)


def test_the_match_of_a_host_who_is_gone_has_another_host() -> None:
    async def story() -> None:
        async with venue() as place:
            ada, ben = await in_match(place)
            ada.hang_up()

            assert await ben.entry(HostNamed) == HostNamed(2, 1)

    run_virtually(story())


@pytest.mark.parametrize(
    ("gone", "substitute", "kept", "removed"),
    [((1, 2), 3, (1, 2), 4), ((1,), 2, (1,), 3)],
    ids=["watcher", "player"],
)
def test_who_stands_in_for_the_host_does_not_get_the_table(
    gone: tuple[int, ...], substitute: int, kept: tuple[int, ...], removed: int
) -> None:
    async def story() -> tuple[list[Ack | Nak], Ack | Nak, HostNamed]:
        async with venue() as place:
            people = dict(enumerate(await in_match(place), 1))
            code = code_of(people[1])
            people |= {3: await place.guest(code, "Walt"), 4: await place.guest(code, "Zoe")}
            for each in gone:
                people[each].hang_up()
            host = people[substitute]
            await host.entry(HostNamed, lambda named: named.person == substitute)
            refused = [await host.do(do) for each in kept for do in (Kick(each), Ban(each))]
            allowed = await host.do(Ban(removed))
            await place.guest(code, token=people[1].token)
            return refused, allowed, await host.entry(HostNamed)

    refused, allowed, back = run_virtually(story())

    assert {each.code for each in refused if isinstance(each, Nak)} == {RefusalCode.NOT_HOST}
    assert len(refused) == 2 * len(kept)
    assert isinstance(allowed, Ack)
    assert back == HostNamed(1)


def test_a_host_who_is_lost_between_matches_has_a_successor() -> None:
    async def story() -> tuple[HostNamed, float]:
        async with venue() as place:
            ada = await place.host(settings(absence=30))
            ben = await place.guest(code_of(ada))
            ada.hang_up()
            return await ben.entry(HostNamed), asyncio.get_running_loop().time()

    named, passed = run_virtually(story())

    assert named == HostNamed(2, 1)
    assert passed == pytest.approx(30, abs=1)


def test_a_bot_plays_for_a_person_who_does_not_return_to_the_server_that_took_over_the_table() -> None:
    async def story() -> StandInSeated:
        log = MemoryLog()
        first, second = Venue(log, shares_log=True), Venue(log, shares_log=True)
        ada, _ = await in_match(first)
        await first.rooms.close()
        ada = await second.guest(code_of(ada), token=ada.token)
        try:
            return await ada.entry(StandInSeated)
        finally:
            await first.close()
            await second.close()

    assert run_virtually(story()) == StandInSeated(1, "steady")


@pytest.mark.parametrize(("hears", "waited"), [(True, 30), (False, 30 + LATEST_HEARD)])
def test_thinking_time_begins_when_the_turn_was_heard(hears: bool, waited: float) -> None:  # noqa: FBT001 (a row)
    async def story() -> tuple[float, list[object]]:
        async with venue() as place:
            mover, other = await to_move(*await in_match(place, thinking=30))
            began = asyncio.get_running_loop().time()
            if hears:
                mover.say(Heard(max(each.number for each in mover.told if isinstance(each, Happened))))
            deadline = await other.entry(DeadlineSet)
            over = await other.wait(Happened)
            passed = asyncio.get_running_loop().time() - began
            assert isinstance(over.entries[-1], MatchWent)
            return passed, [deadline, over.entries[0]]

    passed, (deadline, over) = run_virtually(story())

    assert passed == pytest.approx(waited, abs=1)
    assert isinstance(deadline, DeadlineSet)
    assert deadline.seconds == 30
    assert over == TimeRanOut(deadline.seat)


def test_a_player_may_have_the_thinking_time_once_more() -> None:
    async def story() -> None:
        async with venue() as place:
            mover, other = await to_move(*await in_match(place, thinking=30, extensions=1))
            deadline = await other.entry(DeadlineSet)
            await asyncio.sleep(20)
            asked = asyncio.get_running_loop().time()

            granted, refused = await mover.do(Extend()), await mover.do(Extend())
            await other.entry(TimeRanOut)

            assert isinstance(granted, Ack)
            assert isinstance(refused, Nak)
            assert refused.code == RefusalCode.NO_EXTENSION
            assert TimeExtended(deadline.seat, 30, 0) in other.entries
            assert asyncio.get_running_loop().time() - asked == pytest.approx(30, abs=1)

    run_virtually(story())


def test_no_time_runs_out_in_a_pause() -> None:
    async def story() -> None:
        async with venue() as place:
            ada, ben = await in_match(place, thinking=30)
            await ada.do(Pause())
            await ben.do(Pause())
            await asyncio.sleep(10_000)
            await ada.catch_up()
            assert not any(isinstance(entry, TimeRanOut) for entry in ada.entries)

            await ben.do(GoOn())
            went_on = asyncio.get_running_loop().time()

            await ada.entry(TimeRanOut)
            assert asyncio.get_running_loop().time() - went_on >= 30

    run_virtually(story())


def test_nothing_happens_at_a_table_that_everybody_has_left() -> None:
    async def story() -> None:
        async with venue() as place:
            ada, ben = await in_match(place, thinking=30)
            for client in (ada, ben):
                client.hang_up()
            await ben.rest()
            number = len(await place.log.read(code_of(ada)))

            await asyncio.sleep(10_000)

            assert len(await place.log.read(code_of(ada))) == number

    run_virtually(story())


def test_a_host_who_leaves_between_matches_has_a_successor() -> None:
    async def story() -> Ack | Nak:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada))
            ada.say(Bye())
            await ben.entry(HostNamed)
            return await ben.do(SeatBot(0, "steady"))

    assert isinstance(run_virtually(story()), Ack)


def test_without_a_token_nobody_is_the_administrator() -> None:
    rooms = Rooms(MemoryLog(), {}, {}, RoomPolicy(admin_token=""), think_at_once)

    assert not rooms.is_admin("")
