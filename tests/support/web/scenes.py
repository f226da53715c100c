"""A walk through all kinds of places in a headless browser, by keys."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from support.web.chromium import Tab
from support.web.page_wait import settle, wait_for

TABLE = {"game": "draw", "players": 2, "bots": ["", "casual"]}
"""The table that is set up by the keys of the walk."""


class Scene(NamedTuple):
    """A place: the keys that lead there from the one before, and what the page has once it is there."""

    name: str
    keys: tuple[str, ...]
    has: str


def said(words: str) -> str:
    """The condition that words were said last."""
    return f"document.querySelector('#lines li:last-child')?.textContent.includes({words!r})"


SCENES = (
    Scene("menu", (), said("Escape goes back")),
    Scene("list", ("s", "Enter"), said("Settings.")),
    Scene(
        "field",
        ("Escape", "n", "Enter", *["ArrowDown"] * 4, "Enter"),
        "!document.getElementById('entry').hidden",
    ),
    Scene("setup", ("Escape",), "document.getElementById('entry').hidden"),
    Scene("table", ("Home", "Enter"), "document.querySelector('.is-to-move')"),
    Scene("question", ("q",), said("?")),
    Scene("history", ("n", "h"), said("History")),
    Scene("over", ("Escape", "q", "y", "F9"), "!document.getElementById('over').hidden"),
)


def walk(tab: Tab, look: Callable[[Scene], object], scenes: Sequence[Scene] = SCENES) -> None:
    """Go from place to place, and look at each."""
    wait_for(tab, "document.getElementById('lines')?.childElementCount")
    for scene in scenes:
        for key in scene.keys:
            count = tab.run("document.getElementById('lines').childElementCount")
            tab.press(key)
            wait_for(tab, f"document.getElementById('lines').childElementCount > {count} || {scene.has}")
        wait_for(tab, scene.has)
        settle(tab)
        look(scene)
