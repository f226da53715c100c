"""A client's part in the deals: its own shares, and the check of each deal once its round is over."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from secrets import token_hex
from typing import Final

from playroom.online.client.history_witness import HistoryWitness
from playroom.online.client.remote_table import RemoteTable
from playroom.online.wire.entries import AnyEntry, DealCommitted, MatchStarted, MatchWent, SeatTaken
from playroom.online.wire.invite import WATCH
from playroom.online.wire.provable_deal import (
    SECRET_BYTES,
    SHARE_BYTES,
    DealChance,
    DealTerms,
    commitment_of,
    evening_chance,
    is_hexadecimal,
    is_seal_of,
    round_secret,
    seal_of,
    transcript_hash,
)
from playroom.online.wire.table_commands import GiveShare, SealShare
from playroom.online.wire.table_state import CommittedDeal, TableState
from playroom.rules.deal import begin
from playroom.rules.event import Dealt
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.table.record import text
from playroom.table.setup import Setup
from playroom.table.shared_table import DealProof, DealVerdict
from playroom.table.shuffle import shuffled

BY_ITSELF: Final = (SealShare, GiveShare)
"""The commands that a client sends by itself, so that its player hears nothing of them."""

CODE_DIGITS: Final = 8
"""The digits of the code that players can compare by voice."""


@dataclass(frozen=True, slots=True)
class OwnShare:
    """The random number of this client for one deal, and its seal."""

    share: str
    seal: str


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a share was given for: commitment, terms, the *match* before the deal, and who plays where."""

    commitment: str
    terms: DealTerms
    match: Match | None
    seats: Mapping[int, Seat]

    def is_met(self, match: Match, seats: Mapping[int, Seat]) -> bool:
        """Whether the round was dealt for this; others may have come to seats that were a bot's."""
        return match == self.match and all(
            seats.get(person, seat) == seat for person, seat in self.seats.items()
        )


@dataclass(frozen=True, slots=True)
class EveningDeal:
    """A deal of an evening as it was shown when it was over: its round, its game, the match *before* it."""

    evening: str
    round: int
    setup: Setup
    before: Match
    dealt: Dealt

    def is_right(self, gathering: TableState, code: str, number: int, secrets: Callable[[int], str]) -> bool:
        """Whether it is that of all tables of the round; *secrets* has the `round_secret` of each."""
        rounds = gathering.evening.rounds if gathering.evening else []
        drawn = {table.code for each in rounds[self.round - 1 : self.round] for table in each.tables}
        if code not in drawn or self.setup != gathering.settings.setup:
            return False
        _, deal = shuffled(self.before, evening_chance(self.evening, secrets(self.round), number))
        return begin(self.before, deal)[0] == self.dealt


