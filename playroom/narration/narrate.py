"""The messages of events for each listener: of one alone, and of those whose words depend on each other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from playroom.narration.answers.ends import LINE_ENDS, end_name, end_place, ends_message, numbers_at
from playroom.narration.cues import event_cue
from playroom.narration.message import Blank, Half, Message, Players, Sentences, Series, Urgency, about
from playroom.rules import event as events
from playroom.rules.event import Dealt, Ended, Ending, Event, Passed, Played, Scored, TrainClosed, Turn, Won
from playroom.rules.layout import Cross, OpenEnd, laid_tiles, total
from playroom.rules.match import Match
from playroom.rules.round import Round
from playroom.rules.rulebook.award import Only, When, at, kind_of_last_tile
from playroom.rules.rulebook.questions import Best, BlockedBy, Count, Drawing, Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import round_winners, worth
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import UNKNOWN_TILE, Tile

IN_MID_ROUND = frozenset({When.PLAY, When.PASS, When.LAST_TILE, When.LAST_IN})
"""When points are awarded during a round."""


_CAUSE_UNKNOWN: Mapping[str, Blank] = {"known": "no", "fewest": ""}
"""What is said of who holds the fewest after a block, where that is not known."""


def narrate(
    event: events.Event, ear: Seat | None, rules: Rules, spinner: Tile | None = None
) -> Message | None:
    """The message of *event* alone for the listener at seat *ear*; None if it has none.

    *spinner* is the spinner of the layout, if known. ``narrated`` adds what depends on other events.
    """
    message = _message(event, ear, rules)
    return replace(message, sound=event_cue(event, ear, rules, spinner)) if message else None


def after_round(message: Message) -> Message:
    """A message after the end of a round, with the same urgency, so that their order is kept."""
    return replace(message, urgency=Urgency.ALERT)


def _message(event: events.Event, ear: Seat | None, rules: Rules) -> Message | None:
    """The message of *event* without its cue."""
    match event:
        case events.StartDraw(drawn):
            draws = tuple(about("events.lot", (seat,), ear, {"tile": tile}) for seat, tile in drawn)
            return Message("events.start_draw", blanks={"lots": Sentences(draws)})
        case events.Redealt(why):
            return Message(f"events.redealt.{why}")
        case events.Dealt():
            return _dealt(event, ear, rules)
        case events.Turn(seat):
            return _turn("events.turn", seat, ear) if seat == ear else None
        case events.Again(seat):
            return _turn("events.again", seat, ear)
        case events.Skipped(seat):
            return about("events.skipped", (seat,), ear)
        case events.MustCover(seat, end, number):
            where = end_place(end, ear, mover=seat)
            return _turn("events.must_cover", seat, ear, {"number": Half(number), "where": where})
        case events.MayExtend(seat):
            return _turn(f"events.may_{'extend' if rules.has_trains else 'play_double'}", seat, ear)
        case events.DirectionReversed(clockwise):
            way = "clockwise" if clockwise else "anticlockwise"
            return Message("events.turned_round", blanks={"way": way})
        case events.Played():
            return _played(event, ear, rules)
        case events.ArmsFreed(arms, ends, owed):
            freed = tuple(end_name(each.end, ear) for each in arms)
            left = ends_message(ends, owed, ear, rules)
            return Message("events.arms_freed", blanks={"where": freed, "arms": len(arms), "ends": left})
        case events.FootDone(number, missing, ends):
            left = ends_message(ends, (), ear, rules)
            over: dict[str, Blank] = {"number": Half(number), "missing": missing, "ends": left}
            return Message("events.foot_done", blanks=over)
        case events.Drew(seat, tile) if seat == ear and tile is not None:
            return about("events.drew", (seat,), ear, {"tile": tile, "left": event.left})
        case events.Drew(seat):
            return about("events.drew_hidden", (seat,), ear, {"left": event.left})
        case events.Passed() if rules.passing is Passing.AND_OUT:
            return None  # what it costs is announced (PO-4)
        case events.Passed(seat):
            numbers = numbers_passed(numbers_at(tuple(dict.fromkeys(event.numbers)), rules))
            return about(f"events.{_pass_entry(event)}", (seat,), ear, {"numbers": numbers})
        case events.PlayerOut(seat, left, still_in):
            blanks: dict[str, Blank] = {"left": left, "still": Players(still_in)}
            return about("events.player_out", (seat,), ear, blanks)
        case events.TrainOpened(seat):
            return about("events.train_opened", (seat,), ear)
        case events.TrainClosed(seat):
            return about("events.train_closed", (seat,), ear)
        case events.Ended():
            return _ended(event, ear, rules)
        case events.Bonus(seat, kind, points):
            return about(f"events.bonus.{kind}", (seat,), ear, {"whom": Players((seat,)), "points": points})
        case events.Scored():
            return _scored(event, ear, rules)
        case events.CarriedOver(now):
            return _carried_over(now, ear, rules)
        case events.SidesEliminated(sides):
            return replace(about("events.dropped", _seats(sides, rules), ear), urgency=Urgency.ALERT)
        case events.Won(sides):
            entry = "events.won" if len(sides) == 1 else "events.shared"
            no_totals: dict[str, Blank] = {"margin": 0, "sides": 0, "totals": ""}
            return replace(about(entry, _seats(sides, rules), ear, no_totals), urgency=Urgency.ALERT)
    assert_never(event)


def _dealt(event: events.Dealt, ear: Seat | None, rules: Rules) -> Message:
    hand = () if ear is None else tuple(tile for tile in event.hands[ear] if tile)
    blanks: dict[str, Blank] = {
        "size": max(map(len, event.hands)),
        "hand": hand,
        "held": len(hand),
        "boneyard": len(event.boneyard),
        "use": "aside" if rules.drawing is Drawing.NEVER else "drawn",
    }
    message = about("events.dealt", (event.starter,), ear, blanks)
    if event.engine is not None:
        return Message("events.dealt_engine", blanks={"dealt": message, "engine": event.engine})
    return message


def _turn(entry: str, seat: Seat, ear: Seat | None, blanks: Mapping[str, Blank] | None = None) -> Message:
    message = about(entry, (seat,), ear, blanks)
    return replace(message, urgency=Urgency.ALERT) if seat == ear else message


def _played(event: events.Played, ear: Seat | None, rules: Rules) -> Message:
    """A tile with the ends that it leaves; on a train, its end alone; in a tree, the toes still to go."""
    blanks: dict[str, Blank] = {
        "tile": event.tile if event.seat == ear else event.laid,  # one's own as it was in the hand
        "left": event.left,
        "scoring": "no",
    }
    if rules.has_feet and event.end is not None:
        toes, entry = len(event.owed), "foot_begun" if event.tile.is_double else "toes_to_go"
        foot = Message(f"events.{entry}", blanks={"toes": toes}) if toes else ""
        blanks |= {"where": end_place(event.end, ear), "toes": toes, "foot": foot}
        return about("events.played_foot", (event.seat,), ear, blanks)
    if rules.has_trains:
        changed = changed_end(event)
        where = end_place(changed.end, ear, mover=event.seat)
        train = {**blanks, "where": where, "end": Half(changed.number)}
        return about("events.played_train", (event.seat,), ear, train)
    blanks["ends"] = ends_left_by(event, ear, rules)
    if event.end is None:
        return about("events.opened", (event.seat,), ear, blanks)
    return about("events.played", (event.seat,), ear, {**blanks, "end": str(event.end.arm)})


def ends_left_by(event: events.Played, ear: Seat | None, rules: Rules) -> Message:
    """The ends that a tile of a line leaves; in brief, of more than two of which it counts the sum alone."""
    ends = ends_message(event.ends, event.owed, ear, rules)
    if rules.has_sum and len(event.ends) > len(LINE_ENDS):
        return Message("events.ends_by_sum", blanks={"ends": ends, "sum": total(event.ends)})
    return ends


def changed_end(event: events.Played) -> OpenEnd:
    """The end at which a tile was played, after the play; a StopIteration for a first tile."""
    return next(each for each in event.ends if each.end == event.end)


def numbers_passed(numbers: Iterable[Half]) -> tuple[Message, ...]:
    """The numbers at which a player passed, as messages."""
    return tuple(Message("events.passed_on", blanks={"number": number}) for number in numbers)


def _pass_entry(event: events.Passed) -> str:
    if event.stops:
        return "stopped"
    if event.drew and event.forced is False:
        return "kept"
    return "passed" if event.numbers else "passed_doubles"


def _ended(event: events.Ended, ear: Seat | None, rules: Rules) -> Message:
    """The end of a round; where the game names the winner of a blocked one, with their side (L-2)."""
    entry = f"events.ended_{event.ending}"
    if event.seat is not None:
        message = about(entry, (event.seat,), ear)
    elif event.ending is not events.Ending.BLOCKED:
        message = Message(entry)
    elif not rules.names_winner:
        message = Message(entry, blanks=_CAUSE_UNKNOWN)
    elif event.winner is None:
        message = Message("events.ended_blocked_nobody", blanks={**_CAUSE_UNKNOWN, "why": "unknown"})
    else:
        winners = tuple(rules.seats(rules.side(event.winner)))
        message = about("events.ended_blocked_won", winners, ear, _CAUSE_UNKNOWN)
    return replace(message, urgency=Urgency.ALERT)


def _scored(event: events.Scored, ear: Seat | None, rules: Rules) -> Message:
    """The points; an alert where only the end of a round scores, as that is one.

    Where a tile may score, sides without points are left out. Before anybody had points, totals would repeat
    them.
    """
    if min(event.points) < 0 and rules.love:
        return Message("events.reset", urgency=Urgency.ALERT)
    first = "yes" if event.points == event.totals else "no"
    scorers: list[Message] = []
    others: list[Message] = []
    for side, (points, now) in enumerate(zip(event.points, event.totals, strict=True)):
        seats = tuple(rules.seats(side))
        blanks: dict[str, Blank] = {"points": points, "total": now, "doubled": "no", "first": first}
        if rules.best is Best.HIGHEST:
            line = about("events.points", seats, ear, blanks)
        else:  # they are counted against it
            line = about("events.points_against", seats, ear, {**blanks, "whom": Players(seats)})
        (scorers if points else others).append(line)
    if not scorers:
        entry = "events.nobody_scored" if rules.best is Best.HIGHEST else "events.nothing_against"
        return Message(entry, urgency=Urgency.ALERT)
    told = {"scorers": Sentences(tuple(scorers)), "every": Sentences((*scorers, *others))}
    in_mid_round = rules.bonuses_of_passes or any(award.when in IN_MID_ROUND for award in rules.awards)
    urgency = Urgency.EVENT if in_mid_round else Urgency.ALERT
    entry = "events.scored_on_the_way" if at(rules.awards, When.PLAY) else "events.scored"
    return Message(entry, blanks=told, urgency=urgency)


def _carried_over(now: events.CarryOver, ear: Seat | None, rules: Rules) -> Message | None:
    """What the match carries over; None if that is nothing, and nothing may wait (KZ-6, KZ-7)."""
    every = tuple(carry_messages(now, ear, rules))
    if every:
        return Message("events.carried_over", blanks={"every": Sentences(every)}, urgency=Urgency.ALERT)
    if rules.series is not None:
        return Message("events.series_over", urgency=Urgency.ALERT)
    may_wait = rules.carries_pips or rules.entry is not None
    return Message("events.nothing_waits", urgency=Urgency.ALERT) if may_wait else None


def carry_messages(now: events.CarryOver, ear: Seat | None, rules: Rules) -> Iterator[Message]:
    """What the match carries over, a sentence each."""
    if now.carried:
        entry = "events.eggs" if rules.carries_pips else "events.carried"
        yield Message(entry, blanks={"points": now.carried})
    for side, points in enumerate(now.waits):
        if points:
            yield about("events.waits", tuple(rules.seats(side)), ear, {"points": points})
    for side, rounds in enumerate(now.won):
        if rounds:
            yield about("events.series", tuple(rules.seats(side)), ear, {"rounds": rounds})


def _seats(sides: tuple[Side, ...], rules: Rules) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(rules.players) if rules.side(seat) in sides)


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
    # Hands are compared at the end of a round that is blocked, as far as all are known.
    is_blocked = now.ending is Ending.BLOCKED
    counts = is_blocked and match.rules.blocked_by not in (BlockedBy.NOBODY, BlockedBy.REPLAY)
    is_compared = counts and not any(UNKNOWN_TILE in hand for hand in now.hands)
    return RoundContext(
        log,
        spinner.tile if spinner else None,
        match.totals,
        scores_are_announced,
        deals_are_announced,
        is_compared and len(round_winners(match.rules, now)) > 1,
        _fewest(match, now) if is_compared else None,
    )


def end_context(match: Match) -> RoundContext:
    """The context of the last finished round, for events of several rounds: who has won it, and why."""
    over = next((each for each in reversed(match.rounds) if each.ending), None)
    known = round_context(match, over) if over else UNKNOWN
    return RoundContext(is_level=known.is_level, fewest=known.fewest)


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
