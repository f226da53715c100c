"""Bans: which one counts, and how long it lasts."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import TypeAlias
from unittest.mock import Mock

import pytest
from club import PASSWORD, accounts_in, answer, club, visitor
from people import settings
from support.online.plain_hasher import PlainHasher
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.accounts import account_book
from playroom.online.server.accounts.account_book import AccessBanned, AccountBook, BanLifted
from playroom.online.server.accounts.club_accounts import ACCOUNTS, Accounts
from playroom.online.server.refused import Refused
from playroom.online.wire.messages import Gone, Hello, OpenTable, SignIn, Welcome
from playroom.online.wire.moderation import ActKind
from playroom.online.wire.protocol import VERSION, CloseCode, RefusalCode

NOW = 1000

TraceFunction: TypeAlias = Callable[[FrameType, str, object], "TraceFunction"]


@pytest.mark.parametrize(
    ("untils", "expected"),
    [((0, NOW + 60), 0), ((NOW + 60, 0), 0), ((NOW + 5, NOW + 60), NOW + 60), ((NOW - 1, NOW + 5), NOW + 5)],
)
def test_the_ban_that_lasts_longest_counts(untils: tuple[int, int], expected: int) -> None:
    book = AccountBook()
    for who, until in zip(("name:ada", "address:192.0.2.7"), untils, strict=True):
        book.apply(AccessBanned(who, "", until))

    ban = book.ban(NOW, "name:ada", "address:192.0.2.7")

    assert ban
    assert ban.until == expected


@pytest.mark.parametrize("order", [0, 1])
def test_bans_of_one_place_and_of_networks_around_it_are_lifted_one_by_one(order: int) -> None:
    book, networks = AccountBook(), ["network:192.0.2.0/24", "network:192.0.0.0/16"]
    for who in networks:
        book.apply(AccessBanned(who, "", 0))
        book.apply(AccessBanned(who, "again", 0))
    address = "address:192.0.2.7"
    assert book.ban(NOW, address)

    book.apply(BanLifted(networks[order]))
    assert book.ban(NOW, address)

    book.apply(BanLifted(networks[1 - order]))
    assert not book.ban(NOW, address)
    assert not book.has_bans


def test_a_thousand_banned_networks_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    book = AccountBook()
    for number in range(1000):
        book.apply(AccessBanned(f"network:2001:db8:{number:x}::/64", "", 0))
    book.ban(NOW, "address:2001:db8:7::1")
    monkeypatch.setattr(account_book, "ip_network", Mock(side_effect=AssertionError))

    assert book.ban(NOW, "address:2001:db8:7::1")


def steps_to_find_a_ban(bans: int) -> int:
    """How many steps of Python it takes to look up an address where so many networks are banned."""
    book, steps = AccountBook(), 0
    for number in range(bans):
        book.apply(AccessBanned(f"network:2001:db8:{number:x}::/64", "", 0))
    address = "address:2001:db8:7::1"
    book.ban(NOW, address)

    def trace(_frame: FrameType, _event: str, _: object) -> TraceFunction:
        nonlocal steps
        steps += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        assert book.ban(NOW, address)
    finally:
        sys.settrace(before)
    return steps


def test_a_ban_is_found_by_the_prefix_among_a_thousand_as_among_ten() -> None:
    assert steps_to_find_a_ban(1000) == steps_to_find_a_ban(10)


@pytest.mark.parametrize(("now", "is_banned"), [(NOW - 0.1, True), (NOW, False)])
def test_a_ban_ends_at_its_time(now: float, is_banned: bool) -> None:  # noqa: FBT001 (a row's answer)
    book = AccountBook()
    book.apply(AccessBanned("name:ada", "", NOW))

    assert (book.ban(now, "name:ada") is not None) == is_banned


@pytest.mark.parametrize(("passed", "seconds"), [(0, 60), (10, 50), (59.9, 1)])
def test_who_is_banned_hears_the_seconds_that_are_left(passed: float, seconds: int) -> None:
    async def story() -> Refused:
        log = MemoryLog()
        await (await accounts_in(log, NOW)).ban("Ada", "loud", 60)
        with pytest.raises(Refused) as refused:
            (await accounts_in(log, NOW + passed)).check_not_banned("Ada")
        return refused.value

    refused = run_virtually(story())

    assert (refused.code, refused.blanks) == (
        RefusalCode.BANNED_UNTIL,
        {"reason": "loud", "seconds": seconds},
    )


def test_a_ban_of_no_seconds_has_no_end() -> None:
    async def story() -> RefusalCode:
        accounts = await accounts_in(MemoryLog(), NOW)
        await accounts.ban("Ada", "loud", 0)
        with pytest.raises(Refused) as refused:
            accounts.check_not_banned("Ada")
        return refused.value.code

    assert run_virtually(story()) == RefusalCode.BANNED_FOREVER


@pytest.mark.parametrize(("who", "ends"), [("Ada", True), ("192.0.2.7", True), ("Ben", False)])
def test_who_is_banned_while_connected_is_sent_away(who: str, ends: bool) -> None:  # noqa: FBT001 (a row's answer)
    async def story() -> tuple[Gone | None, int | None]:
        async with club() as place:
            ada = visitor(place)
            await answer(ada, SignIn("Ada", PASSWORD, is_new=True))
            await answer(ada, OpenTable("open", "", settings()))
            accounts = place.rooms.policy.accounts
            assert accounts
            await accounts.ban(who, "loud", 0)
            for session in place.sessions:
                session.end_if_shut_out()
            await ada.catch_up()
            return ada.gone if ends else None, ada.channel.closed_with

    gone = (Gone(RefusalCode.BANNED_FOREVER, {"reason": "loud"}), CloseCode.REMOVED)
    assert run_virtually(story()) == (gone if ends else (None, None))


@pytest.mark.parametrize("is_of_page", [False, True])
def test_the_page_of_a_guest_is_closed_by_the_door_which_says_the_reason_once(
    is_of_page: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    async def story() -> int | None:
        async with club() as place:
            guest = place.connected(is_of_page=is_of_page)
            guest.say(Hello(VERSION))
            await guest.wait(Welcome)
            accounts = place.rooms.policy.accounts
            assert accounts
            await accounts.ban("192.0.2.7", "loud", 0)
            place.sessions[0].end_if_shut_out()
            await guest.catch_up()
            return guest.channel.closed_with

    assert run_virtually(story()) == (None if is_of_page else CloseCode.REMOVED)


def test_banned_addresses_are_forgotten_at_all_servers_and_the_rest_is_not() -> None:
    day = 24 * 3600

    async def story() -> None:
        log, now = MemoryLog(), [0.0]
        first, second = [Accounts(log, PlainHasher(), lambda: now[0]) for _ in range(2)]
        await first.open()
        await first.register("Ada", PASSWORD, "198.51.100.7")
        for who in ("Ada", "192.0.2.7", "203.0.113.0/24"):
            await first.ban(who, "a flood", 0, "Boss")
        await first.lift("203.0.113.0/24")
        now[0] = 5.0 * day
        await first.ban("192.0.2.8", "a flood", 0)
        await second.open()
        now[0] = 10.0 * day

        await first.forget_addresses(7 * day)
        await first.forget_addresses(7 * day)
        await second.catch_up()
        third = await accounts_in(log, now[0])

        stored = b"".join(event.body for event in await log.read(ACCOUNTS))
        assert b"192.0.2.7" not in stored
        assert b"203.0.113" not in stored
        assert await log.number(ACCOUNTS) == first.number
        for each in (first, second, third):
            assert [ban.who for ban in each.book.bans(now[0], of_accounts=False)] == ["Ada", "192.0.2.8"]
            acts = [(act.act, act.whom, act.by) for act in each.book.acts.latest]
            assert acts[1:] == [
                (ActKind.LIFT, "", ""),
                (ActKind.BAN, "", "Boss"),
                (ActKind.BAN, "", "Boss"),
                (ActKind.BAN, "Ada", "Boss"),
            ]
            assert each.book.account("Ada")

    run_virtually(story())
