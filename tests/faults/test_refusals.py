"""A tenth of the soak in which the system refuses threads, files and looks at them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the program is played in a pseudo-terminal")
def test_a_match_goes_on_or_ends_in_a_sentence_where_the_system_refuses() -> None:
    soak = Path(__file__).with_name("soak.py")

    ended = subprocess.run(
        [sys.executable, soak, "refusals", "--trials", "10"], capture_output=True, check=False, text=True
    )

    assert (ended.stderr, ended.stdout) == ("\n", "refusals: 10 trials, 0 failures, seed 1\n")
