"""Moderation at one server, and at two with one log: roles, acts, news; and those who try them."""

import asyncio

import pytest
from club import PASSWORD, accounts_in, answer, visitor
from moderated_club import (
    asked,
    caught_up,
    everywhere,
    joined,
    news,
    official,
    replied,
    shown,
)
from people import ADMIN, Venue, code_of
from support.time.virtual_time import run_virtually
from test_club_people import Run, Servers, at_one, member, opened

from playroom.online.log.memory import MemoryLog
from playroom.online.wire.entries import PersonKicked
from playroom.online.wire.messages import (
    Chat,
    Gone,
    Hello,
    Join,
    Joined,
    Nak,
    Said,
    SignedIn,
    SignIn,
)
from playroom.online.wire.moderation import (
    AccountLine,
    ActKind,
    ActLine,
    BanLine,
    FollowNews,
    LookAt,
    ModeratorList,
    News,
    Role,
    RoleIs,
    TableLine,
)
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import (
    Ready,
    Sit,
    StartMatch,
)


@pytest.mark.parametrize("act", ActKind)
def test_who_is_no_moderator_does_nothing_and_sees_nothing(act: ActKind) -> None:
    async def story(servers: Servers) -> object:
        place, _ = servers
        ada, ben = await member(place, "Ada"), await member(place, "Ben")
        code = await opened(ben, game="draw")
        refused = await asked(ada, act, whom="Ben", code=code, reason="mine", report=1)
        ada.say(LookAt("look", ModeratorList.ACTS))
        no_list = await ada.wait(Nak)
        accounts = place.rooms.policy.accounts
        assert accounts
        return refused, no_list.code, [*accounts.book.acts.latest]

    assert at_one(story) == (RefusalCode.NOT_MODERATOR, RefusalCode.NOT_MODERATOR, [])


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        *((act, RefusalCode.NOT_AGAINST_ADMINISTRATOR) for act in ("mute", "unmute", "remove", "ban")),
        *((act, RefusalCode.NOT_ADMINISTRATOR) for act in ("make_member", "make_administrator")),
        *((act, RefusalCode.NOT_ADMINISTRATOR) for act in ("announce", "close_club", "open_club")),
    ],
)
def test_a_moderator_has_no_power_over_an_administrator(act: str, expected: RefusalCode) -> None:
    async def story(servers: Servers) -> object:
        place, _ = servers
        mod, boss = await official(place, "Mod"), await official(place, "Boss", ActKind.MAKE_ADMINISTRATOR)
        code = await opened(boss, game="draw")
        return await asked(mod, ActKind(act), whom="BOSS", code=code)

    assert at_one(story) == expected


def test_the_account_that_comes_with_the_token_is_an_administrator_to_moderators_too() -> None:
    async def story(servers: Servers) -> object:
        place, _ = servers
        mod, boss = await official(place, "Mod"), place.connected(address="198.51.100.1")
        boss.say(Hello(VERSION, admin=ADMIN))
        assert isinstance(await answer(boss, SignIn("Boss", PASSWORD, is_new=True)), SignedIn)
        code = await opened(boss, game="draw")
        acts = ActKind.BAN, ActKind.MUTE, ActKind.REMOVE
        return [await asked(mod, each, whom="Boss", code=code) for each in acts]

    assert at_one(story) == [RefusalCode.NOT_AGAINST_ADMINISTRATOR] * 3


def test_a_moderator_does_not_remove_who_has_the_token_without_an_account() -> None:
    async def story() -> object:
        log = MemoryLog()
        place = Venue(log, accounts=await accounts_in(log), guests=True)
        boss = await place.host(name="Boss", admin=ADMIN)
        mod = await official(place, "Mod")
        refused = await asked(mod, ActKind.REMOVE, whom="Boss", code=code_of(boss), reason="mine")
        await place.close()
        return refused

    assert run_virtually(story()) == RefusalCode.NOT_AGAINST_ADMINISTRATOR


@everywhere
def test_who_is_muted_hears_why_and_until_when_and_writes_nowhere(run: Run) -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        mod, ada = await official(first, "Mod"), await member(second, "Ada")
        ada.say(FollowNews())
        code = await opened(ada, game="draw")
        ben = await joined(await member(second, "Ben"), code)
        await asked(mod, ActKind.MUTE, whom="Ada", reason="insults", seconds=3600)
        await caught_up(second)
        ada.say(Chat("l1", text="hello"))
        refused = await ada.wait(Nak)
        listed = await shown(mod, ModeratorList.ACCOUNTS, "ad")
        await asked(mod, ActKind.UNMUTE, whom="Ada")
        await caught_up(second)
        again = await replied(ada, Chat("l2", text="thank you"))
        await ben.catch_up()
        return refused, again, listed, news(ada), [each.text for each in ben.told if isinstance(each, Said)]

    refused, again, (listed,), told, heard = run(story)

    assert refused == Nak("l1", RefusalCode.MUTED_UNTIL, {"reason": "insults", "seconds": 3600})
    assert again is None
    assert (listed.name, listed.role, listed.muted) == ("Ada", Role.MEMBER, 3600)
    assert told == [("mute_until", "insults"), ("unmute", "")]
    assert heard == ["thank you"]


