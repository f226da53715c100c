"""``playroom check``: pages proven, pages refused, and the language of pages as a JSON Schema."""

import json
import re
from itertools import count
from pathlib import Path

import pytest
from support.programs.runs import Program

from playroom.commands.subcommands import check
from playroom.narration.message import Message
from playroom.narration.rules.option import question_name
from playroom.table import trial
from playroom.table.schema import schema
from playroom.table.shelf import OURS, shelf

VARIANTS = shelf([OURS]).variants
GOOD = "name: mine\nlike: draw\nplayers: [2, 3]\ntarget: 20\noptions: {hand: [4, 5]}\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD, encoding="utf-8")
    return file


@pytest.mark.long
def test_a_page_is_explained_and_the_results_of_its_matches_are_reported(
    program: Program, page: Path
) -> None:
    told = program.run("check", "--mode", "text", "--matches", 20, page)

    lines = told.out.splitlines()
    assert (told.code, told.err) == (0, "")
    assert lines[0] == "Goal."
    assert (
        "Whoever has 20 points at the end of a round wins the match; if several do, the highest total wins."
        in lines
    )
    assert lines.index("Playing random matches.") < lines.index("Every match ended: the page works.")
    assert any(line.startswith("20 random matches played, ") for line in lines)
    assert any(line.startswith("A match takes 1 to ") for line in lines)
    assert any(line.startswith("Went out: ") for line in lines)
    assert any(line.startswith("Blocked: ") for line in lines)
    assert lines[-2] == "Every match ended: the page works."


@pytest.mark.long
def test_a_page_is_explained_in_french(program: Program, page: Path) -> None:
    told = program.run("--language", "fr", "check", "--mode", "text", "--matches", 5, page)

    assert told.out.splitlines()[0] == "But du jeu."
    assert told.out.splitlines()[-2].replace("\u00a0", " ") == "Chaque partie a une fin : la page fonctionne."


@pytest.mark.long
def test_a_match_that_does_not_end_is_reported_with_its_table(
    program: Program, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (trial, check):
        monkeypatch.setattr(module, "MOST_ROUNDS", 50)
    small = "set: 1\nhand: 1\nplayers: 2\noptions: {}\n"
    page.write_text(f"name: mine\nlike: draw\n{small}target: 999999\n", encoding="utf-8")

    told = program.run("check", "--mode", "text", page)

    assert told.code == 1
    assert told.out.splitlines()[-1] == "A match did not end within 50 rounds: 2 players."


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=pytest.mark.long if game == "mexican-train" else ())
        for game in sorted(VARIANTS)
    ],
)
def test_our_own_pages_can_be_checked(program: Program, game: str) -> None:
    told = program.run("check", "--mode", "text", "--matches", 2, OURS / f"{game}.yaml")

    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines()[-2] == "Every match ended: the page works."


@pytest.mark.long
def test_a_page_hears_which_sentences_have_no_example(program: Program, tmp_path: Path) -> None:
    page = tmp_path / "sixes.yaml"
    scoring = "scoring: [{when: blocked, counts: own, to: fewest}]\n"
    page.write_text(f"name: sixes\nlike: draw\nagain_on: 6\n{scoring}", encoding="utf-8")

    told = program.run("check", "--mode", "text", "--matches", 1, page)

    missing = [line for line in told.out.splitlines() if line.startswith("No example: ")]
    own = "After a blocked round, the player who holds the fewest scores the pips they hold."
    assert f"No example: {own}" in missing
    assert "No example: If your tile makes the ends add up to 6, you have another turn." not in missing


@pytest.mark.long
def test_own_examples_are_played_by_the_rules_of_their_page(program: Program, tmp_path: Path) -> None:
    page, examples = tmp_path / "sixes.yaml", tmp_path / "examples" / "sixes.yaml"
    page.write_text("name: sixes\nlike: draw\nagain_on: 6\n", encoding="utf-8")
    row = (
        "- {{rule: special.again_on, hands: '4-1 5-0, 3-3', chain: 5-4, moves: 4-1, then: {{turn: {turn}}}}}"
    )
    examples.parent.mkdir()
    examples.write_text(row.format(turn=0), encoding="utf-8")

    right = program.run("check", "--mode", "text", "--matches", 1, page)
    examples.write_text(row.format(turn=1), encoding="utf-8")
    wrong = program.run("check", "--mode", "text", "--matches", 1, page)

    assert right.code == 0
    assert "No example: If your tile makes the ends add up to 6" not in right.out
    assert wrong.code == 1
    assert wrong.err.endswith("sixes.yaml, line 1: turn is 0, not 1.\n")


