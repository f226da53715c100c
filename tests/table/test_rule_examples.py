"""The examples of rules: true by the rules themselves, complete, and refused with a sentence where wrong."""

from itertools import chain
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.languages import CODES

from playroom.commands.subcommands.check import wrong_examples
from playroom.console.play.draft import NAMES
from playroom.console.rulebook.shown_examples import shown_examples
from playroom.narration.example import EAR, ExampleCourse, example_message
from playroom.narration.file_errors import page_error_message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.narration.rules.option import needs_example, rule_name
from playroom.narration.rules.rulebook import rulebook
from playroom.rules.rulebook.questions import QUESTIONS, Direction
from playroom.rules.rulebook.variant import Variant
from playroom.table.examples.example import Example, WrongExampleError, proved, table_rules
from playroom.table.examples.example_file import Examples, examples_file, mirrored, read_examples
from playroom.table.setup import Setup, agreed, first_setup
from playroom.table.shelf import OURS, shelf
from playroom.table.trial import tables_of

GAMES = shelf([OURS]).variants
ROWS = [(game, row) for game in GAMES for row in read_examples(examples_file(OURS, game))[1]]

BOOKS = {
    "all-fives": ("AF",),
    "block": ("C",),
    "cuban": ("CU",),
    "dominos": ("D",),
    "draw": ("C",),
    "matador": ("MA",),
    "mexican-train": ("MT", "G"),
    "partners": ("PA", "L"),
    "pass-and-out": ("PO",),
    "pass-pass": ("PP", "G"),
    "passing-game": ("TP",),
    "fives-and-threes": ("FT", "L"),
    "six-love": ("SL", "L"),
    "dupla": ("DU", "L"),
    "cochon": ("CO", "L"),
    "bergen": ("BE", "L"),
    "kozel": ("KZ", "L"),
    "sebastopol": ("CR", "L"),
    "maltese-cross": ("CR", "L", "D"),
    "chickenfoot": ("CF", "MT"),
}
"""The letters of the clauses in the rulebook of each game; G is common to all."""

LENGTHS = {"G": 10, "D": 13, "C": 10, "TP": 7, "PO": 11, "PP": 10, "AF": 10, "MA": 9, "MT": 15}
LENGTHS |= {"L": 7, "PA": 9, "CU": 1, "SL": 5, "FT": 6, "DU": 4, "CO": 5, "BE": 6, "KZ": 8, "CR": 5, "CF": 6}

OF_THE_TABLE = {"set", "most_players", "hand", "redeal", "redeal_doubles", "redeal_number"}
"""Questions about what lies there before the first move."""

OF_NO_PAGE = {"turn_round_on"}
"""Questions that no page of ours answers with a rule."""

QUICK = ("block", "draw", "dominos")
"""Games whose examples are all made in little time."""


def without_example(variant: Variant, setup: Setup) -> set[str]:
    """The sentences at a table that need an example and have none."""
    book, rules = phrasebook("en"), agreed(variant, setup)
    paragraphs = chain.from_iterable(each.paragraphs for each in rulebook(variant, rules))
    return {
        rule_name(paragraph)
        for paragraph in paragraphs
        if needs_example(rule_name(paragraph))
        and not shown_examples(Path("nowhere"), book, variant, rules, setup.options, paragraph)
    }


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_true(game: str) -> None:
    for row in (row for name, row in ROWS if name == game):
        played = proved(row, GAMES[game])
        assert played.steps or played.refused or row.then, row


@pytest.mark.parametrize("game", GAMES)
def test_anticlockwise_the_same_happens_on_the_other_side(game: str) -> None:
    way = {"direction": "anticlockwise"}
    for row in (row for name, row in ROWS if name == game):
        made = table_rules(row, GAMES[game], way)

        played = proved(mirrored(row, made.sides), GAMES[game], way)

        assert played.before.turn == 0
        assert played.before.rules.direction is Direction.ANTICLOCKWISE


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", QUICK)
def test_each_sentence_has_an_example_anticlockwise_too(game: str) -> None:
    setup = first_setup(GAMES[game])

    assert without_example(GAMES[game], replace(setup, options={"direction": "anticlockwise"})) == set()


