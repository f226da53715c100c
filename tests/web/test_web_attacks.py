"""What visitors and strangers may try: the others notice nothing, nothing is lost, memory stays bounded."""

import asyncio
import json
import socket
from contextlib import ExitStack, suppress
from itertools import repeat
from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import folders
from support.time.virtual_time import run_virtually
from support.web.page_keys import keys_of_a_move
from support.web.virtual_visit import MOMENT, VirtualVisit, virtual_visit
from support.web.web_room import web_room

from playroom.home.saved_match import SavedMatches
from playroom.online.server.machine import raised_limit
from playroom.table.shelf import OURS, shelf
from playroom.web import incoming, visitor
from playroom.web.browser_console import BOARD_PAUSE
from playroom.web.entrance import BrowserEntrance
from playroom.web.incoming import Incoming, KeyPress
from playroom.web.passes import PassKey
from playroom.web.web_server import MOST_OTHERS, MOST_VISITORS

KINDS = (
    *({"key": key} for key in ("c", "enter", "right", "space", "escape", "m", "1")),
    *({"text": "Ana"}, {"command": "draw"}, {"tile": "5-3"}, {"hello": 3}),
)
"""Messages of pages, which attacks change."""


def mutated(chance: Random) -> str | bytes:
    """A message like those of a page, with changes."""
    message = bytearray(json.dumps(chance.choice(KINDS)).encode())
    for _ in range(chance.randint(0, 4)):
        at = chance.randrange(len(message))
        match chance.randrange(3):
            case 0:
                message[at] = chance.randrange(256)
            case 1:
                del message[at]
            case _:
                message[at:at] = message[: chance.randrange(40)]
    return bytes(message) if chance.random() < 0.5 else message.decode(errors="replace")


UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


async def begin_match(visit: VirtualVisit) -> None:
    await visit.page.press("n", "enter", "enter")
    await asyncio.sleep(BOARD_PAUSE + MOMENT)
    assert visit.page.board


def goes_on(home: Path) -> bool:
    """Whether the match that was left can be continued, and a move be made in it."""

    async def go_on() -> bool:
        async with virtual_visit(home) as visit:
            await visit.page.press("c", "enter", "escape")
            await asyncio.sleep(BOARD_PAUSE + MOMENT)
            before = visit.page.board
            await visit.page.press(*keys_of_a_move(before))
            await asyncio.sleep(BOARD_PAUSE + MOMENT)
            return before is not None and visit.page.board != before

    return run_virtually(go_on())


def assert_harmless(home: Path, messages: int) -> None:
    """Mutated messages in a match end nothing, and it goes on."""

    async def attack() -> VirtualVisit:
        chance = Random(1)
        async with virtual_visit(home) as visit:
            await begin_match(visit)
            for _ in range(messages):
                await visit.page.give(mutated(chance))
            assert not visit.page.over
        return visit

    visit = run_virtually(attack())

    assert visit.errors == []
    assert not any("Traceback" in frame for frame in visit.page.sent)
    assert SavedMatches(folders(home).matches).newest_first()[0].load(shelf([OURS]).variants)
    assert goes_on(home)


@pytest.mark.long
def test_mutated_messages_in_a_match_end_nothing(tmp_path: Path) -> None:
    assert_harmless(tmp_path, 60)


@pytest.mark.long
def test_thousands_of_mutated_messages_in_a_match_end_nothing(tmp_path: Path) -> None:
    assert_harmless(tmp_path, 5000)


def test_messages_that_nobody_checked_would_end_the_visit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unchecked(frame: str | bytes) -> tuple[Incoming, None]:
        return KeyPress(json.loads(frame).popitem()[1]), None

    monkeypatch.setattr(visitor, "incoming", unchecked)

    with pytest.raises((AssertionError, ValueError, ExceptionGroup)):
        assert_harmless(tmp_path, 60)


async def flood(home: Path, keys: int) -> tuple[VirtualVisit, int]:
    """A visitor whose page sends many keys at once; how many are left when another's key is answered."""
    async with virtual_visit(home) as visit, virtual_visit(home) as other:
        await begin_match(visit)
        visit.page.flood(repeat('{"key":"c"}', keys))
        await asyncio.sleep(0)
        told = len(other.page.said)
        await other.page.press("down")
        left = visit.page.waiting
        assert len(other.page.said) > told
        await asyncio.sleep(keys * visitor.REFUSAL_SECONDS)
        await visit.page.press("c")
        assert not visit.page.over
    return visit, left


