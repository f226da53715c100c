"""What a page sends over a connection that stands still is left out, with a word."""

import asyncio
import json
from pathlib import Path

from support.time.virtual_time import run_virtually
from support.web.virtual_visit import virtual_visit

from playroom.web.incoming import DELAYS, LATE_SECONDS, Delay


def test_keys_that_come_late_do_nothing_and_are_said_once(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with virtual_visit(tmp_path) as visit:
            await asyncio.sleep(60)
            await visit.page.give(json.dumps({"alive": 1, "at": 1000}))
            before = len(visit.page.said)
            await asyncio.sleep(16)
            late = [json.dumps({"key": "down", "at": 2000 + 100 * number}) for number in range(16)]
            visit.page.flood(late)
            await visit.page.give(json.dumps({"alive": 1, "at": 17_000}))
            await visit.page.give(json.dumps({"key": "down", "at": 17_030}))
            return visit.page.said[before:]

    said = run_virtually(visit())

    assert said[0].startswith("The connection stood still.")
    assert len(said) == 2
    assert ", 2 of " in said[1]


def test_the_end_of_what_was_pressed_does_nothing_without_its_beginning(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with virtual_visit(tmp_path) as visit:
            await asyncio.sleep(60)
            await visit.page.give(json.dumps({"alive": 1, "at": 1000}))
            before = len(visit.page.said)
            await asyncio.sleep(2.5)
            visit.page.flood(json.dumps({"key": "down", "at": at}) for at in (1100, 1900, 2600, 3400))
            await asyncio.sleep(0.5)
            await visit.page.give(json.dumps({"key": "down", "at": 4000}))
            return visit.page.said[before:]

    said = run_virtually(visit())

    assert said[0].startswith("The connection stood still.")
    assert len(said) == 2
    assert ", 2 of " in said[1]


def test_a_sign_of_life_is_answered_at_once(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with virtual_visit(tmp_path) as visit:
            visit.page.sent.clear()
            await visit.page.give('{"alive":1,"at":5}')
            return visit.page.sent

    assert '{"alive":1}' in run_virtually(visit())


def test_a_clock_that_is_set_anew_makes_messages_late_for_a_while_only() -> None:
    delay = Delay()
    beats = [delay.is_late(1500 * number, 1.5 * number) for number in range(100)]
    set_back = [delay.is_late(1500 * number - 60_000, 1.5 * number) for number in range(100, 200)]

    assert not any(beats)
    assert set_back == [True] * (DELAYS - 1) + [False] * (101 - DELAYS)
    assert not Delay().is_late(None, LATE_SECONDS * 10)


def test_a_page_hears_which_of_its_keys_are_done(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with virtual_visit(tmp_path) as visit:
            before = len(visit.page.sent)
            visit.page.flood(json.dumps({"key": "down", "at": at}) for at in (2000, 2001))
            await asyncio.sleep(1)
            return [frame for frame in visit.page.sent[before:] if "say" in frame or "done" in frame]

    frames = run_virtually(visit())

    assert frames[-1] == '{"done":2001}'
    assert "say" in frames[-2]