@pytest.mark.long
def test_a_page_that_stands_on_the_shelf_can_be_checked(program: Program) -> None:
    program.folders.rulebooks.mkdir(parents=True)
    shelved = program.folders.rulebooks / "mine.yaml"
    shelved.write_text(GOOD, encoding="utf-8")
    (program.folders.rulebooks / "other.yaml").write_text("name: other\nlike: mine\n", encoding="utf-8")

    assert program.run("check", "--mode", "text", "--matches", 1, shelved).code == 0
    assert program.run("check", "--mode", "text", "--matches", 1, shelved.with_name("other.yaml")).code == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "name: mine\nlike: draw\nhand: 15",
            "line 3: hand: 15 is not possible with set: 6, players: 2. Write ",
        ),
        ("name: mine\nlike: draw\ncolour: red", "line 3: colour is unknown here. Choose one of "),
        (
            "name: mine\nlike: clasic",
            "line 2: like: clasic is not possible. Write all-fives, bergen, ",
        ),
        ("name: draw\nlike: block", "line 1: there is already a rulebook called draw: "),
        (
            "name: mine\nlike: draw\nplayers: 3\nteams: 2",
            "line 4: no number of players goes with these teams.",
        ),
        ("name: mine\nlike: draw\ndrawing: no", "line 3: no can mean true or false: "),
        ("name: ]", "line 1: there is a bracket ] too many. Write a list as [2, 3, 4]."),
    ],
)
def test_a_wrong_page_is_one_line_with_file_and_line(
    program: Program, page: Path, text: str, sentence: str
) -> None:
    page.write_text(text, encoding="utf-8")

    told = program.run("check", page)

    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(f"{page}, {sentence}")
    assert told.err.count("\n") == 1


def test_an_empty_page_is_reported_as_empty(program: Program, page: Path) -> None:
    page.write_text("# mine\n", encoding="utf-8")

    told = program.run("--language", "fr", "check", page)

    assert (told.code, told.out) == (1, "")
    assert told.err == f"{page}, ligne 1 : il est vide, ou n'a que des commentaires.\n"


FAULTS = """\
name: mine
like: drow
set:6
hand: [70]
drawing: no
players: [2,3
cuont: pips
options: {hand: [5, 500], drawing: [nevr], targit: [1]}
"""


def test_all_errors_are_reported_at_once_each_with_its_line(program: Program, page: Path) -> None:
    page.write_text(FAULTS, encoding="utf-8")

    told = program.run("check", page)

    assert (told.code, told.out) == (1, "")
    first, *lines = told.err.splitlines()
    assert first == f"{page}: 9 errors."
    assert [line.partition(":")[0].removeprefix("Line ") for line in lines] == list("234567888")
    assert "Line 3: put a space after the colon: set: 6" in lines
    assert "Line 6: the bracket ] is missing at the end, as in [2, 3, 4]." in lines
    assert "Line 7: cuont is unknown here. Did you mean count?" in lines


def test_all_errors_are_reported_in_french(program: Program, page: Path) -> None:
    page.write_text(FAULTS, encoding="utf-8")

    english = program.run("check", page).err.splitlines()
    french = program.run("check", "--language", "fr", page).err.replace("\u00a0", " ").splitlines()

    assert len(french) == len(english)
    assert not {*french} & {*english}
    assert "Ligne 3 : mettez une espace après les deux points : set: 6" in french


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("options: {hand: [5, 50]}", "options.hand: no table is possible with 50. "),
        ("options: {set: {least: 1, most: 6}}", "options.set: no table is possible with 1. "),
        ("options: {target: [none]}", "options.target: no table is possible with none. "),
        ("clauses: {foo: X}", "clauses: there is no rule called foo. Choose a name such as players, "),
        ("clauses: {hnd: X}", "clauses: there is no rule called hnd. Did you mean hand?"),
    ],
)
def test_what_can_never_come_true_is_a_fault(program: Program, page: Path, line: str, sentence: str) -> None:
    page.write_text(f"name: mine\nlike: draw\nplayers: 2\n{line}\n", encoding="utf-8")

    told = program.run("check", "--mode", "text", page)

    assert (told.code, told.out) == (1, "")
    assert f"ine 4: {sentence}" in told.err


