"""Which matches of a club are rated, at one server and at two, when one is killed, and what is forged."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from club import accounts_in, signed_in, visitor
from people import Client, Venue, code_of, settings
from players import TablePlayer
from support.games.random_matches import VARIANTS
from support.online.faulty_log import Fault, FaultyLog
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import TableLog
from playroom.online.server.club_ratings import RATINGS, ClubRatings
from playroom.online.server.rating_book import PROVISIONAL
from playroom.online.wire.entries import SettingsChanged, StandInSeated
from playroom.online.wire.messages import (
    AllHonours,
    ClientMessage,
    HideRating,
    Join,
    Joined,
    ListHonours,
    Nak,
    OpenTable,
)
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_commands import (
    AnyDo,
    Configure,
    Ready,
    SeatBot,
    Sit,
    StartMatch,
)

SHORT = settings("block", 2, options={"target": 10}, rated=True, absence=1)


async def rated_venue(log: TableLog) -> Venue:
    """A server that rates."""
    ratings = ClubRatings(log, VARIANTS)
    await ratings.open()
    return Venue(log, shares_log=True, accounts=await accounts_in(log), ratings=ratings)


@asynccontextmanager
async def servers(count: int = 1) -> AsyncIterator[list[Venue]]:
    log = MemoryLog()
    logs = [FaultyLog(log, lambda: Fault.NOTHING) for _ in range(count)]
    places = [await rated_venue(each) for each in logs]
    try:
        yield places
    finally:
        for place in places:
            await place.close()


async def member(place: Venue, name: str, *, is_new: bool = True) -> Client:
    client = visitor(place, f"192.0.2.{sum(map(ord, name)) % 250}")
    await signed_in(client, name, is_new=is_new)
    return client


async def do_all(*deeds: tuple[Client, AnyDo]) -> None:
    for client, do in deeds:
        answer = await client.do(do)
        assert not isinstance(answer, Nak), answer


async def in_match(first: Venue, second: Venue, wanted: OpenTable | None = None) -> tuple[Client, Client]:
    """Ada at the first server and Ben at the second, in a match that has just begun."""
    ada, ben = await member(first, "Ada"), await member(second, "Ben")
    ada.say(wanted or OpenTable("open", "", SHORT))
    await ada.wait(Joined)
    ben.say(Join(code_of(ada)))
    await ben.wait(Joined)
    await do_all((ada, Sit(0)), (ben, Sit(1)), (ben, Ready()), (ada, StartMatch()))
    return ada, ben


async def play(*clients: Client) -> None:
    """Play to the end of the match."""
    await asyncio.gather(*(TablePlayer(client, at).play() for at, client in enumerate(clients, 1)))


async def matches(place: Venue, *names: str) -> list[int]:
    """How many rated matches these people have, as a server knows that has just been started."""
    await asyncio.sleep(1)
    ratings = ClubRatings(place.log, VARIANTS)
    await ratings.open()
    return [ratings.book.rating("block", name).matches for name in names]


@pytest.mark.parametrize("count", [1, 2])
def test_a_match_of_people_at_a_rated_table_counts_once(count: int) -> None:
    async def story() -> tuple[list[int], int, AllHonours]:
        async with servers(count) as places:
            ada, ben = await in_match(places[0], places[-1])
            await play(ada, ben)
            rated = await matches(places[0], "Ada", "Ben")
            before = await places[0].log.number(RATINGS)
            for client in (ada, ben):
                client.hang_up()
            await asyncio.sleep(1)
            back = await member(places[0], "Ada", is_new=False)
            back.say(Join(code_of(ada)))
            await back.wait(Joined)
            await asyncio.sleep(1)
            back.say(ListHonours())
            assert before == await places[0].log.number(RATINGS)
            return rated, before, await back.wait(AllHonours)

    rated, noted, told = run_virtually(story())

    assert rated == [1, 1]
    assert noted == 2
    (honours,) = told.games
    assert (honours.game, honours.names, honours.place, honours.matches) == ("block", [], 0, 1)
    assert honours.needed == PROVISIONAL


def no_time(*_: object) -> None:
    """In the place of noting the end of a match: the server is killed before."""


def test_a_match_that_ended_just_before_the_server_was_killed_is_found_at_the_next_start() -> None:
    async def story() -> tuple[list[int], list[int]]:
        log = MemoryLog()
        deaf = FaultyLog(log, lambda: Fault.NOTHING)
        place = await rated_venue(deaf)
        ada, ben = await in_match(place, place)
        await asyncio.sleep(1)
        ratings = place.rooms.policy.ratings
        assert ratings
        ratings._start = no_time  # type: ignore[method-assign, assignment] # noqa: SLF001 (its last moment)
        await play(ada, ben)
        await place.die()
        await ratings.close()
        lost = ClubRatings(log, VARIANTS)
        for event in await log.read(RATINGS):
            lost.apply(event)
        return [lost.book.rating("block", "Ada").matches], await matches(place, "Ada", "Ben")

    assert run_virtually(story()) == ([0], [1, 1])


def test_a_note_that_cannot_be_stored_is_tried_again() -> None:
    async def story() -> list[int]:
        log, faults = MemoryLog(), [Fault.NOTHING]
        ratings = ClubRatings(FaultyLog(log, lambda: faults[0]), VARIANTS)
        place = Venue(log, accounts=await accounts_in(log), ratings=ratings)
        faults[0] = Fault.REFUSED
        ada, ben = await in_match(place, place)
        await play(ada, ben)
        before = await log.number(RATINGS)
        faults[0] = Fault.NOTHING
        await asyncio.sleep(10)
        return [before, await log.number(RATINGS)]

    assert run_virtually(story()) == [0, 2]


def test_a_match_that_a_stand_in_ends_counts_for_nobody() -> None:
    async def story() -> tuple[list[int], bool]:
        async with servers() as (place,):
            ada, ben = await in_match(place, place)
            ben.hang_up()
            await ada.entry(StandInSeated)
            await play(ada)
            return await matches(place, "Ada", "Ben"), bool((await place.log.read(RATINGS))[1:])

    assert run_virtually(story()) == ([0, 0], True)


def test_a_match_with_a_bot_and_one_that_is_not_called_rated_count_for_nobody() -> None:
    async def story() -> list[list[int]]:
        async with servers() as (place,):
            ada = await member(place, "Ada")
            ada.say(OpenTable("open", "", SHORT))
            await ada.wait(Joined)
            await do_all((ada, Sit(0)), (ada, SeatBot(1, "hard")), (ada, Ready()), (ada, StartMatch()))
            await play(ada)
            with_bot = await matches(place, "Ada")
        async with servers() as (place,):
            unrated = OpenTable("open", "", settings("block", 2, options={"target": 10}))
            both = await in_match(place, place, unrated)
            await play(*both)
            return [with_bot, await matches(place, "Ada", "Ben")]

    assert run_virtually(story()) == [[0], [0, 0]]


def test_a_match_that_is_left_before_its_end_counts_for_nobody() -> None:
    async def story() -> list[int]:
        async with servers() as (place,):
            ada, ben = await in_match(place, place)
            for client in (ada, ben):
                client.hang_up()
            return await matches(place, "Ada", "Ben")

    assert run_virtually(story()) == [0, 0]


def test_one_account_has_one_seat_however_often_it_comes() -> None:
    async def story() -> tuple[list[object], list[int]]:
        async with servers() as (place,):
            ada = await member(place, "Ada")
            ada.say(OpenTable("open", "", SHORT))
            await ada.wait(Joined)
            again = await member(place, "Ada", is_new=False)
            again.say(Join(code_of(ada), "Ben"))
            await again.wait(Joined)
            await do_all((again, Sit(0)), (again, Sit(1)), (again, Ready()))
            return [await again.do(StartMatch())], await matches(place, "Ada")

    (refused,), rated = run_virtually(story())

    assert isinstance(refused, Nak)
    assert refused.code == RefusalCode.SEATS_FREE
    assert rated == [0]


def test_no_client_can_say_how_a_match_ended() -> None:
    forged = (
        '{"type":"rated","game":"block","sides":[["Ada"],["Ben"]],"places":[0,1]}',
        '{"type":"command","id":"x","do":{"do":"matchwent","events":[{"event":"Won","sides":[0]}]}}',
        '{"type":"hiderating","hidden":true,"name":"Ben"}',
    )

    async def story() -> tuple[list[str], list[int], bool]:
        async with servers() as (place,):
            codes = []
            await member(place, "Ben")
            for at, frame in enumerate(forged):
                ada = await member(place, f"Ada {at}")
                ada.channel.to_server.put_nowait(frame)
                await ada.rest()
                codes.append(ada.gone.code)
            ratings = place.rooms.policy.ratings
            assert ratings
            return codes, await matches(place, "Ada 0", "Ben"), ratings.book.is_hidden("Ben")

    codes, rated, is_hidden = run_virtually(story())

    assert codes == [RefusalCode.MALFORMED] * 3
    assert rated == [0, 0]
    assert not is_hidden


def test_a_rated_table_gives_no_hints_and_stays_rated_while_a_match_is_on() -> None:
    async def story() -> tuple[object, object]:
        async with servers() as (place,):
            ada = await member(place, "Ada")
            ada.say(OpenTable("open", "", settings("block", 2)))
            await ada.wait(Joined)
            await ada.do(Configure(settings("block", 2, rated=True)))
            changed = next(each for each in ada.entries if isinstance(each, SettingsChanged))
            await do_all((ada, Sit(0)), (ada, SeatBot(1, "hard")), (ada, Ready()), (ada, StartMatch()))
            return changed.settings, await ada.do(Configure(settings("block", 2)))

    changed, refused = run_virtually(story())

    assert (changed.rated, changed.hints) == (True, False)  # type: ignore[attr-defined] # settings
    assert isinstance(refused, Nak)
    assert refused.code == RefusalCode.MATCH_RUNS


async def refusal(place: Venue, *messages: ClientMessage) -> str:
    ada = await member(place, "Ada")
    for message in messages:
        ada.say(message)
    return (await ada.wait(Nak)).code


def test_a_server_without_ratings_rates_nothing() -> None:
    async def story() -> list[str]:
        log = MemoryLog()
        place = Venue(log, accounts=await accounts_in(log))
        try:
            return [await refusal(place, OpenTable("open", "", SHORT)), ""]
        finally:
            await place.close()

    assert run_virtually(story())[0] == RefusalCode.NO_RATINGS


def test_a_person_may_hide_and_not_too_often() -> None:
    async def story() -> tuple[list[bool], str]:
        async with servers() as (place,):
            ada = await member(place, "Ada")
            heard = []
            for hidden in (True, True, False):
                ada.say(HideRating(hidden))
                heard.append((await ada.wait(AllHonours)).hidden)
            for _ in range(9):
                ada.say(HideRating(hidden=True))
            return heard, (await ada.wait(Nak)).code

    assert run_virtually(story()) == ([True, True, False], RefusalCode.TOO_FAST)


def test_guests_see_no_tables_of_honour() -> None:
    async def story() -> str:
        async with servers() as (place,):
            guest = visitor(place)
            guest.say(ListHonours())
            return (await guest.wait(Nak)).code

    assert run_virtually(story()) == RefusalCode.SIGN_IN_FIRST


def test_a_server_reads_its_ratings_while_others_have_their_turns() -> None:
    async def story() -> tuple[bool, int, list[int]]:
        async with servers() as (place,):
            both = await in_match(place, place)
            await play(*both)
            await asyncio.sleep(1)
            ratings = ClubRatings(place.log, VARIANTS)
            ratings.start()
            is_read = bool(ratings.number)
            (honours,) = (await ratings.honours("Ada")).games
            await ratings.close()
            return is_read, honours.matches, await matches(place, "Ada")

    assert run_virtually(story()) == (False, 1, [1])


def test_ratings_that_are_damaged_do_not_keep_a_server_from_serving() -> None:
    async def story() -> str:
        log = MemoryLog()
        await log.append(RATINGS, 0, "x", b"no entry")
        ratings = ClubRatings(log, VARIANTS)
        ratings.start()
        place = Venue(log, accounts=await accounts_in(log), ratings=ratings)
        try:
            return await refusal(place, ListHonours())
        finally:
            await place.close()
            await ratings.close()

    assert run_virtually(story()) == RefusalCode.LOG_DAMAGED
