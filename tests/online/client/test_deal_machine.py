"""A server that does anything at all for a deal, searched by Hypothesis, against the client that checks it.

The server chooses tiles if it knows the client's share before it commits itself, has had more than one share
of the client for one round, or exchanges the seats once it has had it. The client must then not say that the
deal is verified.

An honest server is searched too, with a connection that is lost at any moment, kills, and seals that it
cannot store. The client must then accuse nobody.
"""

from enum import Enum, auto

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from msgspec.structs import replace
from table_guest import ADA, BEN, CODE
from told_witness import STATE, Told, rounds_over

from playroom.online.client import deal_witness
from playroom.online.client.deal_witness import DealWitness, Purpose
from playroom.online.wire.entries import (
    AnyEntry,
    DealCommitted,
    MatchStarted,
    MatchWent,
    SeatReturned,
    ShareGiven,
    ShareSealed,
    StandInSeated,
)
from playroom.online.wire.provable_deal import DealChance, DealTerms, commitment_of, seal_of
from playroom.online.wire.table_commands import SealShare
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Dealt
from playroom.table.shared_table import DealVerdict

ADAS = "0a" * 16
ACCUSATIONS = {
    DealVerdict.NOT_COMMITTED,
    DealVerdict.REPEATED,
    DealVerdict.OTHER_SECRET,
    DealVerdict.OTHER_SHARE,
    DealVerdict.LEFT_OUT,
    DealVerdict.OTHER_ORDER,
}
NUMBERS = st.integers(min_value=0, max_value=4)
PEOPLE = st.sampled_from([[ADA, BEN], [BEN], [ADA], []])


