"""Who moves on before all is read hears what is new, and not ever more of what is old."""

import asyncio
import json
from pathlib import Path

import pytest
from support.console.hand_held import keys_of_a_turn
from support.time.virtual_time import run_virtually
from support.web.virtual_visit import virtual_visit

from playroom.rules.legal import legal_moves
from playroom.rules.move import Play
from playroom.voice.queue import MOST_OUTDATED
from playroom.web.board import open_table

TURNS = 7
LONGEST_EVENT = 60
"""The characters of an event in the words of a full table, with what it has led to."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "players", "pace", "pause"),
    [
        ("draw", 4, 0.0, 2.0),
        ("draw", 4, 0.8, 0.5),
        ("mexican-train", 6, 0.0, 1.5),
        ("mexican-train", 10, 0.0, 1.0),
    ],
)
def test_a_text_has_the_news_since_the_last_move_and_a_few_events_before(
    tmp_path: Path, game: str, players: int, pace: float, pause: float
) -> None:
    async def visit() -> list[str]:
        table = {"game": game, "players": players, "bots": ["", *["casual"] * (players - 1)]}
        async with virtual_visit(tmp_path, pace=pace, waits=True, table=table) as visit:
            await visit.page.press("n", "enter", "enter")
            turns = 0
            while turns < TURNS:
                await asyncio.sleep(pause)
                place = open_table(visit.consoles[0])
                if place is None or place.view.ending or place.view.winners:
                    break
                if not place.view.is_to_move:
                    continue
                turns += 1
                move = legal_moves(place.view.position)[0]
                if isinstance(move, Play):
                    await visit.page.give(json.dumps({"tile": str(move.tile)}))
                    if (visit.page.board or {}).get("question"):
                        await visit.page.press("1")
                else:
                    await visit.page.press(*keys_of_a_turn(place.view))
            return visit.page.said

    said = run_virtually(visit())

    assert max(map(len, said)) <= LONGEST_EVENT * (players + MOST_OUTDATED)
    assert max(text.count("You: ") + text.count("You open") for text in said) <= 1
