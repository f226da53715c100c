"""Fuzz the readers of the playroom, for some rounds or for as long as you say.

    python tests/fuzz/fuzz.py --seconds 180               all targets in turn, with Hypothesis
    python tests/fuzz/fuzz.py --rounds 3 --seed 1         the same inputs at each run, as in the checks
    python tests/fuzz/fuzz.py --target page --seed 7      one round again, as it was printed
    python tests/fuzz/fuzz.py --seconds 60 --atheris      the readers of files, guided by coverage

A find is printed with its seed and written to a file. Move it to tests/fuzz/corpus/TARGET once the fault is
mended: every run of the tests tries it.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from hypothesis import HealthCheck, given, seed
from hypothesis import settings as how
from hypothesis import strategies as st
from mutations import inputs
from page_trial import random_page
from targets import TARGETS, seeds

EXAMPLES: Final = 300
"""Inputs in a round."""
GUIDED_EXAMPLES: Final = 5_000
GUIDED_SECONDS: Final = 3
"""Inputs of a round that coverage guides, and the seconds after which a slow target is left."""
PAGES: Final = st.randoms(use_true_random=False).map(lambda chance: random_page(chance).text.encode())
"""Pages with and without mistakes, composed from the page language."""
OF_FILES: Final = ("page", "match_record", "settings", "presets", "keys", "language", "sound")
"""The targets that atheris fuzzes: those that read files."""


def round_of(name: str, number: int, examples: int = EXAMPLES) -> bytes | None:
    """Fuzz a target with the seed of this number; the smallest input that fails, None if none does."""
    failing: list[bytes] = []

    @seed(number)
    @how(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(PAGES if name == "composed_page" else inputs(seeds(name)))
    def trial(data: bytes) -> None:
        try:
            TARGETS[name](data)
        except Exception:
            failing.append(data)
            raise

    try:
        trial()
    except Exception as error:  # noqa: BLE001 (any error is a find)
        print(f"{name} fails with seed {number}: {type(error).__name__}: {error}")
        return min(failing, key=len)
    return None


def fuzzed(
    names: list[str], first: int, rounds: int, seconds: float
) -> Iterator[tuple[str, int, bytes | None]]:
    """Rounds of all targets in turn, from this seed on: a number of them, or as many as the time allows."""
    end = time.monotonic() + seconds
    for number in count(first) if seconds else range(first, first + rounds):
        for name in names:
            yield name, number, round_of(name, number)
            if seconds and time.monotonic() > end:
                return


def keep(name: str, number: int, data: bytes) -> None:
    """Write a find to a file, and print how to make it again."""
    file = Path(f"fuzz-{name}-{number}")
    file.write_bytes(data)
    print(f"written to {file}; again with: python tests/fuzz/fuzz.py --target {name} --seed {number}")


def with_atheris(name: str, runs: int, seconds: int, number: int) -> int:
    """Fuzz one target with atheris in a process of its own, from this seed; its exit code."""
    program = str(Path(__file__).with_name("with_atheris.py"))
    command = [sys.executable, program, name, str(runs), str(seconds), str(number)]
    return subprocess.run(command, check=False).returncode


def main() -> int:
    """Fuzz; the exit code is 1 if something was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=1, help="how many rounds of each target")
    parser.add_argument("--seconds", type=int, default=0, help="how long, instead of a number of rounds")
    parser.add_argument("--target", choices=TARGETS, help="one target instead of all")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the seed of the first round")
    parser.add_argument(
        "--atheris", action="store_true", help="guided by coverage, where atheris is installed"
    )
    asked = parser.parse_args()
    print("seed", asked.seed)
    names = [asked.target] if asked.target else [*TARGETS]
    if asked.atheris:
        files = [name for name in names if name in OF_FILES]
        runs = -1 if asked.seconds else asked.rounds * GUIDED_EXAMPLES
        seconds = max(1, asked.seconds // len(files)) if asked.seconds else asked.rounds * GUIDED_SECONDS
        return max(with_atheris(name, runs, seconds, asked.seed) for name in files)
    rounds = list(fuzzed(names, asked.seed, asked.rounds, asked.seconds))
    finds = {(name, data): number for name, number, data in reversed(rounds) if data is not None}
    for (name, data), number in finds.items():
        keep(name, number, data)
    print(f"{len(rounds)} rounds of {EXAMPLES} inputs, {len(finds)} finds")
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main())
