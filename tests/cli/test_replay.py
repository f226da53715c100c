"""``playroom replay``: matches told from their records, as words and as plain data, and what is refused."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from support.console.replays import heard_live
from support.games.random_matches import random_record
from support.languages import CODES
from support.programs.runs import PUBLISHED, Program
from support.voice.private_dispatcher import Dispatcher, until

from playroom.home.match_notes import MatchNotes, NotesFile
from playroom.rules.deal import begin
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.strict_yaml import files
from playroom.table import table
from playroom.table.record import text
from playroom.table.setup import first_setup, new_record
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled

VARIANTS = shelf([OURS]).variants

SUMMARY = {
    "game": "draw", "over": False, "winners": [],
    "sides": [{"players": ["Ada"], "total": 0, "in": True}, {"players": ["Ben"], "total": 0, "in": True}],
    "rounds": [{"end": None, "scores": [0, 0]}],
    "table": {"to_act": "Ben", "ends": [3, 3], "chain": "3-3 3-0 0-4 4-3 3-2 2-5 5-3",
              "hands": {"Ada": "6-2 4-2 0-0 6-4 4-1", "Ben": "1-1 5-4 6-1"},
              "boneyard": "2-2 4-4 6-5 6-0 2-1 3-1 6-3 5-0 5-1 5-5 2-0 1-0 6-6", "legal": ["draw"]},
}  # fmt: skip


def test_a_record_is_read_from_standard_input(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    from_file = program.run("replay", "--mode", "text", PUBLISHED)

    with PUBLISHED.open("rb") as standard_input:
        monkeypatch.setattr(files, "_STDIN", standard_input.fileno())
        told = program.run("replay", "--mode", "text", "-")

    assert told == from_file
    assert told.code == 0


@pytest.mark.parametrize(
    ("arguments", "notes", "told"),
    [
        (
            ("--listen", "--seat", "Zoe"),
            "",
            "Zoe does not play in this match. Choose Ada or Ben, or a number",
        ),
        (("--listen", "--seat", "3"), "", "3 does not play in this match."),
        (
            ("--listen", "--seat", "ben"),
            "own: [0]",
            "The match is not over yet: only then can it be heard as Ben.",
        ),
        (("--seat", "Ben"), "", "--seat is for --listen alone."),
    ],
)
def test_a_match_is_heard_by_those_who_play_in_it_and_before_its_end_by_its_player(
    program: Program, tmp_path: Path, arguments: tuple[str, ...], notes: str, told: str
) -> None:
    record = tmp_path / "match.domino.yaml"
    record.write_bytes(PUBLISHED.read_bytes())
    (tmp_path / "match.notes.yaml").write_text(notes, encoding="utf-8")

    ended = program.run("replay", *arguments, record)

    assert ended.code
    assert told in ended.err


@pytest.mark.long
def test_a_move_that_a_killed_program_had_not_finished_is_left_out(program: Program, tmp_path: Path) -> None:
    unfinished = tmp_path / "unfinished.domino.yaml"
    unfinished.write_bytes(PUBLISHED.read_bytes().rstrip(b"\n") + b"\n\0 - Ben dr")

    assert program.run("replay", unfinished) == program.run("replay", PUBLISHED)


def broken(folder: Path, old: str, new: str) -> Path:
    """A file with the published record in which one thing is changed."""
    good = PUBLISHED.read_text(encoding="utf-8")
    assert good.count(old) == 1
    file = folder / "broken.domino.yaml"
    file.write_text(good.replace(old, new), encoding="utf-8")
    return file


def random_text(game: str, seed: int, choices: int) -> str:
    """The record of a random match that stops after so many choices."""
    chance, variant = Random(f"{game} {seed}"), VARIANTS[game]
    setup = first_setup(variant)
    told = new_record(variant, setup, ("Ada", "Ben", "Cleo Lee", "Zoé")[: setup.players])
    match = told.match
    for _ in range(choices):
        match = stepped(match, chance)
    return text(type(told)(told.game, variant, told.options, told.players, match))


def stepped(match: Match, chance: Random) -> Match:
    if match.winners:
        return match
    if match.round:
        return after(match, forced(match) or play(match, chance.choice(legal_moves(position(match)))))
    return after(match, begin(match, shuffled(match, chance)[1]))


def test_json_is_the_published_object_and_nothing_else(program: Program) -> None:
    told = program.run("replay", "--json", PUBLISHED)

    assert (told.code, told.err) == (0, "")
    assert told.out.count("\n") == 1
    assert json.loads(told.out) == SUMMARY


@pytest.mark.long
def test_the_command_itself_prints_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "playroom", "replay", "--json", str(PUBLISHED)]

    ended = subprocess.run(command, capture_output=True, check=False, cwd=tmp_path)

    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout) == SUMMARY


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_json_keeps_its_form_at_every_point_of_a_match(program: Program, tmp_path: Path, game: str) -> None:
    files = [tmp_path / f"{choices}.yaml" for choices in (0, 1, 2, 5, 12, 30, 10_000)]
    for file in files:
        file.write_text(random_text(game, 1, int(file.stem)), encoding="utf-8")

    told = program.run("replay", "--json", *files)

    summaries = list(map(json.loads, told.out.splitlines()))
    assert (told.code, told.err, len(summaries)) == (0, "", len(files))
    for summary in summaries:
        check_form(summary)
    assert [summary["over"] for summary in summaries] == [False] * 6 + [True]


def check_form(summary: dict[str, object]) -> None:
    """The names, their order, and what may stand at each."""
    match summary:
        case {"game": str(), "over": bool(over), "winners": list(winners), "sides": sides, "rounds": rounds}:
            assert bool(winners) == over
        case _:
            pytest.fail(f"not the form: {summary}")
    has_winners = "carried" in summary
    carried = ["carried"] if has_winners else []
    assert list(summary) == ["game", "over", "winners", "sides", *carried, "rounds", "table"]
    assert isinstance(sides, list)
    assert isinstance(rounds, list)
    for side in sides:
        assert list(side) == ["players", "total", "in", *(["waits", "won"] if has_winners else [])]
        assert type(side["total"]) is int
    for played in rounds:
        assert played["end"] in (None, "out", "blocked", "last_in", "target")
        assert list(map(type, played["scores"])) == [int] * len(sides)
    in_progress = bool(rounds) and rounds[-1]["end"] is None
    assert (summary["table"] is not None) == in_progress
    if isinstance(table := summary["table"], dict):
        check_table(table)


def check_table(table: dict[str, object]) -> None:
    chain, hands, legal = table["chain"], table["hands"], table["legal"]
    more = ["must_cover", "spinner"] if isinstance(chain, dict) else []
    assert list(table) == ["to_act", "ends", *more, "chain", "hands", "boneyard", "legal"]
    assert isinstance(hands, dict)
    assert table["to_act"] in hands
    rows = chain.values() if isinstance(chain, dict) else [chain]
    for written in (*rows, table["boneyard"], *hands.values()):
        assert re.fullmatch(r"(\d+-\d+( \d+-\d+)*)?", str(written))
    side = r" (left|right|up|down|mexican|train .+|on \d+)" if any(rows) else ""
    assert isinstance(legal, list)
    assert legal
    assert all(re.fullmatch(rf"\d+-\d+{side}|draw|pass", move) for move in legal)


def test_several_files_are_one_object_a_line_in_their_order(program: Program, tmp_path: Path) -> None:
    bad, missing = broken(tmp_path, "- Ben 4-3 ", "- Ben 4-4 "), tmp_path / "missing.yaml"

    told = program.run("replay", "--json", PUBLISHED, bad, missing, PUBLISHED)

    first, second, third, last = map(json.loads, told.out.splitlines())
    errors = told.err.splitlines()
    assert told.code == 1
    assert first == last == SUMMARY
    assert [second, third] == [{"error": error} for error in errors]
    assert errors[0] == f"{bad}, line 13, round 1, action 1: Ben does not have 4-4. Clause G-9."
    assert errors[1].startswith(f"{missing}: ")


BROKEN = [
    ("target: 50", "target: 0", "line 3: Target: 0 is not possible. Choose 1 or more. Clause C-8."),
    ("target: 50", "taget: 50", "line 3: This game has no option taget."),
    ("[Ada, Ben] ", "[A, B, C, D, E]",
     "line 4: 5 players are not possible here: choose 2, 3 or 4. Clause C-1."),
    ("- starter: Ben ", "- starter: Ada ", "line 7, round 1: By the rules Ben starts, not Ada. Clause C-2."),
    ("3-0 5-3 6-2", "3-0 3-0 6-2", "line 7, round 1: 3-0 is there twice. Clause G-1."),
    ("- Ben 4-3 ", "- Ada 4-0 ",
     "line 13, round 1, action 1: It is Ben's turn, and Ada acts. Clause C-2."),
    ("- Ben 4-3 ", "- Ben pass ",
     "line 13, round 1, action 1: Ben starts and must play a tile. Clause C-3."),
    ("- Ada 4-0 left ", "- Ada 4-0 right ",
     "line 14, round 1, action 2: Ada cannot play 4-0 right: the end is 3. Clause G-2."),
    ("- Ada 4-0 left ", "- Ada draw ",
     "line 14, round 1, action 2: Ada has 3-0, which fits right, and may not draw. Clause C-4."),
    ("- Ben 3-3 left", "- Ben 3-3",
     ("line 19, round 1, action 7: Ben plays 3-3, which fits both ends: "
      "left or right must be named. Clause G-6.")),
    ("- Ada pass ", "- Ada draw ", "line 21, round 1, action 9: Ada has already drawn. Clause C-9."),
    ("- Ada pass ", "- Ada walks", "line 21: Ada walks is not an action: "),
    ("record: 1 ", "record: 2 ", "line 1: record: 2 is not the version of this game. Write 1."),
    ("[Ada, Ben]", "[Ada, Ben", "line 4: the bracket ] is missing at the end, as in [2, 3, 4]."),
    ("# teams: 2 ", "game: draw", "line 5: game is there twice, first on line 2: take one of them out."),
    ("game: draw ", 'game: "a\\nb"', "line 2: game: control characters do not belong here."),
    ("[Ada, Ben]", '["A\\tda", Ben]', "line 4: players: control characters do not belong here."),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sentence"), BROKEN)
def test_a_broken_record_is_one_line_on_standard_error(
    program: Program, tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    file = broken(tmp_path, old, new)

    told = program.run("replay", "--json", file)

    assert (told.code, told.out) == (1, "")
    assert told.err.count("\n") == 1
    assert told.err.startswith(f"{file}, {sentence}")


def test_a_broken_record_is_reported_in_the_listeners_language(program: Program, tmp_path: Path) -> None:
    file = broken(tmp_path, "target: 50", "target: 0")

    told = program.run("--language", "fr", "replay", "--json", file)

    assert told.err.replace("\u00a0", " ") == (
        f"{file}, ligne 3 : Objectif : 0 point n'est pas possible. Choisissez 1 ou plus. Règle C-8.\n"
    )


@pytest.mark.parametrize("content", ["", "\n", "# Ada, Ben\n"])
def test_an_empty_file_is_reported_as_empty(program: Program, tmp_path: Path, content: str) -> None:
    file = tmp_path / "some.file"
    file.write_text(content, encoding="utf-8")

    told = program.run("replay", file)

    assert (told.code, told.out) == (1, "")
    assert told.err == f"{file}, line 1: it is empty, or has only comments.\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"just words", "line 1: put a colon and a space after the first word: "),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "line 1: a letter cannot be read: save the file as UTF-8."),
        (b"record: 1\ngame: dr\xe9w\n", "line 2: a letter cannot be read: save the file as UTF-8."),
        (b"record: 1\ngame: \x1b[2J\n", "line 2: the character U+001B cannot be seen: take it out."),
        (b"record: 1\n  game: draw\n", "line 2: begin the line as far left as the line above."),
        (b"record: 1\nplayers: [no, on]\n", "line 2: no can mean true or false: "),
    ],
)
def test_an_invalid_record_is_reported_with_its_line(
    program: Program, tmp_path: Path, content: bytes, sentence: str
) -> None:
    file = tmp_path / "some.file"
    file.write_bytes(content)

    told = program.run("replay", "--json", file)

    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(f"{file}, {sentence}")
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("name", [".", "missing.yaml", "x" * 300, "two\nlines", "nul\0"])
def test_a_file_that_cannot_be_opened_is_reported_in_one_line(
    program: Program, tmp_path: Path, name: str
) -> None:
    told = program.run("replay", "--json", tmp_path / name)

    assert (told.code, told.out) == (1, "")
    assert ": the file cannot be read: " in told.err
    assert told.err.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows calls such a file missing")
def test_a_file_that_cannot_be_opened_is_reported(program: Program, tmp_path: Path) -> None:
    file = broken(tmp_path, "# teams: 2 ", "# teams ")

    told = program.run("replay", file / "inside")

    assert told.err.endswith("the file cannot be read: a part of its path is not a folder.\n")


SLIPS = (
    "left",
    "right",
    "draw",
    "pass",
    "6-6",
    "0-0",
    "3",
    "no",
    "[",
    ":",
    "&a",
    "null",
    "teams: 2",
    "",
    "Zoé",
)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_error_in_a_record_is_one_line(program: Program, tmp_path: Path, game: str) -> None:
    chance, file = Random(game), tmp_path / "slip.yaml"
    good = random_text(game, 2, 60).split(" ")

    refused = 0
    for number in range(6):
        at = chance.randrange(len(good))
        file.write_text(" ".join([*good[:at], chance.choice(SLIPS), *good[at + 1 :]]), encoding="utf-8")
        told = program.run("replay", "--json", file, "--language", CODES[number % len(CODES)])
        refused += told.code
        assert (told.out.count("\n"), told.err.count("\n")) == (1 - told.code, told.code)

    assert refused > 1


def test_a_match_is_replayed_in_words(program: Program) -> None:
    told = program.run("replay", "--mode", "text", PUBLISHED)

    lines = told.out.splitlines()
    assert (told.code, told.err) == (0, "")
    assert lines[0] == "New round, 7 tiles each. Ben starts."
    assert lines[2] == "Ada: 0-4, left. Ends 0 and 3. Ada has 6."
    assert lines[-1] == "Ada passes on 3."


def test_a_match_is_replayed_in_french(program: Program) -> None:
    told = program.run("replay", "--mode", "text", "--language", "fr", PUBLISHED)

    assert told.out.splitlines()[0].endswith("Ben commence.")


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_match_is_read_out_in_the_sentences_that_its_player_heard(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    live, again = heard_twice(program, tmp_path, monkeypatch, game)

    assert live[0].endswith(again[0]), "the game is introduced before the first deal"
    assert live[1:] == again[1:]


@pytest.mark.long
def test_a_tile_that_was_drawn_and_kept_is_told_so(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = (heard_twice(program, tmp_path, monkeypatch, "dominos", seed) for seed in range(50))

    live, again = next(each for each in matches if "You keep the tile." in each[0])

    assert live[1:] == again[1:]


def heard_twice(
    program: Program, folder: Path, patch: pytest.MonkeyPatch, game: str, seed: int = 0
) -> tuple[list[str], list[str]]:
    """What a player hears of the events of a random match, and what is read out of its record later."""
    # StartDraw and deals that were made anew stand in no record.
    patch.setattr(table, "shuffled", lambda match, chance: ((), shuffled(match, chance)[1]))
    chance = Random(f"{game} {seed}")
    played = random_record(VARIANTS[game], chance, short=True)
    ear = chance.randrange(len(played.players))
    played, live = heard_live(played, ear, chance, folder, "en")
    file = folder / "heard.domino.yaml"
    file.write_text(text(played), encoding="utf-8")
    NotesFile(file).save(MatchNotes(own=(ear,)))
    return live, program.run("replay", "--mode", "text", file).out.splitlines()


def test_a_match_is_spoken_as_well_as_printed(program: Program, dispatcher: Dispatcher) -> None:
    told = program.run("replay", PUBLISHED)

    assert until(lambda: "Ada passes on 3." in " ".join(dispatcher.texts()))
    assert "Ben opens: 4 3" in " ".join(dispatcher.texts())
    assert told.out.startswith("New round, 7 tiles each. Ben starts.\nBen opens: 4-3.")


def test_no_name_in_a_record_turns_the_text_round(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "a.domino.yaml"
    file.write_text(PUBLISHED.read_text(encoding="utf-8").replace("Ada", "A\u202eda"), encoding="utf-8")

    told = program.run("replay", file)

    assert told.code == 0
    assert "Ada" in told.out
    assert "\u202e" not in told.out
