"""The ends, the tiles and the rows of the games with more than two ends, as a player asks for them."""

from dataclasses import dataclass, field

import pytest
from arrange import made, table
from tellings import GAMES, NAMES
from written import move

from playroom.narration import answer, information, rulebook
from playroom.narration.locales import phrasebook
from playroom.narration.message import Message
from playroom.narration.phrasebook import Audience, Verbosity
from playroom.narration.refusal import why_not
from playroom.narration.table_line import table_line
from playroom.narration.table_rows import rows
from playroom.rules.legal import Objection, objection
from playroom.rules.seat import Seat
from playroom.rules.tile import tile
from playroom.rules.view import View, view


@dataclass(frozen=True)
class Table:
    """A position: whose the hands are stands clockwise from Ada, who is to move; *moves* are made in it."""

    game: str
    hands: str
    layout: str = ""
    boneyard: str = ""
    moves: str = ""
    options: dict[str, object] = field(default_factory=dict)

    def seen(self, ear: Seat | None = 0) -> View:
        """What the listener may know of it."""
        match = table(self.game, self.hands, self.layout, self.boneyard, options=self.options)
        return view(made(match, self.moves), ear)


CROSS = Table("all-fives", "5-5 1-0 6-3 2-1, 3-3 5-0", "5-4 4-4 4-1 / 4-3 / 4-0", "6-5 6-4")
SPINNER = Table("all-fives", "5-5 4-1 3-0, 3-3 5-0", "5-4 4-4 4-1", "6-5 6-4")
NO_ARMS = Table("all-fives", "5-5 4-1 3-0, 3-3 5-0", "5-4", "6-5 6-4")
MATADOR = Table("matador", "6-1 5-5 4-1 0-0, 3-3 2-2", "3-0", "6-0 6-5 6-4")
ENGINE = Table("mexican-train", "9-8 2-2, 3-3 6-0, 8-3 7-1", "", "1-0 5-0")
TRAINS = Table(
    "mexican-train", "7-0 6-4 2-2, 3-3 6-0, 8-3 7-1", "9-9 / 9-6 / 9-4 * / 9-3 5-3 / 9-7", "1-0 5-0"
)
OWING = Table(
    "mexican-train", "7-7 7-0 6-4, 3-3 3-2, 7-1", "9-9 / 9-6 / 9-4 * / 9-3 / 9-7", "1-0", "7-7 mexican"
)
TWO_OWED = Table(
    "mexican-train",
    "7-7 6-6 7-0 6-4, 3-3 3-2, 7-1",
    "9-9 / 9-6 / 9-4 * / 9-3 / 9-7",
    "1-0",
    "7-7 mexican, 6-6 train 0",
    {"doubles": "several"},
)
NOTHING_ELSE = Table(
    "mexican-train",
    "7-7 6-6 7-0, 3-3 3-2",
    "9-9 / 9-7 / 9-5 / 9-6",
    "1-0",
    "7-7 train 0, 6-6 mexican",
    {"doubles": "several"},
)
FIRST_TURN = Table(
    "mexican-train", "9-8 8-2 9-5, 3-3 6-0, 8-3 7-1", "", "1-0", "9-8 train 0", {"first_turn": "many"}
)


def said(
    message: Message, ear: Seat | None = 0, language: str = "en", verbosity: Verbosity = Verbosity.NORMAL
) -> str:
    """*message* in words, with plain spaces where French binds a sign to its word."""
    return phrasebook(language).say(message, Audience(NAMES, ear), verbosity).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("at", "ear", "english", "french"),
    [
        (NO_ARMS, 0, "Ends 5 and 4, sum 9.", "Bouts 5 et 4, total 9."),
        (SPINNER, 0, "Line 5 and 1, up 4, sum 6.", "Ligne 5 et 1, haut 4, total 6."),
        (CROSS, 0, "Line 5 and 1, up 3, down 0, sum 9.", "Ligne 5 et 1, haut 3, bas 0, total 9."),
        (MATADOR, 0, "Ends 3 and 0.", "Bouts 3 et 0."),
        (ENGINE, 0, "Your train 9, Mexican 9.", "Votre train 9, Mexicain 9."),
        (TRAINS, 0, "Your train 6, Ben's open 4, Mexican 7.", "Votre train 6, Ben ouvert 4, Mexicain 7."),
        (TRAINS, 1, "Your open train 4, Mexican 7.", "Votre train ouvert 4, Mexicain 7."),
        (
            TRAINS,
            None,
            "Ada's closed 6, Ben's open 4, Cleo's closed 3, Mexican 7.",
            "Ada fermé 6, Ben ouvert 4, Cleo fermé 3, Mexicain 7.",
        ),
        (
            OWING,
            0,
            "To cover: Mexican 7. Your train 6, Ben's open 4.",
            "À couvrir : Mexicain 7. Votre train 6, Ben ouvert 4.",
        ),
        (
            TWO_OWED,
            2,
            "To cover: Mexican 7, Ada's train 6. Your train 3, Ben's open 4.",
            "À couvrir : Mexicain 7, chez Ada 6. Votre train 3, Ben ouvert 4.",
        ),
    ],
)
def test_the_ends_are_told_by_their_names(at: Table, ear: Seat | None, english: str, french: str) -> None:
    message = answer.ends(at.seen(ear))

    assert said(message, ear) == english
    assert said(message, ear, "fr") == french


