"""The rows of tables with more than two ends, on the screen, for ears and for fingers."""

import pytest
from support.games.end_tables import (
    CROSS,
    ENGINE,
    MATADOR,
    NO_ARMS,
    OWING,
    SPINNER,
    TRAINS,
    TWO_OWED,
    Table,
    said,
)
from tellings import GAMES, NAMES

from playroom.narration.answers import answer, information
from playroom.narration.answers.table_line import table_line
from playroom.narration.answers.table_rows import rows
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.narration.rules import rulebook
from playroom.rules.seat import Seat


@pytest.mark.parametrize(
    ("at", "english", "french"),
    [
        (NO_ARMS, ["One tile: 5-4."], ["Un seul domino : 5-4."]),
        (
            SPINNER,
            ["Line of 3, from the left: 5-4, 4-4 and 4-1.", "Up from 4-4, no tile."],
            ["Ligne de 3, depuis la gauche : 5-4, 4-4 et 4-1.", "En haut de 4-4, rien."],
        ),
        (
            CROSS,
            [
                "Line of 3, from the left: 5-4, 4-4 and 4-1.",
                "Up from 4-4, one tile: 4-3.",
                "Down from 4-4, one tile: 4-0.",
            ],
            [
                "Ligne de 3, depuis la gauche : 5-4, 4-4 et 4-1.",
                "En haut de 4-4, un domino : 4-3.",
                "En bas de 4-4, un domino : 4-0.",
            ],
        ),
        (
            OWING,
            [
                "Your train, closed, one tile: 9-6.",
                "Ben's train, open, one tile: 9-4.",
                "Cleo's train, closed, one tile: 9-3.",
                "Mexican train, 2 tiles: 9-7 and 7-7. Its double must be covered.",
                "Engine 9-9.",
            ],
            [
                "Votre train, fermé, un domino : 9-6.",
                "Chez Ben, train ouvert, un domino : 9-4.",
                "Chez Cleo, train fermé, un domino : 9-3.",
                "Train mexicain, 2 dominos : 9-7 et 7-7. Son double est à couvrir.",
                "Locomotive 9-9.",
            ],
        ),
    ],
)
def test_the_table_is_walked_row_by_row(at: Table, english: list[str], french: list[str]) -> None:
    spoken = rows(at.seen())

    assert [said(row) for row in spoken] == english
    assert [said(row, language="fr") for row in spoken] == french
    assert said(answer.chain(at.seen())) == " ".join(english)


@pytest.mark.parametrize(
    ("at", "english"),
    [
        (
            CROSS,
            [
                "Tiles: you 4 and Ben 2.",
                "Boneyard 2.",
                "Spinner 4-4.",
                "All Fives, round 1, double-six.",
                "Target: 250 points.",
            ],
        ),
        (
            OWING,
            [
                "Tiles: you 2, Ben 2 and Cleo 1.",
                "Boneyard 1.",
                "Engine 9-9.",
                "Open train: Ben.",
                "To cover: Mexican 7.",
                "Mexican Train, round 1 of 10, double-nine.",
            ],
        ),
        (
            ENGINE,
            [
                "Tiles: you 2, Ben 2 and Cleo 2.",
                "Boneyard 2.",
                "Engine 9-9.",
                "No train is open.",
                "Mexican Train, round 1 of 10, double-nine.",
            ],
        ),
    ],
)
def test_game_information_has_the_engine_the_open_trains_and_the_spinner(
    at: Table, english: list[str]
) -> None:
    spoken = information.game_information(at.seen(), rulebook.title(GAMES[at.game]))

    assert list(map(said, spoken)) == english


@pytest.mark.parametrize(
    ("at", "cells", "ear", "english"),
    [
        (CROSS, 0, 0, "L5 R1 U3 D0|55 10 63 21|me4 Be2|b2"),
        (CROSS, 40, 0, "L5 R1 U3 D0|55 10 63 21|me4 Be2|b2"),
        (CROSS, 20, 0, "L5 R1 U3 D0|55 10+2"),
        (MATADOR, 20, 0, "L3 R0|61 41 00 55+"),
        (TRAINS, 0, 0, "T6 Be4* Cl3 M7|70 64 22|me3 Be2 Cl2|b2"),
        (TRAINS, 40, 0, "T6 Be4* Cl3 M7|70 64 22|me3 Be2 Cl2|b2"),
        (TRAINS, 20, 0, "T6 Be4* M7|70 64 22+"),
        (TRAINS, 20, 1, "T4* M7|33 60|me2|b2+"),
        (OWING, 20, 0, "M7! T6 Be4*|70 64+"),
        (TWO_OWED, 40, 2, "M7! Ad6! T3 Be4*|71|me1 Ad2 Be2|b1"),
        (TRAINS, 8, 0, "T6+2|+3"),
    ],
)
def test_the_line_for_fingers_holds_all_ends(at: Table, cells: int, ear: Seat, english: str) -> None:
    book, to = phrasebook("en"), Audience(NAMES, ear)

    assert table_line(at.seen(ear), book, to, cells) == english


def test_the_line_for_fingers_is_in_the_language_of_the_listener() -> None:
    book, to = phrasebook("fr"), Audience(NAMES, 0)

    assert table_line(CROSS.seen(), book, to) == "G5 D1 H3 B0|55 10 63 21|moi4 Be2|p2"
    assert table_line(OWING.seen(), book, to) == "M7! T6 Be4* Cl3|70 64|moi2 Be2 Cl1|p1"
