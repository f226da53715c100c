"""Why something cannot be: a move, a table, a deal."""

from collections.abc import Mapping
from dataclasses import replace

from playroom.narration.message import Blank, Either, Half, Message, Players, Urgency, about
from playroom.narration.option import allowed_told, answer_told, numbers_told, question_told, set_told
from playroom.rules.chain import Chain
from playroom.rules.event import Seat
from playroom.rules.legal import Objection, Position
from playroom.rules.move import Move, Play
from playroom.rules.question import is_whole
from playroom.rules.tile import Tile, tiles
from playroom.rules.variant import DealFault, Fault, Refused, Variant
from playroom.rules.view import View

UNFIT = "none"
"""Where a tile fits that fits no end."""


def where_it_fits(chain: Chain, tile: Tile) -> str:
    """The end that *tile* fits: left, right, both or none."""
    ends = chain.fits(tile)
    return "both" if len(ends) > 1 else next(map(str, ends), UNFIT)


def why_not(view: View, move: Move, why: Objection) -> Message:
    """Why the listener may not make this move: "You hold 4-2, which fits left: you may not draw."."""
    seat = 0 if view.seat is None else view.seat
    refused = move_refused(view.position, move, why, seat, view.seat)
    return replace(refused, sound="impossible", urgency=Urgency.ALERT)


def not_your_turn(view: View) -> Message:
    """Why the listener cannot move now: it is another's turn, or nobody's."""
    if view.turn is None:
        return Message("refusals.round_over", sound="impossible", urgency=Urgency.ALERT)
    told = about("refusals.not_your_turn", (view.turn,), view.seat)
    return replace(told, sound="impossible", urgency=Urgency.ALERT)


def move_refused(
    position: Position, move: Move, why: Objection, seat: Seat, ear: Seat | None = None
) -> Message:
    """Why *seat* may not make *move*, for the listener at seat *ear*."""
    return about(f"refusals.moves.{why}", (seat,), ear, _facts(position, move, why))


def other_turn(seat: Seat, turn: Seat | None) -> Message:
    """Why the action of a record cannot be: its player is not to move, but *turn*, or nobody."""
    if turn is None:
        return about("refusals.acts_after_round", (seat,), None)
    return about("refusals.acts_out_of_turn", (seat,), None, {"turn": Players((turn,))})


def table_refused(refused: Refused, variant: Variant | None = None) -> Message:
    """Why a table cannot be set up so; *variant* tells what an option may be answered with."""
    fault, facts = refused.fault, refused.facts
    match fault:
        case Fault.PLAYERS:
            blanks = {"players": _number(facts, "players"), "allowed": numbers_told(_numbers(facts))}
        case Fault.TEAMS:
            return _teams_refused(_number(facts, "teams"), _numbers(facts))
        case Fault.UNKNOWN_OPTION:
            blanks = _unknown_option(facts)
        case Fault.WRONG_ANSWER:
            blanks = _wrong_answer(facts, variant)
        case DealFault():
            return deal_refused(refused)
        case _:
            blanks = {name: _blank(name, fact) for name, fact in facts.items()}
    return Message(f"refusals.tables.{fault}", blanks=blanks)


def deal_refused(refused: Refused) -> Message:
    """Why a round cannot be dealt so, for those at the table."""
    facts = {name: _blank(name, fact) for name, fact in refused.facts.items() if name != "seat"}
    if refused.fault is DealFault.WRONG_STARTER:
        facts["given"] = Players((_number(refused.facts, "given"),))
    seat = refused.facts.get("seat")
    entry = f"refusals.deals.{refused.fault}"
    return about(entry, (seat,), None, facts) if isinstance(seat, int) else Message(entry, blanks=facts)


def with_clause(told: Message, clause: str) -> Message:
    """A refusal with the clause of the rulebook that it rests on, if there is one."""
    return Message("refusals.with_clause", blanks={"told": told, "clause": clause}) if clause else told


def _facts(position: Position, move: Move, why: Objection) -> Mapping[str, Blank]:
    match why:
        case Objection.CAN_PLAY_SO_NO_DRAW | Objection.CAN_PLAY_SO_NO_PASS:
            held = next(tile for tile in position.hand if position.chain.fits(tile))
            return {"tile": held, "fits": where_it_fits(position.chain, held)}
        case Objection.CAN_DRAW_SO_NO_PASS:
            return {"left": position.drawable}
        case Objection.BONEYARD_RESERVED:
            return {"left": position.boneyard}
        case Objection.OPENS_WITH_DOUBLE:
            return {"doubles": Either(tuple(tile for tile in position.hand if tile.is_double))}
        case _:
            return _tile_facts(position.chain, move)


def _tile_facts(chain: Chain, move: Move) -> Mapping[str, Blank]:
    if not isinstance(move, Play):
        return {}
    left, right = map(Half, chain.ends or (0, 0))
    facts: dict[str, Blank] = {"tile": move.tile, "left": left, "right": right}
    return {**facts, "end": move.end} if move.end else facts


def _teams_refused(teams: int, allowed: tuple[int, ...]) -> Message:
    """Where a game leaves no choice between teams and playing alone, that is said plainly."""
    several = [number for number in allowed if number]
    if not several:
        return Message("refusals.tables.teams_never")
    entry = "teams" if 0 in allowed else "teams_always"
    return Message(f"refusals.tables.{entry}", blanks={"teams": teams, "allowed": numbers_told(several)})


def _unknown_option(facts: Mapping[str, object]) -> dict[str, Blank]:
    known = facts["allowed"] if isinstance(facts["allowed"], tuple) else ()
    return {"option": str(facts["option"]), "allowed": tuple(map(str, known)), "known": len(known)}


def _wrong_answer(facts: Mapping[str, object], variant: Variant | None) -> dict[str, Blank]:
    option = str(facts["option"])
    kind = variant.options.get(option) if variant else None
    return {
        "option": question_told(option),
        "given": answer_told(option, facts["given"]),
        "allowed": allowed_told(option, kind) if kind else str(facts["allowed"]),
    }


def _blank(name: str, fact: object) -> Blank:
    """One fact of a refusal."""
    match name, fact:
        case "set", int():
            return set_told(fact)
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