@pytest.mark.parametrize(
    ("verbosity", "english"),
    [
        (Verbosity.BRIEF, "Yours 6, Ben's 4, Mexican 7."),
        (Verbosity.FULL, "Your train 6, Ben's open 4, Mexican 7, Cleo's closed 3."),
    ],
)
def test_closed_trains_of_others_are_told_at_full_length_only(verbosity: Verbosity, english: str) -> None:
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

    assert [said(told) for _, told in choices] == english
    assert [said(told, language="fr") for _, told in choices] == french
    assert all(objection(at.seen().position, play) is None for play, _ in choices)


@pytest.mark.parametrize(
    ("at", "held", "question"),
    [
        (CROSS, "1-0", "Where does 1-0 go? 2 choices."),
        (MATADOR, "6-1", "Where does 6-1 go? 4 choices."),
        (MATADOR, "0-0", "Left on 3, or right on 0?"),
        (Table("all-fives", "6-4, 3-3", "4-4 4-1 1-4"), "6-4", "Left on the double 4, or right on 4?"),
        (Table("all-fives", "6-0, 3-3", "0-1 1-0 0-0"), "6-0", "Left on 0, or right on the double 0?"),
    ],
)
def test_the_question_where_a_tile_goes_counts_the_ways(at: Table, held: str, question: str) -> None:
    assert said(answer.which_end(at.seen(), tile(held))) == question


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
                "Engine 9-9.",
                "Your train, one tile: 9-6.",
                "Ben's train, open, one tile: 9-4.",
                "Cleo's train, closed, one tile: 9-3.",
                "Mexican train, 2 tiles: 9-7 and 7-7. Its double must be covered.",
            ],
            [
                "Locomotive 9-9.",
                "Votre train, un domino : 9-6.",
                "Chez Ben, train ouvert, un domino : 9-4.",
                "Chez Cleo, train fermé, un domino : 9-3.",
                "Train mexicain, 2 dominos : 9-7 et 7-7. Son double est à couvrir.",
            ],
        ),
    ],
)
def test_the_table_is_walked_row_by_row(at: Table, english: list[str], french: list[str]) -> None:
    told = rows(at.seen())

    assert [said(row) for row in told] == english
    assert [said(row, language="fr") for row in told] == french
    assert said(answer.chain(at.seen())) == " ".join(english)


@pytest.mark.parametrize(
    ("at", "english", "french"),
    [
        (TRAINS, "play one of 2 tiles", "jouer l'un des 2 dominos qui vont"),
        (OWING, "cover the 7 on the Mexican train with 7-0", "couvrir le 7 sur le train mexicain avec 7-0"),
        (
            TWO_OWED,
            "cover the 7 on the Mexican train with 7-0",
            "couvrir le 7 sur le train mexicain avec 7-0",
        ),
        (FIRST_TURN, "play 8-2 or stop here", "jouer 8-2 ou vous arrêter là"),
    ],
)
def test_the_choices_are_to_play_to_cover_or_to_stop(at: Table, english: str, french: str) -> None:
    message = answer.whose_turn(at.seen())

    assert said(message) == f"Your turn: {english}."
    assert said(message, language="fr") == f"À vous de {french}."


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
            "2-2 does not fit: the ends are 6, 4, 3 and 7.",
            "2-2 ne va pas : les bouts sont 6, 4, 3 et 7.",
        ),
        (
            ENGINE,
            "2-2",
            Objection.DOES_NOT_FIT,
            "2-2 does not fit: all ends are 9.",
            "2-2 ne va pas : tous les bouts sont 9.",
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
    told = information.game_information(at.seen(), rulebook.title(GAMES[at.game]))

    assert list(map(said, told)) == english


@pytest.mark.parametrize(
    ("at", "cells", "ear", "english"),
    [
        (CROSS, 0, 0, "L5 R1 U3 D0|55 10 63 21|me4 Be2|b2"),
        (CROSS, 40, 0, "L5 R1 U3 D0|55 10 63 21|me4 Be2|b2"),
        (CROSS, 20, 0, "L5 R1 U3 D0|55 10+2"),
        (MATADOR, 20, 0, "L3 R0|61 55 41 00|b3"),
        (TRAINS, 0, 0, "T6 Be4* Cl3 M7|70 64 22|me3 Be2 Cl2|b2"),
        (TRAINS, 40, 0, "T6 Be4* Cl3 M7|70 64 22|me3 Be2 Cl2|b2"),
        (TRAINS, 20, 0, "T6 Be4* M7|70 64 22"),
        (TRAINS, 20, 1, "T4* M7|33 60|me2 Cl2"),
        (OWING, 20, 0, "M7! T6 Be4*|70 64|b1"),
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
