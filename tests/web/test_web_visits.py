"""Visits by a browser: keys in, live regions out, and every visitor for themselves."""

import asyncio
import threading
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from typing import NoReturn

import pytest
from support.console.hand_held import folders, without_position
from support.time.virtual_time import run_virtually
from support.web.changed_consoles import changed
from support.web.virtual_visit import another_page, virtual_visit
from support.web.web_room import Page, WebRoom, web_room
from websockets.asyncio.client import connect
from websockets.typing import Origin

from playroom.commands.browser_consoles import browser_context, browser_settings
from playroom.commands.dispatch import read_command_line
from playroom.console.console import Console
from playroom.home.saved_match import SavedMatches
from playroom.home.settings import Settings
from playroom.rules.view import view
from playroom.table.shelf import OURS, shelf
from playroom.web.browser_console import ABANDONED_SECONDS, WARNING_SECONDS, ConsoleEnding
from playroom.web.console_factory import ConsoleFactory, ConsoleParts, Wishes
from playroom.web.passes import BrowserPass, Rights
from playroom.web.visitor import REFUSAL_SECONDS
from playroom.web.web_server import SOCKET_PATH


def matches(home: Path) -> SavedMatches:
    return SavedMatches(folders(home).matches)


def test_a_key_is_answered_in_the_live_regions_and_in_the_lines(tmp_path: Path) -> None:
    async def visit() -> Page:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as page:
            await page.heard("The playroom. New match, ")
            assert without_position(await page.answer("down", "All")) == "All matches"
            return page

    page = asyncio.run(visit())

    assert "All matches" in without_position([str(frame["line"]) for frame in page.frames if "line" in frame])
    assert all(frame["lang"] == "en" for frame in page.frames if "line" in frame)
    assert page.frames[-1]["urgent"]
    assert {"lang": "en"} in page.frames
    assert any(frame.get("cues", [{}])[0].get("file") == "cursor-1.wav" for frame in page.frames)


@pytest.mark.parametrize("keys", [(), ("q", "y")], ids=["the page", "the match"])
@pytest.mark.parametrize("seconds", [0.2, 60.0], ids=["slow", "hanging"])
def test_no_visitor_waits_for_the_disk_of_one_who_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, keys: tuple[str, ...]
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(
        "playroom.console.ui.write_queue.wait", lambda _futures, timeout: waits.append(timeout)
    )

    def write_later(work: Callable[[], object]) -> None:
        asyncio.get_running_loop().call_later(seconds, work)

    async def visit() -> None:
        async with virtual_visit(tmp_path, lambda factory: changed(factory, start=write_later)) as visit:
            await visit.page.press("n", "enter", "enter", "enter")
            assert visit.consoles[0].is_writing
            await visit.page.press(*keys)
        await asyncio.sleep(seconds)

    run_virtually(visit())

    assert not any(waits)
    assert matches(tmp_path).count() == 1


def test_two_pages_that_are_opened_at_once_have_one_console(tmp_path: Path) -> None:
    async def visit() -> dict[str, object]:
        async with web_room(tmp_path) as room:
            headers = {"Cookie": await room.cookie()}
            origin, address = Origin(f"http://{room.host}"), f"ws://{room.host}{SOCKET_PATH}"
            async with (
                connect(address, origin=origin, additional_headers=headers) as first,
                connect(address, origin=origin, additional_headers=headers) as second,
            ):
                pages = Page(first), Page(second)
                for page in pages:
                    await page.send(hello=0)
                    await page.heard("The playroom")
                return await pages[0].until(lambda frame: "over" in frame)

    assert asyncio.run(visit()) == {"over": "The playroom goes on in another tab or window."}


def test_a_match_is_left_by_keys_and_kept(tmp_path: Path) -> None:
    async def visit() -> dict[str, object]:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as page:
            await page.begin_match()
            await page.answer("q", "saved")
            await page.answer("y", "Continue the match")
            await page.send(key="f9")
            return await page.until(lambda frame: "over" in frame)

    over = asyncio.run(visit())

    assert over == {"over": "You have left the playroom."}
    assert matches(tmp_path).count() == 1


