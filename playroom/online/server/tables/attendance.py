"""Bots stand in for players who are absent, and give the seat back."""

import asyncio

from playroom.online.server.tables.driven_table import DrivenTable, NotDueError, commit_due
from playroom.online.server.tables.moderation import host_back, next_host, seat_back, seat_of_absent
from playroom.online.wire.entries import AnyEntry


class Attendance:
    """The tasks of one table that wait for absent players, and let those play who are back."""

    def __init__(self) -> None:
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}

    def update(self, table: DrivenTable) -> None:
        """Begin what is due, and drop what is not due any more."""
        due = {("absent", person) for person in _absent(table)} | {
            ("back", person) for person in _back(table)
        }
        for key in [*self._tasks.keys() - due]:
            cancel(self._tasks.pop(key))
        for key in due - self._tasks.keys():
            work = _stand_in if key[0] == "absent" else _give_back
            self._tasks[key] = asyncio.get_running_loop().create_task(work(table, key[1]))

    def stop(self) -> None:
        """Drop everything."""
        for task in self._tasks.values():
            cancel(task)
        self._tasks.clear()


def replacements(table: DrivenTable, person: int) -> list[AnyEntry]:
    """A bot for the seat of an absent person, and another host; NotDueError if neither is due."""
    truth = table.history.truth
    entries = [*seat_of_absent(truth, person), *next_host(truth, person, table.connected)]
    if person in table.connected or not entries:
        raise NotDueError
    return entries


def cancel(task: "asyncio.Task[None] | None") -> None:
    """Cancel a task, unless it is the one that asks for it."""
    if task and task is not asyncio.current_task():
        task.cancel()


def _absent(table: DrivenTable) -> set[int]:
    """Those who are needed and not connected: the host, and in a match the players without a stand-in."""
    truth = table.history.truth
    if not table.is_attended:
        return set()
    seats = truth.state.seats if truth.match else []
    needed = {truth.state.host, *(seat.person for seat in seats if seat.person is not None and not seat.bot)}
    return {person for person in needed if person not in table.connected}


def _back(table: DrivenTable) -> set[int]:
    """Those who are connected, and for whom a bot still plays or another person is the host."""
    state = table.history.truth.state
    absent = {seat.person for seat in state.seats if seat.bot and seat.person} | {state.absent_host}
    return absent & set(table.connected)


async def _stand_in(table: DrivenTable, person: int) -> None:
    """Replace an absent person by a bot, and an absent host by another person."""
    await asyncio.sleep(table.history.truth.state.settings.absence)

    def decide() -> list[AnyEntry]:
        if person not in _absent(table):
            raise NotDueError
        return replacements(table, person)

    await commit_due(table, f"absent{person}", decide)


async def _give_back(table: DrivenTable, person: int) -> None:
    """Return seat and hosting to a person who is back."""

    def decide() -> list[AnyEntry]:
        if person not in _back(table):
            raise NotDueError
        truth = table.history.truth
        return [*seat_back(truth, person), *host_back(truth, person)]

    await commit_due(table, f"back{person}", decide)
