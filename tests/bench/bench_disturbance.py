"""What players feel of clients that misbehave. usage: python tests/bench/bench_disturbance.py [SECONDS]

200 people at 50 tables become ready or not, 200 commands a second. In every other spell of so many seconds
(1 if none is given), other clients at the same tables send junk, frames that are too long, commands for the
seats of others and commands that were sent before, shake hands by half, and ask for much without reading
it. The time from a command to its acknowledgement is printed with them and without, and how many of them
were cut off.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from latency import tail
from server_load import SEATS, BenchServer, Person, allow_many_connections, bench_server, load, seat_all
from verdict import Figure, verdict

TABLES, RATE, SECONDS = 50, 200, 1.0
SPELLS = 2
"""How many spells there are of each sort, in turn."""
OF_EACH = 2
"""How many clients misbehave in each way."""
MOST_TIMES = 3
"""How many times as long the slowest answers may take while others misbehave."""
SETTLING_SECONDS = 0.5


async def misbehaving(server: BenchServer, people: Sequence[Person]) -> Process:
    """The clients that misbehave, at the tables of the people."""
    program, codes = Path(__file__).with_name("misbehaviour.py"), {person.code for person in people}
    arguments = (str(program), str(server.port), str(OF_EACH), *sorted(codes))
    return await asyncio.create_subprocess_exec(sys.executable, *arguments, stdin=PIPE, stdout=PIPE)


async def spell(people: Sequence[Person], seconds: float) -> list[float]:
    """The seconds from the commands of a spell to their acknowledgements."""
    for person in people:
        person.waits.clear()
    await load(people, RATE, seconds)
    await asyncio.sleep(SETTLING_SECONDS)
    return [wait for person in people for wait in person.waits]


async def disturbed_spell(server: BenchServer, people: Sequence[Person], seconds: float) -> list[float]:
    """A spell in which others misbehave."""
    pests = await misbehaving(server, people)
    await asyncio.sleep(SETTLING_SECONDS)
    waits = await spell(people, seconds)
    told, _ = await pests.communicate(b"")
    done, cut_off, failed = json.loads(told)
    print("  " + ", ".join(f"{kind} {count}" for kind, count in done.items()))
    print("  cut off: " + ", ".join(f"{kind} {count}" for kind, count in cut_off.items()))
    assert not failed, failed
    return waits


async def bench(seconds: float) -> list[Figure]:
    """Measure in turn, and print what was seen."""
    quiet, disturbed = [], []
    async with bench_server(is_plain=True) as server:
        people = await server.people(TABLES * SEATS)
        await seat_all(people)
        listening = [asyncio.ensure_future(person.listen()) for person in people]
        await asyncio.sleep(SETTLING_SECONDS)
        for _ in range(SPELLS):
            quiet += await spell(people, seconds)
            disturbed += await disturbed_spell(server, people, seconds)
        for each in listening:
            each.cancel()
    sent, naks = 2 * SPELLS * RATE * seconds, sum(person.naks for person in people)
    (p50, p99), (late_p50, late_p99) = tail(quiet), tail(disturbed)
    print(f"alone: {len(quiet)} acknowledged after {p50:.1f} ms (p50), {p99:.1f} ms (p99)")
    print(
        f"disturbed: {len(disturbed)} acknowledged after {late_p50:.1f} ms, {late_p99:.1f} ms; {naks} refused"
    )
    return [
        Figure("p99 while others misbehave over p99 without", late_p99 / p99, MOST_TIMES),
        Figure("acknowledged of what was sent", (len(quiet) + len(disturbed)) / sent, 0.98, at_least=True),
    ]


def main() -> None:
    allow_many_connections()
    print(verdict(asyncio.run(bench(float(sys.argv[1]) if sys.argv[1:] else SECONDS))))


if __name__ == "__main__":
    main()
