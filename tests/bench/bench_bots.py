"""How soon bots answer while others fill the server with bots. usage: bench_bots.py [SECONDS [TABLES ...]]

A good player watches bots at a table of their own. From one other address, 30 tables and then 100
of ten experts each are opened, which play all the time. Before that, and beside them, the time
between two moves of the good player's bots, which is the time of an answer, is measured for SECONDS (10).
"""

import asyncio
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import trials
from latency import tail
from server_load import BenchServer, Person, allow_many_connections, bench_server
from verdict import Figure, verdict

from playroom.online.wire.entries import AnyEntry, MatchWent
from playroom.online.wire.messages import Ack, Happened, Nak, OpenTable, TableCommand, server_message
from playroom.online.wire.table_commands import AnyDo, AskedSettings, DealRound, Rematch, SeatBot, StartMatch
from playroom.rules.event import Ended, Passed, Played, Won

SECONDS, TABLES = float(trials(10)), (30, 100)
ADDRESS = "203.0.113.9"
"""Where the good player comes from, as a proxy says."""
EXPERTS = AskedSettings(game="dominos", players=10, teams=2)
GOOD = AskedSettings(game="block", players=4, options={"target": 500})
MOST_MS = 1000.0


async def command(person: Person, do: AnyDo) -> None:
    person.commands += 1
    await person.say(TableCommand(f"b{person.commands}", do))


async def bots_play(person: Person, settings: AskedSettings, strength: str) -> None:
    """Open a table at which bots of a strength have all seats, and let them begin."""
    await person.come(OpenTable("open", "Eve", settings))
    deeds: list[AnyDo] = [*(SeatBot(seat, strength) for seat in range(settings.players)), StartMatch()]
    for do in deeds:
        await command(person, do)
        while not isinstance(answer := server_message(await person.line.recv()), Ack):
            assert not isinstance(answer, Nak), answer


async def go_on(person: Person, waits: list[float]) -> None:
    """Deal whenever a round is over, and note how long each move of a bot took."""
    before = perf_counter()
    async for frame in person.line:
        message = server_message(frame)
        if not isinstance(message, Happened):
            continue
        now, happened = perf_counter(), events_of(message.entries)
        if any(isinstance(each, Played | Passed) for each in happened):
            waits.append(now - before)
        before = now
        if any(isinstance(each, Won) for each in happened):
            await command(person, Rematch())
        elif any(isinstance(each, Ended) for each in happened):
            await command(person, DealRound())


def events_of(entries: list[AnyEntry]) -> list[object]:
    return [event for entry in entries if isinstance(entry, MatchWent) for event in entry.events]


async def spell(name: str, waits: list[float], others: list[float], seconds: float) -> float:
    """Print what the bots took in some time; the p99 of those of the good player in milliseconds."""
    waits.clear()
    others.clear()
    await asyncio.sleep(seconds)
    p50, p99 = tail(waits)
    beside = "" if len(others) < 2 else "; theirs {:.0f} ms, {:.0f} ms".format(*tail(others))
    print(f"  {name}: {len(waits)} moves of own bots after {p50:.1f} ms (p50), {p99:.1f} ms (p99){beside}")
    return p99


async def bench(seconds: float, counts: tuple[int, ...]) -> list[Figure]:
    figures, waits, others = list[Figure](), list[float](), list[float]()
    async with bench_server(is_plain=True) as server:
        good = await good_person(server)
        await bots_play(good, GOOD, "expert")
        playing = [asyncio.ensure_future(go_on(good, waits))]
        await spell("alone", waits, others, seconds)
        for count in counts:
            while len(playing) <= count:
                eve = await server.person()
                await bots_play(eve, EXPERTS, "expert")
                playing.append(asyncio.ensure_future(go_on(eve, others)))
            p99 = await spell(f"beside {count} tables of ten experts", waits, others, seconds)
            figures.append(Figure(f"p99 of a bot's answer beside {count} tables", p99, MOST_MS, " ms"))
        for each in playing:
            each.cancel()
        print(f"  the server has {server.memory / 2**20:.0f} MB")
    return figures


async def good_person(server: BenchServer) -> Person:
    """A client that comes from another address than all others."""
    return await server.person({"X-Forwarded-For": ADDRESS})


def main() -> None:
    allow_many_connections()
    seconds = float(sys.argv[1]) if sys.argv[1:] else SECONDS
    print(verdict(asyncio.run(bench(seconds, tuple(map(int, sys.argv[2:])) or TABLES))))


if __name__ == "__main__":
    main()
