"""A game that is a page only, with no line of Python: proven, played, its rules read, found in the menu."""

import re
from pathlib import Path

import pytest
from support.console.hand_held import Console, folders, without_position
from support.games.heaviest_bot import heaviest
from support.programs.runs import Program, at_home

from playroom.narration.phrases.locales import phrasebook
from playroom.narration.rules.rulebook import rulebook
from playroom.rules.rulebook.variant import Variant
from playroom.table.record import Record, text
from playroom.table.setup import Setup, agreed, new_record
from playroom.table.shelf import OURS, shelf
from playroom.table.table import Table
from playroom.table.trial import tables_of

GUIDE = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
IN_PLACE = "It is in the menu, under New match."
SEVENTH = """\
name: slow-nine
like: pass-and-out
title: {en: Slow Nine, fr: Neuf lent}
players: [2, 3, 5]
set: 9
hand: {by: players, 2: 12, 3: 10, 5: 9}
starter: chance
count: pips
target: none
deals: 4
options: {deals: {least: 1}, going_out: [plays_on, ends_round], set: [9, 12]}
"""


def guided() -> str:
    """The page of the chapter on a rulebook."""
    chapter = GUIDE.partition("## A rulebook\n")[2]
    found = re.search(r"```yaml\n(.*?)```", chapter, re.DOTALL)
    assert found
    return found[1]


PAGES = {"quick-six": guided(), "slow-nine": SEVENTH}


@pytest.fixture
def program(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    program = at_home(tmp_path / "home", capfd, monkeypatch)
    program.folders.rulebooks.mkdir(parents=True)
    return program


def shelved(program: Program, game: str) -> Variant:
    """The page in the player's folder, as it stands on the shelf."""
    file(program, game).write_text(PAGES[game], encoding="utf-8")
    own = shelf([OURS, program.folders.rulebooks])
    assert own.left_out == ()
    return own.variants[game]


def file(program: Program, game: str) -> Path:
    return program.folders.rulebooks / f"{game}.yaml"


def test_the_first_rulebook_has_ten_lines() -> None:
    assert len(guided().splitlines()) == 10


@pytest.mark.long
@pytest.mark.sample(1)
@pytest.mark.parametrize("game", PAGES)
def test_it_is_checked(program: Program, game: str) -> None:
    shelved(program, game)

    told = program.run("check", "--mode", "text", "--matches", 12, file(program, game))

    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines()[-2:] == ["Every match ended: the page works.", IN_PLACE]


@pytest.mark.long
@pytest.mark.parametrize("game", PAGES)
def test_it_is_played_by_bots_to_the_end_at_every_table(program: Program, game: str) -> None:
    own = shelved(program, game)
    records = program.folders.matches
    records.mkdir()

    setups = tables_of(own)
    for number, setup in enumerate(setups):
        played = text(played_out(own, setup))
        (records / f"{number}.domino.yaml").write_text(played, encoding="utf-8")
    told = program.run("replay", "--json", *records.iterdir())

    assert (told.code, told.err) == (0, "")
    assert told.out.count('"over": true') == len(setups)


def played_out(variant: Variant, setup: Setup) -> Record:
    """A whole match of bots."""
    names = ("Ada", "Ben", "Cy", "Di", "Eve")[: setup.players]
    table = Table(new_record(variant, setup, names), dict.fromkeys(range(5), heaviest), seed=7)
    while not table.match.winners:
        turn, thought = table.match.turn, table.thought()
        if turn is None or thought is None:
            table.deal()
        else:
            table.play(turn, thought())
    return table.record


READ = [
    ("quick-six", "en", "Each player gets 5 tiles."),
    ("quick-six", "en", "If your tile makes the ends add up to 6, you have another turn."),
    ("quick-six", "fr", "Chaque personne reçoit 5 dominos."),
    ("quick-six", "fr", "Si votre domino porte le total des bouts à 6, vous rejouez."),
    ("slow-nine", "en", "Each player gets 10 tiles."),
    ("slow-nine", "en", "The match has 4 rounds. Then the highest total wins."),
    ("slow-nine", "fr", "Chaque personne reçoit 10 dominos."),
    ("slow-nine", "fr", "La partie compte 4 manches. Ensuite le plus grand total gagne."),
]


@pytest.mark.parametrize(("game", "language", "sentence"), READ)
def test_its_rules_are_read_in_every_language(
    program: Program, game: str, language: str, sentence: str
) -> None:
    own = shelved(program, game)
    table = next(setup for setup in tables_of(own) if setup.players == 3)

    told = [
        phrasebook(language).say(paragraph)
        for section in rulebook(own, agreed(own, table))
        for paragraph in section.paragraphs
    ]

    assert sentence in told


@pytest.mark.parametrize(("language", "title"), [("en", "Slow Nine"), ("fr", "Neuf lent")])
def test_it_is_found_in_the_menu(tmp_path: Path, language: str, title: str) -> None:
    rulebooks = folders(tmp_path).rulebooks
    rulebooks.mkdir(parents=True)
    (rulebooks / "a.yaml").write_text(SEVENTH, encoding="utf-8")

    console = Console("--language", language, home=tmp_path)
    console.hear("enter", "down")
    games = [" ".join(console.hear("right")) for _ in shelf([OURS, rulebooks]).variants]

    assert sum(title in game for game in games) == 1


LISTS = """\
name: lists
like: pass-pass
options:
  again_on: [[5, 10], [5]]
  wild: [[], [0-0]]
  scoring: [own, [{when: out, counts: others, to: winner}]]
"""


def test_options_may_be_lists(tmp_path: Path) -> None:
    rulebooks = folders(tmp_path).rulebooks
    rulebooks.mkdir(parents=True)
    (rulebooks / "lists.yaml").write_text(LISTS, encoding="utf-8")

    console = Console("play", "lists", "--again-on", "[5]", home=tmp_path)
    console.hear("q", "y", "n", "enter", "down")
    assert any(console.hear("right")[-1].startswith("Game: lists") for _ in range(len(console.variants)))

    assert without_position(console.hear("a", "right")) == [
        "Another turn on: 5 and 10",
        "Another turn on: 5",
    ]
    assert without_position(console.hear("down", "right")) == [
        "Tiles that fit anywhere: none",
        "Tiles that fit anywhere: 0-0",
    ]


def test_it_is_known_to_the_command_line(program: Program) -> None:
    shelved(program, "slow-nine")

    told = program.run("play", "slow-nine", "--players", 4)

    assert told.err == "4 players are not possible here: choose 2, 3 or 5.\n"


@pytest.mark.parametrize(("game", "largest"), [("cochon", 1), ("six-love", 1), ("block", 21)])
def test_no_far_target_is_tried_where_a_few_points_take_many_rounds(game: str, largest: int) -> None:
    tables = tables_of(shelf([OURS]).variants[game])

    assert max(int(str(setup.options.get("target", 0))) for setup in tables) == largest
