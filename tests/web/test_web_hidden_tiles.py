"""Nothing that a browser is sent names a tile that nobody has shown, in all games of ours."""

import re
from itertools import cycle
from pathlib import Path

import pytest
from support.time.virtual_time import run_virtually
from support.web.page_keys import keys_of_a_move
from support.web.virtual_visit import VirtualVisit, virtual_visit

from playroom.console.play.table import TablePlace
from playroom.rules.view import View, open_view
from playroom.table.shelf import OURS, shelf
from playroom.web.board import open_table

GAMES = len(shelf([OURS]).variants)
QUESTIONS = ("c", "w", "s", "e", "v", "t", "i", "f", "j", "escape")
STEPS = 70
"""Moves that reach the second round in every game."""

NAMED = re.compile(r"(?<![\d-])(\d{1,2})-(\d{1,2})(?![\d-])")
"""A tile as it is named and written."""

OWN_LAST_MOVE = re.compile(r"Your last move: [^.]*\.")
"""What may be one of the round before, whose tile may be in another's hand by now."""

DRAWN_FOR_START = "Drawing for the start"
"""The words before tiles that all see before the deal (PO-2)."""


class Leaks:
    """Takes each frame of a page when it comes; *found* are those that name a tile that is hidden then."""

    def __init__(self, visit: VirtualVisit) -> None:
        self.found: list[str] = []
        self.rounds: set[int] = set()
        self.watched = 0
        self._visit = visit
        self._shown: set[frozenset[int]] = set()
        visit.page.on_frame = self._watch

    def _watch(self, frame: str) -> None:
        if hidden := self._hidden():
            self.watched += 1
            self._shown |= tiles_in(frame.partition(DRAWN_FOR_START)[2])
            if tiles_in(OWN_LAST_MOVE.sub("", frame)) & hidden - self._shown:
                self.found.append(frame)

    def _hidden(self) -> set[frozenset[int]]:
        """The tiles in the hands of others and in the boneyard, while a round is played."""
        table = open_table(self._visit.consoles[-1]) if self._visit.consoles else None
        match = table.session.table.match if table else None
        if match is None or not match.rounds or match.now.ending:
            return set()
        self.rounds.add(len(match.rounds))
        others = [tile for seat, hand in enumerate(match.now.hands) if seat for tile in hand]
        return {frozenset((tile.low, tile.high)) for tile in (*others, *match.now.boneyard)}


def tiles_in(words: str) -> set[frozenset[int]]:
    """The tiles that words name, as their halves."""
    return {frozenset(map(int, each)) for each in NAMED.findall(words)}


def leaks_of_a_match(home: Path, game: int, steps: int = STEPS) -> Leaks:
    """What leaks in a match of a game by its place in the list, in which all is asked that can be."""

    async def play() -> Leaks:
        async with virtual_visit(home) as visit:
            leaks, page = Leaks(visit), visit.page
            await page.press("n", "enter", "down", *["right"] * game, "home", "enter")
            questions = cycle(QUESTIONS)
            for _ in range(steps):
                await page.press(next(questions), *keys_of_a_move(page.board))
            assert page.board
            assert not visit.errors
        return leaks

    return run_virtually(play())


@pytest.mark.long
def test_the_moves_of_others_name_no_hidden_tile(tmp_path: Path) -> None:
    leaks = leaks_of_a_match(tmp_path, 0, steps=4)

    assert leaks.watched > 20
    assert leaks.found == []


@pytest.mark.long
@pytest.mark.parametrize("game", range(GAMES))
def test_a_browser_is_not_sent_what_is_hidden(tmp_path: Path, game: int) -> None:
    leaks = leaks_of_a_match(tmp_path, game)

    assert leaks.watched > 100
    assert len(leaks.rounds) > 1
    assert leaks.found == []


@pytest.mark.long
def test_a_hand_that_is_open_by_mistake_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def open_hands(table: TablePlace) -> View:
        return open_view(table.session.table.match, 0)

    monkeypatch.setattr(TablePlace, "view", property(open_hands))

    assert leaks_of_a_match(tmp_path, 0, steps=3).found