@everywhere
def test_who_is_removed_hears_why_and_so_do_those_who_stay(run: Run) -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        mod, ada = await official(first, "Mod"), await member(second, "Ada")
        code = await opened(ada, game="draw")
        ben = await joined(await member(second, "Ben"), code)
        done = await asked(mod, ActKind.REMOVE, whom="Ben", code=code, reason="insults")
        await ben.rest()
        kicked = await ada.entry(PersonKicked)
        again = await asked(mod, ActKind.REMOVE, whom="Nobody", code=code)
        return done, ben.gone, kicked.reason, again

    assert run(story) == (
        None,
        Gone(RefusalCode.KICKED, {"reason": "insults"}),
        "insults",
        RefusalCode.NO_SUCH_PERSON,
    )


@everywhere
def test_who_is_banned_hears_why_and_until_when_and_comes_again_when_that_is_lifted(run: Run) -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        mod, ada = await official(first, "Mod"), await member(second, "Ada")
        await asked(mod, ActKind.BAN, whom="Ada", reason="insults", seconds=3600)
        await caught_up(second)
        await ada.rest()
        bans = await shown(mod, ModeratorList.BANS)
        await asked(mod, ActKind.LIFT, whom="Ada", reason="a mistake")
        await caught_up(second)
        back = await answer(visitor(second), SignIn("Ada", PASSWORD))
        return ada.gone, bans, isinstance(back, SignedIn)

    gone, bans, is_back = run(story)

    assert gone == Gone(RefusalCode.BANNED_UNTIL, {"reason": "insults", "seconds": 3600})
    assert bans == [BanLine("Ada", "insults", 3600)]
    assert is_back


def test_addresses_are_shown_to_administrators_alone_who_alone_lift_their_bans() -> None:
    async def story(servers: Servers) -> object:
        place, _ = servers
        mod, boss = await official(place, "Mod"), await official(place, "Boss", ActKind.MAKE_ADMINISTRATOR)
        accounts = place.rooms.policy.accounts
        assert accounts
        await accounts.ban("203.0.113.0/24", "a flood", 0)
        seen = [await shown(each, ModeratorList.BANS) for each in (mod, boss)]
        lifted = [await asked(each, ActKind.LIFT, whom="203.0.113.0/24") for each in (mod, boss)]
        return seen, lifted, await asked(boss, ActKind.LIFT, whom="nobody/at/all")

    seen, lifted, nobody = at_one(story)

    assert seen == [[], [BanLine("203.0.113.0/24", "a flood", 0)]]
    assert lifted == [RefusalCode.NO_SUCH_ACCOUNT, None]
    assert nobody == RefusalCode.NO_SUCH_ACCOUNT


@everywhere
def test_a_closed_table_ends_for_all_and_nobody_comes_back(run: Run) -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        mod, ada = await official(first, "Mod"), await member(second, "Ada")
        code = await opened(ada, game="draw", listed=False)
        await asyncio.sleep(3)
        tables = await shown(mod, ModeratorList.TABLES)
        await asked(mod, ActKind.CLOSE_TABLE, code=code, reason="insults")
        await caught_up(second)
        await ada.rest()
        ben = await member(first, "Ben")
        ben.say(Join(code))
        refused = await ben.wait(Nak)
        unknown = await asked(mod, ActKind.CLOSE_TABLE, code="NOSUCH")
        return code, tables, ada.gone, refused, unknown

    code, tables, gone, refused, unknown = run(story)

    assert tables == [TableLine(code, "draw", ["Ada"], is_listed=False)]
    assert gone == Gone(RefusalCode.CLOSED_BY_MODERATOR, {"reason": "insults"})
    assert refused.code == RefusalCode.CLOSED_BY_MODERATOR
    assert unknown == RefusalCode.NO_SUCH_TABLE


@everywhere
def test_all_hear_an_announcement_and_a_closed_club_begins_no_match(run: Run) -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        boss = await official(first, "Boss", ActKind.MAKE_ADMINISTRATOR)
        ada = await member(second, "Ada")
        ada.say(FollowNews())
        await opened(ada, game="draw")
        for do in (Sit(0), Ready()):
            await ada.do(do)
        await joined(
            await member(second, "Ben"), next(each.code for each in ada.told if isinstance(each, Joined))
        )
        await asked(boss, ActKind.ANNOUNCE, reason="The club restarts in five minutes.")
        await asked(boss, ActKind.CLOSE_CLUB, reason="a restart")
        await caught_up(second)
        closed = await ada.do(StartMatch())
        await asked(boss, ActKind.OPEN_CLUB)
        await caught_up(second)
        is_open = await ada.do(StartMatch())
        await boss.catch_up()
        return closed, is_open, news(ada), news(boss)

    closed, is_open, told, told_boss = run(story)

    assert (closed.code, closed.blanks) == (RefusalCode.CLUB_CLOSED, {"reason": "a restart"})
    assert is_open.code == RefusalCode.SEATS_FREE
    assert (
        told
        == told_boss
        == [
            ("announce", "The club restarts in five minutes."),
            ("close_club", "a restart"),
            ("open_club", ""),
        ]
    )


