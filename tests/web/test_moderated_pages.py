"""Moderation in a real browser: what lands in the live regions of three pages, by keys and by buttons."""

import asyncio
import time
from pathlib import Path

import pytest
from support.console.player import save_settings
from support.time.patience import PATIENCE
from support.web.chromium import CHROMIUM, Tab, chromium_tabs
from support.web.member_browser import PASSWORD, Browser, Club, club
from support.web.page_wait import STEP, wait_for
from support.web.web_room import QUIET_SETTINGS

from playroom.online.server.accounts.act_book import Acted
from playroom.online.wire.moderation import ActKind

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.xdist_group("chromium"),
]

LISTEN = """
window.heard = [];
document.addEventListener("DOMContentLoaded", () => {
  const hear = new MutationObserver((changes) => {
    for (const { target } of changes) if (target.textContent) window.heard.push(target.textContent);
  });
  for (const each of document.querySelectorAll("[aria-live]")) hear.observe(each, { childList: true });
});
"""
"""What a screen reader is given, in its order."""


class Person:
    """A member at a page, who hears its live regions."""

    def __init__(self, tab: Tab, host: str, browser: Browser) -> None:
        self.tab, self._host, self._heard = tab, host, 0
        tab.call("Page.addScriptToEvaluateOnNewDocument", source=LISTEN)
        for name, value in browser.cookies.items():
            tab.call("Network.setCookie", name=name, value=value, url=f"http://{host}/")

    def go(self, path: str) -> None:
        """Load a page, and hear what it says from its beginning."""
        self._heard = 0
        self.tab.call("Page.navigate", url=f"http://{self._host}{path}")
        wait_for(self.tab, f"location.pathname === {path!r} && window.heard")

    def hear(self, words: str) -> str:
        """The next text in a live region that has these words."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            texts = self.tab.run(f"window.heard.slice({self._heard})")
            for at, text in enumerate(texts, 1):
                if words in text:
                    self._heard += at
                    return str(text)
            time.sleep(STEP)
        raise AssertionError(f"{words!r} is not in {self.tab.run('window.heard')}")

    def touch(self, words: str, *, is_all: bool = False) -> None:
        """Press the button of the list, or below it, that has these words, or no others if that *is_all*."""
        condition = f"words === {words!r}" if is_all else f"words.includes({words!r})"
        found = (
            "[...document.querySelectorAll('#place-lines button, #touch button')]"
            f".find((each) => {{ const words = each.textContent; return {condition}; }})"
        )
        wait_for(self.tab, found)
        self.tab.run(f"{found}.click()")

    def press(self, key: str) -> None:
        """Press a key in the game."""
        self.tab.run("document.getElementById('game').focus()")
        self.tab.press(key)

    def write(self, text: str) -> None:
        """Write a line where one is asked for."""
        wait_for(self.tab, "document.activeElement?.id === 'line'")
        self.tab.call("Input.insertText", text=text)
        self.tab.run("document.getElementById('entry').requestSubmit()")
        wait_for(self.tab, "document.getElementById('entry').hidden")


def play_evening(ada: Person, ben: Person, mod: Person) -> None:
    """Ada is reported by Ben, then muted, removed and banned by a moderator, and each hears it."""
    for each in (ada, ben, mod):
        each.go("/")
        each.hear("The playroom")
    ada.touch("Open a table to others")
    ada.touch("Open the table")
    ada.hear("Your table is open.")
    mod.touch("Join a table")
    ben.touch("Join a table")
    ben.touch("free: Ada")
    ada.hear("Ben joins.")
    ada.press(";")
    ada.write("you fool")
    ben.hear("you fool")

    ben.press("-")
    ben.hear("Whom or what do you report?")
    ben.touch("you fool")
    ben.hear("For what?")
    ben.press("Enter")
    mod.hear("Reported: Ada.")
    ben.hear("Reported. The moderators of the club hear of it.")
    ben.touch("Report a person or a line of chat")
    ben.touch("Ada", is_all=True)
    ben.touch("too many messages")
    mod.hear("Reported: Ada.")

    mod.touch("Moderation, 2 new reports")
    mod.hear("Moderation. Reports, not done: 2")
    mod.press("Enter")
    mod.hear("2 reports. Ada: too many messages, from Ben")
    mod.touch("insults")
    mod.hear("Reported, Ada: you fool")
    mod.touch("What to do about Ada")
    mod.touch("Mute in the whole club")
    mod.touch("An hour")
    mod.write("Please stop.")
    mod.hear("Done.")
    ada.hear("You are muted in the whole club until")
    ada.press(";")
    ada.write("I will not")
    ada.hear("You may not write in the chats of this club until")
    mod.touch("Remove from the table")
    mod.write("Not at this table.")
    mod.hear("Done.")
    ada.hear("You were removed from the table. Not at this table.")
    ben.hear("Ada was removed. Not at this table.")
    mod.touch("Ban from the club")
    mod.touch("A day")
    mod.write("Come back tomorrow.")
    mod.hear("Done.")
    ada.hear("You are banned until")
    ada.go("/")
    ada.hear("Come back tomorrow.")


def test_a_person_is_reported_muted_removed_and_banned_by_ear(tmp_path: Path) -> None:
    def visit(host: str, browsers: list[Browser]) -> list[str]:
        with chromium_tabs(tmp_path, 3) as tabs:
            people = [Person(tab, host, browser) for tab, browser in zip(tabs, browsers, strict=True)]
            play_evening(*people)
            return [report for tab in tabs for report in tab.reports]

    async def serve() -> list[str]:
        async with club(tmp_path) as place:
            browsers = [await come(place, name) for name in ("Ada", "Ben", "Mod")]
            await place.accounts.act(Acted("", ActKind.MAKE_MODERATOR, "Mod"))
            return await asyncio.to_thread(visit, place.room.host, browsers)

    assert asyncio.run(serve()) == []


async def come(place: Club, name: str) -> Browser:
    """The browser of a new member, who has heard the explanations."""
    await place.accounts.register(name, PASSWORD, f"192.0.2.{ord(name[0])}")
    browser = await place.member(name, is_new=False)
    await browser.get("/")
    save_settings(place.home(name) / "settings.yaml", QUIET_SETTINGS)
    return browser
