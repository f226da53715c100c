"""A table's ban holds for the account or the address; the administrator is removed by nobody else."""

import pytest
from club import PASSWORD, answer, club, signed_in, visitor
from people import ADMIN, Client, Venue, code_of, settings, venue
from support.time.virtual_time import run_virtually

from playroom.online.server.accounts.account_book import AccessBanned, AccountBook, NotBannable, ban_key
from playroom.online.server.accounts.credentials import network_mark
from playroom.online.server.rooms import ConnectedClient
from playroom.online.server.tables.server_state import logged
from playroom.online.wire.entries import PersonBanned
from playroom.online.wire.messages import (
    Ack,
    ChangePassword,
    Gone,
    Hello,
    Join,
    Joined,
    ListTables,
    Nak,
    OpenTable,
    SignedIn,
    SignInAgain,
    encoded,
)
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import Ban, HandOver, Kick

NEAR, FAR = "2001:db8::1:7", "2001:db8:0:1::7"
"""Addresses of two networks."""


async def came(place: Venue, code: str, name: str, address: str, admin: str = "", token: str = "") -> Client:
    """A client that has asked to join."""
    client = place.connected(address=address)
    client.say(Hello(VERSION, admin=admin))
    client.say(Join(code, name, token))
    return client


async def joined(place: Venue, code: str, name: str, address: str, admin: str = "") -> Client:
    client = await came(place, code, name, address, admin)
    await client.wait(Joined)
    return client


@pytest.mark.parametrize(
    ("address", "other"),
    [("192.0.2.7", "192.0.2.7"), ("192.0.2.7", "::ffff:192.0.2.7"), (NEAR, "2001:db8::ffff:1")],
)
def test_who_was_banned_does_not_come_by_another_name(address: str, other: str) -> None:
    async def story() -> tuple[Nak, list[PersonBanned], str]:
        async with venue() as place:
            ada = await place.host()
            mal = await joined(place, code_of(ada), "Mal", address)
            await ada.do(Ban(mal.person, "rude"))
            again = await came(place, code_of(ada), "Max", other)
            refused = await again.wait(Nak)
            later = await joined(place, code_of(ada), "Zoe", "198.51.100.1")
            stored = [event.body for event in await place.log.read(code_of(ada))]
            entries = [each for body in stored for each in logged(body).entries]
            bans = [each for each in entries if isinstance(each, PersonBanned)]
            assert ConnectedClient(address).ban_network.encode() not in b"".join(stored)
            return refused, bans, "".join((*ada.frames, *mal.frames, *later.frames))

    refused, (ban,), sent = run_virtually(story())

    assert refused == Nak("", RefusalCode.BANNED, {"reason": "rude"})
    assert ban.network
    assert ban.network not in sent
    assert ConnectedClient(address).ban_network not in sent


def test_a_ban_outlives_the_server() -> None:
    async def story() -> tuple[Nak, int]:
        async with venue() as place:
            log, ada = place.log, await place.host()
            mal = await joined(place, code_of(ada), "Mal", NEAR)
            await ada.do(Ban(mal.person, "rude"))
            async with venue(log) as later:
                refused = await (await came(later, code_of(ada), "Max", NEAR)).wait(Nak)
                return refused, (await joined(later, code_of(ada), "Zoe", FAR)).person

    refused, person = run_virtually(story())

    assert refused == Nak("", RefusalCode.BANNED, {"reason": "rude"})
    assert person == 3


def test_the_hash_of_a_network_needs_the_key_and_differs_by_table() -> None:
    marks = {network_mark(key, table, FAR) for key in (b"one", b"other") for table in ("oak", "elm")}

    assert len(marks) == 4
    assert network_mark(b"one", "oak", "") == ""


def test_who_left_before_the_ban_does_not_come_by_another_name() -> None:
    async def story() -> Nak:
        async with venue() as place:
            ada = await place.host()
            mal = await joined(place, code_of(ada), "Mal", FAR)
            mal.hang_up()
            await mal.rest()
            await ada.do(Ban(mal.person))
            return await (await came(place, code_of(ada), "Max", FAR)).wait(Nak)

    assert run_virtually(story()).code == RefusalCode.BANNED


def test_others_at_the_address_who_are_known_may_stay_and_come_back() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host()
            ben = await joined(place, code_of(ada), "Ben", NEAR)
            mal = await joined(place, code_of(ada), "Mal", NEAR)
            await ada.do(Ban(mal.person))
            ben.hang_up()
            await ben.rest()
            back = await came(place, code_of(ada), "", NEAR, token=ben.token)
            assert (await back.wait(Joined)).person == ben.person
            keeper = await joined(place, code_of(ada), "Keeper", NEAR, ADMIN)
            assert keeper.person

    run_virtually(story())


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", ""])
def test_a_ban_is_not_of_all_who_come_through_one_proxy(address: str) -> None:
    async def story() -> int:
        async with venue() as place:
            ada = await place.host()
            mal = await joined(place, code_of(ada), "Mal", address)
            await ada.do(Ban(mal.person))
            return (await joined(place, code_of(ada), "Ben", address)).person

    assert run_virtually(story()) == 3


