"""Decisions on evenings: who takes part, the draw of a round, its tables and their results."""

from collections.abc import Collection, Mapping
from random import Random

from msgspec.structs import replace

from playroom.online.server.refused import Refused
from playroom.online.server.tables.match_decisions import begun, commitment_with
from playroom.online.server.tables.pairings import circle_length, circle_round, swiss_round
from playroom.online.server.tables.server_state import FullTableState, Variants
from playroom.online.wire.entries import (
    AnyEntry,
    EveningDrawn,
    EveningEnded,
    EveningEntered,
    EveningLeft,
    EveningOpened,
    EveningPaused,
    EveningTableOver,
    OfEvening,
    PersonCame,
    SeatTaken,
    StandInSeated,
    TableOpened,
)
from playroom.online.wire.evening import MOST_ROUNDS, PAIR, Evening, EveningKind, EveningStep, EveningTable
from playroom.online.wire.invite import CODE_BYTES, crockford
from playroom.online.wire.messages import encoded_json
from playroom.online.wire.protocol import SERVER_MESSAGE_BYTES, RefusalCode
from playroom.online.wire.provable_deal import DealTerms, round_secret
from playroom.online.wire.table_commands import OpenEvening
from playroom.online.wire.table_state import TableState
from playroom.rules.score import lead

MOST_BYTES = SERVER_MESSAGE_BYTES // 2
"""An evening ends with the round after which it is longer, since it has to be sent in one message."""


def evening_opened(truth: FullTableState, do: OpenEvening) -> list[AnyEntry]:
    """An evening of this table's game."""
    if truth.match:
        raise Refused(RefusalCode.MATCH_RUNS)
    if truth.state.evening and not truth.state.evening.is_over:
        raise Refused(RefusalCode.EVENING_RUNS)
    if do.kind is EveningKind.EVERYBODY and truth.state.settings.players != PAIR:
        raise Refused(RefusalCode.EVENING_NEEDS_TWO)
    if not 1 <= do.length <= MOST_ROUNDS:
        raise Refused(RefusalCode.IMPOSSIBLE_TABLE)
    return [EveningOpened(do.kind, 0 if do.kind is EveningKind.EVERYBODY else do.length, do.duplicate)]


def evening_entered(state: TableState, person: int, *, is_in: bool) -> list[AnyEntry]:
    """A person takes part, or no longer; nobody new does where all opponents are known."""
    evening = _under_way(state)
    if not is_in:
        return [EveningLeft(person)]
    if evening.kind is EveningKind.EVERYBODY and evening.rounds and person not in evening.entered:
        raise Refused(RefusalCode.EVENING_IS_FULL)
    return [EveningEntered(person)]


def evening_step(truth: FullTableState, step: EveningStep, chance: Random) -> list[AnyEntry]:
    """What the host does with the evening."""
    state = truth.state
    evening = _under_way(state)
    match step:
        case EveningStep.ROUND:
            if evening.round or state.is_dealing:
                raise Refused(RefusalCode.ROUND_RUNS)
            if evening.duplicate and not evening.rounds:
                _check_enough(state, tables=2)  # with whom a deal is compared
                return [commitment_with(state, evening.present, chance)]
            return round_drawn(truth, chance)
        case EveningStep.CLOSE:
            if not evening.round:
                raise Refused(RefusalCode.NO_ROUND)
            left = [replace(each, is_over=True) for each in evening.round.tables if not each.is_over]
            return [*map(EveningTableOver, left), *([_end(truth)] if evening.is_last else [])]
        case EveningStep.PAUSE | EveningStep.GO_ON:
            return [EveningPaused(step is EveningStep.PAUSE)]
        case EveningStep.END:
            return [_end(truth)]


def _end(truth: FullTableState) -> EveningEnded:
    """The end of the evening, at which its secret is opened."""
    evening = truth.state.evening
    return EveningEnded(truth.secret if evening and evening.duplicate and evening.rounds else "")


def _check_enough(state: TableState, tables: int = 1) -> None:
    needed = tables * state.settings.players
    if len(_under_way(state).present) < needed:
        raise Refused(RefusalCode.TOO_FEW_PEOPLE, needed=needed)


