"""The ends, the tiles and the rows of the games with more than two ends, as a player asks for them."""

import pytest
from support.games.end_tables import (
    CROSS,
    ENGINE,
    FIRST_TURN,
    MATADOR,
    NO_ARMS,
    NOTHING_ELSE,
    OWING,
    SPINNER,
    TRAINS,
    TWO_OWED,
    Table,
    said,
)

from playroom.narration.answers import answer
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.rules.legal import objection
from playroom.rules.seat import Seat
from playroom.rules.tile import tile


@pytest.mark.parametrize(
    ("at", "ear", "english", "french"),
    [
        (NO_ARMS, 0, "Ends 5 and 4, sum 9.", "Bouts 5 et 4, total 9."),
        (SPINNER, 0, "Line 5 and 1, sum 6, up 4.", "Ligne 5 et 1 ; total 6, haut 4."),
        (CROSS, 0, "Line 5 and 1, up 3, down 0, sum 9.", "Ligne 5 et 1, haut 3, bas 0 ; total 9."),
        (MATADOR, 0, "Ends 3 and 0.", "Bouts 3 et 0."),
        (ENGINE, 0, "Your train 9, Mexican 9.", "Votre train : 9. Mexicain : 9."),
        (
            TRAINS,
            0,
            "Your train 6, Ben's open 4, Mexican 7.",
            "Votre train : 6. Chez Ben, ouvert : 4. Mexicain : 7.",
        ),
        (TRAINS, 1, "Your open train 4, Mexican 7.", "Votre train, ouvert : 4. Mexicain : 7."),
        (
            TRAINS,
            None,
            "Ada's closed 6, Ben's open 4, Cleo's closed 3, Mexican 7.",
            "Chez Ada, fermé : 6. Chez Ben, ouvert : 4. Chez Cleo, fermé : 3. Mexicain : 7.",
        ),
        (
            OWING,
            0,
            "To cover: Mexican 7. Your train 6, Ben's open 4.",
            "À couvrir : train mexicain 7. Votre train : 6. Chez Ben, ouvert : 4.",
        ),
        (
            TWO_OWED,
            2,
            "To cover: Mexican 7, Ada's train 6. Your train 3, Ben's open 4.",
            "À couvrir : train mexicain 7, chez Ada, 6. Votre train : 3. Chez Ben, ouvert : 4.",
        ),
    ],
)
def test_the_ends_are_spoken_by_their_names(at: Table, ear: Seat | None, english: str, french: str) -> None:
    message = answer.ends(at.seen(ear))

    assert said(message, ear) == english
    assert said(message, ear, "fr") == french


@pytest.mark.parametrize(
    ("verbosity", "english"),
    [
        (Verbosity.BRIEF, "Yours 6, Ben's train 4, Mexican 7."),
        (Verbosity.FULL, "Your train 6, Ben's open 4, Mexican 7, Cleo's closed 3."),
    ],
)
def test_closed_trains_of_others_are_spoken_at_full_length_only(verbosity: Verbosity, english: str) -> None:
    message = answer.ends(TRAINS.seen())

    assert said(message, verbosity=verbosity) == english


def test_where_nothing_else_is_open_the_closed_trains_follow_what_must_be_covered() -> None:
    message = answer.ends(NOTHING_ELSE.seen())

    assert said(message) == "To cover: your train 7, Mexican 6. Ben's closed 5."


