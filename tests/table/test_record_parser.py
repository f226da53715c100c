"""Records that are read, and every way in which one can be broken."""

from pathlib import Path
from random import Random

import pytest
from examples import EXAMPLE, VARIANTS, parsed
from msgspec.structs import replace
from support.english import why
from support.faults.soaks import soak
from support.games.random_matches import NAMES, random_record, states
from support.games.record_slips import mutated

from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.tile import written
from playroom.strict_yaml import PageError, read
from playroom.table.record import text
from playroom.table.record_parser import NotTheirTurn, RuleBroken, record

PAGES = [
    ("record: 1 ", "record: 2 ", 1, "record: 2 is not the version of this game. Write 1."),
    ("record: 1 ", "record: 4 ", 1, "record: 4 is not a version known here. Write 1, 2 or 3."),
    ("record: 1 ", "record: 1.0 ", 1, "record: 1.0 is not a version known here. Write 1, 2 or 3."),
    ("record: 1 ", "record: true ", 1, "record: true is not a version known here. Write 1, 2 or 3."),
    ("record: 1 ", "records: 1 ", 1,
     "records is unknown here. Choose record, game, options, players, teams or rounds."),
    ("record: 1 ", "", 2, "record is missing. Write record: and 1, 2 or 3."),
    ("game: draw ", "game: drw ", 2, "game: drw is neither a game, such as all-fives, "),
    ("game: draw ", "game: 5 ", 2, "game: 5 is not a word; put it in quotes if it is meant as one."),
    ("game: draw ", "game: no ", 2, "no can mean true or false: "),
    ("game: draw ", "game: draw\nrecord: 1 ", 3, "record is there twice, first on line 1: take one of them out."),  # noqa: E501 (one sentence)
    ("options: {target: 50, after_draw: may_play}", "options: [target]", 3,
     "options must be a list of names, each with what belongs to it."),
    ("[Ada, Ben]", "[Ada, Ada]", 4, "players: Ada is there twice; give each player another name."),
    ("[Ada, Ben]", "[Ada, 7]", 4, "players: 7 is not a word; put it in quotes if it is meant as one."),
    ("[Ada, Ben]", "Ada", 4, "players must be a list."),
    ("[Ada, Ben]", "[Ada, Ben", 4, "the bracket ] is missing at the end"),
    ("# teams: 2 ", "teams: two ", 5, "teams: two is not a number of teams."),
    ("# teams: 2 ", "teams: true ", 5, "teams: true is not a number of teams."),
    ("# teams: 2 ", "teams: -1 ", 5, "teams: -1 is not a number of teams."),
    ("- starter: Ben ", "- starter: Bea ", 7, "starter: Bea is not a player here. Choose Ada or Ben."),
    ("- starter: Ben ", "- begins: Ben ", 7, "begins is unknown here. Choose starter, hands, boneyard or actions."),  # noqa: E501 (one sentence)
    ("    Ada: 3-0", "    Ann: 3-0", 9, "Ann is unknown here. Choose Ada or Ben."),
    ("    Ada: 3-0", "    Ada: 3+0", 9, "Ada: 3+0 is not a tile."),
    ("    Ada: 3-0", "    Ben: 3-0", 10, "Ben is there twice, first on line 9: take one of them out."),
    ("boneyard: 4-1 2-2", "boneyard: 4-1 2_2", 11, "boneyard: 2_2 is not a tile."),
    ("  - Ben 4-3 ", "  - Ben 4 ", 13,
     "Ben 4 is not an action: a player's name, then draw, pass, or a tile and left or right."),
    ("  - Ben 4-3 ", "  - Ann 4-3 ", 13,
     "Ann 4-3 is not an action: a player's name, then draw, pass, or a tile and left or right."),
    ("  - Ada 4-0 left ", "  - Ada 4-0 up ", 14,
     "Ada 4-0 up is not an action: a player's name, then draw, pass, or a tile and left or right."),
    ("  - Ada draw ", "  - Ada: draw ", 20,
     "actions: {Ada: draw} is not a word; put it in quotes if it is meant as one."),
    ("  - Ada draw ", "  - ", 20, "actions: nothing is not a word; put it in quotes if it is meant as one."),
]  # fmt: skip

