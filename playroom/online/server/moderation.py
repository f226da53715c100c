"""The moderators of a club: what they are shown, what they do, and the news that all hear.

Each act is an entry of the accounts' log, which is the list of what was done, too: all servers of the club
read it, do there what is due, and tell their people. Nobody can change an entry, or do something without one.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import json
from msgspec.structs import replace

from playroom.online.log.table_log import Damaged, TableLog, Unknown
from playroom.online.server.accounts.account_book import AccessBanned, NotBannable
from playroom.online.server.accounts.act_book import ActBook, Acted
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.names import name_key, plain_reason
from playroom.online.server.rate_limits import Deed, RateLimits, Scope
from playroom.online.server.refused import Refused, refused_by_storage
from playroom.online.server.reports import Reported, Reports, evidence
from playroom.online.server.tables.live_table import TABLE, LiveTable
from playroom.online.server.tables.people_decisions import kicked
from playroom.online.server.tables.server_state import FullTableState
from playroom.online.wire import table_commands as commands
from playroom.online.wire.evening import EveningStep
from playroom.online.wire.moderation import (
    ROLES_MADE,
    AccountLine,
    ActKind,
    ActLine,
    AnyLine,
    LookAt,
    Moderate,
    ModeratorList,
    News,
    ReportLine,
    ReportPerson,
    Role,
    Shown,
    TableLine,
)
from playroom.online.wire.protocol import FORMER_MEMBER, SERVER_MESSAGE_BYTES, RefusalCode
from playroom.online.wire.table_state import TableState

if TYPE_CHECKING:
    from playroom.online.server.rooms import Rooms

SHOWN_BYTES: Final = SERVER_MESSAGE_BYTES // 2
"""The room that one message has for the lines of a list."""

MOST_SECONDS: Final = 10 * 366 * 24 * 3600
"""The longest time for which something can last, but for ever."""

OF_ADMINISTRATORS: Final = frozenset({*ROLES_MADE, ActKind.ANNOUNCE, ActKind.CLOSE_CLUB, ActKind.OPEN_CLUB})
"""The acts of administrators alone."""

ON_PEOPLE: Final = frozenset({ActKind.MUTE, ActKind.UNMUTE, ActKind.REMOVE, ActKind.BAN, *ROLES_MADE})
"""The acts on accounts; nobody but an administrator acts on one."""


@dataclass(frozen=True, slots=True)
class Official:
    """Who asks: the name of the account, "" for who has the administrator's token alone, and the role."""

    name: str
    role: Role


class Attendee(Protocol):
    """A connection that follows the news."""

    @property
    def account_name(self) -> str:
        """The name of the account, "" without one."""
        ...

    @property
    def role(self) -> Role:
        """The role of the person."""
        ...

    @property
    def table_code(self) -> str:
        """The code of the table at which it is, "" at none."""
        ...

    @property
    def follows_news(self) -> bool:
        """Whether the client has asked for news."""
        ...

    def send(self, message: News) -> None:
        """Send a message that answers none of the client's."""

    def renew_role(self) -> None:
        """Have the rights of the role of now."""

    def end_if_shut_out(self) -> None:
        """End the connection if its person, or its table, is not to be here any more."""


