"""Links as invites: a browser that opens one is at the table once its player has given a name."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from support.online.plain_hasher import PlainHasher
from support.web.club_room import PUBLIC, ClubRoom, club_room
from support.web.web_room import Page
from test_web_tables import choose

from playroom import __version__
from playroom.commands.browser_consoles import BrowserConsoles
from playroom.online.log.memory import MemoryLog
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.rooms import RoomPolicy
from playroom.table.shared_table import ClubWords
from playroom.web.web_server import NAME_HEADER, NAME_PATH


async def named_cookie(club: ClubRoom, name: str) -> str:
    """The cookie of a browser whose player has given a name at the door."""
    return await club.cookie(NAME_PATH, **{NAME_HEADER: quote(name)})


async def code_of_table(club: ClubRoom, host: Page) -> str:
    """The code of a table that a page has opened."""
    await host.heard("The playroom")
    await choose(host, "Open a table to others")
    await choose(host, "Open the table")
    await host.heard("Your table is open.")
    return next(iter(club.rooms._rooms._tables))  # noqa: SLF001 (nobody else is told it)


def test_a_stranger_is_asked_for_a_name_at_the_page_and_at_each_link(tmp_path: Path) -> None:
    async def ask() -> list[tuple[int, bool, bool]]:
        async with club_room(tmp_path, asks_name=True) as club:
            answers = [
                await club.get(path, Host=PUBLIC)
                for path in ("/", "/K7QX3M9P", "/k7qx-3m9p", "/x", "/page.js")
            ]
            return [
                (response.status, b'id="name"' in content, "Set-Cookie" in response.headers)
                for response, content in answers
            ]

    assert asyncio.run(ask()) == [*[(200, True, False)] * 3, *[(403, False, False)] * 2]


@pytest.mark.parametrize(
    ("name", "status"),
    [("Ben", 200), ("Zoë 彩", 200), ("", 403), ("   ", 403), ("x" * 33, 403), ("a\x07", 403)],
)
def test_a_name_lets_in_if_a_table_could_say_it(tmp_path: Path, name: str, status: int) -> None:
    async def ask() -> tuple[int, bool, str]:
        async with club_room(tmp_path, asks_name=True) as club:
            response, content = await club.get(NAME_PATH, Host=PUBLIC, **{NAME_HEADER: quote(name)})
            return response.status, "Set-Cookie" in response.headers, content.decode()

    answered, has_pass, said = asyncio.run(ask())

    assert (answered, has_pass) == (status, status == 200)
    assert said == ("" if has_pass else "A name has 1 to 32 letters.")


@pytest.mark.parametrize(
    "name", ["\N{HANGUL FILLER}", "\N{BRAILLE PATTERN BLANK}", "Administrator", "\u0410da"]
)
def test_a_name_that_no_table_takes_is_refused_at_the_door(tmp_path: Path, name: str) -> None:
    async def ask() -> tuple[int, str]:
        async with club_room(tmp_path, asks_name=True) as club:
            response, content = await club.get(NAME_PATH, Host=PUBLIC, **{NAME_HEADER: quote(name)})
            return response.status, content.decode()

    assert asyncio.run(ask()) == (
        403,
        "The table does not take this name. Write a short one, with letters of one alphabet.",
    )


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {NAME_HEADER: "Ben", "Origin": "https://evil.example"},
        {NAME_HEADER: "Ben", "Host": "evil.example"},
    ],
)
def test_no_other_site_gives_a_name(tmp_path: Path, headers: dict[str, str]) -> None:
    async def ask() -> tuple[int, bool]:
        async with club_room(tmp_path, asks_name=True) as club:
            response, _ = await club.get(NAME_PATH, **{"Host": PUBLIC, **headers})
            return response.status, "Set-Cookie" in response.headers

    assert asyncio.run(ask()) == (403, False)


def test_a_link_leads_to_its_table_by_the_name_that_was_given(tmp_path: Path) -> None:
    async def visit() -> tuple[str, str]:
        async with (
            club_room(tmp_path, asks_name=True) as club,
            club.page(await named_cookie(club, "Ada")) as ada,
        ):
            code = await code_of_table(club, ada)
            cookie = await named_cookie(club, "Ben")
            page, _ = await club.get(f"/{code}", Cookie=cookie)
            assert page.status == 200
            async with club.page(cookie, table=code) as ben:
                arrived = await ben.heard("You are at the table of ")
                return arrived, await ada.heard("Ben joins.")

    arrived, heard = asyncio.run(visit())

    assert "You are at the table of Ada" in arrived
    assert "Ben joins." in heard


def test_a_name_is_known_when_the_door_lets_in_however_late_other_files_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = list[Callable[[], object]]()
    monkeypatch.setattr(BrowserConsoles, "start", lambda _, work: late.append(work))

    async def visit() -> str:
        async with (
            club_room(tmp_path, asks_name=True) as club,
            club.page(await named_cookie(club, "Ada")) as ada,
        ):
            code = await code_of_table(club, ada)
            monkeypatch.undo()
            for work in late:
                work()
            return code

    assert asyncio.run(visit())


def test_a_link_to_another_table_waits_until_one_has_left(tmp_path: Path) -> None:
    async def visit() -> tuple[str, str]:
        async with club_room(tmp_path, asks_name=True) as club:
            cookie = await named_cookie(club, "Ada")
            async with club.page(cookie) as ada:
                code = await code_of_table(club, ada)
            async with club.page(cookie, table=code) as same:
                back = await same.until(lambda frame: "say" in frame)
            async with club.page(cookie, table="K7QX3M9P") as other:
                return str(back["say"]), await other.heard("Leave it first")

    back, refused = asyncio.run(visit())

    assert "Leave it first" not in back
    assert "K7QX3M9P" in refused


ANSWER = re.compile("no such table|Too fast")


@pytest.mark.long
def test_guessed_links_end_with_the_limit_of_guesses(tmp_path: Path) -> None:
    async def guess() -> list[str]:
        async with club_room(tmp_path, asks_name=True) as club:
            cookie, heard = await named_cookie(club, "Eve"), []
            for number in range(22):
                async with club.page(
                    cookie, table=f"0000{number:04}", headers={"X-Forwarded-For": "203.0.113.9"}
                ) as page:
                    answer = await page.until(lambda frame: ANSWER.search(str(frame.get("say"))))
                    heard.append(answer["say"])
            return heard

    heard = asyncio.run(guess())

    assert "Too fast" not in heard[0]
    assert any("Too fast" in each for each in heard)


@pytest.mark.parametrize("path", ["/", "/K7QX3M9P"])
def test_where_all_have_accounts_a_link_asks_to_sign_in(tmp_path: Path, path: str) -> None:
    async def ask() -> tuple[int, bool, bool, int, int]:
        policy = RoomPolicy("", accounts=Accounts(MemoryLog(), PlainHasher()), needs_account=True)
        async with club_room(tmp_path, policy) as club:
            response, content = await club.get(path, Host=PUBLIC)
            script, _ = await club.get("/members.js", Host=PUBLIC)
            named, _ = await club.get(NAME_PATH, Host=PUBLIC, **{NAME_HEADER: "Ben"})
            has_form = b'autocomplete="current-password"' in content
            return response.status, has_form, "Set-Cookie" in response.headers, script.status, named.status

    assert asyncio.run(ask()) == (200, True, False, 200, 403)


def test_a_qr_code_of_a_link_is_for_those_who_are_in(tmp_path: Path) -> None:
    async def ask() -> list[tuple[int, bool]]:
        async with club_room(tmp_path, asks_name=True) as club:
            cookie = await named_cookie(club, "Ada")
            answers = [
                await club.get("/qr/K7QX3M9P.svg", Cookie=cookie),
                await club.get("/qr/K7QX3M9P.svg"),
                await club.get("/qr/../in.svg", Cookie=cookie),
            ]
            return [(response.status, b"<svg" in content) for response, content in answers]

    assert asyncio.run(ask()) == [(200, True), (403, False), (404, False)]


def test_the_invite_that_a_browser_copies_is_a_link(tmp_path: Path) -> None:
    async def ask() -> tuple[str, str]:
        async with (
            club_room(tmp_path, asks_name=True) as club,
            club.page(await named_cookie(club, "Ada")) as ada,
        ):
            code = await code_of_table(club, ada)
            await choose(ada, "Copy the invite")
            copied = await ada.until(lambda frame: "copy" in frame)
            return copied["copy"], f"https://{PUBLIC}/{code}"

    copied, link = asyncio.run(ask())

    assert copied == link


@pytest.mark.parametrize(("version", "is_reloaded"), [(__version__, False), ("0.9.0", True), ("9.9.9", True)])
def test_a_page_of_another_version_is_told_to_load_again(
    tmp_path: Path,
    version: str,
    is_reloaded: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    async def visit() -> list[str]:
        async with (
            club_room(tmp_path) as club,
            club.page(await club.cookie(), version=version) as page,
        ):
            await page.heard("The playroom")
            return [frame["reload"] for frame in page.frames if "reload" in frame]

    assert asyncio.run(visit()) == ([__version__] if is_reloaded else [])


async def line_of(page: Page, label: str) -> int:
    """The number of a line of the list that is drawn, however its words and others follow each other."""
    while True:
        drawn = [frame["place"]["lines"] for frame in page.frames if frame.get("place")]
        found = [line["number"] for line in drawn[-1] if line["label"] == label] if drawn else []
        if found:
            return int(found[0])
        await page.until(lambda frame: frame.get("place"))


@pytest.mark.long
def test_a_club_greets_who_comes_by_a_link_and_says_its_rules(tmp_path: Path) -> None:
    async def visit() -> tuple[str, str]:
        words = ClubWords("Lyon Dominoes", "We play at eight.", ("Be kind to beginners.",))
        policy = RoomPolicy("", anyone_opens=True, words=words)
        async with (
            club_room(tmp_path, policy, asks_name=True) as club,
            club.page(await named_cookie(club, "Ada")) as ada,
        ):
            code = await code_of_table(club, ada)
            async with club.page(await named_cookie(club, "Ben"), table=code) as ben:
                greeting = await ben.heard("Lyon Dominoes")
                await ben.send(line=await line_of(ben, "Rules of the club"))
                return greeting, await ben.heard("Be kind")

    greeting, rule = asyncio.run(visit())

    assert "Lyon Dominoes. We play at eight." in greeting
    assert rule


def test_a_browser_opens_a_table_of_a_game_that_the_club_plays(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        policy = RoomPolicy("", anyone_opens=True, games=("block",))
        async with (
            club_room(tmp_path, policy, asks_name=True) as club,
            club.page(await named_cookie(club, "Ada")) as ada,
        ):
            await ada.heard("The playroom")
            await choose(ada, "Open a table to others")
            await ada.send(line=await line_of(ada, "Game: Block"))
            drawn = await ada.until(lambda frame: "Which" in str((frame.get("place") or {}).get("title")))
            return [line["label"] for line in drawn["place"]["lines"]]

    games = asyncio.run(visit())

    assert [game.partition(".")[0] for game in games] == ["Block", "Back"]


async def watch_link_of_table(page: Page) -> str:
    """The link to watch that the page of a host copies."""
    await page.send(line=await line_of(page, "Copy a link by which one can only watch"))
    return str((await page.until(lambda frame: "copy" in frame))["copy"])


@pytest.mark.long
def test_a_link_to_watch_shows_the_table_and_neither_its_code_nor_a_seat(tmp_path: Path) -> None:
    async def visit() -> tuple[str, list[str], list[str]]:
        async with (
            club_room(tmp_path, asks_name=True) as club,
            club.page(await named_cookie(club, "Ada")) as ada,
        ):
            code, link = await code_of_table(club, ada), await watch_link_of_table(ada)
            word, cookie = link.rpartition("/")[2], await named_cookie(club, "Ben")
            loaded, _ = await club.get(f"/{word.lower()}", Cookie=cookie)
            drawn, _ = await club.get(f"/qr/{word}.svg", Cookie=cookie)
            assert (loaded.status, drawn.status) == (200, 200)
            links, frames = [link], []
            for table in (word.lower(), ""):  # a page that comes back is at the same table
                async with club.page(cookie, table=table) as ben:
                    await line_of(ben, "You are watching")
                    links.append(await watch_link_of_table(ben))
                    frames += ben.frames
            lines = [line for frame in frames if frame.get("place") for line in frame["place"]["lines"]]
            return code, [*links, *map(str, frames)], [line["label"] for line in lines]

    code, shown, lines = asyncio.run(visit())
    word = shown[0].rpartition("/")[2]
    kept = [text for file in tmp_path.rglob("*.json") if word in (text := file.read_text())]

    assert re.fullmatch(rf"https://{re.escape(PUBLIC)}/W-[0-9A-Z]{{16}}", shown[0])
    assert shown[1:3] == [shown[0]] * 2
    assert kept
    assert not [each for each in (*shown, *kept) if code in each]
    assert not [line for line in lines if line.startswith(("Invite", "Copy the invite", "Spell"))]


@pytest.mark.long
def test_a_table_that_is_only_to_be_watched_is_taken_from_the_list(tmp_path: Path) -> None:
    async def visit() -> tuple[list[str], list[str]]:
        async with (
            club_room(tmp_path, asks_name=True) as club,
            club.page(await named_cookie(club, "Ada")) as ada,
        ):
            await code_of_table(club, ada)
            before = list(club.rooms._rooms.lobby.all)  # noqa: SLF001 (as a program is told it)
            await ada.send(line=await line_of(ada, "Game: Playroom dominos"))
            await ada.send(line=await line_of(ada, "In the list of the club: on"))
            await ada.send(key="right")
            await ada.heard("In the list of the club: off")
            async with asyncio.timeout(5):
                while club.rooms._rooms.lobby.all:  # noqa: SLF001, ASYNC110 (nothing else tells it)
                    await asyncio.sleep(0.01)
            return [each.game for each in before], [each.game for each in club.rooms._rooms.lobby.all]  # noqa: SLF001

    assert asyncio.run(visit()) == (["dominos"], [])
