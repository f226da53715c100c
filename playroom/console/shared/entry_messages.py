"""The sentences and cues for what happens at a shared table besides the match: one for each kind of entry."""

from collections.abc import Mapping
from typing import assert_never

from playroom.narration.message import Blank, Message, SeatedCue, Urgency
from playroom.online.wire import entries
from playroom.online.wire.table_state import TableState
from playroom.sound.cue import Cue
from playroom.table.shared_table import STRENGTHS

OfSeat = (
    entries.SeatTaken
    | entries.SeatLeft
    | entries.BotSeated
    | entries.StandInSeated
    | entries.SeatReturned
    | entries.TimeRanOut
    | entries.TimeExtended
)  # fmt: skip
OfPerson = (
    entries.PersonCame
    | entries.ReadyChanged
    | entries.PauseAsked
    | entries.PersonMuted
    | entries.PersonKicked
    | entries.PersonBanned
    | entries.HostNamed
    | entries.SeatConsented
    | entries.SeatRefused
)  # fmt: skip


def entry_message(before: TableState, entry: entries.AnyEntry, me: int) -> Message | None:
    """The message of an entry for the person *me*, at a table that was *before*; None if there is none.

    Other modules compare the settings, narrate the match, and announce requests.
    """
    if isinstance(entry, OfSeat):
        return _of_seat(before, entry, me)
    if isinstance(entry, OfPerson):
        return _of_person(before, entry, me)
    match entry:
        case entries.MatchResumed():
            return _message("resumed")
        case (
            entries.TableOpened()
            | entries.SettingsChanged()
            | entries.DeadlineSet()
            | entries.MatchStarted()
            | entries.MatchWent()
        ):
            return None
        case (
            entries.AdministratorCame()
            | entries.SeatAsked()
            | entries.ShareSealed()
            | entries.DealCommitted()
            | entries.ShareGiven()
            | entries.PersonForgotten()
        ):
            return None
    assert_never(entry)


def presence_message(state: TableState, person: int, *, is_connected: bool) -> Message:
    """That the connection of another person is lost, or back."""
    word, cue = ("back", Cue.JOINED) if is_connected else ("gone", Cue.LEFT)
    return _message(word, {"name": state.name(person)}, cue)


def strength_name(bot: str) -> Blank:
    """The strength of a bot; one that only the server knows, as the server names it."""
    return Message(f"menus.bots.{bot}") if bot in STRENGTHS else bot


def _of_seat(before: TableState, entry: OfSeat, me: int) -> Message:
    person = entry.person if isinstance(entry, entries.SeatTaken) else before.seats[entry.seat].person
    blanks: dict[str, Blank] = {"seat": entry.seat + 1, "name": before.name(person or 0)}
    you = "_you" if person == me else ""
    match entry:
        case entries.SeatTaken():
            return _message(f"sat{you}", blanks)
        case entries.BotSeated(_, bot):
            return _message("bot_sat", {**blanks, "bot": strength_name(bot)})
        case entries.SeatLeft():
            return _message("seat_free" if person is None else f"stood{you}", blanks)
        case entries.StandInSeated():
            return _message(f"stand_in{you}", blanks)
        case entries.SeatReturned():
            return _message(f"returned{you}", blanks)
        case entries.TimeRanOut():
            return _message(f"time_over{you}", blanks)
        case entries.TimeExtended(_, seconds, left):
            return _message(f"extended{you}", {**blanks, "seconds": seconds, "left": left})
    assert_never(entry)


def _of_person(before: TableState, entry: OfPerson, me: int) -> Message:
    blanks: dict[str, Blank] = {"name": before.name(entry.person)}
    you = "_you" if entry.person == me else ""
    match entry:
        case entries.PersonCame(_, name):
            return _message(f"joined{you}", {"name": name}, Cue.JOINED)
        case entries.ReadyChanged(_, ready):
            missing = _only_missing(before, entry.person, me) if ready and not you else you
            return _message(f"{'ready' if ready else 'not_ready'}{missing}", blanks)
        case entries.PauseAsked(_, paused):
            return _message(f"{'paused' if paused else 'pause_asked'}{you}", blanks)
        case entries.PersonMuted(_, muted, reason):
            return _message(f"{'muted' if muted else 'unmuted'}{you}", {**blanks, "reason": reason})
        case entries.PersonKicked(_, reason):
            return _message(f"kicked{you}", {**blanks, "reason": reason}, Cue.LEFT)
        case entries.PersonBanned(_, reason):
            return _message(f"banned{you}", {**blanks, "reason": reason}, Cue.LEFT)
        case entries.SeatConsented(_, by):
            agrees = "agrees_you" if by == me else "agrees"
            return _message(agrees, {**blanks, "by": before.name(by)})
        case entries.SeatRefused():
            return _message(f"seat_refused{you}", blanks)
        case entries.HostNamed():
            return _message(f"host{you}", blanks)
    assert_never(entry)


def _only_missing(before: TableState, ready: int, me: int) -> str:
    """What is left for the person *me* to do before the match, once the person *ready* is ready too."""
    seated = {seat.person for seat in before.seats if seat.person is not None}
    missing = seated - {*before.ready, ready}
    if me == before.host and missing <= {me}:
        return "_host_last"
    return "_you_last" if missing == {me} else ""


def _message(word: str, blanks: Mapping[str, Blank] | None = None, cue: Cue | None = None) -> Message:
    sound = SeatedCue(cue) if cue else None
    return Message(f"online.news.{word}", blanks=blanks or {}, sound=sound, urgency=Urgency.EVENT)