BROKEN = [
    ("options: {target: 50", "options: {target: 0", 3, 0, 0, "wrong_answer", "C-8"),
    ("options: {target: 50", "options: {goal: 50", 3, 0, 0, "unknown_option", ""),
    ("[Ada, Ben]", "[Ada]", 4, 0, 0, "players", "C-1"),
    ("# teams: 2 ", "teams: 2 ", 5, 0, 0, "teams", "C-1"),
    ("- starter: Ben ", "- starter: Ada ", 7, 1, 0, "wrong_starter", "C-2"),
    ("    Ada: 3-0 ", "    Ada: 3-3 ", 7, 1, 0, "twice", "G-1"),
    ("    Ada: 3-0 ", "    Ada: ", 7, 1, 0, "missing", "G-1"),
    ("    Ada: 3-0 ", "    Ada: 7-0 ", 7, 1, 0, "not_in_set", "G-1"),
    ("4-0\n    Ben: 1-1 ", "\n    Ben: 1-1 4-0 ", 7, 1, 0, "hand_size", "C-1"),
    ("  - Ben 4-3 ", "  - Ada 4-0 ", 13, 1, 1, "not_their_turn", ""),
    ("  - Ben 4-3 ", "  - Ben 4-4 ", 13, 1, 1, "not_held", ""),
    ("  - Ben 4-3 ", "  - Ben pass ", 13, 1, 1, "must_open", ""),
    ("  - Ada 4-0 left ", "  - Ada 4-0 right ", 14, 1, 2, "does_not_fit_there", ""),
    ("  - Ada 4-0 left ", "  - Ada draw ", 14, 1, 2, "can_play_so_no_draw", ""),
    ("  - Ben 3-2 right\n", "  - Ben 6-1\n", 15, 1, 3, "does_not_fit", ""),
    ("  - Ben 3-3 left\n", "  - Ben 3-3\n", 19, 1, 7, "which_end", ""),
    ("  - Ada pass ", "  - Ada draw ", 21, 1, 9, "drew_already", ""),
    ("  - Ada pass ", "  - Ben draw ", 21, 1, 9, "not_their_turn", ""),
    ("  - Ada pass ", "- hands: {}  ", 21, 2, 0, "round_goes_on", ""),
]  # fmt: skip


def word(broken: RuleBroken) -> str:
    """The word for what was broken."""
    cause = broken.cause
    return str(cause.fault if isinstance(cause, InvalidTable) else getattr(cause, "why", "not_their_turn"))


def changed(old: str, new: str) -> str:
    assert EXAMPLE.count(old) == 1
    return EXAMPLE.replace(old, new)


@pytest.mark.parametrize(("old", "new", "line", "sentence"), PAGES)
def test_an_invalid_record_is_reported_with_its_line(old: str, new: str, line: int, sentence: str) -> None:
    with pytest.raises(PageError) as caught:
        parsed(changed(old, new))

    assert (caught.value.source, caught.value.line) == ("a.domino.yaml", line)
    assert why(caught.value).startswith(sentence)
    assert "\n" not in why(caught.value)


@pytest.mark.parametrize("text", ["7", "[]", "draw"])
def test_a_file_that_holds_something_else_is_no_record(text: str) -> None:
    with pytest.raises(PageError) as caught:
        parsed(text)

    assert why(caught.value) == "this must be a list of names, each with what belongs to it."


@pytest.mark.parametrize(("old", "new", "line", "round_", "action", "cause", "clause"), BROKEN)
def test_a_broken_rule_is_reported_with_its_round_and_action(  # noqa: PLR0913, PLR0917 (the parts of a row)
    old: str, new: str, line: int, round_: int, action: int, cause: str, clause: str
) -> None:
    with pytest.raises(RuleBroken) as caught:
        parsed(changed(old, new))

    broken = caught.value
    assert (broken.source, broken.line, broken.round, broken.action) == (
        "a.domino.yaml",
        line,
        round_,
        action,
    )
    assert word(broken) == cause
    assert getattr(broken.cause, "clause", "") == clause


def finished(game: str, seed: int) -> str:
    """A whole match as a record."""
    chance = Random(seed)
    fresh = random_record(VARIANTS[game], chance, short=True)
    *_, last = states(fresh.match, chance)
    return text(replace(fresh, match=last, players=NAMES[: len(fresh.players)]))


def test_after_the_end_of_a_round_it_is_nobodys_turn() -> None:
    over = finished("block", 1)

    with pytest.raises(RuleBroken) as caught:
        parsed(over + "  - Ada pass\n")

    assert isinstance(caught.value.cause, NotTheirTurn)
    assert (caught.value.cause.seat, caught.value.cause.turn) == (0, None)


def test_after_the_match_there_is_no_further_round() -> None:
    over = finished("block", 1)
    extra = over[over.index("- starter") :]

    with pytest.raises(RuleBroken) as caught:
        parsed(over + extra)

    assert word(caught.value) == "match_over"


def test_where_chance_names_the_starter_the_record_must() -> None:
    lines = finished("passing-game", 1).splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("- starter"))

    with pytest.raises(RuleBroken) as caught:
        parsed("".join([*lines[:at], "- hands:\n", *lines[at + 2 :]]))

    assert word(caught.value) == "starter_needed"
    assert getattr(caught.value.cause, "clause", "") == "TP-3"


def test_where_the_hands_decide_the_starter_may_be_left_out() -> None:
    lines = EXAMPLE.splitlines(keepends=True)
    without = "".join([*lines[:6], "- hands:\n", *lines[8:]])

    assert parsed(without).match == parsed(EXAMPLE).match


