"""The queue of one client: in order, of limited length, and over at the end of the connection."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from support.time.virtual_time import run_virtually

from playroom.online.server.tables.outbox import (
    ITEM_BYTES,
    PART,
    PART_BYTES,
    PART_SECONDS,
    ChannelClosed,
    Outbox,
)
from playroom.online.wire.messages import Gone, Presence, encoded
from playroom.online.wire.protocol import QUEUE_BYTES, SERVER_MESSAGE_BYTES, CloseCode, RefusalCode


class ReadChannel:
    """A client that reads once it is let; *gone*: it has hung up."""

    def __init__(self, *, gone: bool = False) -> None:
        self.reads = asyncio.Event()
        self.sent: list[str] = []
        self.parts: list[int] = []
        """How many frames it was sent together."""
        self._gone = gone

    async def receive(self) -> str:
        raise NotImplementedError

    async def send(self, *frames: str) -> None:
        await self.reads.wait()
        self._take(frames)

    def send_now(self, *frames: str) -> bool:
        if self.reads.is_set():
            self._take(frames)
        return self.reads.is_set()

    def _take(self, frames: Sequence[str]) -> None:
        if self._gone:
            raise ChannelClosed
        self.parts.append(len(frames))
        self.sent += frames

    async def close(self, code: int) -> None:
        raise NotImplementedError


def numbered(count: int) -> list[Presence]:
    return [Presence([number]) for number in range(count)]


def frames(count: int) -> list[str]:
    return [encoded(message) for message in numbered(count)]


def test_all_is_sent_in_order_before_the_end() -> None:
    async def story() -> None:
        channel = ReadChannel()
        outbox = Outbox(channel)
        for message in numbered(3):
            outbox.send(message)
        outbox.end(CloseCode.REMOVED, gone := Gone(RefusalCode.KICKED))
        await asyncio.sleep(1)
        assert not outbox.over.done()

        channel.reads.set()
        await outbox.over
        outbox.send(*numbered(1))
        await asyncio.sleep(1)

        assert channel.sent == [*frames(3), encoded(gone)]
        assert outbox.close_code == CloseCode.REMOVED

    run_virtually(story())


def test_an_outbox_that_was_empty_sends_again() -> None:
    async def story() -> None:
        channel = ReadChannel()
        channel.reads.set()
        outbox = Outbox(channel)
        for message in numbered(2):
            outbox.send(message)
            await asyncio.sleep(1)

        assert channel.sent == frames(2)
        assert not outbox.over.done()

    run_virtually(story())


def test_who_does_not_read_is_cut_off_once_too_many_bytes_wait() -> None:
    async def story() -> None:
        channel = ReadChannel()
        outbox = Outbox(channel)
        outbox.send(*numbered(1))
        await asyncio.sleep(1)
        frame = "x" * (QUEUE_BYTES // 4 - ITEM_BYTES)
        for _ in range(4):
            outbox.send_frame(frame)
        assert not outbox.over.done()

        outbox.send(*numbered(1))

        assert outbox.over.done()
        channel.reads.set()
        await asyncio.sleep(1)
        assert channel.sent == frames(1)

    run_virtually(story())


def test_who_reads_in_time_is_sent_any_number_of_bytes() -> None:
    async def story() -> None:
        channel = ReadChannel()
        channel.reads.set()
        outbox = Outbox(channel)
        for _ in range(10):
            outbox.send_frame("x" * (QUEUE_BYTES // 2))
            await asyncio.sleep(1)

        assert len(channel.sent) == 10
        assert not outbox.over.done()

    run_virtually(story())


def test_small_frames_and_replays_count_too() -> None:
    async def story() -> list[bool]:
        outboxes = [Outbox(ReadChannel()) for _ in range(2)]
        for _ in range(QUEUE_BYTES // ITEM_BYTES + 1):
            outboxes[0].send_frame("x")
            outboxes[1].send_replay(iter(()))
        return [each.over.done() for each in outboxes]

    assert run_virtually(story()) == [True, True]


def test_the_longest_message_fits_into_the_queue() -> None:
    assert QUEUE_BYTES > SERVER_MESSAGE_BYTES + ITEM_BYTES


def test_a_replay_is_made_as_the_client_reads_and_others_have_their_turn() -> None:
    made = []

    def replay() -> Iterator[str]:
        for number in range(10 * PART):
            made.append(number)
            yield str(number)

    async def story() -> list[str]:
        channel = ReadChannel()
        outbox = Outbox(channel)
        outbox.send_replay(replay())
        outbox.send_frame("afterwards")
        await asyncio.sleep(1)
        assert made == [*range(PART)]
        channel.reads.set()
        turns = 0
        while len(channel.sent) <= 10 * PART:
            await asyncio.sleep(0)
            turns += 1
        assert turns >= 10
        return channel.sent

    assert run_virtually(story()) == [*map(str, range(10 * PART)), "afterwards"]


def test_what_waits_together_is_sent_together_and_in_order() -> None:
    async def story() -> ReadChannel:
        channel = ReadChannel()
        outbox = Outbox(channel)
        channel.reads.set()
        for number in range(3):
            outbox.send_frame(f"before {number}")
        outbox.send_replay(iter(["replayed"]))
        outbox.send_frame("after")
        outbox.send_latest("latest")
        outbox.send_frame("last")
        await asyncio.sleep(1)
        return channel

    channel = run_virtually(story())

    assert channel.sent == ["before 0", "before 1", "before 2", "replayed", "after", "latest", "last"]
    assert channel.parts == [3, 1, 3]


@pytest.mark.parametrize(
    ("size", "together"), [(1, PART), (PART_BYTES // 2, 2), (PART_BYTES - 1, 2), (PART_BYTES, 1)]
)
def test_the_frames_of_a_replay_are_sent_together_unless_they_are_long(size: int, together: int) -> None:
    async def story() -> ReadChannel:
        channel = ReadChannel()
        outbox = Outbox(channel)
        outbox.send_replay("x" * size for _ in range(2 * PART + 1))
        channel.reads.set()
        await asyncio.sleep(1)
        return channel

    channel = run_virtually(story())

    assert len(channel.sent) == sum(channel.parts) == 2 * PART + 1
    assert {*channel.parts[:-1]} == {together}


def test_others_have_their_turn_while_frames_are_made_that_take_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> ReadChannel:
        channel, made = ReadChannel(), iter(range(PART))
        outbox, now = Outbox(channel), 0.0

        def replay() -> Iterator[str]:
            nonlocal now
            for number in made:
                now += PART_SECONDS / 2
                yield str(number)

        channel.reads.set()
        with monkeypatch.context() as slow:
            slow.setattr(asyncio.get_running_loop(), "time", lambda: now)
            outbox.send_replay(replay())
            for _ in range(PART):
                await asyncio.sleep(0)
        return channel

    channel = run_virtually(story())

    assert channel.sent == [*map(str, range(PART))]
    assert {*channel.parts} == {2}


def test_only_the_latest_of_what_makes_the_others_needless_is_sent() -> None:
    async def story() -> list[str]:
        channel = ReadChannel()
        outbox = Outbox(channel)
        outbox.send(*numbered(1))
        await asyncio.sleep(1)
        for number in range(QUEUE_BYTES):
            outbox.send_latest(f"latest {number}")
        outbox.send_frame("afterwards")
        channel.reads.set()
        await asyncio.sleep(1)
        outbox.send_latest("one more")
        await asyncio.sleep(1)
        return channel.sent

    assert run_virtually(story()) == [*frames(1), f"latest {QUEUE_BYTES - 1}", "afterwards", "one more"]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("network", "is_fair"), [("192.0.2.1", True), ("", False)])
def test_many_replays_of_one_network_are_sent_as_fast_as_one_of_another(network: str, is_fair: bool) -> None:  # noqa: FBT001 (a row's answer)
    async def story() -> list[int]:
        under_way = Counter[str]()
        channels = [ReadChannel() for _ in range(20)]
        outboxes = [Outbox(each, network, under_way) for each in channels[1:]]
        outboxes.append(Outbox(channels[0], "192.0.2.2", under_way))
        for channel, outbox in zip([*channels[1:], channels[0]], outboxes, strict=True):
            channel.reads.set()
            outbox.send_replay(map(str, range(100 * PART)))
        for _ in range(120):
            await asyncio.sleep(0)
        sent = [len(each.sent) for each in channels]
        await asyncio.sleep(1)
        assert not under_way
        assert {len(each.sent) for each in channels} == {100 * PART}
        return sent

    alone, *others = run_virtually(story())

    assert alone == 100 * PART
    assert (sum(others) < 2 * alone) == is_fair


def test_nothing_is_sent_after_a_stop() -> None:
    async def story() -> None:
        channel = ReadChannel()
        outbox = Outbox(channel)
        outbox.send(*numbered(2))
        await asyncio.sleep(1)
        outbox.stop()
        channel.reads.set()
        outbox.send(*numbered(1))
        await asyncio.sleep(1)

        assert outbox.over.done()
        assert channel.sent == []

    run_virtually(story())


def test_an_outbox_is_over_once_the_client_has_gone() -> None:
    async def story() -> None:
        channel = ReadChannel(gone=True)
        outbox = Outbox(channel)
        outbox.send(*numbered(2))
        channel.reads.set()

        await outbox.over

    run_virtually(story())
