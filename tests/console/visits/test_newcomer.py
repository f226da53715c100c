"""What a new player does: asks where they are, presses keys in the wrong place, goes back."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from support.console.hand_held import Console, keys_of_a_move, without_position
from support.console.opened import TABLE, kept, opened
from support.console.player import variants

from playroom.console.play.layout_walk import LayoutWalk
from playroom.console.play.table import TablePlace
from playroom.console.ui.list import ListPlace
from playroom.console.ui.text_entry import TextEntry
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.narration.refusal import not_your_turn
from playroom.rules.legal import legal_moves
from playroom.rules.move import Play
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.variant import Variant
from playroom.rules.view import View, view
from playroom.table.setup import (
    Setup,
    agreed,
    answered,
    current_answer,
    first_setup,
    questions,
    takes_numbers,
)

TRAINS = ("play", "mexican-train", "--players", "3", "--seed", "1", "--pace", "0")


def own_turn(home: Path, *arguments: str) -> Console:
    """A table at the listener's own turn, with tiles on it."""
    console = opened(home, *arguments)
    while console.match.turn != 0 or not console.match.now.layout.open_ends:
        console.hear(*keys_of_a_move(console.match))
    return console


def round_over(home: Path, *arguments: str) -> Console:
    """A table after its first round."""
    console = opened(home, *arguments)
    while console.match.round:
        console.play()
    console.hear()
    return console


def test_the_key_for_where_one_is_says_the_tile_in_focus(home: Path) -> None:
    console = own_turn(home, *TABLE)
    (tile,) = console.hear("end")

    (told,) = console.hear("f2")

    assert told.startswith("Ends ")
    assert told.endswith(tile)
    (choice,) = console.hear("right")
    assert console.hear("f2")[0].endswith(choice)


@pytest.mark.long
def test_where_one_is_after_a_round_tells_the_tile_in_focus_from_what_follows(home: Path) -> None:
    console = round_over(home, *TABLE)
    (tile,) = console.hear("end")

    assert console.hear("f2") == [f"The round is over. {tile}. Enter deals the next round."]


def test_keys_of_the_hand_lead_back_from_the_tiles_on_the_table(home: Path) -> None:
    console = own_turn(home, *TABLE)
    console.hear("z", "j")
    assert isinstance(console.place, LayoutWalk)
    assert console.hear("enter") == ["Escape goes back to your hand."]
    assert console.hear("g") == ["Escape goes back to your hand."]
    assert isinstance(console.place, LayoutWalk), "no tile is played that is not in focus"
    assert " end, " in console.hear("z")[0], "the next end that the tile fits"
    console.hear("escape")
    assert isinstance(console.place, TablePlace)


def test_lists_do_not_pile_up(home: Path) -> None:
    console = opened(home, *TABLE)

    console.hear(*("f1", "f3", "f1", "f1", "f3", "h", "f1", "enter", "f1", "f3", "f1") * 3)
    assert len(console.places) <= 4
    console.hear("escape", "escape")

    assert isinstance(console.place, TablePlace)


def test_no_key_is_silent_where_nothing_is_said(home: Path) -> None:
    console = opened(home, *TABLE)

    assert console.hear("escape") == ["Nothing is being said. Q leaves the match."]
    assert console.hear("h", ".")[-1] == "Nothing is being said."


@pytest.mark.long
def test_a_round_that_is_over_stays_so_when_the_match_goes_on(home: Path) -> None:
    console = round_over(home, "play", "draw", "--players", "2", "--seed", "7", "--pace", "0")
    scores = console.hear("s")

    told = console.hear("q", "y", "enter")[-1]

    assert told.endswith("The round is over. Enter deals the next round.")
    assert console.match.round is None
    assert console.hear("s") == scores
    assert console.hear("w")[0].startswith("You: ")
    assert console.hear("enter")[0].startswith("New round")


@pytest.mark.long
def test_after_a_round_no_tile_fits(home: Path) -> None:
    console = round_over(home, "play", "block", "--players", "4", "--seed", "3", "--pace", "0")

    told = console.hear("z")

    assert told == ["The round is over. Enter deals the next round."]
    assert all("fits" not in console.hear("right")[0] for _ in range(3))


def test_a_match_begins_with_the_turn_as_its_last_word(home: Path) -> None:
    opened(home, *TABLE).close()

    told = " ".join(opened(home, *TABLE).hear("u"))

    assert "saved" not in told


def test_a_slip_that_is_made_good_is_not_practice(home: Path) -> None:
    console = own_turn(home, *TABLE)
    console.play()
    assert not console.saved.notes().practice

    assert "practice" not in " ".join(console.hear("x", "y"))
    assert not console.saved.notes().practice


