"""What a client sends for deals by itself, and what it finds out about a round that is over."""

from hashlib import sha256
from unittest.mock import Mock

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS
from table_guest import ADA, BEN, CODE, OPENED

from playroom.online.client import deal_witness
from playroom.online.client.deal_witness import DealWitness
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
from playroom.online.wire.provable_deal import DealChance, DealTerms, commitment_of, seal_of
from playroom.online.wire.table_commands import GiveShare, SealShare
from playroom.online.wire.table_state import CommittedDeal, SeatAtTable, TableState
from playroom.rules.deal import begin
from playroom.rules.event import Dealt, Ended, Ending
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.view import seen
from playroom.table.setup import Setup, new_record
from playroom.table.shared_table import DealVerdict
from playroom.table.shuffle import shuffled

CY = 3
SECRET, ADAS = "5e" * 32, "0a" * 16
ADAS_SEAL = seal_of(ADAS, CODE, 1, ADA)
STATE = TableState().after_all(OPENED)
MATCH = new_record(VARIANTS["block"], Setup("block", 2), ("Ada", "Ben")).match


class Told:
    """What Ben's client has noted at a table, entry by entry."""

    def __init__(self, *entries: AnyEntry) -> None:
        self.witness, self.state, self.match = DealWitness(), STATE, MATCH
        self.sent: list[str] = []
        """The seals and shares of Ben's that the server has taken."""
        self.note(*entries)

    def note(self, *entries: AnyEntry) -> None:
        for entry in entries:
            self.witness.note(self.state, entry, BEN)
            self.state = self.state.after(entry)

    def due(self) -> list[SealShare | GiveShare]:
        return [*self.witness.due(self.state, BEN, self.match)]

    def seal(self) -> str:
        """Ben's seal, which the server has taken."""
        (sealed,) = self.due()
        assert isinstance(sealed, SealShare)
        self.note(ShareSealed(BEN, sealed.seal, deal_number=sealed.number))
        self.sent.append(sealed.seal)
        return sealed.seal

    def commit(self, *people: int) -> None:
        number = self.state.next_deal
        seals = {person: seal for person, seal in self.state.sealed.items() if person in people}
        terms = DealTerms(CODE, number, seals)
        self.note(DealCommitted(commitment_of(SECRET, terms), [*people], deal_number=number))

    def give(self) -> None:
        """Ben's share, which the server has taken."""
        given, _ = self.due()
        assert isinstance(given, GiveShare)
        self.note(ShareGiven(BEN, given.share))
        self.sent.append(given.share)


def sealed() -> Told:
    """Ben, who has sealed a share."""
    told = Told()
    told.seal()
    return told


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


def rounds_over(game: str, *chances: DealChance) -> tuple[RemoteTable, MatchWent]:
    """A round for each chance, as Ben has seen them, and what the server tells at the end of the last one."""
    record = new_record(VARIANTS[game], Setup(game, 2), ("Ada", "Ben"))
    table, match = RemoteTable(record, 1, Mock()), record.match
    for chance in chances:
        told, deal = shuffled(match, chance)
        events = (*told, *begin(match, deal))
        while events:
            table.apply(tuple(seen(event, 1) for event in events))
            match = after(match, events)
            moves = legal_moves(position(match)) if match.round else ()
            events = forced(match) or (play(match, moves[0]) if moves else ())
        if chance is not chances[-1]:
            table.open_hands(match.now.dealt)
    return table, MatchWent([], match.now.dealt, SECRET)


def verdict(told: Told, game: str = "block", *, is_live: bool = True, **end: object) -> DealVerdict:
    """What Ben's client finds out about a round that is dealt as the table says; *end* is told otherwise."""
    table, went = rounds_over(game, chance_of(told))
    told.witness.judge(told.state, table, replace_went(went, **end), BEN, is_live=is_live)
    assert told.witness.proof
    assert table.is_known == (end.get("deal", went.deal) == went.deal)
    return told.witness.proof.verdict


def chance_of(told: Told, secret: str = SECRET) -> DealChance:
    """The chance of the current deal."""
    deal = told.state.deal
    assert deal
    return DealChance(secret, DealTerms(CODE, deal.deal_number, deal.seals), deal.shares)


def replace_went(went: MatchWent, **end: object) -> MatchWent:
    return MatchWent(**{"events": went.events, "deal": went.deal, "secret": went.secret, **end})  # type: ignore[arg-type]


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
