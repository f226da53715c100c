"""Why a move is refused at a table with more than two ends."""

import pytest
from support.games.end_tables import CROSS, ENGINE, FIRST_TURN, MATADOR, NO_ARMS, OWING, TRAINS, Table, said

from playroom.narration.refusal import why_not
from playroom.rules.legal import Objection, objection
from playroom.table.examples.notation import move_of as move


@pytest.mark.parametrize(
    ("at", "tried", "why", "english", "french"),
    [
        (
            CROSS,
            "1-0",
            Objection.WHICH_END,
            "1-0 fits right and down: choose where it goes.",
            "1-0 va à droite et en bas : choisissez où.",
        ),
        (
            CROSS,
            "5-5 down",
            Objection.DOES_NOT_FIT_THERE,
            "5-5 does not fit down: the end is 0.",
            "5-5 ne va pas en bas : le bout est 0.",
        ),
        (
            NO_ARMS,
            "4-1 up",
            Objection.NO_SUCH_END,
            "Nothing can go up now.",
            "On ne peut rien poser en haut maintenant.",
        ),
        (
            CROSS,
            "draw",
            Objection.CAN_PLAY_SO_NO_DRAW,
            "You have 5-5, which fits left: you may not draw.",
            "Vous avez 5-5, qui va à gauche : vous ne pouvez pas piocher.",
        ),
        (
            Table("matador", "5-2 6-6, 3-3 2-2", "1-1", "6-0 6-5 6-4", options={"keep_matadors": True}),
            "draw",
            Objection.CAN_PLAY_SO_NO_DRAW,
            "You have 6-6, which fits both ends: you may not draw.",
            "Vous avez 6-6, qui va aux deux bouts : vous ne pouvez pas piocher.",
        ),
        (
            MATADOR,
            "6-1 left",
            Objection.WHICH_HALF,
            "6-1 fits either way round: choose which half goes inside.",
            "6-1 va dans les deux sens : choisissez quelle moitié va à l'intérieur.",
        ),
        (
            MATADOR,
            "5-5",
            Objection.DOES_NOT_FIT,
            "5-5 does not fit: the ends are 3 and 0.",
            "5-5 ne va pas : les bouts sont 3 et 0.",
        ),
        (
            TRAINS,
            "2-2",
            Objection.DOES_NOT_FIT,
            "2-2 does not fit: the ends are 6, 4 and 7.",
            "2-2 ne va pas : les bouts sont 6, 4 et 7.",
        ),
        (
            Table("mexican-train", "7-7 2-0, 3-3, 8-1", "9-9 / 9-6 / 9-4 / 9-3 / 9-7", "1-0", "7-7 mexican"),
            "2-0",
            Objection.DOES_NOT_FIT,
            "2-0 does not fit: the end is 7.",
            "2-0 ne va pas : le bout est 7.",
        ),
        (
            ENGINE,
            "2-2",
            Objection.DOES_NOT_FIT,
            "2-2 does not fit: all that you can reach is 9.",
            "2-2 ne va pas : pour vous, tout est à 9.",
        ),
        (
            OWING,
            "6-4 train 0",
            Objection.MUST_COVER,
            "First cover the 7 on the Mexican train.",
            "Couvrez d'abord le 7 sur le train mexicain.",
        ),
        (
            FIRST_TURN,
            "9-5 mexican",
            Objection.OWN_TRAIN_ONLY,
            "For now you can only play on your own train.",
            "Pour l'instant, vous ne pouvez continuer que sur votre train.",
        ),
        (
            Table("mexican-train", "6-4 3-2, 3-3 6-0, 8-3 7-1", "9-9 / 9-6 / 9-3 / 9-8 / 9-7", "1-0"),
            "3-2",
            Objection.TRAIN_CLOSED,
            "Ben's train is closed: 3-2 cannot go there.",
            "Train fermé : 3-2 ne peut pas aller chez Ben.",
        ),
        (
            Table("mexican-train", "6-4 3-2, 3-3 6-0, 8-3 7-1", "9-9 / 9-6 / 9-3 / 9-2 / 9-7", "1-0"),
            "3-2",
            Objection.TRAIN_CLOSED,
            "Ben's train and Cleo's train are closed: 3-2 cannot go there.",
            "Trains fermés : 3-2 ne peut pas aller chez Ben et chez Cleo.",
        ),
        (
            Table("matador", "6-1 3-3 2-2, 5-5 4-4", "", "1-0"),
            "6-1",
            Objection.OPENS_WITH_HIGHEST,
            "You start with 3-3, your highest.",
            "Vous commencez par 3-3, votre plus fort domino.",
        ),
    ],
    ids=str,
)
def test_an_impossible_move_says_why(
    at: Table, tried: str, why: Objection, english: str, french: str
) -> None:
    now = at.seen()

    assert objection(now.position, move(tried)) == why
    message = why_not(now, move(tried), why)
    assert said(message) == english
    assert said(message, language="fr") == french
