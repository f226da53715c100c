"""Messages about shared tables, their deals, those who come, and what happens there besides the match."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, assert_never

from playroom.console.ui.room import Room
from playroom.narration.message import Blank, Message, SeatedCue, Title, Urgency, answer
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.online.client.followed_table import FollowedTable
from playroom.online.client.table_client import TableClient
from playroom.online.wire import entries
from playroom.online.wire.protocol import FORMER_MEMBER
from playroom.online.wire.table_commands import Sit
from playroom.online.wire.table_state import TableState
from playroom.rules.legal import legal_moves
from playroom.rules.move import Pass
from playroom.rules.view import View
from playroom.sound.cue import Cue
from playroom.table.shared_table import PHRASES, STRENGTHS, ChatLine, DealProof, DealVerdict


class Topic(StrEnum):
    """What is said of a table and lapses, so that it is not said again when it is no longer true."""

    WHERE = "where"
    """Where the listener has come to, or what they have left, until they go elsewhere."""
    TABLE = "table"
    """What happens at a table, until the listener leaves it."""
    READY = "ready"
    """Who is ready or awaited, until the match begins."""
    HOST = "host"
    """Who is the host, until another is."""
    EVENING = "evening"
    """What happens between the rounds of an evening, until the listener is led to a table."""
    PAUSE = "pause"
    """Whether an evening pauses or its next round begins by itself, until that changes."""
    STANDINGS = "standings"
    """How an evening stands, until there is another result, or a round."""


def invitation_topic(code: str) -> str:
    """The topic of the invitations to a table, which lapse once the listener is there."""
    return f"invitation {code}"


BRIEF_CHAT: Final = 40
"""The characters of chat that are said in brief."""


def sure_to_leave(client: TableClient, others: tuple[str, ...]) -> Message:
    """The question before the listener leaves a table, with what becomes of it.

    *others* are the names of the people at the tables on this machine.
    """
    table = client.table
    if not client.is_connected:
        return Message("online.leave_lost")
    if others:
        return Message(f"online.leave_own{'_match' if table.in_match else ''}", blanks={"names": others})
    if table.in_match:
        leave = "leave_rated" if table.counts else "leave_sure"
        return Message("online.stop_watching" if table.seat is None else f"online.{leave}")
    return Message("online.leave_alone" if client.is_own else "online.leave_others")


def sure_to_quit(client: TableClient | None, others: tuple[str, ...]) -> Message | None:
    """The question before the listener leaves the playroom, if they or *others* are at a table."""
    if others:
        return Message("online.quit_host", blanks={"names": others})
    if not client:
        return None
    table = client.table
    if client.is_own:
        return Message("online.quit_own") if table.in_match else None
    if table.seat is not None:
        return Message("online.quit_rated" if table.in_match and table.counts else "online.quit")
    return Message("online.quit_watching" if table.in_match else "menus.leave_sure")


def next_round_message(table: FollowedTable) -> Message | None:
    """Which key deals the next round, for those who may."""
    return Message("menus.next_round") if table.may_deal else None


def only_pass_message(seen: View) -> Message | None:
    """Which key passes, for a listener who can do nothing else; None if they can, or have just drawn.

    The result of a draw is said with it. Without a choice, the pass would be made automatically.
    """
    if seen.drew or not seen.is_to_move or legal_moves(seen.position) != (Pass(),):
        return None
    return Message(f"online.only_{'stop' if seen.this_turn.extends else 'pass'}")


def match_done_message(table: FollowedTable) -> Message:
    """Which keys lead on after a match."""
    if table.state.of_evening:
        return Message("evenings.match_done")
    entry = f"online.match_done{'_host' if table.is_host else ''}"
    return Message(entry, blanks={"host": table.state.name(table.state.host)})


def refusal_message(
    book: Phrasebook, code: str, blanks: Mapping[str, object], people: Sequence[str] = ()
) -> Message:
    """Why a table refuses something, and the names of the people it waits for; an unknown code is named."""
    entry = f"online.refused.{code}"
    if not book.entries.get(entry):
        return Message("online.refused.other", blanks={"code": code})
    filled: dict[str, Blank] = {
        "reason": "",
        "name": "",
        "game": "",
        "why": "",
        "least": "",
        "names": tuple(people),
        "waiting": len(people),
    }
    games = given if isinstance(given := blanks.get("games"), list) else []
    seconds = given if isinstance(given := blanks.get("seconds"), int) else 1
    if "seconds" in blanks:
        filled["until"] = moment_text(
            datetime.now().astimezone() + timedelta(seconds=seconds), book.language.locale
        )
    written = {name: str(value) for name, value in blanks.items()}
    titles = tuple(Title(str(each)) for each in games)
    return Message(entry, blanks=filled | written | {"seconds": seconds, "games": titles})


def met_message(host: str, fingerprint: str) -> Message:
    """That a server was met for the first time, and how it is recognised from now on, in groups of four."""
    groups = (fingerprint[at : at + 4] for at in range(0, len(fingerprint), 4))
    return Message("online.met", blanks={"host": host, "fingerprint": " ".join(groups)})


def names_of(state: TableState, people: object) -> tuple[str, ...]:
    """The names of the people with these numbers, which a server has sent; unknown ones are left out."""
    numbers = people if isinstance(people, list) else []
    return tuple(
        state.people[each].name for each in numbers if isinstance(each, int) and each in state.people
    )


def member_blank(name: str) -> Blank:
    """The name of a member, or that this was a member who has deleted the account."""
    return Message("club.former_member") if name == FORMER_MEMBER else name


def moment_text(moment: datetime, locale: str) -> str:
    """A day and a time in a language."""
    from babel.dates import format_datetime  # noqa: PLC0415 (only who is banned needs it)

    return str(format_datetime(moment, "d MMMM y HH:mm", locale=locale))


def chat_message(line: ChatLine) -> Message:
    """A chat message with its author, and its recipient if not the table; in brief, its first words."""
    said = phrase_or_text(line.phrase, line.text)
    start = said
    if not line.phrase and len(line.text) > BRIEF_CHAT:
        begun = line.text[:BRIEF_CHAT].rpartition(" ")[0] or line.text[:BRIEF_CHAT]
        start = Message("online.and_more", blanks={"text": begun})
    to = "person" if isinstance(line.to, int) else line.to
    entry = f"online.{'you_say' if line.is_own else 'says'}.{to}"
    blanks: dict[str, Blank] = {"text": said, "start": start}
    blanks["name"] = line.recipient if line.is_own else line.name
    sound = None if line.is_own else SeatedCue(Cue.CHAT)
    return Message(entry, blanks=blanks, sound=sound)


def phrase_or_text(phrase: str, text: str) -> Blank:
    """What was said: a quick phrase, or a text, which ends in a sign as other sentences may follow it."""
    if phrase in PHRASES:
        return Message(f"online.phrase.{phrase}")
    return f"{text}." if text[-1:].isalnum() else text


def seat_message(table: FollowedTable, seat: int) -> Message:
    """The name of the player on a seat."""
    holder = table.state.seats[seat]
    if holder.person is not None:
        you = "_you" if holder.person == table.me else ""
        away = not you and (bool(holder.bot) or not table.is_connected(holder.person))
        word = "absent" if away else "ready" if holder.person in table.state.ready else "person"
        name = table.state.name(holder.person)
        return Message(f"online.seat_{word}{you}", blanks={"seat": seat + 1, "name": name})
    blanks: dict[str, Blank] = {"seat": seat + 1, "bot": strength_name(holder.bot)}
    return Message("online.seat_bot" if holder.bot else "online.seat_free", blanks=blanks)


def seat_to_take(table: FollowedTable) -> int | None:
    """The first free seat before a match, for a listener who has none; None if there is none."""
    is_taken = table.in_match or table.seat is not None or table.state.evening
    return None if is_taken else first_free(table.state)


def first_free(state: TableState) -> int | None:
    """The first seat that nobody has taken, None if there is none."""
    return next((seat for seat, holder in enumerate(state.seats) if holder.is_free), None)


def unseated(table: FollowedTable) -> tuple[str, ...]:
    """The names of the others who are there and have no seat."""
    return tuple(
        person.name
        for number, person in table.state.people.items()
        if number != table.me and table.state.seat_of(number) is None and table.is_connected(number)
    )


def absence_message(table: FollowedTable, seat: int) -> Message | None:
    """That a match waits for the player of a seat, who is away; None if it does not."""
    holder = table.state.seats[seat]
    if holder.person is None or holder.bot or table.is_connected(holder.person):
        return None
    return answer("online.waits_for", name=table.state.name(holder.person))


def tell_proof(room: Room, client: TableClient) -> None:
    """Say whether the deal of the last round was honest."""
    room.speech.reply(*proof_messages(client.proof, at_club=client.has_people))


def tell_false_deal(room: Room, client: TableClient) -> None:
    """Say what is wrong with the deal of the last round, if anything is, and who came to a seat in it."""
    is_due_later = client.proof is not None and client.proof.verdict is DealVerdict.AT_END
    if client.proof and not client.proof.is_honest and not is_due_later:
        room.speech.say(proof_messages(client.proof)[0], urgency=Urgency.ALERT)
    if client.proof and client.proof.seated:
        room.speech.say(_seated(client.proof))


def proof_messages(proof: DealProof | None, *, at_club: bool = False) -> tuple[Message, ...]:
    """Whether the deal was honest, and what that does not prove; *at_club* the server is not the host's."""
    if proof is None:
        return (answer("online.proof.none"),)
    is_of_evening = proof.evening is not None and proof.verdict is DealVerdict.VERIFIED
    verdict = (
        answer("evenings.verified", count=proof.evening or 0)
        if is_of_evening
        else answer(f"online.proof.{proof.verdict}", count=proof.unseen)
    )
    missing = (
        (answer("online.proof.choice", names=proof.missing, count=len(proof.missing), deals=proof.deals),)
        if proof.missing and proof.is_proved
        else ()
    )
    seated = (_seated(proof),) if proof.seated else ()
    limits = (answer(f"online.proof.limits{'_club' if at_club else ''}"),) if proof.is_honest else ()
    # It is said digit by digit, in two groups.
    half = len(proof.code) // 2
    digits = ", ".join(" ".join(group) for group in (proof.code[:half], proof.code[half:]))
    code = (answer("online.proof.code", code=digits),) if proof.code and proof.is_proved else ()
    return (verdict, *missing, *seated, *limits, *code)


