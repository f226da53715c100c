"""How many moves a server takes, beside the log alone. usage: python tests/bench/bench_moves.py [SECONDS]

At 256 tables of `playroom serve --plain`, two people play block, each move once the one before was
acknowledged. In turn with them, 256 tables append to a log of the same kind in this process. It prints how
many moves and appends are acknowledged a second, and how many moves for each second that the server keeps a
core busy. A spell takes so many seconds (1 if none is given).
"""

import asyncio
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench_log import TABLES, Bench
from server_load import BenchServer, Person, allow_many_connections, bench_server
from verdict import Figure, verdict

from playroom.online.log.club_logs import open_log
from playroom.online.server.tables.server_state import begun_record
from playroom.online.wire.entries import MatchWent
from playroom.online.wire.messages import Ack, Happened, Join, Nak, OpenTable, TableCommand, server_message
from playroom.online.wire.table_commands import (
    AnyDo,
    AskedSettings,
    DealRound,
    MakeMove,
    Ready,
    Sit,
    StartMatch,
)
from playroom.rules.event import Dealt
from playroom.rules.legal import legal_moves
from playroom.rules.match import Match
from playroom.rules.view import view
from playroom.table.shelf import OURS, shelf

SECONDS, SPELLS, LEAST = 1.0, 2, 500
SETTINGS = AskedSettings(game="block", players=2, options={"target": 100_000})
VARIANTS = shelf([OURS]).variants


@dataclass
class PlayedTable:
    """A table at which two people play the first move that they may."""

    people: list[Person]
    match: Match = field(default_factory=lambda: begun_record(SETTINGS, (), VARIANTS).match)
    number: int = 0
    """The last event that has been taken in."""
    commands: int = 0

    async def begin(self) -> None:
        """Sit down and start the match."""
        host, guest = self.people
        await host.come(OpenTable("open", "Ada", SETTINGS))
        await guest.come(Join(host.code, "Ben"))
        for seat, do in ((0, Sit(0)), (1, Sit(1)), (1, Ready()), (0, StartMatch())):
            await self._do(seat, do)

    async def play(self, end: float) -> int:
        """Play until that time; how many moves and deals were acknowledged."""
        before = self.commands
        while perf_counter() < end:
            await self._go_on()
        return self.commands - before

    async def _go_on(self) -> None:
        seat = self.match.turn
        if seat is None:
            await self._do(0, DealRound())
        else:
            move = legal_moves(view(self.match, seat).position)[0]
            await self._do(seat, MakeMove(move))

    async def _do(self, seat: int, do: AnyDo) -> None:
        self.commands += 1
        person = self.people[seat]
        await person.say(TableCommand(f"c{self.commands}", do))
        while not isinstance(message := server_message(await person.line.recv()), Ack):
            assert not isinstance(message, Nak), message
            if isinstance(message, Happened) and message.number > self.number:
                await self._apply(message, 1 - seat)

    async def _apply(self, happened: Happened, other: int) -> None:
        """Take in an event as one of the two knows it; the *other* knows the rest of a deal."""
        self.number = happened.number
        for entry in happened.entries:
            for event in entry.events if isinstance(entry, MatchWent) else ():
                whole = await self._whole(event, other) if isinstance(event, Dealt) else event
                self.match = self.match.after(whole)

    async def _whole(self, dealt: Dealt, other: int) -> Dealt:
        """The deal with the hand of the *other*."""
        while True:
            message = server_message(await self.people[other].line.recv())
            if isinstance(message, Happened) and message.number == self.number:
                break
        events = [each for entry in message.entries if isinstance(entry, MatchWent) for each in entry.events]
        theirs = next(each for each in events if isinstance(each, Dealt))
        hands = list(dealt.hands)
        hands[other] = theirs.hands[other]
        return replace(dealt, hands=tuple(hands))


@dataclass(frozen=True)
class Pace:
    """How many moves are acknowledged a second, and in a second that the server keeps a core busy."""

    a_second: float
    a_busy_second: float


async def paced_moves(server: BenchServer, tables: list[PlayedTable], seconds: float) -> Pace:
    """Let all tables play, and print the pace."""
    begun, busy = perf_counter(), server.processor_seconds
    made = sum(await asyncio.gather(*(table.play(begun + seconds) for table in tables)))
    pace = Pace(made / (perf_counter() - begun), made / (server.processor_seconds - busy))
    print(
        f"  {pace.a_second:8.0f} moves acknowledged a second, {pace.a_busy_second:.0f} in one of a busy core"
    )
    return pace


async def appends(bench: Bench, name: str) -> float:
    """Print how many appends are acknowledged a second; their number."""
    log = await open_log(str(bench.folder / f"{name}.sqlite"))
    begun = perf_counter()
    made = await bench.appends(log, name) / (perf_counter() - begun)
    await log.close()
    print(f"  {made:8.0f} appends to the log alone acknowledged a second")
    return made


async def bench(seconds: float) -> list[Figure]:
    """Server and log in turn."""
    paces, ratios = [], []
    async with bench_server(is_plain=True) as server:
        people = await server.people(2 * TABLES)
        tables = [PlayedTable(people[at : at + 2]) for at in range(0, len(people), 2)]
        await asyncio.gather(*(table.begin() for table in tables))
        print(f"{TABLES} tables, as many moves as possible:")
        with TemporaryDirectory() as folder:
            for spell in range(SPELLS):
                paces.append(await paced_moves(server, tables, seconds))
                made = await appends(Bench(Path(folder), seconds), f"spell-{spell}")
                ratios.append(paces[-1].a_second / made)
    print(f"  {median(ratios):8.2f} moves for each append to the log alone")
    busy = median(pace.a_busy_second for pace in paces)
    return [Figure("moves in a second of a busy core", busy, LEAST, at_least=True)]


def main() -> None:
    allow_many_connections()
    print(verdict(asyncio.run(bench(float(sys.argv[1]) if sys.argv[1:] else SECONDS))))


if __name__ == "__main__":
    main()
