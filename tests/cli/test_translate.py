"""``playroom translate``: a language to a PO file and back, and what is found in it."""

import shutil
from collections.abc import Collection
from itertools import pairwise
from pathlib import Path

import polib
import pytest
from support.console.hand_held import Console, folders
from support.languages import CODES
from support.programs.runs import Program

from playroom.commands.subcommands import translate
from playroom.commands.translation import language_check
from playroom.commands.translation.language_files import english
from playroom.console.replay.sentence_review import BETWEEN
from playroom.narration.message import Message
from playroom.narration.phrases.locales import ITSELF, ours, phrasebook
from playroom.voice.phonemes import PROGRAM

NEW = "nl"
"""A language that the playroom does not have: one of a player."""
TEXT = ("--mode", "text")
FEW = ("events", "tips", "undo")


@pytest.fixture
def few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a language have three files, so that a test is fast."""
    few = {stem: each for stem, each in english().items() if stem in FEW}
    monkeypatch.setattr(translate, "english", lambda: few)


def copied(program: Program, code: str, files: Collection[str] = (*FEW, "language")) -> Path:
    """A copy of one of our languages as the player's own."""
    folder = program.folders.languages / NEW
    folder.mkdir(parents=True)
    for file in (ours() / code).glob("*.yaml"):
        if file.stem in files:
            shutil.copy(file, folder)
    return folder


def exported(program: Program, tmp_path: Path) -> Path:
    """The PO file of the player's own language."""
    file = tmp_path / "own.po"
    assert program.run("translate", "export", NEW, file, *TEXT).code == 0
    return file


def write(file: Path, texts: dict[str, str]) -> None:
    """Write translations into a PO file."""
    po = polib.pofile(str(file))
    for entry in po:
        entry.msgstr = texts.get(entry.msgctxt, entry.msgstr)
    po.save()


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.long
@pytest.mark.parametrize(
    "code", [code if code == "fr" else pytest.param(code, marks=pytest.mark.long) for code in CODES]
)
def test_a_round_trip_changes_no_byte(program: Program, tmp_path: Path, code: str) -> None:
    folder = copied(program, code, {file.stem for file in (ours() / code).iterdir()})
    before = contents(folder)

    told = program.run("translate", "import", NEW, exported(program, tmp_path), *TEXT)

    assert (told.code, told.err) == (0, "")
    assert "nothing has changed" in told.out
    assert contents(folder) == before


@pytest.mark.long
@pytest.mark.usefixtures("few_files")
def test_a_better_sentence_changes_its_line_alone(program: Program, tmp_path: Path) -> None:
    folder, file = copied(program, "fr"), exported(program, tmp_path)
    before = (folder / "events.yaml").read_text(encoding="utf-8").splitlines()
    write(file, {"events.skipped they.normal": '{who}\u00a0: tour "sauté".'})

    told = program.run("translate", "import", NEW, file, *TEXT)

    after = (folder / "events.yaml").read_text(encoding="utf-8").splitlines()
    assert "1 entry has changed" in told.out
    assert [new for old, new in zip(before, after, strict=True) if old != new] == [
        '  they: "{who}\u00a0: tour \\"sauté\\"."'
    ]


@pytest.mark.long
@pytest.mark.usefixtures("few_files")
def test_who_has_no_checkout_keeps_only_what_differs_from_our_language(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translate, "language_folder", lambda code, own: own / code)
    monkeypatch.setattr(translate, "wrong_tiles", lambda *_: ())
    file, better = tmp_path / "fr.po", program.folders.languages / "fr" / "events.yaml"
    for text in ("À toi.", "À vous."):
        assert program.run("translate", "export", "fr", file, *TEXT).code == 0
        write(file, {"events.turn normal": text})
        told = program.run("translate", "import", "fr", file, *TEXT)
        assert "1 entry has changed" in told.out
        assert ("À toi." in better.read_text(encoding="utf-8")) is (text == "À toi.")

    assert phrasebook("fr", program.folders.languages).left_out == ()
    assert {each.name for each in better.parent.iterdir()} == {"events.yaml"}
    assert program.run("translate", "check", "fr", *TEXT).code == 0


@pytest.mark.long
def test_who_has_no_checkout_checks_and_hears_our_language(
    program: Program, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translate, "language_folder", lambda code, own: own / code)
    monkeypatch.setattr(translate, "wrong_tiles", lambda *_: ())

    assert program.run("translate", "check", "fr", *TEXT).code == 0
    assert Console("translate", "listen", "fr", home=home).hear()