class DealWitness:
    """One client's part in the deals of a table, and its verdict on them.

    A share serves one deal of one match, and is given for one commitment. What the client has answered, and
    what it was told of the table, it remembers through all its visits, whoever it is at the table then.
    """

    def __init__(self) -> None:
        self.proof: DealProof | None = None
        """The verdict on the last round that is over."""
        self.of_evening: dict[int, EveningDeal] = {}
        """The deals of this table by their numbers, from 1, if it is one of an evening with equal deals."""
        self.beside: Mapping[str, DealWitness] = {}
        """The witnesses at all tables of this program."""
        self.history = HistoryWitness()
        self.is_server_earlier = False
        """Whether the server has an earlier version, whose deals cannot be checked."""
        self._own: dict[tuple[int, int], OwnShare] = {}
        """The client's own shares, by the numbers of their deals, and by its own numbers at the table."""
        self._sealing = 0
        """The deal for which a seal was sent last; 0 if it is to be sent again."""
        self._answered: dict[int, Purpose] = {}
        """What the client has given its shares for, by the numbers of the deals."""
        self._unseen: set[int] = set()
        """The deals for which it has given a share, and whose ends it was not shown."""
        self._open: tuple[int, str] = (0, "")
        """Number and commitment of the last deal whose round is not over; an empty commitment for none."""
        self._last_judged = 0
        """The highest deal whose round has ended."""
        self._is_repeated, self._is_left_out, self._takes_part = False, False, False
        """Whether the last commitment repeats another, leaves out this seal, has this client at a seat."""
        self._seated: list[str] = []
        """Those who have come to a seat since the last deal, which was another's."""
        self._deals = b""
        """A hash of all deals of the match whose rounds are over."""

    def due(self, state: TableState, me: int, match: Match | None) -> Iterator[SealShare | GiveShare]:
        """The commands that are to be sent now, unless they were sent before; *match* is the present one."""
        if self.is_server_earlier:
            return
        deal = state.deal
        if (
            deal
            and not deal.is_dealt
            and self._is_own(deal, me)
            and deal.deal_number > max(self._answered, default=0)
        ):
            number = deal.deal_number
            terms = DealTerms(state.code, number, deal.seals)
            self._answered[number] = Purpose(deal.commitment, terms, match, state.sat)
            self._unseen.add(number)
            self._begin(number, deal.commitment)  # it may have come in a snapshot alone
            yield GiveShare(self._own[number, me].share)
        number = state.next_deal
        if state.is_sealing(me) and self._sealing != number:
            self._sealing = number
            if (number, me) not in self._own:  # a share is made once
                share = token_hex(SHARE_BYTES)
                self._own[number, me] = OwnShare(share, seal_of(share, state.code, number, me))
            yield SealShare(self._own[number, me].seal, number)

    def on_refused(self, do: object) -> None:
        """Record that the server does not do what was due; a seal is sent again at the next event."""
        if isinstance(do, SealShare):
            self._sealing = 0

    def begin_visit(self) -> None:
        """Come to the table, perhaps once more: what was sent before may not have arrived."""
        self._sealing = 0

    def begin_anew(self, *, is_gap: bool) -> None:
        """Start again, with the history of the table from some event on.

        *is_gap*: that event follows none that is known. Nobody can tell then whether the last deal was
        dropped, or played to an end that was not shown.
        """
        answered = self._answered.get(self._open[0])
        if is_gap or answered is None or answered.commitment != self._open[1]:
            self._open = (0, "")

    def note(self, before: TableState, entry: AnyEntry, me: int) -> None:
        """Note an entry, if it matters to a deal; *before* is the table before it."""
        match entry:
            case MatchStarted():
                self._deals = b""
            case SeatTaken(seat, person) if before.deal and before.deal.is_dealt:
                if before.sat.get(person) != seat:
                    self._seated.append(before.name(person))
            case DealCommitted(commitment, people, deal_number=number):
                own_seat, own = before.seat_of(me), self._own.get((number, me))
                is_playing = own_seat is not None and not before.seats[own_seat].is_absent
                self._takes_part = is_playing or (own_seat is None and before.is_sealing(me))
                is_sealed = own is not None and before.sealed.get(me) == own.seal
                self._is_left_out = self._takes_part and is_sealed and me not in people
                self._seated = []
                if number in self._answered and self._answered[number].commitment != commitment:
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
        """Check the round that has just ended at a table that stood like *before*, and show its hands.

        Who comes by a link to watch is not told the code with which deals are sealed, and checks none.
        """
        if before.code.startswith(WATCH):
            return
        if before.of_evening and before.of_evening.duplicate:
            self._judge_of_evening(before, table, went)
            return
        deal = before.deal or CommittedDeal("", {})
        terms = DealTerms(before.code, deal.deal_number, deal.seals)
        verdict = self._fault(deal, terms, went.secret, is_live=is_live)
        if verdict is None and not _follows(table, went.deal, DealChance(went.secret, terms, deal.shares)):
            verdict = DealVerdict.OTHER_ORDER
        # The last share was given for one match, if it was given for this deal.
        is_last = deal.deal_number == max(self._answered, default=0)
        purpose = self._answered[deal.deal_number] if is_last and self._answered else None
        if verdict is None and purpose and not purpose.is_met(table.before_round, before.sat):
            verdict = DealVerdict.OTHER_MATCH
        if verdict is None and went.deal and not table.keeps_rules(went.deal):
            verdict = DealVerdict.OTHER_RULES
        number = deal.deal_number
        if number >= self._open[0]:
            self._open, self._is_repeated = (number, ""), False
        if number in self._answered and self._answered[number].commitment == deal.commitment:
            self._unseen.discard(number)
        self._last_judged = max(self._last_judged, number)
        missing = sorted(deal.seals.keys() - deal.shares.keys())
        names = tuple(before.people[person].name for person in missing)
        # A history that is sent again ends with earlier deals, while the deal that goes on has no end yet.
        unseen = sum(number < deal.deal_number for number in self._unseen)
        verdict = verdict or self._doubt(unseen) or self._part(deal, me)
        if went.deal:
            table.open_hands(went.deal)
        shared = [went.secret, *(f"{person} {deal.shares[person]}" for person in sorted(deal.shares))]
        self._deals = transcript_hash("deals", self._deals, *(each.encode() for each in shared))
        code = ""
        if table.is_known:  # digits that are the same for all who were shown the same match
            shown = transcript_hash("code", before.code.encode(), self._deals, text(table.record).encode())
            code = _digits(shown)
        self.proof = DealProof(verdict, names, unseen, tuple(self._seated), code)

    def _judge_of_evening(self, state: TableState, table: RemoteTable, went: MatchWent) -> None:
        """Check what can be checked of a deal of an evening now, keep it for the end, and show its hands."""
        verdict = DealVerdict.AT_END
        if went.deal is None or not table.agrees_with(went.deal):
            verdict = DealVerdict.OTHER_ORDER
        elif not table.keeps_rules(went.deal):
            verdict = DealVerdict.OTHER_RULES
        if went.deal and state.of_evening:
            of, number = state.of_evening, len(table.match.rounds)
            self.of_evening[number] = EveningDeal(
                of.evening, of.round, state.settings.setup, table.before_round, went.deal
            )
            table.open_hands(went.deal)
        self.proof = DealProof(verdict)

    def judge_evening(self, before: TableState, secret: str, me: int) -> None:
        """Check all deals that were played in an evening, which is over, at the tables of this program."""
        deal = before.deal or CommittedDeal("", {})
        terms = DealTerms(before.code, deal.deal_number, deal.seals)
        answered = self._answered.get(deal.deal_number)
        # A client at a table of the evening gets no events of the gathering table.
        self._is_repeated |= answered is not None and answered.commitment != deal.commitment
        verdict = self._fault(deal, terms, secret, is_live=False)
        played = [
            (code, number, each)
            for code, witness in [*self.beside.items()]
            for number, each in witness.of_evening.items()
            if each.evening == before.code
        ]
        if verdict is None:
            secrets = partial(round_secret, secret, terms, deal.shares)
            if not all(each.is_right(before, code, number, secrets) for code, number, each in played):
                verdict = DealVerdict.OTHER_ORDER
        self._last_judged = max(self._last_judged, deal.deal_number)
        self._unseen.discard(deal.deal_number)
        self._open = (deal.deal_number, "")
        missing = sorted(deal.seals.keys() - deal.shares.keys())
        names = tuple(before.people[person].name for person in missing if person in before.people)
        verdict = verdict or self._doubt(sum(number < deal.deal_number for number in self._unseen))
        shared = [secret, *(f"{person} {deal.shares[person]}" for person in sorted(deal.shares))]
        shown = transcript_hash("code", before.code.encode(), *(each.encode() for each in shared))
        verdict = verdict or self._part(deal, me)
        self.proof = DealProof(verdict, names, code=_digits(shown), evening=len(played))

    def _fault(
        self, deal: CommittedDeal, terms: DealTerms, secret: str, *, is_live: bool
    ) -> DealVerdict | None:
        """The fault of a deal besides its tiles; None if there is none."""
        if not deal.commitment:
            return DealVerdict.NOT_COMMITTED
        if self._is_repeated or (is_live and 0 < deal.deal_number <= self._last_judged):
            return DealVerdict.REPEATED
        if not deal.deal_number or self.is_server_earlier:
            return DealVerdict.EARLIER
        answered = self._answered.get(deal.deal_number)
        has_other_terms = answered is not None and answered.terms != terms
        is_secret = is_hexadecimal(secret, SECRET_BYTES)
        if has_other_terms or not is_secret or commitment_of(secret, terms) != deal.commitment:
            return DealVerdict.OTHER_SECRET
        if not all(is_seal_of(share, terms, person) for person, share in deal.shares.items()):
            return DealVerdict.OTHER_SHARE
        return DealVerdict.LEFT_OUT if self._is_left_out else None

    def _doubt(self, unseen: int) -> DealVerdict | None:
        """Why a deal without fault proves nothing, though it may have the client's share; None if it does."""
        if self.history.is_forked:
            return DealVerdict.OTHER_HISTORY
        return DealVerdict.UNSEEN if unseen else None

    def _part(self, deal: CommittedDeal, me: int) -> DealVerdict:
        """The proof that a deal without fault gives this client."""
        if not self._is_own(deal, me):
            is_awaited = self._takes_part and (deal.deal_number, me) in self._own
            return DealVerdict.NOT_TAKEN if is_awaited else DealVerdict.OF_OTHERS
        if me not in deal.shares:
            return DealVerdict.LATE
        return DealVerdict.VERIFIED if deal.shares.keys() == deal.seals.keys() else DealVerdict.WITHHELD

    def _is_own(self, deal: CommittedDeal, me: int) -> bool:
        """Whether the seal in one's name is that of this client for this deal."""
        own = self._own.get((deal.deal_number, me))
        return own is not None and deal.seals.get(me) == own.seal


def _digits(shown: bytes) -> str:
    """The digits of a hash that players can compare by voice."""
    return f"{int.from_bytes(shown) % 10**CODE_DIGITS:0{CODE_DIGITS}d}"


def _follows(table: RemoteTable, dealt: Dealt | None, chance: DealChance) -> bool:
    """Whether the round was dealt as *chance* does it, and played with these tiles."""
    _, deal = shuffled(table.before_round, chance)
    return begin(table.before_round, deal)[0] == dealt and table.agrees_with(dealt)
