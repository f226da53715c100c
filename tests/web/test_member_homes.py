"""The homes of a club's members: taken along, limited, stored late, and removed with the account."""

import asyncio
import json
from errno import ENOTEMPTY
from io import BytesIO
from pathlib import Path
from random import Random
from shutil import rmtree
from threading import Event
from unittest.mock import Mock
from zipfile import ZipFile

import pytest
from support.console.player import save_settings
from support.games.random_matches import VARIANTS, random_record
from support.time.patience import PATIENCE
from support.time.virtual_time import run_virtually
from support.web.club_room import guest_home
from support.web.member_browser import PASSWORD, Browser, club
from support.web.web_room import QUIET_SETTINGS

from playroom.commands.club_members import RETRY_SECONDS, HomeSaver
from playroom.home.files import MOST_BYTES, write_atomically
from playroom.home.match_notes import RECORD_SUFFIX, MatchNotes
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.online.homes.home_store import ATTEMPTS, GUEST, FolderHomes
from playroom.online.log.table_log import Unknown
from playroom.strict_yaml import HomeFullError
from playroom.table.record import Record


def guest_match(home: Path) -> None:
    """A match that a guest has begun there."""
    saved = SavedMatches(home / "matches").create()
    saved.save(random_record(VARIANTS["draw"], Random(1), short=True), MatchNotes(title="mine"))
    saved.close()


def test_signing_in_takes_the_matches_of_a_guest_along_and_writes_over_nothing(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            first = await place.browser()
            guest = guest_home(tmp_path, next(iter(first.cookies.values())))
            guest_match(guest)
            await first.send("new", name="Ada", password=PASSWORD)
            second = await place.browser()
            guest_match(guest_home(tmp_path, next(iter(second.cookies.values()))))
            await second.send("sign-in", name="Ada", password=PASSWORD)

            names = [each.name for each in sorted((place.home("Ada") / "matches").glob("*.yaml"))]
            assert [name for name in names if name.endswith(RECORD_SUFFIX)] == [
                "0001.domino.yaml",
                "0002.domino.yaml",
            ]
            notes = [
                each.notes().title for each in SavedMatches(place.home("Ada") / "matches").newest_first()
            ]
            assert notes == ["mine", "mine"]
            assert not [*guest.rglob("*.domino.yaml")]

    asyncio.run(case())


@pytest.mark.parametrize(
    "name", ["..", ".", "../../etc", "a/b", "C:\\x", "Éva", "Сара", "Ada.Lovelace", "con", "%2e"]
)
def test_no_name_leads_out_of_the_homes(tmp_path: Path, name: str) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            browser = await place.browser()
            await browser.send("new", name=name, password=PASSWORD)
            await browser.get("/")
            assert len(folders_in(tmp_path / "homes")) == 1 + bool(browser.token)

    asyncio.run(case())
    assert {len(each) for each in folders_in(tmp_path / "homes")} <= {16, 32}
    assert set(folders_in(tmp_path)) <= {"homes", "online", "matches", "log"}


def folders_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir() if each.is_dir()] if folder.is_dir() else []


