"""Answers to the questions that a player asks with a key."""

import pytest
from msgspec.structs import replace
from tellings import GAMES, NAMES

from playroom.narration.answers import answer, information
from playroom.narration.cues import IMPOSSIBLE
from playroom.narration.message import Message, Urgency
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience, Verbosity
from playroom.narration.refusal import not_your_turn, why_not
from playroom.narration.rules import rulebook
from playroom.rules.deal import Deal, begin
from playroom.rules.event import Scored
from playroom.rules.flow import after, forced, play
from playroom.rules.layout import LEFT, RIGHT
from playroom.rules.legal import Objection, objection
from playroom.rules.match import Match, new_match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.variant import rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile, tile, tiles, whole_set
from playroom.rules.view import View, view

DRAW = rules(GAMES["draw"], 2, 0, {"after_draw": "may_play"})
ADA = tiles("3-0 5-3 6-2 4-2 0-0 6-4 4-0")
BEN = tiles("1-1 3-2 5-2 4-3 5-4 6-1 3-3")


def rest(*taken: tuple[Tile, ...], first: str = "") -> tuple[Tile, ...]:
    """The boneyard: *first* the tiles to be drawn, then all others that nobody holds."""
    held = {each for hand in taken for each in hand} | set(tiles(first))
    return (*tiles(first), *(each for each in whole_set(6) if each not in held))


def dealt(first: str = "4-1") -> Match:
    """Ada and Ben at a game of draw, in which Ben starts."""
    match = new_match(DRAW)
    return after(match, begin(match, Deal((ADA, BEN), rest(ADA, BEN, first=first))))


def played(match: Match, *moves: Move) -> Match:
    for move in moves:
        match = after(match, play(match, move))
    return match


def begun(*moves: Move) -> Match:
    """Ben has opened with 4-3, and these moves were made since."""
    return played(dealt(), Play(tile("4-3")), *moves)


def said(
    message: Message, ear: Seat | None = 0, language: str = "en", verbosity: Verbosity = Verbosity.NORMAL
) -> str:
    """*message* in words, with plain spaces where French binds a sign to its word."""
    return phrasebook(language).say(message, Audience(NAMES, ear), verbosity).replace("\u00a0", " ")


def seen(match: Match, ear: Seat | None = 0) -> View:
    return view(match, ear)


@pytest.mark.parametrize(
    ("held", "english", "french"),
    [
        ("4-2", "4-2, fits left", "4-2, va à gauche"),
        ("5-3", "5-3, fits right", "5-3, va à droite"),
        ("6-2", "6-2, does not fit", "6-2, ne va pas"),
    ],
)
def test_a_tile_of_the_hand_comes_with_where_it_fits(held: str, english: str, french: str) -> None:
    message = answer.hand_tile(seen(begun()), tile(held))

    assert said(message) == english
    assert said(message, language="fr") == french


def test_a_tile_that_fits_both_ends_says_so() -> None:
    match = begun(Play(tile("4-0"), LEFT), Play(tile("3-3"), RIGHT))

    assert said(answer.hand_tile(seen(match), tile("3-0"))) == "3-0, fits both ends"


def test_the_first_tile_can_open_or_not() -> None:
    dominos = rules(GAMES["dominos"], 2)
    match = new_match(dominos)
    match = after(match, begin(match, Deal((ADA, BEN), rest(ADA, BEN))))

    assert said(answer.hand_tile(seen(match, 1), tile("3-3"))) == "3-3, can open"
    assert said(answer.hand_tile(seen(match, 1), tile("5-4"))) == "5-4, cannot open"


def test_while_another_opens_a_tile_says_who_does() -> None:
    dominos = rules(GAMES["dominos"], 2)
    match = new_match(dominos)
    match = after(match, begin(match, Deal((ADA, BEN), rest(ADA, BEN))))
    spoken = answer.hand_tile(seen(match, 0), tile("0-0"))

    assert said(spoken) == f"0-0. Waiting for {NAMES[1]}."
    assert said(spoken, language="fr") == f"0-0. On attend {NAMES[1]}."


