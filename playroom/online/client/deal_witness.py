"""A client's part in the deals: its own shares, and the check of each deal once its round is over."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from secrets import token_hex
from typing import Final

from playroom.online.client.remote_table import RemoteTable
from playroom.online.wire.entries import AnyEntry, DealCommitted, MatchWent
from playroom.online.wire.provable_deal import SHARE_BYTES, DealChance, DealTerms, commitment_of, seal_of
from playroom.online.wire.table_commands import GiveShare, SealShare
from playroom.online.wire.table_parts import CommittedDeal
from playroom.online.wire.table_state import TableState
from playroom.rules.deal import begin
from playroom.rules.event import Dealt
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.table.shared_table import DealProof, DealVerdict
from playroom.table.shuffle import shuffled

BY_ITSELF: Final = (SealShare, GiveShare)
"""The commands that a client sends by itself, so that its player hears nothing of them."""


@dataclass(frozen=True, slots=True)
class OwnShare:
    """The random number of this client for one deal, and its seal."""

    share: str
    seal: str


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a share was given for: the *match* before the deal, and who has played where in it."""

    match: Match | None
    seats: Mapping[int, Seat]

    def is_met(self, match: Match, seats: Mapping[int, Seat]) -> bool:
        """Whether the round was dealt for this; others may have come to seats that were a bot's."""
        return match == self.match and all(
            seats.get(person, seat) == seat for person, seat in self.seats.items()
        )


