"""Reports at one server, and at two with one log: what moderators read of them, and those who try them."""

import asyncio

from club import PASSWORD, accounts_in
from moderated_club import (
    ADA,
    BEN,
    CY,
    asked,
    everywhere,
    joined,
    news,
    official,
    replied,
    reported,
    shown,
)
from people import ADMIN, Venue, code_of
from support.time.virtual_time import run_virtually
from test_club_people import Run, Servers, at_one, member, opened

from playroom.online.log.memory import MemoryLog
from playroom.online.server.rate_limits import RATES, Deed, Scope
from playroom.online.server.reports import Reported, Reports
from playroom.online.wire.evening import EveningKind, EveningStep
from playroom.online.wire.messages import (
    Ack,
    Chat,
    Hello,
)
from playroom.online.wire.moderation import (
    ActKind,
    ModeratorList,
    ReportedChat,
    ReportLine,
    ReportPerson,
    ReportReason,
)
from playroom.online.wire.protocol import FORMER_MEMBER, VERSION, RefusalCode
from playroom.online.wire.table_commands import (
    EnterEvening,
    OpenEvening,
    Ready,
    RunEvening,
    Sit,
    Stand,
    StartMatch,
)


@everywhere
def test_a_report_has_the_lines_that_the_reporter_could_read_and_a_moderator_hears_of_it(run: Run) -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        mod = await official(second, "Mod")
        ada = await member(first, "Ada")
        code = await opened(ada, game="draw", players=3)
        ben = await joined(await member(second, "Ben"), code)
        cy = await joined(await member(first, "Cy"), code)
        await asyncio.sleep(3)
        await replied(ada, Chat("l1", text="you fool"))
        await replied(ada, Chat("l2", CY, "a secret of ours"))
        await replied(ben, Chat("l1", text="stop it"))
        await asyncio.sleep(1)
        taken = await reported(ben, ADA, "again and again", "l1")
        await asyncio.sleep(3)
        lines = await shown(mod, ModeratorList.REPORTS)
        await cy.catch_up()
        return code, taken, lines, news(mod), news(cy)

    code, taken, lines, told, told_others = run(story)

    chat = [ReportedChat("Ada", "you fool", is_reported=True), ReportedChat("Ben", "stop it")]
    rude = ReportReason.RUDE
    assert taken is None
    assert lines == [ReportLine(1, "Ben", "Ada", rude, "again and again", 0, code, "draw", chat)]
    assert told == [("report", "Ada")]
    assert told_others == []


def test_no_line_can_be_made_up_and_none_reported_that_was_for_others() -> None:
    async def story(servers: Servers) -> object:
        place, _ = servers
        mod, ada = await official(place, "Mod"), await member(place, "Ada")
        code = await opened(ada, game="draw", players=3)
        ben, cy = (
            await joined(await member(place, "Ben"), code),
            await joined(await member(place, "Cy"), code),
        )
        await replied(ada, Chat("private", CY, "for Cy alone"))
        await replied(cy, Chat("mine", text="of Cy"))
        answers = [
            await reported(ben, ADA, line="made-up"),
            await reported(ben, ADA, line="private"),
            await reported(ben, ADA, line="mine"),
            await reported(ben, BEN),
            await reported(ben, 99),
        ]
        return answers, await shown(mod, ModeratorList.REPORTS)

    answers, lines = at_one(story)

    assert answers == [*[RefusalCode.NO_SUCH_LINE] * 3, *[RefusalCode.NO_SUCH_PERSON] * 2]
    assert lines == []


def test_who_plays_there_hears_no_words_of_a_report_until_the_match_is_over() -> None:
    """They may name tiles of others."""

    async def story(servers: Servers) -> object:
        place, _ = servers
        mod, watcher = await official(place, "Mod"), await official(place, "Other")
        code = await opened(mod, game="draw")
        ben = await joined(await member(place, "Ben"), code)
        cy = await joined(await member(place, "Cy"), code)
        for client, do in ((mod, Sit(0)), (ben, Sit(1)), (ben, Ready()), (mod, Ready()), (mod, StartMatch())):
            assert isinstance(await client.do(do), Ack)
        await replied(ben, Chat("l1", CY, "I hold six six"))
        await reported(cy, BEN, "Ben holds six six", "l1")
        during = await shown(mod, ModeratorList.REPORTS), await shown(watcher, ModeratorList.REPORTS)
        assert isinstance(await mod.do(Stand()), Ack)  # and may sit down again
        (stood,) = await shown(mod, ModeratorList.REPORTS)
        return during, stood, mod.frames

    ((own,), (others,)), stood, frames = at_one(story)

    assert stood == own
    assert (own.is_withheld, own.text, own.lines) == (True, "", [])
    assert (others.is_withheld, others.text) == (False, "Ben holds six six")
    assert [each.text for each in others.lines] == ["I hold six six"]
    assert not any("six six" in each for each in frames)


def test_who_plays_with_the_token_alone_hears_no_words_of_a_report_either() -> None:
    async def story() -> list[ReportLine]:
        log = MemoryLog()
        place = Venue(log, accounts=await accounts_in(log), guests=True)
        boss = await place.host(admin=ADMIN)
        ben = await place.guest(code_of(boss), "Ben")
        for client, do in ((boss, Sit(0)), (ben, Sit(1)), (ben, Ready()), (boss, StartMatch())):
            assert isinstance(await client.do(do), Ack)
        await reported(ben, ADA, "Ada holds six six")
        lobby = place.connected()
        lobby.say(Hello(VERSION, admin=ADMIN))
        lines = await shown(lobby, ModeratorList.REPORTS)
        await place.close()
        return lines

    (line,) = run_virtually(story())

    assert (line.is_withheld, line.text) == (True, "")


