"""The chat of a table: checked and passed on, never in its log."""

from collections.abc import Collection

from playroom.online.server.names import plain_text
from playroom.online.server.refused import Refused
from playroom.online.wire.messages import Chat, Said
from playroom.online.wire.protocol import LONGEST_CHAT, RefusalCode
from playroom.online.wire.table_state import TableState
from playroom.table.shared_table import PHRASES, Recipient


def said(state: TableState, person: int, chat: Chat) -> Said:
    """The entry of what a person says; Refused if they are muted, or say nothing."""
    if (reason := state.people[person].muted) is not None:
        raise Refused(RefusalCode.MUTED, reason=reason)
    text = plain_text(chat.text, LONGEST_CHAT)
    if bool(text) == bool(chat.phrase) or (chat.phrase and chat.phrase not in PHRASES):
        raise Refused(RefusalCode.MALFORMED)
    return Said(person, chat.to, text, chat.phrase)


def recipients(state: TableState, person: int, to: Recipient, connected: Collection[int]) -> list[int]:
    """Those who get what a person says: themselves among them."""
    if to == "table":
        return [*connected]
    if to == "team":
        team = _team(state, person)
        return [each for each in connected if each in team]
    if to not in connected:
        raise Refused(RefusalCode.NO_SUCH_PERSON)
    return [*{person, to}]


def _team(state: TableState, person: int) -> list[int]:
    """The people of one's side; Refused if there are no teams."""
    seat, teams = state.seat_of(person), state.settings.teams
    if seat is None or not teams:
        raise Refused(RefusalCode.NO_TEAM)
    mates = (each.person for each in state.seats[seat % teams :: teams])
    return [mate for mate in mates if mate is not None]
