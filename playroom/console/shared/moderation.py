"""Moderation by ear: the news of a club, and the lists of those who moderate it.

News reach the listener at each of their connections, and are said once. What concerns them all is said at a
match too, in its turn; that somebody was reported is said to moderators when nothing else is.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from playroom.console.shared.words import member_blank, moment_text, phrase_or_text
from playroom.console.ui.list import ListPlace, list_title
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.narration.message import Blank, Message, SeatedCue, Series, Urgency, answer
from playroom.online.wire.moderation import (
    ROLES_MADE,
    AccountLine,
    ActKind,
    ActLine,
    AnyLine,
    BanLine,
    ModeratorList,
    News,
    ReportLine,
    Role,
    Shown,
    TableLine,
)
from playroom.online.wire.protocol import FORMER_MEMBER
from playroom.sound.cue import Cue
from playroom.table.shared_table import Invitation
from playroom.voice.utterance import Buffer

if TYPE_CHECKING:
    from playroom.console.shared.club import Club

BESIDE_MATCH: Final = 0.5
"""The strength of the sound of a report during a match."""

HOUR: Final = 3600
DURATIONS: Final = {"hour": HOUR, "day": 24 * HOUR, "week": 168 * HOUR, "month": 720 * HOUR, "ever": 0}
"""How long an act can last, in seconds, 0 for ever."""

MOST_REMEMBERED: Final = 100
"""The most news that are known by their numbers."""


class ClubModeration:
    """What the listener hears of moderation, and does, while they are connected to a club."""

    def __init__(self, room: Room, club: "Club") -> None:
        self._room, self._club = room, club
        self.role = Role.MEMBER
        self._heard: list[str] = []
        self._reports = 0
        """The number of reports that came since their list was opened."""
        self._lines: dict[ModeratorList, list[AnyLine]] = {}
        self._is_closed = False
        """Whether the club is closed to new matches."""
        self._asked: tuple[ModeratorList, str] = (ModeratorList.REPORTS, "")
        self._open: Callable[[], None] | None = None
        """What opens once the server has sent what was asked for."""

    def end(self) -> None:
        """Be at no club any more."""
        self.role, self._reports = Role.MEMBER, 0

    def take_role(self, role: Role) -> None:
        """Take the role of the listener, and say it if it was another one before."""
        before, self.role = self.role, role
        if before is not role:
            self._room.speech.say(Message(f"moderation.role_now.{role}"), urgency=Urgency.EVENT)

    def hear(self, news: News) -> None:
        """Say news, once."""
        entry = f"moderation.news.{news.code}"
        if news.number in self._heard or not self._room.book.entries.get(entry):
            return
        self._heard = [*self._heard[-MOST_REMEMBERED:], news.number]
        filled: dict[str, Blank] = {"reason": "", "name": "", "until": ""}
        filled |= {name: str(value) for name, value in news.blanks.items()}
        if isinstance(seconds := news.blanks.get("seconds"), int):
            filled["until"] = self._moment(round(datetime.now().astimezone().timestamp()) + seconds)
        told = Message(entry, blanks=filled)
        if news.code != "report":
            self._room.speech.say(told, urgency=Urgency.ALERT)
            return
        self._reports += 1
        if self._room.is_at_table:  # the sound at once, the words when nothing else is to be said
            self._room.speech.sound(replace(told, sound=SeatedCue(Cue.INVITED, strength=BESIDE_MATCH)))
            self._room.speech.say(told, urgency=Urgency.ASIDE, buffer=Buffer.CHAT)
        else:
            told = replace(told, sound=SeatedCue(Cue.INVITED))
            self._room.speech.say(told, urgency=Urgency.EVENT, buffer=Buffer.CHAT)

    def items(self) -> Iterator[Item]:
        """The line of a list that leads to all that moderators do; that list says the number of reports."""

        def open_all() -> None:
            self._reports = 0
            self._room.places.open(ListPlace(self._room, Message("moderation.title"), self._doings))

        if self.role is not Role.MEMBER and self._club.lobby:
            label = Message("moderation.open", blanks={"count": self._reports})
            ask = partial(self._ask, ModeratorList.REPORTS, "", open_all)
            yield Item("moderation", label, choose=ask)

    def _doings(self) -> Iterator[Item]:
        def ask_for_name() -> None:
            prompt = Message("moderation.write_name")
            search = partial(self._look, ModeratorList.ACCOUNTS)
            self._room.places.open(TextEntry(self._room, prompt, "", search))

        reports = self._lines.get(ModeratorList.REPORTS, [])
        waiting = sum(isinstance(each, ReportLine) and not each.is_settled for each in reports)
        for what in ModeratorList:
            choose = ask_for_name if what is ModeratorList.ACCOUNTS else partial(self._look, what)
            yield Item(what, Message(f"moderation.lists.{what}", blanks={"count": waiting}), choose=choose)
        if self.role is Role.ADMINISTRATOR:
            announce = partial(self._ask_why, ActKind.ANNOUNCE, "moderation.write_announcement")
            close = partial(self._ask_why, ActKind.CLOSE_CLUB, "moderation.write_announcement")
            reopen = partial(self._do, ActKind.OPEN_CLUB)
            yield _line(ActKind.ANNOUNCE, announce)
            yield _line(ActKind.OPEN_CLUB, reopen) if self._is_closed else _line(ActKind.CLOSE_CLUB, close)

    def _look(self, what: ModeratorList, find: str = "") -> None:
        """Ask for a list; the answer opens it."""

        def open_list() -> None:
            title = Message(f"moderation.titles.{what}", blanks={"count": len(self._lines[what])})
            self._room.places.open(ListPlace(self._room, title, partial(self._items_of, what)))

        self._ask(what, find, open_list)

    def _ask(self, what: ModeratorList, find: str, then: Callable[[], None]) -> None:
        if self._club.lobby:
            self._asked, self._open = (what, find), then
            self._club.lobby.look(what, find)

    def take(self, shown: Shown) -> None:
        """Take a list as it is now, and open what was asked for."""
        self._lines[shown.what], self._is_closed = shown.lines, shown.is_closed
        then, self._open = self._open, None
        if then:
            then()

    def did(self) -> None:
        """Say that something was done, and have the list as it is then."""
        self._room.speech.say(Message("moderation.done"), urgency=Urgency.ALERT)
        if self._club.lobby and self._lines:
            self._open = None
            self._club.lobby.look(*self._asked)

    def _items_of(self, what: ModeratorList) -> Iterator[Item]:
        def open_table(title: Message, there: Invitation) -> None:
            items = partial(self._table_items, there)
            self._room.places.open(ListPlace(self._room, list_title(title), items))

        for line in self._lines[what]:
            match line:
                case ReportLine():
                    choose = partial(self._open_report, line.number)
                    yield Item(str(line.number), self._report_label(line), choose=choose)
                case AccountLine():
                    choose = partial(self._open_account, line.name)
                    yield Item(line.name, self._account_label(line), choose=choose)
                case BanLine():
                    lift = partial(self._ask_why, ActKind.LIFT, whom=line.who)
                    until = self._lasting("banned", line.until)
                    ban: dict[str, Blank] = {"who": line.who, "reason": line.reason, "until": until}
                    yield Item(line.who, Message("moderation.ban", blanks=ban), choose=lift)
                case TableLine():
                    entry = "table" if line.is_listed else "private_table"
                    names = tuple(map(member_blank, line.names))
                    table: dict[str, Blank] = {"game": self._club.game(line.game), "names": names}
                    title = Message(f"moderation.{entry}", blanks=table)
                    choose = partial(open_table, title, Invitation("", line.code, line.game))
                    yield Item(line.code, title, choose=choose)
                case ActLine():
                    yield Item(
                        f"{line.at} {line.act} {line.whom}",
                        act_message(line, self._room.book.language.locale),
                    )

    def _report_label(self, line: ReportLine) -> Message:
        blanks: dict[str, Blank] = {
            "name": member_blank(line.whom),
            "by": member_blank(line.by),
            "reason": Message(f"moderation.reasons.{line.reason}"),
            "when": self._moment(line.at),
        }
        return Message(f"moderation.{'settled' if line.is_settled else 'report'}", blanks=blanks)

    def _open_report(self, number: int) -> None:
        """List what stands in a report, and what can be done about it."""

        def items() -> Iterator[Item]:
            report = self._report(number)
            if report is None:
                return
            if report.is_withheld:
                yield Item("withheld", Message("moderation.withheld"))
            if report.text:
                said: dict[str, Blank] = {"name": member_blank(report.by), "text": report.text}
                yield Item("text", Message("moderation.line", blanks=said))
            for index, line in enumerate(report.lines):
                entry = "reported_line" if line.is_reported else "line"
                blanks: dict[str, Blank] = {
                    "name": member_blank(line.name),
                    "text": phrase_or_text(line.phrase, line.text),
                }
                yield Item(f"line {index}", Message(f"moderation.{entry}", blanks=blanks))
            there = Invitation(report.whom, report.code, report.game)
            if report.whom != FORMER_MEMBER:
                whom = report.whom
                open_account = partial(self._open_account, whom)
                about = partial(self._ask, ModeratorList.ACCOUNTS, whom, open_account)
                yield Item("about", Message("moderation.do.about", blanks={"name": whom}), choose=about)
                yield self._removal(there)
            yield from self._table_items(there)
            act = ActKind.REOPEN if report.is_settled else ActKind.SETTLE
            settle = partial(self._do, act, report=report.number)
            yield Item("settle", Message(f"moderation.do.{act}"), choose=settle)

        if now := self._report(number):
            title = list_title(self._report_label(now))
            self._room.places.open(ListPlace(self._room, title, items))

    def _report(self, number: int) -> ReportLine | None:
        reports = self._lines.get(ModeratorList.REPORTS, [])
        return next(
            (each for each in reports if isinstance(each, ReportLine) and each.number == number), None
        )

    def _account_label(self, line: AccountLine) -> Message:
        facts = [Message("online.person", blanks={"name": line.name})]
        if line.role is not Role.MEMBER:
            facts.append(Message(f"moderation.roles.{line.role}"))
        if line.game:
            facts.append(Message("club.at", blanks={"game": self._club.game(line.game)}))
        elif not line.is_here:
            facts.append(Message("club.away"))
        for entry, until in (("muted", line.muted), ("banned", line.banned)):
            if until is not None:
                facts.append(self._lasting(entry, until))
        return Message("club.person", blanks={"facts": Series(tuple(facts))})

    def _open_account(self, name: str) -> None:
        """List what can be done about an account, or say that there is none."""

        def items() -> Iterator[Item]:
            now = self._account(name)
            if now is None:
                return
            mute = partial(self._ask_how_long, ActKind.MUTE, whom=name)
            unmute = partial(self._do, ActKind.UNMUTE, whom=name)
            ban = partial(self._ask_how_long, ActKind.BAN, whom=name)
            lift = partial(self._ask_why, ActKind.LIFT, whom=name)
            is_muted, is_banned = now.muted is not None, now.banned is not None
            yield _line(ActKind.UNMUTE if is_muted else ActKind.MUTE, unmute if is_muted else mute)
            if now.code:
                there = Invitation(name, now.code, now.game)
                yield self._removal(there)
                yield from self._table_items(there)
            yield _line(ActKind.LIFT if is_banned else ActKind.BAN, lift if is_banned else ban)
            if self.role is Role.ADMINISTRATOR:
                for act, role in ROLES_MADE.items():
                    if role is not now.role:
                        yield _line(act, partial(self._do, act, whom=name))

        line = self._account(name)
        if line is None:
            self._room.speech.answer(answer("online.refused.no_such_account", name=name))
            return
        title = list_title(self._account_label(line))
        self._room.places.open(ListPlace(self._room, title, items))

    def _account(self, name: str) -> AccountLine | None:
        accounts = self._lines.get(ModeratorList.ACCOUNTS, [])
        return next((each for each in accounts if isinstance(each, AccountLine) and each.name == name), None)

    def _removal(self, there: Invitation) -> Item:
        remove = partial(self._ask_why, ActKind.REMOVE, whom=there.name, code=there.code)
        return _line(ActKind.REMOVE, remove)

    def _table_items(self, there: Invitation) -> Iterator[Item]:
        yield Item("go", Message("club.go"), choose=partial(self._club.go, there))
        close = partial(self._ask_why, ActKind.CLOSE_TABLE, code=there.code)
        yield _line(ActKind.CLOSE_TABLE, close)

    def _lasting(self, entry: str, until: int) -> Message:
        """That something lasts until then, or for ever."""
        if until:
            return Message(f"moderation.{entry}_until", blanks={"when": self._moment(until)})
        return Message(f"moderation.{entry}_forever")

    def _moment(self, seconds: int) -> str:
        return _moment(seconds, self._room.book.language.locale)

    def _ask_how_long(self, act: ActKind, **what: Any) -> None:  # noqa: ANN401 (the fields of the message)
        """Ask how long an act lasts, then why."""

        def choose(seconds: int) -> None:
            self._room.places.drop()
            self._ask_why(act, seconds=seconds, **what)

        items = tuple(
            Item(word, Message(f"moderation.durations.{word}"), choose=partial(choose, seconds))
            for word, seconds in DURATIONS.items()
        )
        self._room.places.open(ListPlace(self._room, Message("moderation.how_long"), lambda: items))

    def _ask_why(self, act: ActKind, prompt: str = "moderation.write_heard_reason", **what: Any) -> None:  # noqa: ANN401 (the fields of the message)
        """Ask for the reason of an act, which the person hears, or all do."""

        def do(reason: str) -> None:
            if reason:
                self._do(act, reason=reason, **what)
            else:
                self._room.speech.answer(answer("moderation.needs_reason"))

        self._room.places.open(TextEntry(self._room, Message(prompt), "", do))

    def _do(self, act: ActKind, **what: Any) -> None:  # noqa: ANN401 (the fields of the message)
        if self._club.lobby:
            self._club.lobby.moderate(act, **what)


def act_message(line: ActLine, locale: str) -> Message:
    """What was done, by whom, when, until when and why."""
    is_forgotten = line.act in (ActKind.BAN, ActKind.LIFT) and not line.whom
    whom = Message("moderation.an_address") if is_forgotten else member_blank(line.whom)
    facts = [Message(f"moderation.acts.{line.act}", blanks={"name": whom, "code": line.code})]
    if line.by:
        facts.append(Message("moderation.by", blanks={"name": member_blank(line.by)}))
    if line.at:
        facts.append(Message("moderation.when", blanks={"when": _moment(line.at, locale)}))
    if line.until:
        facts.append(Message("moderation.until", blanks={"when": _moment(line.until, locale)}))
    if line.reason:
        facts.append(Message("moderation.reason", blanks={"reason": line.reason}))
    return Message("club.person", blanks={"facts": Series(tuple(facts))})


def _moment(seconds: int, locale: str) -> str:
    return moment_text(datetime.fromtimestamp(seconds).astimezone(), locale)


def _line(act: ActKind, choose: Callable[[], None]) -> Item:
    return Item(act, Message(f"moderation.do.{act}"), choose=choose)
