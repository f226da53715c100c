"""Accounts of a club: names with passwords, keys, seats that belong to accounts, and bans."""

import asyncio

import pytest
from club import PASSWORD, accounts_in, answer, club, signed_in, visitor
from people import Venue, code_of, settings
from support.online.faulty_log import Fault, FaultyLog
from support.online.plain_hasher import PlainHasher
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import Damaged, LogEvent
from playroom.online.server.accounts.account_book import ban_key
from playroom.online.server.accounts.club_accounts import ACCOUNTS, Accounts
from playroom.online.server.accounts.credentials import ArgonHasher
from playroom.online.server.refused import Refused
from playroom.online.wire.messages import (
    Ack,
    ChangePassword,
    Gone,
    Join,
    Joined,
    Nak,
    OpenTable,
    SignedIn,
    SignIn,
    SignInAgain,
    Welcome,
)
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_commands import Sit

DAY = 24 * 3600


def test_nobody_opens_or_joins_a_table_without_signing_in() -> None:
    async def story() -> list[object]:
        async with club() as place:
            client = visitor(place)
            welcome = await client.next()
            assert isinstance(welcome, Welcome)
            assert welcome.needs_account
            return [
                await answer(client, OpenTable("open", "Ada", settings())),
                await answer(client, Join("ABCD2345", "Ada")),
            ]

    assert run_virtually(story()) == [
        Nak("open", RefusalCode.SIGN_IN_FIRST),
        Nak("", RefusalCode.SIGN_IN_FIRST),
    ]


class SlowLog(MemoryLog):
    """A log that takes a moment to append."""

    async def append(self, table: str, expected: int, command_id: str, body: bytes) -> LogEvent:
        await asyncio.sleep(0.01)
        return await super().append(table, expected, command_id, body)


def test_many_people_make_an_account_at_the_same_moment() -> None:
    names = [f"Ada {letter}" for letter in "abcdefghijklmnop"]

    async def story() -> list[str]:
        accounts = await accounts_in(SlowLog())
        made = (accounts.register(name, PASSWORD, f"192.0.2.{at}") for at, name in enumerate(names))
        return [account.name for account in await asyncio.gather(*made)]

    assert run_virtually(story()) == names


def test_the_name_at_a_table_is_that_of_the_account() -> None:
    async def story() -> str:
        async with club() as place:
            ada = visitor(place)
            await signed_in(ada, "Ada")
            assert isinstance(await answer(ada, OpenTable("open", "Zoe", settings())), Joined)
            ben = visitor(place)
            await signed_in(ben, "Ben")
            joined = await answer(ben, Join(code_of(ada)))
            assert isinstance(joined, Joined)
            assert joined.state
            return joined.state.people[1].name

    assert run_virtually(story()) == "Ada"


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("ADA", PASSWORD, RefusalCode.ACCOUNT_EXISTS),
        ("Ben", "short", RefusalCode.BAD_PASSWORD),
        ("", PASSWORD, RefusalCode.BAD_NAME),
    ],
)
def test_an_account_that_cannot_be_is_refused(name: str, password: str, code: RefusalCode) -> None:
    async def story() -> object:
        async with club() as place:
            await signed_in(visitor(place), "Ada")
            return await answer(visitor(place), SignIn(name, password, is_new=True))

    told = run_virtually(story())

    assert isinstance(told, Nak)
    assert told.code == code


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (SignIn("Ada", "wrong password"), RefusalCode.WRONG_PASSWORD),
        (SignIn("Ben", PASSWORD), RefusalCode.WRONG_PASSWORD),
        (SignInAgain("ada.0123"), RefusalCode.WRONG_KEY),
        (SignInAgain(""), RefusalCode.WRONG_KEY),
    ],
)
def test_who_is_not_known_is_refused(message: SignIn | SignInAgain, code: RefusalCode) -> None:
    async def story() -> object:
        async with club() as place:
            await signed_in(visitor(place), "Ada")
            return await answer(visitor(place), message)

    told = run_virtually(story())

    assert isinstance(told, Nak)
    assert told.code == code


def test_the_fourth_wrong_password_has_to_wait_and_the_right_one_too() -> None:
    async def story() -> list[object]:
        async with club() as place:
            await signed_in(visitor(place), "Ada")
            wrong = [await answer(visitor(place), SignIn("Ada", "wrong one")) for _ in range(3)]
            early = await answer(visitor(place), SignIn("Ada", PASSWORD))
            elsewhere = await answer(visitor(place, "192.0.2.8"), SignIn("Ada", PASSWORD))
            await asyncio.sleep(60)
            return [*wrong, early, elsewhere, await answer(visitor(place), SignIn("Ada", PASSWORD))]

    *wrong, early, elsewhere, late = run_virtually(story())

    assert wrong == [Nak("", RefusalCode.WRONG_PASSWORD)] * 3
    assert isinstance(early, Nak)
    assert early.code == RefusalCode.TOO_FAST
    assert isinstance(elsewhere, SignedIn)
    assert isinstance(late, SignedIn)


