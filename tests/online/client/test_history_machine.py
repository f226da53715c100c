"""A server that removes a player, tells other histories and leaves events out, searched by Hypothesis.

It is against the whole client of a table, over visits, lost connections, snapshots and forks of the log. The
client must take in one history only, until it has said that there are two, and must call no deal verified
whose choice it could not see.
"""

from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from support.games.random_matches import VARIANTS
from table_guest import ADA, BEN, CODE, OPENED, guest

from playroom.online.client import deal_witness
from playroom.online.client.deal_witness import DealWitness
from playroom.online.client.history_witness import HistoryWitness
from playroom.online.client.link import LinkEnd
from playroom.online.client.table_listener import Entrance, Witnesses
from playroom.online.server.refused import Refused
from playroom.online.server.tables.match_decisions import (
    after_move,
    dealt,
    next_deal,
    rematched,
    share_given,
    share_sealed,
    started,
)
from playroom.online.server.tables.server_state import FullTableState, redacted, redacted_state
from playroom.online.wire.entries import AnyEntry, ShareSealed
from playroom.online.wire.messages import Happened, Joined, TableCommand
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.provable_deal import seal_of
from playroom.online.wire.table_commands import GiveShare, SealShare
from playroom.online.wire.table_state import TableState
from playroom.rules.legal import legal_moves, position
from playroom.table.shared_table import DealVerdict

ADAS = "0a" * 16
BEGINS = len(OPENED)
PROVED = {DealVerdict.VERIFIED, DealVerdict.WITHHELD}
FORKED: tuple[object, ...] = ("ended", RefusalCode.LOG_DIFFERS, {})


