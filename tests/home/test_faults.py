"""Kills, deaths and full disks while a player's files are written: what was written is there.

The faults are made by ``fault_driver.py``, in programs of their own.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.faults.soaks import soak
from writers import CHANGES, LISTED, WRITERS

DRIVER = Path(__file__).with_name("fault_driver.py")
SEED = 12

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="programs are forked")


def trials(fault: str, writer: str, most: int = 0) -> int:
    """Make at most so many trials, 0 for all there are, and print their number; each must have gone well."""
    command = [sys.executable, str(DRIVER), fault, writer, str(most), str(SEED)]
    ended = subprocess.run(command, capture_output=True, check=False, text=True)
    assert ended.returncode == 0, ended.stderr
    result = json.loads(ended.stdout)
    print(f"{fault}, {writer}: {result['trials']} trials, {len(result['failures'])} failures, seed {SEED}")
    assert result["failures"] == [], ended.stderr
    return int(result["trials"])


@pytest.mark.long
def test_two_programs_that_are_killed_lose_no_setting() -> None:
    assert trials("kill", "settings", 3) == 3


@pytest.mark.long
@pytest.mark.parametrize("writer", WRITERS)
def test_two_programs_that_are_killed_lose_nothing(writer: str) -> None:
    assert trials("kill", writer, soak(40)) == soak(40)


@pytest.mark.long
@pytest.mark.parametrize("writer", LISTED)
def test_kills_while_matches_are_listed_lose_no_record(writer: str) -> None:
    assert trials("kill", writer, soak(200)) == soak(200)


@pytest.mark.long
@pytest.mark.parametrize("writer", [*WRITERS, *CHANGES, *LISTED])
@pytest.mark.parametrize("fault", ["death", "full"])
def test_a_fault_at_any_call_leaves_the_old_or_the_new(fault: str, writer: str) -> None:
    assert trials(fault, writer) >= (4 if writer == "history" else 8)