def test_the_third_account_of_an_address_has_to_wait() -> None:
    async def story() -> list[object]:
        async with club() as place:
            names = ("Ada", "Ben", "Cy")
            return [await answer(visitor(place), SignIn(name, PASSWORD, is_new=True)) for name in names]

    *made, late = run_virtually(story())

    assert [type(each) for each in made] == [SignedIn, SignedIn]
    assert isinstance(late, Nak)
    assert late.code == RefusalCode.TOO_FAST


def test_an_account_takes_its_seat_again_from_another_computer() -> None:
    async def story() -> tuple[int, int, int]:
        async with club() as place:
            ada = visitor(place)
            await signed_in(ada, "Ada")
            assert isinstance(await answer(ada, OpenTable("open", "", settings())), Joined)
            assert isinstance(await ada.do(Sit(1)), Ack)
            elsewhere, stranger = visitor(place), visitor(place)
            await signed_in(elsewhere, "Ada", is_new=False)
            await signed_in(stranger, "Ben")
            for client in (elsewhere, stranger):
                assert isinstance(await answer(client, Join(code_of(ada), token=ada.token)), Joined)
            return ada.person, elsewhere.person, stranger.person

    assert run_virtually(story()) == (1, 1, 2)


def test_a_key_signs_in_at_any_server_of_the_club() -> None:
    async def story() -> object:
        log = MemoryLog()
        async with club(log) as first, club(log) as second:
            told = await signed_in(visitor(first), "Ada")
            accounts = second.rooms.policy.accounts
            assert accounts
            await accounts.catch_up()
            again = await answer(visitor(second), SignInAgain(told.key))
            assert again == told
            return await answer(visitor(second), SignIn("Ada", PASSWORD))

    assert isinstance(run_virtually(story()), SignedIn)


@pytest.mark.parametrize("fault", [Fault.LOST, Fault.UNANSWERED])
def test_an_account_is_made_once_though_the_log_does_not_answer(fault: Fault) -> None:
    async def story() -> tuple[str, int]:
        faults = [Fault.NOTHING, fault]
        log = FaultyLog(MemoryLog(), lambda: faults.pop(0) if faults else Fault.NOTHING)
        accounts = await accounts_in(log)
        faults[:] = [fault]
        account = await accounts.register("Ada", PASSWORD, "192.0.2.7")
        return account.name, len(await log.read(ACCOUNTS))

    assert run_virtually(story()) == ("Ada", 2)


class SlowHasher(PlainHasher):
    """A hasher that takes a second, in which others can register too."""

    async def hash(self, password: str) -> str:
        await asyncio.sleep(1)
        return await super().hash(password)


def test_two_who_register_a_name_at_once_do_not_share_it() -> None:
    async def story() -> tuple[list[object], str]:
        accounts = Accounts(MemoryLog(), SlowHasher(), lambda: 0.0)
        await accounts.open()
        registering = (accounts.register("Ada", f"password {each}", f"192.0.2.{each}") for each in (1, 2))
        outcomes = await asyncio.gather(*registering, return_exceptions=True)
        account = accounts.book.account("Ada")
        assert account
        return [each.code for each in outcomes if isinstance(each, Refused)], account.password

    assert run_virtually(story()) == ([RefusalCode.ACCOUNT_EXISTS], "<password 1>")


def test_an_entry_of_a_newer_server_does_not_hide_a_ban() -> None:
    async def story() -> list[RefusalCode]:
        log = MemoryLog()
        accounts, other = await accounts_in(log), await accounts_in(log)
        await log.append(ACCOUNTS, 1, "new", b'{"entry":"FromNewerServers"}')
        with pytest.raises(Damaged):
            await accounts.catch_up()
        with pytest.raises(Damaged):
            await other.catch_up()
        await other.ban("192.0.2.7", "loud", 0)
        await accounts.catch_up()
        with pytest.raises(Refused) as refused:
            accounts.check_not_banned("192.0.2.7")
        return [refused.value.code]

    assert run_virtually(story()) == [RefusalCode.BANNED_FOREVER]


def test_two_servers_make_one_account_of_a_name() -> None:
    async def story() -> list[object]:
        log = MemoryLog()
        servers = [await accounts_in(log) for _ in range(2)]
        made = (each.register("Ada", PASSWORD, "192.0.2.7") for each in servers)
        return await asyncio.gather(*made, return_exceptions=True)

    told = run_virtually(story())

    (refused,) = [each for each in told if isinstance(each, Refused)]
    assert refused.code == RefusalCode.ACCOUNT_EXISTS