def round_drawn(truth: FullTableState, chance: Random) -> list[AnyEntry]:
    """The next round; Refused if there are too few people for a table."""
    state = truth.state
    evening, players = _under_way(state), state.settings.players
    _check_enough(state)
    if len(encoded_json(evening)) > MOST_BYTES:
        return [_end(truth)]
    length = evening.length
    if evening.kind is EveningKind.EVERYBODY:
        if len(evening.present) > MOST_ROUNDS:
            raise Refused(RefusalCode.TOO_MANY_PEOPLE, most=MOST_ROUNDS)
        drawn, out = _circle(evening)
        length = evening.length or circle_length(len(evening.present))
    else:
        ranked = [each.person for each in evening.standings if each.person in evening.present]
        if not evening.rounds:
            chance.shuffle(ranked)
        drawn, out = swiss_round(ranked, evening.met, evening.sat_out, players)
    tables = [EveningTable(crockford(chance.randbytes(CODE_BYTES)), people) for people in drawn]
    is_last_without_tables = not tables and len(evening.rounds) + 1 >= length
    return [EveningDrawn(tables, out, length), *([_end(truth)] if is_last_without_tables else [])]


def _circle(evening: Evening) -> tuple[list[list[int]], list[int]]:
    """The pairs of a round of everybody against everybody; who would play an absent person sits out."""
    order = evening.present
    if evening.rounds:
        first = evening.rounds[0]
        known = {*first.out, *(person for table in first.tables for person in table.people)}
        order = [person for person in evening.entered if person in known]
    pairs, out = circle_round(order, len(evening.rounds))
    whole = [pair for pair in pairs if not {*pair} & {*evening.away}]
    left = [person for pair in pairs if pair not in whole for person in pair]
    return whole, [person for person in (*out, *left) if person not in evening.away]


def _under_way(state: TableState) -> Evening:
    """The evening of a table; Refused if there is none that is under way."""
    if state.evening is None or state.evening.is_over:
        raise Refused(RefusalCode.NO_EVENING)
    return state.evening


def table_of_round(
    truth: FullTableState, table: EveningTable, number: int, tokens: Mapping[int, str]
) -> list[AnyEntry]:
    """The beginning of a table of the round: its people come by the hashes of their *tokens*, and sit."""
    state = truth.state
    evening, deal, secret = state.evening, state.deal, ""
    assert evening  # a round is one of an evening
    if evening.duplicate and deal:
        terms = DealTerms(state.code, deal.deal_number, deal.seals)
        secret = round_secret(truth.secret, terms, deal.shares, len(evening.rounds))
    seated: list[AnyEntry] = []
    for seat, person in enumerate(table.people):
        seated += [PersonCame(seat + 1, state.name(person), tokens[person]), SeatTaken(seat, seat + 1)]
    opened = TableOpened(table.code, replace(state.settings, listed=False))
    return [opened, OfEvening(state.code, len(evening.rounds), number, evening.duplicate, secret), *seated]


def evening_match(
    truth: FullTableState, connected: Collection[int], variants: Variants, chance: Random
) -> list[AnyEntry]:
    """The match of a table of an evening; bots stand in for those who are not there."""
    state = truth.state
    missing: list[AnyEntry] = [
        StandInSeated(at, state.settings.stand_in)
        for at, seat in enumerate(state.seats)
        if seat.is_played and seat.person not in connected
    ]
    return [*missing, *begun(truth.after_all(missing, variants), variants, chance)]


def table_over(truth: FullTableState, played: FullTableState) -> list[AnyEntry]:
    """The result of the table at which a match is over; nothing if it is none of the round, or known."""
    evening, record = truth.state.evening, played.record
    tables = evening.round.tables if evening and evening.round else []
    table = next((each for each in tables if each.code == played.state.code and not each.is_over), None)
    if evening is None or evening.is_over or table is None or record is None:
        return []
    rules, seats = record.match.rules, played.state.seats
    winners = [who for seat, who in enumerate(table.people) if rules.side(seat) in record.match.winners]
    away = [who for seat, who in enumerate(table.people) if not seats[seat].is_played]
    leads = [
        [lead(rules, now, rules.side(seat)) for seat in range(rules.players)]
        for now in (record.match.rounds if evening.duplicate else ())
    ]
    over = replace(table, winners=winners, away=away, is_over=True, leads=leads)
    is_last = evening.is_last and evening.after_table(over).round is None
    return [EveningTableOver(over), *([_end(truth)] if is_last else [])]
