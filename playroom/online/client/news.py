"""What is told of the entries of a table beside its match."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from playroom.online.wire.entries import (
    AnyEntry,
    BotSeated,
    DeadlineSet,
    HostNamed,
    MatchResumed,
    PauseAsked,
    PersonBanned,
    PersonCame,
    PersonKicked,
    PersonMuted,
    ReadyChanged,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    SettingsChanged,
    StandInSeated,
    TimeExtended,
    TimeRanOut,
)
from playroom.online.wire.messages import Said
from playroom.online.wire.table_state import TableState
from playroom.table.shared_table import ChatLine, Recipient, TableNews


def news(before: TableState, entry: AnyEntry, me: int) -> Iterator[TableNews]:
    """What an entry of a table that stood like *before* is to the person *me*."""
    match entry:
        case PersonCame(person, name):
            yield TableNews("joined", {"name": name}, person == me)
        case SettingsChanged():
            yield TableNews("settings", {})
        case MatchResumed():
            yield TableNews("resumed", {})
        case SeatTaken() | SeatLeft() | BotSeated() | StandInSeated() | SeatReturned() | TimeRanOut():
            yield _news_of_seat(before, entry, me)
        case DeadlineSet(seat, seconds):
            yield time_news("deadline", before, seat, seconds, me)
        case TimeExtended(seat, seconds, left):
            blanks = {"seat": seat + 1, "seconds": seconds, "left": left}
            yield _of_person("extended", before, before.seats[seat].person or 0, me, blanks)
        case ReadyChanged(person, ready):
            yield _of_person("ready" if ready else "not_ready", before, person, me)
        case PauseAsked(person, paused):
            yield _of_person("paused" if paused else "pause_asked", before, person, me)
        case PersonMuted() | PersonKicked() | PersonBanned():
            reason = {"reason": entry.reason}
            yield _of_person(_word_of_moderation(entry), before, entry.person, me, reason)
        case HostNamed(person):
            yield _of_person("host", before, person, me)
        case _:
            return


def time_news(word: str, state: TableState, seat: int, seconds: int, me: int) -> TableNews:
    """How many seconds the player of a seat has, as a "deadline" that was set or as the "time_left"."""
    blanks = {"seat": seat + 1, "seconds": seconds}
    return _of_person(word, state, state.seats[seat].person or 0, me, blanks)


def chat_line(said: Said, state: TableState, me: int) -> ChatLine:
    """What somebody says at a table, as the person *me* hears it."""
    name, recipient = _name(state, said.person), _name(state, said.to)
    return ChatLine(name, said.text, said.phrase, said.person == me, said.to, recipient)


def _name(state: TableState, person: Recipient) -> str:
    known = state.people.get(person) if isinstance(person, int) else None
    return known.name if known else ""


OfSeat = SeatTaken | SeatLeft | BotSeated | StandInSeated | SeatReturned | TimeRanOut


def _news_of_seat(before: TableState, entry: OfSeat, me: int) -> TableNews:
    blanks: dict[str, str | int] = {"seat": entry.seat + 1}
    sitting = before.seats[entry.seat].person
    match entry:
        case SeatTaken(_, person):
            return _of_person("sat", before, person, me, blanks)
        case BotSeated(_, bot):
            return TableNews("bot_sat", {**blanks, "bot": bot})
        case SeatLeft() if sitting is None:
            return TableNews("seat_free", blanks)
        case SeatLeft():
            word = "stood"
        case StandInSeated():
            word = "stand_in"
        case SeatReturned():
            word = "returned"
        case TimeRanOut():
            word = "time_over"
    return _of_person(word, before, sitting or 0, me, blanks)


def _word_of_moderation(entry: PersonMuted | PersonKicked | PersonBanned) -> str:
    match entry:
        case PersonMuted(muted=muted):
            return "muted" if muted else "unmuted"
        case PersonKicked():
            return "kicked"
        case PersonBanned():
            return "banned"
    assert_never(entry)


def _of_person(
    word: str, state: TableState, person: int, me: int, blanks: Mapping[str, str | int] | None = None
) -> TableNews:
    return TableNews(word, {"name": _name(state, person), **(blanks or {})}, person == me)
