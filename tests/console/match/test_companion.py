"""A match at a table of wood, typed by ear: every key, what it refuses, and the record that it leaves."""

from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import Console
from support.console.opened import kept
from support.games.random_matches import VARIANTS
from support.games.typed_matches import typed_left, typed_round

from playroom.rules.deal import begin
from playroom.rules.event import Ending, Played
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import rules
from playroom.table.shuffle import shuffled

NAMES = ("--name", "Ann", "--name", "Ben", "--name", "Cleo")
HAND = "536400312265"
"""Six tiles, without a double above 2-2."""


def opened(home: Path, *options: str, game: str = "draw") -> Console:
    """A companion that has asked for the tiles of the player."""
    console = Console("companion", game, *NAMES, *options, home=home)
    console.forget()
    return console


def dealt(home: Path, *options: str, starter: int = 0) -> Console:
    """A round in which the tiles of the player and who starts were typed."""
    console = opened(home, *options)
    console.hear(*HAND, "enter", *["down"] * starter, "enter")
    return console


def test_the_first_line_names_the_game_and_the_people(home: Path) -> None:
    console = Console("companion", "draw", *NAMES, home=home)

    assert console.hear()[0] == "Draw with Ben and Cleo. Round 1. Your 6 tiles, in digits. Empty."


def test_the_people_are_those_of_the_last_time(home: Path) -> None:
    Console("companion", "--name", "Zoe", "--name", "Yan", home=home).close()

    again = Console("companion", home=home, settings=dict(kept(home)))

    assert again.hear()[0].startswith("Playroom dominos with Yan. Round 1.")


def test_the_menu_offers_the_people_of_the_last_time(home: Path) -> None:
    Console("companion", "--name", "Zoe", "--name", "Yan", home=home).close()
    again = Console(home=home, settings=dict(kept(home)))
    again.hear("n", "enter", "end")
    while not again.hear("up")[0].startswith("At a real table"):
        pass

    heard = again.hear("enter", "n")

    assert "with Yan, Cleo and Dan. Round 1." in heard[-1]


def test_the_hand_that_was_typed_is_read_back(home: Path) -> None:
    console = opened(home)
    console.forget()

    assert "6 tiles: 5-3, 6-4, 0-0, 3-1, 2-2 and 6-5." in console.hear(*HAND, "enter", "enter")


def test_letters_in_a_hand_are_refused_and_stay(home: Path) -> None:
    console = opened(home)

    assert console.hear("t", "enter")[-1] == "A tile is two numbers from 0 to 6."
    assert console.hear("up")[-1] == "t"


def test_what_is_missing_in_a_hand_is_added_to_it(home: Path) -> None:
    console = opened(home)
    console.hear(*HAND[:10], "enter")

    heard = console.hear(*HAND[10:], "enter", "enter")

    assert "6 tiles: 5-3, 6-4, 0-0, 3-1, 2-2 and 6-5." in heard


def line(console: Console, text: str) -> list[str]:
    """What is heard of a line that is typed with words, from the table."""
    console.press("enter")
    console.write(text)
    console.forget()
    return console.hear("enter")


def random_round(game: str, seed: int) -> Match:
    """A whole round of three people, as it was played."""
    chance = Random(seed)
    made = rules(VARIANTS[game], 3, 0, {})
    match = new_match(made)
    redealt, deal = shuffled(match, chance)
    match = after(match, (*redealt, *begin(match, deal)))
    while match.round:
        passed = forced(match)
        moves = legal_moves(position(match)) if not passed else ()
        match = after(match, passed or play(match, chance.choice(moves)))
    return match


def plays(match: Match) -> list[tuple[int, str, list[int]]]:
    """Who played what, and the numbers at the ends then."""
    played = (event for event in match.now.log if isinstance(event, Played))
    return [(each.seat, str(each.tile), sorted(end.number for end in each.ends)) for each in played]


@pytest.mark.long
@pytest.mark.parametrize("game", ["draw", "block", "all-fives", "dominos", "chickenfoot"])
def test_a_typed_round_is_saved_as_it_was_played(home: Path, game: str) -> None:
    truth = random_round(game, 7)
    console = opened(home, game=game)

    for keys in typed_round(truth, 0):
        console.hear(*keys)
    passes = 3 if truth.now.ending is Ending.BLOCKED else 0  # they show that nobody can play
    console.hear(*["p"] * passes)
    console.hear(*typed_left(truth.now))

    saved = console.match
    assert plays(saved) == plays(truth)
    assert saved.totals == truth.totals
    assert [*map(set, saved.now.hands)] == [*map(set, truth.now.hands)]