def a_report(text: str, at: int = 0, evening: str = "") -> Reported:
    return Reported("Ben", "Ada", ReportReason.RUDE, text, at, "OAK", "draw", [], [], evening)


def test_who_plays_the_same_deals_in_an_evening_hears_no_words_of_a_report() -> None:
    async def story(servers: Servers) -> object:
        place, _ = servers
        mod, ada = await official(place, "Mod"), await official(place, "Ada")
        code = await opened(ada, game="draw")
        others = [await joined(await member(place, name), code) for name in ("Ben", "Cy", "Dee")]
        await ada.do(OpenEvening(EveningKind.SWISS, 1, duplicate=True))
        for each in (ada, *others):
            await each.do(EnterEvening())
        await ada.do(RunEvening(EveningStep.ROUND))
        await asyncio.sleep(10)
        reports = Reports(place.log, lambda _: None)
        await reports.add("report", a_report("Ben holds six six", evening=code))
        return [[each.text for each in await shown(client, ModeratorList.REPORTS)] for client in (ada, mod)]

    assert at_one(story) == [[""], ["Ben holds six six"]]


def test_reports_are_forgotten_after_half_a_year() -> None:
    async def story() -> tuple[list[str], list[int], list[str]]:
        log, heard = MemoryLog(), list[Reported]()
        reports = Reports(log, heard.append)
        for day in (0, 1, 181, 182):
            at = day * 24 * 3600
            await reports.add(str(day), a_report(str(day), at))
        again = Reports(log, heard.append)
        await again.catch_up()
        await again.add("183", a_report("183", 0))
        return (
            [each.text for _, each in reports.latest],
            [number for number, _ in again.latest],
            [each.text for each in heard],
        )

    assert run_virtually(story()) == (["182", "181"], [5, 4, 3], ["0", "1", "181", "182", "183"])


def test_a_flood_of_reports_is_refused() -> None:
    most, _ = RATES[Deed.REPORT][Scope.ACCOUNT]
    most_of_pair, _ = RATES[Deed.REPORT][Scope.PAIR]

    async def story(servers: Servers) -> object:
        place, _ = servers
        mod, ada = await official(place, "Mod"), await member(place, "Ada")
        code = await opened(ada, game="draw")
        for name in ("Ben", "Cy", "Dee"):
            await joined(await member(place, name), code)
        of_pair = [await reported(ada, BEN) for _ in range(most_of_pair + 1)]
        of_all = [await reported(ada, each) for each in (CY, 4, CY, 4)]
        return of_pair, of_all, len(await shown(mod, ModeratorList.REPORTS))

    of_pair, of_all, kept = at_one(story)

    assert of_pair == [*[None] * most_of_pair, RefusalCode.TOO_FAST]
    assert of_all[-1] == RefusalCode.TOO_FAST
    assert kept <= most


def test_the_same_report_again_is_taken_once() -> None:
    async def story(servers: Servers) -> object:
        place, _ = servers
        mod, ada = await official(place, "Mod"), await member(place, "Ada")
        code = await opened(ada, game="draw")
        await joined(await member(place, "Ben"), code)
        message = ReportPerson("again", BEN, ReportReason.SPAM)
        answers = [await replied(ada, message), await replied(ada, message)]
        return answers, len(await shown(mod, ModeratorList.REPORTS))

    assert at_one(story) == ([None, None], 1)


def test_a_report_of_who_has_deleted_the_account_has_the_name_nowhere() -> None:
    async def story(servers: Servers) -> list[ReportLine]:
        place, _ = servers
        mod, ada, ben = await official(place, "Mod"), await member(place, "Ada"), await member(place, "Ben")
        await joined(ben, await opened(ada, game="draw"))
        assert await replied(ben, Chat("l1", text="hello")) is None
        await reported(ada, BEN)
        accounts = place.rooms.policy.accounts
        assert accounts
        await accounts.delete("Ben", PASSWORD, "192.0.2.1")
        return await shown(mod, ModeratorList.REPORTS)

    (report,) = at_one(story)

    assert (report.by, report.whom) == ("Ada", FORMER_MEMBER)
    assert [line.name for line in report.lines] == [FORMER_MEMBER]


def test_a_report_is_done_and_undone() -> None:
    async def story(servers: Servers) -> object:
        place, _ = servers
        mod, ada = await official(place, "Mod"), await member(place, "Ada")
        code = await opened(ada, game="draw")
        await joined(await member(place, "Ben"), code)
        for _ in range(2):
            await reported(ada, BEN)
        seen = []
        for act in (ActKind.SETTLE, ActKind.REOPEN):
            assert await asked(mod, act, report=2) is None
            lines = await shown(mod, ModeratorList.REPORTS)
            seen.append([(each.number, each.is_settled) for each in lines])
        return seen, await asked(mod, ActKind.SETTLE, report=3)

    seen, unknown = at_one(story)

    assert seen == [[(1, False), (2, True)], [(2, False), (1, False)]]
    assert unknown == RefusalCode.NO_SUCH_REPORT
