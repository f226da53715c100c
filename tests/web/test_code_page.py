"""The page that asks for the code, in a real browser."""

import asyncio
import json
from pathlib import Path

import pytest
from support.web.chromium import CHROMIUM, chromium
from support.web.page_wait import wait_for
from support.web.web_room import web_room
from test_web_network import HERE, CodeAtHand, needs_other_address

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.xdist_group("chromium"),
    needs_other_address,
]

SEND = "document.getElementById('code').value = {}; document.querySelector('button').click()"


def test_a_wrong_code_is_answered_and_the_right_one_opens_the_game(tmp_path: Path) -> None:
    def visit(host: str) -> tuple[str, str, str]:
        with chromium(tmp_path) as tab:
            tab.call("Page.navigate", url=f"http://{host}/")
            wait_for(tab, "document.activeElement?.id === 'code'")
            tab.run(SEND.format(json.dumps("000000")))
            wait_for(tab, "document.getElementById('why')?.textContent")
            why = tab.run("document.getElementById('why').textContent")
            assert tab.run("(({ ariaInvalid }) => ariaInvalid)(document.getElementById('code'))") == "true"
            assert tab.run("document.getElementById('code').getAttribute('aria-describedby')") == "why"
            tab.run(SEND.format(json.dumps("11 11 11")))
            wait_for(tab, "document.getElementById('lines')?.textContent")
            return (
                why,
                tab.run("location.href"),
                tab.run("document.activeElement.id"),
            )

    async def serve() -> tuple[str, str, str, str]:
        async with web_room(tmp_path, network=(HERE, CodeAtHand().code)) as room:
            host = room.server.entrance.network_host
            return host, *await asyncio.to_thread(visit, host)

    host, why, address, focused = asyncio.run(serve())

    assert why.startswith("That is not the code.")
    assert (address, focused) == (f"http://{host}/", "game")
