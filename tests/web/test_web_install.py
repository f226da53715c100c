"""The page installed like a program: its manifest, icon and colours."""

import asyncio
import json
import re
from pathlib import Path
from struct import unpack

import pytest
from board_page import PAGE
from support.web.chromium import CHROMIUM, chromium
from support.web.page_wait import wait_for
from support.web.web_room import web_room

from playroom.web.page_files import PAPER

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
THEME_COLOUR = re.compile(r'name="theme-color" content="(#\w{6})" media="\(prefers-color-scheme: (\w+)\)"')


def test_the_manifest_names_the_game_and_icons_that_are_served(tmp_path: Path) -> None:
    async def visit() -> tuple[str, bytes, list[str]]:
        async with web_room(tmp_path) as room:
            cookie = await room.cookie()
            sent, content = await room.get("/page.webmanifest", Cookie=cookie)
            icons = [await room.get(icon["src"], Cookie=cookie) for icon in json.loads(content)["icons"]]
            return (
                str(sent.headers["Content-Type"]),
                content,
                [icon.headers["Content-Type"] for icon, _ in icons],
            )

    kind, content, kinds = asyncio.run(visit())

    given = json.loads(content)
    assert kind == "application/manifest+json; charset=utf-8"
    assert (given["name"], given["lang"], given["start_url"]) == ("The playroom", "en", "/")
    assert [icon["type"] for icon in given["icons"]] == kinds


def test_the_icon_has_the_size_that_it_says() -> None:
    content = (PAGE / "icon.png").read_bytes()

    assert content.startswith(PNG_SIGNATURE)
    assert unpack(">II", content[16:24]) == (512, 512)
    assert not re.search("<script|href|url", (PAGE / "icon.svg").read_text())


@pytest.mark.parametrize("file", ["index.html", "code.html"])
def test_the_colours_of_the_window_are_those_of_the_page(file: str) -> None:
    light, dark = re.findall(r"--paper: (#\w{6})", (PAGE / "style.css").read_text())

    assert THEME_COLOUR.findall((PAGE / file).read_text()) == [(light, "light"), (dark, "dark")]
    assert light == PAPER


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
@pytest.mark.xdist_group("chromium")
def test_a_browser_finds_nothing_wrong_with_the_manifest(tmp_path: Path) -> None:
    def visit(address: str, cookie: str) -> tuple[dict[str, object], list[str]]:
        name, _, value = cookie.partition("=")
        with chromium(tmp_path) as tab:
            tab.call("Network.setCookie", url=address, name=name, value=value)
            tab.call("Page.navigate", url=address)
            wait_for(tab, "document.getElementById('lines')?.textContent")
            return tab.call("Page.getAppManifest"), tab.reports

    async def serve() -> tuple[dict[str, object], list[str]]:
        async with web_room(tmp_path) as room:
            return await asyncio.to_thread(visit, f"http://{room.host}/", await room.cookie())

    found, reports = asyncio.run(serve())

    assert str(found["url"]).endswith("/page.webmanifest")
    assert found["errors"] == []
    assert json.loads(str(found["data"]))["display"] == "standalone"
    assert reports == []