@everywhere
def test_a_role_holds_at_all_servers_and_is_heard(run: Run) -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        boss, ada = await official(first, "Boss", ActKind.MAKE_ADMINISTRATOR), await member(second, "Ada")
        ada.say(FollowNews())
        await asked(boss, ActKind.MAKE_MODERATOR, whom="ada")
        await caught_up(second)
        role = await ada.wait(RoleIs)
        accounts = await shown(ada, ModeratorList.ACCOUNTS)
        await asked(boss, ActKind.MAKE_MEMBER, whom="Ada")
        await caught_up(second)
        await ada.wait(RoleIs, lambda told: told.role is Role.MEMBER)
        ada.say(LookAt("look", ModeratorList.ACCOUNTS))
        return role.role, accounts, (await ada.wait(Nak)).code, await asked(boss, ActKind.MUTE, whom="nobody")

    role, accounts, refused, nobody = run(story)

    assert role is Role.MODERATOR
    assert accounts == [
        AccountLine("Ada", Role.MODERATOR, is_here=True),
        AccountLine("Boss", Role.ADMINISTRATOR, is_here=True),
    ]
    assert refused == RefusalCode.NOT_MODERATOR
    assert nobody == RefusalCode.NO_SUCH_ACCOUNT


def test_every_act_is_listed_with_who_what_whom_and_why() -> None:
    async def story(servers: Servers) -> object:
        place, _ = servers
        boss, ada = await official(place, "Boss", ActKind.MAKE_ADMINISTRATOR), await member(place, "Ada")
        code = await opened(ada, game="draw")
        for act in (ActKind.MUTE, ActKind.BAN, ActKind.LIFT):
            await asked(boss, act, whom="ada", reason="a test", seconds=60)
        await asked(boss, ActKind.CLOSE_TABLE, code=code, reason="done")
        return code, await shown(boss, ModeratorList.ACTS)

    code, acts = at_one(story)

    assert acts == [
        ActLine("Boss", ActKind.CLOSE_TABLE, "", "done", 0, 0, code),
        ActLine("Boss", ActKind.LIFT, "Ada", "a test", 0),
        ActLine("Boss", ActKind.BAN, "Ada", "a test", 0, 60),
        ActLine("Boss", ActKind.MUTE, "Ada", "a test", 0, 60),
        ActLine("", ActKind.MAKE_ADMINISTRATOR, "Boss", "", 0),
    ]


def test_which_address_was_banned_is_listed_for_administrators_alone() -> None:
    async def story(servers: Servers) -> list[list[str]]:
        place, _ = servers
        mod, boss = await official(place, "Mod"), await official(place, "Boss", ActKind.MAKE_ADMINISTRATOR)
        await member(place, "Ada")
        accounts = place.rooms.policy.accounts
        assert accounts
        for each in ("203.0.113.0/24", "192.0.2.99", "Ada"):
            await accounts.ban(each, "", 60)
            await accounts.lift(each)
        return [
            [line.whom for line in await shown(each, ModeratorList.ACTS) if line.act is ActKind.BAN]
            for each in (mod, boss)
        ]

    assert at_one(story) == [["Ada", "", ""], ["Ada", "192.0.2.99", "203.0.113.0/24"]]


def test_what_holds_holds_on_when_the_log_begins_again() -> None:
    async def story(servers: Servers) -> object:
        place, _ = servers
        mod, ada = await official(place, "Mod"), await member(place, "Ada")
        await opened(ada, game="draw")
        accounts = place.rooms.policy.accounts
        assert accounts
        await accounts.ban("192.0.2.99", "a flood", 0)
        await accounts.forget_addresses(-1)
        await asked(mod, ActKind.MUTE, whom="Ada", reason="insults")
        refused = await replied(ada, Chat("l1", text="hello"))
        return refused, [each.act for each in await shown(mod, ModeratorList.ACTS)]

    assert at_one(story) == (
        RefusalCode.MUTED_FOREVER,
        [ActKind.MUTE, ActKind.BAN, ActKind.MAKE_MODERATOR],
    )


def test_a_client_that_follows_no_news_is_sent_none() -> None:
    """As earlier versions, which do not know the message."""

    async def story(servers: Servers) -> object:
        place, _ = servers
        boss, ada = await official(place, "Boss", ActKind.MAKE_ADMINISTRATOR), await member(place, "Ada")
        await asked(boss, ActKind.ANNOUNCE, reason="hello")
        await asked(boss, ActKind.MAKE_MODERATOR, whom="Ada")
        await ada.catch_up()
        return [each for each in ada.told if isinstance(each, News | RoleIs)]

    assert at_one(story) == []
