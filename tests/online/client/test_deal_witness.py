"""What a client sends for deals by itself, and what it finds out about a round that is over."""

from hashlib import sha256
from unittest.mock import Mock

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS
from table_guest import ADA, BEN, CODE
from told_witness import (
    ADAS,
    ADAS_SEAL,
    CY,
    MATCH,
    SECRET,
    STATE,
    Told,
    chance_of,
    replace_went,
    rounds_over,
    sealed,
    verdict,
)

from playroom.online.client import deal_witness
from playroom.online.client.remote_table import RemoteTable
from playroom.online.wire.entries import (
    AnyEntry,
    DealCommitted,
    MatchStarted,
    MatchWent,
    PersonCame,
    SeatLeft,
    SeatTaken,
    ShareGiven,
    ShareSealed,
    StandInSeated,
)
from playroom.online.wire.provable_deal import DealTerms, commitment_of, seal_of
from playroom.online.wire.table_commands import GiveShare, SealShare
from playroom.online.wire.table_state import SeatAtTable
from playroom.rules.deal import begin
from playroom.rules.event import Dealt, Ended, Ending
from playroom.rules.flow import after
from playroom.rules.view import seen
from playroom.table.setup import Setup, new_record
from playroom.table.shared_table import DealVerdict
from playroom.table.shuffle import shuffled


def test_a_share_is_sealed_once_and_given_once() -> None:
    told = Told()

    seal = told.seal()
    assert told.due() == []
    told.commit(BEN)
    given, again = told.due(), told.due()

    assert isinstance(given[0], GiveShare)
    assert seal_of(given[0].share, CODE, 1, BEN) == seal
    # The next share is sealed at once.
    assert [type(each) for each in given] == [GiveShare, SealShare]
    assert again == []


def test_a_deal_that_is_done_without_ones_share_is_not_given_it_any_more() -> None:
    told = sealed()
    told.commit(BEN)
    told.note(MatchWent([]))

    assert [type(each) for each in told.due()] == [SealShare]


def test_who_has_no_seat_seals_nothing() -> None:
    assert Told(SeatLeft(1)).due() == []


def test_a_seal_is_asked_for_again_once_it_is_refused() -> None:
    told = Told()
    (first,) = told.due()

    told.witness.on_refused(GiveShare(ADAS))
    assert told.due() == []
    told.witness.on_refused(first)

    assert [type(each) for each in told.due()] == [SealShare]


def test_the_seal_of_another_does_not_confirm_ones_own() -> None:
    told = Told()
    (own,) = told.due()
    assert isinstance(own, SealShare)

    told.note(ShareSealed(ADA, own.seal, deal_number=1), ShareSealed(BEN, ADAS_SEAL, deal_number=1))

    assert told.due() == []


def test_a_deal_with_ones_own_share_is_verified() -> None:
    told = sealed()
    told.commit(BEN)
    told.give()

    assert verdict(told) == DealVerdict.VERIFIED


def test_a_deal_that_names_ones_seal_and_lacks_ones_share_is_not_proved() -> None:
    told = sealed()
    told.commit(BEN)

    assert verdict(told) == DealVerdict.LATE


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ([], DealVerdict.LEFT_OUT),
        ([StandInSeated(1, "steady")], DealVerdict.OF_OTHERS),
        ([SeatLeft(1)], DealVerdict.OF_OTHERS),
    ],
    ids=["at their seat", "absent", "without a seat"],
)
def test_who_is_not_asked_for_a_share_is_left_out_only_if_they_take_part(
    before: list[AnyEntry], expected: DealVerdict
) -> None:
    told = sealed()
    told.note(*before, ShareSealed(ADA, ADAS_SEAL, deal_number=1))
    told.commit(ADA)
    told.note(ShareGiven(ADA, ADAS))

    assert verdict(told) == expected


def test_whose_seal_came_too_late_is_not_left_out() -> None:
    told = Told()
    told.due()
    told.commit()

    assert verdict(told) == DealVerdict.NOT_TAKEN


def test_who_has_come_after_the_commitment_is_not_left_out() -> None:
    told = Told()
    terms = DealTerms(CODE, 1, {})
    told.state = STATE.after(DealCommitted(commitment_of(SECRET, terms), [], deal_number=1))

    assert verdict(told) == DealVerdict.OF_OTHERS


def test_a_second_commitment_before_the_deal_is_found_out() -> None:
    told = sealed()
    told.commit(BEN)
    told.give()
    told.note(MatchWent([], deal=None), MatchWent([], deal=Dealt((), (), 0)))
    told.commit()

    assert verdict(told) == DealVerdict.REPEATED


