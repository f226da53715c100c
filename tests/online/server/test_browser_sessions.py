"""The sessions of browsers: tokens that change, that are stolen, fixed, replayed and lost, at all servers."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from club import PASSWORD
from support.online.faulty_log import Fault, FaultyLog
from support.online.plain_hasher import PlainHasher
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.accounts.account_book import Account
from playroom.online.server.accounts.browser_sessions import (
    IDLE_SECONDS,
    KEPT_ENTRIES,
    MOST_OF_ACCOUNT,
    MOST_OFFERED,
    ROTATION_SECONDS,
    SESSIONS,
    BrowserSessions,
)
from playroom.online.server.accounts.club_accounts import RESET_SECONDS, Accounts
from playroom.online.server.refused import Refused
from playroom.online.wire.messages import ChangePassword
from playroom.online.wire.protocol import RefusalCode

ADDRESS = "192.0.2.7"
NEW = "another password"


class Club:
    """The accounts and sessions of a club at one of its servers, with Ada in it."""

    def __init__(self, log: MemoryLog) -> None:
        self.now = 0.0
        self.log = log
        self.accounts = Accounts(log, PlainHasher(), lambda: self.now)
        self.sessions = BrowserSessions(log, self.accounts)

    async def ada(self) -> Account:
        return self.accounts.book.account("Ada") or await self.accounts.register("Ada", PASSWORD, ADDRESS)

    async def token(self, browser: str = "Firefox", instead: str = "") -> str:
        return (await self.sessions.begin(await self.ada(), browser, instead)).token

    async def who(self, token: str) -> str:
        """Who comes with a token."""
        found = await self.sessions.check(token)
        return found.account.name if found else ""

    async def next_token(self, token: str) -> str:
        """The token that is offered after a while."""
        self.now += ROTATION_SECONDS
        found = await self.sessions.check(token)
        assert found
        return found.token


def in_club(case: Callable[[Club], Awaitable[None]]) -> Callable[[], None]:
    async def story() -> None:
        club = Club(MemoryLog())
        await club.accounts.open()
        await case(club)

    def test() -> None:
        run_virtually(story())

    return test


@in_club
async def test_a_browser_that_was_signed_in_comes_again(club: Club) -> None:
    token = await club.token()

    assert await club.who(token) == "Ada"
    assert club.sessions.account_of(token) == await club.ada()


@in_club
async def test_the_token_changes_and_the_new_one_counts(club: Club) -> None:
    first = await club.token()
    second = await club.next_token(first)

    assert second not in {"", first}
    assert await club.who(second) == "Ada"
    assert await club.next_token(second) not in {"", first, second}


@in_club
async def test_a_token_is_kept_for_a_while(club: Club) -> None:
    token = await club.token()
    club.now += ROTATION_SECONDS - 1

    found = await club.sessions.check(token)

    assert found
    assert not found.token


@in_club
async def test_an_answer_with_a_new_token_may_be_lost(club: Club) -> None:
    first = await club.token()
    lost = await club.next_token(first)
    second = await club.next_token(first)

    assert await club.who(second) == "Ada"
    assert await club.who(lost) == ""


@in_club
async def test_pages_that_load_at_once_may_keep_any_of_their_tokens(club: Club) -> None:
    first = await club.token()
    club.now += ROTATION_SECONDS
    both = await asyncio.gather(*(club.sessions.check(first) for _ in range(2)))

    for found in reversed(both):
        assert found
    assert both[0]
    assert await club.who(both[0].token) == "Ada"


@in_club
async def test_few_tokens_are_offered_until_one_of_them_comes(club: Club) -> None:
    first = await club.token()
    club.now += ROTATION_SECONDS
    visits = [await club.sessions.check(first) for _ in range(MOST_OFFERED + 2)]
    offered = [found.token for found in visits if found]

    assert [bool(each) for each in offered] == [True] * MOST_OFFERED + [False] * 2
    assert await club.who(offered[0]) == "Ada"


@in_club
async def test_a_stolen_token_that_is_used_after_its_time_ends_the_session(club: Club) -> None:
    stolen = await club.token()
    own = await club.next_token(stolen)
    assert await club.who(own) == "Ada"

    assert await club.who(stolen) == ""
    assert await club.who(own) == ""
    assert club.sessions.of("Ada") == []


@in_club
async def test_a_thief_who_is_faster_is_found_out_when_the_owner_comes(club: Club) -> None:
    own = await club.token()
    thief = await club.next_token(own)
    assert await club.who(thief) == "Ada"

    assert await club.who(own) == ""
    assert await club.who(thief) == ""


@in_club
async def test_the_sessions_of_others_go_on_when_one_ends(club: Club) -> None:
    other = await club.token("phone")
    stolen = await club.token()
    await club.who(await club.next_token(stolen))
    await club.who(stolen)

    assert await club.who(other) == "Ada"


@in_club
async def test_a_token_that_was_brought_is_never_taken_over(club: Club) -> None:
    planted = await club.token("the attacker's")
    fresh = await club.token("Firefox", instead=planted)

    assert fresh != planted
    assert fresh.partition(".")[0] != planted.partition(".")[0]
    assert await club.who(planted) == ""
    assert await club.who(fresh) == "Ada"


@pytest.mark.parametrize("token", ["", ".", "x", "é.é", "0" * 32 + ".", "\x00", "a" * 10_000])
def test_what_is_not_a_token_is_nobody(token: str) -> None:
    async def story() -> None:
        club = Club(MemoryLog())
        await club.accounts.open()
        own = await club.token()
        assert await club.who(token) == ""
        assert club.sessions.account_of(token) is None
        assert await club.who(own) == "Ada"

    run_virtually(story())


@in_club
async def test_no_account_is_known_by_an_identifier_without_its_secret(club: Club) -> None:
    token = await club.token()
    identifier, _, secret = token.partition(".")

    assert club.sessions.account_of(token) == await club.ada()
    for wrong in (identifier, f"{identifier}.", f"{identifier}.{secret[::-1]}"):
        assert club.sessions.account_of(wrong) is None


@in_club
async def test_the_log_has_no_token(club: Club) -> None:
    token = await club.token()
    new = await club.next_token(token)

    stored = b"".join(event.body for event in await club.log.read(SESSIONS))

    for each in (token, new):
        assert each.partition(".")[2].encode() not in stored


@in_club
async def test_sessions_are_listed_and_ended_by_their_owner_alone(club: Club) -> None:
    await club.accounts.register("Ben", PASSWORD, "192.0.2.8")
    tokens = {}
    for browser in ("Firefox", "Safari on iPhone", "Chrome"):
        club.now += 1
        tokens[browser] = await club.token(browser)
    chrome, safari, firefox = club.sessions.of("ada")
    assert [each.browser for each in (chrome, safari, firefox)] == ["Chrome", "Safari on iPhone", "Firefox"]

    await club.sessions.end("Ben", safari.identifier)
    await club.sessions.end_others("Ben", "")
    assert len(club.sessions.of("Ada")) == 3

    await club.sessions.end("Ada", safari.identifier)
    assert not await club.who(tokens["Safari on iPhone"])
    await club.sessions.end_others("Ada", chrome.identifier)
    assert club.sessions.of("Ada") == [chrome]
    assert await club.who(tokens["Chrome"]) == "Ada"
    assert not await club.who(tokens["Firefox"])


@in_club
async def test_another_server_knows_all_of_that_at_once(club: Club) -> None:
    other = Club(club.log)
    await other.accounts.open()
    token = await club.token()
    await other.accounts.catch_up()
    assert await other.who(token) == "Ada"

    await other.sessions.end_others("Ada", "")

    assert await club.who(token) == ""


@in_club
async def test_a_session_without_visits_ends(club: Club) -> None:
    token = await club.token()
    club.now += IDLE_SECONDS + 1

    assert await club.who(token) == ""


@in_club
async def test_the_oldest_of_too_many_sessions_ends(club: Club) -> None:
    tokens = []
    for _ in range(MOST_OF_ACCOUNT + 1):
        club.now += 1
        tokens.append(await club.token())

    assert await club.who(tokens[0]) == ""
    assert await club.who(tokens[1]) == "Ada"


@in_club
async def test_a_new_password_ends_all_sessions(club: Club) -> None:
    token = await club.token()
    await club.accounts.change_password(ChangePassword("Ada", PASSWORD, NEW), ADDRESS)

    assert await club.who(token) == ""
    assert club.sessions.of("Ada") == []


@pytest.mark.long
@in_club
async def test_a_log_that_is_long_begins_again_with_the_sessions_that_there_are(club: Club) -> None:
    other, kept = Club(club.log), await club.token("kept")
    await other.accounts.open()
    await other.sessions.catch_up()
    while club.sessions.number <= KEPT_ENTRIES:
        passing = await club.token("passing")
        await club.sessions.end("Ada", passing.partition(".")[0])

    late = Club(club.log)
    await late.accounts.open()
    for each in (club, other, late):
        assert await each.who(kept) == "Ada"
    assert len(await club.log.read(SESSIONS)) < 4


@pytest.mark.parametrize("fault", [Fault.UNANSWERED, Fault.LOST])
def test_a_log_that_does_not_answer_once_loses_nobody(fault: Fault) -> None:
    async def story() -> None:
        faults: list[Fault] = []
        club = Club(MemoryLog())
        await club.accounts.open()
        await club.ada()
        faulty = FaultyLog(club.log, lambda: faults.pop() if faults else Fault.NOTHING)
        club.sessions = BrowserSessions(faulty, club.accounts)
        faults.append(fault)
        token = await club.token()
        assert await club.who(token) == "Ada"

    run_virtually(story())


@in_club
async def test_a_link_sets_another_password_once(club: Club) -> None:
    session = await club.token()
    secret = await club.accounts.new_reset(await club.ada())

    account = await club.accounts.reset_password(secret, NEW, ADDRESS)

    assert account == await club.accounts.sign_in("Ada", NEW, ADDRESS)
    assert await club.who(session) == ""
    assert (
        await refusal(club.accounts.reset_password(secret, "a third password", ADDRESS))
        is RefusalCode.WRONG_KEY
    )


@in_club
async def test_a_link_is_used_by_one_of_two_who_have_it(club: Club) -> None:
    secret = await club.accounts.new_reset(await club.ada())

    both = await asyncio.gather(
        *(club.accounts.reset_password(secret, new, ADDRESS) for new in (NEW, "a third password")),
        return_exceptions=True,
    )

    assert sorted(type(each).__name__ for each in both) == ["Account", "Refused"]


class SlowHasher(PlainHasher):
    """Something else happens while a password is hashed."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]]) -> None:
        self._meanwhile = meanwhile

    async def hash(self, password: str) -> str:
        await self._meanwhile()
        return await super().hash(password)


