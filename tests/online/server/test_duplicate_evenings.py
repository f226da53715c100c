"""Evenings whose tables have the same deals: they are the same, they count by tables, and cheating shows."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from evening_people import EveningGuest, EveningPlace, ended, gathered
from msgspec.structs import replace
from support.time.same_chance import seed_chance
from support.time.virtual_time import run_virtually

from playroom.online.server import evenings
from playroom.online.server.tables import decisions, evening_decisions, match_decisions
from playroom.online.wire.entries import AnyEntry, DealCommitted, EveningEnded, OfEvening, TableOpened
from playroom.online.wire.evening import Evening, EveningKind, EveningRound, EveningStep, EveningTable
from playroom.online.wire.provable_deal import DealTerms, commitment_of, round_secret
from playroom.online.wire.table_commands import OpenEvening
from playroom.table.setup import Setup
from playroom.table.shared_table import DealProof, DealVerdict

OTHER = "0b" * 32
"""Another secret than any that was drawn."""


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    seed_chance(monkeypatch.setattr, "an evening of equal deals")


def played(
    setup: Setup, length: int = 2, look: Callable[[EveningPlace], Awaitable[None]] | None = None
) -> tuple[list[EveningGuest], Evening]:
    """Four people after an evening of equal deals, whose server has been looked at."""

    async def play() -> tuple[list[EveningGuest], Evening]:
        place = EveningPlace()
        guests = await gathered(place, 4, setup, OpenEvening(EveningKind.SWISS, length, duplicate=True))
        guests[0].run(EveningStep.ROUND)
        evening = await ended(guests)
        if look:
            await look(place)
        await place.venue.close()
        return guests, evening

    return run_virtually(play())


def verdicts(guests: list[EveningGuest]) -> list[DealVerdict]:
    return [guest.proofs[-1].verdict for guest in guests]


ROUND = Setup("draw", 2, options={"single_round": True})


@pytest.mark.long
def test_all_tables_have_the_same_deals_and_all_clients_prove_it() -> None:
    guests, evening = played(Setup("draw", 2, options={"target": 30}))

    by_deal: dict[tuple[int, int], set[Any]] = {}
    for guest in guests:
        for witness in guest.witnesses.values():
            for number, each in witness.of_evening.items():
                by_deal.setdefault((each.round, number), set()).add((each.dealt.hands, each.dealt.boneyard))
    assert len(by_deal) > len(evening.rounds) == 2
    assert all(len(deals) == 1 for deals in by_deal.values())
    assert len({*map(str, by_deal.values())}) == len(by_deal)
    assert verdicts(guests) == [DealVerdict.VERIFIED] * 4
    assert len({guest.proofs[-1].code for guest in guests}) == 1
    assert all(each.verdict == DealVerdict.AT_END for guest in guests for each in guest.proofs[:-1])
    assert all((guest.proofs[-1].evening or 0) >= 2 for guest in guests)


@pytest.mark.long
def test_no_secret_is_sent_before_the_evening_is_over() -> None:
    secrets: list[str] = []
    frames: list[str] = []

    async def look(place: EveningPlace) -> None:
        frames.extend(place.frames)
        for name in await place.log.tables():
            for event in await place.log.read(name):
                found = re.findall(r'"secret":"([0-9a-f]{64})"', event.body.decode())
                secrets.extend(each for each in found if each not in secrets)

    _, evening = played(ROUND, 2, look)

    assert len(secrets) == 3
    assert [each for each in secrets if any(each in frame for frame in frames)] == [evening.secret]
    first = next(frame for frame in frames if evening.secret in frame)
    assert "EveningEnded" in first or f'"is_over":true,"secret":"{evening.secret}"' in first


def test_a_seat_counts_against_the_same_seat_at_the_other_tables() -> None:
    tables = [
        EveningTable("A", [1, 2], is_over=True, leads=[[10, -10], [3, -3]]),
        EveningTable("B", [3, 4], is_over=True, leads=[[4, -4]]),
        EveningTable("C", [5, 6], is_over=True, leads=[[4, -4], [5, -5]]),
        EveningTable("D", [7, 8]),
    ]
    evening = Evening(EveningKind.SWISS, 2, True, [*range(1, 9)], rounds=[EveningRound(tables, [])])

    percents = {each.person: each.percent for each in evening.standings}
    assert percents == {1: 67, 2: 33, 3: 25, 4: 75, 5: 50, 6: 50, 7: None, 8: None}
    assert [each.person for each in evening.standings[:2]] == [4, 1]


def test_percents_have_a_decimal_where_different_results_would_seem_equal() -> None:
    tables = [EveningTable(str(person), [person], is_over=True, leads=[[person]]) for person in range(1, 203)]
    evening = Evening(EveningKind.SWISS, 1, True, [*range(1, 203)], rounds=[EveningRound(tables, [])])

    assert [each.percent for each in evening.standings[:3]] == [100, 99.5, 99]


def of_first_table(change: Callable[[OfEvening, Any], OfEvening]) -> Callable[..., list[AnyEntry]]:
    """The beginning of tables as the server should write it, but for the first table of the first round."""
    honest = evening_decisions.table_of_round

    def cheat(truth: Any, table: EveningTable, number: int, tokens: Any) -> list[AnyEntry]:  # noqa: ANN401
        opened = honest(truth, table, number, tokens)
        is_first = number == 1 and len(truth.state.evening.rounds) == 1
        return [change(each, truth) if is_first and isinstance(each, OfEvening) else each for each in opened]

    return cheat


def with_other_deals(of: OfEvening, _truth: Any) -> OfEvening:  # noqa: ANN401
    return replace(of, secret=OTHER)


def with_deals_of_later(of: OfEvening, truth: Any) -> OfEvening:  # noqa: ANN401
    deal = truth.state.deal
    terms = DealTerms(truth.state.code, deal.deal_number, deal.seals)
    return replace(of, round=2, secret=round_secret(truth.secret, terms, deal.shares, 2))


@pytest.mark.long
@pytest.mark.parametrize("change", [with_other_deals, with_deals_of_later])
def test_other_deals_at_one_table_are_found_by_those_who_sat_there(
    change: Callable[[OfEvening, Any], OfEvening], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evenings, "table_of_round", of_first_table(change))

    guests, evening = played(ROUND)

    cheated = evening.rounds[0].tables[0].people
    assert verdicts(guests) == [
        DealVerdict.OTHER_ORDER if person in cheated else DealVerdict.VERIFIED for person in range(1, 5)
    ]


@pytest.mark.long
def test_other_rules_at_one_table_are_found_by_those_who_sat_there(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = evening_decisions.table_of_round

    def cheat(truth: Any, table: EveningTable, number: int, tokens: Any) -> list[AnyEntry]:  # noqa: ANN401
        opened, *others = honest(truth, table, number, tokens)
        assert isinstance(opened, TableOpened)
        changed = replace(opened, settings=replace(opened.settings, options={"target": 20}))
        return [changed if number == 1 else opened, *others]

    monkeypatch.setattr(evenings, "table_of_round", cheat)

    guests, evening = played(ROUND, 1)

    cheated = evening.rounds[0].tables[0].people
    assert verdicts(guests) == [
        DealVerdict.OTHER_ORDER if person in cheated else DealVerdict.VERIFIED for person in range(1, 5)
    ]


@pytest.mark.long
def test_a_seal_that_is_left_out_is_found_by_its_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = match_decisions.commitment_with
    monkeypatch.setattr(
        evening_decisions, "commitment_with", lambda state, people, chance: honest(state, people[1:], chance)
    )

    guests, _ = played(ROUND, 1)

    assert verdicts(guests) == [DealVerdict.LEFT_OUT, *[DealVerdict.VERIFIED] * 3]


@pytest.mark.long
def test_a_share_that_is_left_out_is_missed_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = match_decisions.share_given
    monkeypatch.setattr(
        decisions,
        "share_given",
        lambda truth, person, *rest: [] if person == 1 else honest(truth, person, *rest),
    )

    guests, _ = played(ROUND, 1)

    assert verdicts(guests) == [DealVerdict.LATE, *[DealVerdict.WITHHELD] * 3]
    assert {guest.proofs[-1].missing for guest in guests} == {(guests[0].name,)}


@pytest.mark.long
def test_another_secret_at_the_end_is_found_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening_decisions, "_end", lambda _truth: EveningEnded(OTHER))

    guests, _ = played(ROUND, 1)

    assert verdicts(guests) == [DealVerdict.OTHER_SECRET] * 4


@pytest.mark.long
def test_a_second_commitment_is_found_by_all_who_have_answered_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = evening_decisions.round_drawn

    def commit_again(truth: Any, chance: Any) -> list[AnyEntry]:  # noqa: ANN401
        if not truth.state.evening.rounds:
            return honest(truth, chance)
        terms = DealTerms(truth.state.code, 1, {})
        again = DealCommitted(commitment_of(OTHER, terms), [], OTHER, deal_number=1)
        return [again, *honest(truth.after(again, {}), chance)]

    monkeypatch.setattr("playroom.online.server.tables.background_tasks.round_drawn", commit_again)

    guests, _ = played(ROUND)

    assert verdicts(guests) == [DealVerdict.REPEATED] * 4


@pytest.mark.long
def test_a_server_that_commits_itself_to_nothing_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        evening_decisions, "commitment_with", lambda *_: DealCommitted("", [], OTHER, deal_number=1)
    )

    guests, _ = played(ROUND, 1)

    assert verdicts(guests) == [DealVerdict.NOT_COMMITTED] * 4


def test_the_proof_of_an_evening_counts_ones_deals() -> None:
    assert DealProof(DealVerdict.VERIFIED, evening=3).is_honest
    assert not DealProof(DealVerdict.AT_END).is_honest
