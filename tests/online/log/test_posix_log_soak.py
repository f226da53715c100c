"""Programs that write logs are killed and stopped: nothing is lost, forked or doubled, and controls fail."""

import asyncio
import gc
import subprocess
import sys
from pathlib import Path

import pytest
from support.faults.soaks import soak
from support.online.log_soak import nats_soak, sqlite_soak

FULL_DISK = Path(__file__).parents[2] / "support" / "faults" / "full_disk.py"
SEED = 15
FAULTS, ACKNOWLEDGEMENTS = soak(200), soak(200_000)


@pytest.mark.long
def test_killed_and_stopped_programs_lose_fork_and_double_nothing(tmp_path: Path) -> None:
    count = asyncio.run(sqlite_soak(tmp_path / "log.sqlite", FAULTS, ACKNOWLEDGEMENTS, SEED))

    print(f"sqlite, seed {SEED}: {count}")
    assert (count.lost, count.forked, count.doubled) == (0, 0, 0)
    assert count.faults.total() == FAULTS
    assert count.acknowledged > FAULTS


@pytest.mark.filterwarnings("ignore:unclosed <StreamWriter:ResourceWarning")  # of nats-py, when servers hang
@pytest.mark.long
def test_nats_servers_that_are_killed_and_hang_lose_fork_and_double_nothing(tmp_path: Path) -> None:
    count = asyncio.run(nats_soak(tmp_path, FAULTS // 2, ACKNOWLEDGEMENTS // 2, SEED))
    gc.collect()  # here, where the warning is expected

    print(f"nats, seed {SEED}: {count}")
    assert (count.lost, count.forked, count.doubled) == (0, 0, 0)
    assert count.faults.total() > FAULTS // 2
    assert count.acknowledged > FAULTS


@pytest.mark.long
def test_control_decisions_without_the_expected_number_fork(tmp_path: Path) -> None:
    count = asyncio.run(sqlite_soak(tmp_path / "log.sqlite", 4, 12_000, SEED, "blind"))

    print(f"sqlite, decided blindly, seed {SEED}: {count}")
    assert count.forked > 0


@pytest.mark.long
def test_control_what_is_acknowledged_early_is_lost(tmp_path: Path) -> None:
    count = asyncio.run(sqlite_soak(tmp_path / "log.sqlite", 4, 2000, SEED, "early"))

    print(f"sqlite, acknowledged early, seed {SEED}: {count}")
    assert count.lost > 0


@pytest.mark.long
def test_a_full_disk_refuses_loses_nothing_and_heals(tmp_path: Path) -> None:
    if subprocess.run(["unshare", "-rm", "true"], check=False).returncode:
        pytest.skip("no namespaces for mounts here")

    ended = subprocess.run(
        ["unshare", "-rm", sys.executable, FULL_DISK, tmp_path], capture_output=True, text=True, check=True
    )

    before, refused, after, lost = map(int, ended.stdout.split())
    print(f"full disk: {before} acknowledged, {refused} refused, then {after} acknowledged, {lost} lost")
    assert before > 0
    assert (refused, after, lost) == (20, 20, 0)