@pytest.mark.long
@pytest.mark.usefixtures("few_files")
def test_a_sentence_has_what_helps_to_translate_it(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "uk.po"
    file.write_text("translated, but not imported", encoding="utf-8")

    told = program.run("translate", "export", "uk", file, *TEXT)

    entries = {entry.msgctxt: entry for entry in polib.pofile(str(file))}
    drew = entries["events.dropped they.normal"]
    lines = drew.comment.split("\n")
    assert told.out.startswith(f"{file}: ")
    assert file.with_name("uk.po.old").read_text(encoding="utf-8") == "translated, but not imported"
    section = "Where the game names who wins a round; {who} are the winning side."
    assert [section in each.comment for each in (entries["events.turn normal"], drew)] == [False, False]
    assert any(section in entry.comment.split("\n") for entry in entries.values())
    assert all(entry.msgid and not entry.msgstr for entry in entries.values())
    assert "Said to all others." in lines
    assert "Example: Ben is eliminated." in lines
    assert "Example: You and Ben are eliminated." in entries["events.dropped you_and.normal"].comment
    assert "Plural forms of this language: many (0, 5, 6); one (1, 21, 31); few (2, 3, 4)" in lines
    assert any(line.startswith("Français: ") for line in lines)
    assert drew.occurrences[0][0] == "locales/en/events.yaml"
    assert drew.flags == ["icu-message-format"]


@pytest.mark.long
@pytest.mark.usefixtures("few_files")
def test_a_new_language_begins_with_the_sentences_that_are_translated(
    program: Program, tmp_path: Path
) -> None:
    file = exported(program, tmp_path)
    write(file, {"events.turn normal": "Jouw beurt.", "events.skipped you.normal": "Jij niet."})

    told = program.run("translate", "import", NEW, file, *TEXT)

    own = program.folders.languages
    book = phrasebook(NEW, own)
    assert "events.skipped: there is no form for they." in told.err
    assert f"{own / NEW / ITSELF} is new" in told.out
    assert {each.name for each in (own / NEW).iterdir()} == {"events.yaml", ITSELF}
    assert (book.say(Message("events.turn")), book.left_out) == ("Jouw beurt.", ())
    assert (own / NEW / "events.yaml").read_text(encoding="utf-8").endswith('\nturn: "Jouw beurt."\n')


@pytest.mark.long
@pytest.mark.usefixtures("few_files")
def test_what_is_wrong_in_a_po_file_is_named_with_its_line_and_left_out(
    program: Program, tmp_path: Path
) -> None:
    folder, file = copied(program, "fr"), exported(program, tmp_path)
    before = contents(folder)
    wrong = {
        "events.skipped they.normal": "{whom} saute.",
        "events.redealt.no_double normal": "{count, plural, one {a} few {b} other {c}}",
        "events.turn normal": "À toi.",
    }
    write(file, wrong)
    po = polib.pofile(str(file))
    po.append(polib.POEntry(msgctxt="events.no_such normal", msgid="x", msgstr="y"))
    po.save()
    lines = {entry.msgctxt: entry.linenum for entry in polib.pofile(str(file))}

    told = program.run("translate", "import", NEW, file, *TEXT)

    assert told.code == 1
    assert (
        f"line {lines['events.skipped they.normal']}: events.skipped: form they.normal: {{whom}}" in told.err
    )
    assert f"line {lines['events.no_such normal']}: there is no such entry." in told.err
    assert "events.redealt.no_double" in told.err
    changed = {name for name, text in contents(folder).items() if text != before[name]}
    assert changed == {"events.yaml"}
    assert "1 entry has changed" in told.out
    assert 'turn: "À toi."' in (folder / "events.yaml").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.usefixtures("few_files")
def test_only_a_translation_that_is_emptied_is_taken_out(program: Program, tmp_path: Path) -> None:
    folder, file = copied(program, "fr"), exported(program, tmp_path)
    po = polib.pofile(str(file))
    for entry in [entry for entry in po if entry.msgctxt.startswith(("tips.", "events.skipped "))]:
        po.remove(entry)
    po.save()
    write(file, {"events.turn normal": "", "events.start_draw brief": ""})
    before = (folder / "tips.yaml").read_bytes()

    told = program.run("translate", "import", NEW, file, *TEXT)

    text = (folder / "events.yaml").read_text(encoding="utf-8")
    assert (told.code, "2 entries have changed" in told.out) == (0, True)
    assert (folder / "tips.yaml").read_bytes() == before
    assert "skipped:" in text
    assert "\nturn:" not in text
    assert "\nstart_draw:\n  normal: " in text


@pytest.mark.long
@pytest.mark.usefixtures("few_files")
def test_a_language_is_checked(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copied(program, "fr")
    monkeypatch.setattr(language_check, "tiles_alike", lambda *_: (("5 10", "15"),))
    (folder / "undo.yaml").unlink()
    events = folder / "events.yaml"
    text = events.read_text(encoding="utf-8").replace('turn: "À vous."', "")
    (folder / "mine.yaml").write_text("hop: Hop.\n", encoding="utf-8")
    text += 'hopped: "Hop."\nseries_won: "x"\n'
    events.write_text(text, encoding="utf-8")
    (folder / "tips.yaml").write_text(
        (ours() / "en" / "tips.yaml").read_text(encoding="utf-8"), encoding="utf-8"
    )

    told = program.run("translate", "check", NEW, *TEXT)

    errors = told.err.splitlines()
    assert told.code == 1
    assert any(
        line.startswith(f"{folder / 'undo.yaml'}: ") and "entries are missing" in line for line in errors
    )
    assert f"{events}, line 1: events.turn: this entry is missing." in errors
    assert any("events.hopped: there is no such entry." in line for line in errors)
    assert any("mine.hop: there is no such entry." in line for line in errors)
    assert f"{folder / ITSELF}: a voice says 5 10 like 15: change the patterns of a tile." in errors
    assert f"Look at this: {folder / 'tips.yaml'}, line " in told.out
    assert "the text is the same as in English." in told.out


@pytest.mark.long
@pytest.mark.usefixtures("few_files")
@pytest.mark.parametrize("work", ["export", "import", "check", "listen"])
def test_a_language_whose_own_file_is_broken_is_not_taken_for_another(
    program: Program, tmp_path: Path, work: str
) -> None:
    folder, file = copied(program, "fr"), exported(program, tmp_path)
    before, broken = file.read_bytes(), folder / ITSELF
    text = broken.read_text(encoding="utf-8").replace("dix, onze", "on, onze")  # ten in Turkish
    broken.write_text(text, encoding="utf-8")

    told = program.run("translate", work, NEW, file, *TEXT)

    assert told.code == 1
    assert told.err.startswith(f"{broken}, line ")
    assert 'write true or false, or "on" in quotes' in told.err
    assert file.read_bytes() == before
    assert set(tmp_path.glob("*.old")) == set()


@pytest.mark.long
@pytest.mark.usefixtures("few_files")
def test_what_an_ear_would_not_like_is_a_doubt(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copied(program, "fr")
    monkeypatch.setattr(translate, "wrong_tiles", lambda *_: ())
    events = folder / "events.yaml"
    text = events.read_text(encoding="utf-8")
    text = text.replace("{who} rejoue.", "{who} rejoue * encore.")
    text = text.replace("À vous.", "C'est maintenant à vous. " * 3 + "Voilà.", 1)
    events.write_text(text, encoding="utf-8")

    told = program.run("translate", "check", NEW, *TEXT)

    assert (told.code, told.err) == (0, "")
    can_pronounce = bool(shutil.which(PROGRAM))
    assert told.out.count("Look at this: ") == 1 + can_pronounce
    assert "events.turn: 81 letters where English has 10: shorten it." in told.out
    assert not can_pronounce or "events.again: a voice reads the sign * aloud: write a word." in told.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["export"], "Name what to do"),
        (["check", "n3w"], "n3w is not the code of a language"),
        (["check", "../x"], "../x is not the code of a language"),
        (["check", "eo"], "There is no eo yet. Begin with: playroom translate export eo"),
        (["import", "eo"], "eo.po: the file cannot be read: there is no such file."),
        (["listen", "eo"], "There is no eo yet."),
        (["melt", "eo"], "melt is unknown here"),
        (["import", "eo", __file__], "this is not a PO file"),
    ],
)
def test_what_is_not_possible_is_refused_in_a_sentence(
    program: Program, arguments: list[str], said: str
) -> None:
    told = program.run("translate", *arguments, *TEXT)

    assert told.code
    assert said in told.err
    assert told.err.count("\n") == 1