class Way(Enum):
    """How a server commits itself besides what it should."""

    ABSENT = auto()
    """It says that Ben is absent."""
    SAME = auto()
    """With the last secret again."""
    SNAPSHOT = auto()
    """While Ben's client is away, which sees it in a snapshot alone."""
    GAP = auto()
    """That snapshot follows nothing that the client knows."""


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
        self.given_for: dict[int, int] = {}
        """The seats when Ben's client gave its last share."""
        self.over: set[str] = set()
        """The commitments of the rounds that are over."""

    @rule(at=st.none() | st.integers(0, 5), ada_seals=st.booleans())
    def seal(self, at: int | None, ada_seals: bool) -> None:  # noqa: FBT001 (Hypothesis names it)
        """Log a seal of Ben's, the last one or an earlier one."""
        self._listen()
        number = self.told.state.next_deal
        if self.seals:
            self.told.note(
                ShareSealed(BEN, self.seals[-1 if at is None else at % len(self.seals)], deal_number=number)
            )
        if ada_seals:
            self.told.note(ShareSealed(ADA, seal_of(ADAS, CODE, number, ADA), deal_number=number))

    @rule(people=PEOPLE, number=st.none() | NUMBERS, ways=st.sets(st.sampled_from(Way)))
    def commit(self, people: list[int], number: int | None, ways: set[Way]) -> None:
        """Commit oneself anew, for any deal, with some of the seals."""
        if Way.ABSENT in ways:
            self.told.note(StandInSeated(1, "steady"))
        state = self.told.state
        number = state.next_deal if number is None else number
        self.secrets.append(
            self.secrets[-1] if Way.SAME in ways and self.secrets else f"{len(self.secrets):064x}"
        )
        seals = {person: seal for person, seal in state.sealed.items() if person in people}
        commitment = commitment_of(self.secrets[-1], DealTerms(CODE, number, seals))
        committed = DealCommitted(commitment, people, deal_number=number)
        if Way.SNAPSHOT in ways:
            self.told.witness.begin_anew(is_gap=Way.GAP in ways)
            self.told.state = self.told.state.after_all([committed, SeatReturned(1)])
        else:
            self.told.note(committed, SeatReturned(1))
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

    @rule()
    def drop_the_match(self) -> None:
        """Begin another match, whatever has become of the one before."""
        self.told.note(MatchStarted(["Ada", "Ben"]))

    @rule()
    def exchange_the_seats(self) -> None:
        """Let Ada and Ben play with each other's tiles."""
        state = self.told.state
        self.told.state = replace(state, sat={person: 1 - seat for person, seat in state.sat.items()})

    @rule()
    def refuse_the_seal(self) -> None:
        """Refuse the seal that the client has sent last."""
        self._listen()
        if self.seals:
            self.told.witness.on_refused(SealShare(self.seals[-1], self.told.state.next_deal))

    @rule(back=st.integers(-1, 2), is_gap=st.booleans(), is_visit=st.booleans())
    def begin_anew(self, back: int, is_gap: bool, is_visit: bool) -> None:  # noqa: FBT001 (as above)
        """Tell another history of the table, in which the last deals are over, or are still to come.

        Ben may be removed, and come again.
        """
        if is_visit:
            self.told.witness.begin_visit()
        self.told.witness.begin_anew(is_gap=is_gap)
        self.told.state = replace(STATE, deals=max(0, self.told.state.deals - back))

    @rule(is_live=st.booleans())
    def end_the_round(self, is_live: bool) -> None:  # noqa: FBT001 (as above)
        """Show the secret, with the tiles that follow, and hear the verdict.

        A round that was over before is told once more to who comes back: that chooses nothing.
        """
        deal = self.told.state.deal
        if not deal:
            return
        is_old = not is_live and deal.commitment in self.over
        self.over.add(deal.commitment)
        chance = DealChance(self.secrets[-1], DealTerms(CODE, deal.deal_number, deal.seals), deal.shares)
        table, went = rounds_over("block", chance)
        end = MatchWent([], went.deal, self.secrets[-1])
        self.told.witness.judge(self.told.state, table, end, BEN, is_live=is_live)
        self.told.note(end)
        assert self.told.witness.proof
        verdict = self.told.witness.proof.verdict
        is_chosen = self.given != 1 or deal.shares.get(BEN) in {None, *self.known}
        is_chosen |= self.given_for != self.told.state.sat
        assert not (is_chosen and not is_old and verdict in (DealVerdict.VERIFIED, DealVerdict.WITHHELD))
        assert not (deal.seals.keys() != deal.shares.keys() and verdict == DealVerdict.VERIFIED)
        self.given = self.given if is_old else 0

    @rule(is_live=st.booleans())
    def play_an_honest_round(self, is_live: bool) -> None:  # noqa: FBT001 (as above)
        """Seal, commit, collect, deal and end as an honest server does."""
        self.try_a_deal(None, set())
        self.end_the_round(is_live)

    @rule(at=st.none() | st.integers(0, 2), ways=st.sets(st.sampled_from([Way.SAME, Way.SNAPSHOT])))
    def try_a_deal(self, at: int | None, ways: set[Way]) -> None:
        """Seal, commit and collect, with seal and share of any deal, and a secret of any deal."""
        self.seal(at, ada_seals=True)
        self.commit([ADA, BEN], None, ways)
        self.collect(at, ada_gives=True)

    @rule()
    def deal_it_again(self) -> None:
        """Tell another history, in which the last deal comes once more."""
        self.begin_anew(1, is_gap=False, is_visit=False)
        self.try_a_deal(None, {Way.SAME})

    @rule()
    def exchange_the_seats_of_a_deal(self) -> None:
        """Take the share, and exchange the seats once the tiles are known."""
        self.try_a_deal(None, set())
        self.exchange_the_seats()
        self.end_the_round(is_live=True)

    @rule()
    def deal_without_the_player(self) -> None:
        """Say that Ben is away, deal, and end the round."""
        self.seal(None, ada_seals=True)
        self.commit([ADA], None, {Way.ABSENT})
        self.collect(None, ada_gives=True)
        self.end_the_round(is_live=True)

    @rule()
    def log_another_share(self) -> None:
        """Take Ben's share, log that of his first deal, and end the round."""
        self.seal(None, ada_seals=True)
        self.commit([ADA, BEN], None, set())
        self.collect(0, ada_gives=True)
        self.end_the_round(is_live=True)

    @rule()
    def remove_the_player_and_deal(self) -> None:
        """Take the share, remove Ben, say that the deal is over, and deal anew once he is back."""
        self.try_a_deal(None, set())
        self.begin_anew(0, is_gap=True, is_visit=True)
        self.try_a_deal(None, set())
        self.end_the_round(is_live=True)

    def _listen(self) -> None:
        """Let the client send what is due."""
        for do in self.told.due():
            if isinstance(do, SealShare):
                self.seals.append(do.seal)
            else:
                self.shares.append(do.share)
                self.given, self.given_for = self.given + 1, self.told.state.sat


