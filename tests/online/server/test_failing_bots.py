"""Bots that fail, or that a server does not know: the match goes on, and the journal says so."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from people import Client, Venue, code_of, random_bot, settings, venue
from players import TablePlayer
from support.console.arrange import fresh
from support.games.random_matches import states
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.journal import journal, table_mark
from playroom.online.server.tables.background_tasks import bot_move
from playroom.online.wire.messages import Ack
from playroom.online.wire.table_commands import Ready, SeatBot, Sit, StartMatch
from playroom.rules.legal import legal_moves
from playroom.rules.move import Move, Play
from playroom.rules.tile import Tile
from playroom.rules.view import View, view
from playroom.table.table import Bot


def raising(_seen: View, _chance: Random) -> Move:
    raise IndexError("7-7")


def cheating(_seen: View, _chance: Random) -> Move:
    return Play(Tile(9, 9))


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def failures(file: Path) -> list[tuple[object, object]]:
    """What the journal says of bots: which one failed, and how."""
    return [(line["bot"], line["error"]) for line in lines(file) if line["event"] == "bot failed"]


async def match_begun(place: Venue) -> Client:
    """Ada in a match of one round against the bot."""
    ada = await place.host(settings("draw", 2, options={"single_round": True}))
    for do in (Sit(0), SeatBot(1, "steady"), Ready(), StartMatch()):
        assert isinstance(await ada.do(do), Ack)
    return ada


@pytest.mark.parametrize(("bot", "error"), [(raising, "IndexError"), (cheating, "IllegalMove")])
def test_a_match_with_a_bot_that_fails_is_played_to_its_end(bot: Bot, error: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with venue(bots={"steady": bot}) as place:
            player = TablePlayer(await match_begun(place), 1)
            await player.play()

            assert player.match
            assert player.match.winners

    with journal(tmp_path / "journal"):
        run_virtually(story())

    assert {*failures(tmp_path / "journal")} == {("steady", error)}


def test_a_match_with_a_bot_of_another_server_is_played_to_its_end(tmp_path: Path) -> None:
    async def story() -> None:
        log = MemoryLog()
        async with venue(log) as place:
            ada = await match_begun(place)
        async with venue(log, {"hard": random_bot}) as place:
            player = TablePlayer(await place.guest(code_of(ada), token=ada.token), 1)
            await player.play()

            assert player.match
            assert player.match.winners

    with journal(tmp_path / "journal"):
        run_virtually(story())

    assert {*failures(tmp_path / "journal")} == {("steady", "KeyError")}


def test_nobody_waits_for_a_bot_that_never_moves() -> None:
    async def never(_thought: Callable[[], Move]) -> Move:
        await asyncio.sleep(1_000_000)
        raise AssertionError

    match = next(each for each in states(fresh("draw", 2), Random(1)) if each.turn is not None)
    seen = view(match, match.turn)

    move = run_virtually(bot_move({"steady": random_bot}, "steady", never, seen, Random(1)))

    assert move in legal_moves(seen.position)


def test_what_ends_a_turn_unexpectedly_is_in_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError

    async def story() -> str:
        async with venue() as place:
            ada = await place.host(settings("draw", 2))
            for do in (SeatBot(0, "steady"), SeatBot(1, "steady"), StartMatch()):
                assert isinstance(await ada.do(do), Ack)
            await asyncio.sleep(1)
            return code_of(ada)

    monkeypatch.setattr("playroom.online.server.tables.background_tasks.after_move", fails)
    with journal(tmp_path / "journal"):
        code = run_virtually(story())

    failed = [line for line in lines(tmp_path / "journal") if line["event"] == "turn failed"]
    assert [(line["table"], line["error"]) for line in failed] == [(table_mark(code), "RuntimeError")]
