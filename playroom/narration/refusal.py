"""Why a move, a table or a deal is refused."""

from collections.abc import Mapping

from msgspec.structs import replace

from playroom.narration.answers.ends import end_name, end_place, ends_message, fit, number_at, numbers_at
from playroom.narration.cues import IMPOSSIBLE
from playroom.narration.file_errors import allowed_values
from playroom.narration.message import Blank, Either, Half, Message, Players, Urgency, about
from playroom.narration.rules.option import (
    allowed_answers,
    answer_name,
    number_choice,
    question_name,
    tile_set_name,
)
from playroom.rules.event import Drew
from playroom.rules.legal import Objection, Position, fitting_ends, opening_tile
from playroom.rules.move import Move, Play
from playroom.rules.rulebook.answer_kinds import is_whole
from playroom.rules.rulebook.fault import DealFault, InvalidTable, TableFault
from playroom.rules.rulebook.variant import Variant
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile, tiles
from playroom.rules.view import View
from playroom.strict_yaml import quoted


def why_not(view: View, move: Move, why: Objection) -> Message:
    """Why the listener may not make this move: "You hold 4-2, which fits left: you may not draw."."""
    seat = 0 if view.seat is None else view.seat
    if why is Objection.NO_SUCH_END and view.rules.has_engine:
        shape = str(view.rules.shape)
        return Message("refusals.no_sides", blanks={"shape": shape}, sound=IMPOSSIBLE, urgency=Urgency.ALERT)
    refused = move_refused(view.position, move, why, seat, view.seat)
    drawn = (event.tile for event in reversed(view.log) if isinstance(event, Drew) and event.seat == seat)
    playable = tuple(filter(view.position.is_playable, view.hand))
    if why is Objection.DREW_ALREADY and (tile := next(drawn, None)) and playable != (tile,):
        refused = Message("refusals.drawn_already", blanks={"tile": tile})
    return replace(refused, sound=IMPOSSIBLE, urgency=Urgency.ALERT)


def not_your_turn(view: View) -> Message:
    """Why the listener cannot move now: another player's turn, or none."""
    if view.turn is None:
        entry = "refusals.match_over" if view.winners else "refusals.round_over"
        return Message(entry, sound=IMPOSSIBLE, urgency=Urgency.ALERT)
    message = about("refusals.not_your_turn", (view.turn,), view.seat)
    if view.seat is not None and view.seat not in view.seats:
        message = Message("refusals.eliminated")
    elif view.seat in view.out:
        message = Message("refusals.out_of_round", blanks={"who": Players((view.turn,))})
    return replace(message, sound=IMPOSSIBLE, urgency=Urgency.ALERT)


def move_refused(
    position: Position, move: Move, why: Objection, seat: Seat, ear: Seat | None = None
) -> Message:
    """Why *seat* may not make *move*, for the listener at seat *ear*."""
    return about(f"refusals.moves.{why}", (seat,), ear, _facts(position, move, why, ear))


def other_turn(seat: Seat, turn: Seat | None) -> Message:
    """Why an action of a record is refused: *turn* is to move, or no seat if None."""
    if turn is None:
        return about("refusals.acts_after_round", (seat,), None)
    return about("refusals.acts_out_of_turn", (seat,), None, {"turn": Players((turn,))})


def table_refused(refused: InvalidTable, variant: Variant | None = None) -> Message:
    """Why a table is refused; *variant* gives the allowed answers of an option."""
    fault, facts = refused.fault, refused.facts
    match fault:
        case TableFault.PLAYERS:
            blanks = {"players": _number(facts, "players"), "allowed": number_choice(_numbers(facts))}
        case TableFault.TEAMS:
            allowed = _numbers(facts)
            several = [number for number in allowed if number]
            if not several:
                return Message("refusals.tables.teams_never")
            entry = "teams" if 0 in allowed else "teams_always"
            return Message(
                f"refusals.tables.{entry}",
                blanks={"teams": _number(facts, "teams"), "allowed": number_choice(several)},
            )
        case TableFault.UNKNOWN_OPTION:
            known = facts["allowed"] if isinstance(facts["allowed"], tuple) else ()
            blanks = {
                "option": quoted(facts["option"]),
                "allowed": tuple(map(str, known)),
                "known": len(known),
            }
        case TableFault.WRONG_ANSWER:
            option = str(facts["option"])
            kind = variant.options.get(option) if variant else None
            given, short = facts["given"], quoted(facts["given"])  # a long answer is shortened
            blanks = {
                "option": question_name(option),
                "given": answer_name(option, given) if short == str(given) else short,
                "allowed": allowed_answers(option, kind) if kind else allowed_values(facts["allowed"]),
            }
        case DealFault():
            return deal_refused(refused)
        case _:
            blanks = {name: _blank(name, fact) for name, fact in facts.items()}
    return Message(f"refusals.tables.{fault}", blanks=blanks)


