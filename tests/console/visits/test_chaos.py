"""Keys without sense at every place, and ends without warning: nothing breaks, no key is silent, no match is
lost, and the terminal is left as it was found.
"""

import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import Console
from support.console.player import SEQUENCES, Player
from support.faults.soaks import soak
from support.voice.private_dispatcher import Dispatcher

CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:!?*+-/'\"éèàçßñœ€жλ漢あ😀"
NAMED = (
    *SEQUENCES,
    *(f"ctrl-{letter}" for letter in "abdefgklnoprtuvwyz\\]^_"),
    *(f"alt-{letter}" for letter in "acx1é"),
)
LIVELY = (
    *("enter", "space", "p", "g", "d", "y", "z", "down", "up", "left", "right"),
    *("tab", "m", "?", "ctrl-f1", "q", "home", "end"),
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
"""What no key sends: unknown sequences, a paste, the mouse, a terminal's answer."""
HUSHES = ("escape", ".", "ctrl-x")
"""Keys that mean silence at some place."""

MENU = ("--pace", "0", "--mode", "both")
TABLE = ("play", "--seed", "3", "--pace", "0", "--players", "2")


def to_end_of_round(console: Console) -> None:
    """Play until a round is over."""
    while console.match.turn is not None:
        console.play()


def to_side_question(console: Console) -> None:
    """Play the first tile that fits, until one is asked where."""
    while not any("or right on" in said.text for said in console.said):
        console.hear("z", "enter")


def by(*keys: str) -> Callable[[Console], None]:
    """The way to a place by keys."""
    return lambda console: console.press(*keys)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place, the command line and the way that lead there, and what is heard of it."""

    name: str
    command: Sequence[str]
    go: Callable[[Console], None]
    told: str

    def __str__(self) -> str:
        return self.name


SPOTS = (
    Spot("first list", MENU, by(), "The playroom."),
    Spot("new match", MENU, by("n", "enter"), "New match. Left"),
    Spot("settings", MENU, by("s", "enter"), "Settings. "),
    Spot("writing a name", MENU, by("n", "enter", *["down"] * 5, "enter"), "Name of seat"),
    Spot("rules", MENU, by("r", "enter", "enter", "enter"), "Goal. "),
    Spot("hand", TABLE, by(), "Your turn."),
    Spot("side question", ("play", "passing-game", *TABLE[1:]), to_side_question, "or right on"),
    Spot("yes or no", TABLE, by("q"), "Leave the match?"),
    Spot("menu of the table", TABLE, by("m"), "Table."),
    Spot("help", TABLE, by("?"), "Keys available here."),
    Spot("end of round", ("play", "block", "--seed", "3", "--pace", "0"), to_end_of_round, "Enter deals"),
)


@dataclass
class Chaos:
    """Keys by chance in a home, the console being opened again whenever they have left it."""

    home: Path
    chance: Random
    pressed: list[str] = field(default_factory=list)
    silent: list[list[str]] = field(default_factory=list)

    def at(self, spot: Spot, keys: int) -> None:
        """Press so many keys, the first at this spot."""
        console = Console(*spot.command, home=self.home)
        console.rest()
        spot.go(console)
        console.rest()
        assert spot.told in " ".join(said.text for said in console.said)
        while len(self.pressed) < keys:
            self.press(console)
            if not console.is_open:
                self.left(console)
                console = Console(*MENU, home=self.home)
        self.left(console)

    def press(self, console: Console) -> None:
        """Press a key, and note if nothing came of it."""
        key = self.key()
        self.pressed.append(key)
        if self.chance.random() < 0.5:
            console.rest()
        console.forget()
        console.press(key)
        if not (console.heard() or console.read() or key in HUSHES or self.may_be_silent):
            self.silent.append(self.pressed[-12:])

    def key(self) -> str:
        """A key by chance, half of the time one that leads on."""
        kinds: tuple[Sequence[str], ...] = (LIVELY, CHARACTERS, NAMED, ("ctrl-c",))
        (kind,) = self.chance.choices(kinds, (50, 25, 24, 0.5))
        return self.chance.choice(kind)

    @property
    def may_be_silent(self) -> bool:
        """Whether the keys have put the brake on, want only sounds, or have given keys another meaning."""
        config = self.home / "config" / "playroom"
        settings = config / "settings.yaml"
        settled = settings.read_text() if settings.exists() else ""
        return (config / "keys.yaml").exists() or "brake" in settled or "told" in settled

    def left(self, console: Console) -> None:
        """See that the match can be gone on with."""
        assert not console.saved.exists() or console.match


@pytest.mark.sample(3)
@pytest.mark.parametrize("spot", SPOTS, ids=str)
@pytest.mark.parametrize("keys", [50, pytest.param(soak(3000), marks=pytest.mark.long)])
def test_keys_without_sense_break_nothing(home: Path, spot: Spot, keys: int) -> None:
    chaos = Chaos(home, Random(f"{spot} {keys}"))

    chaos.at(spot, keys)

    assert not chaos.silent, chaos.silent


@pytest.mark.long
def test_what_no_key_sends_breaks_nothing_in_a_real_terminal(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE, "--language", "en") as player:
        player.wait_for("Your turn.")
        before = player.match()
        assert before
        for sent in STRANGE:
            player.send(sent)
        player.send("c")

        player.wait_for("Ends ")
        assert not player.is_over
        assert player.match() == before


def quit_by_keys(player: Player) -> None:
    player.press("q", "Leave the match?")
    player.press("y", "The playroom.")
    player.press("end", "Leave the playroom")
    player.press("escape", "Leave the playroom?")
    player.send("y")


def quit_by_two_keys(player: Player) -> None:
    player.press("ctrl-c", "Leave the playroom?")
    player.send("ctrl-c")


@pytest.mark.parametrize(
    "leave",
    [
        quit_by_keys,
        quit_by_two_keys,
        lambda player: player.process.send_signal(signal.SIGTERM),
    ],
    ids=["keys", "Ctrl+C", "SIGTERM"],
)
@pytest.mark.long
def test_the_terminal_is_left_as_it_was_found(
    dispatcher: Dispatcher, home: Path, leave: Callable[[Player], None]
) -> None:
    with Player(dispatcher, home, *TABLE, "--language", "en") as player:
        player.wait_for("Your turn.")
        playing = player.attributes()

        leave(player)

        assert player.end() == 0
        assert playing != player.found
        assert player.attributes() == player.found
        assert player.match()


CRASHING = (sys.executable, str(Path(__file__).parents[2] / "support" / "programs" / "crashing_program.py"))


@pytest.mark.long
def test_a_crash_leaves_the_terminal_as_it_was_found_and_the_match_kept(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, *TABLE, "--language", "en", program=CRASHING) as player:
        player.wait_for("Your turn.")

        player.send("c")

        assert player.end() == 1
        assert "The playroom has crashed. Your match is saved." in player.screen
        assert "Traceback" not in player.screen
        assert player.attributes() == player.found
        assert player.match()