def test_a_tile_is_two_digits_and_is_told_as_it_lies(home: Path) -> None:
    console = dealt(home, starter=1)

    assert console.hear("4", "4", "enter")[-1] == "Ben opens: 4-4. Ends 4 and 4. Ben has 5."


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("cleo 4 1 left", "Cleo: 1-4, left. Ends 1 and 4. Cleo has 5."),
        ("c plays 4-1 r", "Cleo: 4-1, right. Ends 4 and 1. Cleo has 5."),
        ("41l", "Cleo: 1-4, left. Ends 1 and 4. Cleo has 5."),
        ("cl draws", "Cleo draws."),
        ("44", "4-4 is on the table already."),
        ("5 3", "5-3 is in your own hand."),
        ("12", "Cleo cannot play 2-1: both ends are 4."),
        ("p", "10 tiles can still be drawn: Cleo may not pass."),
        ("ben 41", "It is Cleo's turn, and Ben acts."),
        ("ann 64", "Not your turn: Cleo plays."),
        ("foo", "foo is neither a name nor a move here."),
        ("cleo", "Type a tile, a draw or a pass."),
        ("4", "A tile is two numbers from 0 to 6."),
        ("4142", "Type one tile: two digits."),
        ("78", "A tile is two numbers from 0 to 6."),
    ],
)
def test_a_line_says_who_does_what_or_why_that_cannot_be(home: Path, typed: str, told: str) -> None:
    console = dealt(home, starter=1)
    console.hear("4", "4", "enter")

    assert line(console, typed)[0] == told


def test_a_refused_line_stays_to_be_mended(home: Path) -> None:
    console = dealt(home, starter=1)
    console.hear("4", "4", "enter")
    line(console, "cleo 42 x")

    assert console.hear("backspace", "enter")[-1] == "Left on the double 4, or right on the double 4?"


@pytest.mark.parametrize(
    ("key", "told"),
    [("space", "Cleo draws."), ("x", "Taken back: Ben's 4-4. Ben to play."), ("w", "6 tiles")],
)
def test_after_refused_digits_the_keys_of_the_table_work_at_once(home: Path, key: str, told: str) -> None:
    console = dealt(home, starter=1)
    console.hear("4", "4", "enter", "1", "2", "enter")

    assert console.hear(key)[0].startswith(told)


def test_words_are_those_of_the_language(home: Path) -> None:
    console = Console("companion", "draw", *NAMES, "--language", "fr", home=home)
    console.hear(*HAND, "enter", "down", "enter", "4", "4", "enter")

    assert line(console, "cleo pioche") == ["Cleo pioche."]
    assert line(console, "41 gau")[0] == "Cleo pose 1-4 à gauche. Bouts 1 et 4. Cleo en a 6."


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("5364", "That is 2 tiles: 6 are dealt. Type 4 more."),
        ("535364003122", "5-3 is there twice."),
        ("53640031227", "A tile is two numbers from 0 to 6."),
        ("", "That is 0 tiles: 6 are dealt. Type 6 more."),
    ],
)
def test_wrong_tiles_of_ones_own_are_asked_again_and_kept(home: Path, typed: str, told: str) -> None:
    console = opened(home)
    console.write(typed)
    console.forget()

    assert console.hear("enter") == [told]
    assert console.hear("end", *["backspace"] * len(typed), *HAND, "enter")[-1].startswith("Who starts?")


def test_own_tiles_that_cannot_lead_are_refused(home: Path) -> None:
    """Where the highest double starts, nobody starts before the one who holds 6-6."""
    console = opened(home)
    console.write("664100312265")

    assert console.hear("enter", "down", "enter")[-1] == "With these tiles, Ben does not start."


def test_a_slip_is_taken_back_and_made_again(home: Path) -> None:
    console = dealt(home, starter=1)
    console.hear("4", "4", "enter", "space")

    assert console.hear("x") == ["Taken back: Cleo's draw. Cleo to play."]
    assert console.hear("y") == ["Made again: Cleo's draw. Cleo to play."]
    assert console.hear("x", "x")[-1] == "Taken back: Ben's 4-4. Ben to play."


def test_the_own_tiles_are_mended_before_the_first_move(home: Path) -> None:
    console = dealt(home, starter=1)

    told = console.hear("x")
    console.hear("end", *["backspace"] * 3, "6", "6", "enter")

    assert told == ["Round 1. Your 6 tiles, in digits. 5-3 6-4 0-0 3-1 2-2 6-5"]


@pytest.mark.long
def test_the_keys_of_every_table_answer_from_what_was_typed(home: Path) -> None:
    console = dealt(home, starter=1)
    console.hear("4", "4", "enter", "4", "0", "enter", "g")

    assert console.answers("c", "t", "w", "s", "v", "k", "i") == [
        "Ends 0 and 4.",
        "Your turn: play one of 2 tiles.",
        "6 tiles: 5-3, 6-4, 0-0, 3-1, 2-2 and 6-5.",
        "Nobody has points.",
        "Chain of 2, from the left: 0-4 and 4-4.",
        "The coach speaks after the round.",
        "No hints at this table.",
    ]


def test_who_scans_leaves_before_the_first_deal(home: Path) -> None:
    console = opened(home, "--keys", "switch")

    while not console.hear("space")[-1].startswith("Cancel"):
        pass

    assert console.hear("enter")[0].startswith("The playroom.")


