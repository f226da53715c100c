"""The table in the window of a phone and a desktop: all in view, ends that are touched, tiles that move."""

import asyncio
import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from board_page import draw, open_board
from support.web.boards import as_json, drawn_board, matches, turning_points
from support.web.chromium import CHROMIUM, Tab, chromium
from support.web.page_wait import settle, wait_for
from support.web.scenes import TABLE
from support.web.taps import be_phone, button, tap
from support.web.web_room import web_room

from playroom.narration.phrases.locales import language_codes
from playroom.rules.layout import laid_tiles
from playroom.rules.match import Match

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.xdist_group("chromium"),
]

PHONES = ((360, 740), (390, 844))
DESKTOP = (1280, 800)
SIZES = (*PHONES, (844, 390), (768, 1024), DESKTOP)
"""Phones, one of them on its side, a tablet, and a desktop."""
IN_VIEW = """
[...document.querySelectorAll(%s)].filter((each) => each.checkVisibility())
  .map((each) => each.getBoundingClientRect()).every(({ top, bottom }) => top >= 0 && bottom <= innerHeight)
"""
MIDDLE = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])(%s.getBoundingClientRect())"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with chromium(tmp_path_factory.mktemp("chromium")) as tab:
        yield tab


@pytest.fixture
def tab(browser: Tab, tmp_path: Path) -> Iterator[Tab]:
    browser.reports.clear()
    browser.set_screen(*PHONES[0], prefers_reduced_motion="reduce")
    open_board(browser, tmp_path)
    yield browser
    assert browser.reports == []


def shows_all(tab: Tab, what: str) -> bool:
    return bool(tab.run(IN_VIEW % json.dumps(what)))


