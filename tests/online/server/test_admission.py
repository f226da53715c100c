"""Connections of one address or network: how many at once, and how many in a time."""

import asyncio
from contextlib import ExitStack
from unittest.mock import Mock

import pytest
from support.time.virtual_time import run_virtually
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from playroom.online.log.memory import MemoryLog
from playroom.online.server import admission, rate_limits
from playroom.online.server.admission import MOST_HALF_OPEN, PAUSE_SECONDS, Admission
from playroom.online.server.rate_limits import MOST_AT_ONCE, RATES, Deed, RateLimits, Scope
from playroom.online.server.refused import Refused
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.wire.protocol import RefusalCode

HOME, OTHER = "192.0.2.7", "192.0.2.8"
BURST, SECONDS = RATES[Deed.CONNECTION][Scope.ADDRESS]


def network_address(number: int) -> str:
    """An address of one /64."""
    return f"2001:db8::{number:x}"


def refused_after(*addresses: str) -> float | None:
    """When the last of these connections is refused, in seconds; None if it may begin."""

    async def story() -> float | None:
        gate = Admission(RateLimits())
        *before, last = addresses
        for each in before:
            await gate.check_rate(each)
        try:
            await gate.check_rate(last)
        except Refused:
            return asyncio.get_running_loop().time()
        return None

    return run_virtually(story())


def test_the_connection_that_is_one_too_many_is_refused_after_a_pause() -> None:
    assert refused_after(*[HOME] * BURST) is None
    assert refused_after(*[HOME] * (BURST + 1)) == PAUSE_SECONDS
    assert refused_after(*[HOME] * BURST, OTHER) is None


def test_the_addresses_of_one_network_have_a_limit_together() -> None:
    most = RATES[Deed.CONNECTION][Scope.NETWORK][0]
    addresses = [network_address(number) for number in range(most + 1)]

    assert refused_after(*addresses) == PAUSE_SECONDS
    assert refused_after(*addresses[:-1], "2001:db8:0:1::1") is None


def test_in_each_turn_one_connection_of_a_network_begins() -> None:
    async def story() -> tuple[int, bool]:
        gate = Admission(RateLimits())
        addresses = [*map(network_address, range(20)), HOME]
        beginning = [asyncio.ensure_future(gate.check_rate(each)) for each in addresses]
        for _ in range(8):
            await asyncio.sleep(0)
        begun = sum(each.done() for each in beginning[:-1]), beginning[-1].done()
        await asyncio.gather(*beginning)
        return begun

    of_one, other = run_virtually(story())

    assert other
    assert of_one < 8


def test_those_who_wait_may_connect_again() -> None:
    async def story() -> None:
        gate = Admission(RateLimits())
        for _ in range(BURST):
            await gate.check_rate(HOME)
        await asyncio.sleep(SECONDS / BURST)
        await gate.check_rate(HOME)

    run_virtually(story())


def test_beyond_the_limit_of_pauses_connections_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MOST_PAUSES", 2)

    async def story() -> list[float]:
        gate, ends = Admission(RateLimits()), list[float]()
        for _ in range(BURST):
            await gate.check_rate(HOME)

        async def come() -> None:
            with pytest.raises(Refused):
                await gate.check_rate(HOME)
            ends.append(asyncio.get_running_loop().time())

        await asyncio.gather(*(come() for _ in range(3)))
        return ends

    assert run_virtually(story()) == [0, PAUSE_SECONDS, PAUSE_SECONDS]


class FakeLine:
    """A connection that was accepted."""

    def __init__(self, own_address: str, address: str = "") -> None:
        self.transport: asyncio.Transport = Mock(asyncio.Transport)
        self.own_address, self.address, self.number = own_address, address or own_address, 1


def is_aborted(line: FakeLine) -> bool:
    assert isinstance(line.transport, Mock)
    return bool(line.transport.abort.called)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("addresses", "scope"),
    [
        ([HOME] * 200, Scope.ADDRESS),
        ([network_address(number) for number in range(200)], Scope.NETWORK),
        ([f"2001:db8:0:{number:x}::1" for number in range(200)], Scope.SITE),
        ([f"2001:db8:0:{256 * number:x}::1" for number in range(200)], Scope.REGION),
    ],
)
def test_connections_up_to_the_limit_are_accepted_at_once(addresses: list[str], scope: Scope) -> None:
    gate, most = Admission(RateLimits()), MOST_AT_ONCE[scope]
    for _ in range(2):
        lines = [FakeLine(each) for each in addresses]
        assert [gate.begin(each) for each in lines] == [True] * most + [False] * (200 - most)
        lines.append(FakeLine(OTHER))
        assert gate.begin(lines[-1])
        for each in lines:
            gate.end(each)


