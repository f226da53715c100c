"""An evening at a server: people enter, are led to tables, play, come back, and have places at its end."""

import asyncio
from collections import Counter

import pytest
from club import accounts_in, signed_in, visitor
from evening_people import EveningGuest, EveningPlace, ended, gathered
from people import Venue
from support.time.same_chance import seed_chance
from support.time.virtual_time import run_virtually

from playroom.online.wire.evening import EveningKind, EveningStep
from playroom.online.wire.messages import Tables, server_message
from playroom.online.wire.protocol import LISTED_SECONDS
from playroom.online.wire.table_commands import EnterEvening, OpenEvening
from playroom.table.setup import Setup
from playroom.table.shared_table import DealVerdict

ONE_ROUND = {"single_round": True}


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    seed_chance(monkeypatch.setattr, "an evening")


@pytest.mark.long
def test_four_people_play_everybody_against_everybody_to_the_end() -> None:
    async def play() -> None:
        place = EveningPlace()
        guests = await gathered(
            place, 4, Setup("draw", 2, options=ONE_ROUND), OpenEvening(EveningKind.EVERYBODY, 1)
        )
        guests[0].run(EveningStep.ROUND)

        evening = await ended(guests)

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


def test_people_are_known_by_their_accounts_at_all_tables() -> None:
    async def play() -> None:
        place = EveningPlace()
        place.venue = Venue(place.log, accounts=await accounts_in(place.log))
        ada, ben = (EveningGuest(place, name, number) for number, name in enumerate(("Ada", "Ben"), 1))
        for guest in (ada, ben):
            guest.key = (await signed_in(visitor(place.venue), guest.name)).key
        ada.open(Setup("draw", 2, options=ONE_ROUND))
        await asyncio.sleep(1)
        ada.client.do(OpenEvening(EveningKind.SWISS, 1))
        ben.come(ada.state.code)
        await asyncio.sleep(1)
        for guest in (ada, ben):
            guest.forget_tokens()  # as from another computer
            guest.client.do(EnterEvening())
        await asyncio.sleep(1)
        ada.run(EveningStep.ROUND)

        evening = await ended([ada, ben])

        assert len(ada.tables) == len(ben.tables) == 1
        assert evening.away == []
        assert len(next(evening.tables_over).winners) == 1
        await place.venue.close()

    run_virtually(play())


def test_a_second_evening_at_the_same_table_is_played_to_its_end() -> None:
    async def play() -> None:
        place = EveningPlace()
        opens = OpenEvening(EveningKind.SWISS, 1)
        guests = await gathered(place, 2, Setup("draw", 2, options=ONE_ROUND), opens)
        guests[0].run(EveningStep.ROUND)
        first = await ended(guests)
        guests[0].client.do(opens)
        await asyncio.sleep(1)
        for guest in guests:
            guest.client.do(EnterEvening())
        await asyncio.sleep(1)
        guests[0].run(EveningStep.ROUND)

        second = await ended(guests)

        assert [len(each.rounds) for each in (first, second)] == [1, 1]
        assert first.rounds[0].tables[0].code != second.rounds[0].tables[0].code
        assert all(len(guest.tables) == 2 for guest in guests)
        await place.venue.close()

    run_virtually(play())


@pytest.mark.long
def test_an_evening_goes_on_at_two_servers_of_one_log() -> None:
    async def play() -> None:
        place = EveningPlace()
        place.venue, place.second = (Venue(place.log, shares_log=True) for _ in range(2))
        guests = await gathered(
            place, 4, Setup("draw", 2, options=ONE_ROUND), OpenEvening(EveningKind.SWISS, 2, duplicate=True)
        )
        guests[0].run(EveningStep.ROUND)

        evening = await ended(guests)

        assert [len(each.tables) for each in evening.rounds] == [2, 2]
        assert evening.away == []
        assert all(guest.evening == evening for guest in guests)
        assert {guest.proofs[-1].verdict for guest in guests} == {DealVerdict.VERIFIED}
        await place.venue.close()
        await place.second.close()

    run_virtually(play())


