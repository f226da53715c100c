"""How often something may happen, for whom it is counted, and that reconnecting lifts nothing."""

import pytest
from people import Client, Venue, code_of, settings, venue
from support.time.virtual_time import run_virtually

from playroom.online.server import rate_limits
from playroom.online.server.rate_limits import RATES, Deed, RateLimit, RateLimits, Scope, address_keys
from playroom.online.server.refused import Refused
from playroom.online.wire.messages import Ack, Chat, Hello, Join, Joined, Nak, OpenTable, TableCommand
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import Sit, Stand


def test_what_was_allowed_at_once_is_allowed_again_little_by_little() -> None:
    limit = RateLimit(2, 10)
    for _ in range(2):
        assert limit.wait(0) == 0
        limit.count(0)

    assert limit.wait(0) == 5
    assert limit.wait(4) == 1
    assert limit.wait(5) == 0


def test_no_more_is_saved_up_in_a_long_silence() -> None:
    limit = RateLimit(2, 10)
    limit.count(0)
    for _ in range(2):
        limit.count(1000)

    assert limit.wait(1000) == 5


def test_what_is_forgiven_may_be_done_once_more() -> None:
    limit = RateLimit(1, 10)
    limit.count(5)
    limit.forgive()

    assert limit.wait(5) == 0
    assert limit.is_idle(5)


def times(limits: RateLimits, deed: Deed, address: str, tries: int = 10_000) -> int:
    """How often an address may do something at once."""
    for time in range(tries):
        try:
            limits.check(deed, address_keys(address))
        except Refused:
            return time
    return tries


@pytest.mark.parametrize(
    ("first", "second", "is_shared"),
    [
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.7", "::ffff:192.0.2.7", True),
        ("2001:db8:0:1::1", "2001:db8:0:1::2", False),
        ("2001:db8:0:1::1", "2001:DB8:0:1:0::1", True),
    ],
)
def test_each_address_has_a_limit_of_its_own(first: str, second: str, is_shared: bool) -> None:  # noqa: FBT001 (a parameter)
    async def story() -> int:
        limits = RateLimits()
        times(limits, Deed.FAILURE, first)
        return times(limits, Deed.FAILURE, second)

    most = RATES[Deed.FAILURE][Scope.ADDRESS][0]

    assert run_virtually(story()) == (0 if is_shared else most)


@pytest.mark.parametrize("deed", sorted({*Deed} - {Deed.MESSAGE}))
def test_all_addresses_of_a_network_together_have_one_too(deed: Deed) -> None:
    async def story() -> tuple[int, int]:
        limits = RateLimits()
        inside = sum(times(limits, deed, f"2001:db8:0:1::{number:x}") for number in range(1, 50))
        return inside, times(limits, deed, "2001:db8:0:2::1")

    assert run_virtually(story()) == (RATES[deed][Scope.NETWORK][0], RATES[deed][Scope.ADDRESS][0])


@pytest.mark.parametrize(("scope", "step"), [(Scope.SITE, 1), (Scope.REGION, 256)])
@pytest.mark.parametrize("deed", sorted({*Deed} - {Deed.MESSAGE}))
def test_all_networks_that_one_may_have_together_have_one_too(deed: Deed, scope: Scope, step: int) -> None:
    async def story() -> int:
        limits, most = RateLimits(), RATES[deed][Scope.ADDRESS][0]
        # Each address of its own /64, or of its own /56.
        return sum(times(limits, deed, f"2001:db8:0:{step * n:x}::1", most) for n in range(256))

    assert run_virtually(story()) == RATES[deed][scope][0]


def test_this_machine_may_do_anything_but_guess_passwords() -> None:
    async def story() -> list[Deed]:
        return [deed for deed in Deed if times(RateLimits(), deed, "127.0.0.1", 100) < 100]

    assert run_virtually(story()) == [Deed.SIGN_IN, Deed.FAILURE, Deed.ACCOUNT]


def test_what_is_refused_for_one_is_not_counted_for_the_others() -> None:
    async def story() -> int:
        limits = RateLimits()
        times(limits, Deed.CHAT, "2001:db8::1", 100)
        for _ in range(100):
            with pytest.raises(Refused):
                limits.check(Deed.CHAT, address_keys("2001:db8::1"))
        return times(limits, Deed.CHAT, "2001:db8::2")

    assert run_virtually(story()) == RATES[Deed.CHAT][Scope.ADDRESS][0]


