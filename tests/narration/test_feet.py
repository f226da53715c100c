"""A tree of feet, in every answer that speaks of ends or tiles on the table (CF-2 to CF-4)."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from support.console.arrange import table
from support.console.opened import opened

from playroom.advice.reasons import true_reasons
from playroom.console.play.layout_walk import layout_sweep
from playroom.console.play.tips import first_times
from playroom.narration.answers.answer import chain, end_choices, ends, hand_tile, what_if, which_end
from playroom.narration.answers.ends import ends_left
from playroom.narration.answers.information import at_a_glance, facts
from playroom.narration.answers.table_line import table_line
from playroom.narration.answers.table_rows import table_rows
from playroom.narration.cues import end_numbers
from playroom.narration.message import Message, Title
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience, Verbosity
from playroom.narration.preferences import FirstTime
from playroom.narration.refusal import why_not
from playroom.rules.event import Played
from playroom.rules.flow import after, play
from playroom.rules.layout import LEFT, on
from playroom.rules.legal import objection, position
from playroom.rules.match import Match
from playroom.rules.move import Play
from playroom.rules.tile import tile
from playroom.rules.view import view
from playroom.table.examples.notation import move_of
from playroom.web.board import BoardMark, board_of

NAMES = ("Ada", "Ben")
TREE = table(
    "chickenfoot", "5-4 5-1 8-3, 8-1 1-0", "9-9 / 9-5 / 9-4 / 9-7 7-5 / 9-6 6-6 / 6-0 / 6-1 / 6-2", "2-0"
)
"""No foot lacks toes; two arms end in 5."""

FOOT = table("chickenfoot", "5-4 5-1 8-3, 8-1 1-0", "9-9 / 9-5 5-5 / 9-4 / 9-7 / 9-6 / 5-2", "2-0")
"""5-5 has one of its toes."""


def said(messages: Message | Iterable[Message] | None, language: str = "en", *, full: bool = False) -> str:
    several = (messages,) if isinstance(messages, Message) else messages or ()
    book, length = phrasebook(language), Verbosity.FULL if full else Verbosity.NORMAL
    return " ".join(book.say(each, Audience(NAMES, 0), length) for each in several).replace("\u00a0", " ")


def refused(match: Match, words: str) -> str:
    why = objection(position(match), move_of(words))
    assert why is not None
    return said(why_not(view(match, 0), move_of(words), why))


@pytest.mark.parametrize(
    ("language", "tree", "foot"),
    [
        ("en", "1, 4 and 5, and 2 others.", "Foot of 5: 2 toes to go."),
        ("fr", "1, 4 et 5, et 2 autres.", "Patte du 5 : encore 2 doigts."),
        ("es", "1, 4 y 5, y 2 más.", "Pata del 5: faltan 2 dedos."),
        ("pt", "1, 4 e 5, e mais 2.", "Pé do 5: faltam 2 dedos."),
        ("de", "1, 4 und 5, und 2 andere.", "Fuß der 5: noch 2 Zehen."),
        ("it", "1, 4 e 5, e altri 2.", "Zampa del 5: mancano 2 dita."),
        ("pl", "1, 4 i 5, i 2 inne.", "Stopka 5: brakuje 2 palców."),
        ("ru", "1, 4 и 5, и ещё 2.", "Лапка 5: нужно 2 пальца."),
    ],
)
def test_the_ends_are_those_of_the_hand_or_the_toes_of_the_foot(language: str, tree: str, foot: str) -> None:
    assert (said(ends(view(TREE, 0)), language), said(ends(view(FOOT, 0)), language)) == (tree, foot)


def test_in_full_ends_that_are_alike_are_counted() -> None:
    assert said(ends(view(TREE, 0)), full=True) == "1, 4 and 5 on 2 arms, and 2 others."


def test_where_nothing_fits_or_nobody_listens_all_numbers_are_told() -> None:
    stuck = table("chickenfoot", "8-3, 8-1 1-0", "9-9 / 9-5 / 9-4 / 9-7 / 9-6", "2-0")

    assert said(ends(view(stuck, 0))) == "Nothing fits: 4, 5, 6 and 7."
    assert said(ends(view(stuck, None))) == "Ends 4, 5, 6 and 7."
    assert said(at_a_glance(view(FOOT, None))).startswith("Foot of 5: 2 toes to go.")


def test_a_tile_fits_on_numbers() -> None:
    assert said(hand_tile(view(TREE, 0), tile("5-4"))) == "5-4, fits on 4 and on 5"
    assert said(hand_tile(view(FOOT, 0), tile("5-4"))) == "5-4, fits on 5"
    assert said(hand_tile(view(FOOT, 0), tile("8-3"))) == "8-3, does not fit"


def test_a_tile_that_fits_two_numbers_is_asked_for_one() -> None:
    assert said(which_end(view(TREE, 0), tile("5-4"))) == "Where does 5-4 go? 1: On 4. 2: On 5."
    assert [play.end for play, _ in end_choices(view(TREE, 0), tile("5-4"))] == [on(4), on(5)]


def test_a_tile_has_to_wait_for_the_toes() -> None:
    heard = "8-3 has to wait. Foot of 5: 2 toes to go."

    assert refused(FOOT, "8-3") == refused(FOOT, "8-3 on 8") == heard
    assert said(what_if(view(FOOT, 0), tile("8-3"))) == heard


def test_a_tree_has_no_left_end() -> None:
    why = objection(position(TREE), Play(tile("5-4"), LEFT))
    assert why is not None

    heard = said(why_not(view(TREE, 0), Play(tile("5-4"), LEFT), why))

    assert heard == "A tree has no left and right: play the tile, and a list asks where it goes."


def test_what_a_tile_would_leave_is_told() -> None:
    assert said(what_if(view(FOOT, 0), tile("5-1"))) == "5-1, on 5. Foot of 5: 1 toe to go."
    assert said(what_if(view(TREE, 0), tile("5-1"))) == (
        "5-1, on 1. Ends 0, 2, 4 and 5. Or on 5. Ends 0, 1, 2, 4 and 5."
    )


def test_the_line_for_braille_marks_the_foot() -> None:
    book = phrasebook("en")

    assert table_line(view(FOOT, 0), book, Audience(NAMES, 0)) == "5!|54 51 83|me3 Be2|b1"
    assert table_line(view(TREE, 0), book, Audience(NAMES, 0)).startswith("0 1 2 4 5|")


def test_the_board_marks_the_foot_and_has_each_arm() -> None:
    board = board_of(view(FOOT, 0), Title("chickenfoot"), said)

    assert [(each.key, each.label, each.marks) for each in board.ends] == [
        ("on 5", "On 5", (BoardMark("foot", "Foot"),))
    ]
    assert board.is_tree
    assert [row.key for row in board.rows] == ["1", "2", "3", "4", "5"]


def test_rows_are_the_arms_from_the_engine_on() -> None:
    assert said(chain(view(TREE, 0))) == (
        "Engine 9-9. From 9: 9-5. From 9: 9-4. From 9: 9-7 and 7-5. From 9: 9-6 and 6-6. "
        "From 6: 6-0. From 6: 6-1. From 6: 6-2."
    )
    assert [(row.root, sorted(row.fit)) for row in table_rows(view(TREE, 0))] == [
        *((None, []), (0, [0]), (0, [0]), (0, [1])),
        *((0, []), (4, []), (4, [0]), (4, [])),
    ]


def test_while_a_foot_lacks_toes_a_tile_fits_at_it_alone() -> None:
    engine = table("chickenfoot", "9-4 5-1, 8-1 1-0", "9-9 / 9-5", "2-0")

    assert [sorted(row.fit) for row in table_rows(view(FOOT, 0))] == [[], [1], [], [], [], []]
    assert [sorted(row.fit) for row in table_rows(view(engine, 0))] == [[0], []]


def test_the_engine_counts_among_the_tiles_that_lie() -> None:
    assert "6 and 9: 5 tiles each." in said(facts(view(TREE, 0)))


def test_the_first_foot_is_explained() -> None:
    before = table("chickenfoot", "5-5 5-4, 8-1 1-0", "9-9 / 9-5 / 9-4 / 9-7 / 9-6", "2-0")
    events = play(before, move_of("5-5 on 5"))

    assert FirstTime.FOOT in first_times(events, after(before, events))
    assert said(ends_left(events, 0, before.rules)) == "Foot of 5: 3 toes to go"


def test_the_note_of_a_tile_is_its_new_end() -> None:
    (played, *_) = play(FOOT, move_of("5-4 on 5"))

    assert isinstance(played, Played)
    assert end_numbers(played) == (4,)
    assert len(layout_sweep(view(TREE, 0))) == 16


def test_a_hint_knows_the_toes_of_a_foot() -> None:
    begins = table("chickenfoot", "5-5 5-4 5-1 8-3, 8-1 1-0", "9-9 / 9-5 / 9-4 / 9-7 / 9-6", "2-0")
    last = table("chickenfoot", "5-4 5-1 8-3, 8-1 1-0", "9-9 / 9-5 5-5 / 9-4 / 9-7 / 9-6 / 5-2 / 5-0", "2-1")

    assert "You keep 2 tiles for its toes." in said(true_reasons(view(begins, 0), move_of("5-5 on 5")))
    assert "It completes the foot." in said(true_reasons(view(last, 0), move_of("5-4 on 5")))
    assert "foot" not in said(true_reasons(view(FOOT, 0), move_of("5-4 on 5")))


@pytest.mark.long
def test_in_the_walk_the_tree_is_climbed_and_the_next_end_for_a_tile_found(home: Path) -> None:
    console = opened(
        home, "play", "chickenfoot", "--seed", "4", "--pace", "0", "--players", "2", position=False
    )
    while not any(row.root for row in table_rows(view(console.match, 0))):
        console.play()
    rows = table_rows(view(console.match, 0))
    toe = next(row for row in rows if row.root)
    assert toe.root is not None
    walked = console.answers("j", "right", *["down"] * (toe.root - 1))

    outwards = console.answers(*["right"] * len(rows[toe.root].tiles), "left")

    assert walked[0] == "Engine: 9-9, a foot"
    assert outwards[-2].startswith(f"On {toe.tiles[0].left}, toe 1 of ")
    assert f": {rows[toe.root].tiles[-1]}, a foot" in outwards[-1]
    fits = [at for at, row in enumerate(rows) if row.fit]
    assert len(set(console.answers(*["z"] * (len(fits) + 1)))) == max(1, len(fits))
