"""What a good player feels of joins. usage: python tests/bench/bench_joins.py [SECONDS]

At one table of `playroom serve --plain` a match is under way. For so many seconds (5 if none is given) one of
its players becomes ready or not, again and again, and reconnects whenever that is limited. Then five
connections of that player join the table again and again, and read nothing. A good player at another table
asks for the tables meanwhile; printed is how long the answers take, and the memory of the server.
"""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from socket import SO_RCVBUF, SOL_SOCKET
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from latency import tail
from server_load import BenchServer, Person, bench_server
from verdict import Figure, verdict
from websockets.exceptions import ConnectionClosed

from playroom.online.wire.messages import (
    Ack,
    Happened,
    Join,
    ListTables,
    Nak,
    OpenTable,
    TableCommand,
    Tables,
    server_message,
)
from playroom.online.wire.table_commands import AnyDo, AskedSettings, Ready, SeatBot, Sit, StartMatch

SECONDS, SILENT, JOINS, AT_ONCE = 5.0, 5, 90, 90
SMALL_BUFFER = 4096
"""The bytes that the system keeps for a client that does not read."""
MOST_MS, MOST_MB = 100.0, 32.0


async def do(person: Person, do: AnyDo, name: str) -> int:
    """Do something; the number of its event."""
    await person.say(TableCommand(name, do))
    while not isinstance(answer := server_message(await person.line.recv()), Ack):
        assert not isinstance(answer, Nak), answer
    return answer.number


async def match_under_way(server: BenchServer) -> Person:
    """Eve, who plays against a bot."""
    eve = await server.person()
    await eve.come(OpenTable("open", "Eve", AskedSettings(game="draw", players=2)))
    deeds: tuple[AnyDo, ...] = (Sit(0), SeatBot(1, "novice"), StartMatch())
    for number, each in enumerate(deeds):
        await do(eve, each, f"begin{number}")
    return eve


async def prepare(server: BenchServer, eve: Person, seconds: float) -> int:
    """Let Eve change her mind, and reconnect; the number of the last event."""
    end, last, connection = perf_counter() + seconds, 0, 0
    while perf_counter() < end:
        connection += 1
        line = await server.person()
        await line.say(Join(eve.code, token=eve.token))
        with suppress(ConnectionClosed):
            for number in range(AT_ONCE):
                await line.say(TableCommand(f"{connection}-{number}", Ready(ready=number % 2 == 0)))
            answers = 0
            while answers < AT_ONCE and perf_counter() < end:
                message = server_message(await line.line.recv())
                answers += isinstance(message, Ack | Nak)
                last = max(last, message.number) if isinstance(message, Happened | Ack) else last
        await line.line.close()
    return last


async def join_and_read_nothing(server: BenchServer, eve: Person) -> None:
    """Ask for the table again and again."""
    while True:
        person = await server.person()
        person.line.transport.pause_reading()
        person.line.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_RCVBUF, SMALL_BUFFER)
        with suppress(ConnectionClosed):
            for _ in range(JOINS):
                await person.say(Join(eve.code, token=eve.token))
            await asyncio.sleep(1)
            person.line.transport.abort()


async def answers(good: Person, seconds: float) -> list[float]:
    """The seconds until each answer to a good player."""
    waits: list[float] = []
    end = perf_counter() + seconds
    while perf_counter() < end:
        begun = perf_counter()
        await good.say(ListTables())
        while not isinstance(server_message(await good.line.recv()), Tables):
            pass
        waits.append(perf_counter() - begun)
        await asyncio.sleep(0.25)
    return waits


async def bench(seconds: float) -> list[Figure]:
    """Measure in turn, and print what was seen."""
    async with bench_server(is_plain=True) as server:
        good, eve = await server.person(), await match_under_way(server)
        await good.come(OpenTable("open", "Ada", AskedSettings(game="draw", players=2)))
        before, quiet = server.memory, await answers(good, seconds)
        last = await prepare(server, eve, seconds)
        attack = [asyncio.ensure_future(join_and_read_nothing(server, eve)) for _ in range(SILENT)]
        disturbed = await answers(good, 2 * seconds)
        grown = (server.memory - before) / 2**20
        for each in attack:
            each.cancel()
        await asyncio.gather(*attack, return_exceptions=True)
    (p50, p99), (late_p50, late_p99) = tail(quiet), tail(disturbed)
    print(f"alone: answers after {p50:.1f} ms (p50), {p99:.1f} ms (p99)")
    print(f"event {last} after the preparation; the server has grown by {grown:.0f} MB")
    print(f"disturbed: after {late_p50:.1f} ms, {late_p99:.1f} ms, at most {max(disturbed) * 1000:.0f} ms")
    return [
        Figure("p99 while others join and read nothing", late_p99, MOST_MS, " ms"),
        Figure("memory of the server grown by", grown, MOST_MB, " MB"),
    ]


def main() -> None:
    print(verdict(asyncio.run(bench(float(sys.argv[1]) if sys.argv[1:] else SECONDS))))


if __name__ == "__main__":
    main()