def joined_by_blanks(secret: str, terms: DealTerms) -> str:
    """The commitment as version 2 of the protocol made it, which had several readings."""
    seals = [f"{person}:{terms.seals[person]}" for person in sorted(terms.seals)]
    return sha256(
        " ".join(["playroom secret", terms.table, str(terms.number), *seals, secret]).encode()
    ).hexdigest()


def with_ghost_seals(witness: Told) -> tuple[DealTerms, str]:
    """The terms of a deal without the last seal, and a secret that has this seal in it."""
    deal = witness.state.deal
    assert deal
    *kept, last = sorted(deal.seals)
    terms = DealTerms(CODE, 1, {person: deal.seals[person] for person in kept})
    return terms, f"{last}:{deal.seals[last]} {SECRET}"


def test_seals_that_pass_for_a_part_of_the_secret_open_no_commitment() -> None:
    told = sealed()
    told.note(ShareSealed(CY, seal_of(ADAS, CODE, 1, CY), deal_number=1))
    told.commit(BEN, CY)
    told.give()
    deal = told.state.deal
    assert deal
    terms, secret = with_ghost_seals(told)
    whole = DealTerms(CODE, 1, deal.seals)

    assert joined_by_blanks(secret, terms) == joined_by_blanks(SECRET, whole)  # so this had two readings
    told.state = replace(told.state, deal=replace(deal, seals=terms.seals))
    table, went = rounds_over("block", chance_of(told))
    told.witness.judge(told.state, table, replace_went(went, secret=secret), BEN)

    assert told.witness.proof
    assert told.witness.proof.verdict == DealVerdict.OTHER_SECRET


def test_the_terms_of_a_commitment_are_remembered_and_not_its_hash_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = sealed()
    told.note(ShareSealed(CY, seal_of(ADAS, CODE, 1, CY), deal_number=1))
    told.commit(BEN, CY)
    told.give()
    deal = told.state.deal
    assert deal
    monkeypatch.setattr(
        deal_witness, "commitment_of", lambda *_: deal.commitment
    )  # as if it had two readings
    told.state = replace(told.state, deal=replace(deal, seals=with_ghost_seals(told)[0].seals))

    assert verdict(told) == DealVerdict.OTHER_SECRET


@pytest.mark.parametrize(
    ("seat", "person", "names"),
    [(0, CY, ("Cy",)), (0, ADA, ())],
    ids=["a friend", "the player of the seat, who is back"],
)
def test_who_comes_to_a_seat_once_the_tiles_are_dealt_is_named(
    seat: int, person: int, names: tuple[str, ...]
) -> None:
    told = sealed()
    told.note(PersonCame(CY, "Cy"), MatchStarted(["Ada", "Ben"]))
    told.commit(BEN)
    told.give()
    told.note(MatchWent([], deal=None), SeatLeft(0, "steady"), SeatTaken(seat, person))

    verdict(told)

    assert told.witness.proof
    assert told.witness.proof.seated == names


def test_who_comes_to_a_seat_before_the_tiles_are_dealt_is_not_named() -> None:
    told = sealed()
    told.note(PersonCame(CY, "Cy"), SeatLeft(0, "steady"), SeatTaken(0, CY))
    told.commit(BEN)
    told.give()

    verdict(told)

    assert told.witness.proof
    assert told.witness.proof.seated == ()


def code_of(told: Told, chance: str = SECRET) -> str:
    """The code that follows from a round of these tiles, whatever the verdict on it is."""
    deal = told.state.deal
    assert deal
    table, went = rounds_over("block", chance_of(told, chance))
    told.witness.judge(told.state, table, went, BEN)
    assert told.witness.proof
    return told.witness.proof.code


def with_commitment() -> Told:
    told = Told()
    told.commit()
    return told


def test_players_who_are_shown_the_same_have_one_code_and_others_have_another() -> None:
    codes = [code_of(with_commitment(), chance) for chance in (SECRET, SECRET, "5f" * 32)]
    after_another_deal = with_commitment()
    code_of(after_another_deal)
    after_another_deal.note(MatchWent([], Dealt((), (), 0), SECRET))
    after_another_deal.commit()

    assert codes[0] == codes[1]
    assert len({*codes, code_of(after_another_deal)}) == 3


@pytest.mark.parametrize(
    ("seats", "game", "expected"),
    [
        ({ADA: 0, BEN: 1}, "block", DealVerdict.VERIFIED),
        ({ADA: 0, BEN: 1, CY: 2}, "block", DealVerdict.VERIFIED),
        ({ADA: 1, BEN: 0}, "block", DealVerdict.OTHER_MATCH),
        ({ADA: 0, BEN: 1}, "draw", DealVerdict.OTHER_MATCH),
    ],
    ids=["the same", "one more player", "other seats", "another game"],
)
def test_a_share_serves_the_match_and_the_seats_for_which_it_was_given(
    seats: dict[int, int], game: str, expected: DealVerdict
) -> None:
    told = Told()
    told.state = replace(told.state, sat={ADA: 0, BEN: 1})
    told.seal()
    told.commit(BEN)
    told.give()
    told.state = replace(told.state, sat=seats)

    assert verdict(told, game=game) == expected


