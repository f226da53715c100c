"""The homes of guests and members follow them to other servers; those of guests end in room and in time."""

import asyncio
import json
from collections.abc import Collection, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from support.console.hand_held import folders
from support.console.player import save_settings
from support.online.home_stores import MemoryFiles, Server, contents, on_every_engine
from support.time.patience import PATIENCE
from support.time.virtual_time import run_virtually
from support.web.club_room import PUBLIC, ClubRoom, club_room, guest_home
from support.web.member_browser import Club
from support.web.member_browser import club as members_club
from support.web.virtual_workers import ADA, virtual_workers
from support.web.web_room import QUIET_SETTINGS
from websockets.exceptions import InvalidStatus

from playroom.commands.browser_consoles import NETWORK_FOLDER, browser_context, guests_folder
from playroom.commands.club_door import KEY_FILE
from playroom.commands.dispatch import read_command_line
from playroom.commands.guest_homes import GUEST_SECONDS, GuestHomes
from playroom.commands.subcommands.web import gather_settings
from playroom.home.files import MOST_BYTES, QUOTA_FILE, set_quota, write_atomically
from playroom.home.settings import load_settings
from playroom.online.homes.home_store import HOMES_FOLDER, VISIT_FILE, FolderHomes, HomeStore, visit_in
from playroom.online.homes.travelling_homes import StoredFile, TravellingHomes
from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import Unknown
from playroom.online.server.rate_limits import RATES, Deed, Scope
from playroom.web.members import DeskClosed
from playroom.web.passes import BrowserPass, Rights, pass_key_in
from playroom.web.web_server import NAME_HEADER, NAME_PATH

EVE, BEN = (BrowserPass(Rights.GUEST, digits * 8) for digits in ("ea", "be"))
MATCH = "matches/0001.domino.yaml"
MEMBER = "ab" * 16
NOW = 1_000_000_000.0


@dataclass
class Pages:
    """The pages of a server: some guests have one open, and some were told to be forgotten."""

    here: Collection[BrowserPass] = ()
    forgotten: list[BrowserPass] = field(default_factory=list)

    def is_here(self, given: BrowserPass) -> bool:
        return given in self.here

    async def dismiss(self, given: BrowserPass) -> None:
        self.forgotten.append(given)


@dataclass
class Place:
    """A server of a club at a time."""

    homes: HomeStore
    now: float = NOW

    @property
    def guests(self) -> GuestHomes:
        return GuestHomes(self.homes, lambda: self.now)

    async def play(self, given: BrowserPass = EVE) -> Path:
        """Have a guest come, and keep a match."""
        await self.guests.enter(given)
        home = await self.homes.open(given.identifier)
        write_atomically(home / MATCH, b"a match")
        await self.homes.save(given.identifier)
        return home

    async def sweep(self, now: float, *here: BrowserPass) -> list[BrowserPass]:
        """Remove old homes; those of guests who are not to be known any more."""
        pages = Pages(here)
        self.now = now
        await self.guests.remove_old(pages)
        return pages.forgotten

    async def kept(self, given: BrowserPass = EVE) -> set[str]:
        """The files of a guest."""
        return {*contents(await self.homes.open(given.identifier))}


@on_every_engine
async def test_a_guest_who_was_not_here_for_30_days_has_nothing_left(servers: Server) -> None:
    place = Place(servers("one"))
    home = await place.play(EVE)
    place.now += 3600
    await place.play(BEN)

    assert await place.sweep(NOW + GUEST_SECONDS) == []
    assert await place.kept() == {MATCH, VISIT_FILE}
    assert await place.sweep(NOW + GUEST_SECONDS + 1) == [EVE]

    assert not home.exists()
    assert await place.homes.guests() == {BEN.identifier}
    assert await place.kept(BEN) == {MATCH, VISIT_FILE}
    assert await place.kept() == set()


@on_every_engine
async def test_a_guest_who_is_here_keeps_all_and_has_30_days_from_then_on(servers: Server) -> None:
    place, late = Place(servers("one")), NOW + 2 * GUEST_SECONDS
    await place.play()

    assert await place.sweep(late, EVE) == []
    assert await place.sweep(late + GUEST_SECONDS) == []
    assert await place.kept() == {MATCH, VISIT_FILE}
    assert await place.sweep(late + GUEST_SECONDS + 1) == [EVE]


@on_every_engine
async def test_a_server_removes_no_home_whose_guest_is_at_another(servers: Server) -> None:
    one, other = Place(servers("one")), Place(servers("other"))
    here = await one.play()
    other.now += GUEST_SECONDS - 60
    there = await other.play()

    assert await one.sweep(NOW + GUEST_SECONDS + 1) == []
    assert contents(here)[MATCH] == contents(there)[MATCH] == b"a match"
    assert await other.kept() == {MATCH, VISIT_FILE}


