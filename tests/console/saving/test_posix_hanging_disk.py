"""The program ends in time however one ends it, although the disk hangs and speech is blocked."""

import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from support.console.hand_held import keys_of_a_move
from support.console.player import Player
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher
from test_disk import TABLE

PROGRAM = Path(__file__).parents[2] / "support" / "programs" / "hanging_disk_program.py"

ENDS: Mapping[str, Callable[[Player], object]] = {
    "the key to leave": lambda player: player.send("q", "y", "l", "l", "enter", "y"),
    "SIGTERM": lambda player: player.process.send_signal(signal.SIGTERM),
    "Ctrl+C": lambda player: player.send("ctrl-c", "y"),
    "Ctrl+C twice": lambda player: player.send("ctrl-c", "ctrl-c"),
    "the loss of the terminal": lambda player: player.close_terminal(),
}


@pytest.fixture
def hangs(home: Path) -> Path:
    """The file with which the disk hangs."""
    return home / "hangs"


@pytest.fixture
def player(dispatcher: Dispatcher, home: Path, hangs: Path) -> Iterator[Player]:
    """A player to whom a match was told."""
    program = (sys.executable, str(PROGRAM), str(hangs))
    with Player(dispatcher, home, *TABLE, "--language", "en", program=program) as player:
        player.wait_for("You start.")
        yield player


@pytest.mark.long
@pytest.mark.parametrize("blocks_speech", [False, True], ids=["speaking", "frozen"])
@pytest.mark.parametrize("end", ENDS)
def test_the_program_ends_while_the_disk_hangs(
    player: Player, dispatcher: Dispatcher, hangs: Path, end: str, *, blocks_speech: bool
) -> None:
    before = player.match()
    assert before
    hangs.touch()
    player.send(*keys_of_a_move(before))
    player.wait_for("Your turn.")
    if blocks_speech:
        dispatcher.freeze()

    ENDS[end](player)

    try:
        assert player.process.wait(PATIENCE) != -signal.SIGKILL
    finally:
        dispatcher.thaw()