@pytest.mark.parametrize("game", GAMES)
def test_an_example_names_its_clause(game: str) -> None:
    for clause in (row.clause for name, row in ROWS if name == game):
        book, _, number = clause.partition("-")
        assert book in (*BOOKS[game], "G")
        assert 1 <= int(number) <= LENGTHS[book]


@pytest.mark.parametrize("game", GAMES)
def test_an_example_shows_a_sentence_of_its_own_rules(game: str) -> None:
    for row in (row for name, row in ROWS if name == game):
        rules = proved(row, GAMES[game]).before.rules
        names = {rule_name(each) for section in rulebook(GAMES[game], rules) for each in section.paragraphs}
        assert row.rule in names


def test_every_question_of_the_pages_is_shown() -> None:
    shown = {question for _, row in ROWS for question in row.questions}

    assert shown == QUESTIONS.keys() - OF_THE_TABLE - OF_NO_PAGE


@pytest.fixture
def only_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """No example is adapted from another game."""
    monkeypatch.setattr(Examples, "adapted", lambda *_: ())


@pytest.mark.usefixtures("only_written")
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in QUICK else pytest.mark.long) for game in GAMES]
)
def test_every_sentence_of_a_first_table_has_an_example(game: str) -> None:
    assert without_example(GAMES[game], first_setup(GAMES[game])) == set()


@pytest.mark.long
@pytest.mark.usefixtures("only_written")
@pytest.mark.parametrize("game", GAMES)
def test_every_other_sentence_has_an_example_at_some_table(game: str) -> None:
    variant, missing, shown = GAMES[game], set[str](), set[str]()
    for setup in tables_of(variant):
        rules = agreed(variant, setup)
        every = {rule_name(each) for section in rulebook(variant, rules) for each in section.paragraphs}
        without = without_example(variant, setup)
        missing, shown = missing | without, shown | (every - without)

    assert missing - shown == set()


@pytest.mark.parametrize("chain", ["6-4", "9-9 8-8"])
@pytest.mark.parametrize("game", ["chickenfoot", "mexican-train"])
def test_what_is_no_double_is_no_engine(game: str, chain: str) -> None:
    with pytest.raises(WrongExampleError):
        proved(Example("turn.fit", "", (), "9-5, 4-3", chain, moves=("9-5",)), GAMES[game])


def test_an_engine_that_no_tile_fits_is_a_blocked_round() -> None:
    blocked = Example("turn.fit", "", (), "6-5, 4-3", "9-9", moves=("pass",), then={"end": "blocked"})

    assert proved(blocked, GAMES["chickenfoot"]).after.now.winner is None


WRONG = [
    ("{}", "no_list"),
    ("- {rule: turn.fit, hands: 6-5}", "table"),
    ("- {rule: turn.fit, hands: '6-5, 6-x'}", "position"),
    ("- {rule: turn.fit, hands: '6-5, 4-4', totals: [1, 2, 3]}", "totals"),
    ("- {rule: turn.fit, hands: '6-5,'}", "hand"),
    ("- {rule: turn.fit, hands: '6-5, 5-6'}", "tile"),
    ("- {rule: turn.fit, hands: '9-5, 5-6'}", "tile"),
    ("- {rule: turn.fit, hands: '6-5, 4-4', chain: 6-3 2-1}", "neighbours"),
    ("- {rule: turn.fit, hands: '6-5, 4-4', chain: 6-3, moves: up}", "move"),
    ("- {rule: turn.fit, hands: '6-5, 4-4', chain: 3-2, moves: 6-5}", "illegal"),
    ("- {rule: turn.fit, hands: '6-5, 4-4', chain: 6-2, moves: '6-5, draw'}", "illegal"),
    ("- {rule: turn.fit, hands: '6-5, 4-4', chain: 6-3, refused: {6-5: does_not_fit}}", "allowed"),
    ("- {rule: turn.fit, hands: '6-5, 4-4', chain: 6-3, refused: {pass: no_drawing}}", "other_objection"),
    ("- {rule: turn.fit, hands: '6-5, 4-4', chain: 6-3, then: {champion: 0}}", "fact"),
    ("- {rule: turn.fit, hands: '6-5 2-0, 3-1', chain: 6-3, moves: 6-5, then: {ends: [6, 3]}}", "untrue"),
    ("- {rule: turn.fit, hands: '6-5, 4-4', chain: 6-3, moves: 6-5, then: {ends: [5, 3]}}", "over"),
    ("- {rule: turn.fit, hands: '6-5, 4-4', questions: [colour]}", "question"),
    ("- {rule: turn.fit, hands: '6-5, 4-4', teams: many}", "number"),
    ("- {rule: turn.fits, hands: '6-5, 4-4'}", "no_sentence"),
    ("- {rule: turn.fit}", "no_word"),
    ("- {rule: turn.fit, hand: '6-5, 4-4'}", "unknown"),
    ("- turn.fit", "must_be_mapping"),
]
"""Examples that are wrong by the rules of Draw, and the word for why."""


