"""What can be asked on the command line, and what is said when it cannot be."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from support.languages import CODES
from support.programs.runs import PUBLISHED, Program, at_home

from playroom.bots.roster import BOTS
from playroom.commands.context import Visit
from playroom.commands.parser import COMMANDS
from playroom.console.play.draft import DayDeal, Draft, ResumeMatch, usual
from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatches
from playroom.narration.phrases.locales import phrasebook
from playroom.rules.rulebook.questions import QUESTIONS
from playroom.strict_yaml import as_written
from playroom.table.setup import Setup, current_answer, first_setup, new_record
from playroom.table.shelf import OURS, shelf

EITHER = phrasebook("en").language.either(CODES)
"""All languages, as one may choose among them."""
HELP = "--help.\n"
WEAKEST, *_, STRONGEST = BOTS
USUAL = usual(tuple(BOTS))


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Visit]:
    """Every stay in the room that would have begun, and with which wish; none does."""
    visits: list[Visit] = []

    def stay(visit: Visit) -> int:
        visits.append(visit)
        return 0

    monkeypatch.setattr("playroom.commands.assembly.stay", stay)
    return visits


def kept(program: Program, seated: dict[int, str]) -> None:
    """Let there be a match to go on with."""
    names = ("Ada", "Ben", "Cleo", "Dan")[: len(seated) + 1]
    record = new_record(shelf([OURS]).variants["dominos"], Setup("dominos", len(names)), names)
    SavedMatches(program.folders.matches).create().save(record, MatchNotes(seated))


@pytest.fixture
def program(
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    begun: list[Visit],
) -> Program:
    assert begun == []
    return at_home(tmp_path / "home", capfd, monkeypatch)


IMPOSSIBLE = [
    ("--players 11", "11 players are not possible here: choose 2 to 10.", ""),
    ("--players 0", "0 players are not possible here: choose 2 to 10.", ""),
    ("--players 6 --set 6", "The double-six set serves 4 players at most: 6 are too many.",
     "--players 4 --set 6"),
    ("--players 5 --teams 2", "5 players cannot make 2 teams of one size, two or more in each.",
     "--players 4 --teams 2"),
    ("--hand 8", "--hand: 8 is not possible. Choose 5, 6 or 7.", ""),
    ("draw --players 9", "9 players are not possible here: choose 2, 3 or 4.", ""),
    ("--limit 0", "--limit: 0 is not possible. Choose 1 or more.", ""),
    ("--set double-six", "--set: double-six is not possible. Choose 6, 9 or 12.", ""),
    ("all-fives --spinner maybe", "--spinner: maybe is not possible. Choose true or false.", ""),
    ("block --players 5 --single-round true --set 6",
     "5 players are not possible here: choose 2, 3 or 4.", ""),
    ("--limit none", "--limit: none is not possible. Choose 1 or more.", ""),
    ("block --limit 50",
     "This game has no option --limit. It has --target, --single-round and --direction.", ""),
    ("block --teams 2", "In this game everyone plays alone: there are no teams.", ""),
    ("pass-pass --players 3", "3 players are not possible here: choose 4.", ""),
    ("pass-and-out --target 9 --deals 9",
     "A match has only one end: choose a limit, a target or a number of rounds.",
     "--players 4 --deals 9"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "reason", "possible"), IMPOSSIBLE)
def test_an_impossible_table_is_refused_with_the_reason_and_the_nearest(
    program: Program, begun: list[Visit], line: str, reason: str, possible: str
) -> None:
    told = program.run("play", *line.split())

    assert (told.code, told.out, begun) == (2, "", [])
    assert told.err == (f"{reason} Possible: {possible}.\n" if possible else f"{reason}\n")


@pytest.mark.parametrize("line", ["--language fr --bad", "--language=fr --bad", "play --bad --language=fr"])
def test_a_wrong_option_is_refused_in_the_language_of_the_line(program: Program, line: str) -> None:
    told = program.run(*line.split())

    assert told.err.startswith("--bad n'est pas une option ici.")


def test_an_impossible_table_is_refused_in_french(program: Program) -> None:
    told = program.run("play", "--language", "fr", "--players", 11)

    assert told.code == 2
    assert told.err.replace("\u00a0", " ") == ("Pas de partie à 11 ici : choisissez 2 à 10.\n")


def test_play_begins_at_the_table_that_was_asked_for(program: Program, begun: list[Visit]) -> None:
    line = "play --players 4 --teams 2 --set 9 --limit 50 --seed 7 --name Zoé --pace 0"

    assert program.run(*line.split()).code == 0

    (visit,) = begun
    draft = visit.start
    assert isinstance(draft, Draft)
    assert (draft.setup.players, draft.setup.teams) == (4, 2)
    assert draft.setup.options == {"set": 9, "limit": 50}
    assert draft.players[0] == "Zoé"
    assert (visit.seed, visit.context.settings.pace) == (7, 0)


@pytest.mark.parametrize(
    ("asked", "seated"),
    [
        ("", (USUAL,) * 3),
        (f"--bots {WEAKEST}", (WEAKEST,) * 3),
        (f"--bots {STRONGEST},{WEAKEST},{USUAL}", (STRONGEST, WEAKEST, USUAL)),
        (f"--bots {STRONGEST},{WEAKEST}", (STRONGEST, WEAKEST, STRONGEST)),
    ],
)
def test_the_bots_are_as_strong_as_was_asked_seat_by_seat(
    program: Program, begun: list[Visit], asked: str, seated: tuple[str, ...]
) -> None:
    program.run("play", *asked.split())

    draft = begun[0].start
    assert isinstance(draft, Draft)
    assert draft.seated == dict(enumerate(seated, 1))


@pytest.mark.parametrize("arguments", ["play --players 4", "continue"])
def test_more_strengths_than_bots_are_refused(program: Program, begun: list[Visit], arguments: str) -> None:
    kept(program, {1: WEAKEST, 2: WEAKEST, 3: WEAKEST})

    told = program.run(*arguments.split(), "--bots", ",".join([WEAKEST] * 4))

    assert (told.code, told.out, begun) == (2, "", [])
    assert told.err == "4 strengths are too many: there are 3 bots.\n"


@pytest.mark.parametrize(("asked", "strengths"), [("", ()), (f"--bots {STRONGEST}", (STRONGEST,))])
def test_the_kept_match_is_gone_on_with_at_once_with_other_strengths_if_they_are_asked_for(
    program: Program, begun: list[Visit], asked: str, strengths: tuple[str, ...]
) -> None:
    kept(program, {1: WEAKEST})

    assert program.run("continue", *asked.split()).code == 0

    assert [visit.start for visit in begun] == [ResumeMatch(strengths)]


def test_where_nothing_is_kept_that_is_said(program: Program, begun: list[Visit]) -> None:
    told = program.run("continue")

    assert (told.code, told.out, begun) == (2, "", [])
    assert told.err == "There is no saved match to continue.\n"


def test_a_player_called_like_a_bot_takes_its_name(program: Program, begun: list[Visit]) -> None:
    program.run("play", "--name", "Cleo")

    draft = begun[0].start
    assert isinstance(draft, Draft)
    assert draft.players == ("Cleo", "Ben", "Ada", "Dan")


def test_each_name_is_a_person_at_this_keyboard(program: Program, begun: list[Visit]) -> None:
    program.run("play", "--name", "Zoé", "--name", "Ada", "--bots", WEAKEST)

    draft = begun[0].start
    assert isinstance(draft, Draft)
    assert draft.players == ("Zoé", "Ada", "Cleo", "Dan")
    assert draft.seated == {2: WEAKEST, 3: WEAKEST}


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("Ana", "Ana"), "Ana is already at this table.\n"),
        (("Ana", "Ben", "Eva"), "3 names are too many: there are 2 seats.\n"),
    ],
)
def test_names_that_do_not_fit_the_table_are_refused(
    program: Program, begun: list[Visit], names: Sequence[str], why: str
) -> None:
    told = program.run("play", "--players", "2", *(part for name in names for part in ("--name", name)))

    assert (told.code, told.err, begun) == (2, why, [])


def test_without_a_command_the_menu_opens(program: Program, begun: list[Visit]) -> None:
    assert program.run().code == 0

    assert [visit.start for visit in begun] == [None]


def test_the_deal_of_the_day_opens_at_once(program: Program, begun: list[Visit]) -> None:
    assert program.run("day").code == 0

    assert [visit.start for visit in begun] == [DayDeal()]


@pytest.mark.parametrize("line", ["dupla", "help dupla"])
def test_a_game_in_the_place_of_a_command_leads_to_its_command(program: Program, line: str) -> None:
    assert program.run(*line.split()).err == (
        "dupla is a game, not a command. "
        "To play it: playroom play dupla. Its options: playroom help play dupla\n"
    )


WRONG_LINES = dict(  # noqa: C406 (the pairs are formatted as rows)
    [
        ("continue --seed 4", "--seed is not an option here. For help: playroom continue " + HELP),
        ("--colour", "--colour is not an option here. For help: playroom " + HELP),
        (
            "play --plaiers 3",
            "--plaiers is not an option here. Did you mean --players? For help: playroom play ",
        ),
        ("--langage fr", "--langage is not an option here. Did you mean --language? "),
        ("--lang fr", "--lang is not an option here. Did you mean --language? "),
        ("dance", "dance is not a command. All are listed by: playroom help\n"),
        ("help hots", "hots is not a command. Did you mean host? All are listed by: playroom help\n"),
        ("plya", "plya is not a command. Did you mean play? All are listed by: playroom help\n"),
        ("help dance", "dance is not a command. All are listed by: playroom help\n"),
        ("play whist", "whist is unknown here. Choose all-fives, "),
        ("play dominoes", "dominoes is unknown here. Did you mean dominos? Choose all-fives, "),
        ("play dominos fast", "fast is one argument too many. For help: playroom play " + HELP),
        (
            "play --players nine",
            "--players: nine is not possible: write a whole number from 0 up. For help: playroom play "
            + HELP,
        ),
        ("play --players -1", "--players: "),
        ("play --seed soon", "--seed: soon is not a whole number. For help: playroom play " + HELP),
        ("host --seed 5", "--seed is not an option here. "),
        ("play --bots stupid", f"--bots: stupid is unknown here. Choose {WEAKEST}, "),
        (f"continue --bots {WEAKEST},", "--bots: nothing is unknown here. Choose "),
        ("play --set", "--set: a value is missing. For help: playroom play " + HELP),
        ("replay --json=3", "--json: it takes no value. For help: playroom replay " + HELP),
        ("play --name \t", "--name: a name needs at least one letter. For help: playroom play " + HELP),
        (
            "--pace soon",
            "--pace: soon is not possible. Choose seconds from 0 to 10. For help: playroom " + HELP,
        ),
        (
            "--pace nan",
            "--pace: nan is not possible. Choose seconds from 0 to 10. For help: playroom " + HELP,
        ),
        ("--mode loud", "--mode: loud is unknown here. Choose voice, both or text."),
        ("--language tlh", f"--language: tlh is unknown here. Choose {EITHER}. For help: playroom " + HELP),
        (
            "check x --matches 0",
            "--matches: 0 is not possible: write a whole number from 1 up. For help: playroom check " + HELP,
        ),
        ("replay", "Name a file. For help: playroom replay " + HELP),
        ("check", "Name a file. For help: playroom check " + HELP),
    ]
)


@pytest.mark.parametrize(("line", "sentence"), WRONG_LINES.items())
def test_a_wrong_command_line_is_one_line(program: Program, line: str, sentence: str) -> None:
    told = program.run(*line.split(" "))

    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(sentence)
    assert told.err.endswith((HELP, ": playroom help\n"))
    assert told.err.count("\n") == 1


@pytest.mark.sample(6)
@pytest.mark.parametrize("line", [line for line in WRONG_LINES if line.partition(" ")[0] != "--language"])
def test_a_wrong_command_line_is_refused_in_french(program: Program, line: str) -> None:
    english, french = (program.run(*line.split(" "), "--language", code).err for code in ("en", "fr"))

    assert french != english
    assert re.search("(Aide|toutes) : playroom", french.replace("\u00a0", " "))


@pytest.mark.sample(5)
@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)])
def test_help_is_plain_text(program: Program, command: tuple[str, ...]) -> None:
    told = program.run(*command, "--help")

    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(" ".join(("Usage: playroom", *command)))
    assert all(line.isprintable() for line in told.out.splitlines())
    assert program.run("help", *command).out == told.out


@pytest.mark.sample(5)
@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_in_the_language_of_the_listener(program: Program, command: str) -> None:
    told = program.run(command, "--help", "--language", "fr")

    english = {*program.run(command, "--help").out.splitlines()}
    assert told.out.replace("\u00a0", " ").startswith(f"Utilisation : playroom {command} ")
    assert english.intersection(told.out.splitlines()) <= {""}


def test_the_version_is_printed(program: Program) -> None:
    told = program.run("--version")

    assert (told.code, told.err) == (0, "")
    assert re.fullmatch(r"playroom( \d+\.\d+\.\d+)?\n", told.out)


@pytest.mark.parametrize("language", CODES)
def test_every_question_of_a_page_has_a_purpose_in_the_help(language: str) -> None:
    entries = phrasebook(language).entries

    assert [each for each in QUESTIONS if f"command_line.help.purposes.{each}" not in entries] == []


def test_the_help_of_a_game_says_what_each_option_is_for(program: Program) -> None:
    english = program.run("help", "--mode", "text", "play", "mexican-train").out
    french = program.run("help", "--mode", "text", "--language", "fr", "play", "mexican-train").out

    assert re.search(r"--hand ANSWER +how many tiles each player is dealt: ", english)
    assert re.search(r"--hand ANSWER .*: 10, or 5 to 16\n", english)
    assert re.search(r"--doubles ANSWER .*: one, or several\n", english)
    assert "all-fives" not in english
    assert english == program.run("play", "mexican-train", "--mode", "text", "--help").out
    assert "--hand" not in program.run("help", "--mode", "text", "play").out
    assert re.search(r"--hand ANSWER +combien de dominos chacun reçoit : ", french)


@pytest.mark.parametrize(
    ("game", "option"),
    [
        ("all-fives", "--points ANSWER +how points are counted: "),
        ("dupla", "--points ANSWER +how points are counted: "),
        ("kozel", "--target ANSWER +the total that ends the match: "),
    ],
)
def test_the_purpose_of_an_option_is_true_of_every_game_that_has_it(
    program: Program, game: str, option: str
) -> None:
    # Only All Fives has points for each five, and who reaches the target of Kozel loses.
    assert re.search(option, program.run("help", "--mode", "text", "play", game).out)


@pytest.mark.long
@pytest.mark.parametrize("language", CODES)
def test_the_help_of_a_game_says_first_what_holds_unless_something_is_chosen(
    program: Program, language: str
) -> None:
    for name, game in shelf([OURS]).variants.items():
        told = program.run("help", "--mode", "text", "--language", language, "play", name).out
        first = first_setup(game)
        for option in game.options:
            held = str(as_written(current_answer(game, first, option)))
            line = re.search(rf"--{option.replace('_', '-')} ANSWER +.*", told)
            assert line, option
            assert held == "none" or "," in held or re.search(rf" {held}(,| |$)", line[0]), line[0]


def test_help_names_the_players_own_games(program: Program) -> None:
    program.folders.rulebooks.mkdir(parents=True)
    page = "name: 50% more\nlike: draw\ntarget: 150\noptions: {reserve: [0, 2]}\n"
    (program.folders.rulebooks / "more.yaml").write_text(page, encoding="utf-8")

    assert "50% more" in program.run("play", "--help").out

    told = program.run("help", "play", "50% more")
    assert "--reserve ANSWER" in told.out
    assert ": 0, or 2\n" in told.out


BAD_PAGES = [
    "name: [",
    "name: mine\nlike: [draw]",
    "",
    "\x00",
    "name: mine\nlike: draw\nhand: {by: [], 2: 3}",
]


def test_invalid_pages_are_reported_and_never_prevent_the_start(program: Program, begun: list[Visit]) -> None:
    program.folders.rulebooks.mkdir(parents=True)
    for number, page in enumerate(BAD_PAGES):
        (program.folders.rulebooks / f"{number}.yaml").write_text(page, encoding="utf-8")
    (program.folders.rulebooks / "folder.yaml").mkdir()
    program.folders.settings.write_text("pace: quick\ncolour: red\n", encoding="utf-8")

    assert program.run("play").code == 0

    visit = begun[0]
    assert visit.context.shelf.variants.keys() == shelf([OURS]).variants.keys()
    assert len(visit.context.errors) == len(BAD_PAGES) + 3


OPTIONS = (
    "players teams set hand limit target deals count name bots seed language mode verbosity pace matches"
)
WORDS = (
    "play", "replay", "check", "block", "draw", "dominos", "pass-pass", "--json", "--schema", "--help", "-h",
    "--", "-", "", " ", "\n", "\0", "\x1b[2J", "%s", "2", "4", "9", "-1", "1e9", "9" * 5000, "nan", "inf",
    "none", "true", "no", "[", "{}", "6, 9", "en", "fr", "xx", "text", "brief", "hard", "tiles",
    "Zoé", "\ud800", "🁣", "nowhere.yaml", str(PUBLISHED), *(f"--{option}" for option in OPTIONS.split()),
)  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_every_command_line_has_an_exit_code_and_a_line_as_its_answer(program: Program, seed: int) -> None:
    chance = Random(seed)

    for _ in range(12):
        line = chance.choices(WORDS, k=chance.randint(1, 5))
        told = program.run("--mode", "text", *line)

        assert told.code in (0, 1, 2), line
        assert "Traceback" not in told.err, line
        assert (told.code == 0) == (told.err == ""), line


@pytest.mark.long
def test_the_module_says_what_is_wrong_with_exit_code_2(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "playroom", "play", "--players", "11"]

    ended = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HOME": str(tmp_path), "LANGUAGE": "en"},
    )

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "11 players are not possible here: choose 2 to 10.\n"


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_reader_that_goes_away_is_left_in_peace(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)

    with os.fdopen(writing, "w") as nobody:
        command = [sys.executable, "-m", "playroom", "check", "--schema"]
        ended = subprocess.run(command, stdout=nobody, stderr=subprocess.PIPE, check=False, cwd=tmp_path)

    assert (ended.returncode, ended.stderr) == (1, b"")
