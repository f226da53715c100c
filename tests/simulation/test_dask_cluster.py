"""The same seeds give the same results on a real Dask cluster, and a cluster that does not answer is told.

Dask is imported where it is used: the tests that a stranger runs first do without it.
"""

import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from odd_bots import WORD
from plans import VARIANTS, expected, planned
from support.voice.private_dispatcher import until

from playroom.narration.message import Message
from playroom.rules.rulebook.variant import rules
from playroom.simulation.executors import losses, open_executor, run_simulation, tallies
from playroom.simulation.names import ExecutorError
from playroom.simulation.plan import Plan, bots_by_seat
from playroom.strict_yaml import load
from playroom.table.page import variant_on

pytestmark = [pytest.mark.usefixtures("patient"), pytest.mark.long]

DUPLICATE = planned(seeds=6, duplicate=True)
OWN = "name: mine\nlike: draw\nplayers: [2, 3]\nhand: 4\nsingle_round: true\ntarget: none\n"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of two processes."""
    from distributed import LocalCluster  # noqa: PLC0415 (only where these tests run)

    workers = {"n_workers": 2, "threads_per_worker": 1}
    with LocalCluster(**workers, dashboard_address=":0") as cluster:  # type: ignore[no-untyped-call] # as it is
        yield cluster.scheduler_address


def own_page() -> Plan:
    variant = variant_on(load(OWN, "mine.yaml"), VARIANTS)
    made = rules(variant, 3)
    return Plan(made, bots_by_seat(("casual", WORD.format("twin"), "novice"), 3), seeds=6, seed=1)


def test_a_cluster_gives_the_same_result(cluster: str) -> None:
    with open_executor(f"dask:{cluster}") as executor:
        assert run_simulation(DUPLICATE, executor) == expected(DUPLICATE)


def test_a_cluster_plays_a_page_and_a_bot_of_the_players_own(cluster: str) -> None:
    with open_executor(f"dask:{cluster}") as executor:
        found = run_simulation(own_page(), executor)

    assert found == expected(own_page())
    assert found.rounds == found.matches == 6


def test_the_same_cluster_plays_the_same_seeds_again(cluster: str) -> None:
    with open_executor(f"dask:{cluster}") as one, open_executor(f"dask:{cluster}") as other:
        assert run_simulation(DUPLICATE, one) == run_simulation(DUPLICATE, other)


@pytest.fixture
def workers() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a cluster, and its three workers, which nobody starts again."""
    from distributed import LocalCluster  # noqa: PLC0415 (only where these tests run)

    with LocalCluster(n_workers=0, dashboard_address=":0") as cluster:  # type: ignore[no-untyped-call] # as it is
        command = [sys.executable, "-m", "distributed.cli.dask_worker", cluster.scheduler_address]
        started = [
            subprocess.Popen([*command, "--no-nanny", "--nthreads", "1"], stderr=subprocess.DEVNULL)
            for _ in range(3)
        ]
        assert until(lambda: len(cluster.scheduler_info["workers"]) == len(started))
        yield cluster.scheduler_address, started
        for worker in started:
            worker.kill()
            worker.wait()


def test_a_killed_worker_is_reported_with_the_number_of_workers_left(
    workers: tuple[str, list[subprocess.Popen[bytes]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.simulation.executors.BETWEEN_LOOKS", 0.1)
    address, started = workers
    plan = planned(seeds=60)
    told: list[Message] = []

    with open_executor(f"dask:{address}") as executor:
        for tally in tallies(plan, executor):
            if tally.matches and not told:
                started[0].kill()
            told += losses(executor)

    assert tally.matches == plan.matches
    assert told == [Message("simulation.dask_workers_gone", blanks={"gone": 1, "left": 2})]


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense", "tcp://nowhere.invalid:8786", "sky://a:1"])
def test_a_cluster_that_does_not_answer_is_reported_with_its_address(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.simulation.executors.TIMEOUT", 0.5)

    with pytest.raises(ExecutorError) as unavailable, open_executor(f"dask:{address}"):
        pass

    assert unavailable.value.why.entry == "simulation.no_answer"
    assert unavailable.value.why.blanks["address"] == address


def test_a_server_that_says_nothing_is_reported_while_it_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("playroom.simulation.executors.TIMEOUT", 0.3)
    monkeypatch.setattr("playroom.simulation.executors.REMINDERS", (0.1, 0.2))
    told: list[Message] = []
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"

        with pytest.raises(ExecutorError) as unavailable, open_executor(f"dask:{address}", told.append):
            pass

    assert told == [Message("simulation.no_answer_yet", blanks={"address": address})] * 2
    assert unavailable.value.why.blanks["why"] == "TimeoutError: nothing came in 0.3 seconds"


def test_a_server_of_another_protocol_is_no_cluster() -> None:
    def greet() -> None:
        with other.accept()[0] as connection:
            connection.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")
            connection.recv(1)

    with socket.create_server(("127.0.0.1", 0)) as other, ThreadPoolExecutor(1) as threads:
        threads.submit(greet)
        with (
            pytest.raises(ExecutorError) as unavailable,
            open_executor(f"dask:127.0.0.1:{other.getsockname()[1]}"),
        ):
            pass

    assert unavailable.value.why.blanks["why"] == "ValueError: what answers there is not a Dask scheduler"
