"""Accounts that are deleted: their names are in no log any more, and are nobody else's."""

import pytest
from club import PASSWORD
from support.online.plain_hasher import PlainHasher
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.accounts.act_book import Acted
from playroom.online.server.accounts.browser_sessions import SESSIONS, BrowserSessions
from playroom.online.server.accounts.club_accounts import ACCOUNTS, Accounts
from playroom.online.server.refused import Refused
from playroom.online.wire.messages import ChangePassword
from playroom.online.wire.moderation import ActKind, Role
from playroom.online.wire.protocol import FORMER_MEMBER, RefusalCode

NEW = "another password"
ADDRESS, OTHER = "192.0.2.7", "192.0.2.8"


async def opened(log: MemoryLog) -> Accounts:
    accounts = Accounts(log, PlainHasher(), lambda: 0.0)
    await accounts.open()
    return accounts


async def with_members(log: MemoryLog) -> Accounts:
    accounts = await opened(log)
    for name, address in (("Zenobia", ADDRESS), ("Ben", OTHER)):
        await accounts.register(name, PASSWORD, address)
    return accounts


async def stored(log: MemoryLog) -> str:
    events = [*await log.read(ACCOUNTS), *await log.read(SESSIONS)]
    return "".join(event.body.decode() for event in events)


def test_the_name_of_a_deleted_account_is_in_no_log() -> None:
    async def story() -> None:
        log = MemoryLog()
        accounts = await with_members(log)
        sessions = BrowserSessions(log, accounts)
        await accounts.act(Acted("Zenobia", ActKind.MUTE, "Ben", until=9))
        await accounts.act(Acted("Ben", ActKind.MAKE_ADMINISTRATOR, "Zenobia"))
        await accounts.change_password(ChangePassword("Zenobia", PASSWORD, NEW), ADDRESS)
        await accounts.ban("192.0.2.9", "", 0, "Zenobia")
        await accounts.lift("192.0.2.9", "", "Zenobia")
        account = await accounts.sign_in("Zenobia", NEW, OTHER)
        await accounts.new_reset(account)
        await sessions.begin(account, "Firefox")
        assert "Zenobia" in await stored(log)

        await accounts.delete("zenobia", NEW, ADDRESS)
        await sessions.forget("Zenobia")

        assert "zenobia" not in (await stored(log)).casefold()
        for each in (accounts, await opened(log)):
            assert each.book.account("Zenobia") is None
            assert each.book.account("Ben") == accounts.book.account("Ben")
            assert each.shown("Zenobia") == FORMER_MEMBER
            assert each.shown("Ben") == "Ben"
            assert each.book.acts.role("") is Role.MEMBER
            assert each.book.acts.role(FORMER_MEMBER) is Role.MEMBER
            assert each.book.acts.mute("Ben", 0.0)

    run_virtually(story())


def test_what_others_have_done_with_a_deleted_account_was_done_with_a_former_member() -> None:
    async def story() -> list[tuple[str, str]]:
        log = MemoryLog()
        accounts = await with_members(log)
        await accounts.act(Acted("Zenobia", ActKind.MUTE, "Ben"))
        await accounts.act(Acted("Ben", ActKind.UNMUTE, "Zenobia"))
        await accounts.ban("Zenobia", "shouting", 60, "Ben")
        await accounts.lift("Zenobia", "by mistake", "Ben")
        await accounts.delete("Zenobia", PASSWORD, ADDRESS)
        acts = [*(await opened(log)).book.acts.latest]
        assert [act.reason for act in acts[:2]] == ["by mistake", "shouting"]
        return [(act.by, act.whom) for act in acts]

    assert run_virtually(story()) == [*[("Ben", FORMER_MEMBER)] * 3, (FORMER_MEMBER, "Ben")]


def test_nobody_gets_the_name_of_a_deleted_account() -> None:
    async def story() -> list[RefusalCode]:
        log = MemoryLog()
        accounts = await with_members(log)
        await accounts.delete("Zenobia", PASSWORD, ADDRESS)
        codes = []
        for each in (accounts, await opened(log)):
            with pytest.raises(Refused) as refused:
                await each.register("ZENOBIA", PASSWORD, "192.0.2.9")
            codes.append(refused.value.code)
        return codes

    assert run_virtually(story()) == [RefusalCode.ACCOUNT_EXISTS] * 2


def test_an_account_is_not_deleted_without_its_password() -> None:
    async def story() -> None:
        accounts = await with_members(MemoryLog())
        with pytest.raises(Refused):
            await accounts.delete("Zenobia", "wrong password", ADDRESS)
        assert accounts.book.account("Zenobia")

    run_virtually(story())


def test_a_server_that_was_behind_knows_all_that_holds() -> None:
    async def story() -> None:
        log = MemoryLog()
        accounts = await with_members(log)
        behind = await opened(log)
        key = accounts.book.key(await accounts.sign_in("Ben", PASSWORD, OTHER))
        await accounts.delete("Zenobia", PASSWORD, ADDRESS)
        await accounts.ban("203.0.113.9", "flood", 0)
        await accounts.register("Cy", PASSWORD, "192.0.2.10")

        await behind.catch_up()

        assert behind.book.account_of(key) == accounts.book.account("Ben")
        assert behind.book.account("Cy")
        assert behind.book.removed == accounts.book.removed
        with pytest.raises(Refused):
            behind.check_not_banned("203.0.113.9")
        await behind.register("Dora", PASSWORD, "192.0.2.11")
        await accounts.catch_up()
        assert accounts.book.account("Dora")

    run_virtually(story())


def test_several_accounts_are_deleted_one_after_the_other() -> None:
    async def story() -> None:
        log = MemoryLog()
        accounts = await with_members(log)
        await accounts.delete("Zenobia", PASSWORD, ADDRESS)
        await accounts.delete("Ben", PASSWORD, OTHER)

        late = await opened(log)

        assert len(late.book.removed) == 2
        assert late.shown("Ben") == late.shown("Zenobia") == FORMER_MEMBER
        assert len(await log.read(ACCOUNTS)) == 1

    run_virtually(story())