def test_another_move_than_the_one_taken_back_is_practice(home: Path) -> None:
    console = own_turn(home, *TABLE)
    while (
        len({move.tile for move in legal_moves(view(console.match, 0).position) if isinstance(move, Play)})
        < 2
    ):
        console.play()
    console.hear("z", "enter", "d")
    console.hear("x", "z")

    told = " ".join(console.hear("z", "enter", "d"))

    assert "From now on this match is practice: it does not count in the statistics." in told
    assert console.saved.notes().practice


def test_what_does_not_apply_is_not_listed(home: Path) -> None:
    console = opened(home, *TRAINS)
    console.hear("f1")
    assert isinstance(console.place, ListPlace)

    named = [item.key for item in console.place.content.items]
    assert "people" not in named
    console.hear("t", "t", "enter")
    assert {"play-left", "play-right"}.isdisjoint(item.key for item in console.place.content.items)
    console.hear("escape", "escape", "m", "t", "t", "enter")
    assert {"play-left", "play-right"}.isdisjoint(item.key for item in console.place.content.items)


def test_trains_have_no_left_and_right(home: Path) -> None:
    console = own_turn(home, *TRAINS)

    assert console.hear("l") == [
        "Trains have no left and right: play the tile, and a list asks where it goes."
    ]


def test_the_tiles_on_the_table_begin_with_ones_own_train(home: Path) -> None:
    console = own_turn(home, *TRAINS)

    assert console.hear("v")[0].startswith("Your train, ")


def test_who_is_out_of_the_round_or_the_match_hears_that(home: Path) -> None:
    console = opened(home, "play", "pass-and-out", "--players", "4", "--seed", "2", "--pace", "5")
    seen = replace(view(console.match, 0), turn=1)
    to = Audience(("Ada", "Ben", "Cleo", "Dan"), 0)

    def said(known: View) -> str:
        return phrasebook("en").say(not_your_turn(known), to)

    assert said(seen) == "Not your turn: Ben plays."
    assert said(replace(seen, out=frozenset({0}))) == "You are out of this round: Ben plays."
    assert said(replace(seen, seats=(1, 2, 3))) == "You are eliminated from this match."


@pytest.mark.long
def test_the_only_choice_is_one_that_must_be_made(home: Path) -> None:
    told = [
        said
        for seed in range(3)
        for console in [opened(home, "play", "draw", "--players", "2", "--seed", str(seed), "--pace", "0")]
        for _ in range(25)
        for said in console.play()
    ]

    drawn = [each for each in told if "You draw" in each or "You must" in each or "You may" in each]
    assert any("You must play" in each for each in drawn), drawn
    assert not any("You may play" in each and " or " not in each for each in drawn)


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Nobody has points."), ("fr", "Personne n'a de points.")]
)
def test_many_zeros_are_one_sentence(home: Path, language: str, told: str) -> None:
    console = opened(home, "play", "--players", "10", "--seed", "1", "--pace", "0", language=language)

    assert console.hear("s") == [told]


def name_field(home: Path, text: str = "") -> Console:
    """The line for the name of the first seat, with *text* typed into it."""
    console = opened(home)
    console.hear("n", "enter", "s", "s", "s", "enter")
    while not isinstance(console.place, TextEntry):
        console.hear("s", "enter")
    console.press(*text)
    console.hear()
    return console


def test_a_name_gives_way_to_what_is_typed(home: Path) -> None:
    console = name_field(home, "Zoe")

    assert console.hear("up") == ["Zoe"]
    console.hear("enter")
    assert " Zoe, " in console.hear("f2")[0]


def test_who_has_chosen_no_name_is_not_given_one(home: Path) -> None:
    console = Console(home=home)
    console.hear("n", "enter")

    lines = console.answers(*["down"] * 5)

    assert lines[-2].startswith("Seat 1: you. Enter writes your name, ")
    assert "Seat 2: Ben, steady bot" in lines[-1]


def test_the_seats_of_partners_say_their_teams_before_the_options(home: Path) -> None:
    console = Console(home=home, settings={"table": {"game": "partners", "players": 4, "teams": 2}})
    console.hear("n", "enter", "down", "down")

    lines = without_position(console.answers(*["down"] * 5))

    assert lines == [
        "Seat 1, team 1: you. Enter writes your name",
        "Seat 2, team 2: Ben, steady bot. Enter changes the name",
        "Seat 3, team 1: Cleo, steady bot. Enter changes the name",
        "Seat 4, team 2: Dan, steady bot. Enter changes the name",
        "Target: 100",
    ]


