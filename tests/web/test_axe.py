"""axe-core finds no violation in any kind of place, on a phone and a desktop, in all kinds of colours."""

import asyncio
from itertools import product
from pathlib import Path

import pytest
from support.web.axe import AXE, violations
from support.web.chromium import CHROMIUM, Tab, chromium
from support.web.page_wait import wait_for
from support.web.scenes import SCENES, TABLE, Scene, walk
from support.web.web_room import web_room
from test_web_network import HERE, CodeAtHand, needs_other_address

from playroom.web.entrance import BrowserEntrance

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None or AXE is None, reason="there is no Chromium, or no axe-core"),
    pytest.mark.xdist_group("chromium"),
]

SCREENS: list[tuple[tuple[int, int], dict[str, str]]] = [
    *product(
        ((320, 640), (1280, 800)), ({"prefers_color_scheme": "light"}, {"prefers_color_scheme": "dark"})
    ),
    ((320, 640), {"forced_colors": "active"}),
]
UNNAMED = "const line = document.getElementById('line'); line.closest('label').replaceWith(line)"


def found(tab: Tab) -> list[str]:
    """What axe-core finds in a page on all screens."""
    every = []
    for (width, height), media in SCREENS:
        tab.set_screen(width, height, **media)
        every += [f"{width} {media} {each}" for each in violations(tab)]
    return every


def test_no_place_has_a_violation_and_a_field_without_a_name_is_one(tmp_path: Path) -> None:
    def visit(entrance: BrowserEntrance) -> tuple[dict[str, list[str]], list[str]]:
        by_place: dict[str, list[str]] = {}
        unnamed: list[str] = []

        def look(scene: Scene) -> None:
            by_place[scene.name] = found(tab)
            if scene.name == SCENES[-1].name:
                tab.run(f"document.getElementById('entry').hidden = false; {UNNAMED}")
                unnamed.extend(violations(tab))

        with chromium(tmp_path, entrance.address) as tab:
            walk(tab, look)
            tab.call("Page.navigate", url=f"http://{entrance.host}/nowhere")
            wait_for(tab, "location.pathname === '/nowhere' && document.readyState === 'complete'")
            by_place["a page with a sentence"] = found(tab)
        return by_place, unnamed

    async def serve() -> tuple[dict[str, list[str]], list[str]]:
        async with web_room(tmp_path, table=TABLE) as room:
            return await asyncio.to_thread(visit, room.server.entrance)

    by_place, unnamed = asyncio.run(serve())

    assert {name for name, each in by_place.items() if each} == set(), by_place
    assert len(by_place) == len(SCENES) + 1
    assert unnamed == ["label: #line"]


@needs_other_address
def test_the_page_that_asks_for_the_code_has_no_violation(tmp_path: Path) -> None:
    def visit(host: str) -> list[str]:
        with chromium(tmp_path, f"http://{host}/") as tab:
            wait_for(tab, "document.activeElement?.id === 'code'")
            return found(tab)

    async def serve() -> list[str]:
        async with web_room(tmp_path, network=(HERE, CodeAtHand().code)) as room:
            return await asyncio.to_thread(visit, room.server.entrance.network_host)

    assert asyncio.run(serve()) == []