@pytest.mark.parametrize(
    ("at", "held", "english", "french"),
    [
        (CROSS, "5-5", "5-5, fits left", "5-5, va à gauche"),
        (CROSS, "6-3", "6-3, fits up", "6-3, va en haut"),
        (CROSS, "1-0", "1-0, fits right and down", "1-0, va à droite et en bas"),
        (CROSS, "2-2", "2-2, does not fit", "2-2, ne va pas"),
        (MATADOR, "6-1", "6-1, fits both ends", "6-1, va aux deux bouts"),
        (MATADOR, "4-1", "4-1, fits left", "4-1, va à gauche"),
        (TRAINS, "7-0", "7-0, fits the Mexican train", "7-0, va sur le train mexicain"),
        (
            TRAINS,
            "6-4",
            "6-4, fits your train and Ben's train",
            "6-4, va sur votre train et chez Ben",
        ),
        (TRAINS, "5-3", "5-3, does not fit", "5-3, ne va pas"),
        (OWING, "6-4", "6-4, does not fit", "6-4, ne va pas"),
    ],
)
def test_a_tile_comes_with_the_ends_that_it_fits(at: Table, held: str, english: str, french: str) -> None:
    message = answer.hand_tile(at.seen(), tile(held))

    assert said(message) == english
    assert said(message, language="fr") == french


@pytest.mark.parametrize(
    ("at", "held", "english", "french"),
    [
        (CROSS, "1-0", ["Right on 1", "Down on 0"], ["À droite, sur 1", "En bas, sur 0"]),
        (
            TRAINS,
            "6-4",
            ["Your train on 6", "Ben's train on 4"],
            ["Votre train, sur 6", "Chez Ben, sur 4"],
        ),
        (
            MATADOR,
            "6-1",
            ["Left on 3, leaves 1", "Left on 3, leaves 6", "Right on 0, leaves 1", "Right on 0, leaves 6"],
            [
                "À gauche, sur 3, laisse 1",
                "À gauche, sur 3, laisse 6",
                "À droite, sur 0, laisse 1",
                "À droite, sur 0, laisse 6",
            ],
        ),
    ],
)
def test_a_tile_that_goes_several_ways_has_a_list_of_them(
    at: Table, held: str, english: list[str], french: list[str]
) -> None:
    choices = answer.end_choices(at.seen(), tile(held))

    assert [said(spoken) for _, spoken in choices] == english
    assert [said(spoken, language="fr") for _, spoken in choices] == french
    assert all(objection(at.seen().position, play) is None for play, _ in choices)


@pytest.mark.parametrize(
    ("at", "held", "question"),
    [
        (CROSS, "1-0", "Where does 1-0 go? 1: Right on 1. 2: Down on 0."),
        (
            MATADOR,
            "6-1",
            (
                "Where does 6-1 go? 1: Left on 3, leaves 1. 2: Left on 3, leaves 6. "
                "3: Right on 0, leaves 1. 4: Right on 0, leaves 6."
            ),
        ),
        (MATADOR, "0-0", "Left on 3, or right on 0?"),
        (Table("all-fives", "6-4, 3-3", "4-4 4-1 1-4"), "6-4", "Left on the double 4, or right on 4?"),
        (Table("all-fives", "6-0, 3-3", "0-1 1-0 0-0"), "6-0", "Left on 0, or right on the double 0?"),
    ],
)
def test_the_question_where_a_tile_goes_names_the_ways(at: Table, held: str, question: str) -> None:
    assert said(answer.which_end(at.seen(), tile(held))) == question


@pytest.mark.parametrize(
    ("at", "english", "french"),
    [
        (TRAINS, "play one of 2 tiles", "jouer l'un de vos 2 dominos jouables"),
        (OWING, "cover the 7 on the Mexican train with 7-0", "couvrir le 7 sur le train mexicain avec 7-0"),
        (
            TWO_OWED,
            "cover the 7 on the Mexican train with 7-0",
            "couvrir le 7 sur le train mexicain avec 7-0",
        ),
        (FIRST_TURN, "play 8-2 or stop here", "jouer 8-2 ou de vous arrêter là"),
    ],
)
def test_the_choices_are_to_play_to_cover_or_to_stop(at: Table, english: str, french: str) -> None:
    message = answer.whose_turn(at.seen())

    assert said(message) == f"Your turn: {english}."
    assert said(message, language="fr") == f"À vous de {french}."
