"""Why a table, a deal or the action of a record cannot be."""

import pytest
from msgspec.structs import replace
from support.languages import CODES
from tellings import GAMES, NAMES

from playroom.narration.message import Blank, Message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.narration.refusal import deal_refused, move_refused, other_turn, table_refused, with_clause
from playroom.narration.rules.option import allowed_answers, table_summary
from playroom.rules.layout import LEFT, Laid, Line
from playroom.rules.legal import Objection, Position
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.answer_kinds import Flag
from playroom.rules.rulebook.fault import DealFault, InvalidTable, TableFault
from playroom.rules.rulebook.questions import QUESTIONS
from playroom.rules.rulebook.variant import rules
from playroom.rules.tile import Tile, tile, tiles

DRAW = rules(GAMES["draw"], 2)
POSITION = Position(DRAW, 1, tiles("4-2 6-6"), Line((Laid(4, 4),)), 2)
OWING = replace(POSITION, owed=(LEFT,))


def said(message: Message, language: str = "en") -> str:
    """*message* in words, with plain spaces where French binds a sign to its word."""
    return phrasebook(language).say(message, Audience(NAMES)).replace("\u00a0", " ")


def refused(game: str, players: int, teams: int = 0, **options: object) -> InvalidTable:
    with pytest.raises(InvalidTable) as caught:
        rules(GAMES[game], players, teams, options)
    return caught.value


@pytest.mark.parametrize(
    ("game", "players", "teams", "options", "english", "french"),
    [
        (
            "dominos", 11, 0, {},
            "11 players are not possible here: choose 2 to 10.",
            "Pas de partie à 11 ici : choisissez 2 à 10.",
        ),
        (
            "block", 5, 0, {},
            "5 players are not possible here: choose 2, 3 or 4.",
            "Pas de partie à 5 ici : choisissez 2, 3 ou 4.",
        ),
        (
            "block", 4, 2, {},
            "In this game everyone plays alone: there are no teams.",
            "Dans ce jeu, c'est chacun pour soi : il n'y a pas d'équipes.",
        ),
        (
            "pass-pass", 4, 0, {},
            "This game is played in teams: choose 2 teams.",
            "Ce jeu se joue en équipes : choisissez 2 équipes.",
        ),
        (
            "dominos", 4, 1, {},
            "1 team is not possible here: choose 2 to 5, or everyone alone.",
            "1 équipe n'est pas possible ici : choisissez 2 à 5, ou chacun pour soi.",
        ),
        (
            "dominos", 5, 2, {},
            "5 players cannot make 2 teams of one size, two or more in each.",
            "À 5, pas de 2 équipes égales, d'au moins deux.",
        ),
        (
            "dominos", 6, 0, {"set": 6},
            "The double-six set serves 4 players at most: 6 are too many.",
            "La boîte double-six suffit pour 4 au plus : 6, c'est trop.",
        ),
        (
            "dominos", 10, 0, {"set": 9, "hand": 7},
            "The double-nine set cannot deal 7 tiles to 10 players: 5 at most.",
            "La boîte double-neuf ne permet pas de donner 7 dominos à 10 personnes : 5 au plus.",
        ),
        (
            "dominos", 4, 0, {"hand": 8},
            "Tiles each: 8 is not possible. Choose 5, 6 or 7.",
            "Dominos par personne : 8 n'est pas possible. Choisissez 5, 6 ou 7.",
        ),
        (
            "dominos", 4, 0, {"limit": 0},
            "Limit: 0 is not possible. Choose 1 or more.",
            "Limite : 0 point n'est pas possible. Choisissez 1 ou plus.",
        ),
        (
            "draw", 4, 0, {"after_draw": "never"},
            (
                "After a draw: never is not possible. "
                "Choose draw until one fits, play it or keep it or end the turn."
            ),
            (
                "Après la pioche : never n'est pas possible. "
                "Choisissez piocher jusqu'à pouvoir jouer, jouer ou garder le domino ou finir le tour."
            ),
        ),
        (
            "mexican-train", 6, 0, {"set": 9},
            "The double-nine set serves 4 players at most: 6 are too many.",
            "La boîte double-neuf suffit pour 4 au plus : 6, c'est trop.",
        ),
        (
            "mexican-train", 2, 0, {"rounds": 11},
            "Each round has its own engine: there can be no more rounds than the set has doubles.",
            "Chaque manche a sa locomotive : il ne peut y avoir plus de manches que de doubles.",
        ),
        (
            "mexican-train", 4, 0, {"hand": 16},
            "The double-nine set cannot deal 16 tiles to 4 players: 13 at most.",
            "La boîte double-neuf ne permet pas de donner 16 dominos à 4 personnes : 13 au plus.",
        ),
        (
            "all-fives", 4, 0, {"points": "tens"},
            "Points: tens is not possible. Choose the sum itself or one for each five.",
            "Points : tens n'est pas possible. Choisissez le total lui-même ou un point par cinq.",
        ),
        (
            "block", 4, 0, {"wings": 2},
            "This game has no option wings. It has target, single_round and direction.",
            "Ce jeu n'a pas d'option wings. Il a target, single_round et direction.",
        ),
    ],
    ids=str,
)  # fmt: skip
def test_an_impossible_table_is_refused_with_what_is_possible(
    game: str, players: int, teams: int, options: dict[str, object], english: str, french: str
) -> None:
    message = table_refused(refused(game, players, teams, **options), GAMES[game])

    assert said(message) == english
    assert said(message, "fr") == french


