"""The list of all matches: what each line says, and what can be done with a match."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.console.hand_held import BEGUN, Console, without_position
from support.console.opened import opened
from support.faults.other_program import locked_elsewhere
from support.games.random_matches import VARIANTS
from support.programs.runs import PUBLISHED

from playroom.home.match_notes import RECORD_SUFFIX as SUFFIX
from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatches, read_record
from playroom.keys.bindings import MOST_PASTED
from playroom.rules.legal import legal_moves, position
from playroom.table.record import Record
from playroom.table.setup import Setup, new_record
from playroom.table.table import Table

RENAME = ("down", "down", "down", "enter")
EXPORT = ("end", "up", "up", "up", "enter")
ALL = {"All matches", "Toutes les parties"}
YESTERDAY = BEGUN - timedelta(days=1)
LAST_YEAR = datetime(2025, 12, 3, 20, 30, tzinfo=UTC)


def begin(home: Path, game: str, *arguments: str) -> Console:
    """A match in which a move was made, and that was left."""
    console = opened(home, "play", game, "--seed", "1", "--pace", "0", *arguments)
    console.play()
    console.hear("q", "y")
    return console


def all_matches(console: Console) -> str:
    """Open the list: what is said."""
    console.hear("home")
    while not ALL & {*console.hear("down")[0].split(", ")}:
        pass
    return " ".join(console.hear("enter"))


def paths(home: Path, *folders: str) -> list[str]:
    """The records in these folders of matches."""
    matches = home / "data/playroom/matches"
    return [
        file.relative_to(matches).as_posix() for each in folders for file in matches.glob(f"{each}*{SUFFIX}")
    ]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Draw, with Ben, not finished, round 1, today at 20:46"),
        ("fr", "Domino à la pioche, avec Ben, inachevée, manche 1, aujourd'hui à 20 h 46"),
    ],
)
def test_the_list_begins_with_the_match_begun_last(home: Path, language: str, told: str) -> None:
    begin(home, "block")
    begin(home, "draw", "--players", "2")

    assert without_position(all_matches(opened(home, "--language", language))).endswith(told)


@pytest.mark.parametrize(
    ("match", "told"),
    [
        (
            MatchNotes(own=(0,), begun=BEGUN, title="Our first", practice=True),
            "Our first, Block, with Cleo, Cleo won 58 to 35, 6 rounds, practice, today at 20:30",
        ),
        (
            MatchNotes(own=(1,), begun=YESTERDAY),
            "Block, with Ada, you won 58 to 35, 6 rounds, yesterday at",
        ),
        (
            MatchNotes(begun=LAST_YEAR),
            "Block, Ada and Cleo, Cleo won 58 to 35, 6 rounds, 3 December 2025",
        ),
    ],
)
def test_a_finished_match_says_who_won(home: Path, match: MatchNotes, told: str) -> None:
    SavedMatches(home / "data/playroom/matches").keep_past(finished_match(), match)

    assert told in all_matches(opened(home))


def finished_match() -> Record:
    """A short match of Block that the first of two players has won."""
    table = Table(new_record(VARIANTS["block"], Setup("block", 2, 0, {"target": 50}), ("Ada", "Cleo")), {}, 3)
    while not table.match.winners:
        if table.match.turn is None:
            table.deal()
        else:
            table.play(table.match.turn, next(iter(legal_moves(position(table.match)))))
    return table.record


def test_a_match_is_continued_from_the_list(home: Path) -> None:
    begin(home, "block")
    begin(home, "draw")
    console = opened(home)
    all_matches(console)

    console.hear("down", "enter", "enter")
    console.play()

    assert console.saved.load(console.variants).game == "block"


def test_a_match_gets_a_title_and_loses_it(home: Path) -> None:
    console = begin(home, "block")
    all_matches(console)

    console.hear("enter", *RENAME)
    console.write("Final")
    named = console.hear("enter")[-1]
    console.hear("enter", *RENAME, "ctrl-u")
    unnamed = console.hear("enter")[-1]

    assert named.startswith("Renamed. Final, Block, with Ben")
    assert unnamed.startswith("Renamed. Block, with Ben")


@pytest.mark.long
def test_a_match_is_exported_and_imported_byte_for_byte(home: Path, tmp_path: Path) -> None:
    console = begin(home, "block")
    file = tmp_path / "ours.yaml"
    all_matches(console)

    said = put(console, ("enter", *EXPORT), file)
    original = console.saved.file
    again = put(console, ("escape", "end", "up", "enter"), file)
    content = original.read_bytes()
    original.unlink()
    new = put(console, ("end", "up", "enter"), file)

    assert said.startswith(f"Exported to {file}.")
    assert again.startswith("This match is in the list already.")
    assert new.startswith("Imported. Block, ")
    assert file.read_bytes() == content == console.saved.file.read_bytes()


def put(console: Console, keys: tuple[str, ...], file: Path) -> str:
    """Press keys, and type the path of a file: what is said then."""
    console.hear(*keys)
    console.press("ctrl-u")
    console.write(str(file))
    console.rest()
    console.forget()
    return console.hear("enter")[0]


@pytest.mark.long
def test_an_export_asks_before_it_replaces_a_file(home: Path, tmp_path: Path) -> None:
    console = begin(home, "block")
    file = tmp_path / "ours.yaml"
    file.write_text("mine", encoding="utf-8")
    all_matches(console)

    asked = put(console, ("enter", *EXPORT), file)
    console.hear("n")
    kept = file.read_text(encoding="utf-8")

    assert asked.startswith(f"{file} already exists. Replace it?")
    assert kept == "mine"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("record: 1\n", "line 1: game: nothing is not a word"),
        ("record: 7\ngame: draw\n", "record: 7 is not a version known here"),
        ("\0", "line 1"),
    ],
)
def test_what_is_no_record_is_not_imported(home: Path, tmp_path: Path, content: str, told: str) -> None:
    console = begin(home, "block")
    file = tmp_path / "theirs.yaml"
    file.write_text(content, encoding="utf-8")
    all_matches(console)

    said = put(console, ("end", "up", "enter"), file)

    assert said.startswith(f"Not imported: {file}")
    assert told in said
    assert len(paths(home, "", "past/")) == 1


def test_a_file_that_is_not_there_is_not_imported(home: Path, tmp_path: Path) -> None:
    console = begin(home, "block")
    all_matches(console)

    assert put(console, ("end", "up", "enter"), tmp_path / "none").startswith("Not imported: ")


def paste(console: Console, text: str) -> str:
    """Paste a text where a record is asked for: what is said then."""
    console.hear("end", "up", "enter")
    console.forget()
    return console.hear(f"paste {text.strip()}")[0]


def test_a_pasted_record_is_imported_byte_for_byte(home: Path) -> None:
    console = begin(home, "block")
    all_matches(console)
    original = console.saved.file
    content = original.read_bytes()

    known = paste(console, content.decode())
    original.unlink()
    new = paste(console, content.decode())

    assert known.startswith("This match is in the list already.")
    assert new.startswith("Imported. Block, ")
    assert console.saved.file.read_bytes() == content


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [
        ("en", "record: 1\nplayers: 3", "Not imported: pasted text, line 1: game: nothing is not a word"),
        ("en", "Dear Ann,\n{[&*\n%", "Not imported: pasted text, line"),
        (
            "fr",
            "record: 7\ngame: draw",
            "Pas importée : texte collé, ligne 1 : record : 7 n'est pas",
        ),
        ("en", "x" * MOST_PASTED, "Not imported: the pasted text is too long."),
    ],
)
def test_a_pasted_text_that_is_no_record_is_not_imported(
    home: Path, language: str, text: str, told: str
) -> None:
    console = opened(home, "--language", language)
    all_matches(console)

    said = paste(console, text if "\n" in text else f"record: 1\n{text}")

    assert said.startswith(told)
    assert paths(home, "", "past/") == []


@pytest.mark.long
def test_a_deleted_match_comes_back_until_one_leaves_the_list(home: Path) -> None:
    begin(home, "block")
    console = begin(home, "draw")
    all_matches(console)
    before = {name: console.matches.folder.joinpath(name).read_bytes() for name in paths(home, "")}

    (deleted,) = delete(console)
    (back,) = console.hear("enter")
    after = {name: console.matches.folder.joinpath(name).read_bytes() for name in paths(home, "")}
    delete(console)
    hidden = paths(home, "deleted/")
    console.hear("escape")

    assert deleted.startswith("Deleted. Bring back Draw, ")
    assert back.startswith("Brought back. Draw, ")
    assert before == after
    assert hidden == ["deleted/0001.domino.yaml"]
    assert paths(home, "deleted/", "") == ["0001.domino.yaml"]


def delete(console: Console) -> list[str]:
    console.hear("enter", "end", "up", "enter")
    return console.hear("y")


def test_what_a_killed_program_left_deleted_is_removed(home: Path) -> None:
    console = begin(home, "block")
    deleted = console.folders.matches / "deleted" / "0001.domino.yaml"
    deleted.parent.mkdir()
    deleted.write_bytes(PUBLISHED.read_bytes())

    all_matches(console)
    console.hear("escape")

    assert paths(home, "deleted/") == []


def test_what_another_program_can_bring_back_stays(home: Path) -> None:
    first = begin(home, "block")
    all_matches(first)
    delete(first)

    second = opened(home)
    all_matches(second)
    second.hear("escape")

    assert paths(home, "deleted/") == ["deleted/0001.domino.yaml"]
    assert first.hear("home", "enter")[-1].startswith("Brought back.")


@pytest.mark.long
def test_a_match_that_another_program_plays_is_named_so_and_stays_as_it_is(home: Path) -> None:
    console = begin(home, "block")

    with locked_elsewhere(console.folders.matches / ".0001.lock"):
        told = all_matches(console)
        console.hear("enter")
        refused = [console.hear(key)[-1] for key in ("enter", "end")]
        console.hear("up", "enter")

    assert "Open in another playroom: Block, with" in told
    assert refused[0].startswith("This match is open in another playroom.")
    assert paths(home, "") == ["0001.domino.yaml"]


def test_a_match_that_is_archived_stays_in_the_list(home: Path) -> None:
    console = begin(home, "block")
    all_matches(console)

    console.hear("enter", "end", "up", "up", "enter")
    (told,) = console.hear("y")

    assert told.startswith("Archived. Block, with Ben")
    assert paths(home, "", "past/") == ["past/0001.domino.yaml"]


def test_damaged_records_and_those_of_a_newer_version_say_what_is_wrong(home: Path) -> None:
    console = begin(home, "block")
    console.folders.matches.joinpath("0002.domino.yaml").write_text(
        "record: 9\ngame: draw\n", encoding="utf-8"
    )
    console.folders.matches.joinpath("0003.domino.yaml").write_bytes(b"\xff\xff")

    said = [all_matches(console), *console.hear("down")]

    assert sum("Cannot be read: " in each for each in said) == 2
    assert "9 is not a version known here" in " ".join(said)
    assert without_position(console.hear("enter")[0]).endswith("Export")


@pytest.mark.long
def test_matches_are_found_by_title_player_and_date(home: Path) -> None:
    begin(home, "block")
    console = begin(home, "draw", "--players", "2")
    all_matches(console)

    found = [search(console, words) for words in ("cleo", "NOVEMBER ben", "cleo draw")]

    assert found[0].startswith("Matches with cleo. Enter opens one. Block, with Ben, Cleo and Dan")
    assert found[0].endswith("1 of 2")
    assert found[1].endswith("1 of 4")
    assert found[2].startswith("No match with cleo draw. Search")


def search(console: Console, words: str) -> str:
    """Search in the list, and come back to it: what is said of what was found."""
    console.hear("end", "up", "up", "enter")
    console.write(words)
    console.forget()
    (said,) = console.hear("enter")
    if said.startswith("Matches"):
        console.hear("escape")
    return said


@pytest.mark.long
def test_many_new_records_are_read_in_the_background(home: Path) -> None:
    matches = SavedMatches(home / "data/playroom/matches")
    record = read_record(PUBLISHED, VARIANTS)
    for number in range(30):
        matches.keep_past(replace(record, players=(f"Ada {number}", "Ben")), MatchNotes())
    console = opened(home)

    said = all_matches(console)
    console.hear("escape")

    assert "30 matches are still being read." in said
    assert said.endswith("All matches are read.")
    assert all_matches(console).endswith("1 of 35")


def test_no_match_can_be_listed_and_one_imported(home: Path) -> None:
    console = opened(home)
    console.hear("down")

    assert without_position(console.hear("enter")[0]).endswith("Enter opens one. No matches yet")
    assert put(console, ("down", "down", "enter"), PUBLISHED).startswith("Imported. Draw, Ada and Ben, not")


def test_a_finished_match_is_gone_through_again_and_left_for_the_list(home: Path) -> None:
    SavedMatches(home / "data/playroom/matches").keep_past(
        finished_match(), MatchNotes(own=(0,), begun=BEGUN)
    )
    console = opened(home)
    all_matches(console)

    (menu,) = console.hear("enter")
    replayed = " ".join(console.hear("enter"))
    left = console.hear("q", "escape")
    back = " ".join(left)

    assert without_position(menu).endswith("Go through this match again")
    assert "Replay." in replayed
    assert "All matches, newest first." in back


@pytest.mark.long
def test_the_list_shows_the_unfinished_or_the_finished_matches_alone(home: Path) -> None:
    SavedMatches(home / "data/playroom/matches").keep_past(finished_match(), MatchNotes(begun=YESTERDAY))
    console = begin(home, "draw")
    all_matches(console)
    while not without_position(console.hear("down")[0]).startswith("Shown"):
        pass

    unfinished, finished = console.answer("right"), console.answer("right")
    first = console.answer("home")
    back = (console.answer("end"), *console.answers("up", "up", "up"), console.answer("right"))[-1]

    assert without_position([unfinished, finished]) == ["Shown: unfinished ones", "Shown: finished ones"]
    assert first.startswith("Block, Ada and Cleo")
    assert without_position(back) == "Shown: all matches"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("language", "line"), [("en", "Delete these 2 matches"), ("fr", "Supprimer ces 2 parties")]
)
def test_all_matches_that_were_found_are_deleted_at_once_and_can_be_brought_back(
    home: Path, language: str, line: str
) -> None:
    begin(home, "block")
    begin(home, "draw", "--players", "2")
    begin(home, "block")
    console = opened(home, "--language", language)
    all_matches(console)
    console.hear("end", "up", "up", "enter")
    console.write("cleo")
    console.hear("enter")

    assert without_position(console.hear("end", "up")[-1]) == line
    assert "2" in console.hear("enter")[0]
    console.hear("down", "down", "enter")
    assert paths(home, "") == ["0002.domino.yaml"]

    console.hear("home", "enter")
    console.hear("home", "enter")
    assert len(paths(home, "")) == 3


def test_a_match_of_several_people_at_one_keyboard_counts_them_all(home: Path) -> None:
    names = (part for name in ("Ana", "Bruno", "Chloé") for part in ("--name", name))
    console = Console("play", "dominos", "--players", "4", "--seed", "5", *names, home=home)
    console.hear("y")
    console.hear("q", "y")

    listed = console.hear("a", "enter")[-1]

    assert "Playroom dominos, 4 players, not finished" in listed


@pytest.mark.long
def test_the_first_list_counts_the_matches_that_are_saved(home: Path) -> None:
    counted = []
    for game in ("block", "draw", "matador"):
        console = begin(home, game)
        counted += [without_position(console.hear("home", *["down"] * 2)[-1])]

    assert counted == [
        "All matches",
        "All matches, 2 saved",
        "All matches, 3 saved",
    ]
