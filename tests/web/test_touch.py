"""A finger alone plays a match and goes through every kind of place, on a phone without a keyboard."""

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from support.console.hand_held import folders
from support.web.chromium import CHROMIUM, Tab, chromium
from support.web.page_wait import wait_for
from support.web.taps import be_phone, button, tap
from support.web.web_room import web_room

from playroom.commands.browser_consoles import SETTINGS_FILE
from playroom.home.settings import load_settings
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.xdist_group("chromium"),
]

LANGUAGES = pytest.mark.parametrize("code", ["en", "fr"])
SHORT = {"game": "block", "players": 2, "options": {"target": 1}, "bots": ["", "casual"]}
"""A table whose match is over once a round is won."""

ASKED = "document.querySelector('.is-to-move, [data-key=play] .is-move, .board-question:not([hidden])')"
"""Whether the page waits for a move, or for the next round."""

MOVES = (
    "document.querySelector('.board-question:not([hidden]) button')",
    "document.querySelector('.hand-tile.is-playable')",
    "document.querySelector('.board-actions .is-move')",
)
"""What is touched to go on, the first that there is."""

OVER = "document.querySelector('.player.is-winner')"
ROUND_OVER = "document.querySelector('.board.has-result')"
COUNT = "document.getElementById('lines').childElementCount"
TABLE = "document.getElementById('board').textContent"
LINES = "[...document.querySelectorAll('#place-lines li')]"
FOCUSED = "document.querySelector('#place-lines [aria-current]')?.textContent"


class Hand:
    """A hand that holds a phone with the page in a language."""

    def __init__(self, tab: Tab, code: str) -> None:
        self.tab, self._book = tab, phrasebook(code)

    def words(self, entry: str) -> str:
        return self._book.say(Message(entry, blanks={"count": 0}))

    def tap(self, *entries: str) -> None:
        """Touch buttons by the entries of their words, each once the one before was answered."""
        for entry in entries:
            count = self.tab.run(COUNT)
            tap(self.tab, button(self.words(entry)))
            wait_for(self.tab, f"{COUNT} > {count}")

    def opens(self, entry: str, has: str) -> None:
        """Touch a button, and wait for what the page has then."""
        self.tap(entry)
        wait_for(self.tab, has)

    def lists(self, entry: str) -> str:
        """The condition that a line of the open list begins so."""
        words = json.dumps(self.words(entry))
        return f"{LINES}.some((each) => each.textContent.startsWith({words}))"

    def play(self, over: str = OVER) -> None:
        """Play until the match is over, or another condition is met."""
        while True:
            wait_for(self.tab, f"({ASKED}) || ({over})")
            if self.tab.run(f"Boolean({over})"):
                return
            before = self.tab.run(TABLE)
            move = next(each for each in MOVES if self.tab.run(f"Boolean({each})"))
            tap(self.tab, move)
            wait_for(self.tab, f"{TABLE} !== {json.dumps(before)}")

    def write(self, text: str) -> None:
        """Write in the field by the keyboard of the phone, and touch the button that ends it."""
        wait_for(self.tab, "document.activeElement.id === 'line'")
        self.tab.call("Input.insertText", text=text)
        self.tap("keys.writing.choose")
        wait_for(self.tab, "document.getElementById('entry').hidden")


def touched(
    home: Path,
    code: str,
    visit: Callable[[Hand], None],
    *,
    table: Mapping[str, object] = SHORT,
    is_new: bool = False,
) -> list[str]:
    """What the page said in a visit by touch, in a language; a new player has no settings."""

    def hold(address: str) -> list[str]:
        with chromium(home / "browser", address) as tab:
            be_phone(tab)
            wait_for(tab, "document.querySelector('#place-lines button')")
            visit(Hand(tab, code))
            assert tab.reports == []
            return [
                str(each)
                for each in tab.run(
                    "[...document.querySelectorAll('#lines li')].map((each) => each.textContent)"
                )
            ]

    async def serve() -> list[str]:
        async with web_room(home, table=table, language=code) as room:
            if is_new:
                folders(home).settings.with_name(SETTINGS_FILE).unlink()
                folders(home).settings.write_text(f"language: {code}\n", encoding="utf-8")
            return await asyncio.to_thread(hold, room.server.entrance.address)

    return asyncio.run(serve())