def deal_refused(refused: InvalidTable) -> Message:
    """Why a deal is refused, for those at the table."""
    facts = {name: _blank(name, fact) for name, fact in refused.facts.items() if name != "seat"}
    if refused.fault is DealFault.WRONG_STARTER:
        facts["given"] = Players((_number(refused.facts, "given"),))
    seat = refused.facts.get("seat")
    entry = f"refusals.deals.{refused.fault}"
    return about(entry, (seat,), None, facts) if isinstance(seat, int) else Message(entry, blanks=facts)


def with_clause(message: Message, clause: str) -> Message:
    """A refusal with its clause of the rulebook, if there is one."""
    return Message("refusals.with_clause", blanks={"told": message, "clause": clause}) if clause else message


def _facts(position: Position, move: Move, why: Objection, ear: Seat | None) -> Mapping[str, Blank]:
    match why:
        case Objection.CAN_PLAY_SO_NO_DRAW | Objection.CAN_PLAY_SO_NO_PASS:
            playable = tuple(filter(position.is_playable, position.hand))
            # A matador only if nothing else fits (MA-7).
            held = next((each for each in playable if each not in position.rules.wild), playable[0])
            return {"tile": held, **fit(position, held, ear)}
        case Objection.CAN_DRAW_SO_NO_PASS:
            return {"left": position.drawable}
        case Objection.BONEYARD_RESERVED:
            return {"left": position.boneyard}
        case Objection.OPENS_WITH_DOUBLE:
            return {"doubles": Either(tuple(tile for tile in position.hand if tile.is_double))}
        case Objection.OPENS_WITH_HIGHEST | Objection.OPENS_WITH_LOWEST | Objection.OPENS_WITH_ONE_ONE:
            return {"tile": opening_tile(position.hand, position.opening)}
        case Objection.MUST_COVER:
            first = position.owed[0]
            return {
                "number": number_at(position.layout.open_ends, first),
                "where": end_place(first, ear, mover=position.seat),
            }
        case _ if not isinstance(move, Play):
            return {}
        case Objection.DOES_NOT_FIT:
            return {"tile": move.tile, **_ends_facts(position, move.tile)}
        case Objection.DOES_NOT_FIT_THERE if move.end:
            number = number_at(position.layout.open_ends, move.end)
            return {"tile": move.tile, "where": end_name(move.end, ear), "number": number}
        case Objection.NO_SUCH_END if move.end:
            return {"where": end_place(move.end, ear)}
        case Objection.TRAIN_CLOSED:
            fitting = fitting_ends(position.rules, position.layout, move.tile)
            closed = tuple(end_name(each.end, ear) for each in fitting if move.end in (None, each.end))
            return {"tile": move.tile, "where": closed, "trains": len(closed)}
        case Objection.DOUBLES_OWED:
            ends = ends_message(position.layout.open_ends, position.layout.owing_arms, ear, position.rules)
            return {"tile": move.tile, "ends": ends}
        case Objection.TOES_OWED:
            toes = position.layout.toes_owed
            return {"tile": move.tile, "ends": ends_message(position.reach, toes, ear, position.rules)}
        case _:
            return {"tile": move.tile, **fit(position, move.tile, ear)}


def _ends_facts(position: Position, played: Tile) -> Mapping[str, Blank]:
    """The numbers at the ends in reach; *alike* is their count if they are all equal, else 0."""
    reach = position.reach_of_doubles if played.is_double else position.reach
    numbers = tuple(each.number for each in reach)
    shape = "trains" if position.rules.has_trains else "line"
    if len(set(numbers)) > 1:
        return {"ends": numbers_at(numbers, position.rules), "alike": 0, "shape": shape}
    return {"ends": Half(numbers[0]), "alike": len(numbers), "shape": shape}


def _blank(name: str, fact: object) -> Blank:
    """One fact of a refusal."""
    match name, fact:
        case "set", int():
            return tile_set_name(fact)
        case "tiles", str():
            return tiles(fact)
        case _, int() | Tile():
            return fact
    return str(fact)


def _number(facts: Mapping[str, object], name: str) -> int:
    return int(str(facts[name]))


def _numbers(facts: Mapping[str, object]) -> tuple[int, ...]:
    allowed = facts["allowed"]
    return tuple(filter(is_whole, allowed)) if isinstance(allowed, tuple) else ()
