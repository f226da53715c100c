"""What every engine promises: numbers without gaps, a command at most once, a chain, hints and the lobby."""

import asyncio
from contextlib import aclosing

import pytest
from msgspec.structs import replace
from support.online.log_engines import fill, on_every_engine, watched_lobby
from support.time.patience import PATIENCE

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import Conflict, Damaged, LogEvent, TableLog, first_chain, verify


@on_every_engine
async def test_what_is_appended_is_read_in_its_order(log: TableLog) -> None:
    await fill(log, "oak", 3)

    assert [(event.number, event.body) for event in await log.read("oak")] == [
        (1, b"body 0"),
        (2, b"body 1"),
        (3, b"body 2"),
    ]


@on_every_engine
async def test_an_append_returns_the_event_that_is_stored(log: TableLog) -> None:
    appended = await log.append("oak", 0, "first", b"\x00\xff")

    assert await log.read("oak") == [appended]


@on_every_engine
async def test_the_events_after_a_number_are_read(log: TableLog) -> None:
    await fill(log, "oak", 3)

    assert [event.number for event in await log.read("oak", 2)] == [3]
    assert await log.read("oak", 3) == []


@on_every_engine
async def test_a_table_without_a_log_reads_as_empty(log: TableLog) -> None:
    assert await log.read("oak") == []


@on_every_engine
async def test_tables_do_not_mix(log: TableLog) -> None:
    await fill(log, "oak", 2)
    await fill(log, "elm", 1)

    assert [event.number for event in await log.read("elm")] == [1]
    assert await log.tables() == ["elm", "oak"]


@on_every_engine
async def test_a_wrong_number_is_a_conflict_that_names_the_last_number(log: TableLog) -> None:
    await fill(log, "oak", 2)

    for expected in (0, 1, 3):
        with pytest.raises(Conflict) as caught:
            await log.append("oak", expected, "new", b"")
        assert caught.value.number == 2
    assert len(await log.read("oak")) == 2


@on_every_engine
async def test_of_two_appends_at_once_one_is_a_conflict(log: TableLog) -> None:
    both = (log.append("oak", 0, "mine", b"mine"), log.append("oak", 0, "yours", b"yours"))

    outcomes = await asyncio.gather(*both, return_exceptions=True)

    assert sorted(type(each).__name__ for each in outcomes) == ["Conflict", "LogEvent"]
    assert [event for event in outcomes if isinstance(event, LogEvent)] == await log.read("oak")


@on_every_engine
async def test_a_repeated_command_returns_its_event_for_any_expected_number(log: TableLog) -> None:
    first = await log.append("oak", 0, "same", b"first")
    await log.append("oak", 1, "other", b"")

    for expected in (0, 1, 2, 7):
        assert await log.append("oak", expected, "same", b"changed") == first
    assert len(await log.read("oak")) == 2


@on_every_engine
async def test_a_command_sent_twice_at_once_is_stored_once(log: TableLog) -> None:
    twice = await asyncio.gather(*(log.append("oak", 0, "same", b"") for _ in range(2)))

    assert list(twice) == [*await log.read("oak")] * 2


@on_every_engine
async def test_a_command_id_belongs_to_its_table(log: TableLog) -> None:
    await log.append("oak", 0, "same", b"oak")
    await log.append("elm", 0, "same", b"elm")

    assert [event.body for event in await log.read("elm")] == [b"elm"]


@on_every_engine
async def test_the_chain_covers_the_log_from_its_beginning(log: TableLog) -> None:
    await fill(log, "oak", 5)

    verify(await log.read("oak"), 0, first_chain("oak"))


@on_every_engine
async def test_the_same_events_make_another_chain_at_another_time(log: TableLog) -> None:
    first = await log.append("oak", 0, "same", b"same")
    await log.remove("oak")

    assert (await log.append("oak", 0, "same", b"same")).chain != first.chain


@on_every_engine
async def test_names_that_do_not_fit_everywhere_are_refused(log: TableLog) -> None:
    for table, command_id in (("", "id"), ("a.b", "id"), ("é", "id"), ("oak", "*"), ("oak", "x" * 65)):
        with pytest.raises(ValueError, match="letters, digits"):
            await log.append(table, 0, command_id, b"")
    with pytest.raises(ValueError, match="letters, digits"):
        await log.put_listing("a b", b"", 1)
    assert await log.tables() == []


@on_every_engine
async def test_the_number_of_a_table_is_that_of_its_last_event(log: TableLog) -> None:
    assert (await log.number("oak"), await log.last("oak")) == (0, None)
    for count in (1, 2):
        event = await log.append("oak", count - 1, f"command-{count}", b"")

        assert (await log.number("oak"), await log.last("oak")) == (count, event)


@on_every_engine
async def test_events_of_another_log_are_adopted_as_they_are(log: TableLog) -> None:
    other = MemoryLog()
    await fill(other, "oak", 3)

    for event in await other.read("oak"):
        await log.adopt(event)

    assert await log.read("oak") == await other.read("oak")
    assert await log.append("oak", 7, "command-1", b"again") == (await other.read("oak"))[1]