@pytest.mark.long
def test_an_evening_is_listed_while_its_people_are_at_their_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evening_people.READING_SECONDS", 1000)

    async def listed(place: EveningPlace) -> list[int | None]:
        """How many take part in each table of the lobby, after a long while."""
        rooms = place.venue.rooms
        watching = [asyncio.ensure_future(work) for work in (rooms.watch_lobby(), rooms.refresh())]
        await asyncio.sleep(3 * LISTED_SECONDS)
        for task in watching:
            assert not task.done()
            task.cancel()
        message = server_message(rooms.lobby.frame)
        assert isinstance(message, Tables)
        return [each.evening for each in message.tables]

    async def play() -> tuple[list[int | None], ...]:
        place = EveningPlace()
        guests = await gathered(
            place, 4, Setup("draw", 2, options=ONE_ROUND), OpenEvening(EveningKind.SWISS, 2)
        )
        code = guests[0].state.code
        guests[0].run(EveningStep.PAUSE)
        guests[0].run(EveningStep.ROUND)
        await asyncio.sleep(2)
        guests[3].client.stop()
        guests[3].come(code)
        there = await listed(place)
        await place.kill()
        after_kill = await listed(place)
        assert [len(guest.tables) for guest in guests] == [1, 1, 1, 2]
        assert place.venue.rooms.table_count == 2
        for guest in guests:
            guest.client.leave()
        gone = await listed(place)
        await place.venue.close()
        return there, after_kill, gone

    assert run_virtually(play()) == ([4], [4], [])


@pytest.mark.long
def test_forty_people_have_an_evening_through_lost_connections_a_kill_and_two_absences() -> None:
    async def play() -> None:
        place = EveningPlace()
        guests = await gathered(
            place, 40, Setup("draw", 3, options=ONE_ROUND), OpenEvening(EveningKind.SWISS, 3, duplicate=True)
        )
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

        present = [guest for guest in guests if guest not in absent]
        assert [len(each.tables) for each in evening.rounds] == [13, 12, 12]
        assert [len(each.out) for each in evening.rounds] == [1, 2, 2]
        assert all(table.winners for table in evening.tables_over)
        assert Counter(evening.met.values()).keys() == {1}
        assert sorted(evening.away) == [8, 21]
        assert all(len({*guest.tables}) + evening.sat_out[guest.client.table.me] == 3 for guest in present)
        assert all(guest.evening == evening for guest in present)
        assert evening.standings[0].place == 1
        assert [code for guest in present for code in guest.refusals] == []
        # The two have sealed their numbers, and were away when these were to be given.
        assert {guest.proofs[-1].verdict for guest in present} == {DealVerdict.WITHHELD}
        assert {guest.proofs[-1].missing for guest in present} == {tuple(guest.name for guest in absent)}
        assert {guest.proofs[-1].evening for guest in present} <= {1, 2, 3}
        deals = {
            (each.round, number, each.dealt.hands)
            for guest in guests
            for witness in guest.witnesses.values()
            for number, each in witness.of_evening.items()
        }
        assert len(deals) == 3
        await place.venue.close()

    run_virtually(play())


def test_the_host_of_an_evening_keeps_that_role_while_they_read_a_result_until_the_next_round() -> None:
    async def play() -> None:
        place = EveningPlace()
        opens = OpenEvening(EveningKind.SWISS, 1)
        guests = await gathered(place, 4, Setup("draw", 2, options=ONE_ROUND), opens)
        host, hosts = guests[0], set[int]()
        host.reading = 5.0 * host.state.settings.absence
        host.run(EveningStep.ROUND)
        await asyncio.sleep(2)
        opponent = next(each for each in guests[1:] if each.state.code == host.state.code)
        for guest in {*guests} - {host, opponent}:
            guest.client.stop()  # so that the round goes on
        for _ in range(3 * host.state.settings.absence):
            await asyncio.sleep(1)
            hosts |= set() if opponent.state.of_evening else {opponent.state.host}

        assert hosts == {1}
        await place.venue.close()

    run_virtually(play())


def test_the_table_of_a_round_gets_no_other_host_for_who_is_away() -> None:
    async def play() -> None:
        place = EveningPlace()
        guests = await gathered(
            place, 2, Setup("draw", 2, options=ONE_ROUND), OpenEvening(EveningKind.SWISS, 1)
        )
        guests[0].run(EveningStep.ROUND)
        await asyncio.sleep(2)
        first = next(guest for guest in guests if guest.client.table.seat == 0)
        other, hosts = next(guest for guest in guests if guest is not first), list[int]()
        first.client.stop()
        for _ in range(2 * other.state.settings.absence):
            await asyncio.sleep(1)
            hosts += [other.state.host] if other.state.of_evening else []

        assert len(hosts) > other.state.settings.absence
        assert {*hosts} == {1}
        await place.venue.close()

    run_virtually(play())
