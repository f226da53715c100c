"""The real program with a worker: killed, replaced and started again, it loses no match."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest
from support.console.player import own_folders, save_settings
from support.time.patience import PATIENCE
from support.web.web_room import QUIET_SETTINGS, Page
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from playroom.commands.browser_consoles import GUESTS_FOLDER, SETTINGS_FILE
from playroom.home.files import write_atomically
from playroom.online.homes.home_store import VISIT_FILE

pytestmark = pytest.mark.long

AGAIN = 0.1
"""Seconds between two attempts of a page to connect again."""


@contextmanager
def program(home: Path, port: int) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """`playroom web` with one worker at a port, and the path that lets a browser in."""
    command = [sys.executable, "-m", "playroom", "web", "--no-browser", "--workers", "1", "--port", str(port)]
    environment = {**os.environ, **own_folders(home)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        try:
            assert process.stdout
            yield process, re.findall(r"http://[^/]*(/\S*[\w-])", process.stdout.readline())[0]
        finally:
            with suppress(psutil.NoSuchProcess):
                kill_all(process.pid)


def kill_all(program: int) -> None:
    """Kill a program with all processes that it has started."""
    whole = psutil.Process(program)
    for each in (whole, *whole.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            each.kill()


def cookie_of(port: int, path: str) -> str:
    """The cookie of a new browser."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", path)
    return str(connection.getresponse().headers["Set-Cookie"].partition(";")[0])


@asynccontextmanager
async def page_of(port: int, cookie: str, seen: int = 0) -> AsyncIterator[Page]:
    """A page that connects, again and again, as it does by itself."""
    host = f"127.0.0.1:{port}"
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(OSError, InvalidHandshake):
                found = await connect(
                    f"ws://{host}/socket",
                    origin=Origin(f"http://{host}"),
                    additional_headers={"Cookie": cookie},
                )
                break
            await asyncio.sleep(AGAIN)
    async with found as line:
        page = Page(line)
        await page.send(hello=seen)
        yield page


async def until_cut_off(page: Page) -> int:
    """Wait until a page is cut off; the number of the newest text that it was given."""
    with suppress(ConnectionClosed):
        await page.until(lambda _: False)
    assert not any("over" in frame for frame in page.frames)
    return max(int(frame.get("number", 0)) for frame in page.frames)


async def back_in_match(page: Page) -> None:
    """Hear that the match goes on, and no menu."""
    await page.heard("Connected again.")
    assert not any("The playroom" in frame.get("say", "") for frame in page.frames)
    assert "points" in await page.answer("s", "points")


def test_a_match_goes_on_after_each_kill_and_each_new_start(tmp_path: Path) -> None:
    save_settings(tmp_path / "config" / "playroom" / SETTINGS_FILE, QUIET_SETTINGS)
    guest = tmp_path / "data" / "playroom" / GUESTS_FOLDER / ("e" * 16)
    write_atomically(guest / VISIT_FILE, "0")  # years ago, so that the program removes what the guest has
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    async def play() -> None:
        with program(tmp_path, port) as (server, path):
            cookie = await asyncio.to_thread(cookie_of, port, path)
            async with page_of(port, cookie) as page:
                await page.begin_match()
                worker = min(psutil.Process(server.pid).children(), key=psutil.Process.create_time)
                worker.kill()
                seen = await until_cut_off(page)
            async with page_of(port, cookie, seen) as page:
                await back_in_match(page)
                server.send_signal(signal.SIGTERM)
                seen = await until_cut_off(page)
            assert await asyncio.to_thread(server.wait, PATIENCE) == 0
            assert server.stdout
            assert "Traceback" not in server.stdout.read()
        with program(tmp_path, port) as (server, _):
            async with page_of(port, cookie, seen) as page:
                await back_in_match(page)
                kill_all(server.pid)
                seen = await until_cut_off(page)
        with program(tmp_path, port):
            async with page_of(port, cookie, seen) as page:
                await back_in_match(page)

    asyncio.run(play())
    assert not guest.exists()