@on_every_engine
async def test_an_event_that_does_not_continue_the_log_is_not_adopted(log: TableLog) -> None:
    other = MemoryLog()
    await fill(other, "oak", 2)
    await fill(log, "oak", 1)
    first, second = await other.read("oak")

    for event, refusal in ((first, Conflict), (second, Damaged), (replace(second, number=3), Conflict)):
        with pytest.raises(refusal):
            await log.adopt(event)
    assert await log.number("oak") == 1


@on_every_engine
async def test_a_follower_gets_the_events_of_its_table_until_it_stops(log: TableLog) -> None:
    hinted: asyncio.Queue[LogEvent] = asyncio.Queue()
    stop = await log.follow("oak", hinted.put_nowait)

    await fill(log, "elm", 1)
    await fill(log, "oak", 2)
    followed = [await hinted.get() for _ in range(2)]
    await stop()
    last = await log.append("oak", 2, "last", b"")

    assert [*followed, last] == await log.read("oak")
    assert hinted.empty()


@on_every_engine
async def test_what_is_told_reaches_who_hears_the_topic_now(log: TableLog) -> None:
    heard, told = list[bytes](), asyncio.Event()

    def ear(message: bytes) -> None:
        heard.append(message)
        if message == b"now":
            told.set()

    log.tell("oak", b"too early")
    stop = await log.hear("oak", ear)
    log.tell("elm", b"of another")
    log.tell("oak", b"now")
    async with asyncio.timeout(PATIENCE):
        await told.wait()
    await stop()
    log.tell("oak", b"too late")
    await asyncio.sleep(0.05)

    assert heard[-1:] == [b"now"]
    assert b"of another" not in heard
    assert b"too late" not in heard
    assert await log.read("oak") == []


@on_every_engine
async def test_a_refused_append_gives_no_hint(log: TableLog) -> None:
    hinted: asyncio.Queue[LogEvent] = asyncio.Queue()
    await log.follow("oak", hinted.put_nowait)

    with pytest.raises(Conflict):
        await log.append("oak", 1, "refused", b"")
    stored = await log.append("oak", 0, "stored", b"")

    assert await hinted.get() == stored


@on_every_engine
async def test_a_removed_table_is_empty(log: TableLog) -> None:
    await fill(log, "oak", 2)
    await fill(log, "elm", 1)

    await log.remove("oak")

    assert await log.read("oak") == []
    assert await log.tables() == ["elm"]


@on_every_engine
async def test_the_lobby_lists_the_tables_and_reports_changes(log: TableLog) -> None:
    seen = []
    await log.put_listing("oak", b"1 of 4", 60)

    async with aclosing(log.listings()) as listings:
        for change in (b"2 of 4", None):
            seen.append(await anext(listings))
            await log.put_listing("oak", change, 60)
        seen.append(await anext(listings))

    assert seen == [("oak", b"1 of 4"), ("oak", b"2 of 4"), ("oak", None)]


@on_every_engine
async def test_a_listing_expires(log: TableLog) -> None:
    async with watched_lobby(log) as lobby:
        await log.put_listing("oak", b"soon gone", 0.001)

        assert [await anext(lobby) for _ in range(2)] == [("oak", b"soon gone"), ("oak", None)]


@on_every_engine
async def test_a_listing_that_is_renewed_lasts(log: TableLog) -> None:
    async with watched_lobby(log) as lobby:
        await asyncio.gather(*(log.put_listing("oak", b"kept", seconds) for seconds in (0.001, 60)))
        await log.put_listing("elm", b"gone", 0.001)

        seen = [await anext(lobby) for _ in range(3)]

    assert seen == [("oak", b"kept"), ("elm", b"gone"), ("elm", None)]


@on_every_engine
async def test_a_trimmed_log_begins_with_the_event_that_was_named(log: TableLog) -> None:
    await fill(log, "oak", 5)
    await fill(log, "elm", 2)

    await log.trim("oak", 3)

    assert [event.number for event in await log.read("oak")] == [3, 4, 5]
    assert [event.number for event in await log.read("oak", 1)] == [3, 4, 5]
    assert [event.number for event in await log.read("oak", 3)] == [4, 5]
    assert await log.number("oak") == 5
    assert [event.number for event in await log.read("elm")] == [1, 2]


@on_every_engine
async def test_a_trimmed_log_goes_on(log: TableLog) -> None:
    await fill(log, "oak", 4)
    kept = (await log.read("oak"))[-1]
    await log.trim("oak", 4)

    with pytest.raises(Conflict):
        await log.append("oak", 1, "new", b"")
    again = await log.append("oak", 4, kept.command_id, b"other")
    event = await log.append("oak", 4, "new", b"new")

    assert again == kept
    assert await log.read("oak") == [kept, event]
    verify([event], 4, kept.chain)