def test_who_is_another_person_now_makes_another_share() -> None:
    told = sealed()
    told.commit(BEN)
    (given, _) = told.due()
    told.state = replace(STATE, seats=[*STATE.seats[:1], SeatAtTable(CY)])

    (again,) = told.witness.due(told.state, CY, MATCH)

    assert isinstance(given, GiveShare)
    assert isinstance(again, SealShare)
    assert seal_of(given.share, CODE, 1, CY) != again.seal


def test_a_player_whose_seal_was_refused_hears_that_nothing_is_proved() -> None:
    told = Told()
    (refused,) = told.due()
    told.witness.on_refused(refused)
    told.note(ShareSealed(ADA, ADAS_SEAL, deal_number=1))
    told.commit(ADA)
    told.note(ShareGiven(ADA, ADAS))

    assert verdict(told) == DealVerdict.NOT_TAKEN


def test_a_seal_that_was_refused_once_and_taken_then_is_as_good_as_any() -> None:
    told = Told()
    (refused,) = told.due()
    told.witness.on_refused(refused)
    told.seal()
    told.commit(BEN)
    told.give()

    assert verdict(told) == DealVerdict.VERIFIED


def test_a_seal_of_an_earlier_deal_counts_for_nothing() -> None:
    told = sealed()
    first = told.state.sealed[BEN]
    told.commit(BEN)
    told.give()
    assert verdict(told) == DealVerdict.VERIFIED
    told.note(MatchWent([], deal=None, secret=SECRET))
    told.due()
    told.note(ShareSealed(BEN, first, deal_number=2))
    told.commit(BEN)

    assert verdict(told) == DealVerdict.NOT_TAKEN


def test_a_deal_of_an_earlier_version_is_neither_proved_nor_accused() -> None:
    told = Told(ShareSealed(BEN, "ab" * 32, 1), DealCommitted("cd" * 32, [BEN], "", 1))

    assert verdict(told) == DealVerdict.EARLIER


def test_a_round_whose_deal_is_not_revealed_is_not_verified() -> None:
    told = Told()
    told.commit()

    assert verdict(told, deal=None) == DealVerdict.OTHER_ORDER


def test_a_wrong_secret_is_named_before_the_wrong_order_that_follows_from_it() -> None:
    told = Told()
    told.commit()

    assert verdict(told, secret="5f" * 32) == DealVerdict.OTHER_SECRET


@pytest.mark.parametrize("secret", ["", "5e" * 31, "5E" * 32, f"2:{'1b' * 32} {SECRET}"], ids=repr)
def test_what_is_no_secret_is_another_secret(secret: str) -> None:
    told = Told()
    told.commit()

    assert verdict(told, secret=secret) == DealVerdict.OTHER_SECRET


def test_a_round_that_was_played_with_other_tiles_than_those_of_the_revealed_deal_is_detected() -> None:
    told = Told()
    told.commit()
    table, _ = rounds_over("block", chance_of(told, "5f" * 32))
    _, went = rounds_over("block", chance_of(told))

    told.witness.judge(told.state, table, went, BEN)

    assert told.witness.proof
    assert told.witness.proof.verdict == DealVerdict.OTHER_ORDER
    assert not table.is_known


def ended_at_once(told: Told) -> DealVerdict:
    """The verdict on a round that the server ends as blocked before anybody has moved."""
    table = RemoteTable(new_record(VARIANTS["block"], Setup("block", 2), ("Ada", "Ben")), 1, Mock())
    redealt, deal = shuffled(MATCH, chance_of(told))
    dealt = (*redealt, *begin(MATCH, deal))
    table.apply(tuple(seen(event, 1) for event in dealt))
    table.apply((Ended(Ending.BLOCKED, None),))
    went = MatchWent([], after(MATCH, dealt).now.dealt, SECRET)
    told.witness.judge(told.state, table, went, BEN)
    assert told.witness.proof
    return told.witness.proof.verdict


def test_a_round_that_the_server_ends_against_the_rules_is_not_verified() -> None:
    told = sealed()
    told.commit(BEN)
    told.give()

    assert ended_at_once(told) == DealVerdict.OTHER_RULES


def test_a_later_round_is_dealt_as_the_match_stood_then() -> None:
    told = Told()
    told.commit()
    table, went = rounds_over("mexican-train", chance_of(told, "5f" * 32), chance_of(told))

    told.witness.judge(told.state, table, went, BEN)

    assert told.witness.proof
    assert told.witness.proof.verdict == DealVerdict.OF_OTHERS
    assert table.is_known