@on_every_engine
async def test_a_home_that_one_server_removes_is_gone_at_all(servers: Server) -> None:
    one, other = Place(servers("one")), Place(servers("other"))
    homes = [await one.play(), await other.play()]

    for place in (other, one):
        await place.sweep(NOW + GUEST_SECONDS + 1)

    assert not any(home.exists() for home in homes)
    assert not await one.homes.guests()


@on_every_engine
async def test_a_server_that_never_saw_a_guest_removes_the_home_too(servers: Server) -> None:
    await Place(servers("one")).play()
    other = Place(servers("other"))

    assert await other.sweep(NOW + GUEST_SECONDS + 1) == [EVE]
    assert not await other.homes.guests()


@on_every_engine
async def test_who_comes_while_another_server_looks_keeps_the_home(servers: Server) -> None:
    one, other = Place(servers("one")), Place(servers("other"))
    await one.play()
    seen = await one.homes.last_visit(EVE.identifier)
    assert seen == NOW
    other.now += GUEST_SECONDS + 1
    await other.play()

    assert not await one.homes.remove_left(EVE.identifier, seen)
    assert await other.kept() == {MATCH, VISIT_FILE}


@on_every_engine
async def test_a_home_of_before_visits_were_noted_has_30_days_too(servers: Server) -> None:
    place = Place(servers("one"))
    home = await place.homes.open(EVE.identifier)
    write_atomically(home / MATCH, b"a match")

    await place.sweep(NOW)
    assert await place.kept() == {MATCH, VISIT_FILE}
    assert await place.sweep(NOW + GUEST_SECONDS + 1) == [EVE]


@on_every_engine
async def test_nothing_but_homes_of_guests_is_removed(servers: Server) -> None:
    place = Place(servers("one"))
    member = await place.homes.open(MEMBER)
    write_atomically(member / VISIT_FILE, "1")
    for name in ("notes", f"{EVE.identifier}.yaml", f"{EVE.identifier} 2", "É" * 16):
        (member.parent / name).mkdir()
    before = sorted(member.parent.rglob("*.*"))

    assert await place.sweep(NOW + 2 * GUEST_SECONDS) == []
    assert sorted(member.parent.rglob("*.*")) == before


def test_what_a_guest_plays_while_another_server_removes_the_home_stays(tmp_path: Path) -> None:
    """The other server is slow: the guest comes between what it reads and what it removes."""

    class SlowFiles(MemoryFiles):
        async def remove(self, home: str, newest: int | None = None) -> None:
            if newest is not None:
                place.now = NOW + GUEST_SECONDS + 1
                await place.guests.enter(EVE)
                write_atomically(tmp_path / "other" / EVE.identifier / "settings.yaml", b"new")
                await place.homes.save(EVE.identifier)
            await super().remove(home, newest)

    store = SlowFiles()
    place = Place(TravellingHomes(store, tmp_path / "other"))

    async def case() -> set[str]:
        await place.play()
        one = Place(TravellingHomes(store, tmp_path / "one"))
        await one.sweep(NOW + GUEST_SECONDS + 1)
        assert await one.sweep(NOW + GUEST_SECONDS + 2) == []
        return await place.kept()

    assert {"settings.yaml", VISIT_FILE} <= asyncio.run(case())


def test_where_the_store_cannot_be_reached_no_guest_comes_and_nothing_is_removed(tmp_path: Path) -> None:
    class LostFiles(MemoryFiles):
        async def files(self, _home: str) -> Mapping[str, StoredFile]:
            raise Unknown

    async def case() -> None:
        place = Place(TravellingHomes(MemoryFiles(), tmp_path))
        await place.play()
        place.homes = TravellingHomes(LostFiles(), tmp_path)
        with pytest.raises(DeskClosed):
            await place.guests.enter(EVE)

    asyncio.run(case())
    assert (tmp_path / EVE.identifier / MATCH).exists()


def test_the_server_of_a_club_removes_old_homes_by_itself(tmp_path: Path) -> None:
    homes = tmp_path / HOMES_FOLDER

    async def case() -> None:
        for given, visit in ((EVE, 0.0), (BEN, 4e9)):
            await Place(FolderHomes(homes), visit).play(given)
        async with club_room(tmp_path), asyncio.timeout(PATIENCE):
            while [each.name for each in homes.iterdir()] != [BEN.identifier]:  # noqa: ASYNC110 (nobody is told)
                await asyncio.sleep(0.01)

    asyncio.run(case())