@LANGUAGES
def test_a_match_is_set_up_played_and_heard_again(tmp_path: Path, code: str) -> None:
    def visit(hand: Hand) -> None:
        hand.opens("menus.new", hand.lists("menus.start"))
        tap(hand.tab, "document.querySelectorAll('#place-lines button')[2]")
        wait_for(hand.tab, f"/2$/.test({FOCUSED})")
        hand.tap("keys.menu.more")
        wait_for(hand.tab, f"/3$/.test({FOCUSED})")
        hand.tap("keys.menu.less")
        wait_for(hand.tab, f"/2$/.test({FOCUSED})")
        hand.tap("menus.start")
        hand.play()
        hand.opens("keys.choices.menu", hand.lists("keys.groups.said"))
        hand.opens("keys.groups.said", hand.lists("keys.everywhere.history"))
        hand.opens("keys.everywhere.history", "document.querySelector('#touch [data-key=later]')")
        hand.tap("keys.everywhere.earlier", "keys.history.next-buffer", "keys.history.cancel")
        hand.opens("menus.back_to_hall", hand.lists("menus.new"))
        hand.opens("menus.matches", "document.querySelectorAll('#place-lines li').length > 1")

    said = touched(tmp_path, code, visit)

    assert any(phrasebook(code).say(Message("history.title")).rstrip(".") in line for line in said)


@pytest.mark.parametrize("game", ["all-fives", "chickenfoot", "kozel", "mexican-train"])
def test_a_round_on_every_kind_of_table_is_played_by_touch(tmp_path: Path, game: str) -> None:
    def visit(hand: Hand) -> None:
        hand.opens("menus.new", hand.lists("menus.start"))
        hand.tap("menus.start")
        hand.play(ROUND_OVER)
        results.append(hand.tab.run("document.querySelectorAll('.result-players > *').length"))

    results: list[int] = []
    touched(tmp_path, "en", visit, table={"game": game, "bots": ["", "casual"]})

    assert results[0] > 1


@LANGUAGES
def test_a_new_player_comes_in_and_learns_by_playing(tmp_path: Path, code: str) -> None:
    def visit(hand: Hand) -> None:
        hand.opens("listener.heard_in_browser.reader", hand.lists("keys.question.answer-yes"))
        hand.opens("keys.question.answer-yes", "document.querySelector('.hand-tile')")
        hand.tap("keys.hand.next", "keys.hand.previous")
        hand.opens("web.page.more", hand.lists("keys.groups.help"))
        hand.opens("keys.groups.help", hand.lists("keys.hand.step"))
        hand.opens("keys.hand.step", "!document.querySelector('#place-lines button')")
        hand.opens("keys.choices.menu", hand.lists("menus.back_to_hall"))
        hand.opens("menus.back_to_hall", hand.lists("keys.question.answer-yes"))
        hand.opens("keys.question.answer-yes", hand.lists("menus.new"))

    touched(tmp_path, code, visit, is_new=True)

    saved, _ = load_settings(folders(tmp_path).settings.with_name(SETTINGS_FILE))
    assert saved.mode == "both"


@LANGUAGES
def test_settings_keys_and_rules_are_reached_and_left(tmp_path: Path, code: str) -> None:
    def visit(hand: Hand) -> None:
        hand.opens("menus.settings", hand.lists("menus.key_settings"))
        hand.opens("menus.key_settings", hand.lists("menus.change_keys"))
        hand.opens("menus.change_keys", hand.lists("keys.places.hand"))
        hand.opens("keys.places.hand", hand.lists("keys.groups.main"))
        hand.tap("keys.groups.main")
        wait_for(hand.tab, f"!({hand.lists('keys.groups.main')})")
        tap(hand.tab, "document.querySelector('#place-lines button')")
        wait_for(hand.tab, "document.querySelectorAll('#touch button').length === 1")
        hand.opens("keys.menu.cancel", "document.querySelectorAll('#touch button').length > 1")
        for _ in range(5):
            hand.tap("keys.menu.cancel")
        wait_for(hand.tab, hand.lists("menus.new"))
        hand.opens("web.page.more", hand.lists("keys.groups.room"))
        hand.opens("keys.groups.room", hand.lists("keys.everywhere.verbosity"))
        hand.opens("keys.everywhere.verbosity", hand.lists("menus.new"))

    touched(tmp_path, code, visit)

    saved, _ = load_settings(folders(tmp_path).settings.with_name(SETTINGS_FILE))
    assert saved.verbosity == "brief"


@LANGUAGES
def test_a_table_is_opened_and_a_line_said_there(tmp_path: Path, code: str) -> None:
    def visit(hand: Hand) -> None:
        hand.opens("online.open", hand.lists("menus.open"))
        hand.tap("menus.open")
        hand.write("Zoé")
        wait_for(hand.tab, hand.lists("online.chat"))
        hand.tap("online.chat")
        hand.write("Bonsoir")
        wait_for(hand.tab, "document.getElementById('lines').textContent.includes('Bonsoir')")
        hand.opens(
            "keys.menu.cancel", f"({hand.lists('keys.question.answer-yes')}) || ({hand.lists('menus.new')})"
        )

    assert any("Bonsoir" in line for line in touched(tmp_path, code, visit))
