"""People at a table: joining, sitting, playing, pausing, and what is refused."""

import asyncio

import pytest
from people import Client, Venue, code_of, settings, venue
from support.time.virtual_time import run_virtually

from playroom.online.wire.entries import (
    BotSeated,
    MatchStarted,
    MatchWent,
    PauseAsked,
    SeatReturned,
    SeatTaken,
    StandInSeated,
)
from playroom.online.wire.messages import Ack, Nak
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_commands import (
    AnyDo,
    ClearSeat,
    Configure,
    DealRound,
    Extend,
    GoOn,
    HandOver,
    MakeMove,
    Pause,
    Ready,
    Rematch,
    SeatBot,
    Sit,
    Stand,
    StartMatch,
)
from playroom.rules.move import Draw


async def two_seated(place: Venue) -> tuple[Client, Client]:
    """Ada, the host, at seat 0 and Ben at seat 1."""
    ada = await place.host()
    ben = await place.guest(code_of(ada))
    await ada.do(Sit(0))
    await ben.do(Sit(1))
    return ada, ben


async def started(place: Venue) -> tuple[Client, Client]:
    ada, ben = await two_seated(place)
    await ben.do(Ready())
    await ada.do(StartMatch())
    return ada, ben


def test_two_people_sit_down_and_start_a_match() -> None:
    async def story() -> None:
        async with venue() as place:
            ada, ben = await started(place)

            begun = await ben.entry(MatchStarted)

            assert begun.players == ["Ada", "Ben"]
            assert any(isinstance(each, MatchWent) for each in ben.entries)
            assert SeatTaken(1, 2) in ada.entries

    run_virtually(story())


def test_a_repeated_command_has_the_same_acknowledgement_and_one_effect() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host()

            answers = [await ada.do(SeatBot(1, "hard"), "same") for _ in range(3)]

            assert answers == [answers[0]] * 3
            assert isinstance(answers[0], Ack)
            assert ada.entries.count(BotSeated(1, "hard")) == 1

    run_virtually(story())


BEFORE: list[tuple[AnyDo, RefusalCode]] = [
    (Configure(settings()), RefusalCode.NOT_HOST),
    (SeatBot(1, "hard"), RefusalCode.NOT_HOST),
    (StartMatch(), RefusalCode.NOT_HOST),
    (HandOver(2), RefusalCode.NOT_HOST),
    (Sit(0), RefusalCode.SEAT_TAKEN),
    (Sit(-1), RefusalCode.NO_SUCH_SEAT),
    (Sit(2), RefusalCode.NO_SUCH_SEAT),
    (DealRound(), RefusalCode.NO_MATCH),
    (MakeMove(Draw()), RefusalCode.NO_MATCH),
    (Pause(), RefusalCode.NO_MATCH),
    (GoOn(), RefusalCode.NOT_PAUSED),
    (Extend(), RefusalCode.NO_MATCH),
]


@pytest.mark.parametrize(("do", "code"), BEFORE, ids=repr)
def test_what_a_guest_may_not_do_before_a_match(do: AnyDo, code: RefusalCode) -> None:
    async def story() -> Ack | Nak:
        async with venue() as place:
            _, ben = await two_seated(place)
            return await ben.do(do)

    answer = run_virtually(story())

    assert isinstance(answer, Nak)
    assert answer.code == code


HOSTS: list[tuple[AnyDo, RefusalCode]] = [
    (Configure(settings("chess")), RefusalCode.NO_SUCH_GAME),
    (Configure(settings(players=99)), RefusalCode.IMPOSSIBLE_TABLE),
    (Configure(settings(players=-1)), RefusalCode.IMPOSSIBLE_TABLE),
    (Configure(settings(players=10**15)), RefusalCode.IMPOSSIBLE_TABLE),
    (Configure(settings(options={"target": [1, 2]})), RefusalCode.IMPOSSIBLE_TABLE),
    (Configure(settings(stand_in="god")), RefusalCode.NO_SUCH_BOT),
    (Configure(settings(thinking=10**9)), RefusalCode.IMPOSSIBLE_TABLE),
    (SeatBot(1, "god"), RefusalCode.NO_SUCH_BOT),
    (ClearSeat(1), RefusalCode.SEAT_TAKEN),
    (StartMatch(), RefusalCode.NOT_READY),
    (Rematch(), RefusalCode.NO_MATCH),
    (HandOver(3), RefusalCode.NO_SUCH_PERSON),
]