def test_a_guest_in_a_match_keeps_it_whenever_the_server_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.commands.guest_homes.SWEEP_SECONDS", 0.01)

    async def case() -> None:
        async with club_room(tmp_path) as club:
            cookie = await club.cookie()
            home = guest_home(tmp_path, cookie)
            async with club.page(cookie) as page:
                await page.begin_match()
                async with asyncio.timeout(PATIENCE):
                    while not [*home.glob("matches/*.domino.yaml")]:  # noqa: ASYNC110 (nobody is told)
                        await asyncio.sleep(0.01)
                    write_atomically(home / VISIT_FILE, "0")
                    while not visit_in(home):  # noqa: ASYNC110 (likewise)
                        await asyncio.sleep(0.01)
                assert [*home.glob("matches/*.domino.yaml")]

    asyncio.run(case())


def test_a_guest_hears_that_the_home_is_full(tmp_path: Path) -> None:
    async def case() -> list[str]:
        async with virtual_workers(tmp_path) as workers:
            home = guests_folder(folders(tmp_path)) / ADA.identifier
            write_atomically(home / "matches" / "past" / "large", "x" * MOST_BYTES)
            set_quota(home)
            async with workers.page(ADA) as page:
                await page.press("n", "enter", "enter")
                await asyncio.sleep(60)
                return page.said

    assert any("your home on this server is full. Delete matches" in said for said in run_virtually(case()))


@dataclass
class TwoServers:
    """The folders of two servers of a club, which share the homes and the key of passes."""

    folder: Path
    store: MemoryFiles = field(default_factory=MemoryFiles)

    def __post_init__(self) -> None:
        pass_key_in(self.of("one") / KEY_FILE)
        write_atomically(self.of("other") / KEY_FILE, (self.of("one") / KEY_FILE).read_bytes())

    def of(self, name: str) -> Path:
        return self.folder / name

    def server(self, name: str, *, has_worker: bool = False) -> AbstractAsyncContextManager[ClubRoom]:
        homes = TravellingHomes(self.store, self.of(name) / HOMES_FOLDER)
        return club_room(self.of(name), homes=homes, asks_name=True, has_worker=has_worker)


async def named(room: ClubRoom, name: str) -> str:
    """The cookie of a guest who has given a name, percent-encoded."""
    return await room.cookie(NAME_PATH, **{NAME_HEADER: name})


