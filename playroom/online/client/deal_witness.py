"""A client's part in the deals: its own shares, and the check of each deal once its round is over."""

from collections.abc import Iterator
from secrets import token_hex
from typing import Final

from playroom.online.client.remote_table import RemoteTable
from playroom.online.wire.deal_commands import GiveShare, SealShare
from playroom.online.wire.entries import AnyEntry, DealCommitted, MatchWent, ShareSealed
from playroom.online.wire.event_codec import event_of_plain
from playroom.online.wire.provable_deal import SHARE_BYTES, DealChance, commitment_of, seal_of
from playroom.online.wire.table_state import CommittedDeal, TableState
from playroom.rules.deal import begin
from playroom.rules.event import Dealt, Event
from playroom.table.shared_table import DealProof, DealVerdict
from playroom.table.shuffle import shuffled

BY_ITSELF: Final = (SealShare, GiveShare)
"""What a client asks for by itself, so that its player hears nothing of it."""


class DealWitness:
    """What one client gives for deals, and what it finds out about them."""

    def __init__(self) -> None:
        self.proof: DealProof | None = None
        """What was found out about the last round that is over."""
        self._shares: dict[str, str] = {}
        """The client's own shares, by their seals."""
        self._sealing, self._given = "", ""
        """The seal that was sent and not confirmed, and the share that was given last."""
        self._is_left_out = False

    def due(self, state: TableState, me: int) -> Iterator[SealShare | GiveShare]:
        """What is to be sent now, if it was not sent before."""
        deal = state.deal
        share = self._shares.get(deal.seals.get(me, ""), "") if deal and not deal.is_dealt else ""
        if share not in ("", self._given):
            self._given = share
            yield GiveShare(share)
        is_sealed = self._sealing or state.seals.get(me) in self._shares
        if state.seat_of(me) is not None and not is_sealed:
            share = token_hex(SHARE_BYTES)
            self._sealing = seal_of(share)
            self._shares[self._sealing] = share
            yield SealShare(self._sealing)

    def be_refused(self, do: object) -> None:
        """Take in that the server does not do what was due; a share is sealed anew at the next event."""
        if isinstance(do, SealShare):
            self._sealing = ""

    def note(self, before: TableState, entry: AnyEntry, me: int) -> None:
        """Take in an entry of a table that stood like *before*."""
        match entry:
            case ShareSealed(person, seal) if person == me and seal == self._sealing:
                self._sealing = ""
            case DealCommitted(people=people):
                self._is_left_out = me not in people and self._takes_part(before, me)

    def judge(self, before: TableState, table: RemoteTable, went: MatchWent, me: int) -> None:
        """Check the round that has just ended at a table that stood like *before*, and show its hands."""
        deal = before.deal or CommittedDeal("", {})
        dealt = event_of_plain(went.deal) if went.deal else None
        verdict = self._fault(deal, went.secret, me)
        if verdict is None and not _follows(table, dealt, DealChance(went.secret, before.code, deal.shares)):
            verdict = DealVerdict.OTHER_ORDER
        honest = DealVerdict.VERIFIED if self._is_own(deal, me) else DealVerdict.OF_OTHERS
        missing = sorted(deal.seals.keys() - deal.shares.keys())
        self.proof = DealProof(verdict or honest, tuple(before.people[person].name for person in missing))
        if isinstance(dealt, Dealt):
            table.open_hands(dealt)

    def _fault(self, deal: CommittedDeal, secret: str, me: int) -> DealVerdict | None:
        """What is wrong with a deal besides its tiles; None if nothing is."""
        if not deal.commitment:
            return DealVerdict.NOT_COMMITTED
        if commitment_of(secret) != deal.commitment:
            return DealVerdict.OTHER_SECRET
        if any(seal_of(share) != deal.seals.get(person) for person, share in deal.shares.items()):
            return DealVerdict.OTHER_SHARE
        is_left_out = self._is_own(deal, me) and me not in deal.shares
        return DealVerdict.LEFT_OUT if is_left_out or self._is_left_out else None

    def _is_own(self, deal: CommittedDeal, me: int) -> bool:
        """Whether the client has sealed a share for this deal."""
        return deal.seals.get(me) in self._shares

    def _takes_part(self, state: TableState, me: int) -> bool:
        """Whether the client has sealed a share, and its person is at their seat."""
        seat = state.seat_of(me)
        return seat is not None and not state.seats[seat].is_absent and state.seals.get(me) in self._shares


def _follows(table: RemoteTable, dealt: Event | None, chance: DealChance) -> bool:
    """Whether the round was dealt as *chance* does it, and played with these tiles."""
    _, deal = shuffled(table.before_round, chance)
    return (
        begin(table.before_round, deal)[0] == dealt and isinstance(dealt, Dealt) and table.agrees_with(dealt)
    )
