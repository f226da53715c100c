"""Decisions on commands in a match and on its deals: the server's commitment, the shares, and the tiles."""

from random import Random

from playroom.online.server.refused import Refused
from playroom.online.server.tables.server_state import FullTableState, Variants
from playroom.online.wire.entries import (
    AnyEntry,
    DealCommitted,
    MatchResumed,
    MatchStarted,
    MatchWent,
    PauseAsked,
    ShareGiven,
    ShareSealed,
    TimeExtended,
)
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.provable_deal import (
    HASH_BYTES,
    SECRET_BYTES,
    DealChance,
    DealTerms,
    commitment_of,
    evening_chance,
    is_hexadecimal,
    is_seal_of,
)
from playroom.online.wire.table_state import TableState
from playroom.rules.deal import begin
from playroom.rules.event import Event
from playroom.rules.flow import IllegalMove, after, openly_forced, play_through
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.table.shuffle import shuffled

BOT_NAMES = ("Kim", "Leo", "Mia", "Nils", "Olga", "Pia", "Rosa", "Sami", "Theo", "Uma")
"""The names of bots by seat; a bot whose name a person has gets the seat's number too."""


def started(truth: FullTableState, person: int, variants: Variants, chance: Random) -> list[AnyEntry]:
    """The first match of these seats, with its first round."""
    check_no_match(truth)
    waiting = [
        seat.person
        for seat in truth.state.seats
        if seat.person not in (None, person, *truth.state.ready) and not seat.is_absent
    ]
    if waiting:
        raise Refused(RefusalCode.NOT_READY, people=waiting)
    return begun(truth, variants, chance)


def rematched(truth: FullTableState, variants: Variants, chance: Random) -> list[AnyEntry]:
    """Another match of the same seats."""
    check_no_match(truth)
    if not truth.record:
        raise Refused(RefusalCode.NO_MATCH)
    return begun(truth, variants, chance)


def next_deal(truth: FullTableState, variants: Variants, chance: Random) -> list[AnyEntry]:
    """The next round, or what comes before its deal."""
    if _match(truth).round or truth.state.is_dealing:
        raise Refused(RefusalCode.ROUND_RUNS)
    return committed(truth, variants, chance)


def moved(truth: FullTableState, seat: Seat, move: Move) -> list[AnyEntry]:
    """A move of *seat*, with all that follows."""
    match = _match(truth)
    if not match.round:
        raise Refused(RefusalCode.NO_ROUND)
    if match.turn != seat:
        raise Refused(RefusalCode.NOT_YOUR_TURN, seat=match.turn)
    try:
        return [after_move(truth, move)]
    except IllegalMove as error:
        raise Refused(RefusalCode.ILLEGAL_MOVE, why=str(error.why)) from error


def after_move(truth: FullTableState, move: Move) -> MatchWent:
    """All that happens once the seat to move makes this move, passes by themselves included."""
    return went(truth, *play_through(_match(truth), move))


def pause_asked(truth: FullTableState, person: int) -> list[AnyEntry]:
    """A wish for a pause, or the pause itself once all present players want it."""
    _match(truth)
    wanting = {*truth.state.pause_asked, person}
    paused = all(seat.person in wanting for seat in truth.state.seats if seat.person and not seat.is_absent)
    return [PauseAsked(person, paused)]


def resumed(truth: FullTableState) -> list[AnyEntry]:
    """The end of a pause."""
    if not truth.state.paused:
        raise Refused(RefusalCode.NOT_PAUSED)
    return [MatchResumed()]


def extended(truth: FullTableState, seat: Seat) -> list[AnyEntry]:
    """The thinking time of *seat* once more."""
    _match(truth)
    settings = truth.state.settings
    if truth.turn != seat:
        raise Refused(RefusalCode.NOT_YOUR_TURN, seat=truth.turn)
    left = settings.extensions - truth.state.extended[seat] - 1
    if not settings.thinking or left < 0:
        raise Refused(RefusalCode.NO_EXTENSION)
    return [TimeExtended(seat, settings.thinking, left)]


def player_names(state: TableState) -> list[str]:
    """The names by seat; bots have names of their own."""
    people = {known.name for known in state.people.values()}
    bots = [f"{name} {seat}" if name in people else name for seat, name in enumerate(BOT_NAMES, 1)]
    return [
        bot if seat.person is None else state.people[seat.person].name
        for seat, bot in zip(state.seats, bots, strict=False)
    ]


