"""Deals that are dropped, or whose end a client is not shown."""

import pytest
from msgspec.structs import replace
from table_guest import ADA, BEN, CODE
from told_witness import ADAS, ADAS_SEAL, SECRET, STATE, Told, sealed, verdict

from playroom.online.wire.entries import (
    MatchStarted,
    MatchWent,
    ShareGiven,
    ShareSealed,
)
from playroom.online.wire.provable_deal import DealTerms, commitment_of
from playroom.online.wire.table_commands import GiveShare, SealShare
from playroom.online.wire.table_state import CommittedDeal, TableState
from playroom.rules.event import Dealt
from playroom.table.shared_table import DealVerdict


@pytest.mark.parametrize("has_given", [False, True], ids=["before the share", "after the share"])
def test_a_match_that_is_dropped_for_another_deal_is_found_out(has_given: bool) -> None:  # noqa: FBT001 (a parameter)
    told = sealed()
    told.commit(BEN)
    if has_given:
        told.give()
        told.note(MatchWent([]))
    told.note(MatchStarted(["Ada", "Ben"]))
    told.commit(BEN)

    assert verdict(told) == DealVerdict.REPEATED


def snapshot_with(seal: str) -> TableState:
    """The snapshot that a returning client gets of a table whose first deal is committed."""
    commitment = commitment_of(SECRET, DealTerms(CODE, 1, {BEN: seal}))
    return replace(STATE, deals=1, deal=CommittedDeal(commitment, {BEN: seal}, deal_number=1))


def test_a_deal_that_came_in_a_snapshot_is_not_dropped_without_a_word() -> None:
    told = sealed()
    told.witness.begin_anew(is_gap=False)
    told.state = snapshot_with(told.state.sealed[BEN])

    given, again = told.due()
    assert isinstance(given, GiveShare)
    assert isinstance(again, SealShare)
    told.note(ShareSealed(BEN, again.seal, deal_number=2))
    told.commit(BEN)
    told.give()

    assert verdict(told) == DealVerdict.REPEATED


def test_a_deal_that_has_ended_while_one_was_away_is_not_dealt_again() -> None:
    told = sealed()
    told.commit(BEN)
    told.give()
    first = told.state

    assert verdict(told, is_live=False) == DealVerdict.VERIFIED
    told.witness.begin_anew(is_gap=False)
    told.state = first

    assert verdict(told) == DealVerdict.REPEATED


def test_who_leaves_and_comes_again_remembers_what_they_have_answered() -> None:
    told = sealed()
    seal = told.state.sealed[BEN]
    told.commit(BEN)
    told.give()
    shares = told.state.deal.shares if told.state.deal else {}

    told.witness.begin_visit()
    told.state = STATE
    told.witness.begin_anew(is_gap=False)

    assert told.seal() == seal
    told.note(ShareSealed(ADA, ADAS_SEAL, deal_number=1))
    told.commit(ADA, BEN)
    assert [type(each) for each in told.due()] == [SealShare]
    told.note(ShareGiven(ADA, ADAS), ShareGiven(BEN, shares[BEN]))
    assert verdict(told) == DealVerdict.REPEATED


def given_and_dropped() -> Told:
    """Ben, who has given a share, was removed, and comes back once the server says that the deal is over."""
    told = sealed()
    told.commit(BEN)
    told.give()
    told.witness.begin_visit()
    told.state = replace(STATE, deals=4)
    told.witness.begin_anew(is_gap=True)
    return told


def dealt_again(told: Told) -> DealVerdict:
    """The verdict on another deal, honest in itself."""
    told.witness.begin_visit()
    told.seal()
    told.commit(BEN)
    told.give()
    end = verdict(told)
    told.note(MatchWent([], Dealt((), (), 0), SECRET))
    return end


def test_a_deal_whose_end_was_not_shown_stays_part_of_all_later_verdicts() -> None:
    told = given_and_dropped()

    assert [dealt_again(told) for _ in range(3)] == [DealVerdict.UNSEEN] * 3
    assert told.witness.proof
    assert told.witness.proof.unseen == 1
    assert not told.witness.proof.is_honest


def test_a_deal_whose_end_is_shown_later_is_part_of_no_verdict_any_more() -> None:
    told = given_and_dropped()
    told.state = STATE
    seal, share = told.sent
    told.witness.begin_anew(is_gap=False)

    told.note(ShareSealed(BEN, seal, deal_number=1))
    told.commit(BEN)
    told.note(ShareGiven(BEN, share))

    assert verdict(told, is_live=False) == DealVerdict.VERIFIED
