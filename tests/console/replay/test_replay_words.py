"""A replay says at each step what the listener heard in the match."""

import re
from pathlib import Path
from random import Random

import pytest
from support.console.replays import heard_live, opened
from support.games.random_matches import VARIANTS, random_record

from playroom.table import table
from playroom.table.shuffle import shuffled
from playroom.table.timeline import Timeline

ROUND = re.compile(r"^(Round|Manche) \d+ (of|sur) \d+\. ")
USUAL = [("block", "en", 2), ("mexican-train", "fr", 0), ("all-fives", "en", 0), ("pass-and-out", "fr", 0)]
"""A round of each kind of layout; a long run plays every game in both languages."""
OTHERS = [(game, language, seed) for game in VARIANTS for language in ("en", "fr") for seed in range(3, 8)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "language", "seed"), [*USUAL, *(pytest.param(*case, marks=pytest.mark.long) for case in OTHERS)]
)
def test_each_step_says_what_the_seat_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, language: str, seed: int
) -> None:
    # StartDraw and deals that were made anew stand in no record.
    monkeypatch.setattr(table, "shuffled", lambda match, chance: ((), shuffled(match, chance)[1]))
    chance = Random(f"{game} {seed}")
    record = random_record(VARIANTS[game], chance, short=True)
    ear = chance.randrange(len(record.players))
    record, live = heard_live(record, ear, chance, tmp_path / "live", language)

    console = opened(record, ear, tmp_path / "again", language)
    console.forget()
    steps = len(Timeline(record.match).steps)
    again = [ROUND.sub("", console.answer(key)) for key in ("home", *["right"] * (steps - 1))]
    back = [ROUND.sub("", console.answer("left")) for _ in range(steps - 1)]

    assert " ".join(live).endswith(" ".join(again))
    assert len(" ".join(live)) - len(" ".join(again)) < 300, "the introduction alone is left out"
    assert back == again[-2::-1]
