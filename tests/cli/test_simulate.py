"""``playroom simulate``: what is told on the way and at the end, in words and as data, what is refused."""

import csv
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from support.programs.runs import Outcome, Program, at_home

ODD = Path(__file__).parents[1] / "simulation"
"""Where the bots are that do not do what a bot should."""

FEW = ("--mode", "text", "--seed", 5, "--executor", "processes:1")
TEAMS = ("--players", 4, "--teams", 2, "--bots", "casual,novice", "--limit", 30)


@pytest.fixture
def program(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setattr(sys, "path", [*sys.path, str(ODD)])
    return at_home(tmp_path / "home", capfd, monkeypatch)


def data(told: Outcome) -> Any:  # noqa: ANN401 (whatever JSON holds)
    return json.loads(told.out)


def percent(rate: float) -> str:
    return f"{100 * rate:.1f}".removesuffix(".0")


@pytest.mark.long
def test_the_report_has_the_wins_of_each_side_and_the_course_of_matches(program: Program) -> None:
    told = program.run("simulate", *TEAMS, "--matches", 10, *FEW)

    lines = told.out.splitlines()
    assert told.code == 0
    assert lines[0] == "Playroom dominos: 4 players, 2 teams and Limit: 30. Seed 5."
    assert lines[1].startswith("10 matches, ")
    assert [line.split(":")[0] for line in lines[2:-1]] == [
        *("Matches won by casual", "Rounds won by casual", "Points a round for casual"),
        *("Matches won by novice", "Rounds won by novice", "Points a round for novice"),
        *("Went out", "Blocked", "Rounds in a match", "Moves in a round"),
    ]
    assert lines[2].endswith("Fair: 50.")
    assert lines[-1].startswith("The true rate lies between the two numbers 19 times out of 20.")


@pytest.mark.long
def test_progress_is_a_plain_line_at_every_ten_per_cent(program: Program) -> None:
    told = program.run("simulate", *TEAMS, "--matches", 20, *FEW)

    assert told.err.splitlines() == [
        "20 matches begin.",
        *(f"{percent} percent, {percent // 5} of 20 matches." for percent in range(10, 101, 10)),
    ]
    assert "\r" not in told.err


@pytest.mark.long
def test_progress_counts_matches_where_they_are_less_than_ten_per_cent(program: Program) -> None:
    told = program.run("simulate", *TEAMS, "--matches", 3, *FEW)

    assert told.err.splitlines()[1:] == [
        "33 percent, 1 of 3 matches.",
        "66 percent, 2 of 3 matches.",
        "100 percent, 3 of 3 matches.",
    ]


@pytest.mark.long
def test_the_report_speaks_the_listeners_language(program: Program) -> None:
    told = program.run("--language", "fr", "simulate", *TEAMS, "--matches", 1, "--duplicate", *FEW)

    assert told.out.splitlines()[0].replace("\u00a0", " ").endswith(" Graine 5.")
    assert "Donnes dupliquées" in told.out
    assert "Parties gagnées par le robot débutant" in told.out
    assert told.err.endswith("100 pour cent, 2 sur 2 parties.\n")


@pytest.mark.long
def test_duplicate_deals_are_reported_by_bots_and_by_sides(program: Program) -> None:
    told = program.run("simulate", *TEAMS, "--matches", 3, "--duplicate", *FEW)

    assert told.out.splitlines()[1].startswith("6 matches, ")
    assert "Duplicate deals: each was played 2 times, with the bots changing sides.\n" in told.out
    assert "Matches won by seats 1 and 3: " in told.out
    assert "Matches won by seats 2 and 4: " in told.out


@pytest.mark.long
def test_json_csv_and_text_have_the_same_content(program: Program) -> None:
    asked = ("simulate", *TEAMS, "--matches", 6, "--duplicate", *FEW)

    text, plain, table = (program.run(*asked, "--output", form) for form in ("text", "json", "csv"))

    found = data(plain)
    rows = {(row["measure"], row["who"]): row for row in csv.DictReader(StringIO(table.out))}
    for who, standing in found["bots"].items():
        for measure in ("matches", "rounds"):
            rate = standing[measure]
            row = rows[measure, who]
            assert {name: float(row[name]) for name in rate} == rate
            shares = [percent(rate[name]) for name in ("rate", "low", "high", "fair")]
            sentence = f"{measure.title()} won by {who}: {{}} percent, {{}} to {{}}. Fair: {{}}."
            assert sentence.format(*shares) in text.out.splitlines()
        assert float(rows["points_a_round", who]["mean"]) == standing["points_a_round"]
    for ending, rate in found["endings"].items():
        assert int(float(rows["ending", ending]["won"])) == rate["won"]
    for length in ("rounds_a_match", "moves_a_round"):
        assert {name: float(rows[length, ""][name]) for name in found[length]} == found[length]
    assert f"12 matches, {found['rounds']} rounds." in text.out.splitlines()
    assert {(row["game"], row["seed"]) for row in rows.values()} == {("dominos", "5")}


@pytest.mark.long
def test_json_contains_the_plan(program: Program) -> None:
    found = data(program.run("simulate", *TEAMS, "--matches", 2, "--output", "json", *FEW))

    asked = {name: found[name] for name in ("game", "players", "teams", "options", "seed", "duplicate")}
    assert asked == {
        "game": "dominos",
        "players": 4,
        "teams": 2,
        "options": {"limit": 30},
        "seed": 5,
        "duplicate": False,
    }
    assert found["seats"] == ["casual", "novice"] * 2
    assert (found["wanted"], found["matches"]) == (2, 2)


@pytest.mark.long
def test_the_same_seed_gives_the_same_report_and_another_seed_another(program: Program) -> None:
    asked = ("simulate", *TEAMS, "--matches", 4, *FEW, "--output", "csv")

    assert program.run(*asked).out == program.run(*asked, "--executor", "processes:2").out
    assert program.run(*asked).out != program.run(*asked, "--seed", 6).out


@pytest.mark.long
def test_a_page_and_a_bot_of_the_players_own_are_played(program: Program) -> None:
    program.folders.rulebooks.mkdir(parents=True)
    own = program.folders.rulebooks / "mine.yaml"
    own.write_text("name: mine\nlike: draw\nhand: 3\nsingle_round: true\ntarget: none\n", encoding="utf-8")

    told = program.run("simulate", "mine", "--bots", "odd_bots:twin,novice", "--matches", 4, *FEW)

    assert told.code == 0
    assert told.out.splitlines()[0].startswith("mine: ")
    assert "Matches won by twin: " in told.out


OTHERS = ("menu", "play", "resume", "replay", "check", "doctor")


@pytest.mark.long
def test_other_commands_load_nothing_of_it() -> None:
    heavy = "{'distributed', 'dask', 'multiprocessing', 'playroom.simulation.plan'}"
    subcommands = ", ".join(f"playroom.commands.subcommands.{each}" for each in OTHERS)
    loaded = f"' '.join({heavy} & sys.modules.keys())"
    program = f"import sys, playroom.commands.dispatch, {subcommands}; sys.exit({loaded} or None)"

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert (ended.returncode, ended.stderr.strip()) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--bots", "nobody"), "--bots: nobody is not a bot. Choose novice, "),
        (("--bots", "casual,"), "--bots: nothing is not a bot. Choose novice, "),
        (
            ("--bots", "no_such_module:bot"),
            "--bots: no_such_module:bot is not a bot: No module named",
        ),
        (("--bots", "odd_bots:WORD"), "--bots: odd_bots:WORD is not a bot, as it cannot be called."),
        (
            ("--bots", "odd_bots:none"),
            "--bots: odd_bots:none is not a bot: module 'odd_bots' has no",
        ),
        (("--players", 2, "--bots", "casual,casual,novice"), "3 bots are too many: there are 2 seats.\n"),
        (("--players", 11), "11 players are not possible here: choose 2 to 10.\n"),
        (("--teams", 3), "4 players cannot make 3 teams of one size, "),
        (("--limit", 0), "--limit: 0 is not possible. Choose 1 or more."),
        (("--matches", 0), "--matches: 0 is not possible: write a whole number from 1 up. "),
        (("--matches", "x"), "--matches: x is not possible: write a whole number from 1 up. "),
        (("--output", "xml"), "--output: xml is unknown here. Choose text, json or csv. "),
        (("--executor", "threads"), "--executor: threads is not an executor. Choose processes,"),
        (("--executor", "processes:1000"), "--executor: processes:1000 is not an executor. "),
        pytest.param(
            ("--executor", "dask:nonsense"),
            "No Dask cluster answers at nonsense: ValueError: missing port",
            marks=pytest.mark.long,  # it needs Dask
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    program: Program, arguments: tuple[object, ...], sentence: str
) -> None:
    told = program.run("simulate", *arguments)

    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(sentence)
    assert told.err.count("\n") == 1


def test_a_table_without_dask_says_how_to_get_it(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    told = program.run("simulate", "--executor", "dask:127.0.0.1:8786")

    assert (told.code, told.out) == (2, "")
    assert told.err == "Dask is not installed here. Install it with pip install distributed.\n"