@pytest.mark.parametrize(
    "fault", [fault for fault in TableFault if fault.value.count("_") > 1 or "ends" in fault], ids=str
)
@pytest.mark.parametrize("language", CODES)
def test_answers_that_make_no_game_are_refused_in_a_sentence(fault: TableFault, language: str) -> None:
    facts = {"hand": 7, "set": 6, "players": 5, "nearest": 5} if fault is TableFault.HAND_TOO_LARGE else {}

    assert said(table_refused(InvalidTable(fault, "", **facts)), language).endswith(".")


FACTS: dict[DealFault, dict[str, object]] = {
    DealFault.NOT_IN_SET: {"tile": tile("7-1"), "set": 6},
    DealFault.ENGINE_DEALT: {"tile": tile("9-9")},
    DealFault.TWICE: {"tile": tile("6-1")},
    DealFault.MISSING: {"tiles": "6-1 5-0"},
    DealFault.HAND_SIZE: {"seat": 1, "given": 6, "size": 7},
    DealFault.OUT_OF_MATCH: {"seat": 1},
    DealFault.WRONG_STARTER: {"given": 0, "seat": 1},
}


@pytest.mark.parametrize(
    ("fault", "english", "french"),
    [
        (DealFault.ROUND_GOES_ON, "The previous round is not over.", "La manche précédente n'est pas finie."),
        (
            DealFault.MATCH_OVER,
            "The match is over: there are no more rounds.",
            "La partie est finie : il n'y a plus de manche.",
        ),
        (
            DealFault.NOT_IN_SET,
            "7-1 is not in the double-six set.",
            "7-1 n'est pas dans la boîte double-six.",
        ),
        (
            DealFault.ENGINE_DEALT,
            "9-9 is the engine: it starts in the middle and cannot be dealt.",
            "9-9 est la locomotive : ce domino est au milieu et ne se distribue pas.",
        ),
        (DealFault.TWICE, "6-1 is there twice.", "6-1 figure deux fois."),
        (DealFault.MISSING, "Missing from the deal: 6-1 and 5-0.", "Il manque dans la donne : 6-1 et 5-0."),
        (DealFault.HAND_SIZE, "Ben has 6 tiles instead of 7.", "Ben a 6 dominos au lieu de 7."),
        (
            DealFault.OUT_OF_MATCH,
            "Ben is eliminated and takes no part in this round.",
            "Ben est hors jeu et ne joue pas cette manche.",
        ),
        (
            DealFault.STARTER_NEEDED,
            "Chance decides who starts: name the starter.",
            "Le hasard décide qui commence : dites qui commence.",
        ),
        (
            DealFault.WRONG_STARTER,
            "By the rules Ben starts, not Ada.",
            "Selon les règles, Ben commence, et non Ada.",
        ),
        (
            DealFault.NO_STARTER,
            "Nobody holds a double, so nobody can start.",
            "Personne n'a de double : personne ne peut commencer.",
        ),
    ],
    ids=str,
)
def test_an_impossible_deal_is_refused_in_a_sentence(fault: DealFault, english: str, french: str) -> None:
    message = deal_refused(InvalidTable(fault, "", **FACTS.get(fault, {})))

    assert said(message) == english
    assert said(message, "fr") == french


