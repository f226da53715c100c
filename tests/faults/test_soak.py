"""A tenth of each soak: attacks on the whole program lose no match, and end in a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOAK = Path(__file__).with_name("soak.py")

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="programs are forked and killed")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "trials"),
    [("kills", 20), ("calls", 10), ("homes", 4), ("locks", 8), ("streams", 12), ("busy-bots", 3)],
)
def test_a_tenth_of_a_soak_has_no_failures(name: str, trials: int) -> None:
    command = [sys.executable, str(SOAK), name, "--trials", str(trials)]

    ended = subprocess.run(command, capture_output=True, check=False, text=True)

    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == f"{name}: {trials} trials, 0 failures, seed 1\n"
