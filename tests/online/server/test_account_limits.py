"""Passwords, and how often one address may sign in and make accounts."""

from dataclasses import replace

import pytest
from club import PASSWORD, answer, club, signed_in, visitor
from people import settings, venue
from support.time.virtual_time import run_virtually

from playroom.online.server.accounts import rate_limits
from playroom.online.server.accounts.rate_limits import SignInLimits
from playroom.online.server.refused import Refused
from playroom.online.wire.codes import RefusalCode
from playroom.online.wire.limits import (
    ACCOUNT_RATE,
    FAILURE_RATE,
    LEAST_PASSWORD,
    LONGEST_PASSWORD,
    SIGN_IN_RATE,
)
from playroom.online.wire.messages import Nak, OpenTable, SignedIn, SignIn, SignInAgain


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
            for _ in range(ACCOUNT_RATE[0]):
                told = await answer(visitor(place), SignIn("Ada", PASSWORD, is_new=True))
                assert refusal(told) == RefusalCode.ACCOUNT_EXISTS
            return await answer(visitor(place), SignIn("Ben", PASSWORD, is_new=True))

    assert isinstance(run_virtually(story()), SignedIn)


def test_who_signs_in_again_and_again_has_to_wait_though_no_attempt_fails() -> None:
    async def story() -> list[object]:
        async with club() as place:
            await signed_in(visitor(place), "Ada")
            return [await answer(visitor(place), SignIn("Ada", PASSWORD)) for _ in range(SIGN_IN_RATE[0] + 1)]

    *right, late = run_virtually(story())

    assert len(right) > FAILURE_RATE[0]
    assert all(isinstance(each, SignedIn) for each in right)
    assert refusal(late) == RefusalCode.TOO_FAST


def may_try(limits: SignInLimits, address: str) -> bool:
    """Whether an address may try once more."""
    try:
        limits.check_sign_in(address)
    except Refused:
        return False
    return True


def test_the_address_that_came_first_is_forgotten_when_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limits, "MOST_ADDRESSES", 2)

    async def story() -> tuple[list[bool], list[bool]]:
        limits = SignInLimits()
        for _ in range(FAILURE_RATE[0]):
            may_try(limits, "first")
        before = [may_try(limits, address) for address in ("first", "second", "first")]
        return before, [may_try(limits, address) for address in ("third", "first")]

    assert run_virtually(story()) == ([False, True, False], [True, True])


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