@pytest.mark.parametrize(("do", "code"), HOSTS, ids=repr)
def test_what_the_host_may_not_do_before_a_match(do: AnyDo, code: RefusalCode) -> None:
    async def story() -> Ack | Nak:
        async with venue() as place:
            ada, _ = await two_seated(place)
            return await ada.do(do)

    answer = run_virtually(story())

    assert isinstance(answer, Nak)
    assert answer.code == code


IN_MATCH: list[tuple[AnyDo, RefusalCode]] = [
    (Configure(settings()), RefusalCode.MATCH_RUNS),
    (StartMatch(), RefusalCode.MATCH_RUNS),
    (Rematch(), RefusalCode.MATCH_RUNS),
    (DealRound(), RefusalCode.ROUND_RUNS),
    (Sit(1), RefusalCode.SEAT_TAKEN),
]


@pytest.mark.parametrize(("do", "code"), IN_MATCH, ids=repr)
def test_what_the_host_may_not_do_in_a_match(do: AnyDo, code: RefusalCode) -> None:
    async def story() -> Ack | Nak:
        async with venue() as place:
            ada, _ = await started(place)
            return await ada.do(do)

    answer = run_virtually(story())

    assert isinstance(answer, Nak)
    assert answer.code == code


def test_a_match_starts_with_all_seats_taken() -> None:
    async def story() -> Ack | Nak:
        async with venue() as place:
            ada = await place.host(settings(players=4))
            await ada.do(Sit(2))
            return await ada.do(StartMatch())

    assert run_virtually(story()) == Nak("c2", RefusalCode.SEATS_FREE, {"seats": 3})


def test_a_player_cannot_see_two_hands_of_a_match() -> None:
    async def story() -> list[Ack | Nak]:
        async with venue() as place:
            ada, ben = await started(place)
            left = await ben.do(Stand())
            await ada.do(Stand())
            return [left, await ben.do(Sit(0)), await ben.do(Sit(1))]

    left, other, own = run_virtually(story())

    assert isinstance(left, Ack)
    assert other == Nak("c4", RefusalCode.MATCH_RUNS)
    assert isinstance(own, Ack)


def test_a_pause_needs_the_consent_of_all_who_play() -> None:
    async def story() -> None:
        async with venue() as place:
            ada, ben = await started(place)

            await ada.do(Pause())
            await ben.do(Pause())
            stopped = await ada.do(DealRound())
            await ben.do(GoOn())

            assert [each for each in ben.entries if isinstance(each, PauseAsked)] == [
                PauseAsked(1, paused=False),
                PauseAsked(2, paused=True),
            ]
            assert stopped == Nak("c4", RefusalCode.PAUSED)
            assert isinstance(await ben.do(Pause()), Ack)

    run_virtually(story())


def test_a_bot_stands_in_for_the_absent_and_gives_the_seat_back() -> None:
    async def story() -> None:
        async with venue() as place:
            ada, ben = await started(place)
            ben.hang_up()
            asleep = asyncio.get_running_loop().time()

            absent = await ada.entry(StandInSeated)
            waited = asyncio.get_running_loop().time() - asleep
            back = await place.guest(code_of(ada), token=ben.token)

            assert absent == StandInSeated(1, "steady")
            assert waited == pytest.approx(60, abs=1)
            assert back.person == 2
            assert await ada.entry(SeatReturned) == SeatReturned(1)

    run_virtually(story())
