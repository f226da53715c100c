"""What real BRLTTY puts under the fingers while the real program is played."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from brltty import Brltty
from hand_held import Console, keys_of_a_move
from player import Player, folder
from private_dispatcher import Dispatcher
from pyte import Screen, Stream

TABLE = ("play", "block", "--seed", "5", "--pace", "0", "--players", "2", "--single-round", "true")
SETTINGS = {"language": "en", "mode": "both", "braille": 20, "table_line": True}


@pytest.fixture
def display(tmp_path: Path) -> Iterator[Brltty]:
    try:
        brltty = Brltty(tmp_path, 20)
    except OSError as why:
        pytest.fail(str(why)) if os.environ.get("CI") else pytest.skip(str(why))
    yield brltty
    brltty.close()


def test_brltty_shows_the_newest_line_from_its_beginning(
    dispatcher: Dispatcher, home: Path, display: Brltty
) -> None:
    terminal = Screen(80, 24)
    stream = Stream(terminal)
    with folder() as other, Player(dispatcher, home, *TABLE, settings=SETTINGS) as player:
        console = Console(*TABLE, home=other, settings=SETTINGS)
        console.rest()
        for key in ("", "c", "b", "w", *keys_of_a_move(console.match), "s"):
            read = len(player.screen)
            if key:
                player.send(key)
                console.hear(key)
            player.wait_until_lines(console.lines())
            stream.feed(player.screen[read:])
            display.screen.show(terminal)

            assert display.reads(player.lines()[-1]), display.line