def test_the_sentences_of_a_match_are_heard_explained_and_marked(home: Path) -> None:
    console = Console("translate", "listen", "fr", home=home)
    first = console.heard()[-1]
    console.press("down")
    second = console.heard()[0]
    when = console.hear("enter")[-1]
    marked = console.hear("right")
    taken_back = console.hear("left")
    console.hear("right")

    marks = folders(home).languages / "fr.wrong.txt"
    assert first.startswith("Les phrases d'une partie, l'une après l'autre. Entrée met en pause ")
    assert second.startswith("Ben ouvre : 6-6.")
    assert when.startswith("En anglais : Ben opens: 6-6. ")
    assert " Dit aux autres. events.opened. Ce qui est dit " in when
    assert f"1 phrase est dans {marks}." in marked[-1]
    assert "Marquée comme fausse : Ben ouvre : 6-6." in marked[-1]
    assert taken_back[-1].startswith("Rien n'est marqué. Ben ouvre : ")
    assert marks.read_text(encoding="utf-8").startswith("events.opened they: Ben ouvre : 6-6.")


def test_the_sentences_of_a_match_follow_each_other_until_space_pauses(home: Path) -> None:
    console = Console("translate", "listen", "en", home=home, speed=15)
    console.wait(60)
    by_themselves = console.new()
    console.press("space")
    console.wait(60)
    paused = console.heard()
    console.press("enter")
    console.wait(10)
    again = console.heard()

    assert len(by_themselves) > 5
    assert all(after.begins >= before.ends + BETWEEN for before, after in pairwise(by_themselves))
    assert len(paused) == 1
    assert paused[0].startswith("In English: ")
    assert again
    assert again[0] not in [said.text for said in by_themselves]


@pytest.mark.long
def test_after_the_last_sentence_none_follows(home: Path) -> None:
    console = Console("translate", "listen", "en", home=home)

    heard = console.hear()

    assert heard[-1] == "That was the last."
