"""The move of a bot at a shared table. If the bot fails, another move is made: no table stands still."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from random import Random

from playroom.online.server.journal import note_error
from playroom.rules.flow import IllegalMove
from playroom.rules.legal import legal_moves, objection
from playroom.rules.move import Move
from playroom.rules.view import View
from playroom.table.table import Bot

Think = Callable[[Callable[[], Move]], Awaitable[Move]]
"""Calls a bot without blocking the event loop."""

LATEST_THOUGHT = 60.0
"""Timeout of a bot's move, in seconds."""


async def bot_move(bots: Mapping[str, Bot], bot: str, think: Think, seen: View, chance: Random) -> Move:
    """The move of a bot; a random one, and a line in the journal, if there is no such bot or it fails."""
    try:
        async with asyncio.timeout(LATEST_THOUGHT):
            return _checked(seen, await think(partial(bots[bot], seen, chance)))
    except Exception as error:  # noqa: BLE001 (a bot may raise anything)
        note_error("bot failed", error, bot=bot)
        return chance.choice(legal_moves(seen.position))


def _checked(seen: View, move: Move) -> Move:
    """The move itself; IllegalMove if it is illegal."""
    if why := objection(seen.position, move):
        raise IllegalMove(move, why)
    return move
