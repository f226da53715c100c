"""The summary of what somebody missed."""

from collections.abc import Sequence

import pytest
from tellings import ALONE, AND_OUT, NAMES, PASS_PASS

from playroom.narration.locales import phrasebook
from playroom.narration.missed import missed
from playroom.narration.phrasebook import Audience
from playroom.rules.chain import End, Laid
from playroom.rules.event import (
    Dealt,
    Drew,
    Dropped,
    Ended,
    Ending,
    Event,
    Passed,
    Played,
    Scored,
    Seat,
    Skipped,
    StoodDown,
    Turn,
    Won,
)
from playroom.rules.tile import tile
from playroom.rules.variant import Rules


def plays(seat: Seat, laid: str, *, ends: tuple[int, int]) -> Played:
    half, other = map(int, laid.split("-"))
    return Played(seat, tile(laid), End.RIGHT, Laid(half, other), ends, sum(ends), 3)


def passes(seat: Seat, *ends: int) -> Passed:
    left, right = ends
    return Passed(seat, (left, right), forced=None, drew=False)


BEGINNING = (plays(0, "6-4", ends=(4, 4)), Turn(1), passes(1, 4, 4), Turn(2))
"""Ada plays, and Ben passes on 4."""
A_LAP = (*BEGINNING, plays(2, "4-5", ends=(4, 5)), Turn(3), plays(3, "4-2", ends=(2, 5)))

CASES: list[tuple[str, Rules, tuple[Event, ...], Seat | None, str, str]] = [
    ("nothing", ALONE, (), 0, "Nothing since your last key.", "Rien depuis votre dernière touche."),
    (
        "a turn alone",
        ALONE,
        (Turn(1),),
        0,
        "Nothing since your last key.",
        "Rien depuis votre dernière touche.",
    ),
    (
        "moves, ends and a pass",
        ALONE,
        (*A_LAP, Turn(0)),
        0,
        "4 moves. Ends 2 and 5. Ben passed on 4. Your turn.",
        "4 coups. Bouts 2 et 5. Ben a passé sur 4. À vous.",
    ),
    (
        "the same for the one who passed",
        ALONE,
        A_LAP,
        1,
        "4 moves. Ends 2 and 5. You passed on 4.",
        "4 coups. Bouts 2 et 5. Vous avez passé sur 4.",
    ),
    (
        "the same for somebody who only listens",
        ALONE,
        A_LAP,
        None,
        "4 moves. Ends 2 and 5. Ben passed on 4.",
        "4 coups. Bouts 2 et 5. Ben a passé sur 4.",
    ),
    ("one move", ALONE, A_LAP[:1], 1, "1 move. Ends 4 and 4.", "1 coup. Bouts 4 et 4."),
    (
        "two passes of one player, told as one",
        ALONE,
        (passes(1, 4, 2), passes(2, 4, 2), passes(1, 4, 6)),
        0,
        "3 moves. Ben passed on 4, 2 and 6. Cleo passed on 4 and 2.",
        "3 coups. Ben a passé sur 4, 2 et 6. Cleo a passé sur 4 et 2.",
    ),
    (
        "draws",
        ALONE,
        (Drew(1, None, 5), Drew(1, None, 4), plays(1, "6-4", ends=(4, 4)), Drew(2, None, 3)),
        0,
        "4 moves. Ends 4 and 4. Ben drew 2 tiles. Cleo drew a tile.",
        "4 coups. Bouts 4 et 4. Ben a pioché 2 dominos. Cleo a pioché un domino.",
    ),
    (
        "one's own draw and the tile kept",
        ALONE,
        (Drew(0, tile("4-2"), 5), Passed(0, (6, 6), forced=False, drew=True)),
        0,
        "2 moves. You drew a tile.",
        "2 coups. Vous avez pioché un domino.",
    ),
    (
        "a skipped turn, and ends whose sum counts",
        PASS_PASS,
        (plays(0, "6-4", ends=(3, 4)), Skipped(1)),
        1,
        "1 move. Ends 3 and 4, sum 7. You were skipped.",
        "1 coup. Bouts 3 et 4, total 7. Votre tour a été sauté.",
    ),
    (
        "a pass that costs the round, with points in its midst",
        AND_OUT,
        (
            plays(0, "6-4", ends=(3, 4)),
            passes(1, 3, 4),
            StoodDown(1, 3, (0, 2, 3)),
            Scored((3, 0, 0, 0), (3, 0, 0, 0)),
            passes(2, 3, 4),
            StoodDown(2, 5, (0, 3)),
            Scored((5, 0, 0, 0), (8, 0, 0, 0)),
        ),
        2,
        "3 moves. Ends 3 and 4. Ben is out of the round. You are out of the round. Ada scores 8, total 8.",
        (
            "3 coups. Bouts 3 et 4. Ben est hors de la manche. Vous êtes hors de la manche. "
            "Ada marque 8, total 8."
        ),
    ),
    (
        "the end of a round and of the match",
        ALONE,
        (
            plays(1, "6-4", ends=(3, 4)),
            Ended(Ending.OUT, 1),
            Scored((60, 0, 40, 0), (110, 0, 104, 80)),
            Dropped((0, 2)),
            Won((1,)),
        ),
        3,
        (
            "1 move. Ben is out of tiles. The round is over. Ada scores 60, total 110. "
            "Cleo scores 40, total 104. Ada and Cleo are out of the match. Ben wins the match."
        ),
        (
            "1 coup. Ben fait domino. Fin de la manche. Ada marque 60, total 110. Cleo marque 40, total 104. "
            "Ada et Cleo sont hors de la partie. Ben gagne la partie."
        ),
    ),
    (
        "the next round after the last",
        ALONE,
        (
            passes(1, 3, 4),
            Ended(Ending.BLOCKED, None),
            Scored((0, 0, 0, 0), (1, 2, 3, 4)),
            Dealt(((tile("1-1"),), (None,), (None,), (None,)), (), 2),
            plays(2, "6-4", ends=(6, 4)),
        ),
        0,
        (
            "1 move. Ben passed on 3 and 4. Blocked: nobody can go on. The round is over. Nobody scores. "
            "New round, 1 tile each. Cleo starts. 1 move. Ends 6 and 4."
        ),
        (
            "1 coup. Ben a passé sur 3 et 4. Jeu bloqué : personne ne peut continuer. Fin de la manche. "
            "Personne ne marque. Nouvelle manche, 1 domino chacun. Cleo commence. 1 coup. Bouts 6 et 4."
        ),
    ),
]


@pytest.mark.parametrize(
    ("what", "rules", "events", "ear", "en", "fr"), CASES, ids=[case[0] for case in CASES]
)
def test_what_was_missed(
    what: str, rules: Rules, events: Sequence[Event], ear: Seat | None, en: str, fr: str
) -> None:
    del what

    told = missed(events, ear, rules)

    to = Audience(NAMES, ear)
    assert phrasebook("en").say(told, to) == en
    assert phrasebook("fr").say(told, to).replace("\u00a0", " ") == fr