def begun(truth: FullTableState, variants: Variants, chance: Random) -> list[AnyEntry]:
    """A match of these seats, with its first round or what comes before its deal; Refused if one is free."""
    if free := sum(seat.is_free for seat in truth.state.seats):
        raise Refused(RefusalCode.SEATS_FREE, seats=free)
    start = MatchStarted(player_names(truth.state))
    return [start, *committed(truth.after(start, variants), variants, chance)]


def check_no_match(truth: FullTableState) -> None:
    """Refused while a match is under way."""
    if truth.match:
        raise Refused(RefusalCode.MATCH_RUNS)


def _match(truth: FullTableState) -> Match:
    """The match that is under way; Refused if there is none, or it is paused."""
    if not truth.match:
        raise Refused(RefusalCode.MATCH_OVER if truth.record else RefusalCode.NO_MATCH)
    if truth.state.paused:
        raise Refused(RefusalCode.PAUSED)
    return truth.match


def committed(truth: FullTableState, variants: Variants, chance: Random) -> list[AnyEntry]:
    """The server's commitment to a secret, and the deal itself if no share is awaited.

    At a table of an evening whose deals are the same everywhere, the secret is that of the round.
    """
    if truth.state.of_evening and truth.state.of_evening.duplicate:
        number = truth.state.next_deal
        sealed = commitment_of(truth.secret, DealTerms(truth.state.of_evening.evening, number, {}))
        commitment = DealCommitted(sealed, [], truth.secret, deal_number=number)
        return _dealt_if_due(truth, commitment, variants)
    people = [seat.person for seat in truth.state.seats if seat.person is not None and not seat.is_absent]
    return _dealt_if_due(truth, commitment_with(truth.state, people, chance), variants)


def commitment_with(state: TableState, people: list[int], chance: Random) -> DealCommitted:
    """The server's commitment to a new secret, with the seals of these people as far as they have sealed."""
    secret = chance.randbytes(SECRET_BYTES).hex()
    sealed = [person for person in people if person in state.sealed]
    terms = DealTerms(state.code, state.next_deal, {person: state.sealed[person] for person in sealed})
    return DealCommitted(commitment_of(secret, terms), sealed, secret, deal_number=terms.number)


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
    given = ShareGiven(person, share)
    return [given] if truth.state.evening else _dealt_if_due(truth, given, variants)


def dealt(truth: FullTableState) -> MatchWent:
    """The round as it follows from the secret and the shares that were given."""
    assert truth.match  # a deal is one of a match
    deal = truth.state.deal
    assert deal  # it has been committed
    of_evening = truth.state.of_evening
    if of_evening and of_evening.duplicate:
        chance = evening_chance(of_evening.evening, truth.secret, deal.deal_number)
    else:
        terms = DealTerms(truth.state.code, deal.deal_number, deal.seals)
        chance = DealChance(truth.secret, terms, deal.shares)
    redealt, tiles = shuffled(truth.match, chance)
    events = (*redealt, *begin(truth.match, tiles))
    return went(truth, events, after(truth.match, events))


def went(truth: FullTableState, events: tuple[Event, ...], match: Match) -> MatchWent:
    """Events, and the passes that follow them by themselves; *match* is that after the events.

    At the end of a round all hands are open, and the secret, unless others still play the same deals.
    Where a pass may be a choice, players make it themselves: they alone know that there is no other.
    """
    passes, match = openly_forced(match)
    now, happened = match.now, [*events, *passes]
    is_shared = truth.state.of_evening and truth.state.of_evening.duplicate
    secret = "" if is_shared else truth.secret
    return MatchWent(happened, now.dealt, secret) if now.ending else MatchWent(happened)


def _dealt_if_due(
    truth: FullTableState, entry: DealCommitted | ShareGiven, variants: Variants
) -> list[AnyEntry]:
    """The entry, and the deal once no more shares are awaited."""
    now = truth.after(entry, variants)
    assert now.state.deal  # the entry is about it
    is_due = now.state.deal.shares.keys() == now.state.deal.seals.keys()
    return [entry, dealt(now)] if is_due else [entry]
