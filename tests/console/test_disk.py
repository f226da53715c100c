"""Disks that are full, and files that cannot be read: it is told, and the game goes on."""

import resource
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from player import PROGRAM, Heard, Player, keys_of_a_move
from private_dispatcher import Dispatcher

TABLE = ("play", "--seed", "1", "--pace", "0", "--players", "3")
MENU = ("--mode", "both")
ANY_MOVE = ("z", "g", "d", "space", "g", "d", "p")
"""Keys of which one at least makes a move, whatever one holds."""
ON_A_FULL_DISK = ("sh", "-c", 'ulimit -S -f 0; exec "$0" "$@"', *PROGRAM)


@contextmanager
def full_disk(player: Player) -> Iterator[None]:
    """No file may grow any more: a write fails, as it does where no room is left."""
    before = resource.prlimit(player.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(player.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    yield
    resource.prlimit(player.process.pid, resource.RLIMIT_FSIZE, before)


def play_blindly(player: Player) -> list[Heard]:
    """Make a few moves, with no kept match to look at."""
    return [heard for key in ANY_MOVE for heard in player.press(key)]


def texts(heard: Iterable[Heard]) -> str:
    return " ".join(each.text for each in heard)


def test_a_match_goes_on_while_the_disk_is_full_and_is_kept_again_afterwards(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, *TABLE) as player:
        player.hear()
        before = player.saved.file.read_bytes()
        with full_disk(player):
            heard = [each for _ in range(4) for each in play_blindly(player)]
            told = texts([*heard, *player.wait_until_quiet()])
            kept_meanwhile, still_read = player.saved.file.read_bytes(), player.match()
        afterwards = texts([*play_blindly(player), *player.wait_until_quiet()])
        kept_afterwards = player.match()

    assert told.count("The match cannot be saved: File too large.") == 1
    assert told.count("You: ") > 1
    assert kept_meanwhile == before
    assert still_read
    assert "saved" not in afterwards
    assert kept_afterwards
    assert len(kept_afterwards.rounds[0].log) > len(still_read.rounds[0].log)


def test_a_match_begins_on_a_full_disk_too(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE, program=ON_A_FULL_DISK) as player:
        told = texts(player.wait_for("Your turn."))
        answer = texts(player.press("c"))

    assert "The match cannot be saved" in told
    assert "No tile lies on the table yet." in answer


def test_settings_hold_though_they_cannot_be_kept(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *MENU, program=ON_A_FULL_DISK) as player:
        player.wait_for("The playroom.")
        player.send("f6")
        told = texts(player.wait_for("cannot be saved"))

    assert "Length: full." in told


@pytest.mark.parametrize(
    "settings",
    [b"pace: 0.2\npace: 0.4\n", b"\xff\xfe\x00pace", b"verbosity: loud\n"],
    ids=["doubled key", "no text", "wrong answer"],
)
def test_settings_that_cannot_be_read_are_told_and_the_menu_lives(
    dispatcher: Dispatcher, home: Path, settings: bytes
) -> None:
    file = home / "config" / "playroom" / "settings.yaml"
    file.parent.mkdir(parents=True)
    file.write_bytes(settings)

    with Player(dispatcher, home, *MENU) as player:
        told = texts(player.wait_for("Left out: "))
        heard = texts(player.press("down"))

    assert str(file) in told
    assert "Rules of the games, 2 of" in heard


def test_settings_that_are_a_folder_are_told_and_the_menu_lives(dispatcher: Dispatcher, home: Path) -> None:
    (home / "config" / "playroom" / "settings.yaml").mkdir(parents=True)

    with Player(dispatcher, home, *MENU) as player:
        told = texts(player.wait_for("Left out: "))
        heard = texts(player.press("down"))

    assert "cannot be read" in told
    assert "Rules of the games, 2 of" in heard


@pytest.mark.parametrize(
    "damage", [lambda whole: whole[: len(whole) // 2], lambda whole: b"\xff" + whole], ids=["half", "no text"]
)
def test_a_kept_match_that_cannot_be_read_is_told_and_set_aside(
    dispatcher: Dispatcher, home: Path, damage: Callable[[bytes], bytes]
) -> None:
    with Player(dispatcher, home, *TABLE) as player:
        player.hear()
        file = player.saved.file
    broken = damage(file.read_bytes())
    file.write_bytes(broken)

    with Player(dispatcher, home, *MENU) as player:
        told = texts([*player.hear(), *player.press("enter")])
        heard = texts(player.press("down"))

    aside = file.parent / "unreadable" / "0001.domino.yaml"
    assert "The kept match cannot be read: " in told
    assert f"It is now in {aside}. New match, 1 of 4" in told
    assert aside.read_bytes() == broken
    assert heard == "Rules of the games, 2 of 4"


def test_a_match_whose_seats_are_lost_goes_on_against_bots(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE) as player:
        player.hear()
        (player.saved.file.parent / "match.seats.yaml").unlink()

    with Player(dispatcher, home, "--pace", "0", *MENU) as player:
        player.hear()
        player.press("enter")
        match = player.match()
        assert match
        for key in keys_of_a_move(match)[:-1]:
            player.press(key)
        player.send(keys_of_a_move(match)[-1])
        told = texts(player.wait_for("Your turn."))

    assert "Ben: " in told
    assert "Cleo: " in told