def test_the_place_comes_last() -> None:
    item = answer.hand_tile(seen(begun()), tile("5-3"))

    assert said(answer.at_place(item, 2, 7)) == "5-3, fits right, 2 of 7"
    assert said(answer.at_place(item, 2, 7), language="fr") == "5-3, va à droite, 2 sur 7"


def test_the_whole_hand_is_one_utterance() -> None:
    message = answer.hand(seen(begun()))

    assert said(message) == "7 tiles: 3-0, 5-3, 6-2, 4-2, 0-0, 6-4 and 4-0."
    assert said(message, verbosity=Verbosity.FULL) == (
        "7 tiles: 3-0, 5-3, 6-2, 4-2, 0-0, 6-4 and 4-0. These fit: 3-0, 5-3, 4-2, 6-4 and 4-0."
    )


def test_the_two_ends_are_spoken() -> None:
    assert said(answer.ends(seen(dealt()))) == "No tiles on the table yet."
    assert said(answer.ends(seen(begun()))) == "Ends 4 and 3."
    assert said(answer.ends(seen(begun())), language="fr") == "Bouts 4 et 3."


def test_the_ends_come_with_their_sum_where_a_rule_depends_on_it() -> None:
    hands = tuple(whole_set(6)[6 * seat : 6 * seat + 6] for seat in range(4))
    match = new_match(rules(GAMES["pass-pass"], 4, 2))
    match = after(match, begin(match, Deal(hands, whole_set(6)[24:], 1)))

    match = played(match, Play(hands[1][0]))

    assert said(answer.ends(seen(match))) == "Ends 3 and 0, sum 3."


def test_the_chain_is_read_from_the_left() -> None:
    match = begun(Play(tile("4-0"), LEFT), Play(tile("3-3"), RIGHT))

    assert said(answer.chain(seen(begun()))) == "One tile: 4-3."
    assert said(answer.chain(seen(match))) == "Chain of 3, from the left: 0-4, 4-3 and 3-3."
    assert (
        said(answer.chain(seen(match)), language="fr") == "Chaîne de 3, depuis la gauche : 0-4, 4-3 et 3-3."
    )


def test_scores_are_a_line_a_side() -> None:
    match = begun().after(Scored((12, 0), (31, 1)))

    assert [said(line) for line in answer.scores(seen(match))] == [
        "You: 31 points, 12 of them this round.",
        "Ben: 1 point.",
    ]


def test_teams_have_one_line_together() -> None:
    hands = tuple(whole_set(6)[7 * seat : 7 * seat + 7] for seat in range(4))
    match = new_match(rules(GAMES["dominos"], 4, 2))
    match = after(match, begin(match, Deal(hands, ())))

    assert [said(line) for line in answer.scores(seen(match))] == ["Nobody has points."]

    match = replace(match, totals=(12, 0))
    assert [said(line) for line in answer.scores(seen(match))] == [
        "You and Cleo: 12 points.",
        "Ben and Dan: 0 points.",
    ]


def test_whose_turn_it_is_comes_with_what_may_be_done() -> None:
    match = begun()

    assert said(answer.whose_turn(seen(match))) == "Your turn: play one of 5 tiles."
    assert said(answer.whose_turn(seen(match, 1)), 1) == "Ada to play."
    assert said(answer.whose_turn(seen(match, 1)), 1, "fr") == "C'est à Ada de jouer."


def test_choices_are_what_the_rules_allow_now() -> None:
    match = begun(Play(tile("4-0"), LEFT), Play(tile("3-3"), RIGHT))

    assert said(answer.choices(seen(match))) == "You must play one of 3 tiles."
    assert said(answer.choices(seen(match)), verbosity=Verbosity.FULL) == "You must play 3-0, 5-3 or 0-0."


def test_after_a_draw_the_tile_may_be_kept() -> None:
    match = played(dealt("4-1"), Play(tile("1-1")))
    assert said(answer.choices(seen(match))) == "You must draw."

    match = played(match, Draw())

    assert said(answer.choices(seen(match))) == "You may play 4-1 or pass and keep the tile."
    assert said(answer.choices(seen(match)), language="fr") == "Vous pouvez jouer 4-1 ou garder le domino."


