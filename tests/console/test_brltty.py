"""What real BRLTTY puts under the fingers while the real program is played."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from brltty import Brltty
from player import Player, folder, keys_of_a_move
from private_dispatcher import Dispatcher
from pyte import Screen, Stream

TABLE = ("play", "block", "--seed", "5", "--pace", "0", "--players", "2", "--single-round", "true")


@pytest.fixture
def home() -> Iterator[Path]:
    with folder() as place:
        yield place


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
    file = home / "config/playroom/settings.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("{mode: both, braille: 20, table_line: true}\n")
    terminal = Screen(80, 24)
    stream = Stream(terminal)

    with Player(dispatcher, home, *TABLE) as player:
        player.hear()
        stream.feed(player.screen)
        display.screen.show(terminal)
        assert display.reads(newest(player)), display.line

        match = player.match()
        assert match
        for key in ("c", "b", "w", *keys_of_a_move(match), "s"):
            read = len(player.screen)
            player.press(key)
            stream.feed(player.screen[read:])
            display.screen.show(terminal)
            assert display.reads(newest(player)), display.line


def newest(player: Player) -> str:
    """The newest line that was written."""
    return player.screen.rpartition("\n")[2].strip()
