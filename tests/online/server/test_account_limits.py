"""Passwords, and how often one address may sign in and make accounts."""

import asyncio
from dataclasses import replace

import pytest
from club import PASSWORD, accounts_in, answer, club, signed_in, visitor
from people import settings, venue
from support.online.plain_hasher import PlainHasher
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.rate_limits import RATES, Deed, Scope
from playroom.online.server.refused import Refused
from playroom.online.wire.messages import Nak, OpenTable, SignedIn, SignIn, SignInAgain
from playroom.online.wire.protocol import LEAST_PASSWORD, LONGEST_PASSWORD, RefusalCode


def refusal(told: object) -> RefusalCode | None:
    """Why the server refuses; None if it does not."""
    return RefusalCode(told.code) if isinstance(told, Nak) else None


@pytest.mark.parametrize(
    ("length", "code"),
    [
        (LEAST_PASSWORD - 1, RefusalCode.BAD_PASSWORD),
        (LEAST_PASSWORD, None),
        (LONGEST_PASSWORD, None),
        (LONGEST_PASSWORD + 1, RefusalCode.BAD_PASSWORD),
    ],
)
def test_the_shortest_and_the_longest_password(length: int, code: RefusalCode | None) -> None:
    async def story() -> object:
        async with club() as place:
            return await answer(visitor(place), SignIn("Ada", "x" * length, is_new=True))

    assert refusal(run_virtually(story())) == code


def test_a_text_that_begins_with_the_password_is_a_wrong_one() -> None:
    async def story() -> object:
        async with club() as place:
            await answer(visitor(place), SignIn("Ada", "x" * LONGEST_PASSWORD, is_new=True))
            return await answer(visitor(place), SignIn("Ada", "x" * (LONGEST_PASSWORD + 1)))

    assert refusal(run_virtually(story())) == RefusalCode.WRONG_PASSWORD


def test_a_name_that_is_taken_does_not_count_as_a_new_account() -> None:
    async def story() -> object:
        async with club() as place:
            await signed_in(visitor(place), "Ada")
            for _ in range(RATES[Deed.ACCOUNT][Scope.ADDRESS][0]):
                told = await answer(visitor(place), SignIn("Ada", PASSWORD, is_new=True))
                assert refusal(told) == RefusalCode.ACCOUNT_EXISTS
            return await answer(visitor(place), SignIn("Ben", PASSWORD, is_new=True))

    assert isinstance(run_virtually(story()), SignedIn)


def test_who_signs_in_again_and_again_has_to_wait_though_no_attempt_fails() -> None:
    async def story() -> list[object]:
        async with club() as place:
            await signed_in(visitor(place, "192.0.2.1"), "Ada")
            return [
                await answer(visitor(place), SignIn("Ada", PASSWORD))
                for _ in range(RATES[Deed.SIGN_IN][Scope.ADDRESS][0] + 1)
            ]

    *right, late = run_virtually(story())

    assert len(right) > RATES[Deed.FAILURE][Scope.ADDRESS][0]
    assert all(isinstance(each, SignedIn) for each in right)
    assert refusal(late) == RefusalCode.TOO_FAST


