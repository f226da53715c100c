"""What a player corrects in our words, and languages of their own."""

from pathlib import Path

import pytest
from support.english import spoken_error

from playroom.narration.message import Message, about
from playroom.narration.phrases import locales
from playroom.narration.phrases.locales import languages, our_names, ours, phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.rules.tile import Tile

OWN = "de-example"
"""A code that no language of ours has."""

ITSELF = """
name: Deutsch
locale: de_DE
you: du
you_first: Du
pair: "{first} {second}"
double: "Pasch {first}"
halves: [blank, eins, zwei]
"""
ADA_SKIPPED = about("events.skipped", (0,), 1)
TO_BEN = Audience(("Ada", "Ben"), 1)


def write(folder: Path, text: str, file: str = "events.yaml", code: str = "en") -> Path:
    (folder / code).mkdir(exist_ok=True)
    (folder / code / file).write_text(text, encoding="utf-8")
    return folder


def test_a_correction_is_said_and_the_rest_stays(tmp_path: Path) -> None:
    own = write(tmp_path, 'skipped: {you: "Bad luck.", they: "Bad luck, {who}."}')

    book = phrasebook("en", own)

    assert book.say(ADA_SKIPPED, TO_BEN) == "Bad luck, Ada."
    assert book.say(about("events.again", (0,), 1), TO_BEN) == "Ada plays again."
    assert not book.left_out
    assert not book.english


def test_a_correction_may_say_less(tmp_path: Path) -> None:
    own = write(tmp_path, 'skipped: {you: "Hop.", they: "Hop."}')

    assert phrasebook("en", own).say(ADA_SKIPPED, TO_BEN) == "Hop."


@pytest.mark.parametrize(
    ("text", "line", "complaint"),
    [
        (
            '\nskipped: {you: "You.", they: "{whom}."}',
            2,
            "{whom} is not a blank here; there are count and who.",
        ),
        ('skipped: {you: "You.", they: "{who."}', 1, "the pattern is broken"),
        ('skipped: {you: "You.", they: "d\'{who}."}', 1, "an apostrophe before a brace"),
        ('skipped: {you: "You."}', 1, "there is no form for they."),
        ('skipped: "Skipped."', 1, "the forms should be for you, they"),
        ('skipped: {you: "You.", them: "{who}."}', 1, "them does not belong beside you and they."),
        ('skipped: {you: {brief: "You."}, they: "{who}."}', 1, "there is no normal form."),
        ('skipped: {you: {normal: "You.", loud: "YOU."}, they: "x"}', 1, "loud does not belong beside brief"),
        ("skipped: {you: 5, they: x}", 1, "5 is not a text"),
        ('hopped: "Hop."', 1, "there is no such entry."),
        (
            'dropped: {you: x, you_and: x, they: "{count, plural, one {x} few {y} other {z}}"}',
            1,
            "{count} has the plural few",
        ),
        ('dropped: {you: x, you_and: x, they: "{count, plural, one {x}}"}', 1, "the pattern is broken"),
        ("skipped: on", 1, "can mean true or false"),
    ],
)
def test_a_wrong_correction_is_reported_with_file_line_and_key_and_left_out(
    tmp_path: Path, text: str, line: int, complaint: str
) -> None:
    own = write(tmp_path, text)

    book = phrasebook("en", own)

    assert [fault.line for fault in book.left_out] == [line]
    assert str(tmp_path / "en" / "events.yaml") in spoken_error(book.left_out[0])
    assert complaint in spoken_error(book.left_out[0])
    assert book.say(ADA_SKIPPED, TO_BEN) == "Ada is skipped."


def test_a_case_that_never_occurs_is_reported(tmp_path: Path) -> None:
    wrong = '"{end, select, north {x} other {y}}"'
    own = write(tmp_path, f"played: {{you: {wrong}, they: {wrong}}}")

    assert "{end} is never north; known are down, left, other and up." in spoken_error(
        phrasebook("en", own).left_out[0]
    )


def test_of_several_corrections_only_the_wrong_one_is_left_out(tmp_path: Path) -> None:
    own = write(tmp_path, 'turn: "Go!"\nredealt: "{nobody}"')

    book = phrasebook("en", own)

    assert book.say(Message("events.turn")) == "Go!"
    assert [fault.line for fault in book.left_out] == [2]