def test_unknown_words_hide_no_other_fault(program: Program, page: Path) -> None:
    page.write_text(
        "name: Foo\nlike: block\noptions: {hand: [5, 50]}\nclauses: {foo: X}\nfoo: 3\nlimmit: 4\n",
        encoding="utf-8",
    )

    first, *lines = program.run("check", "--mode", "text", page).err.splitlines()

    assert first == f"{page}: 4 errors."
    assert [line.partition(":")[0] for line in lines] == ["Line 3", "Line 4", "Line 5", "Line 6"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        *(
            (
                f"name: mine\nlike: {game}\nplayers: {players}\n",
                f"line 3: hand: no answer for players {players}. Write one under hand, or change players.",
            )
            for game, players in (("draw", 5), ("block", 6), ("all-fives", 5), ("passing-game", 8))
        ),
        (
            "name: mine\nlike: draw\nset: {by: reserve, 0: 6}\nreserve: {by: set, 6: 0}\n",
            "line 3: set: it depends on reserve, which depends on set again. ",
        ),
        (
            "name: mine\nlike: draw\nset: {by: lead, winner: 6, double: {by: set, 6: 5}}\n",
            "line 3: set: it depends on itself. Write its answer without by.",
        ),
        (
            "name: mine\nlike: draw\nhand: {by: limit, 90: 6}\nlimit: 90\noptions: {target: [50]}\n",
            "line 3: hand: no answer for limit none. Write one under hand, or change limit.",
        ),
    ],
)
def test_answers_that_are_missing_or_depend_on_themselves_are_errors(
    program: Program, page: Path, text: str, sentence: str
) -> None:
    page.write_text(text, encoding="utf-8")

    told = program.run("check", "--mode", "text", page)

    assert (told.code, told.out) == (1, "")
    assert sentence.removeprefix("line ") in told.err
    assert "crashed" not in told.err


def test_choices_are_not_blamed_for_answers_that_make_no_table(program: Program, page: Path) -> None:
    page.write_text("name: mine\nlike: draw\nhand: 15\noptions: {target: [50]}\n", encoding="utf-8")

    told = program.run("check", "--mode", "text", page)

    assert (told.err.count("\n"), "line 3: hand: 15 " in told.err) == (1, True)


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("like: draw", "name is missing. Write name: and a word.", "name manque. Écrivez name: et un mot."),
        (
            "name: mine\nlike: draw\nhand:",
            "hand: the answer is missing. Write a number from 1 to ",
            "hand : la réponse manque. Écrivez un nombre de 1 à ",
        ),
        (
            "name: mine\nplayers: 2",
            " questions have no answer, such as teams, set and most_players. ",
            " questions sont sans réponse, comme teams, set et most_players. ",
        ),
        (
            "name: mine\nlike: draw\ngoal: 5",
            " words, such as name, like or title; all are listed by: playroom check --schema",
            " mots, comme name, like ou title ; la liste entière : playroom check --schema",
        ),
    ],
)
def test_missing_and_unknown_entries_are_reported_in_short(
    program: Program, page: Path, text: str, english: str, french: str
) -> None:
    page.write_text(text, encoding="utf-8")

    assert english in program.run("check", "--mode", "text", page).err
    told = program.run("check", "--mode", "text", "--language", "fr", page).err
    assert french in told.replace("\u00a0", " ")


@pytest.mark.long
def test_a_choice_that_needs_another_is_no_fault(program: Program, page: Path) -> None:
    page.write_text("name: mine\nlike: draw\noptions: {hand: [7, 20], set: [6, 12]}\n", encoding="utf-8")

    assert program.run("check", "--mode", "text", "--matches", 1, page).code == 0


@pytest.mark.long
def test_the_report_names_the_folder_for_the_page(program: Program, page: Path) -> None:
    outside = program.run("check", "--mode", "text", "--matches", 1, page).out.splitlines()[-1]
    program.folders.rulebooks.mkdir(parents=True)
    inside = program.folders.rulebooks / "mine.yaml"
    inside.write_text(GOOD, encoding="utf-8")

    assert outside == (
        f"To play it, put the file into {program.folders.rulebooks}. Then it is in the menu, under New match."
    )
    last = program.run("check", "--mode", "text", "--matches", 1, inside).out.splitlines()[-1]
    assert last == "It is in the menu, under New match."