class CountingHasher(PlainHasher):
    """A hasher that counts what it has to do."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    async def hash(self, password: str) -> str:
        self.calls.append("hash")
        return await super().hash(password)

    async def is_right(self, hashed: str, password: str) -> bool:
        self.calls.append("is_right" if hashed else "nothing to compare with")
        return await super().is_right(hashed, password)


@pytest.mark.parametrize("is_opened_again", [False, True])
def test_whether_an_account_exists_shows_neither_by_code_nor_by_work(is_opened_again: bool) -> None:  # noqa: FBT001 (a parameter)
    async def story() -> list[tuple[RefusalCode, list[str]]]:
        log, hasher = MemoryLog(), CountingHasher()
        accounts = Accounts(log, hasher, lambda: 0.0)
        await accounts.open()
        await accounts.register("Ada", PASSWORD, "192.0.2.1")
        if is_opened_again:
            accounts = Accounts(log, hasher, lambda: 0.0)
            await accounts.open()
        seen = []
        for name in ("Ada", "Nobody"):
            hasher.calls.clear()
            with pytest.raises(Refused) as refused:
                await accounts.sign_in(name, "wrong one", "192.0.2.2")
            seen.append((refused.value.code, [*hasher.calls]))
        return seen

    assert run_virtually(story()) == [(RefusalCode.WRONG_PASSWORD, ["is_right"])] * 2


def test_no_password_is_that_of_a_name_without_an_account() -> None:
    async def story() -> list[object]:
        async with club() as place:
            return [await answer(visitor(place), SignIn("Nobody", password)) for password in ("", "<>")]

    assert [refusal(each) for each in run_virtually(story())] == [RefusalCode.WRONG_PASSWORD] * 2


async def compared(accounts: Accounts, name: str, password: str, address: str) -> bool:
    """Whether a password is compared with that of an account, instead of being refused at once."""
    try:
        await accounts.sign_in(name, password, address)
    except Refused as refused:
        return refused.code == RefusalCode.WRONG_PASSWORD
    return True


def test_a_network_guesses_a_password_no_oftener_than_it_may() -> None:
    async def story() -> int:
        accounts = await accounts_in(MemoryLog())
        await accounts.register("Ada", PASSWORD, "192.0.2.7")
        guesses = [
            await compared(accounts, "Ada", f"guess {number}", f"2001:db8:0:1::{number:x}")
            for number in range(180)
        ]
        return sum(guesses)

    assert run_virtually(story()) <= RATES[Deed.FAILURE][Scope.NETWORK][0]


def test_signing_in_to_an_account_of_ones_own_forgives_no_guesses() -> None:
    async def story() -> int:
        accounts = await accounts_in(MemoryLog())
        await accounts.register("Ada", PASSWORD, "192.0.2.7")
        await accounts.register("Eve", PASSWORD, "192.0.2.9")
        guesses = 0
        for number in range(60):
            await compared(accounts, "Eve", PASSWORD, "192.0.2.9")
            guesses += await compared(accounts, "Ada", f"guess {number}", "192.0.2.9")
        return guesses

    assert run_virtually(story()) <= RATES[Deed.FAILURE][Scope.ADDRESS][0]


@pytest.mark.parametrize("name", ["Ada", "Nobody"])
def test_an_account_is_guessed_from_all_addresses_together_no_oftener_than_it_may_be(name: str) -> None:
    async def story() -> tuple[int, bool, bool]:
        accounts = await accounts_in(MemoryLog())
        await accounts.register("Ada", PASSWORD, "192.0.2.7")
        await accounts.sign_in("Ada", PASSWORD, "192.0.2.7")
        guesses = [await compared(accounts, name, "guess", f"198.51.100.{each}") for each in range(100)]
        at_home = await compared(accounts, "Ada", PASSWORD, "192.0.2.7")
        return sum(guesses), at_home, await compared(accounts, name, PASSWORD, "198.51.100.200")

    assert run_virtually(story()) == (RATES[Deed.FAILURE][Scope.ACCOUNT][0], True, False)


@pytest.mark.parametrize("way", ["made", "key"])
def test_guesses_of_others_lock_nobody_out_where_she_has_made_her_account_or_has_its_key(way: str) -> None:
    async def story() -> tuple[bool, bool]:
        accounts = await accounts_in(MemoryLog())
        ada = await accounts.register("Ada", PASSWORD, "192.0.2.7")
        home = "192.0.2.7"
        if way == "key":
            home = "192.0.2.8"
            accounts.sign_in_again(accounts.book.key(ada), home)
        for each in range(100):
            await compared(accounts, "Ada", "guess", f"198.51.100.{each}")
        return (
            await compared(accounts, "Ada", PASSWORD, home),
            await compared(accounts, "Ada", PASSWORD, "198.51.100.200"),
        )

    assert run_virtually(story()) == (True, False)


class SlowHasher(PlainHasher):
    """A hasher that takes a second."""

    async def is_right(self, hashed: str, password: str) -> bool:
        await asyncio.sleep(1)
        return await super().is_right(hashed, password)


@pytest.mark.parametrize(("address", "seconds"), [("192.0.2.7", 1), ("2001:db8:0:7::1", 11)])
def test_a_network_that_guesses_passwords_delays_no_other(address: str, seconds: float) -> None:
    async def story() -> float:
        accounts = Accounts(MemoryLog(), SlowHasher(), lambda: 0.0)
        await accounts.open()
        await accounts.register("Ada", PASSWORD, address)
        guesses = [
            asyncio.ensure_future(compared(accounts, f"Nobody {each}", "guess", f"2001:db8:0:{each:x}::1"))
            for each in range(10)
        ]
        await asyncio.sleep(0.01)
        begun = asyncio.get_running_loop().time()
        await accounts.sign_in("Ada", PASSWORD, address)
        passed = asyncio.get_running_loop().time() - begun
        await asyncio.gather(*guesses)
        return passed

    assert run_virtually(story()) == pytest.approx(seconds, abs=0.1)


@pytest.mark.parametrize("message", [SignIn("Ada", PASSWORD, is_new=True), SignInAgain("ada.0123")])
def test_nobody_signs_in_at_a_server_without_accounts(message: SignIn | SignInAgain) -> None:
    async def story() -> object:
        async with venue() as place:
            return await answer(visitor(place), message)

    assert run_virtually(story()) == Nak("", RefusalCode.MALFORMED)


def test_nobody_signs_in_at_a_server_that_has_accounts_for_its_bans_alone() -> None:
    async def story() -> object:
        async with club() as place:
            place.rooms.policy = replace(place.rooms.policy, needs_account=False)
            return await answer(visitor(place), SignIn("Ada", PASSWORD, is_new=True))

    assert run_virtually(story()) == Nak("", RefusalCode.MALFORMED)


def test_who_signs_in_anew_is_at_no_table_any_more() -> None:
    async def story() -> int:
        async with club() as place:
            ada = visitor(place)
            await signed_in(ada, "Ada")
            await answer(ada, OpenTable("open", "", settings()))
            ada.say(SignIn("Ben", PASSWORD, is_new=True))
            await ada.wait(SignedIn)
            return place.rooms.table_count

    assert run_virtually(story()) == 0
