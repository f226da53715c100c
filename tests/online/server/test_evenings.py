"""An evening at a server: people enter, are led to tables, play, come back, and have places at its end."""

import asyncio
from collections import Counter

import pytest
from evening_people import EveningGuest, EveningPlace
from support.time.same_chance import seed_chance
from support.time.virtual_time import run_virtually

from playroom.online.wire.evening import Evening, EveningKind, EveningStep
from playroom.online.wire.table_commands import EnterEvening, OpenEvening
from playroom.table.setup import Setup

ONE_ROUND = {"single_round": True}


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    seed_chance(monkeypatch.setattr, "an evening")


async def gathered(
    place: EveningPlace, people: int, seats: int, kind: EveningKind, length: int
) -> list[EveningGuest]:
    """The people of an evening, all of whom have entered; the first is the host."""
    guests = [EveningGuest(place, f"Guest {chr(64 + each)}{each}", each) for each in range(1, people + 1)]
    guests[0].open(Setup("draw", seats, options=ONE_ROUND))
    await asyncio.sleep(1)
    guests[0].client.do(OpenEvening(kind, length))
    await asyncio.sleep(1)
    for guest in guests[1:]:
        guest.come(guests[0].state.code)
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    for guest in guests:
        guest.client.do(EnterEvening())
    await asyncio.sleep(1)
    return guests


async def ended(guests: list[EveningGuest]) -> Evening:
    """The evening at its end, as the host knows it."""
    while not (guests[0].state.evening and guests[0].evening.is_over):
        await asyncio.sleep(10)
        assert asyncio.get_running_loop().time() < 20_000, guests[0].state
    return guests[0].evening


def test_four_people_play_everybody_against_everybody_to_the_end() -> None:
    async def play() -> None:
        place = EveningPlace()
        guests = await gathered(place, 4, 2, EveningKind.EVERYBODY, 1)
        guests[0].run(EveningStep.ROUND)

        evening = await ended(guests)

        await asyncio.sleep(100)
        assert len(evening.rounds) == evening.length == 3
        assert set(evening.met.values()) == {1}
        assert len(evening.met) == 6
        assert sum(each.wins for each in evening.standings) == 6
        assert evening.away == []
        assert all(len(guest.tables) == 3 for guest in guests)
        assert all(guest.evening == evening for guest in guests)
        assert {proof.verdict for guest in guests for proof in guest.proofs} == {"verified"}
        await place.venue.close()

    run_virtually(play())


@pytest.mark.long
def test_forty_people_have_an_evening_through_lost_connections_a_kill_and_two_absences() -> None:
    async def play() -> None:
        place = EveningPlace()
        guests = await gathered(place, 40, 3, EveningKind.SWISS, 4)
        absent = guests[7], guests[20]
        for guest in absent:
            guest.client.stop()
        guests[0].run(EveningStep.ROUND)
        await asyncio.sleep(5)
        for guest in guests[1:30:7]:
            guest.links[-1].cut()
        await asyncio.sleep(5)
        await place.kill()

        evening = await ended(guests)

        await asyncio.sleep(100)
        present = [guest for guest in guests if guest not in absent]
        assert [len(each.tables) for each in evening.rounds] == [13, 12, 12, 12]
        assert [len(each.out) for each in evening.rounds] == [1, 2, 2, 2]
        assert all(table.winners for table in evening.tables_over)
        assert Counter(evening.met.values()).keys() == {1}
        assert evening.away == [8, 21]
        assert all(len({*guest.tables}) + evening.sat_out[guest.client.table.me] == 4 for guest in present)
        assert all(guest.evening == evening for guest in present)
        assert evening.standings[0].place == 1
        assert [code for guest in present for code in guest.refusals] == []
        await place.venue.close()

    run_virtually(play())
