"""The board in a real browser: nothing is lost, too small, too pale or out of reach.

To look at it, run this file with the folder for the pictures in BOARD_PICTURES.
"""

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from board_page import draw, open_board, random_line
from support.games.random_matches import VARIANTS
from support.web.boards import as_json, drawn_board, matches, turning_points
from support.web.chromium import CHROMIUM, Tab, chromium
from support.web.page_measures import drawn_colours, lost, overlaps, text_colours
from test_board_style import contrast

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.xdist_group("chromium"),
]

GAMES = sorted(VARIANTS)
PHONE, DESKTOP = (320, 640), (1280, 800)
LEAST_TARGET = 44
QUESTION = {
    "words": "Left on 5, or right on 3?",
    "answers": [{"key": "1", "label": "Left on 5"}, {"key": "escape", "label": "Keep the tile"}],
}
MOMENTS = ("middle", "longest", "end")

LARGE_TEXT = "document.documentElement.style.fontSize = '400%'"
SPACING = """
document.getElementById("board").style.cssText =
  "line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em"
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    folder = tmp_path_factory.mktemp("chromium")
    with chromium(folder) as tab:
        yield tab


@pytest.fixture
def tab(browser: Tab, tmp_path: Path) -> Iterator[Tab]:
    browser.reports.clear()
    browser.set_screen(*PHONE, prefers_reduced_motion="reduce")
    open_board(browser, tmp_path)
    yield browser
    assert browser.reports == []


@cache
def moments(game: str) -> dict[str, Any]:
    """Boards of a match, in English and at its end in French."""
    codes = {"middle": "en", "longest": "en", "end": "fr"}
    points = turning_points(game)
    boards = {name: as_json(drawn_board(points[name], game, codes[name])) for name in MOMENTS}
    return {**boards, "question": {**boards["middle"], "question": QUESTION}}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_lost_on_a_phone_or_a_desktop(tab: Tab, game: str) -> None:
    folder = os.environ.get("BOARD_PICTURES")
    for (name, board), size, theme in product(moments(game).items(), (PHONE, DESKTOP), ("light", "dark")):
        tab.set_screen(*size, prefers_color_scheme=theme, prefers_reduced_motion="reduce")

        draw(tab, board)

        assert (lost(tab, ".board"), overlaps(tab, ".board")) == ([], []), (name, size, theme)
        pairs = text_colours(tab, ".board")
        assert [pair for pair in pairs if contrast(*pair) < 7] == []
        if folder:
            Path(folder, f"{game}-{name}-{size[0]}-{theme}.png").write_bytes(tab.picture())


@pytest.mark.parametrize(
    "media",
    [{"prefers_color_scheme": "light"}, {"prefers_color_scheme": "dark"}, {"forced_colors": "active"}],
)
def test_what_is_drawn_is_as_clear_as_text(tab: Tab, media: Mapping[str, str]) -> None:
    found: dict[tuple[str, str], set[str]] = {}
    width, height = DESKTOP
    tab.set_screen(width, height, **media, prefers_reduced_motion="reduce")
    for game in ("all-fives", "mexican-train"):
        for board in moments(game).values():
            draw(tab, board)
            assert [pair for pair in text_colours(tab, ".board") if contrast(*pair) < 7] == []
            for pair, kinds in drawn_colours(tab).items():
                found.setdefault(pair, set()).update(kinds)

    assert {pair: kinds for pair, kinds in found.items() if contrast(*pair) < 7} == {}
    assert set().union(*found.values()) >= {
        "pip",
        "tile-bar",
        "badge-number",
        "badge",
        "last",
        "back",
        "path",
    }


def test_forced_colours_leave_edges_the_focus_and_what_can_be_played(tab: Tab) -> None:
    tab.set_screen(*PHONE, forced_colors="active", prefers_reduced_motion="reduce")
    tab.call("Emulation.setFocusEmulationEnabled", enabled=True)
    boards = (board for game in GAMES for board in moments(game).values() if not board["question"])
    draw(tab, next(board for board in boards if any(each["is_playable"] for each in board["hand"])))

    look = "(each) => [getComputedStyle(each).backgroundColor, getComputedStyle(each).borderTopColor]"
    playable, others = (
        {tuple(each) for each in tab.run(f"[...document.querySelectorAll({tiles!r})].map({look})")}
        for tiles in (".hand-tile.is-playable", ".board button:not(.is-playable, .is-move)")
    )
    assert playable
    assert all(edge != ground for ground, edge in others)
    assert {ground for ground, _ in playable}.isdisjoint(ground for ground, _ in others)
    for tile in (".hand-tile.is-playable", ".hand-tile:not(.is-playable)"):
        tab.run(f"document.querySelector({tile!r}).focus({{ focusVisible: true }})")
        focus = "getComputedStyle(document.activeElement)"
        assert tab.run(f"[{focus}.outlineStyle, {focus}.outlineWidth]") == ["solid", "4px"]
        assert tab.run(f"{focus}.outlineColor !== getComputedStyle(document.body).backgroundColor")


@pytest.mark.parametrize("game", GAMES)
def test_every_target_is_large_enough_and_has_its_name(tab: Tab, game: str) -> None:
    for board, size in product(moments(game).values(), (PHONE, DESKTOP)):
        tab.set_screen(*size)

        draw(tab, board)

        sizes = tab.run(
            "[...document.querySelectorAll('.board button')].filter((each) => each.checkVisibility())"
            ".map((each) => each.getBoundingClientRect()).map((box) => [box.width, box.height])"
        )
        assert all(min(each) >= LEAST_TARGET for each in sizes)
        nodes = tab.call("Accessibility.getFullAXTree")["nodes"]
        buttons = [node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "button"]
        answers = board["question"]["answers"] if board["question"] else board["actions"]
        has_hand = not board["result"] and not (board["question"] and board["engine"] and size == PHONE)
        labels = [each["label"] for each in (*answers, *(board["hand"] if has_hand else ()))]
        assert sorted(buttons) == sorted(labels)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [320, 1280])
def test_text_of_four_times_the_size_and_wide_spacing_stay_whole(tab: Tab, game: str, width: int) -> None:
    tab.set_screen(width, 640, prefers_reduced_motion="reduce")
    tab.run(LARGE_TEXT)
    tab.run(SPACING)
    for board in moments(game).values():
        draw(tab, board)

        assert (lost(tab, ".board"), overlaps(tab, ".board")) == ([], [])


@pytest.mark.parametrize("game", [game for game in GAMES if VARIANTS[game].answers["shape"] == "line"])
@pytest.mark.parametrize("width", [260, 1000])
def test_tiles_of_a_line_lie_side_by_side(tab: Tab, game: str, width: int) -> None:
    every = [match for match in matches(game) if match.now.layout.open_ends]
    for match in every[:: max(1, len(every) // 20)]:
        board = as_json(drawn_board(match, game))

        placed = laid_out(tab, board, width)

        assert sorted(sorted(tile["halves"]) for tile in placed["tiles"]) == sorted(
            sorted(laid) for row in board["rows"] for laid in row["tiles"]
        )
        assert sum(tile["isLast"] for tile in placed["tiles"]) == 1
        assert_apart(board, placed, width)


def test_tiles_of_a_tree_lie_apart_and_fit_into_the_width(tab: Tab) -> None:
    every = list(matches("chickenfoot"))
    room_width = 360
    room = json.dumps({"width": room_width, "height": 400, "least": 7, "most": 60})
    for match in every[:: len(every) // 20]:
        board = as_json(drawn_board(match, "chickenfoot"))

        placed = tab.run(f"layout.treeLayout({json.dumps(board)}, {room})")

        laid = [sorted(tile) for row in board["rows"] for tile in row["tiles"]]
        engine = [int(board["engine"].split("-")[0])] * 2
        assert sorted(sorted(tile["halves"]) for tile in placed["tiles"]) == sorted([engine, *laid])
        assert {end["key"] for end in placed["ends"]} == {end["key"] for end in board["ends"]}
        boxes = [*placed["tiles"], *({**end, "width": 1, "height": 1} for end in placed["ends"])]
        assert [(one, two) for one, two in combinations(boxes, 2) if overlap(one, two)] == []
        assert placed["width"] * placed["scale"] <= room_width + 0.01


@pytest.mark.parametrize("width", [260, 500, 1000])
@pytest.mark.parametrize("has_spinner", [False, True])
def test_the_longest_arms_lie_apart(tab: Tab, width: int, has_spinner: bool) -> None:  # noqa: FBT001 (a case)
    chance = Random(width)
    for _ in range(150):
        board = random_line(chance, has_spinner=has_spinner)

        assert_apart(board, laid_out(tab, board, width), width)


def laid_out(tab: Tab, board: Any, width: int) -> Any:  # noqa: ANN401 (what the page reads has no types)
    """Where the tiles and the ends of a line lie in a room of this width."""
    room = {"width": width, "height": 400, "least": 12, "most": 34}
    return tab.run(f"layout.lineLayout({json.dumps(board)}, {json.dumps(room)})")


def assert_apart(board: Any, placed: Any, width: int) -> None:  # noqa: ANN401 (what the page reads has no types)
    """All tiles and numbers of ends are one chain, none lies over another, and they keep to the width."""
    assert {end["key"] for end in placed["ends"]} == {end["key"] for end in board["ends"]}
    boxes = [*placed["tiles"], *({**end, "width": 1, "height": 1} for end in placed["ends"])]
    assert [(one, two) for one, two in combinations(boxes, 2) if overlap(one, two)] == []
    assert placed["width"] * placed["scale"] <= width + 0.01
    reached, rest = [boxes[0]], boxes[1:]
    for box in reached:
        reached += [each for each in rest if overlap(box, each, within=0.25)]
        rest = [each for each in rest if each not in reached]
    assert rest == []


def overlap(one: dict[str, float], two: dict[str, float], *, within: float = -0.01) -> bool:
    """Whether two boxes lie over each other, or *within* this distance."""
    return all(
        abs(one[axis] - two[axis]) < (one[size] + two[size]) / 2 + within
        for axis, size in (("x", "width"), ("y", "height"))
    )


def test_buttons_send_their_command_or_tile(tab: Tab) -> None:
    board = moments("draw")["middle"]
    draw(tab, board)

    tab.run("document.querySelectorAll('.board button').forEach((button) => button.click())")

    tiles = [{"tile": each["tile"]} for each in board["hand"]]
    assert tab.run("sent") == [*tiles, *({"command": each["command"]} for each in board["actions"])]


def test_the_focus_stays_on_its_button_or_goes_to_the_next(tab: Tab) -> None:
    board = moments("all-fives")["middle"]
    draw(tab, board)
    tab.run("document.querySelector('.hand-tile').focus()")

    first, *others = board["hand"]
    draw(tab, {**board, "hand": [*reversed(others), first]})
    kept = tab.run("document.activeElement.getAttribute('aria-label')")
    draw(tab, {**board, "hand": others})
    moved = tab.run("document.activeElement.tagName")

    assert (kept, moved) == (first["label"], "BUTTON")


def test_the_question_where_a_tile_goes_takes_the_focus(tab: Tab) -> None:
    board = moments("draw")["middle"]
    draw(tab, board)
    tab.run("document.querySelector('.hand-tile').focus()")

    draw(tab, moments("draw")["question"])
    focused = tab.run("document.activeElement.textContent")
    tab.run("document.activeElement.click()")
    draw(tab, board)

    assert focused == "Left on 5"
    assert tab.run("sent") == [{"key": "1"}]
    assert tab.run("document.querySelector('.board-question').hidden")
    assert tab.run("document.activeElement.tagName") == "BUTTON"


def test_the_focus_is_seen_and_tab_leaves_the_board(tab: Tab) -> None:
    draw(tab, moments("draw")["middle"])
    count = tab.run("document.querySelectorAll('.board button').length")

    outlines = []
    for _ in range(count):
        press_tab(tab)
        outlines.append(tab.run("getComputedStyle(document.activeElement).outlineWidth"))
    press_tab(tab)

    assert outlines == ["4px"] * count
    assert tab.run("document.activeElement.tagName") == "BODY"


def press_tab(tab: Tab) -> None:
    for kind in ("keyDown", "keyUp"):
        tab.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)


def test_texts_are_never_read_as_html(tab: Tab) -> None:
    board = moments("block")["middle"]
    player = {**board["players"][0], "name": "<img src=x onerror=alert(1)>"}

    draw(tab, {**board, "heading": "<b>Ada</b>", "players": [player]})

    assert tab.run("document.querySelectorAll('.board img, .board b').length") == 0
    assert tab.run("document.querySelector('.player-name').textContent") == player["name"]


def test_without_a_table_nothing_is_drawn(tab: Tab) -> None:
    draw(tab, moments("draw")["middle"])

    draw(tab, None)

    assert tab.run("document.getElementById('board').childElementCount") == 0
