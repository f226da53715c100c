"""What the proof of a language finds."""

import pytest
from support.english import spoken_error

from playroom.narration.phrases.entry import Words, words
from playroom.narration.phrases.proof import faults, gaps, plural_cases
from playroom.strict_yaml import load

RIGHT = """
end: "{end, select, left {on the left} other {on the right}}"
turn: "Your turn."
draw: {you: "You draw {tile}.", they: {brief: "{who}.", normal: "{who} draws {tile}."}}
left: "{count, plural, one {# tile} other {# tiles}} of {who}."
"""


def said(text: str) -> Words:
    return words(load(text, "events.yaml"))


def test_a_language_that_is_whole_has_no_gaps() -> None:
    assert gaps(said(RIGHT), said(RIGHT)) == ()


@pytest.mark.parametrize(
    ("text", "gap"),
    [
        (RIGHT.replace('turn: "Your turn."\n', ""), "line 1: events.turn: this entry is missing."),
        (
            RIGHT.replace("You draw {tile}", "You draw"),
            "line 4: events.draw: {tile} is missing from the form you",
        ),
        (RIGHT.replace("{who} draws {tile}", "{who} draws"), "{tile} is missing from the form they.normal."),
        (RIGHT.replace('brief: "{who}."', 'brief: "Draw."'), "{who} is missing from the form they.brief."),
        (RIGHT.replace(" of {who}", ""), "line 5: events.left: {who} is missing from the form normal."),
        (RIGHT.replace("left {on the left} ", ""), "{end} left is missing from the form normal."),
    ],
    ids=["entry", "you", "they", "brief", "for all", "case"],
)
def test_what_is_missing_is_named_with_file_line_and_key(text: str, gap: str) -> None:
    found = gaps(said(text), said(RIGHT))

    assert gap in spoken_error(found[0])
    assert spoken_error(found[0]).startswith("events.yaml, line ")


def test_a_language_may_speak_of_the_listener_among_others_as_of_others() -> None:
    points = 'points: {you: "You score.", you_and: "{who} score.", they: "{who} scores."}'

    assert gaps(said(points.replace('you_and: "{who} score.", ', "")), said(points)) == ()


def test_a_language_may_do_without_what_only_makes_words_agree() -> None:
    text = RIGHT.replace("{count, plural, one {# tile} other {# tiles}}", "Tiles")

    assert gaps(said(text), said(RIGHT)) == ()


@pytest.mark.parametrize(
    ("locale", "cases"), [("en", "one {x} other {y}"), ("ru", "one {x} few {y} many {z} other {u}")]
)
def test_the_plurals_of_a_language_are_those_that_numbers_call_for(locale: str, cases: str) -> None:
    text = RIGHT.replace("one {# tile} other {# tiles}", cases)

    assert not faults(said(text), said(RIGHT).entries, locale)


@pytest.mark.parametrize(
    ("locale", "cases", "complaint"),
    [
        ("fr", "one {x} few {y} other {z}", "{count} has the plural few, which this language does not have."),
        ("ru", "one {x} other {y}", "{count} has no plural few."),
        ("en", "one {x}", "the pattern is broken"),
    ],
)
def test_a_wrong_plural_is_found(locale: str, cases: str, complaint: str) -> None:
    text = RIGHT.replace("one {# tile} other {# tiles}", cases)

    assert complaint in spoken_error(faults(said(text), said(RIGHT).entries, locale)["events.left"])


def test_a_group_may_hold_an_entry_called_like_a_form() -> None:
    found = said('lengths: {brief: {normal: "short"}, full: {normal: "long"}}')

    assert list(found.entries) == ["events.lengths.brief", "events.lengths.full"]


def test_a_locale_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="klingon"):
        plural_cases("klingon")