def test_a_file_that_is_no_text_is_reported_and_left_out(tmp_path: Path) -> None:
    own = write(tmp_path, 'turn: "Go!"')
    (own / "en" / "answers.yaml").write_bytes(b"\xff\xfe")

    book = phrasebook("en", own)

    assert "UTF-8" in spoken_error(book.left_out[0])
    assert book.say(Message("events.turn")) == "Go!"


def test_a_new_language_is_found_and_falls_back_to_english(tmp_path: Path) -> None:
    write(tmp_path, ITSELF, "language.yaml", OWN)
    own = write(tmp_path, 'turn: "Du bist dran."', code=OWN)

    book = phrasebook(OWN, own)

    assert languages(own).names == {**languages().names, OWN: "Deutsch"}
    assert book.say(Message("events.turn")) == "Du bist dran."
    assert book.say(ADA_SKIPPED, TO_BEN) == "Ada is skipped."
    assert book.english == len([*our_names()]) - 1
    assert book.language.every(["1-2", "2-5", "5-4"]) == "1-2, 2-5 und 5-4"


def test_a_language_has_patterns_of_its_own_for_tiles_as_they_are_written_and_spoken(tmp_path: Path) -> None:
    patterns = 'written_tile: "[{first}|{second}]"\nspoken_tile: "{first} zu {second}"\nhalves: [a, b, c, d]'
    own = write(tmp_path, ITSELF.replace("halves: [blank, eins, zwei]", patterns), "language.yaml", OWN)

    book = phrasebook(OWN, own)
    text = book.say(about("events.drew", (1,), 1, {"tile": Tile(2, 3)}), TO_BEN)

    assert text == "You draw [3|2]."
    assert book.language.pronounced(text) == "You draw 3 zu 2."


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (ITSELF.replace("de_DE", "klingon"), "klingon is not a known locale"),
        (ITSELF.replace("name: Deutsch\n", ""), "name is missing. Write name: and a word or a pattern."),
        (
            ITSELF.replace("[blank, eins, zwei]", "7"),
            "halves: 7 is not possible. Write a list of the names of 0, 1, 2 and so on.",
        ),
        (ITSELF + "colour: red\n", "colour is unknown here. Choose "),
        ("[", "the bracket ] is missing"),
    ],
    ids=["locale", "name", "halves", "unknown", "no YAML"],
)
def test_a_language_with_an_invalid_file_is_reported_and_left_out(
    tmp_path: Path, text: str, complaint: str
) -> None:
    own = write(tmp_path, text, "language.yaml", OWN)

    found = languages(own)

    assert OWN not in found.names
    assert complaint in spoken_error(found.left_out[0])
    assert phrasebook(OWN, own).say(Message("events.turn")) == "Your turn."


def test_a_language_that_nobody_knows_is_english() -> None:
    assert phrasebook("xx").say(Message("events.turn")) == "Your turn."


def test_a_player_without_a_folder_of_their_own_has_our_languages(tmp_path: Path) -> None:
    assert languages(tmp_path / "nowhere").names == languages().names
    assert phrasebook("fr", tmp_path / "nowhere").say(Message("events.turn")) == "À vous."


def test_an_entry_that_does_not_exist_is_an_error_of_the_program() -> None:
    with pytest.raises(KeyError, match=r"events\.no_such"):
        phrasebook("en").say(Message("events.no_such"))


def test_in_an_installed_package_our_languages_are_inside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        locales, "__file__", str(tmp_path / "site" / "playroom" / "narration" / "phrases" / "locales.py")
    )
    inside = tmp_path / "site" / "playroom" / "locales"

    in_a_checkout = ours.__wrapped__()
    inside.mkdir(parents=True)

    assert in_a_checkout == tmp_path / "site" / "locales"
    assert ours.__wrapped__() == inside


def test_a_correction_may_leave_out_the_listener_among_others(tmp_path: Path) -> None:
    own = write(tmp_path, 'points: {you: "You: {points}.", they: "{who}: {points}."}')

    book = phrasebook("en", own)

    message = about("events.points", (0, 1), 0, {"points": 5, "total": 9, "doubled": "no"})
    assert not book.left_out
    assert book.say(message, Audience(("Ada", "Ben"), 0)) == "You and Ben: 5."
