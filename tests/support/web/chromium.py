"""A headless Chromium that a test asks over the DevTools protocol."""

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from websockets.sync.client import ClientConnection, connect

from support.time.patience import PATIENCE

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The program, if there is one."""

ANSWER_TIME = PATIENCE
"""The seconds after which a call without an answer fails."""

OPTIONS = ("--remote-debugging-port=0", "--no-first-run", "--disable-background-networking")
HEADLESS = ("--headless=new", "--allow-file-access-from-files", "--hide-scrollbars")


class BetweenPagesError(Exception):
    """One page has gone, and the next one is not there yet."""


class Target:
    """What answers the protocol: the browser or a page."""

    def __init__(self, connection: ClientConnection) -> None:
        self.reports: list[str] = []
        self.frames: list[str] = []
        self._connection = connection
        self._calls = 0

    def call(self, method: str, **params: object) -> Any:  # noqa: ANN401 (the protocol has no types)
        """The result of a method of the protocol."""
        self._calls += 1
        self._connection.send(json.dumps({"id": self._calls, "method": method, "params": params}))
        said = self._next("id", self._calls)
        if any(word in said.get("error", {}).get("message", "") for word in ("context", "navigated")):
            raise BetweenPagesError
        assert "error" not in said, said
        return said["result"]

    def _next(self, field: str, value: object) -> Any:  # noqa: ANN401 (the protocol has no types)
        """The next message with this value of a field; errors of the page before it are kept."""
        while True:
            said = json.loads(self._connection.recv(ANSWER_TIME))
            if said.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.reports.append(json.dumps(said["params"]))
            if said.get("method") == "Network.webSocketFrameReceived":
                self.frames.append(said["params"]["response"]["payloadData"])
            if said.get(field) == value:
                return said


class Tab(Target):
    """A page in the browser; *reports* are its errors, and what its security policy refused.

    *frames* are those that its sockets got, once the domain Network is enabled.
    """

    def __init__(self, connection: ClientConnection) -> None:
        super().__init__(connection)
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def run(self, script: str) -> Any:  # noqa: ANN401 (JavaScript has no types)
        """The value of an expression, once its promise is kept."""
        ran = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in ran, ran["exceptionDetails"]
        return ran["result"].get("value")

    def visit(self, file: Path) -> None:
        """Show a file; its module scripts have run."""
        self.call("Page.navigate", url=file.as_uri())
        self._next("method", "Page.loadEventFired")

    def press(self, key: str) -> None:
        """Press a key by its name in JavaScript."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key)

    def set_screen(self, width: int, height: int, **media: str) -> None:
        """A screen of this size in CSS pixels, with these media features, such as prefers_color_scheme."""
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        self.call("Emulation.setEmulatedMedia", features=features)

    def picture(self) -> bytes:
        """The whole page as a PNG."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        taken = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        return base64.b64decode(taken["data"])


@contextmanager
def chromium(
    folder: Path,
    address: str = "about:blank",
    *,
    options: Sequence[str] = HEADLESS,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Tab]:
    """A tab of a Chromium of its own, whose files are in *folder*, at an address."""
    with (
        _started(folder, address, options, environment) as server,
        # What nobody has read yet holds back the answers to pings, too.
        connect(_page_address(server), max_size=None, ping_interval=None) as connection,
    ):
        yield Tab(connection)


@contextmanager
def chromium_tabs(folder: Path, count: int) -> Iterator[list[Tab]]:
    """Tabs of one Chromium, each with cookies of its own."""
    with _started(folder, "about:blank", HEADLESS, None) as server, ExitStack() as stack:
        with urlopen(f"http://{server}/json/version") as answer:
            address = json.load(answer)["webSocketDebuggerUrl"]
        browser = Target(stack.enter_context(connect(address, max_size=None)))
        tabs = []
        for _ in range(count):
            context = browser.call("Target.createBrowserContext")["browserContextId"]
            made = browser.call("Target.createTarget", url="about:blank", browserContextId=context)
            page = f"ws://{server}/devtools/page/{made['targetId']}"
            tabs.append(Tab(stack.enter_context(connect(page, max_size=None))))
        yield tabs


@contextmanager
def _started(
    folder: Path, address: str, options: Sequence[str], environment: Mapping[str, str] | None
) -> Iterator[str]:
    """The host and port at which a Chromium answers the protocol."""
    assert CHROMIUM
    # A container's root has no sandbox, and the pages of tests are our own.
    sandbox = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    command = [CHROMIUM, *OPTIONS, *options, *sandbox, f"--user-data-dir={folder / 'profile'}", address]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stderr
            said = next(line for line in process.stderr if line.startswith("DevTools listening on "))
            yield said.split("ws://")[1].partition("/")[0]
        finally:
            process.terminate()
            process.communicate()


def _page_address(server: str) -> str:
    """The address of the browser's first page."""
    with urlopen(f"http://{server}/json") as answer:
        pages = json.load(answer)
    return str(next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page"))