def test_the_line_is_above_its_choices(home: Path) -> None:
    console = name_field(home, "Zoe")

    first = console.hear("down")
    assert first[0] != "Zoe"
    assert console.hear("up", "up")[-1] == "Zoe"
    assert console.hear("down") == first


def test_characters_are_erased_before_and_at_the_cursor_by_name(home: Path) -> None:
    console = name_field(home)
    console.press("Z", "space", "o")
    console.hear()

    assert console.hear("left", "left", "delete")[-1] == "Space deleted"
    assert console.hear("delete")[-1] == "o deleted"
    assert console.hear("delete")[-1] == "Nothing to delete."
    assert console.hear("backspace")[-1] == "Z deleted"


def test_the_first_change_in_the_settings_does_not_ask_to_be_silent(home: Path) -> None:
    console = opened(home)
    console.hear("s", "enter")

    assert all("Turn speech off" not in each for each in console.hear("right", "left", "left"))


def test_enter_on_a_value_says_once_how_it_is_changed(home: Path) -> None:
    console = opened(home)
    console.hear("s", "enter")

    assert console.hear("p", "enter")[-1] == "Left and Right change."
    assert all("change" not in each for each in console.hear("enter"))
    console.hear("home", "k", "enter")
    assert all("change" not in each for each in console.hear("home", "enter")), "nor in another list"


def test_a_number_can_be_typed_and_that_is_said(home: Path) -> None:
    console = opened(home)
    console.hear("n", "enter", "p")

    assert console.hear("enter")[-1] == "Left and Right change. Digits set it too."


def test_digits_are_not_offered_where_they_do_nothing(home: Path) -> None:
    console = opened(home)
    console.hear("n", "enter", "a")

    assert console.hear("enter")[-1] == "Left and Right change."
    assert console.hear("5") == ["Nothing here begins with 5."]


@pytest.mark.parametrize("game", variants())
def test_digits_are_offered_for_each_question_that_a_number_answers(game: str) -> None:
    variant = variants()[game]
    setup = first_setup(variant)

    for question in questions(variant):
        numbers = () if isinstance(current_answer(variant, setup, question), bool) else range(200)
        answers = (number for number in numbers if is_possible(variant, setup, question, number))
        assert takes_numbers(variant, question) == (next(answers, None) is not None), question


def is_possible(variant: Variant, setup: Setup, question: str, number: int) -> bool:
    try:
        agreed(variant, answered(variant, setup, question, number))
    except InvalidTable:
        return False
    return True


def test_a_scale_ends_where_words_go_round(home: Path) -> None:
    console = opened(home, pace=10.0)
    console.hear("s", "enter", "p")

    assert console.hear("right")[0].startswith("That is the highest. Pace of bots: 10 seconds")
    assert console.hear("up", "right", "right")[-1].startswith("Verbosity: ")


def test_the_first_list_says_which_match_goes_on(home: Path) -> None:
    opened(home, "play", "matador", "--seed", "1").close()

    assert "Continue the match of Matador" in opened(home).hear("home")[0]


def test_many_players_are_a_number_in_the_list_of_matches(home: Path) -> None:
    opened(home, "play", "--players", "10", "--seed", "1").close()

    assert ", with 9 others, " in opened(home).hear("a", "enter")[-1]


def test_a_table_for_others_says_how_a_friend_gets_a_seat(home: Path) -> None:
    console = opened(home)

    told = console.hear("o", "enter")[-1]

    assert told.startswith("Table open to others: a friend who joins is given the seat of a bot. ")


def test_explanations_that_are_switched_on_again_come_once_more(home: Path) -> None:
    console = opened(home)
    console.hear("s", "enter", "a", "enter", "e")

    assert without_position(console.hear("right")) == ["Explain what is new: off"]
    assert console.hear("right")[0].startswith(
        "Everything will be explained once more. Explain what is new: on"
    )
    assert kept(home)["explained"] == []


@pytest.mark.long
def test_silence_is_not_called_so_while_words_wait(home: Path) -> None:
    console = opened(home, *TABLE)
    console.press(*keys_of_a_move(console.match), "escape")

    console.rest()

    assert all("Nothing is being said" not in each for each in console.heard())


def test_the_end_behind_the_hand_is_said_as_that_of_a_list(home: Path) -> None:
    console = opened(home, "play", "draw", "--seed", "2", "--players", "2", "--pace", "0")
    console.hear("end")

    told = console.answers(*["down"] * 4)

    assert told == ["Draw, 1 of 2", "Table menu, 2 of 2", "That was the last.", "That was the last."]
