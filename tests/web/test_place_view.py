"""The current place as the page shows it: lines and buttons by which a finger does what keys do."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.console.opened import TABLE, opened

from playroom.console.ui.key_help import KeyLearning
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.questions import KeyQuestion
from playroom.console.ui.room import Room
from playroom.keys.commands import Command
from playroom.narration.message import Message, answer
from playroom.web.place_view import MOST_LINES, PlaceScreen, PlaceView

TWO_PEOPLE = ("play", "draw", "--players", "3", "--seed", "4", "--name", "Ana", "--name", "Ben")
WALKING = [Command.PREVIOUS, Command.NEXT]


class Finger:
    """A finger on the page of a console."""

    def __init__(self, console: Console) -> None:
        self.console, self.screen = console, PlaceScreen()

    @property
    def room(self) -> Room:
        return self.console._console.room  # noqa: SLF001 (what a visit has)

    @property
    def seen(self) -> PlaceView:
        found = self.screen.now(self.console._console)  # noqa: SLF001 (what a visit has)
        assert found
        return found

    @property
    def lines(self) -> list[str]:
        return [line.label for line in self.seen.lines]

    @property
    def focused(self) -> list[str]:
        return [line.label for line in self.seen.lines if line.is_focused]

    @property
    def buttons(self) -> list[Command]:
        return [button.command for button in self.seen.buttons]

    def touch(self, words: str) -> list[str]:
        """Touch the line that begins so, or that leads to more: what is said."""
        seen = self.seen
        lines = filter(None, (seen.above, *seen.lines, seen.below))
        return self.touch_number(next(line.number for line in lines if line.label.startswith(words)))

    def touch_number(self, number: int) -> list[str]:
        self.screen.touch(self.console._console, number, self.console.clock.now)  # noqa: SLF001 (what a visit has)
        self.console.rest()
        return self.console.heard()

    def press(self, command: Command) -> list[str]:
        """Touch the button of a command: what is said."""
        self.console._console.obey(command, self.console.clock.now)  # noqa: SLF001 (what a visit has)
        self.console.rest()
        return self.console.heard()


@pytest.fixture
def menu(tmp_path: Path) -> Finger:
    return Finger(opened(tmp_path))


@pytest.fixture
def table(tmp_path: Path) -> Finger:
    return Finger(opened(tmp_path, *TABLE))


def test_a_list_has_its_lines_its_name_and_buttons(menu: Finger) -> None:
    assert menu.seen.title == "The playroom"
    assert menu.lines[0] == "New match"
    assert menu.focused == ["New match"]
    assert menu.buttons == [*WALKING, Command.CHOOSE, Command.CANCEL, Command.HELP]
    assert menu.seen.over_table


def test_a_touched_line_is_chosen(menu: Finger) -> None:
    said = menu.touch("Settings")

    assert said[0].startswith("Settings.")
    assert menu.seen.title == "Settings"
    assert menu.focused[0].startswith("Verbosity:")


def test_a_line_with_a_value_alone_is_turned_to_and_its_value_changes(menu: Finger) -> None:
    menu.touch("Settings")
    menu.touch("Verbosity")
    assert [button.command for button in menu.seen.values] == [Command.LESS, Command.MORE]

    menu.press(Command.MORE)

    assert menu.focused == ["Verbosity: full"]


def test_only_a_line_with_a_value_has_buttons_for_it(menu: Finger) -> None:
    assert menu.seen.values == ()
    menu.touch("Settings")
    menu.press(Command.LESS)
    assert menu.seen.values

    menu.room.places.back()

    assert menu.seen.values == ()


def test_a_line_that_has_gone_is_not_taken_for_another(menu: Finger) -> None:
    old = menu.seen.lines[0].number
    menu.touch("Settings")
    before = menu.seen

    assert menu.touch_number(old) == []
    assert menu.touch_number(0) == []
    assert menu.seen == before


def test_a_line_keeps_its_number_while_it_is_shown(menu: Finger) -> None:
    before = menu.seen

    menu.press(Command.NEXT)

    assert [line.number for line in menu.seen.lines] == [line.number for line in before.lines]
    assert menu.seen.number == before.number
    assert menu.focused == [before.lines[1].label]


def test_a_game_is_chosen_from_a_list_of_all(menu: Finger) -> None:
    menu.touch("New match")

    menu.touch("Game:")
    games, chosen = menu.lines, menu.focused
    menu.touch("Mexican Train")

    assert len(games) == MOST_LINES < len(menu.console.variants) + 1
    assert chosen[0].startswith("Playroom dominos.")
    assert menu.focused == ["Game: Mexican Train"]
    menu.touch("Game: Mexican Train")
    assert menu.seen.below
    menu.touch(menu.seen.below.label)
    menu.touch("Back")
    assert menu.focused == ["Game: Mexican Train"]


def test_the_game_that_is_chosen_already_keeps_its_options(menu: Finger) -> None:
    menu.touch("New match")
    menu.touch("Players:")
    menu.press(Command.MORE)
    players = menu.focused

    menu.touch("Game: Playroom")
    menu.touch("Playroom dominos.")

    assert players[0] in menu.lines


def test_the_line_of_a_match_names_who_and_when_and_which_round(table: Finger) -> None:
    other = table.console.saved.load(table.console.variants).players[1]
    for _ in range(3):
        table.console.play()
    table.press(Command.LEAVE)
    if "Yes" in table.lines:
        table.touch("Yes")

    table.touch("All matches")

    assert re.match(rf"Playroom dominos, with {other}, not finished, round 1, today at ", table.lines[0]), (
        table.lines
    )


def test_steps_are_marked_where_lines_can_be_touched_but_not_for_a_switch(menu: Finger) -> None:
    def steps() -> list[Command]:
        return [button.command for button in menu.seen.buttons if button.is_step]

    assert steps() == [*WALKING, Command.CHOOSE]
    menu.room.change_settings(keys="switch")
    assert steps() == []


def long_list(room: Room, count: int, chosen: Callable[[int], None]) -> ListPlace:
    """A list of so many lines and the last one, which leads back."""
    items = tuple(
        Item(str(at), Message("web.missed", blanks={"count": at}), choose=partial(chosen, at))
        for at in range(count)
    )
    return ListPlace(room, Message("menus.table"), lambda: items)


def test_a_long_list_shows_some_lines_and_how_many_more_there_are(menu: Finger) -> None:
    chosen: list[int] = []
    menu.room.places.open(long_list(menu.room, 50, chosen.append))
    first = menu.seen
    assert (len(first.lines), first.above) == (MOST_LINES, None)
    assert first.below
    assert first.below.label == f"{51 - MOST_LINES} lines below"

    menu.touch(first.below.label)
    middle = menu.seen
    menu.touch(f"{MOST_LINES} lines above")

    assert middle.lines[0].label == menu.room.speech.words(
        Message("web.missed", blanks={"count": MOST_LINES})
    )
    assert middle.above
    assert middle.below
    assert menu.lines == [line.label for line in first.lines]
    assert menu.focused == [first.lines[-1].label]
    assert chosen == []


def test_a_question_has_its_answers_and_the_first_is_no(table: Finger) -> None:
    table.console.hear("q")

    assert table.seen.title.startswith("Leave the match?")
    assert (table.lines, table.focused) == (["No", "Yes"], ["No"])
    assert table.buttons == [*WALKING, Command.CHOOSE, Command.HELP]
    table.press(Command.NEXT)
    assert table.focused == ["Yes"]
    table.touch("Yes")

    assert table.seen.title == "The playroom"


def test_the_sound_check_of_a_new_player_is_answered_by_touch(tmp_path: Path) -> None:
    check = Finger(Console(home=tmp_path, is_new=True))
    check.console.hear()
    assert len(check.lines) == 4
    assert check.focused == []

    check.touch(check.lines[1])

    assert "QuentinC" in check.seen.title


def test_at_the_table_the_buttons_go_along_the_hand(table: Finger) -> None:
    assert (table.lines, table.seen.title, table.seen.over_table) == ([], "", False)
    assert table.buttons == [*WALKING, Command.PLAY, Command.HELP]

    table.press(Command.NEXT)

    assert table.seen.tile == str(table.console.match.now.hands[0][1])


def test_a_hand_for_fingers_alone_is_not_shown(tmp_path: Path) -> None:
    table = Finger(opened(tmp_path, *TABLE, braille_hand=True))
    tile = table.console.match.now.hands[0][0]
    item = Item("own", Message("answers.tile_before", blanks={"tile": tile}))
    table.press(Command.NEXT)
    assert table.seen.tile == ""

    table.room.places.open(ListPlace(table.room, Message("menus.table"), lambda: (item,)))

    assert table.lines[0] == "?"


def test_a_field_has_the_number_of_its_place(menu: Finger) -> None:
    menu.touch("New match")
    menu.touch("Seat 1")

    field = menu.screen.field(menu.console._console)  # noqa: SLF001 (what a visit has)

    assert field
    assert field.number == menu.seen.number


def test_a_field_is_ended_or_left_by_its_buttons(menu: Finger) -> None:
    menu.touch("New match")
    menu.touch("Seat 1")
    assert [button.label for button in menu.seen.buttons] == ["Done", "Cancel"]

    menu.press(Command.CANCEL)

    assert menu.seen.title == "New match"


def test_the_history_is_read_and_left_by_its_buttons(table: Finger) -> None:
    table.press(Command.HISTORY)

    assert table.seen.over_table
    assert table.press(Command.EARLIER) != table.press(Command.EARLIER)
    table.press(Command.CANCEL)

    assert table.buttons[-1] is Command.HELP


@pytest.mark.parametrize("opens", [KeyLearning, KeyQuestion])
def test_where_each_key_is_an_answer_a_button_leads_back(menu: Finger, opens: type) -> None:
    before = menu.room.places.current
    assert before
    menu.room.places.open(
        KeyLearning(menu.room, before)
        if opens is KeyLearning
        else KeyQuestion(menu.room, answer("menus.which_number"), lambda _: None)
    )
    assert [button.label for button in menu.seen.buttons] == ["Back"]

    menu.press(Command.NEXT)
    assert menu.room.places.current is not before
    menu.press(Command.CANCEL)

    assert menu.room.places.current is before


def test_a_command_of_another_place_does_nothing(menu: Finger) -> None:
    assert menu.press(Command.DRAW) == []


def test_two_touches_within_the_pause_of_the_keys_are_one(tmp_path: Path) -> None:
    menu = Finger(opened(tmp_path, brake=500))

    for _ in range(2):
        menu.console._console.obey(Command.NEXT, 0.1)  # noqa: SLF001 (what a visit has)
    assert menu.focused == [menu.lines[1]]
    menu.console._console.obey(Command.NEXT, 1.1)  # noqa: SLF001 (what a visit has)

    assert menu.focused == [menu.lines[2]]


def test_under_a_cover_there_are_no_tiles_and_no_settings_of_the_other(tmp_path: Path) -> None:
    console = Console(*TWO_PEOPLE, home=tmp_path)
    console.hear()
    cover = Finger(console)
    before = cover.room.settings.verbosity
    assert (console.is_covered, cover.seen.tile) == (True, "")

    assert cover.press(Command.VERBOSITY) == []
    cover.press(Command.HELP)
    cover.touch("Speech, match")
    cover.touch("Say less")
    assert cover.room.settings.verbosity == before
    cover.press(Command.CANCEL)
    cover.press(Command.CANCEL)
    cover.touch(cover.lines[1])

    assert not console.is_covered


def test_nothing_is_shown_once_all_is_closed(menu: Finger) -> None:
    menu.touch("Leave the playroom")
    menu.touch("Yes")

    assert menu.screen.now(menu.console._console) is None  # noqa: SLF001 (what a visit has)


def test_buttons_are_in_the_language_of_the_player(tmp_path: Path) -> None:
    menu = Finger(opened(tmp_path, language="fr"))

    assert [button.label for button in menu.seen.buttons] == [
        "Ligne précédente",
        "Ligne suivante",
        "Choisir",
        "Retour",
        "Plus",
    ]
