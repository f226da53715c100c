"""The table of commands."""

from playroom.keys.commands import EVERYWHERE, PLACES, Command, Place, entry


def test_every_command_works_somewhere() -> None:
    assert set(PLACES) == set(Command)
    assert all(PLACES.values())


def test_every_place_can_be_left_and_explained() -> None:
    leaving = {Command.LEAVE, Command.CANCEL, Command.NO}

    assert all(any(place in PLACES[command] for command in leaving) for place in Place)
    assert PLACES[Command.HELP] == PLACES[Command.QUIT] == EVERYWHERE


def test_a_command_is_named_where_it_works() -> None:
    assert entry(Place.HAND, Command.NEXT) == "keys.hand.next"
    assert entry(Place.MENU, Command.NEXT) == "keys.menu.next"
    assert entry(Place.MENU, Command.REPEAT) == "keys.everywhere.repeat"