@pytest.mark.parametrize("has_worker", [False, True])
@pytest.mark.parametrize(("sent", "name"), [("Zo%C3%AB", "Zoë"), ("A%22%2F..%5C%F0%9F%81%A3", 'A"/..\\🁣')])
def test_a_guest_finds_at_another_server_what_the_first_has_kept(
    tmp_path: Path,
    sent: str,
    name: str,
    has_worker: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    club = TwoServers(tmp_path)

    async def case() -> list[str]:
        async with club.server("one", has_worker=has_worker) as room:
            cookie = await named(room, sent)
            async with room.page(cookie) as page:
                await page.begin_match()
                async with asyncio.timeout(PATIENCE):
                    home = cookie.split("-")[-2]
                    while MATCH not in await club.store.files(home):  # noqa: ASYNC110 (it is stored beside)
                        await asyncio.sleep(0.01)
        async with club.server("other", has_worker=has_worker) as room, room.page(cookie) as page:
            await page.heard("")
            assert room.errors == []
            (kept,) = guest_home(club.of("other"), cookie).rglob("browsers/*.json")
            assert json.loads(kept.read_bytes())["name"] == name
            return [str(frame) for frame in page.frames]

    heard = asyncio.run(case())
    assert not any("Sound check" in each for each in heard)


def test_a_page_of_a_new_member_comes_to_another_server_as_that_member(tmp_path: Path) -> None:
    club, log = TwoServers(tmp_path), MemoryLog()

    def server(name: str) -> AbstractAsyncContextManager[Club]:
        folder = club.of(name)
        return members_club(folder, log=log, homes=TravellingHomes(club.store, folder / HOMES_FOLDER))

    async def case() -> None:
        async with server("one") as one, server("other") as other:
            ada = await one.member("Ada")
            async with other.room.page(ada.header) as page:
                await page.heard("")

            assert other.home("Ada").is_dir()

    asyncio.run(case())


def test_a_forged_pass_opens_no_home_of_a_guest(tmp_path: Path) -> None:
    club = TwoServers(tmp_path)
    pass_key_in(tmp_path / "strange" / KEY_FILE)

    async def case() -> None:
        async with club.server("one") as room:
            cookie = await named(room, "Zoe")
            before = dict(await club.store.files(cookie.split("-")[-2]))
            assert any(b'"name":"Zoe"' in (each.content or b"") for each in before.values())
        name, _, given = cookie.partition("=")
        rights, identifier, _ = given.split("-")
        strange = pass_key_in(tmp_path / "strange" / KEY_FILE)
        forged = [
            f"{name}={strange.text(BrowserPass(Rights.GUEST, identifier))}",
            f"{name}={rights}-{identifier}-{'0' * 40}",
            f"{name}={rights}-{MEMBER}-{given.split('-')[2]}",
            f"{name}={rights}-../{identifier}-{given.split('-')[2]}",
        ]
        async with club.server("other") as room:
            for each in forged:
                response, page = await room.get("/", Cookie=each)
                assert (response.status, b'data-path="/name"' in page) == (200, True)
                with pytest.raises(InvalidStatus):
                    async with room.page(each):
                        pass
            assert not await asyncio.to_thread((club.of("other") / HOMES_FOLDER).exists)
        assert before == await club.store.files(identifier)

    asyncio.run(case())


def test_guests_of_before_find_their_settings_in_their_homes(tmp_path: Path) -> None:
    own = folders(tmp_path)
    context, _ = read_command_line(["--language", "en"], own)
    for given in (EVE, BEN):
        save_settings(own.settings.parent / NETWORK_FOLDER / f"{given.identifier}.yaml", QUIET_SETTINGS)
    write_atomically(guests_folder(own) / EVE.identifier / MATCH, b"a match")

    gather_settings(own)
    gather_settings(own)

    settings, errors = load_settings(browser_context(context, EVE).folders.settings)
    assert (settings.pace, errors) == (0.0, ())
    device = BrowserPass(Rights.OWN, BEN.identifier)
    assert browser_context(context, device).folders.settings.exists()


def test_an_address_that_gives_name_after_name_does_not_fill_the_disk_with_homes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.online.server.rate_limits._now", lambda: 0.0)

    async def ask() -> list[tuple[int, str]]:
        async with club_room(tmp_path, asks_name=True) as club:

            async def give_name(address: str) -> tuple[int, str]:
                headers = {NAME_HEADER: "Eve", "X-Forwarded-For": address}
                response, content = await club.get(NAME_PATH, Host=PUBLIC, **headers)
                return response.status, content.decode()

            return [await give_name(address) for address in ("203.0.113.9",) * (most + 1) + ("192.0.2.1",)]

    most = RATES[Deed.GUEST][Scope.ADDRESS][0]
    *first, refused, other = asyncio.run(ask())

    assert [*first, other] == [(200, "")] * (most + 1)
    assert refused == (403, "Too fast. Wait 30 seconds.")
    assert len([*(tmp_path / HOMES_FOLDER).iterdir()]) == most + 1


def test_a_guest_has_the_room_of_a_member(tmp_path: Path) -> None:
    asyncio.run(GuestHomes(FolderHomes(tmp_path)).enter(EVE))

    assert (tmp_path / EVE.identifier / QUOTA_FILE).read_text() == str(MOST_BYTES)


def test_a_guest_who_was_at_another_server_meanwhile_goes_on_from_there(tmp_path: Path) -> None:
    club = TwoServers(tmp_path)
    other, match = TravellingHomes(club.store, club.of("other") / HOMES_FOLDER), Path(MATCH).name

    async def until_played(home: str, match: str) -> None:
        """Wait until the store knows which match is played."""
        async with asyncio.timeout(PATIENCE):
            while not any(f'"match":"{match}"'.encode() in each for each in await seats(home)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def seats(home: str) -> list[bytes]:
        files = await club.store.files(home)
        return [each.content or b"" for path, each in files.items() if "browsers" in path]

    async def case() -> str:
        async with club.server("one") as room:
            cookie = await named(room, "Zoe")
            home = cookie.split("-")[-2]
            async with room.page(cookie) as page:
                await page.begin_match()
                await until_played(home, match)
                await page.answer("q", "saved")
                await page.answer("y", "Continue the match")
                await page.send(key="f9")
                await page.until(lambda frame: "over" in frame)
            await until_played(home, "")
            (kept,) = (await other.open(home)).rglob("browsers/*.json")
            write_atomically(kept, json.dumps(json.loads(kept.read_bytes()) | {"match": match}))
            await other.save(home)
            async with room.page(cookie) as page:
                return await page.heard("")

    assert "The playroom" not in asyncio.run(case())