def test_hints_are_there_if_they_were_asked_for(home: Path) -> None:
    console = dealt(home, "--hints", starter=1)
    console.hear("4", "4", "enter", "4", "0", "enter", "g")

    assert "No hints" not in console.hear("i")[-1]


def test_the_match_is_continued_where_it_was_left_and_taken_back_from_there(home: Path) -> None:
    console = dealt(home, starter=1)
    console.hear("4", "4", "enter", "4", "0", "enter", "g", "6", "4", "enter")
    console.hear("q", "y")

    again = Console("continue", home=home)
    again.forget()

    assert again.answers("c", "t") == ["Ends 0 and 6.", "Ben to play."]
    assert again.hear("x")[-1] == "Taken back: your 6-4. Your turn."


@pytest.mark.long
def test_points_alone_end_a_round_with_the_right_score(home: Path) -> None:
    truth = random_round("block", 21)
    console = opened(home, game="block")
    for keys in typed_round(truth, 0):
        console.hear(*keys)
    console.hear(*["p"] * 3 if truth.now.ending is Ending.BLOCKED else ())
    for hand in truth.now.hands[1:]:
        if hand:
            console.hear(*str(sum(tile.pips for tile in hand)), "enter")

    assert console.match.totals == truth.totals


@pytest.mark.long
def test_what_is_left_must_agree_with_the_moves(home: Path) -> None:
    truth = random_round("draw", 23)
    console = opened(home)
    for keys in typed_round(truth, 0):
        console.hear(*keys)

    assert console.hear("5", "0", "1", "0", "enter")[-1] == "Type 3 tiles in digits, or the points alone."
    told = console.hear("5", "0", "1", "0", "4", "4", "enter")
    assert told[-1] == "That does not agree with what was played. Enter asks again."
    assert console.match.round
    assert console.hear("enter", *typed_left(truth.now))[-1] == "Enter deals the next round."
    assert console.hear("enter")[-1] == "Round 2. Your 6 tiles, in digits. Empty."


@pytest.mark.long
def test_who_types_faster_than_the_voice_hears_the_last_move_alone(home: Path) -> None:
    console = Console("companion", "draw", *NAMES, home=home, speed=18)
    for keys in ((*HAND, "enter"), ("down", "enter"), ("4", "4", "enter"), ("4", "0", "enter"), ("g",)):
        console.press(*keys)
        console.wait(0.5)
    console.forget()
    console.press("6", "4", "enter")

    told = console.hear()
    assert told == ["6", "4", "You: 6-4, right. Ends 0 and 6."]


@pytest.mark.long
def test_between_rounds_the_first_digit_begins_the_tiles_that_are_due(home: Path) -> None:
    truth = random_round("draw", 23)
    console = opened(home)
    for keys in typed_round(truth, 0):
        console.hear(*keys)
    first, *others = typed_left(truth.now)

    console.hear("escape", first, *others)
    told = console.hear(*HAND, "enter", "enter")

    assert console.match.totals == truth.totals
    assert "6 tiles: 5-3, 6-4, 0-0, 3-1, 2-2 and 6-5." in told


@pytest.mark.long
def test_a_replay_says_that_hidden_tiles_are_filled_in(home: Path) -> None:
    truth = random_round("draw", 23)
    console = opened(home, "--single-round", "true")
    for keys in typed_round(truth, 0):
        console.hear(*keys)
    console.hear(*typed_left(truth.now))

    told = console.hear("m", *["down"] * 5, "enter")

    assert "tiles that nobody has shown are filled in" in " ".join(told)


def test_the_menu_follows_a_match_at_a_table_of_wood(home: Path) -> None:
    console = Console(home=home)
    console.hear("n", "enter", "end", "up", "up")

    assert console.hear("enter")[-1] == "With hints? Y or N, Enter for no."
    assert "Round 1. Your 7 tiles, in digits." in console.hear("n")[-1]
    assert console.hear("escape")[-1].startswith("The playroom.")
    assert not console.saved.exists()


@pytest.mark.long
def test_a_match_left_after_the_deal_of_its_second_round_stays(home: Path) -> None:
    truth = random_round("draw", 23)
    console = opened(home)
    for keys in typed_round(truth, 0):
        console.hear(*keys)
    console.hear(*typed_left(truth.now))
    console.hear("enter")
    console.hear(*HAND, "enter", "enter")
    console.hear("q", "y")

    assert len(console.match.rounds) == 2


@pytest.mark.long
def test_the_last_move_of_a_round_is_heard_before_the_question_what_is_left(home: Path) -> None:
    truth = random_round("draw", 23)
    console = opened(home)
    *moves, last = typed_round(truth, 0)
    for keys in moves:
        console.hear(*keys)
    console.press(*last)
    console.rest()

    told = console.new()[-2:]
    assert [each.cuts for each in told] == [True, False]
    assert told[0].text.startswith("Cleo: 2-3, right.")
