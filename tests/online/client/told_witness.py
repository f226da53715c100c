"""What a client has noted of the deals at a table, and what it finds out about a round."""

from unittest.mock import Mock

from support.games.random_matches import VARIANTS
from table_guest import ADA, BEN, CODE, OPENED

from playroom.online.client.deal_witness import DealWitness
from playroom.online.client.remote_table import RemoteTable
from playroom.online.wire.entries import (
    AnyEntry,
    DealCommitted,
    MatchWent,
    ShareGiven,
    ShareSealed,
)
from playroom.online.wire.provable_deal import DealChance, DealTerms, commitment_of, seal_of
from playroom.online.wire.table_commands import GiveShare, SealShare
from playroom.online.wire.table_state import TableState
from playroom.rules.deal import begin
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
