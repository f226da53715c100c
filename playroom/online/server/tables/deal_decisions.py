"""Decisions on deals: the server's commitment, the shares of the players, and the tiles."""

from random import Random

from playroom.online.server.refused import Refused
from playroom.online.server.tables.truth import FullTableState, Variants
from playroom.online.wire.entries import AnyEntry, DealCommitted, MatchWent, ShareGiven, ShareSealed
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.provable_deal import (
    HASH_BYTES,
    SECRET_BYTES,
    DealChance,
    DealTerms,
    commitment_of,
    is_hexadecimal,
    is_seal_of,
)
from playroom.online.wire.table_state import TableState
from playroom.rules.deal import begin
from playroom.rules.event import Event
from playroom.rules.flow import after, openly_forced
from playroom.rules.match import Match
from playroom.table.shuffle import shuffled


def committed(truth: FullTableState, variants: Variants, chance: Random) -> list[AnyEntry]:
    """The server's commitment to a secret, and the deal itself if no share is awaited."""
    secret = chance.randbytes(SECRET_BYTES).hex()
    people = [seat.person for seat in truth.state.seats if seat.person is not None and not seat.is_absent]
    sealed = [person for person in people if person in truth.state.sealed]
    seals = {person: truth.state.sealed[person] for person in sealed}
    terms = DealTerms(truth.state.code, truth.state.next_deal, seals)
    commitment = DealCommitted(commitment_of(secret, terms), sealed, secret, deal_number=terms.number)
    return _dealt_if_due(truth, commitment, variants)


def share_sealed(state: TableState, person: int, seal: str, number: int) -> list[AnyEntry]:
    """A share for the next deal, sealed; it replaces the one before."""
    if not is_hexadecimal(seal, HASH_BYTES):
        raise Refused(RefusalCode.MALFORMED)
    if number != state.next_deal:
        raise Refused(RefusalCode.NO_SHARE)
    return [ShareSealed(person, seal, deal_number=number)]


def share_given(truth: FullTableState, person: int, share: str, variants: Variants) -> list[AnyEntry]:
    """A share for the deal that waits for it, and the deal itself if it is the last one."""
    deal = truth.state.deal
    if deal is None or deal.is_dealt or person not in deal.seals or person in deal.shares:
        raise Refused(RefusalCode.NO_SHARE)
    if not is_seal_of(share, DealTerms(truth.state.code, deal.deal_number, deal.seals), person):
        raise Refused(RefusalCode.MALFORMED)
    return _dealt_if_due(truth, ShareGiven(person, share), variants)


def dealt(truth: FullTableState) -> MatchWent:
    """The round as it follows from the secret and the shares that were given."""
    assert truth.match  # a deal is one of a match
    deal = truth.state.deal
    assert deal  # it has been committed
    terms = DealTerms(truth.state.code, deal.deal_number, deal.seals)
    chance = DealChance(truth.secret, terms, deal.shares)
    redealt, tiles = shuffled(truth.match, chance)
    events = (*redealt, *begin(truth.match, tiles))
    return went(truth, events, after(truth.match, events))


def went(truth: FullTableState, events: tuple[Event, ...], match: Match) -> MatchWent:
    """Events, and the passes that follow them by themselves; *match* is that after the events.

    At the end of a round all hands are open. Where a pass may be a choice, players make it themselves: they
    alone know that there is no other.
    """
    passes = openly_forced(match)
    now = after(match, passes).now
    happened = [*events, *passes]
    return MatchWent(happened, now.dealt, truth.secret) if now.ending else MatchWent(happened)


def _dealt_if_due(
    truth: FullTableState, entry: DealCommitted | ShareGiven, variants: Variants
) -> list[AnyEntry]:
    """The entry, and the deal once no more shares are awaited."""
    now = truth.after(entry, variants)
    assert now.state.deal  # the entry is about it
    is_due = now.state.deal.shares.keys() == now.state.deal.seals.keys()
    return [entry, dealt(now)] if is_due else [entry]
