"""Every line of every list is reached by Down and by Up, whatever list it stands in."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.console.opened import TABLE, opened
from support.console.player import variants
from support.languages import ENGLISH_FIRST

from playroom.console.ui.list import ListPlace
from playroom.keys.commands import Command

ELSEWHERE = frozenset({"start", "open", "join", "leave", "learn", "continue", "replay", "retry", "defaults"})
"""The lines that lead away from the lists, to a match or out of the room."""
GAMES = frozenset(variants())
DEEPEST = 4


def lists(console: Console, known: set[tuple[str, ...]], depth: int = 0) -> Iterator[ListPlace]:
    """The list that is open, and all that open from its lines, each once."""
    here = console.place
    if not isinstance(here, ListPlace):
        return
    keys = tuple(item.key for item in here.content.items)
    if keys in known or depth > DEEPEST:
        return
    known.add(keys)
    yield here
    leads = [key not in {*ELSEWHERE, *Command} - {"rules"} and not _is_like_another(key) for key in keys[:-1]]
    for index in (index for index, does in enumerate(leads) if does):
        console.press("home", *["down"] * index, "enter")
        yield from lists(console, known, depth + 1)
        for way_out in ("escape", "escape", "escape", "q", "q"):
            if here in console.places and console.place is not here:
                console.press(way_out)
        if console.place is not here:
            return  # what was chosen closes the list


def _is_like_another(key: str) -> bool:
    """Whether a line opens a list that is made as that of another line: a game's rules, a paragraph."""
    return (key in GAMES and key != "mexican-train") or (key.isdecimal() and key != "0")


def check(console: Console, here: ListPlace) -> None:
    count = len(here.content.items)
    console.press("home")
    down = [here.content.focus]
    for _ in range(count - 1):
        console.press("down")
        down.append(here.content.focus)
    up = [here.content.focus]
    for _ in range(count - 1):
        console.press("up")
        up.append(here.content.focus)
    keys = [item.key for item in here.content.items]

    assert [said for said in console.heard() if re.search(r"[.?!…][,.] ", said)] == []
    assert down == [*range(count)], keys
    assert up == [*reversed(range(count))], keys
    assert len({*keys}) == count, keys


@pytest.mark.long
@pytest.mark.parametrize("language", ENGLISH_FIRST)
def test_every_line_of_the_lists_of_the_room_is_reached(home: Path, language: str) -> None:
    opened(home, "play", "block", "--seed", "1").close()
    console = opened(home, language=language, blocked=["Eve", "chat", "muted"])
    seen = 0

    for here in lists(console, set()):
        check(console, here)
        seen += 1

    assert seen > 20


@pytest.mark.long
def test_every_line_of_the_lists_of_a_table_is_reached(home: Path) -> None:
    console = opened(home, *TABLE)
    seen = 0

    for opener in ("m", "f1", "ctrl-f1"):
        console.press(opener)
        for here in lists(console, set()):
            check(console, here)
            seen += 1
        while len(console.places) > 2:
            console.press("escape")

    assert seen > 20


EMPTY = {
    "en": "a an the what who whose which how when if whether each every one your",
    "fr": "le la les l un une des ce ces qui que quel quelle comment quand si chaque votre vos à",
    "es": "el la los las lo un una qué quién cuál cómo cuándo si cada tu tus a",
    "pt": "o a os as um uma que quem qual como quando se cada seu sua de",
    "de": "der die das ein eine was wer wie wann ob jede jeder jedes dein deine",
    "it": "il lo la i gli le un uno una che chi ciò come quando se ogni tuo tua a",
    "pl": "co kto czyj jak kiedy czy każdy każda każde twój twoja jeden jedna jedno",
    "ru": "что кто чей как когда ли если каждый каждая каждое твой твоя один одна одно",
}
"""The words that say nothing about a line which begins with one of them."""


@pytest.mark.long
@pytest.mark.parametrize("language", ENGLISH_FIRST)
def test_each_setting_begins_with_its_key_word(home: Path, language: str) -> None:
    console = opened(home, language=language)
    for _ in range(20):
        if isinstance(console.place, ListPlace) and console.place.content.item.key == "settings":
            break
        console.press("down")
    console.hear("enter")

    firsts = list[str]()
    for here in lists(console, set()):
        console.forget()
        for at, item in enumerate(here.content.items):
            said = console.answer("down" if at else "home")
            firsts += [said] if item.step else []

    assert len(firsts) > 25
    empty = EMPTY[language].split()
    assert [said for said in firsts if re.findall(r"\w+", said)[0].lower() in empty] == []