@pytest.mark.long
def test_visitors_need_no_threads_of_their_own(tmp_path: Path) -> None:
    async def visit() -> int:
        async with web_room(tmp_path) as room:
            cookies = [await room.cookie() for _ in range(3)]
            before = threading.active_count()
            for cookie in cookies:
                async with room.page(cookie) as page:
                    await page.begin_match()
            return threading.active_count() - before

    # One for all files and one for all thoughts.
    assert asyncio.run(visit()) <= 2


def test_an_error_ends_one_visit_with_a_sentence_and_the_match_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Console.press

    def fail(console: Console, key: str, now: float) -> None:
        if key == "!":
            raise ZeroDivisionError
        press(console, key, now)

    monkeypatch.setattr(Console, "press", fail)

    async def visit() -> tuple[dict[str, object], str, WebRoom]:
        async with (
            web_room(tmp_path) as room,
            room.page(await room.cookie()) as other,
            room.page(await room.cookie()) as page,
        ):
            await other.heard("The playroom")
            await page.begin_match()
            await page.send(key="!")
            over = await page.until(lambda frame: "over" in frame)
            return over, await other.answer("up"), room

    over, answer, room = asyncio.run(visit())

    assert over == {"over": "An error has ended your visit. Your match is saved."}
    assert answer
    assert len(room.errors) == 1
    assert matches(tmp_path).newest_first()[0].open()


def test_an_error_in_a_timer_ends_that_visit_too(tmp_path: Path) -> None:
    def broken(factory: ConsoleFactory) -> ConsoleFactory:
        def fail() -> NoReturn:
            raise ZeroDivisionError

        def opened(settings: Settings, parts: ConsoleParts) -> Console:
            parts.background.later(0.01, fail)
            return factory.opened(settings, parts)

        return changed(factory, opened=opened)

    async def visit() -> dict[str, object]:
        async with web_room(tmp_path, broken) as room, room.page(await room.cookie()) as page:
            return await page.until(lambda frame: "over" in frame)

    assert asyncio.run(visit()) == {"over": "An error has ended your visit. What was not saved is lost."}


def test_a_page_that_comes_back_hears_what_it_missed(tmp_path: Path) -> None:
    async def visit() -> tuple[str, str, str]:
        async with virtual_visit(tmp_path) as visit:
            await visit.page.press("n", "enter", "enter", "c")
            await asyncio.sleep(60)
            visit.page.hang_up()
            async with another_page(visit, seen=1) as page:
                missed = page.said[-1]
            async with another_page(visit) as page:
                (lines,) = (frame for frame in page.sent if frame.startswith('{"lines"'))
                return missed, page.said[-1], lines

    missed, where, lines = run_virtually(visit())

    assert missed.startswith("Connected again. You missed ")
    assert "New round" in missed
    assert "missed" not in where
    assert "New round" in lines


def test_a_second_page_takes_over_from_the_first(tmp_path: Path) -> None:
    async def visit() -> dict[str, object]:
        async with web_room(tmp_path) as room:
            cookie = await room.cookie()
            async with room.page(cookie) as first:
                await first.heard("The playroom")
                async with room.page(cookie) as second:
                    assert await second.heard("New match")
                    return await first.until(lambda frame: "over" in frame)

    assert asyncio.run(visit()) == {"over": "The playroom goes on in another tab or window."}


