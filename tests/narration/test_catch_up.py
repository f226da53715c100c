"""The summary of what somebody missed."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tellings import ALONE, AND_OUT, FIVES, NAMES, PASS_PASS, TRAINS, on_train
from tellings import ends as ends_of

from playroom.narration.message import Sentences, answer
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.narration.summaries import missed, summed_up, while_away
from playroom.rules.event import (
    Dealt,
    DirectionReversed,
    Drew,
    Ended,
    Ending,
    Event,
    MayExtend,
    MustCover,
    Passed,
    Played,
    PlayerOut,
    Scored,
    SidesEliminated,
    Skipped,
    TrainClosed,
    TrainOpened,
    Turn,
    Won,
)
from playroom.rules.layout import MEXICAN, RIGHT, Laid
from playroom.rules.rulebook.questions import Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import tile


def plays(seat: Seat, laid: str, *, ends: tuple[int, int]) -> Played:
    half, other = map(int, laid.split("-"))
    return Played(seat, tile(laid), RIGHT, Laid(half, other), ends_of(*ends), 3)


def passes(seat: Seat, *ends: int) -> Passed:
    left, right = ends
    return Passed(seat, (left, right), forced=None, drew=False)


BEGINNING = (plays(0, "6-4", ends=(4, 4)), Turn(1), passes(1, 4, 4), Turn(2))
"""Ada plays, and Ben passes on 4."""
A_LAP = (*BEGINNING, plays(2, "4-5", ends=(4, 5)), Turn(3), plays(3, "4-2", ends=(2, 5)))

CASES: list[tuple[str, Rules, tuple[Event, ...], Seat | None, str, str]] = [
    ("nothing", ALONE, (), 0, "Nothing since your last move.", "Rien depuis votre dernier coup."),
    (
        "a turn alone",
        ALONE,
        (Turn(1),),
        0,
        "Nothing since your last move.",
        "Rien depuis votre dernier coup.",
    ),
    (
        "moves, ends and a pass",
        ALONE,
        (*A_LAP, Turn(0)),
        0,
        "4 moves. Ends 2 and 5. Ben passed on 4. Your turn.",
        "4 coups. Bouts 2 et 5. Ben a boudé sur le 4. À vous.",
    ),
    (
        "the same for the one who passed",
        ALONE,
        A_LAP,
        1,
        "4 moves. Ends 2 and 5. You passed on 4.",
        "4 coups. Bouts 2 et 5. Vous avez boudé sur le 4.",
    ),
    (
        "the same for somebody who only listens",
        ALONE,
        A_LAP,
        None,
        "4 moves. Ends 2 and 5. Ben passed on 4.",
        "4 coups. Bouts 2 et 5. Ben a boudé sur le 4.",
    ),
    ("one move", ALONE, A_LAP[:1], 1, "1 move. Ends 4 and 4.", "1 coup. Bouts 4 et 4."),
    (
        "two passes of one player, told as one",
        ALONE,
        (passes(1, 4, 2), passes(2, 4, 2), passes(1, 4, 6)),
        0,
        "3 moves. Ben passed on 4, 2 and 6. Cleo passed on 4 and 2.",
        "3 coups. Ben a boudé sur le 4, le 2 et le 6. Cleo a boudé sur le 4 et le 2.",
    ),
    (
        "a pass of somebody who may have been able to play",
        replace(ALONE, passing=Passing.ANY_TIME),
        (passes(1, 4, 2),),
        0,
        "1 move. Ben passed on 4 and 2.",
        "1 coup. Ben a boudé sur le 4 et le 2.",
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
            PlayerOut(1, 3, (0, 2, 3)),
            Scored((3, 0, 0, 0), (3, 0, 0, 0)),
            passes(2, 3, 4),
            PlayerOut(2, 5, (0, 3)),
            Scored((5, 0, 0, 0), (8, 0, 0, 0)),
        ),
        2,
        "3 moves. Ends 3 and 4. Ben is out of the round. You are out of the round. Ada scores 8.",
        ("3 coups. Bouts 3 et 4. Ben est hors de la manche. Vous êtes hors de la manche. Ada marque 8."),
    ),
    (
        "trains that opened and closed, and a double to cover",
        TRAINS,
        (
            on_train(1, 1, Laid(2, 5)),
            TrainClosed(1),
            Turn(2),
            Drew(2, None, 5),
            Passed(2, (9, 5, 7), forced=None, drew=True),
            TrainOpened(2),
            Turn(3),
            on_train(3, None, Laid(7, 7), owed=True),
            MustCover(3, MEXICAN, 7),
        ),
        0,
        (
            "4 moves. To cover: Mexican 7. Your train 6, Cleo's open 9, Dan's open 4. "
            "Cleo passed on 9, 5 and 7. Cleo drew a tile."
        ),
        (
            "4 coups. À couvrir : train mexicain 7. Votre train : 6. Chez Cleo, ouvert : 9. "
            "Chez Dan, ouvert : 4. Cleo a boudé sur le 9, le 5 et le 7. Cleo a pioché un domino."
        ),
    ),
    (
        "the first turn, in which others stop and the listener goes on",
        TRAINS,
        (
            Passed(1, (2,), forced=None, drew=False, stops=True),
            Turn(0),
            on_train(0, 0, Laid(6, 5)),
            MayExtend(0),
        ),
        0,
        ("2 moves. Your train 5, Ben's open 2, Dan's open 4, Mexican 7. You may keep playing on your train."),
        (
            "2 coups. Votre train : 5. Chez Ben, ouvert : 2. Chez Dan, ouvert : 4. Mexicain : 7. "
            "Vous pouvez continuer sur votre train."
        ),
    ),
    (
        "the direction turned",
        FIVES,
        (plays(0, "6-4", ends=(3, 4)), DirectionReversed(clockwise=False), Turn(3)),
        1,
        "1 move. Ends 3 and 4, sum 7. Play now goes anticlockwise.",
        "1 coup. Bouts 3 et 4, total 7. On joue maintenant dans le sens inverse des aiguilles d'une montre.",
    ),
    (
        "the end of a round and of the match",
        ALONE,
        (
            plays(1, "6-4", ends=(3, 4)),
            Ended(Ending.OUT, 1),
            Scored((60, 0, 40, 0), (110, 0, 104, 80)),
            SidesEliminated((0, 2)),
            Won((1,)),
        ),
        3,
        (
            "1 move. Ben goes out. The round is over. 60 against Ada, total 110. "
            "40 against Cleo, total 104. Ada and Cleo are eliminated. Ben wins the match by 80 points. "
            "Totals: Ben 0, you 80, Cleo 104, Ada 110."
        ),
        (
            "1 coup. Ben fait domino. Fin de la manche. Ada prend 60 points, total 110. "
            "Cleo prend 40 points, total 104. "
            "Ada et Cleo sont hors jeu. "
            "Ben gagne la partie, avec 80 points d'avance. Totaux : Ben 0, vous 80, Cleo 104, Ada 110."
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
            "1 move. Ben passed on 3 and 4. Blocked, nobody can play. No points against anybody. "
            "New round, 1 tile each. Cleo starts. 1 move. Ends 6 and 4."
        ),
        (
            "1 coup. Ben a boudé sur le 3 et le 4. Jeu bloqué, personne ne peut jouer. "
            "Personne ne prend de point. Nouvelle manche, 1 domino par personne. "
            "Cleo commence. 1 coup. Bouts 6 et 4."
        ),
    ),
]


@pytest.mark.parametrize(
    ("what", "rules", "events", "ear", "en", "fr"), CASES, ids=[case[0] for case in CASES]
)
def test_what_was_missed_is_summed_up(
    what: str, rules: Rules, events: Sequence[Event], ear: Seat | None, en: str, fr: str
) -> None:
    del what

    spoken = summed_up(events, ear, rules)

    to = Audience(NAMES, ear)
    assert phrasebook("en").say(spoken, to) == en
    assert phrasebook("fr").say(spoken, to).replace("\u00a0", " ") == fr


def words(events: Sequence[Event], ear: Seat | None) -> str:
    return phrasebook("en").say(missed(events, ear, ALONE), Audience(NAMES, ear))


def test_up_to_six_moves_are_announced_one_by_one_with_ones_own_turn_last() -> None:
    spoken = words((Turn(0), plays(0, "6-4", ends=(4, 4)), Turn(1), passes(1, 4, 4), Turn(0)), 0)

    assert spoken == "You: 6-4, right. Ends 4 and 4. Ben passes on 4. Your turn."


def test_who_was_away_hears_what_the_bot_played_for_them() -> None:
    events = (plays(0, "5-0", ends=(5, 2)), plays(1, "2-6", ends=(5, 6)), plays(0, "6-3", ends=(5, 3)))

    spoken = missed(events, 0, ALONE, was_away=True)

    told = {code: phrasebook(code).say(spoken, Audience(NAMES, 0)) for code in ("en", "fr")}
    assert told == {
        "en": "The bot played 5-0 and 6-3 for you. Ends 5 and 3.",
        "fr": "Le robot a joué 5-0 et 6-3 pour vous. Bouts 5 et 3.",
    }


def test_seven_moves_are_summed_up() -> None:
    assert words([passes(1, 4, 4)] * 7, 0) == "7 moves. Ben passed on 4."
    assert words([passes(1, 4, 4)] * 6, 0) == " ".join(["Ben passes on 4."] * 6)


def test_without_missed_moves_the_answer_says_so() -> None:
    assert words((), 0) == "Nothing since your last move."


def away(events: Sequence[Event], code: str = "en", rules: Rules = ALONE) -> str:
    """What Ada hears who was away."""
    told = answer("answers.missed", told=Sentences(while_away(events, 0, rules)))
    return phrasebook(code).say(told, Audience(NAMES, 0))


OVER = (Ended(Ending.BLOCKED, None), Scored((0, 0, 0, 0), (1, 2, 3, 4)))
DEAL = Dealt(((tile("1-1"),), (None,), (None,), (None,)), (), 2)
BEN, CLEO = plays(1, "4-5", ends=(4, 5)), plays(2, "5-2", ends=(4, 2))


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ((), ""),
        ((Turn(0),), ""),
        ((passes(1, 4, 4), Turn(2), CLEO, Turn(3)), "While you were away: Ben passed, Cleo 5-2 right."),
        (
            (Drew(1, None, 5), Drew(1, None, 4), BEN, passes(2, 4, 4), passes(3, 4, 4)),
            "While you were away: Ben drew 2, 4-5 right, Cleo and Dan passed.",
        ),
        (
            (plays(0, "6-4", ends=(4, 4)), Turn(1), BEN, Turn(2)),
            "You: 6-4, right. Ends 4 and 4. While you were away: Ben 4-5 right.",
        ),
        ((Passed(0, (4,), forced=True, drew=False), BEN), "While you were away: Ben 4-5 right."),
        (
            (BEN, *OVER, DEAL, Turn(2), CLEO),
            (
                "While you were away: Ben 4-5 right. Blocked, nobody can play. No points against anybody. "
                "New round, 1 tile each. Cleo starts. Cleo 5-2 right."
            ),
        ),
        ((DEAL, Turn(2)), "New round, 1 tile each. Cleo starts."),
        ([passes(1, 4, 4)] * 7, "While you were away: 7 moves."),
        (
            (*[passes(1, 4, 4)] * 7, *OVER, DEAL, BEN, *OVER, DEAL),
            (
                "While you were away: 8 moves. New round, 1 tile each. Cleo starts. Blocked, "
                "nobody can play. No points against anybody. New round, 1 tile each. Cleo starts."
            ),
        ),
    ],
)
def test_who_was_away_hears_the_moves_of_others_by_player(events: Sequence[Event], told: str) -> None:
    assert away(events) == told


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("fr", "En votre absence\u00a0: Ben boude, Cleo 5-2 à droite."),
        ("es", "Mientras no estabas: Ben pasa, Cleo 5-2 derecha."),
        ("pt", "Na sua ausência: Ben passa, Cleo 5-2 direita."),
        ("de", "Während du weg warst: Ben passt, Cleo 5-2 rechts."),
        ("it", "In tua assenza: Ben passa, Cleo 5-2 destra."),
        ("pl", "Ominęło cię: Ben: pas, Cleo 5-2 z prawej."),
        ("ru", "Без тебя: Ben пропускает, Cleo 5-2 справа."),
    ],
)
def test_who_was_away_hears_that_in_every_language(code: str, told: str) -> None:
    assert away((passes(1, 4, 4), CLEO), code) == told
