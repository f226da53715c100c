"""Keys without sense at every place, and ends without warning: nothing breaks, no key is silent, no match is
lost, and the terminal is left as it was found.
"""

import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random, SystemRandom

import pytest
from player import SEQUENCES, Player, keys_of_a_move
from private_dispatcher import Dispatcher, until

CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:!?*+-/'\"éèàçßñœ€жλ漢あ😀"
# Control S and Control Q stop and start a terminal that is given back just then: they are no part of this.
NAMED = (
    *SEQUENCES,
    *(f"ctrl-{letter}" for letter in "abdefgklnoprtuvwyz\\]^_"),
    *(f"alt-{letter}" for letter in "acx1é"),
)
LIVELY = (
    "enter",
    "space",
    "p",
    "g",
    "d",
    "y",
    "z",
    "down",
    "up",
    "left",
    "right",
    "tab",
    "m",
    "?",
    "ctrl-f1",
    "q",
    "home",
    "end",
)
"""Keys that lead from place to place."""
STRANGE = tuple(
    f"text {sent}"
    for sent in (
        "\x1b[99~",
        "\x1b[?1;2c",
        "\x1b[I",
        "\x1b[200~q\ry\x1b[201~",
        "\x1b[M !!",
        "\x1b[<0;1;1M",
        "\x1b]11;rgb:0/0/0\x07",
    )
)
"""What no key sends: unknown sequences, a paste, the mouse, a terminal's answer. They are silent."""
HUSHES = ("escape", ".", "ctrl-x")
"""Keys that mean silence at some place."""
APART = 0.15
"""Seconds after which a terminal's next byte is no part of an Escape, on a busy machine too."""
SILENCE = 3.0
"""Seconds after which a key counts as silent."""

MENU = ("--pace", "0", "--mode", "both")
TABLE = ("play", "--seed", "3", "--pace", "0", "--players", "2")


def to_end_of_round(player: Player) -> None:
    """Play until a round is over."""
    while (match := player.match()) and match.turn is not None:
        for key in keys_of_a_move(match):
            player.press(key)


def by(*keys: str) -> Callable[[Player], None]:
    """The way to a place by keys."""

    def go(player: Player) -> None:
        for key in keys:
            player.press(key)

    return go


@dataclass(frozen=True, slots=True)
class Spot:
    """A place, the command line and the way that lead there, and what is heard of it."""

    name: str
    command: Sequence[str]
    go: Callable[[Player], None]
    told: str

    def __str__(self) -> str:
        return self.name


SPOTS = (
    Spot("first list", MENU, by(), "The playroom."),
    Spot("new match", MENU, by("n", "enter"), "New match. Left"),
    Spot("settings", MENU, by("s", "enter"), "Settings. "),
    Spot("writing a name", MENU, by("n", "enter", "end", "up", "enter"), "Name of seat"),
    Spot("rules", MENU, by("r", "enter", "enter", "enter"), "Goal. "),
    Spot("hand", TABLE, by(), "Your turn."),
    Spot("side question", TABLE, by("z", "enter"), "or right on"),
    Spot("yes or no", TABLE, by("q"), "Leave the match?"),
    Spot("menu of the table", TABLE, by("m"), "Table."),
    Spot("help", TABLE, by("?"), "Keys of this place."),
    Spot("end of round", ("play", "block", "--seed", "3", "--pace", "0"), to_end_of_round, "Enter deals"),
)


def listens(player: Player) -> bool:
    """Whether keys are read, and not echoed by a terminal that was given back."""
    return player.attributes() != player.found