def test_limits_that_count_nothing_are_forgotten_before_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_LIMITS", 4)

    async def story() -> tuple[int, int]:
        limits = RateLimits()
        times(limits, Deed.ACCOUNT, "192.0.2.1")
        limits.look(Deed.ACCOUNT, address_keys("192.0.2.2"))
        limits.look(Deed.ACCOUNT, address_keys("192.0.2.3"))
        times(limits, Deed.ACCOUNT, "192.0.2.4")
        limits.look(Deed.ACCOUNT, address_keys("192.0.2.5"))
        kept = times(limits, Deed.ACCOUNT, "192.0.2.1")
        for number in range(10, 20):
            times(limits, Deed.ACCOUNT, f"192.0.2.{number}")
        return kept, len(limits._limits)  # noqa: SLF001 (what it keeps is the point)

    assert run_virtually(story()) == (0, 4)


async def talkative(place: Venue, code: str, token: str = "", name: str = "") -> tuple[Client, int]:
    """Somebody at a table over a new connection, and how many lines of the chat they may write at once."""
    client = await place.guest(code, name, token=token)
    for number in range(20):
        client.say(Chat(f"{name}{number}", text="hello"))
    await client.catch_up()
    return client, sum(isinstance(each, Ack) for each in client.told)


def test_who_reconnects_does_not_talk_faster() -> None:
    async def story() -> list[int]:
        async with venue() as place:
            code = code_of(await place.host())
            ben, first = await talkative(place, code, name="Ben")
            _, second = await talkative(place, code, token=ben.token)
            return [first, second]

    assert run_virtually(story()) == [RATES[Deed.CHAT][Scope.PERSON][0], 0]


def test_who_takes_other_names_does_not_talk_faster_than_an_address_may() -> None:
    async def story() -> int:
        async with venue() as place:
            code = code_of(await place.host())
            lines = [(await talkative(place, code, name=f"Eve {letter}"))[1] for letter in "abcdefgh"]
            return sum(lines)

    most, seconds = RATES[Deed.CHAT][Scope.ADDRESS]

    assert run_virtually(story()) <= most * (1 + 8 / seconds)


def test_who_reconnects_does_not_open_more_tables() -> None:
    async def story() -> tuple[int, object]:
        async with venue() as place:
            opened = 0
            for number in range(30):
                client = place.connected()
                client.say(Hello(VERSION))
                client.say(OpenTable(f"open{number}", "Eve", settings()))
                answer = await client.wait(Joined | Nak)  # type: ignore[arg-type]
                opened += isinstance(answer, Joined)
            elsewhere = place.connected(address="192.0.2.99")
            elsewhere.say(Hello(VERSION))
            elsewhere.say(OpenTable("open", "Ada", settings()))
            return opened, await elsewhere.wait(Joined | Nak)  # type: ignore[arg-type]

    opened, elsewhere = run_virtually(story())

    assert opened == RATES[Deed.TABLE][Scope.ADDRESS][0]
    assert isinstance(elsewhere, Joined)


@pytest.mark.parametrize(
    "join",
    [Join("00000000", "Eve"), Join("HERE", token="guess")],  # noqa: S106 (a wrong one)
    ids=["code", "token"],
)
def test_codes_and_tokens_are_not_guessed_over_many_connections(join: Join) -> None:
    async def story() -> tuple[int, object]:
        async with venue() as place:
            ada = await place.host()
            code = code_of(ada) if join.code == "HERE" else join.code
            guesses = 0
            for _ in range(50):
                client = place.connected()
                client.say(Hello(VERSION))
                client.say(Join(code, join.name, join.token))
                guesses += (await client.wait(Nak)).code != RefusalCode.TOO_FAST
            ben = place.connected(address="192.0.2.99")
            ben.say(Hello(VERSION))
            ben.say(Join(code_of(ada), "Ben"))
            return guesses, await ben.wait(Joined)

    guesses, _ = run_virtually(story())

    assert guesses == RATES[Deed.GUESS][Scope.ADDRESS][0]


def test_nobody_makes_a_log_long_by_sitting_down_and_standing_up() -> None:
    async def story() -> int:
        async with venue() as place:
            code = code_of(await place.host())
            before = len(await place.log.read(code))
            token = (await place.guest(code, "Eve")).token
            for connection in range(20):
                eve = await place.guest(code, token=token)
                for number in range(20):
                    do = Stand() if number % 2 else Sit(1)
                    eve.say(TableCommand(f"{connection}-{number}", do))
                await eve.catch_up()
            return len(await place.log.read(code)) - before

    most, seconds = RATES[Deed.CHANGE][Scope.PERSON]

    assert most <= run_virtually(story()) <= most * (1 + 20 / seconds) + 2
