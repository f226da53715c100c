"""What a tile would do, in words."""

import pytest
from tellings import GAMES, NAMES
from test_answer import begun, dealt, seen

from playroom.narration.answers.answer import what_if
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.rules.deal import Deal, begin
from playroom.rules.flow import after, play
from playroom.rules.layout import LEFT, RIGHT
from playroom.rules.match import Match, new_match
from playroom.rules.move import Play
from playroom.rules.rulebook.variant import rules
from playroom.rules.seat import Seat
from playroom.rules.tile import tile, tiles, whole_set


def said(match: Match, held: str, ear: Seat = 0, language: str = "en") -> str:
    book = phrasebook(language)
    spoken = what_if(seen(match, ear), tile(held))
    return " ".join(book.say(each, Audience(NAMES, ear)) for each in spoken).replace("\u00a0", " ")


def dealt_in(game: str, ada: str, ben: str) -> Match:
    """Two players with these hands, of whom Ben starts."""
    made = rules(GAMES[game], 2)
    hands = tiles(ada), tiles(ben)
    rest = tuple(each for each in whole_set(made.set) if each not in hands[0] + hands[1])
    match = new_match(made)
    return after(match, begin(match, Deal(hands, rest, 1)))


@pytest.mark.parametrize(
    ("held", "english", "french"),
    [
        ("4-2", "4-2, left. Ends 2 and 3.", "4-2 à gauche. Bouts 2 et 3."),
        ("6-2", "6-2 does not fit: the ends are 4 and 3.", "6-2 ne va pas : les bouts sont 4 et 3."),
    ],
)
def test_a_tile_is_described_with_the_ends_that_it_would_leave(held: str, english: str, french: str) -> None:
    assert said(begun(), held) == english
    assert said(begun(), held, language="fr") == french


def test_each_way_to_play_a_tile_is_described() -> None:
    match = begun(Play(tile("4-0"), LEFT), Play(tile("3-3"), RIGHT))

    assert said(match, "3-0") == "3-0, left. Ends 3 and 3. Or right. Ends 0 and 0."
    assert said(match, "3-0", language="fr") == "3-0 à gauche. Bouts 3 et 3. Ou à droite. Bouts 0 et 0."


def test_of_two_ends_that_are_mirror_images_one_is_described() -> None:
    match = dealt_in("draw", "6-4 5-0 4-1 3-2 6-2 1-0 2-1", "6-6 4-4 3-3 6-5 5-4 6-3 4-3")
    alone = after(match, play(match, Play(tile("6-6"))))

    assert said(alone, "6-4") == "6-4, right. Ends 6 and 4."


def test_while_another_opens_and_after_the_round_that_is_said() -> None:
    assert said(dealt(), "5-3") == f"5-3. Waiting for {NAMES[1]}."


def test_points_are_spoken_where_tiles_score() -> None:
    match = dealt_in("all-fives", "5-5 5-0 4-1 3-2 6-2 1-0 2-1", "6-6 4-4 3-3 6-5 6-4 6-3 4-3")

    assert said(match, "6-4", 1) == "6-4 opens. Ends 6 and 4, sum 10. 10 points."
    assert said(match, "6-5", 1, "fr") == "6-5 ouvre. Bouts 6 et 5, total 11. Aucun point."
