"""Consoles in worker processes: one that dies or hangs takes nothing with it but its own connections."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest
from support.time.virtual_time import run_virtually
from support.web.changed_consoles import changed
from support.web.page_keys import keys_of_a_move
from support.web.virtual_visit import VirtualPage
from support.web.virtual_workers import ADA, BEN, CLEO, connect, virtual_workers
from websockets.exceptions import ConnectionClosed

from playroom.commands import console_process
from playroom.online.server.machine import RUSH_SECONDS
from playroom.web.console_worker import (
    ConsoleWorker,
    FilesSaved,
    ReachTables,
    Subject,
    VisitorLeft,
    WorkerEntrance,
    open_stream,
)
from playroom.web.incoming import KEYS_A_SECOND, MOST_AT_ONCE
from playroom.web.relay import MOST_BYTES, TEXT_BYTES, WINDOW, Relay, RelayStream
from playroom.web.worker_pool import (
    BEAT_SECONDS,
    MOST_UNANSWERED,
    SPARE_SECONDS,
    AddressPaces,
    WorkerPool,
    WorkerProcess,
)

BEGIN = ("n", "enter", "enter")
"""The keys of a new match."""


def newest(page: VirtualPage) -> int:
    """The number of the newest text that a page got."""
    numbers = (frame.partition('"number":')[2].partition(",")[0] for frame in page.sent)
    return max(int(each) for each in numbers if each.isdigit())


def own_tiles(page: VirtualPage) -> list[str]:
    """The tiles of the hand that a page shows."""
    assert page.board
    return [each["tile"] for each in page.board["hand"]]


async def until_cut_off(page: VirtualPage) -> None:
    """Wait until the server has closed a page without a word."""
    async with asyncio.timeout(60):
        await page.closed.wait()
    assert not page.over


def test_a_console_in_a_worker_answers_keys(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with virtual_workers(tmp_path) as workers, workers.page(ADA) as page:
            await page.press("down")
            return page.said

    assert run_virtually(visit())[-1].startswith("All matches")


def test_the_visitors_of_a_worker_that_dies_are_back_in_their_match(tmp_path: Path) -> None:
    async def visit() -> tuple[list[str], int, list[str], int, list[str]]:
        async with virtual_workers(tmp_path) as workers, workers.page(BEN) as other:
            async with workers.page(ADA) as page:
                await page.press(*BEGIN, "s")
                workers.worker_of(ADA).kill()
                await until_cut_off(page)
            async with workers.page(ADA, newest(page)) as back:
                await asyncio.sleep(20)
                await back.press("s")
                await other.press("down")
                return page.said, newest(page), back.said, newest(back), other.said

    before, last, after, number, other = run_virtually(visit())

    assert after[-1] == before[-1]
    assert any("Connected again" in text for text in after)
    assert not any("The playroom" in text for text in after)
    assert number == last + len(after)
    assert other[-1].startswith("All matches")


@pytest.mark.sample(1)
@pytest.mark.parametrize("seconds", [0.0, 3600.0], ids=["written", "being written"])
def test_a_worker_that_dies_while_it_saves_leaves_what_was_saved_before(
    tmp_path: Path, seconds: float
) -> None:
    is_slow = False

    def write(work: Callable[[], object]) -> None:
        if is_slow and seconds:
            asyncio.get_running_loop().call_later(seconds, work)
        else:
            work()

    async def visit() -> tuple[list[str], list[str]]:
        nonlocal is_slow
        async with virtual_workers(tmp_path, lambda factory: changed(factory, start=write)) as workers:
            async with workers.page(ADA) as page:
                await page.press(*BEGIN)
                while not (keys := keys_of_a_move(page.board)):
                    await page.press("s")
                before = own_tiles(page)
                is_slow = True
                await page.press(*keys)
                workers.worker_of(ADA).kill()
                is_slow = False
                await until_cut_off(page)
            async with workers.page(ADA) as back:
                await asyncio.sleep(1)
                return before, own_tiles(back)

    before, after = run_virtually(visit())

    assert (before == after) is bool(seconds)


def test_a_worker_without_a_place_is_started_once_those_who_come_back_are_here(tmp_path: Path) -> None:
    async def count() -> list[int]:
        async with virtual_workers(tmp_path) as workers:
            counts = [len(workers.started)]
            await asyncio.sleep(SPARE_SECONDS)
            return [*counts, len(workers.started)]

    assert run_virtually(count()) == [2, 3]


def test_a_worker_collects_no_garbage_while_all_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    news = list[str]()

    async def work(*_: object) -> None:
        news.append("works")
        await asyncio.sleep(RUSH_SECONDS + 1)

    monkeypatch.setattr(console_process, "begin_rush", lambda: news.append("rush"))
    monkeypatch.setattr(console_process, "end_rush", lambda: news.append("end of the rush"))
    monkeypatch.setattr(ConsoleWorker, "work", work)
    monkeypatch.setattr("os._exit", lambda code: news.append(f"exit {code}"))
    run_virtually(console_process._serve(Mock(), Mock(minds=1)))  # noqa: SLF001 (the rest is a process)

    assert news == ["rush", "works", "end of the rush", "exit 0"]


def test_a_worker_that_hangs_holds_no_others_and_is_replaced(tmp_path: Path) -> None:
    async def visit() -> tuple[list[str], list[str]]:
        async with virtual_workers(tmp_path) as workers, workers.page(BEN) as other:
            async with workers.page(ADA) as page:
                await page.press(*BEGIN)
                workers.worker_of(ADA).stop()
                page.flood(['{"key":"c"}'] * 1000)
                await other.press("down", "down")
                heard = [*other.said]
                await asyncio.sleep((MOST_UNANSWERED + 1) * BEAT_SECONDS)
                await until_cut_off(page)
            async with workers.page(ADA) as back:
                await back.press("s")
                return heard, back.said

    heard, said = run_virtually(visit())

    assert len(heard) == 3
    assert "points" in said[-1]


@pytest.mark.long
def test_others_stay_at_a_shared_table_and_a_visitor_comes_back_to_their_seat(tmp_path: Path) -> None:
    async def visit() -> tuple[list[str], list[str]]:
        async with virtual_workers(tmp_path) as workers, workers.page(BEN) as ben:
            async with workers.page(ADA) as ada:
                await open_table(ada)
                await join_table(ben)
                workers.worker_of(ADA).kill()
                await until_cut_off(ada)
            async with workers.page(ADA, newest(ada)) as back:
                await asyncio.sleep(1)
                await ben.press("c")
                return back.said, ben.said

    back, ben = run_virtually(visit())

    assert any("You are at the table of" in text for text in back), back
    assert ben[-1], ben


async def choose(page: VirtualPage, line: str) -> None:
    """Choose the line of a list that begins so."""
    await page.press("home")
    for _ in range(30):
        if line in page.said[-1]:
            return await page.press("enter")
        await page.press("down")
    raise AssertionError(line)


async def open_table(page: VirtualPage) -> None:
    await choose(page, "Open a table to others")
    await choose(page, "Open the table")
    await page.give('{"text":"Ada"}')
    await asyncio.sleep(1)


async def join_table(page: VirtualPage) -> None:
    await choose(page, "Join a table")
    await asyncio.sleep(1)
    await page.press("enter")
    await page.give('{"text":"Ben"}')
    await asyncio.sleep(1)


def test_the_consoles_of_an_address_are_counted_while_they_are_open(tmp_path: Path) -> None:
    counted: list[str] = []

    @contextmanager
    def visit_of(address: str) -> Iterator[bool]:
        counted.append(address)
        yield len(counted) == 1
        counted.remove(address)

    async def visit() -> tuple[str, list[int]]:
        async with virtual_workers(tmp_path, visit=visit_of) as workers, workers.page(ADA) as page:
            async with workers.page(BEN) as crowded:
                await crowded.closed.wait()
                found = [len(counted)]
            workers.worker_of(ADA).kill()
            await until_cut_off(page)
            return crowded.over, [*found, len(counted)]

    over, found = run_virtually(visit())

    assert over
    assert found == [1, 0]


@pytest.mark.long
def test_all_pages_of_an_address_are_read_as_fast_as_one_person_needs(tmp_path: Path) -> None:
    async def visit() -> tuple[int, int, int]:
        async with (
            virtual_workers(tmp_path) as workers,
            workers.page(ADA, address="192.0.2.1") as one,
            workers.page(BEN, address="192.0.2.1") as two,
            workers.page(CLEO, address="192.0.2.2") as other,
        ):
            for page in (one, two):
                page.flood(['{"key":"s"}'] * 2000)
            await asyncio.sleep(10)
            before = len(other.said)
            await other.press("down")
            return 4000 - one.waiting - two.waiting, one.waiting - two.waiting, len(other.said) - before

    read, difference, heard = run_virtually(visit())

    assert read <= MOST_AT_ONCE + 11 * KEYS_A_SECOND
    assert abs(difference) < MOST_AT_ONCE
    assert heard == 1


@pytest.mark.parametrize("hands_over", [True, False])
def test_the_end_of_the_server_does_what_was_sent_before(tmp_path: Path, *, hands_over: bool) -> None:
    async def visit() -> tuple[VirtualPage, list[str]]:
        async with virtual_workers(tmp_path) as workers:
            async with workers.page(ADA) as page:
                await page.press(*BEGIN, "s")
                page.flood(['{"key":"s"}'] * 5)
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                await workers.pool.end_visits(hands_over=hands_over)
                await page.closed.wait()
            async with workers.page(ADA) as back:
                await back.press("s")
                return page, back.said

    page, back = run_virtually(visit())

    assert bool(page.over) is not hands_over
    assert page.said.count(back[-1]) == 6


def test_who_knows_no_secret_is_cut_off(tmp_path: Path) -> None:
    async def visit() -> list[bool]:
        async with virtual_workers(tmp_path) as workers:
            found = []
            for subject in ('{"type":"WorkerEntrance","token":"guess"}', '{"type":"VisitorLeft"}', "?"):
                stranger = Relay(serve_nothing, begins=True)
                connect(stranger, workers.pool.new_relay())
                stranger.open(subject)
                await asyncio.sleep(1)
                found.append(stranger.is_open)
            return found

    assert run_virtually(visit()) == [False] * 3


def test_a_worker_is_known_by_its_own_secret_once() -> None:
    async def visit() -> None:
        tokens: list[str] = []

        async def start(_port: int, token: str) -> WorkerProcess:
            tokens.append(token)
            return Mock(poll=lambda: None, ended=AsyncMock())

        host = Mock(serve_tables=AsyncMock())
        pool = WorkerPool(1, start, host)
        pool.start(0)
        pool.visitor(ADA)

        async def is_taken(subject: Subject) -> bool:
            one = Relay(serve_nothing, begins=True)
            connect(one, pool.new_relay())
            open_stream(one, subject)
            await asyncio.sleep(1)
            return one.is_open

        await asyncio.sleep(1)
        for subject in (WorkerEntrance("guess"), VisitorLeft(ADA), FilesSaved(ADA), ReachTables(ADA, "")):
            assert not await is_taken(subject)
        assert not host.mock_calls
        assert await is_taken(WorkerEntrance(tokens[0]))
        assert not await is_taken(WorkerEntrance(tokens[0]))
        await pool.close()

    run_virtually(visit())


def test_the_pace_of_an_address_that_has_long_sent_nothing_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("playroom.web.worker_pool.MOST_ADDRESSES", 2)
    paces = AddressPaces()
    waits = [paces.wait("192.0.2.1", 0.0) for _ in range(round(MOST_AT_ONCE) + 1)]
    assert waits[-1] > 0

    for other in ("192.0.2.2", "192.0.2.3"):
        paces.wait(other, 0.0)

    assert paces.wait("192.0.2.1", 0.0) == 0


async def serve_nothing(_stream: RelayStream) -> None:
    await asyncio.Event().wait()


async def two_relays(streams: list[RelayStream]) -> tuple[Relay, Relay]:
    """Both ends of a relay; *streams* are those that the second is asked to serve."""

    async def keep(stream: RelayStream) -> None:
        streams.append(stream)

    ends = Relay(serve_nothing, begins=True), Relay(keep, begins=False)
    connect(*ends)
    return ends


def test_who_sends_waits_for_who_reads_and_others_do_not() -> None:
    async def talk() -> tuple[int, int, str]:
        streams: list[RelayStream] = []
        one, _ = await two_relays(streams)
        full, other = one.open("full"), one.open("other")
        sent = 0

        async def flood() -> None:
            nonlocal sent
            for _ in range(2000):
                await full.send("é" * 100)
                sent += 1

        flooding = asyncio.create_task(flood())
        await asyncio.sleep(1)
        waiting = sent
        await other.send("here")
        read = [await streams[0].recv() for _ in range(2000)]
        await flooding
        assert set(read) == {"é" * 100}
        return waiting, len(read), await streams[1].recv()

    waiting, read, other = run_virtually(talk())

    assert waiting == -(-WINDOW // (200 + TEXT_BYTES))
    assert (read, other) == (2000, "here")


@pytest.mark.parametrize(
    "sent",
    [
        (MOST_BYTES + 1).to_bytes(4, "little") + bytes(5),
        bytes(8) + b"\x09",
        bytes(4) + (2).to_bytes(4, "little") + b"\x00",
        (1).to_bytes(4, "little") + (1).to_bytes(4, "little") + b"\x01\xff",
        (1).to_bytes(4, "little") + (1).to_bytes(4, "little") + b"\x03\x00",
    ],
    ids=["too long", "no kind", "a number of ours", "no text", "no code"],
)
def test_frames_that_are_none_of_ours_end_the_connection(sent: bytes) -> None:
    async def talk() -> tuple[bool, int | None]:
        streams: list[RelayStream] = []
        one, other = await two_relays(streams)
        one.open("table")
        await asyncio.sleep(1)
        other.data_received(sent)
        await asyncio.sleep(1)
        return other.is_open, streams[0].code

    assert run_virtually(talk()) == (False, 1001)


def test_a_connection_that_is_lost_within_a_frame_ends_all_streams() -> None:
    async def talk() -> list[str]:
        streams: list[RelayStream] = []
        one, other = await two_relays(streams)
        stream = one.open("page")
        await stream.send("whole")
        await asyncio.sleep(1)
        other.data_received((10).to_bytes(4, "little") + (1).to_bytes(4, "little") + b"\x01half")
        one.cut_off()
        await asyncio.sleep(1)
        with pytest.raises(ConnectionClosed):
            await stream.send("late")
        assert one.open("later").code == 1001
        return [str(text) async for text in streams[0]]

    assert run_virtually(talk()) == ["whole"]
