"""The same seeds give the same results anywhere: in threads and in processes."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children
from typing import Any, ParamSpec, TypeVar

import psutil
import pytest
from odd_bots import WORD
from plans import VARIANTS, expected, planned

from playroom.simulation.executors import (
    LostWorkError,
    MatchFaultError,
    open_executor,
    run_simulation,
    tallies,
)
from playroom.simulation.names import is_executor_name
from playroom.simulation.plan import Plan
from playroom.simulation.result import Tally

pytestmark = pytest.mark.usefixtures("patient")

DUPLICATE = planned(seeds=6, duplicate=True)
OWN = "name: mine\nlike: draw\nplayers: [2, 3]\nhand: 4\nsingle_round: true\ntarget: none\n"


@contextmanager
def threads(count: int) -> Iterator[Executor]:
    with ThreadPoolExecutor(count) as executor:
        yield executor


def workers() -> list[str]:
    """The processes of ours that there are still; those of the cluster are daemons."""
    ours = [process for process in active_children() if not process.daemon]
    return [process.name for process in ours if process.pid and psutil.pid_exists(process.pid)]


def end_workers() -> None:
    """Kill the processes of ours, as a system without memory does."""
    for process in active_children():
        if not process.daemon:
            process.kill()
            process.join()


P = ParamSpec("P")
T = TypeVar("T")


class IdleExecutor(Executor):
    """An executor that never begins with its work."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """A future that waits."""
        del fn, args, kwargs
        self.futures.append(future := Future[T]())
        return future

    def fail(self) -> None:
        """Fail all work, as a pool does when a process is gone."""
        for future in self.futures:
            future.set_exception(BrokenProcessPool())


@pytest.mark.long
def test_threads_give_the_same_result() -> None:
    with threads(2) as executor:
        assert run_simulation(DUPLICATE, executor) == expected(DUPLICATE)


@pytest.mark.long
@pytest.mark.parametrize("wish", ["processes:2", "processes", "processes:1"])
def test_processes_give_the_same_result_and_leave_none_behind(wish: str) -> None:
    with open_executor(wish) as executor:
        assert run_simulation(DUPLICATE, executor) == expected(DUPLICATE)

    assert workers() == []


@pytest.mark.long
def test_another_seed_gives_another_result() -> None:
    other = planned(seeds=6, duplicate=True).seed_of(1)

    assert expected(Plan(DUPLICATE.rules, DUPLICATE.bots, 6, other, duplicate=True)) != expected(DUPLICATE)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_game_is_played_to_its_end(game: str) -> None:
    players = min(4, max(VARIANTS[game].players))
    found = expected(planned(game, table=(players, 2 if 2 in VARIANTS[game].teams else 0), seeds=3))

    assert found.matches == 3
    assert sum(rate.won for rate in found.endings.values()) == found.rounds >= 3
    assert sum(rates.matches.won for rates in found.sides.values()) == pytest.approx(3)
    assert sum(rates.rounds.won for rates in found.sides.values()) == pytest.approx(found.rounds)


def test_portions_of_any_size_contain_every_match_once() -> None:
    for seeds in (1, 7, 199, 200, 999, 100_000):
        portions = list(planned(seeds=seeds).portions())

        assert [number for portion in portions for number in portion] == list(range(seeds))
        assert len(portions) >= min(seeds, 10)


@pytest.mark.long
def test_tallies_grow_until_all_matches_are_counted() -> None:
    with threads(1) as executor:
        told = [tally.matches for tally in tallies(DUPLICATE, executor)]

    assert (told[0], told[-1]) == (0, DUPLICATE.matches)
    assert told == sorted(told)


@pytest.mark.long
def test_who_stops_listening_stops_the_work() -> None:
    with open_executor("processes:1") as executor:
        every = tallies(planned(seeds=100_000), executor)
        while not (tally := next(every)).matches:
            pass
        every.close()

    assert 0 < tally.matches < 1000


@pytest.mark.long
@pytest.mark.parametrize(
    ("bot", "why"),
    [("breaks", "ValueError: two tiles are too few"), ("cheats", "IllegalMove: pass: must_open")],
)
def test_a_bot_that_fails_is_reported_with_the_seed_that_shows_it(bot: str, why: str) -> None:
    plan = planned(bots=("casual", WORD.format(bot)), seeds=1)

    with open_executor("processes:1") as executor, pytest.raises(MatchFaultError) as faulty:
        run_simulation(plan, executor)

    fault = faulty.value.fault
    assert (fault.bot, fault.why) == (WORD.format(bot), why)
    assert fault.seed == plan.seed
    assert "odd_bots.py" in fault.trace or bot == "cheats"


@pytest.mark.long
def test_a_match_without_end_is_reported_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playroom.table.trial.MOST_ROUNDS", 20)
    endless = planned("block", table=(2, 0), options={"target": 1_000_000}, seeds=1)

    with threads(1) as executor, pytest.raises(MatchFaultError) as faulty:
        run_simulation(endless, executor)

    assert (faulty.value.fault.seed, faulty.value.fault.bot) == (7, "")


@pytest.mark.long
def test_a_worker_that_dies_is_reported_after_the_partial_results() -> None:
    plan = planned(bots=("casual", WORD.format("dies")), seeds=200)

    with open_executor("processes:2") as executor:
        every = tallies(plan, executor)
        first = next(every)
        with pytest.raises(LostWorkError, match="BrokenProcessPool"):
            list(every)

    assert first == Tally()
    assert workers() == []


def test_an_executor_that_breaks_after_a_stop_can_fail_all_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playroom.simulation.executors.POLL_INTERVAL", 0)
    executor = IdleExecutor()
    every = tallies(planned(seeds=9), executor)
    assert [next(every), next(every)] == [Tally(), Tally()]

    every.close()
    executor.fail()

    assert all(isinstance(future.exception(), BrokenProcessPool) for future in executor.futures)


@pytest.mark.long
def test_a_worker_that_dies_after_a_stop_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    failures: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", failures.append)
    others = set(threading.enumerate())

    with open_executor("processes:1") as executor:
        executor.submit(os.getpid).result()
        every = tallies(planned(bots=("casual", WORD.format("sleeps")), seeds=100), executor)
        assert [next(every), next(every)] == [Tally(), Tally()]
        every.close()
        end_workers()
        for thread in set(threading.enumerate()) - others:
            if not thread.daemon:
                thread.join()

    assert failures == []


@pytest.mark.parametrize(
    ("wish", "known"),
    [
        ("processes", True),
        ("processes:2", True),
        ("dask:tcp://10.0.0.1:8786", True),
        ("processes:", False),
        ("processes:0", False),
        ("processes:-1", False),
        ("processes:two", False),
        ("dask", False),
        ("dask:", False),
        ("threads", False),
        ("", False),
    ],
)
def test_executors_are_known_by_their_words(wish: str, known: bool) -> None:  # noqa: FBT001 (a row's answer)
    assert is_executor_name(wish) is known
