"""What a visitor has missed at a shared table when the worker of their console was lost."""

import asyncio
from pathlib import Path

import pytest
from support.time.same_chance import seed_chance
from support.time.virtual_time import run_virtually
from support.web.page_keys import keys_of_a_move
from support.web.virtual_visit import VirtualPage
from support.web.virtual_workers import ADA, BEN, virtual_workers
from test_workers import choose, join_table, newest, open_table, until_cut_off

QUIET = 20
"""Seconds after which a page has been told all that has happened."""


async def begin_match(ada: VirtualPage, ben: VirtualPage) -> None:
    """Begin a match of Ada and Ben, who has the seat after hers, with two bots."""
    await open_table(ada)
    await join_table(ben)
    await choose(ben, "Seat 2")
    await choose(ben, "Ready")
    await choose(ada, "Start the match")
    await asyncio.sleep(QUIET)


async def until_moved(page: VirtualPage, *others: VirtualPage) -> None:
    """Have a page make a move; before its turn, the others make theirs."""
    async with asyncio.timeout(300):
        while not (keys := keys_of_a_move(page.board)):
            for each in others:
                await each.press(*keys_of_a_move(each.board))
            await asyncio.sleep(QUIET)
    await page.press(*keys)


def said_to_who_is_back(folder: Path, quiet: int, table: str = "") -> list[str]:
    """What Ada is told once she is back: her worker is lost *quiet* seconds after a move, then others move.

    Her page remembers up to where it was told, as if at the *table* of this code, or at theirs.
    """

    async def visit() -> list[str]:
        async with virtual_workers(folder) as workers, workers.page(BEN) as ben:
            async with workers.page(ADA) as ada:
                await begin_match(ada, ben)
                await until_moved(ada, ben)
                await asyncio.sleep(quiet)
                workers.worker_of(ADA).kill()
                await until_cut_off(ada)
            await until_moved(ben)
            await asyncio.sleep(QUIET)
            theirs, _, number = ada.told.partition(":")
            async with workers.page(ADA, newest(ada), told=f"{table or theirs}:{number}") as back:
                await asyncio.sleep(QUIET)
                return back.said

    return run_virtually(visit())


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("quiet", "own"), [(QUIET, ""), (0, "You open: 6 6. Ends 6 and 6. ")], ids=["later", "at once"]
)
def test_who_is_back_hears_what_others_have_played_and_how_the_match_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quiet: int, own: str
) -> None:
    seed_chance(monkeypatch.setattr, "missed")

    said = said_to_who_is_back(tmp_path, quiet)

    assert said[-2] == (
        f"{own}While you were away: Ben 6 3 right, Mia 4 6 left, Nils 3 4 left. "
        "Playroom dominos to 100, round 1. You against Ben, Mia and Nils. "
        "Ends 3 and 3. Your turn: play 3 2."
    )


@pytest.mark.long
def test_a_page_that_remembers_another_table_hears_no_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed_chance(monkeypatch.setattr, "missed")

    said = said_to_who_is_back(tmp_path, QUIET, "7KQ2M9XD")

    assert any("round 1" in text for text in said)
    assert not any("away" in text for text in said)
