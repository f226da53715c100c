"""What others did since the listener's last move, in one sentence."""

import pytest
from tellings import ALONE, AND_OUT, NAMES, TRAINS, on_train
from test_catch_up import passes, plays

from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience, Verbosity
from playroom.narration.summaries import is_next_round_of_turns, is_summed_up, turn_summary
from playroom.rules.event import (
    Again,
    DirectionReversed,
    Drew,
    Event,
    Passed,
    PlayerOut,
    Skipped,
    TrainClosed,
    TrainOpened,
    Turn,
)
from playroom.rules.layout import Laid
from playroom.rules.rulebook.variant import Rules

BOTH_PASS = (passes(1, 4, 4), passes(2, 4, 4))
DAN_PLAYS = plays(3, "4-2", ends=(2, 4))

CASES: list[tuple[str, Rules, tuple[Event, ...], str, str]] = [
    (
        "neighbours who did the same are named together",
        ALONE,
        (*BOTH_PASS, DAN_PLAYS),
        "Ben and Cleo passed, Dan 4-2 right. Ends 2 and 4.",
        "Ben et Cleo boudent, Dan 4-2 à droite. Bouts 2 et 4.",
    ),
    (
        "the order stays",
        ALONE,
        (passes(1, 4, 4), plays(2, "4-5", ends=(4, 5)), passes(3, 4, 5)),
        "Ben passed, Cleo 4-5 right, Dan passed. Ends 4 and 5.",
        "Ben boude, Cleo 4-5 à droite, Dan boude. Bouts 4 et 5.",
    ),
    ("without a tile no ends", ALONE, BOTH_PASS, "Ben and Cleo passed.", "Ben et Cleo boudent."),
    (
        "draws belong to what follows them",
        ALONE,
        (Drew(1, None, 9), Drew(1, None, 8), passes(1, 4, 4), Drew(3, None, 7), DAN_PLAYS),
        "Ben drew 2 and passed, Dan drew 1, 4-2 right. Ends 2 and 4.",
        "Ben pioche 2 et boude, Dan pioche puis 4-2 à droite. Bouts 2 et 4.",
    ),
    (
        "a draw that nothing follows yet",
        ALONE,
        (passes(1, 4, 4), Drew(2, None, 9)),
        "Ben passed, Cleo drew a tile.",
        "Ben boude, Cleo pioche un domino.",
    ),
    (
        "what was kept and where a longer turn stopped",
        ALONE,
        (
            Drew(1, None, 9),
            Passed(1, (4, 4), forced=False, drew=True),
            Passed(2, (4, 4), forced=False, drew=False, stops=True),
        ),
        "Ben drew a tile and kept it, Cleo stopped there.",
        "Ben pioche et garde le domino, Cleo s'arrête là.",
    ),
    (
        "a pass that costs the round",
        AND_OUT,
        (passes(1, 4, 4), PlayerOut(1, 3, (0, 2, 3)), passes(2, 4, 4), PlayerOut(2, 3, (0, 3))),
        "Ben and Cleo passed, out of the round.",
        "Ben et Cleo boudent et sortent de la manche.",
    ),
    (
        "turns that are skipped or go the other way",
        ALONE,
        (DirectionReversed(False), Skipped(2)),
        "play goes anticlockwise, Cleo was skipped.",
        "sens antihoraire, tour sauté : Cleo.",
    ),
    (
        "trains",
        TRAINS,
        (on_train(1, None, Laid(7, 1)), passes(2, 4, 4), TrainOpened(2)),
        ("Ben 7-1 Mexican, Cleo passed. Yours 6, Ben's train 2, Cleo's train 9, Dan's train 4, Mexican 1."),
        (
            "Ben 7-1 au mexicain, Cleo boude."
            " Votre train : 6. Chez Ben, ouvert : 2. Chez Cleo, ouvert : 9. Chez Dan, ouvert : 4."
            " Mexicain : 1."
        ),
    ),
    (
        "trains that were opened where nobody played",
        TRAINS,
        (passes(1, 4, 4), TrainOpened(1)),
        "Ben passed, Ben has an open train.",
        "Ben boude, Ben ouvre son train.",
    ),
]


@pytest.mark.parametrize(
    ("rules", "events", "english", "french"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_what_others_did_is_one_sentence(
    rules: Rules, events: tuple[Event, ...], english: str, french: str
) -> None:
    spoken = turn_summary(events, 0, rules)

    assert spoken
    said = {
        code: phrasebook(code).say(spoken, Audience(NAMES, 0), Verbosity.SUMMARY) for code in ("en", "fr")
    }
    assert {code: text.replace("\u00a0", " ") for code, text in said.items()} == {
        "en": english,
        "fr": french,
    }


def test_the_ends_are_left_out_where_other_words_name_them() -> None:
    spoken = turn_summary((*BOTH_PASS, DAN_PLAYS), 0, ALONE, with_ends=False)

    assert spoken
    assert phrasebook("en").say(spoken, Audience(NAMES, 0)) == "Ben and Cleo passed, Dan 4-2 right."


def test_there_is_nothing_to_sum_up_where_nobody_did_anything() -> None:
    assert turn_summary((), 0, ALONE) is None
    assert turn_summary((Again(2),), 0, ALONE) is None


@pytest.mark.parametrize(
    ("event", "is_told"),
    [
        (DAN_PLAYS, True),
        (TrainClosed(2), True),
        (DirectionReversed(True), True),
        (passes(0, 4, 4), False),
        (Turn(1), False),
    ],
)
def test_a_summary_has_the_moves_of_others(event: Event, *, is_told: bool) -> None:
    assert is_summed_up(event, 0) is is_told


@pytest.mark.parametrize(
    ("before", "event", "is_next"),
    [
        ((), DAN_PLAYS, False),
        ((DAN_PLAYS,), Again(3), False),
        (BOTH_PASS, passes(1, 4, 4), True),
        (BOTH_PASS, DAN_PLAYS, False),
        ((passes(1, 4, 4), DirectionReversed(False)), DirectionReversed(True), False),
    ],
)
def test_who_moves_once_more_after_others_begins_the_next_round_of_turns(
    before: tuple[Event, ...], event: Event, *, is_next: bool
) -> None:
    assert is_next_round_of_turns(before, event) is is_next
