"""Programs that save matches in homes are killed: nothing is lost, and a control loses."""

import asyncio
from pathlib import Path

import pytest
from support.faults.soaks import soak
from support.online.home_soak import home_soak

KILLS = soak(30)
SEED = 43


@pytest.mark.long
@pytest.mark.parametrize("engine", ["folder", "nats"])
def test_programs_that_are_killed_lose_no_saved_match(tmp_path: Path, engine: str) -> None:
    outcome = asyncio.run(home_soak(tmp_path, engine, KILLS, SEED))

    print(f"{engine}, seed {SEED}: {outcome}")
    assert outcome.lost == 0
    assert outcome.matches >= KILLS


@pytest.mark.long
def test_control_what_is_said_to_be_saved_too_early_is_lost(tmp_path: Path) -> None:
    assert asyncio.run(home_soak(tmp_path, "folder", KILLS, SEED, "early")).lost > 0