def test_the_clients_of_a_proxy_are_counted_by_their_own_addresses() -> None:
    gate, most = Admission(RateLimits()), MOST_AT_ONCE[Scope.ADDRESS]
    for _ in range(2):
        with ExitStack() as stack:
            for _ in range(most):
                stack.enter_context(gate.counted(FakeLine("127.0.0.1", HOME)))
            stack.enter_context(gate.counted(FakeLine("127.0.0.1", OTHER)))

            with pytest.raises(Refused) as refused:
                stack.enter_context(gate.counted(FakeLine("127.0.0.1", HOME)))

        assert refused.value.code == RefusalCode.TOO_MANY_CONNECTIONS


@pytest.mark.long
def test_the_oldest_connection_that_is_open_by_half_makes_room() -> None:
    gate = Admission(RateLimits())
    lines = [FakeLine("127.0.0.1") for _ in range(MOST_HALF_OPEN + 2)]
    gate.begin(lines[0])
    gate.admit(lines[0])

    assert all(map(gate.begin, lines[1:]))

    assert [each for each in lines if is_aborted(each)] == [lines[1]]


@pytest.mark.parametrize(("admitted", "is_accepted"), [(4, False), (3, True)])
def test_connections_open_by_half_shut_nobody_out(admitted: int, is_accepted: bool) -> None:  # noqa: FBT001 (a row's answer)
    gate = Admission(RateLimits(), 4)
    lines = [FakeLine("127.0.0.1") for _ in range(4)]
    for each in lines:
        gate.begin(each)
    for each in lines[:admitted]:
        gate.admit(each)

    assert gate.begin(FakeLine("127.0.0.1")) == is_accepted


def test_the_last_connections_are_for_networks_from_which_people_were_here() -> None:
    gate = Admission(RateLimits(), 16)
    gate.remember(HOME)

    gate.check_room(OTHER, 13)
    gate.check_room(HOME, 15)
    with pytest.raises(Refused):
        gate.check_room(OTHER, 14)
    with pytest.raises(Refused):
        gate.check_room(HOME, 16)


def test_who_was_here_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MOST_KNOWN", 2)
    gate = Admission(RateLimits(), 8)
    for each in (HOME, OTHER, HOME, "192.0.2.9"):
        gate.remember(each)

    gate.check_room(HOME, 7)
    with pytest.raises(Refused):
        gate.check_room(OTHER, 7)


def test_this_machine_has_as_many_connections_as_it_likes() -> None:
    assert refused_after(*["127.0.0.1"] * (BURST + 1)) is None


@pytest.mark.parametrize(
    ("setting", "most"), [("RATES", {Scope.ADDRESS: (2, 60.0)}), ("MOST_AT_ONCE", {Scope.ADDRESS: 2})]
)
def test_a_server_refuses_connections(setting: str, most: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "PAUSE_SECONDS", 0)
    if setting == "RATES":
        monkeypatch.setattr(rate_limits, "RATES", {**RATES, Deed.CONNECTION: most})
    else:
        monkeypatch.setattr(admission, "MOST_AT_ONCE", most)

    async def story() -> list[object]:
        server = RoomServer(MemoryLog(), {}, {}, RoomPolicy(""))
        port = await server.start("127.0.0.1", 0)
        ends, stack = list[object](), list[ClientConnection]()
        for address in (HOME, HOME, HOME, OTHER):
            try:
                line = await connect(
                    f"ws://127.0.0.1:{port}", additional_headers={"X-Forwarded-For": address}, proxy=None
                )
            except InvalidStatus as error:
                ends.append(error.response.status_code)
                continue
            stack.append(line)
            await asyncio.wait((asyncio.ensure_future(line.wait_closed()),), timeout=0.05)
            ends.append(line.close_code)
        await server.stop()
        return ends

    assert asyncio.run(story()) == [None, None, 429 if setting == "RATES" else 1013, None]
