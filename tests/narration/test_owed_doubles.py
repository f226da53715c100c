"""Arms that take their doubles alone, in every answer that speaks of ends (CR-3)."""

from collections.abc import Iterable

import pytest
from support.console.arrange import table

from playroom.console.play.tips import first_times
from playroom.narration.answers.answer import ends, hand_tile, what_if, whose_turn
from playroom.narration.answers.ends import ends_left
from playroom.narration.answers.information import passed_on
from playroom.narration.answers.table_line import table_line
from playroom.narration.cues import end_numbers
from playroom.narration.message import Message, Title
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.narration.preferences import FirstTime
from playroom.narration.refusal import why_not
from playroom.rules.event import Played
from playroom.rules.flow import after, play
from playroom.rules.legal import objection, position
from playroom.rules.match import Match
from playroom.rules.move import Draw, Pass
from playroom.rules.tile import tile
from playroom.rules.view import view
from playroom.table.examples.notation import move_of
from playroom.web.board import BoardMark, board_of

NAMES = ("Ada", "Ben")
OWING = table("maltese-cross", "5-5 5-0 4-1, 2-2 1-0", "5-6 6-6 6-4 4-4 / 6-3 / 6-2", "1-1 0-0 2-0")
"""Right has its double; left, up and down take theirs alone."""

LAST_DRAW = table("maltese-cross", "5-1 1-0, 2-2 4-1", "5-6 6-6 6-4 / 6-3 / 6-2", "3-1 4-4 5-5")
"""The last tile is drawn next, and then nobody can have any double but 2-2."""


def said(messages: Message | Iterable[Message] | None, language: str = "en") -> str:
    several = (messages,) if isinstance(messages, Message) else messages or ()
    book = phrasebook(language)
    return " ".join(book.say(each, Audience(NAMES, 0)) for each in several).replace("\u00a0", " ")


def refused(match: Match, words: str) -> str:
    why = objection(position(match), move_of(words))
    assert why is not None
    return said(why_not(view(match, 0), move_of(words), why))


@pytest.mark.parametrize(
    ("language", "heard"),
    [
        ("en", "Doubles only: left 5, up 3, down 2."),
        ("fr", "Doubles seulement : à gauche 5, haut 3, bas 2."),
        ("de", "Nur Pasche: links 5, oben 3, unten 2."),
        ("ru", "Только дубли: слева 5, сверху 3, снизу 2."),
    ],
)
def test_the_ends_are_those_that_owe_a_double(language: str, heard: str) -> None:
    assert said(ends(view(OWING, 0)), language) == heard


def test_a_tile_fits_if_it_is_the_double_of_an_arm() -> None:
    assert said(hand_tile(view(OWING, 0), tile("5-5"))) == "5-5, fits left"
    assert said(hand_tile(view(OWING, 0), tile("5-0"))) == "5-0, does not fit"


def test_a_tile_that_has_to_wait_is_refused_with_the_doubles_that_are_owed() -> None:
    heard = "5-0 has to wait. Doubles only: left 5, up 3, down 2."

    assert refused(OWING, "5-0") == refused(OWING, "5-0 left") == heard
    assert said(what_if(view(OWING, 0), tile("5-0"))) == heard


def test_what_a_double_would_leave_is_told() -> None:
    assert said(what_if(view(OWING, 0), tile("5-5"))) == "5-5, left. Doubles only: up 3, down 2."


def test_the_choices_name_the_doubles() -> None:
    assert said(whose_turn(view(OWING, 0))) == "Your turn: play 5-5."


def test_the_line_for_braille_marks_the_arms_that_owe_a_double() -> None:
    line = table_line(view(OWING, 0), phrasebook("en"), Audience(NAMES, 0))

    assert line == "L5! U3! D2!|55 50 41|me3 Be2|b3"


def test_the_board_marks_the_arms_that_owe_a_double() -> None:
    board = board_of(view(OWING, 0), Title("maltese-cross"), said)

    assert [(each.key, each.marks) for each in board.ends] == [
        (key, (BoardMark("double", "Double only"),)) for key in ("left", "up", "down")
    ]
    assert [each.is_playable for each in board.hand] == [True, False, False]


def test_who_hears_of_it_for_the_first_time_has_it_explained() -> None:
    before = table("maltese-cross", "6-2 5-0, 5-5 1-0", "5-6 6-6 6-4 / 6-3", "1-1 0-0 2-0")
    events = play(before, move_of("6-2 down"))

    assert FirstTime.DOUBLES_OWED in first_times(events, after(before, events))


def test_notes_of_ends_are_those_of_the_open_arms_from_left_to_right() -> None:
    (played, *_) = play(OWING, move_of("5-5 left"))

    assert isinstance(played, Played)
    assert end_numbers(played) == (3, 2)


def test_arms_that_are_freed_are_announced_with_the_ends_that_are_left() -> None:
    events = play(LAST_DRAW, Draw())

    assert said(ends_left(events, 0, LAST_DRAW.rules)) == "Doubles only: down 2"
    assert said(ends(view(after(LAST_DRAW, events), 0))) == "Doubles only: down 2."


def test_a_pass_with_doubles_alone_is_counted_for_no_number() -> None:
    match = after(LAST_DRAW, play(LAST_DRAW, Draw()))

    assert tuple(passed_on(play(match, Pass()), 0)) == ()
