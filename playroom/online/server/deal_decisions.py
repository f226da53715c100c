"""What comes of deals: the server's commitment, the shares of the players, and the tiles."""

from random import Random

from playroom.online.server.refused import Refused
from playroom.online.server.truth import Truth, Variants
from playroom.online.wire.codes import RefusalCode
from playroom.online.wire.entries import AnyEntry, DealCommitted, MatchWent, ShareGiven, ShareSealed
from playroom.online.wire.event_codec import plain_event
from playroom.online.wire.provable_deal import (
    HASH_BITS,
    SECRET_BYTES,
    SHARE_BYTES,
    DealChance,
    commitment_of,
    is_hexadecimal,
    seal_of,
)
from playroom.rules.deal import begin
from playroom.rules.event import Event
from playroom.rules.flow import after, forced
from playroom.table.shuffle import shuffled


def committed(truth: Truth, variants: Variants, chance: Random) -> list[AnyEntry]:
    """The server's commitment to a secret, and the deal itself if no share is awaited."""
    secret = chance.randbytes(SECRET_BYTES).hex()
    people = [seat.person for seat in truth.state.seats if seat.person is not None and not seat.is_absent]
    sealed = [person for person in people if person in truth.state.seals]
    return _dealt_if_due(truth, DealCommitted(commitment_of(secret), sealed, secret), variants)


def share_sealed(person: int, seal: str) -> list[AnyEntry]:
    """A share for the next deal, sealed; it replaces the one before."""
    if not is_hexadecimal(seal, HASH_BITS // 8):
        raise Refused(RefusalCode.MALFORMED)
    return [ShareSealed(person, seal)]


def share_given(truth: Truth, person: int, share: str, variants: Variants) -> list[AnyEntry]:
    """A share for the deal that waits for it, and the deal itself if it is the last one."""
    deal = truth.state.deal
    if deal is None or deal.is_dealt or person not in deal.seals or person in deal.shares:
        raise Refused(RefusalCode.NO_SHARE)
    if not is_hexadecimal(share, SHARE_BYTES) or seal_of(share) != deal.seals[person]:
        raise Refused(RefusalCode.MALFORMED)
    return _dealt_if_due(truth, ShareGiven(person, share), variants)


def dealt(truth: Truth) -> MatchWent:
    """The round as it follows from the secret and the shares that were given."""
    assert truth.match  # a deal is one of a match
    assert truth.state.deal  # it has been committed
    chance = DealChance(truth.secret, truth.state.code, truth.state.deal.shares)
    told, deal = shuffled(truth.match, chance)
    return went(truth, (*told, *begin(truth.match, deal)))


def went(truth: Truth, events: tuple[Event, ...]) -> MatchWent:
    """Events and the passes that follow by themselves; at the end of a round all hands are open."""
    assert truth.match  # events are those of a match
    happened = (*events, *forced(after(truth.match, events)))
    now = after(truth.match, happened).now
    plain = [*map(plain_event, happened)]
    return MatchWent(plain, plain_event(now.dealt), truth.secret) if now.ending else MatchWent(plain)


def _dealt_if_due(truth: Truth, entry: DealCommitted | ShareGiven, variants: Variants) -> list[AnyEntry]:
    """The entry, and the deal once no more shares are awaited."""
    now = truth.after(entry, variants)
    assert now.state.deal  # the entry is about it
    is_due = now.state.deal.shares.keys() == now.state.deal.seals.keys()
    return [entry, dealt(now)] if is_due else [entry]