@in_club
async def test_a_link_that_another_server_takes_meanwhile_sets_no_second_password(club: Club) -> None:
    secret = await club.accounts.new_reset(await club.ada())
    slow = Accounts(
        club.log, SlowHasher(lambda: club.accounts.reset_password(secret, NEW, ADDRESS)), lambda: club.now
    )
    await slow.catch_up()

    assert (
        await refusal(slow.reset_password(secret, "a third password", "192.0.2.9")) is RefusalCode.WRONG_KEY
    )
    assert (await club.accounts.sign_in("Ada", NEW, ADDRESS)).name == "Ada"


@in_club
async def test_a_link_is_not_used_after_its_time_or_once_the_password_was_changed_or_another_was_made(
    club: Club,
) -> None:
    old = await club.accounts.new_reset(await club.ada())
    replaced = await club.accounts.new_reset(await club.ada())
    assert await refusal(club.accounts.account_to_reset(old, ADDRESS)) is RefusalCode.WRONG_KEY
    await club.accounts.change_password(ChangePassword("Ada", PASSWORD, NEW), ADDRESS)
    assert await refusal(club.accounts.account_to_reset(replaced, ADDRESS)) is RefusalCode.WRONG_KEY

    late = await club.accounts.new_reset(await club.ada())
    club.now += RESET_SECONDS
    assert (
        await refusal(club.accounts.reset_password(late, "a third password", "192.0.2.9"))
        is RefusalCode.WRONG_KEY
    )


@in_club
async def test_links_are_not_guessed(club: Club) -> None:
    secret = await club.accounts.new_reset(await club.ada())
    codes = [await refusal(club.accounts.account_to_reset(f"{secret[:-1]}{n}", ADDRESS)) for n in range(5)]

    assert RefusalCode.TOO_FAST in codes
    assert await refusal(club.accounts.account_to_reset(secret, ADDRESS)) is RefusalCode.TOO_FAST
    assert (await club.accounts.account_to_reset(secret, "192.0.2.9")).name == "Ada"


@in_club
async def test_a_password_that_is_too_short_does_not_use_the_link_up(club: Club) -> None:
    secret = await club.accounts.new_reset(await club.ada())
    assert await refusal(club.accounts.reset_password(secret, "short", ADDRESS)) is RefusalCode.BAD_PASSWORD

    assert (await club.accounts.reset_password(secret, NEW, ADDRESS)).name == "Ada"


async def refusal(call: Awaitable[object]) -> RefusalCode | None:
    try:
        await call
    except Refused as refused:
        return refused.code
    return None