@pytest.mark.parametrize(("text", "why"), WRONG)
def test_a_wrong_example_is_refused_with_a_sentence(tmp_path: Path, text: str, why: str) -> None:
    file = examples_file(tmp_path, "draw")
    file.parent.mkdir()
    file.write_text(f"{text}\n", encoding="utf-8")

    (error,) = wrong_examples(tmp_path, GAMES["draw"])

    assert error.why.entry.removeprefix("examples.") == why
    assert error.line == 1
    for language in CODES:
        said = phrasebook(language).say(page_error_message(error))
        assert not set("{}#") & set(said.partition("draw.yaml")[2])


def test_an_example_of_another_game_is_shown_where_it_is_true() -> None:
    row = next(row for game, row in ROWS if (game, row.rule) == ("draw", "after_draw.until_playable"))

    assert proved(row, GAMES["all-fives"]).after.turn == 0
    with pytest.raises(WrongExampleError):
        proved(row, GAMES["block"])


def test_who_plays_alone_hears_examples_of_players_alone() -> None:
    variant, setup = GAMES["passing-game"], first_setup(GAMES["passing-game"])
    alone, book = agreed(variant, setup), phrasebook("en")
    paragraphs = chain.from_iterable(each.paragraphs for each in rulebook(variant, alone))
    ends = next(each for each in paragraphs if rule_name(each) == "round_end.ends_round")

    shown = shown_examples(Path("nowhere"), book, variant, alone, setup.options, ends)

    assert [each.played.before.rules.teams for each in shown] == [0] * len(shown)
    assert shown


@pytest.mark.parametrize(
    ("game", "row"), [(game, row) for game, row in ROWS if "shared_target" not in row.questions]
)
def test_no_match_of_an_example_is_over_before_it_begins(game: str, row: Example) -> None:
    before = proved(row, GAMES[game]).before.rules
    most = before.limit or before.target

    assert not most or max(row.totals, default=0) < most


@pytest.mark.long
def test_an_example_that_two_pages_have_is_heard_once() -> None:
    variant, setup, book = GAMES["block"], first_setup(GAMES["block"]), phrasebook("en")
    table = agreed(variant, setup)

    for paragraph in chain.from_iterable(each.paragraphs for each in rulebook(variant, table)):
        shown = shown_examples(Path("nowhere"), book, variant, table, setup.options, paragraph)

        labels = [book.say(each.label) for each in shown]
        assert sorted(set(labels)) == sorted(labels)


@pytest.mark.parametrize(
    ("game", "clause", "carried"),
    [
        ("kozel", "KZ-6", "Eggs: 28 points wait for the next loser."),
        ("kozel", "KZ-7", "Ben and Dan have 8 points waiting."),
        ("cochon", "CO-4", "You have won 2 rounds of this series. Cleo has won 1 round of this series."),
        ("dupla", "DU-3", "The next round that is won scores 2 more."),
    ],
)
def test_an_example_tells_what_waits_when_it_begins(game: str, clause: str, carried: str) -> None:
    played = [
        proved(row, GAMES[name]) for name, row in ROWS if (name, row.clause) == (game, clause) and row.carry
    ]

    courses = [ExampleCourse(each.before, each.after, (), (), (), frozenset()) for each in played]

    audience = Audience(NAMES, EAR)
    told = [phrasebook("en").say(example_message(course), audience) for course in courses]
    assert any(each.endswith(carried) for each in told)
