"""What is typed at a table of wood: tiles in digits, names and moves by their beginnings."""

import pytest
from support.english import BOOK

from playroom.console.local.typed_moves import NotUnderstood, TypedMove, typed_move, typed_tiles, words_of
from playroom.rules.layout import LEFT, MEXICAN, train
from playroom.rules.move import Draw, Pass
from playroom.rules.tile import tile, tiles

NAMES = ("Ann", "Ben", "Bea", "Paul")


@pytest.mark.parametrize(
    ("text", "highest", "meant"),
    [
        ("53 64", 6, "5-3 6-4"),
        ("5 3 6 4", 6, "5-3 6-4"),
        ("5364", 6, "5-3 6-4"),
        ("5-3, 6-4", 6, "5-3 6-4"),
        ("12 3 10 0", 12, "12-3 10-0"),
        ("123", 12, "12-3"),
        ("30", 12, "3-0"),
    ],
)
def test_tiles_are_read_from_digits(text: str, highest: int, meant: str) -> None:
    assert typed_tiles(text, highest) == tiles(meant)


@pytest.mark.parametrize(("text", "highest"), [("536", 6), ("57", 6), ("112", 12), ("13 0", 12)])
def test_digits_that_are_no_tiles_or_several_are_refused(text: str, highest: int) -> None:
    with pytest.raises(NotUnderstood):
        typed_tiles(text, highest)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("53", TypedMove(tile=tile("5-3"))),
        ("ben 53 l", TypedMove(1, tile=tile("5-3"), end=LEFT)),
        ("paul p", TypedMove(3, Pass())),
        ("p", TypedMove(None, Pass())),
        ("p 53", TypedMove(3, tile=tile("5-3"))),
        ("draws 53", TypedMove(None, Draw(), tile("5-3"))),
        ("an plays 5-3 on ben", TypedMove(0, tile=tile("5-3"), end=train(1))),
        ("53mex", TypedMove(tile=tile("5-3"), end=MEXICAN)),
    ],
)
def test_a_line_names_who_does_what_and_where(text: str, meant: TypedMove) -> None:
    assert typed_move(text, NAMES, 9, words_of(BOOK)) == meant


@pytest.mark.parametrize("text", ["b 53", "zoe 53", "53 nowhere", "ben", ""])
def test_a_line_that_is_not_clear_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        typed_move(text, NAMES, 9, words_of(BOOK))
