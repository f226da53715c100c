"""What real BRLTTY puts under the fingers while the real program is played."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyte import Screen, Stream
from support.console.hand_held import Console, keys_of_a_move
from support.console.player import Player, folder, shown_lines
from support.voice.brltty import Brltty
from support.voice.private_dispatcher import Dispatcher

from playroom.console.terminal.screen import Screen as OwnScreen
from playroom.console.terminal.screen import wrapped_lines
from playroom.narration.answers.table_line import SHORT_DISPLAY

TABLE = ("play", "block", "--seed", "5", "--pace", "0", "--players", "2", "--single-round", "true")
ASKED = ("right", "w", "e", "v", "c", "m", "escape")
"""Keys whose answers have several lines on a display of 20 cells, and some on one of 40."""
TITLE = re.compile(r"^Table\. ")
"""The title of the list that "m" opens: it is short, and stands alone above the item in focus."""
POSITION = re.compile(r", \d+ of \d+$")


@pytest.fixture(params=[20, 40])
def display(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Brltty]:
    try:
        brltty = Brltty(tmp_path, request.param)
    except OSError as why:
        pytest.fail(str(why)) if os.environ.get("CI") else pytest.skip(str(why))
    yield brltty
    brltty.close()


@pytest.mark.long
def test_brltty_shows_the_newest_text_from_its_beginning(
    dispatcher: Dispatcher, home: Path, display: Brltty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OwnScreen, "_moves_cursor", True)  # in-process too, as the program's terminal does
    settings = {"language": "en", "mode": "both", "braille": display.cells}
    terminal = Screen(80, 24)
    stream = Stream(terminal)
    with folder() as other, Player(dispatcher, home, *TABLE, settings=settings) as player:
        console = Console(*TABLE, home=other, settings=settings)
        console.rest()
        for keys in ((), *((key,) for key in ASKED), tuple(keys_of_a_move(console.match))):
            read = len(player.screen)
            player.send(*keys)
            console.press(*keys)
            console.rest()
            newest = console.said[-1].text if len(keys) <= 1 else "Your turn."
            shown = newest if display.cells > SHORT_DISPLAY else POSITION.sub("", newest)
            shown = TITLE.sub("Table.\n", shown) if keys == ("m",) else shown
            player.wait_until_lines(shown_lines(console.screen))
            stream.feed(player.screen[read:])
            display.screen.show(terminal)

            assert display.reads(wrapped_lines(shown, display.cells)[0]), display.line