class SecondsBetweenMoves:
    """A clock that a slow game would show: each move takes so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._readings = count(0.0, seconds)

    def perf_counter(self) -> float:
        """Seconds since the first move."""
        return next(self._readings)


SLOW = "name: mine\nlike: draw\nplayers: 2\nsingle_round: true\ntarget: none\noptions: {}\n"


@pytest.mark.long
def test_a_long_check_reports_its_progress(
    program: Program, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.write_text(SLOW, encoding="utf-8")
    monkeypatch.setattr(check, "time", SecondsBetweenMoves(0.5))

    lines = program.run("check", "--mode", "text", "--matches", 3, page).out.splitlines()

    progress = [line for line in lines if line.endswith(" of 3 random matches.")]
    assert progress == sorted(progress)
    assert {"0 of 3 random matches.", "2 of 3 random matches."} <= {*progress}
    assert lines[-2] == "Every match ended: the page works."


@pytest.mark.long
def test_a_slow_check_stops_in_time_and_reports_how_much_was_played(
    program: Program, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.write_text(SLOW, encoding="utf-8")
    monkeypatch.setattr(check, "time", SecondsBetweenMoves(2.0))

    told = program.run("check", "--mode", "text", page)

    lines = told.out.splitlines()
    (stopped,) = (line for line in lines if line.startswith("Stopped "))
    found = re.fullmatch(
        r"Stopped after 60 seconds: (\d+) of 300 random matches played, (\d+) rounds?\.", stopped
    )
    assert found
    assert int(found[1]) == int(found[2]) > 0
    assert (told.code, lines[-2]) == (0, "Every match ended: the page works.")


@pytest.mark.long
def test_a_check_in_which_no_match_comes_to_its_end_fails(
    program: Program, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "time", SecondsBetweenMoves(30.0))

    english = program.run("check", "--mode", "text", page)
    french = program.run("--language", "fr", "check", "--mode", "text", page)

    assert (english.code, french.code) == (1, 1)
    assert english.out.splitlines()[-2:] == [
        "Stopped after 60 seconds: 0 of 300 random matches played, 0 rounds.",
        "No match came to its end: make matches shorter, or the set smaller.",
    ]
    assert (
        french.out.replace("\u00a0", " ").splitlines()[-2].startswith("Arrêt après 60 secondes : 0 sur 300 ")
    )


@pytest.mark.parametrize("name", [".", "missing.yaml", "two\nlines", "nul\0"])
def test_a_page_that_cannot_be_opened_is_one_line(program: Program, tmp_path: Path, name: str) -> None:
    told = program.run("check", tmp_path / name)

    assert (told.code, told.out, told.err.count("\n")) == (1, "", 1)
    assert ": the file cannot be read: " in told.err
    assert ", line " not in told.err


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", ": the file is larger than 1 MB.\n"), ("fr", " : le fichier dépasse 1 Mo.\n")],
)
def test_a_page_that_is_too_large_is_reported_without_a_line(
    program: Program, page: Path, language: str, sentence: str
) -> None:
    page.write_text("#" * 1_000_001, encoding="utf-8")

    told = program.run("check", "--mode", "text", "--language", language, page)

    assert told.err.replace("\u00a0", " ") == f"{page}{sentence}"


def test_the_schema_is_printed_and_nothing_else(program: Program) -> None:
    told = program.run("check", "--schema")

    assert (told.code, told.err) == (0, "")
    assert json.loads(told.out) == schema()


def test_answers_that_the_engine_does_not_know_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "uncovered", lambda _: ("scoring", "joining"))

    (told,) = check.uncovered_report(shelf([OURS]).variants["block"])

    assert told == Message(
        "rulebooks.proof.not_covered",
        blanks={"questions": (question_name("scoring"), question_name("joining")), "count": 2},
    )


@pytest.mark.long
def test_of_our_pages_the_engine_knows_every_answer() -> None:
    for variant in shelf([OURS]).variants.values():
        assert list(check.uncovered_report(variant)) == []
