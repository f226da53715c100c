"""The page looks as it was reviewed, on a phone and a desktop, light and dark.

After a change of its looks, run this file with RECORD_PICTURES=1, and review tests/web/pictures.
"""

import asyncio
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from support.web.boards import as_json, drawn_board, turning_points
from support.web.chromium import CHROMIUM, Tab, chromium
from support.web.page_wait import wait_for
from support.web.pictures import difference, small_picture
from support.web.scenes import SCENES, TABLE, Scene, said, walk
from support.web.web_room import web_room

PICTURES = Path(__file__).with_name("pictures")
FONT = "DejaVu Sans"

TOLERANCE = 0.01
"""The share of the pixels that may differ: none in the same browser, 1.9 % without one tile of the hand."""

SCREENS = [*product(((360, 740), (1280, 800)), ("light", "dark"))]
MENU, LIST, FIELD = (scene for scene in SCENES if scene.name in ("menu", "list", "field"))
PLACES = (
    MENU,
    LIST,
    Scene("question", ("End", "ArrowUp", "m", "ArrowRight"), said("Y for yes")),
    Scene("history", ("Escape", "F3"), said("History")),
    Scene("field", ("Escape", *FIELD.keys), FIELD.has),
)
BOARDS = {"table": "all-fives", "trains": "mexican-train", "ends": "draw"}
"""The games whose boards are drawn in the page, by the name of the picture."""
ASKED = {
    "words": "Left on 5, or right on 3?",
    "answers": [
        {"key": str(at), "label": label} for at, label in enumerate(("Left on 5", "Right on 3", "Keep"))
    ],
}
"""The question on the last of them."""

LAST_LINES = (
    "document.querySelectorAll('#lines li:not(:nth-last-child(-n+2))').forEach((line) => line.remove())"
)
DRAWN = (
    "import('/board.js').then((module) => module.drawBoard(document.getElementById('board'), {}, () => {{}}))"
)
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"

RESTORED = """
document.getElementById("touch").hidden = false;
document.documentElement.style.fontSize = "";
import("/board.js").then(({ drawBoard }) => drawBoard(document.getElementById("board"), null));
"""

CHANGES = (
    "document.querySelector('.hand-tile').parentElement.remove()",
    "document.getElementById('touch').hidden = true",
    "document.querySelector('.board-table').style.background = '#1c4fa0'",
    "document.documentElement.style.fontSize = '17px'",
    "document.querySelector('.layout').style.marginLeft = '40px'",
)
"""Changes that a person would see, and that must exceed the tolerance."""


def font() -> str:
    """The font that the browser takes for the page; "" where that is not known."""
    if not shutil.which("fc-match"):
        return ""
    return subprocess.run(
        ["fc-match", "--format=%{family}", "system-ui"], capture_output=True, text=True, check=False
    ).stdout


pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.skipif(font() != FONT, reason=f"the pictures were taken with the font {FONT}"),
    pytest.mark.xdist_group("chromium"),
]


def pictures(tab: Tab, name: str) -> Iterator[tuple[Path, bytes]]:
    """The pictures of the page on all screens, and the files of those that were reviewed."""
    tab.run(LAST_LINES)
    for size, theme in SCREENS:
        tab.set_screen(*size, prefers_color_scheme=theme, prefers_reduced_motion="reduce")
        tab.run(SETTLED)
        yield PICTURES / f"{name}-{size[0]}-{theme}.png", small_picture(tab)


def draw(tab: Tab, name: str) -> None:
    """Draw the board of a match in the page, always the same."""
    board = as_json(drawn_board(turning_points(BOARDS[name])["middle"], BOARDS[name]))
    tab.run(DRAWN.format(json.dumps({**board, "question": ASKED if name == "ends" else None})))


class Album:
    """The pictures of a visit: of each place with the file of the one that was reviewed, and of changes."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self.taken: dict[Path, bytes] = {}
        self.changed: dict[str, tuple[bytes, bytes]] = {}

    def look(self, scene: Scene) -> None:
        """Take the pictures of a place; those of boards beside the last of them."""
        self.taken.update(pictures(self._tab, scene.name))
        if scene.name == "field":
            for name in BOARDS:
                draw(self._tab, name)
                self.taken.update(pictures(self._tab, name))

    def change(self) -> None:
        """Take pictures before and after each change."""
        for change in CHANGES:
            draw(self._tab, "table")
            _, before = next(pictures(self._tab, "table"))
            self._tab.run(change)
            _, after = next(pictures(self._tab, "table"))
            self.changed[change] = before, after
            self._tab.run(RESTORED)

    def record(self) -> None:
        """Write the pictures, to be reviewed."""
        for file, picture in self.taken.items():
            file.write_bytes(picture)


def test_the_page_looks_as_it_was_reviewed_and_changes_would_be_seen(tmp_path: Path) -> None:
    def visit(address: str) -> tuple[dict[str, float], dict[str, float]]:
        with chromium(tmp_path, address) as tab:
            album = Album(tab)
            walk(tab, album.look, PLACES)
            album.change()
            if os.environ.get("RECORD_PICTURES"):
                album.record()
            # The policy of the page lets it read no pictures.
            tab.call("Page.navigate", url="about:blank")
            wait_for(tab, "location.href === 'about:blank'")
            return (
                {file.name: difference(tab, file.read_bytes(), made) for file, made in album.taken.items()},
                {change: difference(tab, *pair) for change, pair in album.changed.items()},
            )

    async def serve() -> tuple[dict[str, float], dict[str, float]]:
        async with web_room(tmp_path, table=TABLE) as room:
            return await asyncio.to_thread(visit, room.server.entrance.address)

    reviewed, changed = asyncio.run(serve())

    assert {name: share for name, share in reviewed.items() if share > TOLERANCE} == {}
    assert {change: share for change, share in changed.items() if share <= TOLERANCE} == {}