@pytest.mark.long
def test_a_flood_of_keys_waits_while_others_are_answered(tmp_path: Path) -> None:
    visit, left = run_virtually(flood(tmp_path, 2000))

    assert left > 1000
    assert visit.errors == []
    assert 1 <= sum(words.startswith("Too much at once") for words in visit.page.said) <= 10
    assert visit.page.said[-1].startswith("Ends")
    assert goes_on(tmp_path)


@pytest.mark.long
def test_without_a_budget_a_flood_is_all_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming.Budget, "takes", lambda *_: True)

    _, left = run_virtually(flood(tmp_path, 2000))

    assert left == 0


def test_guessed_secrets_let_nobody_in() -> None:
    door, chance = BrowserEntrance(PassKey(b"key"), 80), Random(1)
    secret = door.path
    guesses = [
        secret[:-1],
        secret + "x",
        secret.swapcase(),
        secret + "/",
        "/" + secret,
        secret.replace("/in", ""),
    ]
    guesses += ["".join(chance.sample(secret, len(secret))) for _ in range(1000)]

    assert not any(door.lets_in(guess, door.host) for guess in guesses)
    assert door.lets_in(secret, door.host)


def half_open(held: ExitStack, host: str, count: int, cookie: str) -> list[socket.socket]:
    """Connections that are held open: with a cookie, those of pages that never say hello."""
    name, _, port = host.partition(":")
    asked = f"Host: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
    ends = [held.enter_context(socket.create_connection((name, int(port)))) for _ in range(count)]
    for end in ends if cookie else ():
        with suppress(ConnectionError):  # it may be cut off already
            end.sendall(f"GET /socket HTTP/1.1\r\n{asked}{UPGRADE}\r\n".encode())
    return ends


def is_open(end: socket.socket) -> bool:
    """Whether the other end has not cut off a connection; what it has sent is read."""
    end.setblocking(False)
    try:
        while data := end.recv(4096):
            assert b"Traceback" not in data
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    return False


async def beside_attack(home: Path, count: int, most: int, *, has_cookie: bool) -> int:
    """How many connections of an attack are open once others were answered, and a new one has come in."""
    async with web_room(home, most=most) as room, room.page(await room.cookie()) as other:
        await other.heard("The playroom")
        cookie = await room.cookie() if has_cookie else ""
        with ExitStack() as held:
            ends = await asyncio.to_thread(half_open, held, room.host, count, cookie)
            await other.send(key="down")
            await other.heard("All matches")
            async with room.page(await room.cookie()) as late:
                await late.heard("The playroom")
            assert room.errors == []
            return sum(map(is_open, ends))


@pytest.mark.parametrize("has_cookie", [False, True])
def test_connections_that_say_nothing_are_bounded(tmp_path: Path, *, has_cookie: bool) -> None:
    assert asyncio.run(beside_attack(tmp_path, 40, 10, has_cookie=has_cookie)) <= 10


def test_without_a_bound_all_stay_open(tmp_path: Path) -> None:
    assert asyncio.run(beside_attack(tmp_path, 40, 100, has_cookie=False)) == 40


@pytest.mark.long
@pytest.mark.parametrize("has_cookie", [False, True])
def test_a_thousand_connections_leave_the_others_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], *, has_cookie: bool
) -> None:
    if (raised_limit() or 10_000) < 3000:
        pytest.skip("this system allows fewer open connections")

    still_open = asyncio.run(
        beside_attack(tmp_path, 1000, MOST_VISITORS + MOST_OTHERS, has_cookie=has_cookie)
    )

    assert still_open <= MOST_VISITORS + MOST_OTHERS
    assert capfd.readouterr().err == ""


def test_a_frame_that_is_too_large_ends_its_connection_alone(tmp_path: Path) -> None:
    async def visit() -> tuple[int | None, str, str]:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as other:
            await other.heard("The playroom")
            cookie = await room.cookie()
            async with room.page(cookie) as page:
                await page.heard("The playroom")
                await page.send(text="x" * 2 * incoming.MOST_BYTES)
                await page.socket.wait_closed()
                code = page.socket.close_code
            async with room.page(cookie, seen=1) as page:
                back = await page.heard("The playroom")
            assert room.errors == []
            return code, back, await other.answer("down", "All")

    code, back, answer = asyncio.run(visit())

    assert code == 1009
    assert back
    assert answer.startswith("All matches")