def test_with_accounts_a_ban_holds_for_the_account_alone() -> None:
    async def story() -> tuple[object, object]:
        async with club() as place:
            ada, mal, ben = (visitor(place) for _ in range(3))
            await signed_in(ada, "Ada")
            await ada_opens(ada)
            await signed_in(mal, "Mal")
            mal.say(Join(code_of(ada)))
            await mal.wait(Joined)
            await ada.do(Ban(mal.person))
            again = visitor(place, "198.51.100.9")
            await signed_in(again, "MAL", is_new=False)
            again.say(Join(code_of(ada), "Max"))
            refused = await again.wait(Nak)
            await signed_in(visitor(place, "198.51.100.10"), "Zoe")
            ben = visitor(place, "192.0.2.7")
            await signed_in(ben, "Zoe", is_new=False)
            ben.say(Join(code_of(ada)))
            return refused.code, (await ben.wait(Joined)).person

    assert run_virtually(story()) == (RefusalCode.BANNED, 3)


async def ada_opens(ada: Client) -> None:
    ada.say(OpenTable("open", "", settings()))
    await ada.wait(Joined)


@pytest.mark.parametrize("do", [Kick, Ban])
def test_no_host_removes_the_administrator(do: type[Kick | Ban]) -> None:
    async def story() -> list[Ack | Nak]:
        async with venue() as place:
            ada = await place.host()
            keeper = await joined(place, code_of(ada), "Keeper", NEAR, ADMIN)
            refused = await ada.do(do(keeper.person))
            keeper.hang_up()
            await keeper.rest()
            absent = await ada.do(do(keeper.person))
            ben = await joined(place, code_of(ada), "Ben", FAR)
            removed = await ada.do(do(ben.person))
            return [refused, absent, removed]

    refused, absent, removed = run_virtually(story())

    assert isinstance(refused, Nak)
    assert isinstance(absent, Nak)
    assert refused.code == absent.code == RefusalCode.IS_ADMINISTRATOR
    assert isinstance(removed, Ack)


def test_who_opened_a_table_as_the_administrator_or_becomes_it_later_is_not_removed() -> None:
    async def story() -> list[Ack | Nak]:
        async with venue() as place:
            ada = await place.host(admin=ADMIN)
            ben = await joined(place, code_of(ada), "Ben", FAR)
            cy = await joined(place, code_of(ada), "Cy", FAR)
            await ada.do(HandOver(ben.person))
            cy.hang_up()
            await cy.rest()
            back = await came(place, code_of(ada), "", FAR, ADMIN, cy.token)
            await back.wait(Joined)
            return [await ben.do(Ban(1)), await ben.do(Kick(cy.person)), await back.do(Ban(1))]

    first, second, third = run_virtually(story())

    assert isinstance(first, Nak)
    assert isinstance(second, Nak)
    assert isinstance(third, Ack)


def test_a_changed_password_ends_what_was_signed_in_by_the_old_one() -> None:
    async def story() -> tuple[Gone, Gone, object, object]:
        async with club() as place:
            thief, quiet, ada = (visitor(place, f"192.0.2.{number}") for number in (7, 8, 9))
            key = (await signed_in(thief, "Ada")).key
            assert isinstance(await answer(quiet, SignInAgain(key)), SignedIn)
            changed = await answer(ada, ChangePassword("Ada", PASSWORD, "another one"))
            thief.say(ListTables())
            for session in place.sessions:
                session.end_if_shut_out()
            await thief.rest()
            await quiet.rest()
            ada.say(ListTables())
            return thief.gone, quiet.gone, changed, type(await ada.next()).__name__

    thief, quiet, changed, after = run_virtually(story())

    assert thief == quiet == Gone(RefusalCode.WRONG_KEY)
    assert isinstance(changed, SignedIn)
    assert after == "Tables"


def test_nothing_more_is_done_for_the_old_password_before_anybody_looks() -> None:
    async def story() -> Gone:
        async with club() as place:
            thief, ada = visitor(place, "192.0.2.7"), visitor(place, "192.0.2.9")
            await signed_in(thief, "Ada")
            await answer(ada, ChangePassword("Ada", PASSWORD, "another one"))
            thief.say(ListTables())
            await thief.rest()
            assert "tables" not in [each for each in thief.frames if encoded(ListTables()) in each]
            return thief.gone

    assert run_virtually(story()).code == RefusalCode.WRONG_KEY


@pytest.mark.parametrize(
    ("written", "inside", "outside"),
    [
        ("203.0.113.0/24", "203.0.113.9", "203.0.114.9"),
        ("203.0.113.9/24", "203.0.113.1", "203.0.112.255"),
        ("2001:db8::/64", NEAR, FAR),
        ("::ffff:203.0.113.0/120", "203.0.113.9", "203.0.114.9"),
        ("203.0.113.9", "::ffff:203.0.113.9", "203.0.113.8"),
    ],
)
def test_a_ban_of_a_network_holds_for_its_addresses(written: str, inside: str, outside: str) -> None:
    book = AccountBook()
    book.apply(AccessBanned(book.ban_key(written), "", 0))

    assert book.ban(0, ban_key(inside), ban_key("Ada"))
    assert not book.ban(0, ban_key(outside), ban_key("Ada"))


@pytest.mark.parametrize(
    "written",
    ["203.0.113.0/33", "203.0.113", "300.1.2.3", "2001:db8::g", "Ada/24", "1234", "", "10.0.0.0/8/8", "*"],
)
def test_what_cannot_be_banned_is_refused(written: str) -> None:
    with pytest.raises(NotBannable):
        AccountBook().ban_key(written)