def _seated(proof: DealProof) -> Message:
    """The people who have come to a seat of another once the tiles of the round were dealt."""
    return answer("online.proof.seated", names=proof.seated, count=len(proof.seated))


def is_opened(client: TableClient) -> bool:
    """Whether the listener comes to a table that they have opened."""
    return client.is_own or (client.table.is_host and len(client.table.state.people) == 1)


def tell_arrival(room: Room, client: TableClient) -> None:
    """Say the table on arrival; its owner sits down."""
    table, state = client.table, client.table.state
    arrived = "arrived" if seat_to_take(table) is None else "arrived_free"
    arrived = "arrived_to_watch" if client.only_watches else arrived
    # Where no invite can be written, others find the table in a list.
    opened = "opened_link" if client.link else "opened" if room.reaches_machine else "opened_here"
    opened = "opened_again" if table.in_match else opened
    word = opened if is_opened(client) else arrived
    arrival = answer(f"online.{word}", code=state.code, host=state.name(state.host))
    room.speech.say(arrival, urgency=Urgency.ALERT, topic=Topic.WHERE)
    if is_opened(client) and table.seat is None and not table.in_match:
        client.do(Sit(0))


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

    Other modules compare the settings, narrate the match, announce requests, and tell of evenings.
    """
    if isinstance(entry, OfSeat):
        return _of_seat(before, entry, me)
    if isinstance(entry, entries.PersonKicked | entries.PersonBanned) and entry.person == me:
        return None  # the server says so at once, and ends the connection
    if isinstance(entry, entries.HostNamed) and before.of_evening:
        return None  # whose tables have nothing for a host to do
    if isinstance(entry, OfPerson):
        return _of_person(before, entry, me)
    if isinstance(entry, entries.InEvening):
        return None
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
        case entries.EveningOpened() | entries.OfEvening() | entries.EveningCalled():
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
            return _message("kicked", {**blanks, "reason": reason}, Cue.LEFT)
        case entries.PersonBanned(_, reason):
            return _message("banned", {**blanks, "reason": reason}, Cue.LEFT)
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
