"""The messages of consecutive events, whose words depend on each other."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from playroom.narration.message import Blank, Half, Message, Players, Sentences, Series, about
from playroom.narration.narrate import changed_end, ends_left_by, narrate
from playroom.rules.event import Dealt, Ended, Ending, Event, Passed, Played, Scored, TrainClosed, Turn, Won
from playroom.rules.layout import Cross, laid_tiles
from playroom.rules.match import Match
from playroom.rules.round import Round
from playroom.rules.rulebook.award import Only, kind_of_last_tile
from playroom.rules.rulebook.questions import Best, BlockedBy, Count
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import round_winners, worth
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import UNKNOWN_TILE, Tile

DOUBLED_AFTER = (1, 1)
"""The numbers of tiles and passes in a round after which a pass may score double (PO-5)."""


class RoundContext(Struct, frozen=True):
    """The context of the narrated events: the round so far, its spinner, the totals.

    Unless *scores_are_announced*, points for a tile are silent, and its ends are said with the tile; unless
    *deals_are_announced*, so is who starts, and the turn of the listener who does is said.
    *is_level* is set if the round was blocked and several sides have the lowest hand, *fewest* if one has:
    its seats, and what it holds.
    """

    log: Sequence[Event] = ()
    spinner: Tile | None = None
    totals: tuple[int, ...] = ()
    scores_are_announced: bool = True
    deals_are_announced: bool = True
    is_level: bool = False
    fewest: tuple[tuple[Seat, ...], int] | None = None


UNKNOWN = RoundContext()
"""No context besides the events."""


def round_context(
    match: Match,
    now: Round | None = None,
    *,
    scores_are_announced: bool = True,
    deals_are_announced: bool = True,
) -> RoundContext:
    """The context of the round *now* of a match, by default of its last."""
    now = now or match.rounds[-1]
    spinner = now.layout.spinner if isinstance(now.layout, Cross) else None
    log: Sequence[Event] = now.log
    if match.rules.first_pass_doubles:
        played = sum(isinstance(event, Played) for event in log)
        log = log if played == len(laid_tiles(now.layout)) else ()  # in an example, no event has laid some
    return RoundContext(
        log,
        spinner.tile if spinner else None,
        match.totals,
        scores_are_announced,
        deals_are_announced,
        _is_compared(match, now) and len(round_winners(match.rules, now)) > 1,
        _fewest(match, now) if _is_compared(match, now) else None,
    )


def end_context(match: Match) -> RoundContext:
    """The context of the last finished round, for events of several rounds: who has won it, and why."""
    over = next((each for each in reversed(match.rounds) if each.ending), None)
    known = round_context(match, over) if over else UNKNOWN
    return RoundContext(is_level=known.is_level, fewest=known.fewest)


def _is_compared(match: Match, now: Round) -> bool:
    """Whether hands are compared at the end of a round that is blocked, as far as all are known."""
    is_known = not any(UNKNOWN_TILE in hand for hand in now.hands)
    is_compared = match.rules.blocked_by not in (BlockedBy.NOBODY, BlockedBy.REPLAY)
    return is_known and is_compared and now.ending is Ending.BLOCKED


def _fewest(match: Match, now: Round) -> tuple[tuple[Seat, ...], int] | None:
    """The seats that hold the fewest by the tiles alone, and how much; None if that is no single side."""
    rules = match.rules
    by_seat = {seat: worth(rules, now.hands[seat], rules.blocked_count) for seat in now.seats}
    held: dict[tuple[Seat, ...], int] = {(seat,): own for seat, own in by_seat.items()}
    if rules.blocked_by is BlockedBy.SIDE:
        sides = {rules.side(seat): tuple(rules.seats(rules.side(seat))) for seat in now.seats}
        held = {seats: sum(by_seat.get(seat, 0) for seat in seats) for seats in sides.values()}
    elif rules.blocked_by not in (BlockedBy.PLAYER, BlockedBy.UNDER_SIX):
        return None
    fewest = min(held.values())
    best = [seats for seats, own in held.items() if own == fewest]
    return (best[0], fewest) if len(best) == 1 else None


def narrated(
    events: Sequence[Event], ear: Seat | None, rules: Rules, known: RoundContext = UNKNOWN
) -> Iterator[tuple[Event, Message | None]]:
    """Each event with its message for the listener at seat *ear*; None if it has none.

    Who starts a round knows that it is their turn. The points of a tile are said before its ends, and a tile
    that ends the round leaves none; points for a pass that counts double say so; the end of a match lists all
    totals.
    """
    totals = known.totals
    for index, event in enumerate(events):
        if isinstance(event, Scored) and not known.totals:
            totals = event.totals
        message = narrate(event, ear, rules, known.spinner)
        if message and isinstance(event, Scored):
            message = _doubled_if_due(message, event, known.log, rules)
            if message.entry == "events.nobody_scored" and known.is_level:
                message = replace(message, entry="events.nobody_scored_level")
            before = _first(events[:index][::-1])
            play = before if isinstance(before, Played) else None
            has_ends = play and known.scores_are_announced and not _goes_out(events[index + 1 :])
            if play and has_ends:
                ends: dict[str, Blank] = {"ends": ends_after(play, ear, rules), "left": play.left}
                then = about("events.scored_by_tile", (play.seat,), ear, {"scored": message, **ends})
                message = replace(then, urgency=message.urgency, sound=message.sound)
        elif message and isinstance(event, Played):
            # What follows says what the tile leaves: its points, or that one goes out.
            following = events[index + 1 :]
            scores = known.scores_are_announced and isinstance(_first(following), Scored)
            if scores or _goes_out(following):
                message = _with(message, scoring="yes")
        elif message and isinstance(event, Ended):
            message = _with_last_tile(message, event, known.log, rules)
            if not any(isinstance(each, Ended) for each in events[index + 1 :]):  # *known* is the last round
                message = _with_fewest(message, event, known, ear, rules)
                if not any(isinstance(each, Scored) for each in events[index + 1 :]):  # else they tell it
                    message = _with_why_nobody(message, known)
        elif message and isinstance(event, Won) and totals:
            message = _with(message, **_result(event.sides, totals, rules))
        elif known.deals_are_announced and is_first_turn(event, events[:index]):
            message = None
        yield event, message


def _with_last_tile(message: Message, event: Ended, log: Sequence[Event], rules: Rules) -> Message:
    """The end of a round, with the kind of the last tile where that decides what it is worth (DU-2)."""
    last = next((each for each in reversed(log) if isinstance(each, Played)), None)
    is_asked = any(award.only is not Only.ANY for award in rules.awards)
    if not is_asked or last is None or event.ending is not Ending.OUT:
        return message
    fits_both = len({end.number for end in last.ends}) == 1
    kind = kind_of_last_tile(last.tile, fits_both=fits_both)
    if kind is Only.PLAIN:
        return message
    with_tile = Message(f"events.ended_out_with.{kind}", blanks={"ended": message}, sound=message.sound)
    return replace(with_tile, urgency=message.urgency)


def _with_fewest(
    message: Message, event: Ended, known: RoundContext, ear: Seat | None, rules: Rules
) -> Message:
    """The end of a blocked round, with who holds the fewest: the cause of the points that follow."""
    if event.ending is not Ending.BLOCKED or known.fewest is None or "known" not in message.blanks:
        return message
    seats, points = known.fewest
    unit = "tiles" if rules.blocked_count is Count.TILES else "pips"
    blanks: dict[str, Blank] = {"points": points, "unit": unit}
    return _with(message, known="yes", fewest=about("events.fewest", seats, ear, blanks))


def _with_why_nobody(message: Message, known: RoundContext) -> Message:
    """The end of a blocked round, with why nobody wins it: too heavy a hand (CO-3), or equal ones."""
    if message.entry != "events.ended_blocked_nobody" or not known.is_level:
        return message
    return _with(message, why="level" if known.fewest is None else "heavy")


def is_first_turn(event: Event, before: Sequence[Event]) -> bool:
    """Whether *event* is the turn of the player who starts the round that was dealt just *before* it."""
    dealt = before[-1] if before else None
    return isinstance(event, Turn) and isinstance(dealt, Dealt) and dealt.starter == event.seat


def _with(message: Message, **blanks: Blank) -> Message:
    return replace(message, blanks={**message.blanks, **blanks})


def _goes_out(following: Sequence[Event]) -> bool:
    """Whether these events begin with the end of the round by a player who goes out."""
    first = _first(following)
    return isinstance(first, Ended) and first.ending is Ending.OUT


def _first(events: Sequence[Event]) -> Event | None:
    """The first event that is not about the marker of a train."""
    return next((each for each in events if not isinstance(each, TrainClosed)), None)


def ends_after(play: Played, ear: Seat | None, rules: Rules) -> Message:
    """The ends after a tile; of trains, the one that has changed."""
    if rules.has_trains:
        return Message("events.train_end", blanks={"number": Half(changed_end(play).number)})
    return ends_left_by(play, ear, rules)


def _doubled_if_due(message: Message, event: Scored, log: Sequence[Event], rules: Rules) -> Message:
    """Points, marked as doubled if they are for a pass that counts double (PO-5)."""
    before = log[: log.index(event)] if event in log else ()
    counts = tuple(sum(isinstance(each, kind) for each in before) for kind in (Played, Passed))
    if not rules.first_pass_doubles or counts != DOUBLED_AFTER:
        return message
    doubled: dict[str, Blank] = {}
    for name, blank in message.blanks.items():
        if isinstance(blank, Sentences):
            lines = (_with(line, doubled="yes") if line.blanks["points"] else line for line in blank.messages)
            doubled[name] = Sentences(tuple(lines))
    return _with(message, **doubled)


def _result(sides: tuple[Side, ...], totals: tuple[int, ...], rules: Rules) -> dict[str, Blank]:
    """The winner's lead, 0 if several share the win, and all totals, the best first."""
    sign = -1 if rules.best is Best.HIGHEST else 1
    ranked = sorted(range(rules.sides), key=lambda side: (side not in sides, sign * totals[side]))
    lines = (
        Message("events.total", blanks={"whom": Players(tuple(rules.seats(side))), "total": totals[side]})
        for side in ranked
    )
    others = [sign * totals[side] for side in ranked if side not in sides]
    ahead = min(others, default=0) - sign * totals[sides[0]] if len(sides) == 1 else 0
    return {"margin": max(0, ahead), "sides": rules.sides, "totals": Series(tuple(lines))}
