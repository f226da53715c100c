"""The homes of guests: they have the room that members have, and 30 days without a visit."""

import asyncio
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from support.console.hand_held import folders
from support.console.player import save_settings
from support.time.patience import PATIENCE
from support.time.virtual_time import run_virtually
from support.web.club_room import club_room
from support.web.virtual_workers import ADA, virtual_workers
from support.web.web_room import QUIET_SETTINGS

from playroom.commands.browser_consoles import GUESTS_FOLDER, NETWORK_FOLDER
from playroom.commands.guest_homes import GUEST_SECONDS, GuestHomes
from playroom.home.files import write_atomically
from playroom.home.quota import MOST_BYTES, last_visit, note_visit
from playroom.web.passes import BrowserPass, Rights

EVE, BEN = "00000000000000aa", "00000000000000bb"
NOW = 1_000_000_000.0


@dataclass
class Pages:
    """Pages that some guests have open, and those that were told to be forgotten."""

    here: Collection[str] = ()
    forgotten: list[BrowserPass] = field(default_factory=list)

    def is_here(self, given: BrowserPass) -> bool:
        return given.identifier in self.here

    async def dismiss(self, given: BrowserPass) -> None:
        self.forgotten.append(given)


def guest(folder: Path, name: str, visit: float | None = NOW) -> Path:
    """The home of a guest with a match, who was there at a time, or before that was noted."""
    own = folders(folder)
    home = own.matches.parent / GUESTS_FOLDER / name
    write_atomically(home / "matches" / "0001.domino.yaml", "a match")
    save_settings(own.settings.parent / NETWORK_FOLDER / f"{name}.yaml", QUIET_SETTINGS)
    if visit is not None:
        note_visit(home, visit)
    return home


def files_of(folder: Path, name: str) -> list[str]:
    """All that there is of a guest."""
    return sorted(each.name for each in folder.rglob("*") if each.is_file() and name in str(each))


def remove_old(folder: Path, now: float, pages: Pages) -> None:
    asyncio.run(GuestHomes(folders(folder)).remove_old(now, pages))


def test_a_guest_who_was_not_here_for_30_days_has_nothing_left(tmp_path: Path) -> None:
    guest(tmp_path, EVE, NOW)
    guest(tmp_path, BEN, NOW + 1)
    pages = Pages()

    remove_old(tmp_path, NOW + GUEST_SECONDS, pages)
    assert files_of(tmp_path, EVE)
    remove_old(tmp_path, NOW + GUEST_SECONDS + 1, pages)

    assert files_of(tmp_path, EVE) == []
    assert len(files_of(tmp_path, BEN)) == 3
    assert pages.forgotten == [BrowserPass(Rights.GUEST, EVE)]
    assert [each.name for each in (folders(tmp_path).matches.parent / GUESTS_FOLDER).iterdir()] == [BEN]


def test_a_guest_who_is_here_keeps_all_and_has_30_days_from_then_on(tmp_path: Path) -> None:
    home = guest(tmp_path, EVE)
    late = NOW + 2 * GUEST_SECONDS

    remove_old(tmp_path, late, Pages(here=[EVE]))
    remove_old(tmp_path, late + GUEST_SECONDS, Pages())

    assert len(files_of(tmp_path, EVE)) == 3
    assert last_visit(home) == late


def test_a_home_of_before_visits_were_noted_has_30_days_too(tmp_path: Path) -> None:
    guest(tmp_path, EVE, visit=None)

    remove_old(tmp_path, NOW, Pages())
    assert len(files_of(tmp_path, EVE)) == 3
    remove_old(tmp_path, NOW + GUEST_SECONDS + 1, Pages())

    assert files_of(tmp_path, EVE) == []


def test_nothing_but_homes_of_guests_is_removed(tmp_path: Path) -> None:
    guest(tmp_path, "..", visit=None)
    guest(tmp_path, "notes", visit=None)
    before = sorted(tmp_path.rglob("*"))

    remove_old(tmp_path, NOW, Pages())
    remove_old(tmp_path, NOW + 2 * GUEST_SECONDS, Pages())

    assert sorted(tmp_path.rglob("*")) == before


def test_a_removal_that_was_interrupted_goes_on(tmp_path: Path) -> None:
    home = guest(tmp_path, EVE)
    home.rename(home.with_name(f".{EVE}"))

    remove_old(tmp_path, NOW, Pages())

    assert not home.with_name(f".{EVE}").exists()


def test_the_server_of_a_club_removes_old_homes_by_itself(tmp_path: Path) -> None:
    homes = tmp_path / GUESTS_FOLDER

    async def case() -> None:
        for name, visit in ((EVE, time.time() - GUEST_SECONDS - 60), (BEN, time.time())):
            write_atomically(homes / name / "matches" / "0001.domino.yaml", "a match")
            note_visit(homes / name, visit)
        async with club_room(tmp_path), asyncio.timeout(PATIENCE):
            while [each.name for each in homes.iterdir()] != [BEN]:  # noqa: ASYNC110 (nobody is told)
                await asyncio.sleep(0.01)

    asyncio.run(case())


def test_a_guest_in_a_match_keeps_it_whenever_the_server_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.commands.club_door.GUEST_SWEEP_SECONDS", 0.01)

    async def case() -> None:
        async with club_room(tmp_path) as club:
            cookie = await club.cookie()
            home = tmp_path / GUESTS_FOLDER / cookie.split("-")[-2]
            async with club.page(cookie) as page:
                await page.begin_match()
                async with asyncio.timeout(PATIENCE):
                    while not [*home.glob("matches/*.domino.yaml")]:  # noqa: ASYNC110 (nobody is told)
                        await asyncio.sleep(0.01)
                    note_visit(home, 0)
                    while not last_visit(home):  # noqa: ASYNC110 (likewise)
                        await asyncio.sleep(0.01)
                assert [*home.glob("matches/*.domino.yaml")]

    asyncio.run(case())


def test_a_guest_hears_that_the_home_is_full(tmp_path: Path) -> None:
    async def case() -> list[str]:
        async with virtual_workers(tmp_path) as workers:
            home = folders(tmp_path).matches.parent / GUESTS_FOLDER / ADA.identifier
            write_atomically(home / "matches" / "past" / "large", "x" * MOST_BYTES)
            async with workers.page(ADA) as page:
                await page.press("n", "enter", "enter")
                await asyncio.sleep(60)
                return page.said

    assert any("your home on this server is full. Delete matches" in said for said in run_virtually(case()))