def test_a_member_takes_the_home_along_as_one_file_without_keys(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await ada.get("/")
            guest_match(place.home("Ada"))
            write_atomically(place.home("Ada") / "online" / "keys.json", "secret")
            _, page = await ada.get("/account")
            assert '<a href="/account/home.zip" download>' in page

            home = await archive_of(ada, "/account/home.zip")
            everything = await archive_of(ada, "/account/all.zip")
            assert [*home] == ["matches/0001.domino.yaml", "matches/0001.notes.yaml", "matches/played.txt"]
            assert set(everything) == {*home, "club.json"}
            known = json.loads(everything["club.json"])
            assert (known["name"], known["browsers"][0]["name"]) == ("Ada", "Firefox, Linux")

            stranger = await place.browser()
            for path in ("/account/home.zip", "/account/all.zip", "/account/delete"):
                response, content = await stranger.get(path)
                assert (response.status, "Sign in" in content) == (403, True)

    asyncio.run(case())


async def archive_of(browser: Browser, path: str) -> dict[str, bytes]:
    _, content = await browser.club.get(path, Cookie=browser.header)
    with ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_home_of_a_member_has_a_limit(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await ada.get("/")
            guest_match(place.home("Ada"))
            write_atomically(place.home("Ada") / "matches" / "past" / "large", "x" * MOST_BYTES)
            with pytest.raises(HomeFullError):
                guest_match(place.home("Ada"))

    asyncio.run(case())


def test_a_home_that_could_not_be_stored_is_stored_after_a_while() -> None:
    async def case() -> list[str]:
        answers: list[Exception | None] = [Unknown(), OSError(), None]
        stored = []

        async def save(home: str) -> None:
            if error := answers.pop(0):
                raise error
            stored.append(home)

        HomeSaver(Mock(save=save)).note("home of Ada")
        await asyncio.sleep(3 * RETRY_SECONDS)
        return stored

    assert run_virtually(case()) == ["home of Ada"]


def test_what_is_saved_when_the_homes_are_closed_stays_in_its_folder() -> None:
    async def case() -> int:
        saver = HomeSaver(Mock())
        await saver.close()
        saver.note("ada")
        return len(asyncio.all_tasks())

    assert asyncio.run(case()) == 1  # that of the test


SWEEP = 0.02
"""Seconds between two looks for those who are signed out."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("has_worker", [True, False])
def test_what_a_console_saves_last_reaches_the_store_of_homes(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    has_worker: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    stored: list[tuple[str, bool]] = []
    is_stored, is_saving, has_left, save_match = asyncio.Event(), Event(), Event(), SavedMatch.save

    async def store(homes: FolderHomes, home: str) -> None:
        matches = (await homes.open(home)) / "matches"
        stored.append((home, any(matches.glob(f"*{RECORD_SUFFIX}"))))
        if stored[-1][1]:
            is_stored.set()

    def save_late(match: SavedMatch, record: Record, notes: MatchNotes) -> None:
        is_saving.set()
        has_left.wait(PATIENCE)
        save_match(match, record, notes)

    async def case() -> None:
        async with club(tmp_path, has_worker=has_worker) as place:
            ada = await place.member()
            home, before = place.home("Ada"), Browser(place.room, {**ada.cookies})
            await ada.get("/")
            save_settings(home / "settings.yaml", QUIET_SETTINGS)
            async with place.room.page(ada.header) as page:
                await page.heard("The playroom")
                for key in ("n", "enter", "enter"):
                    await page.send(key=key)
                await asyncio.to_thread(is_saving.wait, PATIENCE)
                leaving = asyncio.create_task(ada.send("sign-out"))
                while "You are signed in" in (await before.get("/account"))[1]:  # noqa: ASYNC110 (as it sees it)
                    await asyncio.sleep(0.01)
                await asyncio.sleep(20 * SWEEP)  # those who are signed out are forgotten meanwhile
                assert (home.name, True) not in stored
                has_left.set()
                await leaving
            async with asyncio.timeout(PATIENCE):
                await is_stored.wait()
            assert {each for each, _ in stored if not GUEST.fullmatch(each)} == {home.name}

    monkeypatch.setattr("playroom.commands.club_door.SWEEP_SECONDS", SWEEP)
    monkeypatch.setattr(FolderHomes, "save", store)
    monkeypatch.setattr(SavedMatch, "save", save_late)
    asyncio.run(case())


def test_an_account_is_deleted_after_two_questions_with_all_that_it_has(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            phone = await place.member(is_new=False)
            await ada.get("/")
            home = place.home("Ada")
            guest_match(home)
            assert "/account/delete" in (await ada.get("/account"))[1]
            assert "This cannot be undone" in (await ada.get("/account/delete"))[1]

            assert (await ada.send("delete", password=PASSWORD))["field"] == "sure"
            assert (await ada.send("delete", password=PASSWORD[1:], sure="yes"))["field"] == "password"
            assert home.exists()
            assert await ada.send("delete", password=PASSWORD, sure="yes") == {"goes_to": "/"}

            assert not home.exists()
            assert not ada.token
            assert "You are signed in" not in (await phone.get("/account"))[1]
            again = await (await place.browser()).send("new", name="ada", password=PASSWORD)
            assert again["field"] == "name"

    asyncio.run(case())


def test_an_account_is_deleted_though_its_home_cannot_be_removed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = [OSError(ENOTEMPTY, "a file was written")] * ATTEMPTS

    def remove(folder: Path) -> None:
        if fails:
            raise fails.pop()
        rmtree(folder)

    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            home = place.home("Ada")
            monkeypatch.setattr("playroom.online.homes.home_store.rmtree", remove)
            assert await ada.send("delete", password=PASSWORD, sure="yes") == {"goes_to": "/"}
            async with asyncio.timeout(PATIENCE):
                while fails or home.exists():  # noqa: ASYNC110 (the sweep tells nobody)
                    await asyncio.sleep(0.01)

    monkeypatch.setattr("playroom.commands.club_door.SWEEP_SECONDS", 0.01)
    asyncio.run(case())


def test_a_stranger_deletes_nothing(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            await place.member()
            stranger = await place.browser()
            await stranger.send("delete", name="Ada", password=PASSWORD, sure="yes")
            assert place.accounts.book.account("Ada")

    asyncio.run(case())
