"""The sounds of a match, as they arrive from the whole program at a real PulseAudio server."""

from pathlib import Path

import pytest
from support.console.hand_held import keys_of_a_move
from support.console.player import Player
from support.sound.private_pulse import PulseServer
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher, until

pytestmark = pytest.mark.long

TABLE = ("play", "--seed", "1", "--pace", "0", "--players", "2")
SETTINGS = {"language": "en", "sound": "headphones", "ducking": "off", "waits": False}


def is_heard(player: Player, server: PulseServer) -> bool:
    """Whether something is heard at some time while the player walks along their hand."""

    def arrives() -> bool:
        player.press("left", "")
        return server.heard() > 100

    return until(arrives, PATIENCE)


def makes_a_move(player: Player) -> bool:
    """Whether the match goes on by a move of the player."""
    before = player.match()
    assert before
    for key in keys_of_a_move(before):
        player.press(key, "")
    return until(lambda: player.match() != before, PATIENCE)


def test_a_match_is_heard_again_after_the_sound_server_was_killed(
    dispatcher: Dispatcher, pulse_server: PulseServer, home: Path
) -> None:
    pulse_server.start()
    with Player(dispatcher, home, *TABLE, settings=SETTINGS) as player:
        player.wait_for("You start.")
        assert is_heard(player, pulse_server)

        pulse_server.kill()
        assert makes_a_move(player)
        pulse_server.start()

        assert is_heard(player, pulse_server)
        assert makes_a_move(player)
