"""Fuzz one target with atheris, which follows the coverage: python with_atheris.py TARGET RUNS SECONDS SEED.

It ends after RUNS inputs, -1 for any number of them, or after SECONDS.
"""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["playroom"]):
    from targets import TARGETS, seeds


def main() -> None:
    """Fuzz from the seed corpus; atheris ends the process, with an error if something was found."""
    name, runs, seconds, seed = sys.argv[1:]
    corpus = Path(tempfile.mkdtemp(prefix="corpus-"))
    for number, data in enumerate(seeds(name)):
        (corpus / str(number)).write_bytes(data)
    options = [
        f"-runs={runs}",
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        "-print_final_stats=1",
        f"-artifact_prefix=fuzz-{name}-",
    ]
    atheris.Setup([sys.argv[0], *options, str(corpus)], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