@dataclass
class Chaos:
    """Keys by chance in a home, the program being started again whenever they have left it."""

    dispatcher: Dispatcher
    home: Path
    chance: Random
    pressed: list[str] = field(default_factory=list)
    silent: list[list[str]] = field(default_factory=list)

    def at(self, spot: Spot, keys: int) -> None:
        """Press so many keys, the first at this spot."""
        command = spot.command
        while len(self.pressed) < keys:
            with Player(self.dispatcher, self.home, *command) as player:
                if self.pressed:
                    assert until(lambda: listens(player) or player.is_over)
                else:
                    player.hear()
                    spot.go(player)
                    assert spot.told in player.screen
                while len(self.pressed) < keys and listens(player):
                    self.press(player)
                assert listens(player) or player.end() == 0
                self.left(player)
            command = MENU

    def press(self, player: Player) -> None:
        """Press a key, and note if nothing came of it."""
        key = self.key()
        self.pressed.append(key)
        before = len(player.screen)
        player.send(key)
        if key in STRANGE or key in HUSHES:
            self.reacts(player, before, APART)
        elif (
            not self.reacts(player, before)
            and not self.may_be_silent
            and not self.reacts_after_all(player, key)
        ):
            self.silent.append(self.pressed[-12:])

    def key(self) -> str:
        """A key by chance, half of the time one that leads on."""
        kinds: tuple[Sequence[str], ...] = (LIVELY, CHARACTERS, NAMED, STRANGE, ("ctrl-c",))
        (kind,) = self.chance.choices(kinds, (50, 25, 20, 4, 0.5))
        return self.chance.choice(kind)

    def reacts(self, player: Player, before: int, seconds: float = SILENCE) -> bool:
        """Whether something is said or written, or the program ends, after a key."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if player.new() or len(player.screen) > before or player.is_over:
                return True
        return False

    def reacts_after_all(self, player: Player, key: str) -> bool:
        """Whether the same key is heard if it is pressed alone: two keys in one read may be none."""
        before = len(player.screen)
        player.send(key)
        return self.reacts(player, before)

    @property
    def may_be_silent(self) -> bool:
        """Whether the keys have put the brake on, want answers only, or have given keys another meaning."""
        config = self.home / "config" / "playroom"
        settings = config / "settings.yaml"
        settled = settings.read_text() if settings.exists() else ""
        return (config / "keys.yaml").exists() or "brake" in settled or "quiet" in settled

    def left(self, player: Player) -> None:
        """See that nothing has failed, and that the match can be gone on with."""
        assert "Traceback" not in player.screen
        assert not player.saved.exists() or player.match()


@pytest.mark.parametrize("spot", SPOTS, ids=str)
@pytest.mark.parametrize("keys", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_keys_without_sense_break_nothing(dispatcher: Dispatcher, home: Path, spot: Spot, keys: int) -> None:
    seed = SystemRandom().randrange(2**32)
    chaos = Chaos(dispatcher, home, Random(seed))
    print("seed", seed)

    chaos.at(spot, keys)

    assert not chaos.silent, chaos.silent


def quit_by_keys(player: Player) -> None:
    for key in ("q", "y", "end"):
        player.press(key)
    player.send("escape")


@pytest.mark.parametrize(
    "leave",
    [
        quit_by_keys,
        lambda player: player.send("ctrl-c"),
        lambda player: player.process.send_signal(signal.SIGTERM),
    ],
    ids=["keys", "Ctrl+C", "SIGTERM"],
)
def test_the_terminal_is_left_as_it_was_found(
    dispatcher: Dispatcher, home: Path, leave: Callable[[Player], None]
) -> None:
    with Player(dispatcher, home, *TABLE) as player:
        player.hear()
        playing = player.attributes()

        leave(player)

        assert player.end() == 0
        assert playing != player.found
        assert player.attributes() == player.found
        assert player.match()


CRASHING = """
import sys
from playroom.commands import dispatch
from playroom.console import console

def crash(*_):
    raise RuntimeError("the house is on fire")

console.press = crash
sys.exit(dispatch.run())
"""


def test_a_crash_leaves_the_terminal_as_it_was_found_and_the_match_kept(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, *TABLE, program=(sys.executable, "-c", CRASHING)) as player:
        player.hear()

        player.send("c")

        assert player.end() == 1
        assert "The playroom has failed" in player.screen
        assert "Traceback" not in player.screen
        assert player.attributes() == player.found
        assert player.match()
