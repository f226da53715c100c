"""A text in lines: how it is broken, what is left out of it, and how poor alphabets spell it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from playroom.console.terminal.screen import spelled, wrapped_lines


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("Ben: 5-2, right.", 20, ["Ben: 5-2, right."]),
        ("Ben: 5-2, right. Ends 3 and 2.", 16, ["Ben: 5-2, right.", "Ends 3 and 2."]),
        ("Ben: 5-2, right. Ends 3 and 2.", 15, ["Ben: 5-2,", "right. Ends 3", "and 2."]),
        ("Ends are now 6 and 3", 18, ["Ends are now 6", "and 3"]),
        ("Points for Ben 1234", 15, ["Points for", "Ben 1234"]),
        ("Ada 10 Ben 12 13", 13, ["Ada 10", "Ben 12 13"]),
        ("one two xyz ab longword 1", 11, ["one two", "xyz ab", "longword 1"]),
        ("abcdefghi 1", 10, ["abcdefghi", "1.."]),
        ("one two\nthree\r\nfour", 20, ["one two", "three", "four"]),
        ("  much   room \t here ", 20, ["much room here"]),
        ("abcdefghijklmnopqrstuvwxyz", 10, ["abcdefghij", "klmnopqrst", "uvwxyz"]),
        ("李小龍 draws one tile", 10, ["李小龍", "draws one", "tile"]),
        ("Vous\u00a0: 0 point. Ben\u00a0: 0 point.", 20, ["Vous : 0 point.", "Ben : 0 point."]),
        ("Vous : 0 point. Ben : 0 point.", 20, ["Vous : 0 point.", "Ben : 0 point."]),
        ("À toi : « oui » ou « non » ?", 18, ["À toi : « oui » ou", "« non » ?"]),
        ("interlocuteur : oui", 12, ["interlocuteu", "r : oui"]),
        ("ok", 20, ["ok."]),
        ("6", 20, ["6.."]),
        ("100", 20, ["100."]),
        ("", 20, []),
        (" \n\t", 20, []),
    ],
)
def test_lines_are_broken_between_words_and_none_is_thin(text: str, width: int, expected: list[str]) -> None:
    assert list(wrapped_lines(text, width)) == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m ink", "red ink"),
        ("a\x1b]0;title\x07 title", "a title"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("be\x07ll, nu\x00ll, de\x7fl, c1\x9b2J", "be ll, nu ll, de l, c1 2J"),
        ("\x1bcreset", "reset"),
        ("lone \x1b", "lone"),
        ("ab\ud800cd", "ab cd"),
        ("left \u202eright", "left right"),
        ("क्\u200dष", "क्\u200dष"),
    ],
)
def test_what_steers_a_terminal_is_left_out(text: str, shown: str) -> None:
    assert wrapped_lines(text, 40) == (shown,)


FRENCH = "Zoé \u201cd\u2019accord\u201d \u2013 œuf…"
TEXTS = st.lists(st.text("ab12 3,-é李\x1b[m\n", max_size=14), max_size=25).map(" ".join)


@pytest.mark.long
@given(TEXTS, st.integers(10, 45))
def test_no_line_is_too_wide_thin_or_dangerous(text: str, width: int) -> None:
    shown = wrapped_lines(text, width)

    assert all(get_cwidth(line) <= width for line in shown)
    assert all(len(line) >= 3 and not line.replace(" ", "").isdigit() for line in shown)
    assert all(line.isprintable() and line == line.strip() for line in shown)


@pytest.mark.long
@given(st.text("ab12 3,-é李", max_size=200), st.integers(10, 45))
def test_no_letter_is_lost_between_the_lines(text: str, width: int) -> None:
    assert re.sub(r"[ .]", "", "".join(wrapped_lines(text, width))) == text.replace(" ", "")


@pytest.mark.parametrize(
    ("text", "encoding", "expected"),
    [
        ("Zoé joue", "utf-8", "Zoé joue"),
        ("Zoé joue à côté", "ascii", "Zoe joue a cote"),
        (FRENCH, "ascii", 'Zoe "d\'accord" - oeuf...'),
        (FRENCH, "cp1252", FRENCH),
        ("李 plays", "cp1252", "? plays"),
        ("ǎ", "cp1252", "a"),
    ],
)
def test_a_poor_alphabet_gets_the_nearest_letters(text: str, encoding: str, expected: str) -> None:
    assert spelled(text, encoding) == expected