def test_the_question_for_the_end_names_both_numbers() -> None:
    match = begun(Play(tile("4-0"), LEFT), Play(tile("3-3"), RIGHT))
    message = answer.which_end(seen(match), tile("3-0"))

    assert said(message) == "Left on 0, or right on 3?"
    assert said(message, verbosity=Verbosity.FULL) == "3-0 fits both ends. Left on 0, or right on 3?"


def test_the_next_tile_that_fits_is_found_round_the_end() -> None:
    now = seen(begun())

    assert [answer.next_playable(now, at, 1) for at in range(7)] == [1, 3, 3, 5, 5, 6, 0]
    assert [answer.next_playable(now, at, -1) for at in range(7)] == [6, 0, 1, 1, 3, 3, 5]


def test_where_nothing_fits_that_is_said_with_what_remains() -> None:
    match = played(dealt(), Play(tile("1-1")))

    assert answer.next_playable(seen(match), 0, 1) is None
    assert said(answer.none_playable(seen(match))) == "None of your tiles fits. You must draw."


@pytest.mark.parametrize(
    ("move", "english", "french"),
    [
        (
            Draw(),
            "You have 3-0, which fits right: you may not draw.",
            "Vous avez 3-0, qui va à droite : vous ne pouvez pas piocher.",
        ),
        (
            Pass(),
            "You have 3-0, which fits right: you may not pass.",
            "Vous avez 3-0, qui va à droite : vous ne pouvez pas bouder.",
        ),
        (Play(tile("6-6")), "You do not have 6-6.", "Vous n'avez pas 6-6."),
        (
            Play(tile("6-2")),
            "6-2 does not fit: the ends are 4 and 3.",
            "6-2 ne va pas : les bouts sont 4 et 3.",
        ),
        (
            Play(tile("5-3"), LEFT),
            "5-3 does not fit left: the end is 4.",
            "5-3 ne va pas à gauche : le bout est 4.",
        ),
    ],
    ids=str,
)
def test_an_impossible_move_says_why(move: Move, english: str, french: str) -> None:
    now = seen(begun())
    why = objection(now.position, move)

    assert why
    message = why_not(now, move, why)
    assert said(message) == english
    assert said(message, language="fr") == french
    assert message.sound == IMPOSSIBLE


@pytest.mark.parametrize(
    ("why", "english"),
    [
        (Objection.MUST_OPEN, "You start: play a tile."),
        (Objection.NO_END_YET, "No tile has been played yet, so there is no left or right."),
        (Objection.BONEYARD_EMPTY, "The boneyard is empty."),
        (Objection.DREW_ALREADY, "You have already drawn."),
        (Objection.NO_DRAWING, "There is no drawing in this game."),
        (Objection.OPENS_WITH_DOUBLE, "The first tile must be a double: play 1-1 or 3-3."),
    ],
)
def test_each_objection_has_its_sentence(why: Objection, english: str) -> None:
    assert said(why_not(seen(dealt(), 1), Draw(), why), 1) == english


def test_out_of_turn_is_said_with_who_plays() -> None:
    match = begun()

    assert said(not_your_turn(seen(match, 1)), 1) == "Not your turn: Ada plays."
    assert said(not_your_turn(seen(match, 1)), 1, "fr") == "Ce n'est pas à vous : c'est à Ada de jouer."


def test_game_information_has_a_line_for_each_fact() -> None:
    lines = information.game_information(seen(begun()), rulebook.title(GAMES["draw"]))

    assert list(map(said, lines)) == [
        "Tiles: you 7 and Ben 6.",
        "Boneyard 14.",
        "Draw, round 1, double-six.",
        "Target: 100 points.",
    ]


@pytest.mark.parametrize(
    ("language", "target"),
    [
        ("en", "Target: 1 point."),
        ("fr", "Objectif : 1 point."),
        ("de", "Ziel: 1 Punkt."),
        ("es", "Meta: 1 punto."),
        ("it", "Traguardo: 1 punto."),
        ("pt", "Meta: 1 ponto."),
        ("pl", "Gra do 1 punktu."),
    ],
)
def test_a_target_of_one_is_one_point(language: str, target: str) -> None:
    match = new_match(rules(GAMES["draw"], 2, options={"target": 1}))
    match = after(match, begin(match, Deal((ADA, BEN), rest(ADA, BEN), 1)))

    assert said(information.match_end(seen(match))[0], language=language) == target


