"""The table of commands."""

from playroom.keys.commands import ALL_PLACES, COMMAND_PLACES, Command, PlaceName, command_entry


def test_every_command_works_somewhere() -> None:
    assert set(COMMAND_PLACES) == set(Command)
    assert all(COMMAND_PLACES.values())


def test_every_place_can_be_left_and_explained() -> None:
    leaving = {Command.LEAVE, Command.CANCEL, Command.NO}

    assert all(any(place in COMMAND_PLACES[command] for command in leaving) for place in PlaceName)
    assert COMMAND_PLACES[Command.HELP] == COMMAND_PLACES[Command.QUIT] == ALL_PLACES


def test_a_command_is_named_where_it_works() -> None:
    assert command_entry(PlaceName.HAND, Command.NEXT) == "keys.hand.next"
    assert command_entry(PlaceName.MENU, Command.NEXT) == "keys.menu.next"
    assert command_entry(PlaceName.MENU, Command.REPEAT) == "keys.everywhere.repeat"
    assert command_entry(PlaceName.REPLAY, Command.NEXT) == "keys.replay.next"
    assert command_entry(PlaceName.REPLAY, Command.ENDS) == "keys.hand.ends"