class Moderation:
    """Takes reports, shows lists to moderators, and does what they ask, at one server of a club."""

    def __init__(self, log: TableLog, rooms: "Rooms", accounts: Accounts, limits: RateLimits) -> None:
        self._rooms, self._accounts, self._limits = rooms, accounts, limits
        self.here: set[Attendee] = set()
        """The connections to this server."""
        self._reports = Reports(log, self._on_report)
        accounts.on_act = self._on_act

    @property
    def _acts(self) -> ActBook:
        return self._accounts.book.acts

    async def catch_up(self) -> None:
        """Read the reports that other servers have taken."""
        with suppress(Damaged, Unknown):
            await self._reports.catch_up()

    async def _read_all(self) -> None:
        """Read what was done and reported until now. Refused if the log does not answer."""
        with refused_by_storage():
            await self._accounts.catch_up()
            await self._reports.catch_up()

    async def report(self, table: LiveTable, reporter: int, message: ReportPerson) -> None:
        """Take a report. Refused if there is no such person, or there are too many."""
        truth = table.history.truth
        people = truth.state.people
        reported = people.get(message.person)
        if reported is None or message.person == reporter:
            raise Refused(RefusalCode.NO_SUCH_PERSON)
        by = people[reporter].name
        lines = evidence(table.passed, reporter, message)
        pair = (Scope.PAIR, f"{table.code} {reporter} {message.person}")
        self._limits.check(Deed.REPORT, (pair,))
        of_evening = truth.state.of_evening
        report = Reported(
            *(by, reported.name, message.reason, plain_reason(message.text), self._accounts.moment),
            *(table.code, truth.state.settings.game),
            players=[people[each].name for each in _playing(truth)],
            lines=lines,
            evening=of_evening.evening if of_evening and of_evening.duplicate else "",
        )
        await self._reports.add(f"{table.code} {reporter} {message.id}", report)

    async def shown(self, official: Official, message: LookAt) -> Shown:
        """A list, as many lines as one message holds. Refused for who is no moderator."""
        _check_moderator(official)
        await self._read_all()
        lines: Iterable[AnyLine]
        match message.what:
            case ModeratorList.REPORTS:
                reports = [await self._report_line(official, *each) for each in [*self._reports.latest]]
                reports.sort(key=lambda each: each.is_settled)
                lines = reports
            case ModeratorList.ACCOUNTS:
                lines = self._account_lines(message.find)
            case ModeratorList.BANS:
                is_admin = official.role is Role.ADMINISTRATOR
                lines = self._accounts.book.bans(self._accounts.moment, of_accounts=not is_admin)
            case ModeratorList.TABLES:
                lines = self._table_lines()
            case ModeratorList.ACTS:
                lines = self._act_lines(is_admin=official.role is Role.ADMINISTRATOR)
        fitting, left = list[AnyLine](), SHOWN_BYTES
        for each in lines:
            left -= len(json.encode(each)) + 1
            if left < 0:
                break
            fitting.append(each)
        return Shown(message.what, fitting, self._acts.closed is not None)

    async def _report_line(self, official: Official, number: int, report: Reported) -> ReportLine:
        """A report as a moderator may read it: who plays the match hears nothing of what was said there."""
        is_settled = number in self._acts.settled
        is_withheld = False
        if official.name in report.players or not official.name:  # they may play in the match under way
            with suppress(Refused):
                async with self._rooms.visit(report.code) as table:
                    truth = table.history.truth
                    is_withheld = _is_among(official, _playing(truth), truth.state)
        if report.evening and not is_withheld:  # whose deals are the same at all tables
            with suppress(Refused):
                async with self._rooms.visit(report.evening) as gathering:
                    state = gathering.history.truth.state
                    tables = state.evening.round.tables if state.evening and state.evening.round else ()
                    playing = {person for each in tables if not each.is_over for person in each.people}
                    is_withheld = _is_among(official, playing, state)
        by, whom = map(self._accounts.shown, (report.by, report.whom))
        lines = [replace(each, name=self._accounts.shown(each.name)) for each in report.lines]
        return ReportLine(
            *(number, by, whom, report.reason, "" if is_withheld else report.text, report.at),
            *(report.code, report.game, [] if is_withheld else lines, is_settled, is_withheld),
        )

    def _account_lines(self, find: str) -> Iterator[AccountLine]:
        """The accounts whose names contain a text: those who are there first."""
        book, now = self._accounts.book, self._accounts.moment
        present = sorted(self._rooms.people.present(), key=lambda each: bool(each.code))
        there = {each.name: each for each in present}
        for name in sorted(book.found(find), key=lambda each: each not in there):
            here, mute, ban = (
                there.get(name),
                self._acts.mute(name, now),
                book.ban(now, f"name:{name_key(name)}"),
            )
            yield AccountLine(
                *(name, self._acts.role(name), here is not None),
                *((here.code, here.game) if here else ("", "")),
                *(mute.until if mute else None, ban.until if ban else None),
            )

    def _act_lines(self, *, is_admin: bool) -> Iterator[ActLine]:
        """What was done; which addresses were banned is for administrators."""
        for each in self._acts.latest:
            is_ban = each.act in (ActKind.BAN, ActKind.LIFT)
            is_name = each.whom == FORMER_MEMBER or self._accounts.book.account(each.whom)
            yield replace(each, whom="") if is_ban and not (is_admin or is_name) else each

    def _table_lines(self) -> Iterator[TableLine]:
        """The open tables, and the private ones at which people of the club are."""
        listed = {each.code: each for each in self._rooms.lobby.all}
        for each in listed.values():
            yield TableLine(each.code, each.game, each.names or [each.host], is_listed=True)
        private: dict[str, TableLine] = {}
        for person in self._rooms.people.present():
            if person.code and person.code not in listed:
                line = private.setdefault(
                    person.code, TableLine(person.code, person.game, [], is_listed=False)
                )
                line.names.append(person.name)
        yield from private.values()

    async def act(self, official: Official, message: Moderate) -> None:
        """Do what a moderator asks. Refused if they may not."""
        _check_moderator(official)
        await self._read_all()
        act, is_admin = message.act, official.role is Role.ADMINISTRATOR
        if act in OF_ADMINISTRATORS and not is_admin:
            raise Refused(RefusalCode.NOT_ADMINISTRATOR)
        if not 0 <= message.seconds <= MOST_SECONDS:
            raise Refused(RefusalCode.MALFORMED)
        if act in ON_PEOPLE and not is_admin and self._acts.role(message.whom) is Role.ADMINISTRATOR:
            raise Refused(RefusalCode.NOT_AGAINST_ADMINISTRATOR, name=message.whom)
        account = self._accounts.book.account(message.whom)
        if act in ON_PEOPLE - {ActKind.REMOVE} and account is None:
            raise Refused(RefusalCode.NO_SUCH_ACCOUNT, name=message.whom)
        whom = account.name if account else message.whom
        with refused_by_storage():
            match act:
                case ActKind.BAN:
                    await self._accounts.ban(whom, message.reason, message.seconds, official.name)
                case ActKind.LIFT:
                    if account is None and not is_admin:  # bans of addresses are the administrator's
                        raise Refused(RefusalCode.NO_SUCH_ACCOUNT, name=whom)
                    try:
                        await self._accounts.lift(whom, message.reason, official.name)
                    except NotBannable as error:
                        raise Refused(RefusalCode.NO_SUCH_ACCOUNT, name=whom) from error
                case _:
                    await self._check_possible(message, is_admin=is_admin)
                    until = self._accounts.until(message.seconds)
                    entry = Acted(
                        official.name, act, whom, message.reason, 0, until, message.code, message.report
                    )
                    await self._accounts.act(entry)
                    if act is ActKind.REMOVE:
                        await self._remove(message)

    async def _check_possible(self, message: Moderate, *, is_admin: bool) -> None:
        """Refused if there is no such report, table or person there, or it is an administrator's."""
        is_of_report = message.act in (ActKind.SETTLE, ActKind.REOPEN)
        if is_of_report and not 1 <= message.report <= self._reports.number:
            raise Refused(RefusalCode.NO_SUCH_REPORT)
        if message.act is ActKind.CLOSE_TABLE:
            async with self._rooms.visit(message.code):
                pass
        if message.act is ActKind.REMOVE:
            async with self._rooms.visit(message.code) as table:
                is_protected = _person(table, message.whom) in table.history.truth.state.administrators
                if is_protected and not is_admin:
                    raise Refused(RefusalCode.NOT_AGAINST_ADMINISTRATOR, name=message.whom)

    async def _remove(self, message: Moderate) -> None:
        """Remove a person from a table; a bot plays on."""
        async with self._rooms.visit(message.code) as table:
            do = commands.Kick(_person(table, message.whom), message.reason)
            await table.commit(TABLE, f"removed-{message.id}", lambda: kicked(table.history.truth, TABLE, do))

    def check_chat(self, name: str) -> None:
        """Refused if a person may not write in the chats of the club."""
        if name:
            self._accounts.check_not_muted(name)

    def check_open(self, code: str) -> None:
        """Refused if a moderator has closed the table."""
        if (reason := self._acts.closed_tables.get(code)) is not None:
            raise Refused(RefusalCode.CLOSED_BY_MODERATOR, reason=reason)

    def check_may_begin(self, do: commands.AnyDo) -> None:
        """Refused if the club is closed, and this begins a match."""
        is_round = isinstance(do, commands.RunEvening) and do.step is EveningStep.ROUND
        begins = is_round or isinstance(do, commands.StartMatch | commands.Rematch | commands.OpenEvening)
        if begins and self._acts.closed is not None:
            raise Refused(RefusalCode.CLUB_CLOSED, reason=self._acts.closed)

    def _on_report(self, report: Reported) -> None:
        """Tell the moderators who are here of a report, but those whom it is about."""
        news = News(f"report-{self._reports.number}-{report.at}", "report", {"name": report.whom})
        for each in [*self.here]:
            if each.follows_news and each.role is not Role.MEMBER and each.account_name != report.whom:
                each.send(news)

    def _on_act(self, number: int, entry: AccessBanned | Acted) -> None:
        """Do here what is due after an act, and tell it to whom it concerns."""
        if isinstance(entry, AccessBanned):
            for each in [*self.here]:
                each.end_if_shut_out()
            return
        blanks: dict[str, object] = {"reason": entry.reason}
        match entry.act:
            case ActKind.ANNOUNCE | ActKind.CLOSE_CLUB | ActKind.OPEN_CLUB:
                self._tell(News(f"act-{number}-{entry.at}", entry.act, blanks))
            case ActKind.MUTE | ActKind.UNMUTE:
                lasts = {"seconds": self._accounts.seconds_to(entry.until)} if entry.until else {}
                code = "mute_until" if entry.until else str(entry.act)
                self._tell(News(f"act-{number}-{entry.at}", code, blanks | lasts), entry.whom)
            case ActKind.CLOSE_TABLE:
                for each in [*self.here]:
                    if each.table_code == entry.code:
                        each.end_if_shut_out()
            case _ if entry.act in ROLES_MADE:
                for each in [*self.here]:
                    if each.account_name == entry.whom:
                        each.renew_role()

    def _tell(self, news: News, whom: str = "") -> None:
        """Tell one person, or all who are here."""
        for each in [*self.here]:
            if each.follows_news and whom in ("", each.account_name):
                each.send(news)


def _check_moderator(official: Official) -> None:
    if official.role is Role.MEMBER:
        raise Refused(RefusalCode.NOT_MODERATOR)


def _playing(truth: FullTableState) -> set[int]:
    """Those who have had a seat in the match that is under way: they may take it again."""
    if not truth.match:
        return set()
    seated = {seat.person for seat in truth.state.seats if seat.person is not None}
    return (seated | {*truth.state.sat}) & truth.state.people.keys()


def _is_among(official: Official, people: Iterable[int], state: TableState) -> bool:
    """Whether a moderator is one of these people; who has a token alone is an administrator of the table."""
    if official.name:
        return any(state.people[each].name == official.name for each in people if each in state.people)
    return not {*people}.isdisjoint(state.administrators)


def _person(table: LiveTable, name: str) -> int:
    """The number of a person at a table; Refused if they are not there."""
    for number, person in table.history.truth.state.people.items():
        if name_key(person.name) == name_key(name) and person.banned is None:
            return number
    raise Refused(RefusalCode.NO_SUCH_PERSON)
