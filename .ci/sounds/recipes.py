"""What each cue is made of: its function, its length and its loudness."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from playroom.sound.cue import Cue
from sounds import people_cues, table_cues, turn_cues
from sounds.loudness import momentary
from sounds.signals import Samples, decibels, fitted, shaped

TURN, MOTIF, TABLE, PEOPLE, LIST, CURSOR = -22, -24, -26, -27, -29, -32
"""Momentary loudness in LUFS. Speech is near -20.5."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a cue is made: *make* has the number of the variant, from 1."""

    make: Callable[[int], Samples]
    milliseconds: int
    lufs: float


RECIPES: Final[Mapping[Cue, Recipe]] = {
    Cue.YOUR_TURN: Recipe(turn_cues.your_turn, 390, TURN),
    Cue.AGAIN: Recipe(turn_cues.again, 410, MOTIF),
    Cue.SKIPPED: Recipe(turn_cues.skipped, 270, MOTIF),
    Cue.TURNED_ROUND: Recipe(turn_cues.turned_round, 420, MOTIF),
    Cue.TO_COVER: Recipe(turn_cues.to_cover, 400, MOTIF),
    Cue.DEAL: Recipe(table_cues.deal, 1600, TABLE),
    Cue.PLAYED: Recipe(table_cues.played, 260, TABLE),
    Cue.DOUBLE: Recipe(table_cues.double, 260, TABLE),
    Cue.SPINNER: Recipe(table_cues.spinner, 460, TABLE),
    Cue.DRAWN: Recipe(table_cues.drawn, 400, TABLE),
    Cue.PASSED: Recipe(table_cues.passed, 420, TABLE),
    Cue.TRAIN_OPENED: Recipe(table_cues.train_opened, 440, TABLE),
    Cue.TRAIN_CLOSED: Recipe(table_cues.train_closed, 380, TABLE),
    Cue.SCORED: Recipe(table_cues.scored, 400, TABLE),
    Cue.OUT: Recipe(turn_cues.out, 300, MOTIF),
    Cue.BLOCKED: Recipe(turn_cues.blocked, 420, MOTIF),
    Cue.ROUND_OVER: Recipe(turn_cues.round_over, 540, MOTIF),
    Cue.ROUND_WON: Recipe(turn_cues.round_won, 830, TURN),
    Cue.ROUND_LOST: Recipe(turn_cues.round_lost, 630, MOTIF),
    Cue.MATCH_WON: Recipe(turn_cues.match_won, 1750, TURN),
    Cue.MATCH_LOST: Recipe(turn_cues.match_lost, 1100, MOTIF),
    Cue.IMPOSSIBLE: Recipe(people_cues.impossible, 110, MOTIF),
    Cue.LIST_END: Recipe(people_cues.list_end, 100, LIST),
    Cue.CURSOR: Recipe(people_cues.cursor, 30, CURSOR),
    Cue.END_NOTE: Recipe(table_cues.end_note, 140, TABLE),
    Cue.CHAT: Recipe(people_cues.chat, 200, PEOPLE),
    Cue.JOINED: Recipe(people_cues.joined, 220, PEOPLE),
    Cue.LEFT: Recipe(people_cues.left, 220, PEOPLE),
    Cue.INVITED: Recipe(people_cues.invited, 300, PEOPLE),
}


def sound(recipe: Recipe, variant: int) -> Samples:
    """The finished sound: of its length, without a click or an offset at the ends, and of its loudness."""
    raw = fitted(recipe.make(variant), recipe.milliseconds)
    soft = shaped(raw, 0.3, min(40, recipe.milliseconds / 4))
    centred = shaped(soft - np.mean(soft), 0.3, 5)
    return centred * decibels(recipe.lufs - momentary(centred))
