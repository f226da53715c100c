"""The whole program in a real terminal at a real Speech Dispatcher says what the console in-process says."""

import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.console.player import Player, folder
from support.voice.list_voice import ListBackend
from support.voice.private_dispatcher import Dispatcher

TABLE = ("play", "--seed", "1", "--pace", "0.2", "--players", "3")
SETTINGS = {"language": "en", "mode": "both", "told": {"alert": "nothing"}, "waits": False}
"""What a key cuts is not said again, and alerts are left out: the machine decides what is cut."""
AT_THE_TABLE = ("w right end left", "v t s x", "m down down escape", "f3 home up escape")
"""The keys before each move."""
IN_THE_MENUS = "q y down n enter down right up escape s enter end escape escape y"


def keys(console: Console) -> Iterator[str]:
    """The keys of the visit; *console* has done what came before."""
    for asked in AT_THE_TABLE:
        yield from asked.split()
        yield from keys_of_a_move(console.match)
    yield from IN_THE_MENUS.split()


@pytest.mark.long
def test_a_visit_sounds_in_the_program_as_it_does_in_process(
    dispatcher: Dispatcher, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ListBackend, "has_braille", False)  # as Speech Dispatcher
    with folder() as other:
        console = Console(*TABLE, home=other, settings=SETTINGS)
        with Player(dispatcher, home, *TABLE, settings=SETTINGS) as player:
            player.hears(console.hear())
            for key in keys(console):
                expected = console.hear(key)
                player.send(key)
                player.hears(expected)

            assert player.end() == 0
            assert not console.is_open
            assert player.lines() == console.lines()


@pytest.mark.long
def test_a_message_is_copied_by_the_terminal_and_the_screen_shows_nothing_of_it(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, *TABLE, settings=SETTINGS) as player:
        player.wait_for("You start.")

        player.send("f3", "home", "c")

        player.wait_until_written("Sent to the terminal's clipboard")
        (copied,) = re.findall(r"\x1b\]52;c;(.*?)\x07", player.screen)
        assert b64decode(copied).decode().endswith(" New round, 7 tiles each. You start.")
        assert player.lines()[-1].startswith("Sent to the terminal's clipboard, and written to ")
        assert not [line for line in player.lines() if copied in line]