@pytest.mark.parametrize("game", ["draw", "dominos", "mexican-train", "all-fives", "chickenfoot"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_to_be_scrolled_in_a_turn_and_at_its_end(
    tab: Tab, game: str, size: tuple[int, int]
) -> None:
    tab.set_screen(*size, prefers_reduced_motion="reduce")
    for moment, match in turning_points(game).items():
        draw(tab, as_json(drawn_board(match, game)))

        assert tab.run("document.documentElement.scrollHeight <= innerHeight"), moment


@pytest.mark.parametrize("size", [(844, 390), (740, 360), (667, 375)])
def test_a_round_ends_in_view_on_a_phone_on_its_side_in_every_language(
    tab: Tab, size: tuple[int, int]
) -> None:
    *_, over = matches("dominos", 4)
    tab.set_screen(*size, prefers_reduced_motion="reduce")

    too_tall = []
    for each in language_codes():
        draw(tab, as_json(drawn_board(over, "dominos", each)))
        if tab.run("document.documentElement.scrollHeight > innerHeight"):
            too_tall.append(each)

    assert not too_tall


@pytest.mark.parametrize("game", ["draw", "mexican-train", "chickenfoot"])
def test_tiles_are_larger_where_there_is_more_room(tab: Tab, game: str) -> None:
    draw(tab, as_json(drawn_board(turning_points(game)["middle"], game)))
    sizes = []
    for size in (PHONES[0], (768, 1024)):
        tab.set_screen(*size, prefers_reduced_motion="reduce")
        settle(tab)
        sizes.append(tab.run("document.querySelector('.layout .tile-face').getBoundingClientRect().width"))

    assert sizes[0] < sizes[1]


def test_a_round_ends_with_a_card_of_everyones_points_and_tiles(tab: Tab) -> None:
    board = as_json(drawn_board(turning_points("draw")["end"], "draw"))

    draw(tab, board)

    card = "document.querySelector('.board-result')"
    assert tab.run(f"{card}.firstChild.textContent") == board["result"]
    said = tab.run("[...document.querySelectorAll('.result')].map((each) => each.textContent)")
    for words, player in zip(said, board["players"], strict=True):
        assert player["name"] in words
        assert player["gained"] + player["points_words"] in words
    assert tab.run("document.querySelectorAll('.result .tile').length") == sum(
        len(player["hand"]) for player in board["players"]
    )
    assert tab.run("document.querySelector('.board-actions .is-move').textContent") == "Play again"
    tab.set_screen(*DESKTOP, prefers_reduced_motion="reduce")
    sides = "[...document.querySelectorAll('.result')].map((each) => each.getBoundingClientRect().left)"
    assert len(set(tab.run(sides))) == 1


def choosing() -> Any:  # noqa: ANN401 (what the page reads has no types)
    """A board in which a tile fits at both ends, and several tiles at one."""
    for match in matches("draw", 2):
        board = as_json(drawn_board(match, "draw"))
        fitting = [tile for tile in board["hand"] if "left" in tile["ends"]]
        if match.turn == 0 and len(fitting) > 1 and any(len(tile["ends"]) > 1 for tile in fitting):
            return board
    raise LookupError


def touch_end(tab: Tab, end: str) -> None:
    point = f"document.querySelector('[data-end={end}]')"
    tab.run(f"{point}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")


def test_a_touched_end_takes_the_tile_that_is_asked_about_or_the_next_one(tab: Tab) -> None:
    board = choosing()
    tiles = [tile["tile"] for tile in board["hand"] if "left" in tile["ends"]]
    draw(tab, board)

    touch_end(tab, "left")
    marked = tab.run("document.querySelectorAll('.end-target.is-target').length")
    tab.run(f"document.querySelector('[data-key=\"{tiles[1]}\"] button').click()")
    only = [tile for tile in board["hand"] if tile["tile"] in (tiles[0], "")]
    draw(tab, {**board, "hand": only})
    touch_end(tab, "left")
    draw(tab, {**board, "question": {"words": "Where?", "answers": [], "tile": tiles[1]}})
    touch_end(tab, "right")

    assert marked == 1
    assert tab.run("sent") == [
        {"tile": tiles[1], "end": "left"},
        {"tile": tiles[0], "end": "left"},
        {"tile": tiles[1], "end": "right"},
    ]


def drag(tab: Tab, tile: str, to: str) -> None:
    """Drag a tile of the hand to an element by a mouse."""
    (x, y), (end_x, end_y) = (
        tab.run(MIDDLE % each) for each in (f"document.querySelector('[data-key=\"{tile}\"] button')", to)
    )
    steps = (("mousePressed", x, y), ("mouseMoved", x + 20, y), ("mouseMoved", end_x, end_y))
    for kind, at_x, at_y in (*steps, ("mouseReleased", end_x, end_y)):
        tab.call(
            "Input.dispatchMouseEvent", type=kind, x=at_x, y=at_y, button="left", buttons=1, clickCount=1
        )


def test_a_tile_is_dragged_to_an_end_or_goes_back(tab: Tab) -> None:
    board = choosing()
    tile = next(tile["tile"] for tile in board["hand"] if len(tile["ends"]) > 1)
    draw(tab, board)

    drag(tab, tile, "document.querySelector('[data-end=right]')")
    drag(tab, tile, "document.querySelector('.board-players')")

    assert tab.run("sent") == [{"tile": tile, "end": "right"}]
    assert tab.run("document.querySelectorAll('.flying, .is-carried').length") == 0


def tile_count(match: Match) -> int:
    return len(laid_tiles(match.now.layout))


@pytest.mark.parametrize(("motion", "count"), [("reduce", 0), ("no-preference", 1)])
def test_a_tile_moves_from_its_player_to_the_line(tab: Tab, motion: str, count: int) -> None:
    tab.set_screen(*PHONES[0], prefers_reduced_motion=motion)
    before, after = next(
        pair for pair in pairwise(matches("draw", 2)) if tile_count(pair[0]) < tile_count(pair[1])
    )
    draw(tab, as_json(drawn_board(before, "draw")))

    tab.run(f"draw({json.dumps(as_json(drawn_board(after, 'draw')))})")

    assert tab.run("document.querySelectorAll('.flying').length") == count
    wait_for(tab, "!document.querySelector('.flying')")


def visited(home: Path, visit: Callable[[Tab], None]) -> None:
    """A visit of a page in a browser."""

    def see(address: str) -> None:
        with chromium(home / "browser", address) as tab:
            tab.set_screen(*DESKTOP, prefers_reduced_motion="reduce")
            wait_for(tab, "document.querySelector('#place-lines [aria-current]')")
            visit(tab)
            assert tab.reports == []

    async def serve() -> None:
        async with web_room(home, table=TABLE) as room:
            await asyncio.to_thread(see, room.server.entrance.address)

    asyncio.run(serve())


def test_lists_open_beside_the_table_and_hints_of_keys_come_with_keys(tmp_path: Path) -> None:
    newest = "document.getElementById('newest').textContent"

    def visit(tab: Tab) -> None:
        assert tab.run(newest) == ""
        headings = "[...document.querySelectorAll('h1, h2')].filter((each) => !each.matches('.spoken'))"
        assert tab.run(f"{headings}.map((each) => each.textContent)") == ["The playroom", "What was said"]
        assert not tab.run(f"{button('Next line')}.getBoundingClientRect().width > 1")
        tab.press("ArrowDown")
        wait_for(tab, f"{newest}.startsWith('All matches')")
        tab.press("Home")
        tab.press("Enter")
        wait_for(tab, "document.querySelector('#place-title').textContent === 'New match'")
        tab.press("Enter")
        wait_for(tab, "document.querySelector('.board')")
        tab.press("m")
        wait_for(tab, "document.body.matches('.is-over')")
        table, lines = (
            tab.run(f"(({{ left, right }}) => [left, right])({each}.getBoundingClientRect())")
            for each in ("document.querySelector('.board')", "document.getElementById('place-lines')")
        )
        assert table[1] <= lines[0]
        assert shows_all(tab, ".board button, #place-lines")
        be_phone(tab)
        assert not tab.run("document.querySelector('.board').checkVisibility()")
        tap(tab, button("Back"))
        wait_for(tab, "document.querySelector('.board').checkVisibility()")
        assert tab.run(newest) == ""

    visited(tmp_path, visit)