@pytest.mark.parametrize(
    ("game", "size", "spoken"), [("all-fives", 5, "Spinner 6-6."), ("sebastopol", 7, "Middle 6-6.")]
)
def test_the_tile_of_four_arms_is_called_as_in_the_rules_of_the_game(
    game: str, size: int, spoken: str
) -> None:
    stock = tuple(reversed(whole_set(6)))
    hands = tuple(stock[size * seat : size * seat + size] for seat in range(4))
    match = new_match(rules(GAMES[game], 4))
    match = played(after(match, begin(match, Deal(hands, stock[4 * size :], 0))), Play(tile("6-6")))

    lines = information.game_information(seen(match), rulebook.title(GAMES[game]))
    assert spoken in map(said, lines)


def test_game_information_of_teams_names_them_and_the_reserve() -> None:
    hands = tuple(whole_set(6)[6 * seat : 6 * seat + 6] for seat in range(4))
    match = new_match(rules(GAMES["passing-game"], 4, 2))
    match = after(match, begin(match, Deal(hands, whole_set(6)[24:], 0)))

    lines = information.game_information(seen(match), rulebook.title(GAMES["passing-game"]))

    assert [said(line, language="fr") for line in lines] == [
        "Dominos : vous 6, Ben 6, Cleo 6 et Dan 6.",
        "Pioche 4, dont 2 à prendre.",
        "Le jeu des passes, manche 1, double-six.",
        "Objectif : 61 points.",
        "Équipes : Vous et Cleo. Ben et Dan.",
    ]


def test_game_information_names_the_players_out_of_the_round() -> None:
    hands = (
        tiles("6-6 6-5 6-4 6-3 6-2 6-1 6-0"),
        tiles("5-5 5-4 5-3 5-2 5-1 5-0 4-4"),
        tiles("4-3 4-2 4-1 4-0 3-3 3-2 3-1"),
    )
    match = new_match(rules(GAMES["pass-and-out"], 3))
    match = after(match, begin(match, Deal(hands, rest(*hands), 0)))

    match = played(match, Play(tile("6-6")))
    match = after(match, forced(match))

    lines = information.game_information(seen(match), rulebook.title(GAMES["pass-and-out"]))
    assert list(map(said, lines)) == [
        "Still in: you 6.",
        "Out of the round: Ben 7 and Cleo 7.",
        "7 tiles are set aside.",
        "Pass and Out, round 1, double-six.",
        "Target: 31 points.",
    ]


@pytest.mark.parametrize(
    ("language", "spoken"), [("en", "Eliminated: you and Ben."), ("fr", "Hors jeu : vous et Ben.")]
)
def test_game_information_names_the_eliminated_players(language: str, spoken: str) -> None:
    hands = ((), (), ADA, BEN)
    match = replace(new_match(rules(GAMES["dominos"], 4)), sides_in=(2, 3))
    match = after(match, begin(match, Deal(hands, rest(*hands), 3)))

    lines = information.game_information(seen(match), rulebook.title(GAMES["dominos"]))

    assert spoken in [said(line, language=language) for line in lines]


def test_answers_are_said_at_once() -> None:
    now = seen(begun())
    spoken = (answer.hand(now), answer.ends(now), answer.whose_turn(now), *answer.scores(now))

    assert {message.urgency for message in spoken} == {Urgency.ANSWER}


@pytest.mark.parametrize(("winners", "english"), [((), "The round is over"), ((1,), "The match is over")])
def test_nobody_is_to_move_after_a_round_or_a_match(winners: tuple[int, ...], english: str) -> None:
    now = replace(seen(begun()), turn=None, winners=winners)

    assert said(answer.none_playable(now)) == f"{english}."
    assert said(not_your_turn(now)) == f"{english}: nobody can play now."
