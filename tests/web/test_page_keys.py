"""What the page does by itself, in a real browser: keys it leaves alone, words, copies, a lost server."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.languages import CODES
from support.web.changed_consoles import changed
from support.web.chromium import CHROMIUM, Tab, chromium
from support.web.page_wait import wait_for
from support.web.scenes import TABLE
from support.web.web_room import web_room

from playroom.console.console import Console
from playroom.console.shared.sign_in import PasswordEntry
from playroom.home.settings import Settings
from playroom.narration.message import Message
from playroom.web.console_factory import ConsoleFactory, ConsoleParts
from playroom.web.passes import PassKey

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.xdist_group("chromium"),
]

TRIES = """
[%s].map(([key, code, ctrlKey, altKey]) => {
  const event = new KeyboardEvent("keydown", { key, code, ctrlKey, altKey, bubbles: true, cancelable: true });
  return document.getElementById("game").dispatchEvent(event);
})
"""
"""Whether the page leaves each key to the browser."""

REGIONS = "[...document.querySelectorAll('.spoken div')].map((each) => each.textContent).join(' ')"


LISTEN = "addEventListener('copy', (event) => { window.copied = event.clipboardData.getData('text/plain'); })"
EMPTY = "document.querySelectorAll('.spoken div').forEach((each) => { each.textContent = ''; })"


def in_browser(
    home: Path, visit: Callable[[Tab, Callable[[], None]], object], *, freezes: bool = False
) -> Any:  # noqa: ANN401 (what the visit finds)
    """What a visit finds in a browser that is in the menu.

    It may have the server cut off all pages and know no pass any more, or stand still if it *freezes*.
    """

    async def serve() -> object:
        async with web_room(home) as room:
            loop, address = asyncio.get_running_loop(), room.server.entrance.address

            async def forget() -> None:
                pages = [each.page for each in room.server.visitors if each.page]
                room.server.entrance._key = PassKey(b"new")  # noqa: SLF001 (as if started with --forget)
                for page in pages:
                    await page.close()

            async def freeze() -> None:
                for each in room.server.visitors:
                    each._outbox.put = lambda *_: None  # type: ignore[union-attr, method-assign] # noqa: SLF001

            change = freeze if freezes else forget

            def browse() -> object:
                with chromium(home, address) as tab:
                    wait_for(tab, f"{REGIONS}.includes('New match')")
                    return visit(tab, lambda: asyncio.run_coroutine_threadsafe(change(), loop).result())

            return await asyncio.to_thread(browse)

    return asyncio.run(serve())


def test_the_keys_that_enlarge_the_page_are_those_of_the_browser(tmp_path: Path) -> None:
    theirs = [
        ("+", "Equal", True, False),
        ("-", "Minus", True, False),
        ("0", "Digit0", True, False),
        ("à", "Digit0", True, False),
        ("-", "NumpadSubtract", True, False),
        ("1", "Digit1", True, False),
        ("f", "KeyF", True, False),
        ("d", "KeyD", False, True),
    ]
    ours = [("k", "KeyK", True, False), ("1", "Digit1", False, False), ("-", "Minus", False, False)]

    def press(tab: Tab, _: object) -> list[list[bool]]:
        return [tab.run(TRIES % json.dumps(keys)[1:-1]) for keys in (theirs, ours)]

    assert in_browser(tmp_path, press) == [[True] * len(theirs), [False] * len(ours)]


def test_the_page_is_named_in_the_language_that_is_chosen_in_it(tmp_path: Path) -> None:
    def change(tab: Tab, _: object) -> list[str]:
        to_french = CODES.index("fr") - CODES.index("en")
        for key in ("s", "Enter", "End", *["ArrowUp"] * 4, "Enter", "Home", *["ArrowRight"] * to_french):
            tab.press(key)
        wait_for(tab, "document.documentElement.lang === 'fr'")
        wait_for(tab, "document.getElementById('game').ariaLabel.startsWith('Jeu')")
        wait_for(tab, "document.getElementById('newest').textContent.startsWith('Langue')")
        return [
            tab.run("document.getElementById('game').ariaLabel"),
            tab.run("document.getElementById('heard').textContent"),
            tab.run("document.body.dataset.lost"),
            tab.run("document.querySelector('#lines li').lang"),
            tab.run("document.querySelector('#lines li:last-child').lang"),
            tab.run("document.getElementById('newest').lang"),
        ]

    assert in_browser(tmp_path, change) == [
        "Jeu. Les touches servent ici. F6 en sort.",
        "Ce qui a été dit",
        "Connexion perdue. Reconnexion en cours.",
        "en",
        "fr",
        "fr",
    ]


def test_a_page_without_a_clipboard_copies_by_the_command_of_the_browser(tmp_path: Path) -> None:
    def copy(tab: Tab, _: object) -> str:
        tab.run("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        tab.run(LISTEN)
        for key in ("n", "Enter", "Enter"):
            tab.press(key)
        wait_for(tab, "document.getElementById('lines').textContent.includes('New round')")
        for key in ("F3", "Home", "c"):
            tab.press(key)
        wait_for(tab, "window.copied")
        return str(tab.run("window.copied"))

    assert "New round" in str(in_browser(tmp_path, copy))


def test_a_key_is_answered_while_the_connection_is_lost(tmp_path: Path) -> None:
    def press(tab: Tab, cut_off: Callable[[], None]) -> str:
        tab.run("window.WebSocket = class extends EventTarget {}")  # one that never opens
        cut_off()
        wait_for(tab, f"{REGIONS}.includes('connection is lost')")
        tab.run(f"{EMPTY}")
        tab.press("c")
        return str(tab.run(REGIONS)).strip()

    assert in_browser(tmp_path, press) == "The connection is lost. It is being opened again."


def test_a_browser_that_is_not_let_in_any_more_is_told_the_way_in(tmp_path: Path) -> None:
    def lose(tab: Tab, cut_off: Callable[[], None]) -> tuple[str, str]:
        wait_for(tab, "document.querySelector('#touch button')")  # drawn a moment after the list is said
        cut_off()
        wait_for(tab, "!document.getElementById('over').hidden")
        why = str(tab.run("document.getElementById('why').textContent"))
        tab.run(EMPTY)
        tab.run(
            "document.querySelector('#touch button').click()"
        )  # as one of a table that is left to another tab
        assert why in tab.run(REGIONS)
        tab.run("document.getElementById('again').click()")
        wait_for(tab, "document.activeElement?.id === 'code'")
        return why, str(tab.run("location.pathname"))

    why, path = in_browser(tmp_path, lose)

    assert why.startswith("The playroom does not know this browser any more.")
    assert path == "/"


FROZEN = """
window.Real = window.WebSocket;
window.WebSocket = class extends EventTarget { static OPEN = 1; };
window.began = performance.now();
"""
"""From now on no connection opens."""


def test_a_silent_server_is_noticed_within_five_seconds_and_keys_are_dropped(tmp_path: Path) -> None:
    def listen(tab: Tab, freeze: Callable[[], None]) -> tuple[float, str]:
        tab.run(FROZEN)
        freeze()
        wait_for(tab, f"{REGIONS}.includes('connection is lost')")
        seconds = float(tab.run("(performance.now() - began) / 1000"))
        tab.run(f"{EMPTY}")
        tab.press("c")
        return seconds, str(tab.run(REGIONS)).strip()

    seconds, said = in_browser(tmp_path, listen, freezes=True)

    assert 1 < seconds < 5
    assert said == "The connection is lost. It is being opened again."


def test_a_browser_without_network_says_so_at_once_and_comes_back(tmp_path: Path) -> None:
    def listen(tab: Tab, _: object) -> None:
        tab.run(FROZEN)
        tab.run("dispatchEvent(new Event('offline'))")
        wait_for(tab, f"{REGIONS}.includes('connection is lost')")
        tab.run("window.WebSocket = window.Real; dispatchEvent(new Event('online'))")
        wait_for(tab, f"{REGIONS}.includes('Connected again')")

    in_browser(tmp_path, listen)


FIELD = "(({ type, autocomplete, value }) => [type, autocomplete, value])(document.getElementById('line'))"


SILENT = """
window.attempts = 0;
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  constructor() { super(); attempts += 1; }
  close() {}
};
"""
"""A network that loses all packets: no connection is refused, and none opens."""


def test_an_attempt_to_connect_that_nobody_answers_is_followed_by_another(tmp_path: Path) -> None:
    def visit(tab: Tab, _: Callable[[], None]) -> None:
        tab.call("Page.addScriptToEvaluateOnNewDocument", source=SILENT)
        tab.call("Page.reload")
        wait_for(tab, "window.attempts > 1")

    in_browser(tmp_path, visit)


def test_a_password_is_typed_in_a_field_for_passwords(tmp_path: Path) -> None:
    taken: list[str] = []
    consoles: list[Console] = []

    def watched(factory: ConsoleFactory) -> ConsoleFactory:
        def opened(settings: Settings, parts: ConsoleParts) -> Console:
            consoles.append(factory.opened(settings, parts))
            return consoles[-1]

        return changed(factory, opened=opened)

    def ask() -> None:
        room = consoles[-1].room
        room.places.open(PasswordEntry(room, Message("online.sign_in.password"), "", taken.append))

    def visit(address: str, loop: asyncio.AbstractEventLoop) -> tuple[list[str], list[str]]:
        with chromium(tmp_path, address) as tab:
            wait_for(tab, f"{REGIONS}.includes('New match')")
            loop.call_soon_threadsafe(ask)
            tab.press("ArrowRight")
            wait_for(tab, "!document.getElementById('entry').hidden")
            tab.run("document.getElementById('line').value = 'open sesame'")
            asked = tab.run(FIELD)
            tab.run("document.getElementById('entry').requestSubmit()")
            wait_for(tab, "document.getElementById('entry').hidden")
            assert tab.run("document.getElementById('line').value") == ""
            for key in ("n", "Enter", *["ArrowDown"] * 4, "Enter"):
                tab.press(key)
            wait_for(tab, "!document.getElementById('entry').hidden")
            return asked, tab.run(FIELD)

    async def serve() -> tuple[list[str], list[str]]:
        async with web_room(tmp_path, watched, table=TABLE) as room:
            loop = asyncio.get_running_loop()
            return await asyncio.to_thread(visit, room.server.entrance.address, loop)

    password, name = asyncio.run(serve())

    assert password == ["password", "current-password", "open sesame"]
    assert taken == ["open sesame"]
    assert name[:2] == ["text", "off"]
    assert "sesame" not in name[2]


HELD = """
import("/regions.js").then(async ({ say }) => {
  say("Menu.", "urgent");
  say("Arrows move.", "polite");
  let isSaid = false;
  for (const end = performance.now() + 1500; performance.now() < end && !isSaid;) {
    await new Promise((done) => setTimeout(done, 20));
    const polite = [...document.querySelectorAll("[aria-live=polite]")];
    isSaid = polite.some((each) => each.textContent.includes("Arrows move."));
  }
  return isSaid;
})
"""
"""Whether a polite text is spoken within 1.5 seconds after an urgent one."""


def test_a_new_page_holds_polite_texts_until_the_first_key(tmp_path: Path) -> None:
    def look(tab: Tab, _: object) -> list[object]:
        before = tab.run(HELD)
        tab.press("Shift")
        return [before, tab.run(HELD)]

    assert in_browser(tmp_path, look) == [False, True]


KEPT = """
import("/regions.js").then(async ({ say, hush }) => {
  await new Promise((done) => setTimeout(done, 3200));  // for so long a new page holds texts back
  hush();
  const seen = [];
  for (const text of ["Ben passes.", "Ben passes.", "Cleo 5 2.", "Ben 2 1.", "Cleo passes."]) {
    say(text, "polite");
    const polite = [...document.querySelectorAll("[aria-live=polite]")];
    seen.push(polite.map((each) => each.textContent).filter((each) => each).length);
  }
  return seen;
})
"""
"""How many polite texts stand in the page after each of five."""


def test_a_polite_text_stays_until_a_busy_reader_has_taken_it(tmp_path: Path) -> None:
    def look(tab: Tab, _: object) -> object:
        tab.press("Shift")
        return tab.run(KEPT)

    assert in_browser(tmp_path, look) == [1, 2, 3, 3, 3]


def test_a_key_that_was_not_answered_before_the_loss_is_said_to_be_unsure(tmp_path: Path) -> None:
    def listen(tab: Tab, freeze: Callable[[], None]) -> None:
        freeze()
        tab.press("ArrowDown")
        wait_for(tab, f"{REGIONS}.includes('What you did last may be lost.')")

    in_browser(tmp_path, listen, freezes=True)
