"""What is said of shared tables."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from playroom.console.shared.protocols import SharedTableClient
from playroom.narration.message import Blank, Message, SeatedCue, Urgency
from playroom.narration.phrasebook import Phrasebook
from playroom.sound.cue import Cue
from playroom.table.shared_table import PHRASES, STRENGTHS, ChatLine, SharedTableState, TableNews

CUES: Final[Mapping[str, Cue]] = {
    "joined": Cue.JOINED,
    "back": Cue.JOINED,
    "gone": Cue.LEFT,
    "kicked": Cue.LEFT,
    "banned": Cue.LEFT,
}
"""The cues of news."""

TIME_LEFT: Final = "time_left"
"""News of thinking time, which is said to the player to move alone; others ask for it."""

BRIEF_CHAT: Final = 40
"""The characters of chat that are said in brief."""


def sure_to_leave(client: SharedTableClient, others: tuple[str, ...]) -> Message | None:
    """The question before the listener leaves a table; None if nobody would notice.

    *others* are the names of the people at the tables on this machine.
    """
    state = client.state
    is_alone = not any(each.is_connected for number, each in state.people.items() if number != state.me)
    if not client.is_connected:
        return Message("online.leave_lost")
    if others:
        return Message(f"online.leave_own{'_match' if state.in_match else ''}", blanks={"names": others})
    if state.in_match:
        return Message("online.stop_watching" if state.seat is None else "online.leave_sure")
    return None if is_alone else Message("online.leave_others")


def sure_to_quit(client: SharedTableClient | None, others: tuple[str, ...]) -> Message | None:
    """The question before the listener leaves the playroom, if they or *others* are at a table."""
    if others:
        return Message("online.quit_host", blanks={"names": others})
    if not client or not client.is_own:
        return Message("online.quit") if client else None
    return Message("online.quit_own") if client.state.in_match else None


def next_round_told(state: SharedTableState) -> Message | None:
    """Which key deals the next round, for those who may."""
    return Message("menus.next_round") if state.may_deal else None


def match_done_told(state: SharedTableState) -> Message:
    """Which keys lead on after a match."""
    entry = f"online.match_done{'_host' if state.is_host else ''}"
    return Message(entry, blanks={"host": state.people[state.host].name})


def is_said(news: TableNews) -> bool:
    """Whether news are said unasked."""
    return news.word != "deadline" and (news.is_own or news.word != TIME_LEFT)


def news_told(news: TableNews) -> Message:
    """What is said of news."""
    blanks: dict[str, Blank] = dict(news.blanks)
    if bot := news.blanks.get("bot"):
        blanks["bot"] = _strength(str(bot))
    entry = f"online.news.{news.word}{'_you' if news.is_own else ''}"
    cue = CUES.get(news.word)
    urgency = Urgency.HINT if news.word == TIME_LEFT else Urgency.EVENT
    return Message(entry, blanks=blanks, sound=SeatedCue(cue) if cue else None, urgency=urgency)


def refusal_told(book: Phrasebook, code: str, blanks: Mapping[str, object]) -> Message:
    """Why a table refuses something; a code that is not known is named."""
    entry = f"online.refused.{code}"
    if not book.entries.get(entry):
        return Message("online.refused.other", blanks={"code": code})
    filled: dict[str, Blank] = {"reason": "", "name": "", "game": "", "why": "", "least": ""}
    if isinstance(seconds := blanks.get("seconds"), int):
        filled["until"] = moment_told(
            datetime.now().astimezone() + timedelta(seconds=seconds), book.language.locale
        )
    return Message(entry, blanks=filled | {name: str(value) for name, value in blanks.items()})


def moment_told(moment: datetime, locale: str) -> str:
    """A day and a time in a language."""
    from babel.dates import format_datetime  # noqa: PLC0415 (only who is banned needs it)

    return str(format_datetime(moment, "d MMMM y HH:mm", locale=locale))


def chat_told(line: ChatLine, urgency: Urgency) -> Message:
    """What somebody says, with their name, and to whom if it is not the table; in brief, the first words."""
    said: Blank = Message(f"online.phrase.{line.phrase}") if line.phrase in PHRASES else _sentence(line.text)
    to = "person" if isinstance(line.to, int) else line.to
    entry = f"online.{'you_say' if line.is_own else 'says'}.{to}"
    blanks: dict[str, Blank] = {"text": said, "start": said if line.phrase else _beginning(line.text)}
    blanks["name"] = line.recipient if line.is_own else line.name
    sound = None if line.is_own else SeatedCue(Cue.CHAT)
    return Message(entry, blanks=blanks, sound=sound, urgency=urgency)


def _sentence(text: str) -> str:
    """The text with a full stop unless another sign ends it: other sentences may follow in one breath."""
    return f"{text}." if text[-1:].isalnum() else text


def _beginning(text: str) -> Blank:
    """The first words of a long text."""
    if len(text) <= BRIEF_CHAT:
        return _sentence(text)
    return Message(
        "online.and_more", blanks={"text": text[:BRIEF_CHAT].rpartition(" ")[0] or text[:BRIEF_CHAT]}
    )


def _strength(bot: str) -> Blank:
    """The strength of a bot; one that only the server knows, as the server names it."""
    return Message(f"menus.bots.{bot}") if bot in STRENGTHS else bot


def seat_told(state: SharedTableState, seat: int) -> Message:
    """Who sits on a seat."""
    holder = state.seats[seat]
    person = state.people.get(holder.person) if holder.person is not None else None
    if person:
        away = bool(holder.bot) or not person.is_connected
        word = "absent" if away else "ready" if person.is_ready else "person"
        return Message(f"online.seat_{word}", blanks={"seat": seat + 1, "name": person.name})
    blanks: dict[str, Blank] = {"seat": seat + 1, "bot": _strength(holder.bot)}
    return Message("online.seat_bot" if holder.bot else "online.seat_free", blanks=blanks)
