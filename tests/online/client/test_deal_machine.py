"""A server that does anything at all for a deal, searched by Hypothesis, against the client that checks it.

The server chooses tiles if it knows the client's share before it commits itself, or has had more than one
share of the client for one round. The client must then not say that the deal is verified.
"""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from msgspec.structs import replace
from table_guest import ADA, BEN, CODE
from test_deal_witness import STATE, Told, rounds_over

from playroom.online.wire.entries import (
    DealCommitted,
    MatchWent,
    SeatReturned,
    ShareGiven,
    ShareSealed,
    StandInSeated,
)
from playroom.online.wire.provable_deal import DealChance, DealTerms, commitment_of, seal_of
from playroom.online.wire.table_commands import SealShare
from playroom.rules.event import Dealt
from playroom.table.shared_table import DealVerdict

ADAS = "0a" * 16
NUMBERS = st.integers(min_value=0, max_value=4)
PEOPLE = st.sampled_from([[ADA, BEN], [BEN], [ADA], []])


class CheatingServer(RuleBasedStateMachine):
    """Ben's client is honest; Ada and the server are one person, who logs whatever they like."""

    def __init__(self) -> None:
        super().__init__()
        self.told = Told()
        self.seals: list[str] = []
        self.shares: list[str] = []
        """What Ben's client has sent so far."""
        self.secrets: list[str] = []
        self.known: set[str] = set()
        """Ben's shares that the server knew when it committed itself last."""
        self.known_before: dict[str, set[str]] = {}
        """The same by commitment, when it was made first."""
        self.given = 0
        """How many shares Ben's client has given since the last round was over."""

    @rule(at=st.none() | st.integers(0, 5), ada_seals=st.booleans())
    def seal(self, at: int | None, ada_seals: bool) -> None:  # noqa: FBT001 (Hypothesis names it)
        """Log a seal of Ben's, the last one or an earlier one."""
        self._listen()
        number = self.told.state.next_deal
        if self.seals:
            self.told.note(ShareSealed(BEN, self.seals[-1 if at is None else at % len(self.seals)], number))
        if ada_seals:
            self.told.note(ShareSealed(ADA, seal_of(ADAS, CODE, number, ADA), number))

    @rule(people=PEOPLE, number=st.none() | NUMBERS, is_absent=st.booleans(), is_same=st.booleans())
    def commit(self, people: list[int], number: int | None, is_absent: bool, is_same: bool) -> None:  # noqa: FBT001 (as above)
        """Commit oneself anew, for any deal, with some of the seals; say that Ben is absent."""
        if is_absent:
            self.told.note(StandInSeated(1, "steady"))
        state = self.told.state
        number = state.next_deal if number is None else number
        self.secrets.append(self.secrets[-1] if is_same and self.secrets else f"{len(self.secrets):064x}")
        seals = {person: seal for person, seal in state.seals.items() if person in people}
        commitment = commitment_of(self.secrets[-1], DealTerms(CODE, number, seals))
        self.told.note(DealCommitted(commitment, people, number=number), SeatReturned(1))
        # The same commitment once more chooses nothing: it binds what it bound before the share was known.
        self.known = self.known_before.setdefault(commitment, {*self.shares})

    @rule(at=st.none() | st.integers(0, 5), ada_gives=st.booleans())
    def collect(self, at: int | None, ada_gives: bool) -> None:  # noqa: FBT001 (as above)
        """Log a share of Ben's, the last one or an earlier one, and perhaps Ada's."""
        self._listen()
        if self.shares:
            self.told.note(ShareGiven(BEN, self.shares[-1 if at is None else at % len(self.shares)]))
        if ada_gives:
            self.told.note(ShareGiven(ADA, ADAS))

    @rule(is_dropped=st.booleans())
    def deal(self, is_dropped: bool) -> None:  # noqa: FBT001 (as above)
        """Deal, or say that the round is over without playing it."""
        self.told.note(MatchWent([], Dealt((), (), 0) if is_dropped else None))

    @rule(back=st.integers(0, 2))
    def begin_anew(self, back: int) -> None:
        """Tell another history of the table, in which the last deals are still to come."""
        self.told.witness.begin_anew()
        self.told.state = replace(STATE, deals=max(0, self.told.state.deals - back))

    @rule(is_live=st.booleans())
    def end_the_round(self, is_live: bool) -> None:  # noqa: FBT001 (as above)
        """Show the secret, with the tiles that follow, and hear the verdict."""
        deal = self.told.state.deal
        if not deal:
            return
        chance = DealChance(self.secrets[-1], DealTerms(CODE, deal.number, deal.seals), deal.shares)
        table, went = rounds_over("block", chance)
        end = MatchWent([], went.deal, self.secrets[-1])
        self.told.witness.judge(self.told.state, table, end, BEN, is_live=is_live)
        self.told.note(end)
        assert self.told.witness.proof
        verdict = self.told.witness.proof.verdict
        is_chosen = self.given != 1 or deal.shares.get(BEN) in {None, *self.known}
        assert not (is_chosen and verdict in (DealVerdict.VERIFIED, DealVerdict.WITHHELD))
        assert not (deal.seals.keys() != deal.shares.keys() and verdict == DealVerdict.VERIFIED)
        self.given = 0

    @rule()
    def play_an_honest_round(self) -> None:
        """Seal, commit, collect, deal and end as an honest server does."""
        self.try_a_deal(None, is_same=False)
        self.end_the_round(is_live=True)

    @rule(at=st.none() | st.integers(0, 2), is_same=st.booleans())
    def try_a_deal(self, at: int | None, is_same: bool) -> None:  # noqa: FBT001 (as above)
        """Seal, commit and collect, with seal and share of any deal, and a secret of any deal."""
        self.seal(at, ada_seals=True)
        self.commit([ADA, BEN], None, is_absent=False, is_same=is_same)
        self.collect(at, ada_gives=True)

    def _listen(self) -> None:
        """Let the client send what is due."""
        for do in self.told.due():
            if isinstance(do, SealShare):
                self.seals.append(do.seal)
            else:
                self.shares.append(do.share)
                self.given += 1


TestCheatingServer = CheatingServer.TestCase
TestCheatingServer.settings = settings(max_examples=8, stateful_step_count=15, deadline=None)


@pytest.mark.long
def test_no_cheat_of_many_more_is_called_verified() -> None:
    many = settings(max_examples=300, stateful_step_count=25, deadline=None)

    run_state_machine_as_test(CheatingServer, settings=many)