class HonestServer(RuleBasedStateMachine):
    """Ben's client at a server that does what it should.

    The connection may be lost at any moment, and Ben may leave the table and come again.
    """

    def __init__(self) -> None:
        super().__init__()
        self.log: list[AnyEntry] = []
        self.state = STATE
        """All that has happened, and the table after it."""
        self.begins = self.missed = 0, STATE
        """Where a match has begun, and the table there: the present one, and that of the lost connection."""
        self.told = Told()
        self.heard = 0
        """How many entries Ben's client has taken in."""
        self.has_missed = False
        """Whether there are some that it was never told."""
        self.is_connected = True
        self.secret = ""

    @rule(ada_seals=st.booleans(), is_stored=st.booleans())
    def seal(self, ada_seals: bool, is_stored: bool) -> None:  # noqa: FBT001 (Hypothesis names it)
        """Log the seal that Ben's client sends, unless it cannot be stored, and perhaps Ada's."""
        self._listen(is_stored=is_stored)
        number = self.state.next_deal
        if ada_seals and ADA not in self.state.sealed:
            self._append(ShareSealed(ADA, seal_of(ADAS, CODE, number, ADA), deal_number=number))

    @precondition(lambda self: not self.state.deal)
    @rule(starts=st.booleans())
    def commit(self, starts: bool) -> None:  # noqa: FBT001 (as above)
        """Commit oneself for the next round, perhaps of another match."""
        if starts:
            self.begins = len(self.log), self.state
            self._append(MatchStarted(["Ada", "Ben"]))
        state, self.secret = self.state, f"{len(self.log):064x}"
        people = [person for person in (ADA, BEN) if person in state.sealed and not self._is_absent(person)]
        terms = DealTerms(CODE, state.next_deal, {person: state.sealed[person] for person in people})
        self._append(DealCommitted(commitment_of(self.secret, terms), people, deal_number=terms.number))

    @precondition(lambda self: self.state.is_dealing)
    @rule(ada_gives=st.booleans())
    def collect(self, ada_gives: bool) -> None:  # noqa: FBT001 (as above)
        """Log the share that Ben's client sends, and perhaps Ada's."""
        self._listen()
        deal = self.state.deal
        if deal and ada_gives and ADA in deal.seals and ADA not in deal.shares:
            self._append(ShareGiven(ADA, ADAS))

    @precondition(lambda self: self.state.is_dealing)
    @rule()
    def deal(self) -> None:
        """Deal: the time for shares is over."""
        self._append(MatchWent([Dealt((), (), 0)]))

    @precondition(lambda self: self.state.deal and self.state.deal.is_dealt)
    @rule()
    def end_the_round(self) -> None:
        """Show the secret, with the tiles that follow."""
        deal = self.state.deal
        assert deal
        chance = DealChance(self.secret, DealTerms(CODE, deal.deal_number, deal.seals), deal.shares)
        _, went = rounds_over("block", chance)
        self._append(MatchWent([], went.deal, self.secret))

    @precondition(lambda self: not self.state.deal)
    @rule(starts=st.booleans())
    def begin_a_round(self, starts: bool) -> None:  # noqa: FBT001 (as above)
        """Seal, commit and collect as far as Ben's client is connected."""
        self.seal(ada_seals=True, is_stored=True)
        self.commit(starts)
        self.collect(ada_gives=True)

    @precondition(lambda self: self.state.deal)
    @rule()
    def finish_the_round(self) -> None:
        """Deal, if that is to be done, and show the secret."""
        if self.state.is_dealing:
            self.deal()
        self.end_the_round()

    @rule(is_absent=st.booleans())
    def stand_in(self, is_absent: bool) -> None:  # noqa: FBT001 (as above)
        """Let a bot play for Ben while he is away, and Ben again once he is back."""
        if is_absent and not self.is_connected and not self._is_absent(BEN):
            self._append(StandInSeated(1, "steady"))
        elif self.is_connected and self._is_absent(BEN):
            self._append(SeatReturned(1))

    @rule()
    def lose_the_connection(self) -> None:
        """Let the connection break, or the server be killed."""
        if self.is_connected:
            self.is_connected, self.missed = False, self.begins

    @precondition(lambda self: not self.is_connected)
    @rule(is_anew=st.booleans())
    def come_back(self, is_anew: bool) -> None:  # noqa: FBT001 (as above)
        """Send what was missed, or all since the match began during which the connection was lost."""
        self.is_connected = True
        if is_anew:
            self._begin_anew(*self.missed)
        self._send(is_live=False)

    @rule()
    def come_again(self) -> None:
        """Leave the table, if Ben is still there, and come again: the present match alone is sent."""
        self.is_connected = True
        self.told.witness.begin_visit()
        self._begin_anew(*self.begins)
        self._send(is_live=False)

    def _begin_anew(self, heard: int, state: TableState) -> None:
        is_gap, self.heard, self.told.state = heard > self.heard, heard, state
        self.has_missed |= is_gap
        self.told.witness.begin_anew(is_gap=is_gap)

    def _append(self, entry: AnyEntry) -> None:
        self.log.append(entry)
        self.state = self.state.after(entry)
        if self.is_connected:
            self._send(is_live=True)

    def _send(self, *, is_live: bool) -> None:
        """Let Ben's client take in all that it does not have, and hear its verdicts."""
        for entry in self.log[self.heard :]:
            if isinstance(entry, MatchWent) and entry.deal:
                self._judge(entry, is_live=is_live)
            self.told.note(entry)
        self.heard = len(self.log)

    def _judge(self, end: MatchWent, *, is_live: bool) -> None:
        deal = self.told.state.deal
        assert deal
        chance = DealChance(end.secret, DealTerms(CODE, deal.deal_number, deal.seals), deal.shares)
        table, _ = rounds_over("block", chance)
        self.told.witness.judge(self.told.state, table, end, BEN, is_live=is_live)
        assert self.told.witness.proof
        verdict = self.told.witness.proof.verdict
        assert verdict not in ACCUSATIONS
        assert self.has_missed or verdict != DealVerdict.UNSEEN

    def _listen(self, *, is_stored: bool = True) -> None:
        """Log what Ben's client sends while it is connected."""
        if not self.is_connected:
            return
        for do in [*self.told.due()]:
            deal = self.state.deal
            if isinstance(do, SealShare):
                if is_stored and do.number == self.state.next_deal:
                    self._append(ShareSealed(BEN, do.seal, deal_number=do.number))
                else:
                    self.told.witness.on_refused(do)
            elif deal and not deal.is_dealt and BEN in deal.seals and BEN not in deal.shares:
                self._append(ShareGiven(BEN, do.share))

    def _is_absent(self, person: int) -> bool:
        seat = self.state.seat_of(person)
        return seat is not None and self.state.seats[seat].is_absent


