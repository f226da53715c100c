"""A program that plays matches in a home of a server until it is killed, and prints what was saved.

usage: home_writer.py ADDRESS FOLDER LIFE [early]

Each line is the name of a match, which its first player has, and how many of its events are saved. The
control *early* prints that before it is stored.
"""

import asyncio
import os
import sys
from itertools import count
from pathlib import Path
from random import Random

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[2]))

from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatches
from playroom.online.homes.home_store import HomeStore, open_homes
from playroom.online.log.table_log import NotDurable, Unknown
from playroom.table.record import Record
from support.games.random_matches import VARIANTS, random_record, states

HOME = "0" * 31 + "1"
PAUSE = 0.05
"""Seconds before the next try."""
TOO_EARLY = 0.05
"""Seconds from what the control prints until it is stored; it is killed within the first hundredth."""


def events(record: Record) -> int:
    """How much has happened in a match."""
    return sum(1 + len(each.log) for each in record.match.rounds)


async def opened(address: str, folder: str) -> tuple[HomeStore, Path]:
    """The homes, and the folder of ours, as soon as the servers answer."""
    while True:
        try:
            homes = await open_homes(address, Path(folder))
            return homes, await homes.open(HOME)
        except (Unknown, NotDurable):
            await asyncio.sleep(PAUSE)


async def play(homes: HomeStore, folder: Path, name: str, chance: Random, *, is_early: bool) -> None:
    """Play one match, and save each state of it."""
    record = random_record(VARIANTS["draw"], chance, short=True)
    record = replace(record, players=(name, *record.players[1:]))
    saved = SavedMatches(folder / "matches").create()
    for match in states(record.match, chance):
        record = replace(record, match=match)
        line = f"{name} {events(record)}\n".encode()
        if is_early:
            os.write(1, line)
            await asyncio.sleep(TOO_EARLY)
        saved.save(record, MatchNotes())
        if match.winners:
            saved.archive()
        await homes.save(HOME)
        if not is_early:
            os.write(1, line)
    saved.close()


async def main(address: str, folder: str, life: str, control: str = "") -> None:
    homes, home = await opened(address, folder)
    chance = Random(life)
    for number in count():
        await play(homes, home, f"{life}-{number}", chance, is_early=bool(control))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