def test_every_fault_of_a_deal_has_its_sentence() -> None:
    for fault in DealFault:
        assert said(table_refused(InvalidTable(fault, "", **FACTS.get(fault, {})))).endswith(".")


@pytest.mark.parametrize(
    ("move", "why", "english"),
    [
        (Draw(), Objection.CAN_PLAY_SO_NO_DRAW, "Ben has 4-2, which fits both ends, and may not draw."),
        (Pass(), Objection.CAN_PLAY_SO_NO_PASS, "Ben has 4-2, which fits both ends, and may not pass."),
        (Pass(), Objection.CAN_DRAW_SO_NO_PASS, "2 tiles can still be drawn: Ben may not pass."),
        (Draw(), Objection.BONEYARD_RESERVED, "The last 2 tiles are never drawn, so Ben cannot draw."),
        (Play(Tile(1, 1)), Objection.NOT_HELD, "Ben does not have 1-1."),
        (Play(Tile(6, 6)), Objection.DOES_NOT_FIT, "Ben cannot play 6-6: both ends are 4."),
        (
            Play(Tile(2, 4)),
            Objection.WHICH_END,
            "Ben plays 4-2, which fits both ends: left or right must be named.",
        ),
    ],
    ids=str,
)
def test_the_action_of_a_record_is_refused_by_the_name_of_its_player(
    move: Move, why: Objection, english: str
) -> None:
    assert said(move_refused(POSITION, move, why, 1)) == english


@pytest.mark.parametrize("why", Objection)
@pytest.mark.parametrize("language", CODES)
def test_every_objection_has_a_sentence_for_others(why: Objection, language: str) -> None:
    spoken = said(move_refused(OWING, Play(tile("4-2"), LEFT), why, 1), language)

    assert spoken.endswith(".")
    assert "{" not in spoken


def test_an_action_out_of_turn_names_both() -> None:
    assert said(other_turn(1, 0)) == "It is Ada's turn, and Ben acts."
    assert said(other_turn(1, None)) == "The round is over, and Ben acts."
    assert said(other_turn(1, 0), "fr") == "C'est à Ada de jouer, et Ben agit."


def test_the_clause_comes_behind_the_sentence() -> None:
    spoken = move_refused(POSITION, Play(Tile(1, 1)), Objection.NOT_HELD, 1)

    assert said(with_clause(spoken, "G-9")) == "Ben does not have 1-1. Clause G-9."
    assert said(with_clause(spoken, "")) == "Ben does not have 1-1."


def test_the_place_in_a_record_comes_first() -> None:
    spoken = move_refused(POSITION, Play(Tile(1, 1)), Objection.NOT_HELD, 1)
    blanks: dict[str, Blank] = {"file": "a.yaml", "line": "9", "round": "1", "action": "3", "told": spoken}

    assert said(Message("refusals.in_record", blanks=blanks)) == (
        "a.yaml, line 9, round 1, action 3: Ben does not have 1-1."
    )


def test_the_nearest_table_is_described_in_one_line() -> None:
    near = table_summary(4, 2, {"set": 9, "limit": 100, "drawing": "never", "going_out": "whole_team"})

    assert said(Message("refusals.nearest", blanks={"table": near})) == (
        "Possible: 4 players, 2 teams, Set: double-nine, Limit: 100, Drawing: never "
        "and When a player goes out: the whole team must finish."
    )


def test_the_allowed_answers_of_every_question_can_be_spoken() -> None:
    for name, kind in QUESTIONS.items():
        assert said(Message("rulebooks.table", blanks={"parts": allowed_answers(name, kind)}))

    assert (
        said(Message("rulebooks.table", blanks={"parts": allowed_answers("single_round", Flag())}))
        == "yes or no"
    )