TestCheatingServer = CheatingServer.TestCase
TestCheatingServer.settings = settings(max_examples=8, stateful_step_count=15, deadline=None)
TestHonestServer = HonestServer.TestCase
TestHonestServer.settings = settings(max_examples=5, stateful_step_count=15, deadline=None)


def search(server: type[RuleBasedStateMachine], examples: int) -> None:
    many = settings(
        max_examples=examples,
        stateful_step_count=30,
        deadline=None,
        report_multiple_bugs=False,
        phases=[Phase.generate],
    )
    run_state_machine_as_test(server, settings=many)


@pytest.mark.long
@pytest.mark.parametrize("server", [CheatingServer, HonestServer])
def test_many_more_servers(server: type[RuleBasedStateMachine]) -> None:
    search(server, 200)


def nothing(*_: object, **__: object) -> None:
    pass


@pytest.mark.long
@pytest.mark.parametrize(
    ("of", "name", "instead"),
    [
        (DealWitness, "_doubt", nothing),
        (DealWitness, "_fault", nothing),
        (DealWitness, "_part", lambda *_: DealVerdict.VERIFIED),
        (Purpose, "is_met", lambda *_: True),
        (deal_witness, "is_seal_of", lambda *_: True),
        (deal_witness, "token_hex", lambda size: "0b" * size),
    ],
    ids=[
        "no deal is remembered whose end was not seen",
        "no deal has a fault",
        "no share of one's own is needed",
        "a share serves any match and any seats",
        "any share is the one that was sealed",
        "one share serves all deals",
    ],
)
def test_each_defence_is_needed(
    monkeypatch: pytest.MonkeyPatch, of: object, name: str, instead: object
) -> None:
    monkeypatch.setattr(of, name, instead)

    with pytest.raises(AssertionError):
        search(CheatingServer, 300)


def test_a_round_that_is_told_again_is_not_doubted_for_the_one_that_goes_on() -> None:
    server = HonestServer()
    server.begin_a_round(starts=False)
    server.finish_the_round()
    server.begin_a_round(starts=False)

    server.come_again()

    assert server.told.witness.proof
    assert server.told.witness.proof.verdict == DealVerdict.VERIFIED