class DealWitness:
    """One client's part in deals, and its verdict on them.

    A share serves one deal of one match, and is given for one commitment. What the client has answered it
    remembers even if the server begins its history anew.
    """

    def __init__(self) -> None:
        self.proof: DealProof | None = None
        """The verdict on the last round that is over."""
        self._own: dict[tuple[int, int], OwnShare] = {}
        """The client's own shares, by the numbers of their deals, and by its own numbers at the table."""
        self._sealing = 0
        """The deal for which a seal was sent last; 0 if it is to be sent again."""
        self._answered: dict[int, str] = {}
        """The commitments for which the client has given its share, by the numbers of their deals."""
        self._purpose = Purpose(None, {})
        """What the last of these shares was given for."""
        self._open: tuple[int, str] = (0, "")
        """Number and commitment of the last deal whose round is not over; an empty commitment for none."""
        self._comes = False
        """Whether the client comes to the table, and does not only come back from a lost connection."""
        self._last_judged = 0
        """The highest deal whose round has ended."""
        self._is_repeated, self._is_left_out, self._takes_part = False, False, False
        """Whether the last commitment repeats another, leaves out this seal, has this client at a seat."""

    def due(self, state: TableState, me: int, match: Match | None) -> Iterator[SealShare | GiveShare]:
        """The commands that are to be sent now, unless they were sent before; *match* is the present one."""
        self._comes = False
        deal = state.deal
        if (
            deal
            and not deal.is_dealt
            and self._is_own(deal, me)
            and deal.number > max(self._answered, default=0)
        ):
            self._answered[deal.number] = deal.commitment
            self._purpose = Purpose(match, state.sat)
            self._begin(deal.number, deal.commitment)  # it may have come in a snapshot alone
            yield GiveShare(self._own[deal.number, me].share)
        number = state.next_deal
        if state.seat_of(me) is not None and self._sealing != number:
            self._sealing = number
            yield SealShare(self._own_share(state.code, number, me).seal, number)

    def on_refused(self, do: object) -> None:
        """Record that the server does not do what was due; a seal is sent again at the next event."""
        if isinstance(do, SealShare):
            self._sealing = 0

    def begin_visit(self) -> None:
        """Come to the table, perhaps once more: what was sent before may not have arrived."""
        self._sealing, self._comes = 0, True

    def begin_anew(self, state: TableState) -> None:
        """Start again: the history of the table comes from *state* on.

        Who had left the table does not learn the end of a round that is over meanwhile.
        """
        is_over = self._comes and state.deal is None and state.deals >= self._open[0]
        if is_over or self._answered.get(self._open[0]) != self._open[1]:
            self._open = (0, "")

    def note(self, before: TableState, entry: AnyEntry, me: int) -> None:
        """Note an entry, if it commits to a deal; *before* is the table before it."""
        if not isinstance(entry, DealCommitted):
            return
        number, commitment = entry.number, entry.commitment
        seat = before.seat_of(me)
        self._takes_part = seat is not None and not before.seats[seat].is_absent
        own = self._own.get((number, me))
        is_sealed = own is not None and before.seals.get(me) == own.seal
        self._is_left_out = self._takes_part and is_sealed and me not in entry.people
        if self._answered.get(number, commitment) != commitment:
            self._is_repeated = True
        self._begin(number, commitment)

    def _begin(self, number: int, commitment: str) -> None:
        """Open a deal, before which the last one should be over."""
        if number >= self._open[0]:
            self._is_repeated |= self._open not in ((number, commitment), (self._open[0], ""))
            self._open = (number, commitment)

    def judge(
        self, before: TableState, table: RemoteTable, went: MatchWent, me: int, *, is_live: bool = True
    ) -> None:
        """Check the round that has just ended at a table that stood like *before*, and show its hands."""
        deal = before.deal or CommittedDeal("", {})
        terms = DealTerms(before.code, deal.number, deal.seals)
        verdict = self._fault(deal, terms, went.secret, is_live=is_live)
        if verdict is None and not _follows(table, went.deal, DealChance(went.secret, terms, deal.shares)):
            verdict = DealVerdict.OTHER_ORDER
        if verdict is None and not self._is_on_purpose(deal.number, before, table):
            verdict = DealVerdict.OTHER_MATCH
        if verdict is None and went.deal and not table.keeps_rules(went.deal):
            verdict = DealVerdict.OTHER_RULES
        missing = sorted(deal.seals.keys() - deal.shares.keys())
        names = tuple(before.people[person].name for person in missing)
        self.proof = DealProof(verdict or self._part(deal, me), names)
        self._end_round(deal.number)
        if went.deal:
            table.open_hands(went.deal)

    def _is_on_purpose(self, number: int, before: TableState, table: RemoteTable) -> bool:
        """Whether the last share was given for the match of this deal, if it was given for this deal."""
        is_last = number == max(self._answered, default=0)
        return not is_last or self._purpose.is_met(table.before_round, before.sat)

    def _end_round(self, number: int) -> None:
        if number >= self._open[0]:
            self._open, self._is_repeated = (number, ""), False
        self._last_judged = max(self._last_judged, number)

    def _fault(
        self, deal: CommittedDeal, terms: DealTerms, secret: str, *, is_live: bool
    ) -> DealVerdict | None:
        """The fault of a deal besides its tiles; None if there is none."""
        if not deal.commitment:
            return DealVerdict.NOT_COMMITTED
        if self._is_repeated or (is_live and 0 < deal.number <= self._last_judged):
            return DealVerdict.REPEATED
        if not deal.number:
            return DealVerdict.EARLIER
        if commitment_of(secret, terms) != deal.commitment:
            return DealVerdict.OTHER_SECRET
        if any(_is_changed(terms, person, share) for person, share in deal.shares.items()):
            return DealVerdict.OTHER_SHARE
        return DealVerdict.LEFT_OUT if self._is_left_out else None

    def _part(self, deal: CommittedDeal, me: int) -> DealVerdict:
        """The proof that a deal without fault gives this client."""
        if not self._is_own(deal, me):
            is_awaited = self._takes_part and (deal.number, me) in self._own
            return DealVerdict.NOT_TAKEN if is_awaited else DealVerdict.OF_OTHERS
        if me not in deal.shares:
            return DealVerdict.LATE
        return DealVerdict.VERIFIED if deal.shares.keys() == deal.seals.keys() else DealVerdict.WITHHELD

    def _own_share(self, table: str, number: int, me: int) -> OwnShare:
        """The client's share for a deal, made once."""
        if (number, me) not in self._own:
            share = token_hex(SHARE_BYTES)
            self._own[number, me] = OwnShare(share, seal_of(share, table, number, me))
        return self._own[number, me]

    def _is_own(self, deal: CommittedDeal, me: int) -> bool:
        """Whether the seal in one's name is that of this client for this deal."""
        own = self._own.get((deal.number, me))
        return own is not None and deal.seals.get(me) == own.seal


def _is_changed(terms: DealTerms, person: int, share: str) -> bool:
    """Whether a share is not the one that the person has sealed for this deal."""
    return seal_of(share, terms.table, terms.number, person) != terms.seals.get(person)


def _follows(table: RemoteTable, dealt: Dealt | None, chance: DealChance) -> bool:
    """Whether the round was dealt as *chance* does it, and played with these tiles."""
    _, deal = shuffled(table.before_round, chance)
    return begin(table.before_round, deal)[0] == dealt and table.agrees_with(dealt)