def test_a_second_page_hears_where_it_is_and_not_what_the_first_has_said(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with virtual_visit(tmp_path) as visit:
            await visit.page.press("down", "down")
            async with another_page(visit) as second:
                return second.said

    assert without_position(run_virtually(visit())) == ["The playroom. Learn by playing"]


def test_an_abandoned_console_warns_and_closes_and_keeps_the_match(tmp_path: Path) -> None:
    async def visit() -> tuple[str, str]:
        async with virtual_visit(tmp_path) as visit:
            await visit.page.press("n", "enter", "enter")
            await asyncio.sleep(ABANDONED_SECONDS - WARNING_SECONDS + 1)
            warning = visit.page.said[-1]
            assert not visit.page.over
            await asyncio.sleep(WARNING_SECONDS)
            return warning, visit.page.over

    warning, over = run_virtually(visit())

    assert warning.startswith("Nothing was pressed for a long time.")
    assert over == "Your visit has ended, as nothing was pressed for a long time. Your match is saved."
    assert matches(tmp_path).newest_first()[0].open()


def test_the_end_of_the_program_saves_and_says_so(tmp_path: Path) -> None:
    async def visit() -> dict[str, object]:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as page:
            await page.begin_match()
            await room.server.end()
            return await page.until(lambda frame: "over" in frame)

    assert asyncio.run(visit()) == {
        "over": "The program that serves this page has ended. Your match is saved.",
    }
    assert matches(tmp_path).newest_first()[0].open()


def test_too_many_keys_are_answered_by_a_sentence(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with virtual_visit(tmp_path) as visit:
            visit.page.flood(repeat('{"key":"down"}', 200))
            await asyncio.sleep(200 * REFUSAL_SECONDS)
            return visit.page.said

    said = run_virtually(visit())

    assert said.count("Too much at once. Some of it was ignored.") == 1


def test_a_page_that_comes_back_and_missed_nothing_hears_that_it_is_back(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with virtual_visit(tmp_path) as visit:
            await visit.page.press("down")
            visit.page.hang_up()
            async with another_page(visit, seen=len(visit.page.said)) as page:
                await asyncio.sleep(1)
                return page.said

    assert without_position(run_virtually(visit())) == ["The playroom. All matches", "Connected again."]


def test_no_match_is_saved_where_none_was_begun(tmp_path: Path) -> None:
    async def visit() -> str:
        async with virtual_visit(tmp_path) as visit:
            await visit.visitor.end(ConsoleEnding.STOPPED)
            return visit.page.over

    assert run_virtually(visit()) == "The program that serves this page has ended."


def test_the_settings_of_a_browser_are_its_own(tmp_path: Path) -> None:
    async def visit() -> None:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as page:
            await page.heard("The playroom")
            assert await page.answer("f10")

    asyncio.run(visit())

    assert "verbosity" in folders(tmp_path).settings.with_name("browser.yaml").read_text()
    assert not folders(tmp_path).settings.exists()


@pytest.mark.long
def test_nothing_that_is_sent_names_a_hidden_tile(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as page:
            await page.begin_match()
            for key in ("w", "c", "s", "e", "f", "u", "b", "v"):
                await page.answer(key)
            return [str(frame) for frame in page.frames]

    frames = asyncio.run(visit())

    saved = matches(tmp_path).newest_first()[0].load(shelf([OURS]).variants)
    seen = view(saved.match, 0)
    assert saved.match.round
    known = {*seen.hand, *(laid.tile for row in seen.layout.rows.values() for laid in row)}
    hidden = {tile for hand in saved.match.round.hands for tile in hand} - known
    assert len(hidden) > 10
    assert [tile for tile in hidden for frame in frames if f"{tile.low}-{tile.high}" in frame] == []
    assert [tile for tile in hidden for frame in frames if f"{tile.high}-{tile.low}" in frame] == []


def test_the_options_of_the_command_line_apply(tmp_path: Path) -> None:
    context, _ = read_command_line(["--language", "fr", "--verbosity", "full"], folders(tmp_path))

    settings = browser_settings(browser_context(context, BrowserPass(Rights.HERE, "")), Wishes())

    assert (settings.language, settings.verbosity, settings.keys) == ("fr", "full", "browser")


def test_the_mode_of_the_terminal_is_not_that_of_visitors(tmp_path: Path) -> None:
    context, _ = read_command_line(["--mode", "text"], folders(tmp_path))

    assert browser_settings(browser_context(context, BrowserPass(Rights.HERE, "")), Wishes()).mode == "both"
