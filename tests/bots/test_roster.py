"""The strengths are known before the bots are loaded, and each is the bot that its word stands for."""

import gc
import subprocess
import sys
from random import Random
from unittest.mock import Mock

import pytest
from support.games.rounds import standings, table

from playroom.bots import human_errors, search, steady
from playroom.bots.roster import BOTS, lazy
from playroom.rules.view import view

BOTS_BEHIND = {
    "novice": human_errors.novice,
    "casual": human_errors.casual,
    "steady": steady.steady,
    "hard": search.hard,
    "expert": search.expert,
}


@pytest.mark.long
def test_a_menu_opens_without_the_search() -> None:
    names = "import sys, playroom.commands.assembly; print(*sys.modules)"

    loaded = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True).stdout

    assert "playroom.bots.roster" in loaded.split()
    assert not {"playroom.bots.search", "playroom.engine.engine", "playroom.advice.hints"} & {*loaded.split()}


@pytest.mark.parametrize("word", BOTS)
def test_a_word_stands_for_its_bot(word: str) -> None:
    seen = [view(match, match.turn) for match in standings(table("dominos", 2), Random(2))][2:16:6]

    moves = [[bot(each, Random(1)) for each in seen] for bot in (BOTS[word], BOTS_BEHIND[word])]

    assert moves[0] == moves[1]


def test_a_module_that_was_loaded_is_not_looked_through_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "freeze", freeze := Mock())
    dedented = lazy("textwrap", "dedent")

    assert [dedented(" a"), dedented(" b")] == ["a", "b"]
    assert freeze.call_count == 1