class ForkingServer(RuleBasedStateMachine):
    """Ben's client is honest; the server plays for Ada and for Ben's bot, and tells what it likes."""

    def __init__(self) -> None:
        super().__init__()
        self.chance = Random(1)
        # The client's shares are the same in each run of a search.
        self.shares = patch.object(deal_witness, "token_hex", lambda size: self.chance.randbytes(size).hex())
        self.shares.start()
        self.log: list[Happened] = []
        self.truths = [FullTableState(TableState()).after_all(OPENED, VARIANTS)]
        """The events of the branch that is told now, and the table before and after each of them."""
        self.matches = [0]
        """Where a match begins."""
        self.witnesses: Witnesses = {}
        self.accepted: dict[int, tuple[object, ...]] = {}
        """What the client has taken in, by the numbers of the events."""
        self.is_forked = self.is_honest = False
        self.unseen: set[int] = set()
        """The deals for which the client has given a share, and whose ends it has not taken in."""
        self.is_honest = True
        self.taken = 0

    @initialize()
    def come(self) -> None:
        """Let Ben come to the table for the first time."""
        self.made = guest(Entrance("Ben", CODE, witnesses=self.witnesses))
        self._join(0, "token")

    def teardown(self) -> None:
        self.shares.stop()

    @property
    def truth(self) -> FullTableState:
        return self.truths[-1]

    @property
    def is_here(self) -> bool:
        return not self.made.links[-1].is_closed

    @rule(choice=st.integers(0, 3))
    def go_on(self, choice: int) -> None:
        """Let the next thing happen, and tell it if Ben is here."""
        self._append(choice)
        if self.is_here:
            self._tell(self.log[-1])

    @rule(choice=st.integers(0, 3), steps=st.integers(5, 25))
    def play(self, choice: int, steps: int) -> None:
        """Let several things happen."""
        for _ in range(steps):
            self.go_on(choice)

    @rule(choice=st.integers(0, 3))
    def leave_out(self, choice: int) -> None:
        """Let something happen of which the server does not tell."""
        self._append(choice)
        self.is_honest &= not self.is_here

    @rule(back=st.integers(1, 8), choice=st.integers(0, 3))
    def fork(self, back: int, choice: int) -> None:
        """Forget the last events, and let other ones happen."""
        kept = max(0, len(self.log) - back)
        del self.log[kept:], self.truths[kept + 1 :]
        self.matches = [at for at in self.matches if at <= kept] or [0]
        self.is_honest = False
        self._append(choice)

    @precondition(lambda self: self.is_here)
    @rule(is_whole=st.booleans())
    def come_back(self, is_whole: bool) -> None:  # noqa: FBT001 (Hypothesis names it)
        """Lose the connection, and send what was missed, or the match from its beginning."""
        number = self.made.client.table.number - BEGINS
        self.made.client.ended(LinkEnd.CLOSED)
        self.made.retried()
        self.made.welcomed()
        if is_whole or not 0 <= number <= len(self.log):
            self._join(self.matches[-1])
        else:
            self._send(Joined(CODE, BEN, "", self._number, BEGINS + number, None), number)

    @rule(is_at_end=st.booleans())
    def visit(self, is_at_end: bool) -> None:  # noqa: FBT001 (as above)
        """Remove Ben, who comes again, and is told the match from its beginning, or nothing of it."""
        if self.is_here:
            self.made.client.leave()
        self.is_honest &= not is_at_end or not self.truth.match
        self.made = guest(Entrance("Ben", CODE, witnesses=self.witnesses))
        self._join(len(self.log) if is_at_end else self.matches[-1], "another token")

    @precondition(lambda self: self.is_here)
    @rule(is_at_end=st.booleans())
    def tell_unasked(self, is_at_end: bool) -> None:  # noqa: FBT001 (as above)
        """Send a snapshot that nobody has asked for."""
        self.is_honest = False
        self._join(len(self.log) if is_at_end else self.matches[-1])

    @rule()
    def deal_again(self) -> None:
        """Take the share, remove Ben, say that the deal is over, and deal anew when he is back."""
        for _ in range(60):
            deal = self.truth.state.deal
            if deal and BEN in deal.shares:
                break
            self.go_on(1)
        self.fork(4, 1)
        self.visit(is_at_end=True)
        self.play(1, 25)

    @property
    def _number(self) -> int:
        return BEGINS + len(self.log)

    def _append(self, choice: int) -> None:
        """Let one thing happen, as the rules of a server are."""
        truth, state = self.truth, self.truth.state
        try:
            entries = self._next(truth, state, choice)
        except Refused:
            entries = [
                ShareSealed(ADA, seal_of(ADAS, CODE, state.next_deal, ADA), deal_number=state.next_deal)
            ]
        salt = self.chance.randbytes(4).hex()
        if not truth.match and any(type(each).__name__ == "MatchStarted" for each in entries):
            self.matches.append(len(self.log))
        self.log.append(Happened(self._number + 1, salt, ADA, entries))
        self.truths.append(truth.after_all(entries, VARIANTS))

    def _next(self, truth: FullTableState, state: TableState, choice: int) -> list[AnyEntry]:
        given = [each.do for each in self._asked if isinstance(each.do, GiveShare)]
        sealed = [each.do for each in self._asked if isinstance(each.do, SealShare)]
        deal = state.deal
        if deal and not deal.is_dealt:
            if ADA in deal.seals and ADA not in deal.shares:
                return share_given(truth, ADA, ADAS, VARIANTS)
            if given and BEN in deal.seals and BEN not in deal.shares and choice:
                return share_given(truth, BEN, given[-1].share, VARIANTS)
            return [dealt(truth)]
        if sealed and sealed[-1].number == state.next_deal and BEN not in state.sealed:
            return share_sealed(state, BEN, sealed[-1].seal, sealed[-1].number)
        if ADA not in state.sealed:
            return share_sealed(state, ADA, seal_of(ADAS, CODE, state.next_deal, ADA), state.next_deal)
        if truth.match and truth.match.round:
            moves = legal_moves(position(truth.match))
            return [after_move(truth, moves[choice % len(moves)])]
        if truth.match:
            return next_deal(truth, VARIANTS, self.chance)
        if truth.record:
            return rematched(truth, VARIANTS, self.chance)
        return started(truth, ADA, VARIANTS, self.chance)

    @property
    def _asked(self) -> list[TableCommand]:
        sent: list[Any] = [message for link in self.made.links for message in link.sent]
        return [message for message in sent if isinstance(message, TableCommand)]

    def _join(self, begins: int, token: str = "") -> None:
        state = redacted_state(self.truths[begins].state)
        chain = self.log[begins - 1].chain if begins else "c"
        self._send(Joined(CODE, BEN, token, self._number, BEGINS + begins, state, chain=chain), begins)

    def _send(self, joined: Joined, begins: int) -> None:
        self.made.answered(joined)
        told = self.log[begins:]
        for each in told:
            self.made.answered(self._seen(each))
        self._check(told, joined.number)

    def _tell(self, event: Happened) -> None:
        self.made.answered(self._seen(event))
        self._check([event], event.number)

    def _seen(self, event: Happened) -> Happened:
        return Happened(event.number, event.chain, event.by, redacted(event.entries, 1))

    def _check(self, told: list[Happened], until: int) -> None:
        """Check what the client has made of events, up to the last one."""
        heard = self.made.heard
        if FORKED in heard:
            assert not self.is_honest
            self.is_forked, self.accepted = True, {}
            return
        assert not any(each[0] == "ended" for each in heard), heard
        if self.is_here and self.made.client.table.number == until:
            for event in told:
                content = (event.chain, event.by, event.entries)
                assert self.accepted.setdefault(event.number, content) == content, "two histories"
                for entry in event.entries:
                    self._note_end(entry, self.truths[event.number - BEGINS - 1].state)
        self._check_verdict(heard)
        # What the client answers, it answers now.
        asked = self._asked
        given = sum(isinstance(each.do, GiveShare) for each in asked)
        deal = self.made.client.table.state.deal
        if deal and asked and given > self.taken:
            self.unseen.add(deal.deal_number)
        self.taken = given

    def _note_end(self, entry: AnyEntry, before: TableState) -> None:
        deal = getattr(entry, "deal", None)
        if deal and before.deal:
            self.ended = before.deal.deal_number

    def _check_verdict(self, heard: list[tuple[Any, ...]]) -> None:
        proof = self.made.client.proof
        if not proof or not any(each[0] == "judged" for each in heard):
            return
        assert not (self.is_forked and proof.is_honest), proof
        self.unseen.discard(self.ended)
        assert not (self.unseen and proof.verdict in PROVED), (proof, self.unseen)

    ended = 0


TestForkingServer = ForkingServer.TestCase
TestForkingServer.settings = settings(max_examples=6, stateful_step_count=10, deadline=None)


def search(examples: int) -> None:
    many = settings(
        max_examples=examples,
        stateful_step_count=20,
        deadline=None,
        report_multiple_bugs=False,
        phases=[Phase.generate],
    )
    run_state_machine_as_test(ForkingServer, settings=many)


@pytest.mark.long
def test_many_more_servers() -> None:
    search(100)


def nothing(*_: object, **__: object) -> None:
    pass


@pytest.mark.long
@pytest.mark.parametrize(
    ("of", "name", "instead"),
    [
        (HistoryWitness, "_checked", lambda _, __, told: told),
        (HistoryWitness, "differ", nothing),
        (DealWitness, "_doubt", nothing),
    ],
    ids=["what is told again is not compared", "no difference ends the stay", "no deal is remembered"],
)
def test_each_defence_is_needed(
    monkeypatch: pytest.MonkeyPatch, of: type, name: str, instead: object
) -> None:
    monkeypatch.setattr(of, name, instead)

    with pytest.raises(AssertionError):
        search(400)
