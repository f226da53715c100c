"""Commands that change nothing append nothing, so that nobody makes a log long without playing."""

import pytest
from people import Client, Venue, code_of, settings, venue
from support.time.virtual_time import run_virtually

from playroom.online.server.tables.server_state import logged
from playroom.online.wire.messages import Ack, Nak
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.provable_deal import seal_of
from playroom.online.wire.table_commands import (
    AnyDo,
    Configure,
    Mute,
    Pause,
    Ready,
    SealShare,
    SeatBot,
    Sit,
    Stand,
    StartMatch,
)
from playroom.online.wire.table_state import TableState

SEAL = SealShare("0a" * 32, 1)


async def seated(place: Venue) -> tuple[Client, Client]:
    """Ada, the host, and Ben at a table for three with a bot."""
    ada = await place.host(settings("draw", 3))
    ben = await place.guest(code_of(ada))
    for client, do in ((ada, Sit(0)), (ben, Sit(1)), (ada, SeatBot(2, "steady"))):
        assert isinstance(await client.do(do), Ack)
    return ada, ben


@pytest.mark.parametrize(
    "do",
    [
        *(Ready(), SEAL, SeatBot(2, "hard"), Mute(2, "loud"), Mute(2, muted=False)),
        Configure(settings("draw", 3)),
    ],
    ids=repr,
)
def test_the_same_once_more_appends_nothing(do: AnyDo) -> None:
    async def story() -> None:
        async with venue() as place:
            ada, _ = await seated(place)
            await ada.do(do)
            length = len(await place.log.read(code_of(ada)))

            again = [await ada.do(do) for _ in range(3)]

            assert [type(each) for each in again] == [Ack] * 3
            assert len(await place.log.read(code_of(ada))) == length

    run_virtually(story())


def test_a_wish_for_a_pause_is_logged_once() -> None:
    async def story() -> list[str]:
        async with venue() as place:
            ada, ben = await seated(place)
            await ben.do(Ready())
            await ada.do(StartMatch())
            first = await ben.do(Pause())
            assert isinstance(first, Ack)
            for _ in range(3):
                await ben.do(Pause())
            return [each.command_id for each in (await place.log.read(code_of(ada)))[first.number :]]

    # A bot may move meanwhile: who wishes for a pause alone has none.
    assert [each for each in run_virtually(story()) if not each.startswith("move-")] == []


@pytest.mark.parametrize("ready", [True, False])
def test_nobody_is_ready_for_a_match_that_is_under_way(ready: bool) -> None:  # noqa: FBT001 (a parameter of the test)
    async def story() -> Ack | Nak:
        async with venue() as place:
            ada, ben = await seated(place)
            await ben.do(Ready())
            await ada.do(StartMatch())
            return await ben.do(Ready(ready))

    answer = run_virtually(story())

    assert isinstance(answer, Nak)
    assert answer.code == RefusalCode.MATCH_RUNS


def test_what_changed_nothing_has_the_same_answer_though_it_would_change_something_now() -> None:
    async def story() -> tuple[Ack | Nak, Ack | Nak, list[int]]:
        async with venue() as place:
            ada, ben = await seated(place)
            await ben.do(Ready())
            idle = await ben.do(Ready(), "idle")
            await ben.do(Ready(ready=False))
            again = await ben.do(Ready(), "idle")
            log = await place.log.read(code_of(ada))
            entries = [entry for event in log for entry in logged(event.body).entries]
            return idle, again, TableState().after_all(entries).ready

    idle, again, ready = run_virtually(story())

    assert (idle, ready) == (again, [])


def test_a_program_that_has_lost_its_number_seals_another() -> None:
    async def story() -> list[Ack | Nak]:
        async with venue() as place:
            ada, _ = await seated(place)
            seals = [seal_of(share, code_of(ada), 1, 1) for share in ("0a" * 16, "0b" * 16)]
            await ada.do(Stand())
            await ada.do(Sit(0))
            return [await ada.do(SealShare(seal, 1)) for seal in seals]

    first, second = run_virtually(story())

    assert isinstance(first, Ack)
    assert isinstance(second, Ack)
    assert second.number == first.number + 1
