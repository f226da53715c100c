"""A page with nothing but the board, under the policy of the real one."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

from support.web.chromium import Tab

import playroom

PAGE = Path(playroom.__file__).parent / "web" / "page"

STYLES = "\n".join(
    f'<link rel="stylesheet" href="{(PAGE / name).as_uri()}">'
    for name in re.findall(
        r'rel="stylesheet" href="/([^"]+)"', (PAGE / "index.html").read_text(encoding="utf-8")
    )
)
"""The style sheets of the real page, in its order."""

HTML = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src file:; style-src file:">
<title>Board</title>
{STYLES}
<body data-has-table="yes">
<main id="room"><div id="front"><div id="game"><p id="newest"></p></div><div id="board"></div></div></main>
<script type="module" src="page.js"></script>
</html>
"""
SCRIPT = f"""
import {{ drawBoard }} from {json.dumps((PAGE / "board.js").as_uri())};
import * as layout from {json.dumps((PAGE / "layout.js").as_uri())};
window.sent = [];
window.layout = layout;
window.draw = (board) => drawBoard(document.getElementById("board"), board, (sent) => window.sent.push(sent));
"""


def open_board(tab: Tab, folder: Path) -> None:
    """Show an empty page for boards."""
    for name, text in {"page.html": HTML, "page.js": SCRIPT}.items():
        (folder / name).write_text(text, encoding="utf-8")
    tab.visit(folder / "page.html")


def draw(tab: Tab, board: Any) -> None:  # noqa: ANN401 (what the page reads has no types)
    """Draw a board; it is drawn anew once the page knows how wide it is."""
    tab.run(f"draw({json.dumps(board)})")
    tab.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


def random_line(chance: Random, *, has_spinner: bool) -> dict[str, Any]:
    """A line of any length with doubles anywhere, and the arms of its spinner if it has one."""
    names = ("left", "right", "up", "down") if has_spinner else ("left", "right")
    rows = {name: random_tiles(chance, chance.choice((0, 1, 2, 3, chance.randrange(40)))) for name in names}
    middle = [(6, 6)] if has_spinner else random_tiles(chance, 1)
    arms = [{"key": name, "tiles": rows[name]} for name in names[2:]]
    return {
        "rows": [{"key": "line", "tiles": [*rows["left"], *middle, *rows["right"]]}, *arms],
        "ends": [{"key": name} for name in names],
        "spinner": len(rows["left"]) if has_spinner else None,
        "anchor": len(rows["left"]),
        "last": None,
    }


def random_tiles(chance: Random, count: int) -> list[tuple[int, int]]:
    return [(4, 4) if chance.random() < 0.25 else (1, 2) for _ in range(count)]