@pytest.mark.parametrize("who", ["ada", "192.0.2.7"])
def test_who_is_banned_hears_why_and_how_long(who: str) -> None:
    async def story() -> tuple[object, object]:
        log = MemoryLog()
        accounts = await accounts_in(log)
        await accounts.register("Ada", PASSWORD, "192.0.2.7")
        await accounts.ban(who, "shouting", 2 * DAY)
        place = Venue(log, accounts=accounts)
        client = visitor(place)
        if who == "ada":
            told = await answer(client, SignIn("Ada", PASSWORD))
        else:
            await client.rest()
            told = client.gone
        later = await accounts_in(log, 2 * DAY + 1)
        later.check_not_banned("Ada", "192.0.2.7")
        await accounts.lift(who)
        accounts.check_not_banned("Ada", "192.0.2.7")
        await place.close()
        return told, who

    told, _ = run_virtually(story())

    blanks = {"reason": "shouting", "seconds": 2 * DAY}
    assert told in (Nak("", RefusalCode.BANNED_UNTIL, blanks), Gone(RefusalCode.BANNED_UNTIL, blanks))


def test_a_ban_without_an_end_is_for_ever() -> None:
    async def story() -> None:
        accounts = await accounts_in(MemoryLog())
        await accounts.ban("2001:db8::1", "", 0)
        await accounts.ban("2001:db8:0::1", "", 60)
        await accounts.ban("2001:db8::1", "", 0)
        accounts.check_not_banned("2001:db8::1")

    with pytest.raises(Refused) as refused:
        run_virtually(story())
    assert refused.value.code == RefusalCode.BANNED_FOREVER


def test_the_log_of_accounts_is_no_table() -> None:
    async def story() -> object:
        async with club() as place:
            client = visitor(place)
            await signed_in(client, "Ada")
            return await answer(client, Join(ACCOUNTS, "Ada"))

    assert run_virtually(story()) == Nak("", RefusalCode.NO_SUCH_TABLE)


@pytest.mark.long
def test_passwords_are_kept_as_argon2id_hashes() -> None:
    async def story() -> tuple[str, bool, bool]:
        hasher = ArgonHasher()
        hashed = await hasher.hash(PASSWORD)
        return hashed, await hasher.is_right(hashed, PASSWORD), await hasher.is_right(hashed, "other")

    hashed, right, wrong = asyncio.run(story())

    assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert (right, wrong) == (True, False)


def test_an_address_is_banned_however_it_is_written() -> None:
    assert ban_key("::ffff:192.0.2.7") == ban_key("192.0.2.7")
    assert ban_key("2001:db8::1") == ban_key("2001:DB8:0:0::1")
    assert ban_key("2001:db8::1") != ban_key("2001:db8::2")


def test_another_password_makes_the_old_one_and_its_keys_worthless() -> None:
    async def story() -> list[object]:
        async with club(log := MemoryLog()) as place:
            ada = visitor(place)
            old = await signed_in(ada, "Ada")
            changed = await answer(ada, ChangePassword("ada", PASSWORD, "eight or even more"))
            assert isinstance(changed, SignedIn)
            fresh = await accounts_in(log)
            assert fresh.book.account_of(changed.key) == fresh.book.account("Ada")
            return [
                await answer(ada, SignInAgain(old.key)),
                await answer(ada, SignIn("Ada", PASSWORD)),
                await answer(ada, SignIn("Ada", "eight or even more")),
                await answer(ada, SignInAgain(changed.key)),
            ]

    wrong_key, wrong_password, *right = run_virtually(story())

    assert (wrong_key, wrong_password) == (
        Nak("", RefusalCode.WRONG_KEY),
        Nak("", RefusalCode.WRONG_PASSWORD),
    )
    assert [type(each) for each in right] == [SignedIn, SignedIn]


def test_of_two_changes_of_a_password_at_once_one_is_made() -> None:
    async def story() -> list[object]:
        log = MemoryLog()
        first, other = await accounts_in(log), await accounts_in(log)
        await first.register("Ada", PASSWORD, "192.0.2.7")
        changes = (
            each.change_password(ChangePassword("Ada", PASSWORD, f"{word} or more"), "192.0.2.7")
            for each, word in ((first, "nine"), (other, "ten"))
        )
        return await asyncio.gather(*changes, return_exceptions=True)

    outcomes = run_virtually(story())

    (refused,) = [each for each in outcomes if isinstance(each, Refused)]
    assert refused.code == RefusalCode.WRONG_PASSWORD


def test_wrong_passwords_are_limited_where_one_is_changed_too() -> None:
    async def story() -> list[RefusalCode]:
        accounts = await accounts_in(MemoryLog())
        await accounts.register("Ada", PASSWORD, "192.0.2.7")
        codes = []
        for _ in range(4):
            with pytest.raises(Refused) as refused:
                await accounts.change_password(ChangePassword("Ada", "wrong", "nine or more"), "192.0.2.7")
            codes.append(refused.value.code)
        return codes

    assert run_virtually(story()) == [RefusalCode.WRONG_PASSWORD] * 3 + [RefusalCode.TOO_FAST]