def test_the_side_may_be_left_out_where_only_one_end_fits() -> None:
    without = changed("  - Ada 4-0 left ", "  - Ada 0-4 ")

    assert parsed(without).match == parsed(EXAMPLE).match


def test_the_last_round_may_stop_anywhere() -> None:
    lines = EXAMPLE.splitlines(keepends=True)

    lengths = [len(parsed("".join(lines[:end])).match.rounds[-1].log) for end in range(11, len(lines) + 1)]

    assert lengths == sorted(lengths)
    assert lengths[0] == 2


def test_without_rounds_nothing_has_been_dealt() -> None:
    begun = parsed("record: 1\ngame: block\nplayers: [Ada, Ben]\n")

    assert not begun.match.rounds


def test_of_two_names_that_might_be_meant_the_longer_is() -> None:
    fresh = "record: 1\ngame: pass-and-out\nplayers: [Ada, Ada 6-6]\nrounds:\n- starter: Ada 6-6\n  hands:\n"
    hands = "    Ada: 0-0 1-0 2-0 3-0 4-0 5-0 6-0\n    Ada 6-6: 1-1 2-1 3-1 4-1 5-1 6-1 6-6\n"
    boneyard = "  boneyard: 2-2 3-2 4-2 5-2 6-2 3-3 4-3 5-3 6-3 4-4 5-4 6-4 5-5 6-5\n  actions:\n"

    match = parsed(fresh + hands + boneyard + "  - Ada 6-6 6-1\n  - Ada 6-0\n  - Ada 6-6 1-1\n").match

    assert written(match.now.layout.rows["line"]) == "0-6 6-1 1-1"


def test_a_game_may_be_a_page_beside_the_record(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("name: ours\nlike: draw\ntarget: 7\n", encoding="utf-8")
    file = tmp_path / "a.domino.yaml"
    file.write_text(
        EXAMPLE.replace("game: draw ", "game: ours.yaml ").replace("target: 50, ", ""), encoding="utf-8"
    )

    read_again = record(read(file), VARIANTS)

    assert read_again.match.rules.target == 7
    assert read_again.game == "ours.yaml"


@pytest.mark.parametrize("game", ["../../x", "/etc/passwd", "..", "sub/x.yaml", "'C:x'", "'..\\x'"])
def test_a_game_is_no_path_out_of_the_folder_of_the_record(game: str) -> None:
    with pytest.raises(PageError) as caught:
        parsed(changed("game: draw ", f"game: {game} "))

    assert why(caught.value).endswith(" is a path; only a file beside this one can be named.")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[Ada, Ben]", f"[{', '.join(map('P{}'.format, range(20_000)))}]",
         "players: 20,000 names are too many. Write 10 at most."),
        ("    Ada: 3-0 ", f"    Ada: {'3-0 ' * 200_000}", "Ada: 200,006 tiles are too many."),
        ("game: draw ", f"game: {500 * 'x'} ", f"game: {59 * 'x'}… "),
    ],
    ids=["players", "tiles", "quotes"],
)  # fmt: skip
def test_counts_come_before_contents_and_quotes_are_cut(old: str, new: str, sentence: str) -> None:
    with pytest.raises(PageError) as caught:
        parsed(changed(old, new))

    assert why(caught.value).startswith(sentence)


def test_a_broken_page_beside_the_record_is_reported_by_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("name: ours\nlike: drw\n", encoding="utf-8")
    file = tmp_path / "a.domino.yaml"
    file.write_text(EXAMPLE.replace("game: draw ", "game: ours.yaml "), encoding="utf-8")

    with pytest.raises(PageError) as caught:
        record(read(file), VARIANTS)

    assert (caught.value.source, caught.value.line) == (str(tmp_path / "ours.yaml"), 2)


@pytest.mark.parametrize(
    "name",
    [
        "x" * 300,
        "..",
        "a\\0b",
    ],
)
def test_a_game_that_cannot_be_a_file_is_reported(name: str) -> None:
    with pytest.raises(PageError) as caught:
        parsed(EXAMPLE.replace("game: draw ", f'game: "{name}" '))

    assert caught.value.line == 2


def check_slips(game: str, seed: int, times: int) -> tuple[int, int]:
    """How many slips were refused, and how many texts are records still."""
    chance = Random(f"{game} {seed}")
    good = finished(game, seed)
    refused = 0
    for _ in range(times):
        try:
            parsed(mutated(good, chance))
        except (PageError, RuleBroken):
            refused += 1
    return refused, times - refused


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_slip_in_a_record_is_refused_and_nothing_else_happens(game: str) -> None:
    refused, taken = check_slips(game, seed=1, times=30)

    assert refused > taken


@pytest.mark.long
@pytest.mark.parametrize("seed", range(soak(10)))
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_thousand_slips_in_a_record_are_refused(game: str, seed: int) -> None:
    # The records of these are up to ten times as long as others.
    few = game in {"chickenfoot", "cochon", "mexican-train", "six-love"}
    refused, taken = check_slips(game, seed=seed, times=100 if few else 1000)

    assert refused > taken
