"""A newer version in the menu: said once, read there, installed where possible, never said in a match."""

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import pytest
from support.console.hand_held import Console, without_position
from support.update.releases import PACKED, Server, Signer, folder_of, players_home, serving, tree

from playroom.commands.dispatch import read_command_line
from playroom.commands.updates import look_for_update
from playroom.update.newest_version import Releases
from playroom.update.players_folder import FOLDER, STARTER, installed_version

SIGNER = Signer()
NEWS = "Version 9.1.0 is there: Kozel, and faster hints. The first line of the menu says more."
TODAY = date(2026, 1, 1)


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as server:
        server.release("9.1.0", SIGNER)
        yield server


def look(console: Console, server: Server, environment: Mapping[str, str], today: date = TODAY) -> None:
    context = read_command_line((), console.folders)[0]
    releases = Releases(server.address, SIGNER.public)
    look_for_update(context, console.opened, console.background, releases, environment, today)


def in_menu(
    home: Path, server: Server, folder: Path | None = None, **settings: object
) -> tuple[Console, list[str]]:
    """A console in the menu, which has looked for a newer version, and what it has said then."""
    console = Console(home=home, settings=settings)
    console.hear()
    look(console, server, {FOLDER: str(folder)} if folder else {})
    return console, console.hear()


@pytest.mark.long
def test_a_newer_version_is_said_in_the_menu_with_its_news(home: Path, server: Server) -> None:
    console, said = in_menu(home, server)

    lines = [without_position(console.hear(key)[-1]) for key in ("home", "enter", "down", "down")]

    assert said == [NEWS]
    assert lines == [
        "Version 9.1.0: what is new",
        "Version 9.1.0: what is new. Update it in the way in which you have installed it.",
        "Kozel, and faster hints.",
        "Kozel is new.",
    ]


def test_the_news_are_in_the_language_of_the_player(home: Path, server: Server) -> None:
    _, said = in_menu(home, server, language="fr")

    assert "Kozel, et des indices plus vite." in said[0]


def test_it_is_said_once_a_day_and_stays_in_the_menu(home: Path, server: Server) -> None:
    first, second = in_menu(home, server), in_menu(home, server)

    console, said = second
    assert first[1] == [NEWS]
    assert said == []
    assert without_position(console.hear("home")[-1]) == "Version 9.1.0: what is new"


@pytest.mark.parametrize(
    ("environment", "settings"), [({"PLAYROOM_NO_UPDATE": "1"}, {}), ({}, {"updates": False})]
)
def test_who_has_turned_it_off_is_not_told_and_nothing_is_asked(
    home: Path, server: Server, environment: Mapping[str, str], settings: Mapping[str, object]
) -> None:
    console = Console(home=home, settings=settings)
    console.hear()

    look(console, server, environment)

    assert console.hear() == []
    assert server.asked == []


def test_in_a_match_nothing_is_said(home: Path, server: Server) -> None:
    console = Console("play", "--seed", "1", "--pace", "0", home=home)
    console.hear()

    look(console, server, {})

    assert console.hear() == []


def test_where_nothing_newer_is_to_be_had_nothing_is_said(home: Path, server: Server) -> None:
    server.files.clear()

    assert in_menu(home, server)[1] == []


def test_a_folder_for_players_installs_it_while_a_list_waits(
    home: Path, server: Server, tmp_path: Path
) -> None:
    folder = players_home(tmp_path / "playroom")
    console, _ = in_menu(home, server, folder)

    opened = console.hear("home", "enter")[-1]
    said = console.hear("enter")

    assert without_position(opened) == "Version 9.1.0: what is new. Install it: 1 megabyte."
    *percents, done = said
    assert percents == [
        *("Fetching version 9.1.0. Escape stops.", "25 percent.", "50 percent.", "75 percent.")
    ]
    assert without_position(done) == "Version 9.1.0 is installed. It starts the next time. New match"
    assert installed_version(folder) == "9.1.0"


def test_an_installed_version_is_not_offered_again(home: Path, server: Server, tmp_path: Path) -> None:
    folder = players_home(tmp_path / "playroom")
    console, _ = in_menu(home, server, folder)
    console.hear("home", "enter", "enter")

    look(console, server, {FOLDER: str(folder)}, date(2026, 1, 2))

    assert console.hear() == []
    assert without_position(console.hear("home")[-1]) == "New match"


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"another file", "the file is damaged"), (None, "the connection was lost")],
)
def test_why_it_is_not_installed_is_said(
    home: Path, server: Server, tmp_path: Path, content: bytes | None, why: str
) -> None:
    folder = players_home(tmp_path / "playroom")
    console, _ = in_menu(home, server, folder)
    if content is None:
        del server.files[PACKED]
    else:
        server.files[PACKED] = content

    said = console.hear("home", "enter", "enter")[-1]

    assert said == f"Not installed: {why}. Nothing has changed. Install it: 1 megabyte."
    assert [*tree(folder)] == [STARTER]


def test_the_version_that_does_not_start_and_the_full_disk_are_named(
    home: Path, server: Server, tmp_path: Path
) -> None:
    server.release("9.1.0", SIGNER, folder_of("9.1.0", output="nothing"))
    folder = players_home(tmp_path / "playroom")
    console, _ = in_menu(home, server, folder)

    first = console.hear("home", "enter", "enter")[-1]
    (folder / "update").write_bytes(b"")
    second = console.hear("enter")[-1]

    assert first.startswith("Not installed: the new version does not start here. Nothing has changed.")
    assert second.startswith("Not installed: ")
    assert second.endswith(". Nothing has changed. Install it: 1 megabyte.")


def test_escape_stops_it_and_leaves_all_as_it_was(home: Path, server: Server, tmp_path: Path) -> None:
    folder = players_home(tmp_path / "playroom")
    console, _ = in_menu(home, server, folder)
    console.hear("home", "enter")
    console.background.seconds = 5.0

    console.press("enter")
    console.wait(6.0)
    stopped = console.hear("escape")[-1]

    assert stopped == "Stopped. Nothing has changed. Install it: 1 megabyte."
    assert installed_version(folder) == ""
    assert [*tree(folder)] == [STARTER]
