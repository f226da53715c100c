"""The open place in a real browser: nothing of it is lost, too small, too pale or out of reach."""

import asyncio
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from support.web.chromium import CHROMIUM, Tab, chromium
from support.web.page_measures import least_size, lost, overlaps, text_colours
from support.web.page_wait import wait_for
from support.web.scenes import SCENES, TABLE, Scene, walk
from support.web.taps import be_phone, button, click, tap
from support.web.web_room import web_room
from test_board_style import contrast

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.xdist_group("chromium"),
]

PLACE = "#game, #entry, #place"
PHONE, DESKTOP = (320, 640), (1280, 800)
LARGE = "document.documentElement.style.cssText = 'font-size: 400%'"
SPACED = """
document.documentElement.style.cssText =
  "font-size: 400%; line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em"
"""
USUAL = "document.documentElement.style.cssText = ''"
CURRENT = "document.querySelector('#place-lines [aria-current]')"
FOCUSED = "document.activeElement.id || document.activeElement.textContent"


def visited(home: Path, visit: Callable[[Tab], None]) -> None:
    """A visit of a page in a browser."""

    def see(address: str) -> None:
        with chromium(home / "browser", address) as tab:
            tab.set_screen(*PHONE, prefers_reduced_motion="reduce")
            wait_for(tab, CURRENT)
            tab.run("document.getElementById('steps').click()")
            visit(tab)
            assert tab.reports == []

    async def serve() -> None:
        async with web_room(home, table=TABLE) as room:
            await asyncio.to_thread(see, room.server.entrance.address)

    asyncio.run(serve())


def press(tab: Tab, key: str, code: int, text: str = "") -> None:
    """Press a key as a keyboard does, with what it does in the browser itself."""
    for kind in ("keyDown", "keyUp"):
        tab.call(
            "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, text=text
        )


def test_each_place_is_whole_large_and_clear(tmp_path: Path) -> None:
    seen: list[str] = []

    def look(tab: Tab, scene: Scene) -> None:
        if scene.name == "over":
            return
        for size, theme in product((PHONE, DESKTOP), ("light", "dark")):
            tab.set_screen(*size, prefers_color_scheme=theme, prefers_reduced_motion="reduce")
            pale = [pair for pair in text_colours(tab, "body") if contrast(*pair) < 7]
            assert pale == [], (scene.name, size, theme)
            for style in (USUAL, LARGE, SPACED):
                tab.run(style)
                found = (
                    lost(tab, "main"),
                    [each for root in PLACE.split(", ") for each in overlaps(tab, root)],
                )
                assert found == ([], []), (scene.name, size, style)
            tab.run(USUAL)
            assert least_size(tab, "#place button, #entry input") >= 44
        tab.set_screen(*PHONE, prefers_reduced_motion="reduce")
        seen.append(scene.name)

    def visit(tab: Tab) -> None:
        walk(tab, lambda scene: look(tab, scene))

    visited(tmp_path, visit)

    assert seen == [scene.name for scene in SCENES[:-1]]


@pytest.mark.parametrize("forced", ["active", "none"])
def test_the_current_line_is_shown_by_more_than_its_colour(tmp_path: Path, forced: str) -> None:
    def visit(tab: Tab) -> None:
        tab.set_screen(*PHONE, forced_colors=forced)
        shown = "(each) => [getComputedStyle(each.firstChild).visibility, getComputedStyle(each).borderWidth]"
        lines = tab.run(f"[...document.querySelectorAll('#place-lines button')].map({shown})")

        assert lines[0] == ["visible", "0px 0px 0px 5px"]
        assert lines[1:] == [["hidden", "0px"]] * (len(lines) - 1)

    visited(tmp_path, visit)


def test_a_pointer_leaves_the_keys_to_the_game(tmp_path: Path) -> None:
    def visit(tab: Tab) -> None:
        click(tab, button("Next line"))
        wait_for(tab, f"{CURRENT}.textContent === 'All matches'")
        assert tab.run(FOCUSED) == "game"
        tab.run(f"{button('More')}.focus()")
        click(tab, button("Next line"))
        wait_for(tab, f"{CURRENT}.textContent === 'Learn by playing'")

        press(tab, "Tab", 9)

        wait_for(tab, f"{CURRENT}.textContent.startsWith('Rules')")
        assert tab.run(FOCUSED) == "game"

    visited(tmp_path, visit)


def test_a_button_that_was_reached_by_keys_keeps_them(tmp_path: Path) -> None:
    def visit(tab: Tab) -> None:
        tab.run(f"{button('Next line')}.focus()")

        press(tab, "Enter", 13, "\r")
        wait_for(tab, f"{CURRENT}.textContent === 'All matches'")
        press(tab, "Enter", 13, "\r")
        wait_for(tab, f"{CURRENT}.textContent === 'Learn by playing'")

        assert tab.run(FOCUSED) == "Next line"
        tab.run(f"{button('Settings')}.focus()")
        press(tab, "Enter", 13, "\r")
        wait_for(tab, f"{CURRENT}.textContent.startsWith('Verbosity')")
        assert tab.run("document.getElementById('place-lines').contains(document.activeElement)")

    visited(tmp_path, visit)


def test_what_opens_is_seen_and_a_finger_keeps_its_place_in_the_list(tmp_path: Path) -> None:
    def visit(tab: Tab) -> None:
        be_phone(tab)
        tap(tab, button("New match"))
        tap(tab, button("Start"))
        tap(tab, button("Table menu"))
        wait_for(tab, CURRENT)
        assert tab.run("scrollY") < 100
        tab.run("scrollTo(0, 300)")

        tap(tab, button("Next line"))

        wait_for(tab, f"{CURRENT}.textContent.startsWith('Questions')")
        assert tab.run("scrollY") > 100

    visited(tmp_path, visit)
