"""The first match by ear: the seconds of speech that each step takes, and how many there are in all.

usage: python tests/bench/bench_lesson.py
"""

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.console.player import folder
from support.console.pupil import Pupil

SPEED = 18.0
"""The characters a second of the voice."""
MINUTE = 60.0


def main() -> None:
    for language in ("en", "fr"):
        every = list(steps(language))
        for seconds, text in every:
            print(f"{language} {seconds:5.1f} s  {text}")
        whole = sum(seconds for seconds, _ in every)
        print(
            f"{language} {len(every)} steps, longest {max(every)[0]:.1f} s, in all {whole / MINUTE:.1f} min"
        )


def steps(language: str) -> Iterator[tuple[float, str]]:
    """The seconds of all that is said before each key, and the end of it."""
    with folder() as home:
        pupil = Pupil(home, language, speed=SPEED)
        heard = pupil.begin()
        while heard:
            yield sum(said.ends - said.begins for said in heard), heard[-1].text
            heard = pupil.follow() if pupil.asked else ()


if __name__ == "__main__":
    main()
