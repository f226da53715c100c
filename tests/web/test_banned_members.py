"""Who is banned from a club, in a browser: no guest comes back with it."""

import asyncio
import re
from pathlib import Path

import pytest
from support.console.player import save_settings
from support.web.club_room import guest_home
from support.web.member_browser import PASSWORD, Browser, club
from support.web.web_room import QUIET_SETTINGS
from websockets.exceptions import InvalidStatus

from playroom.online.server.accounts.account_book import AccountBook, BookKept, account_entry
from playroom.online.wire.protocol import FORMER_MEMBER
from playroom.web.web_server import NAME_HEADER, NAME_PATH

GUEST_PATHS = ("/", "/K7QX3M9P", "/page.webmanifest", "/transcript.txt", "/page.js")
BANNED = re.compile("You are banned .*shouting")


async def guest_answers(browser: Browser) -> set[int]:
    """The answers to a browser that comes as a guest, with the name of somebody else."""
    named, said = await browser.get(NAME_PATH, **{NAME_HEADER: "Bob"})
    pages = [await browser.get(path) for path in GUEST_PATHS]
    is_banned = [bool(BANNED.search(said)) for said in (said, pages[0][1], pages[1][1])]
    assert is_banned == [named.status == 403] * 3
    return {response.status for response, _ in pages}


@pytest.mark.sample(1)
@pytest.mark.parametrize("leaves", ["sign-out", "delete"])
def test_a_banned_member_does_not_come_back_as_a_guest_with_that_browser(tmp_path: Path, leaves: str) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await place.member("Ben")
            await place.accounts.ban("Ada", "shouting", 3600)
            await ada.send(leaves, password=PASSWORD, sure="yes")
            assert not ada.token
            assert await guest_answers(ada) == {403}
            with pytest.raises(InvalidStatus, match="403"):
                async with place.room.page(ada.header):
                    pass
            assert (await ada.get("/account"))[0].status == (await ada.get("/privacy"))[0].status == 200
            assert (await (await place.browser()).get("/"))[0].status == 200

            assert await ada.send("sign-in", name="Ben", password=PASSWORD) == {"goes_to": "/"}
            await ada.send("sign-out")
            assert await guest_answers(ada) == {200}  # it is known who was there last

    asyncio.run(case())


@pytest.mark.parametrize("leaves", ["sign-out", "delete"])
def test_a_guest_may_come_again_when_the_ban_of_the_account_is_over(tmp_path: Path, leaves: str) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await place.accounts.ban("Ada", "shouting", 3600)
            await ada.send(leaves, password=PASSWORD, sure="yes")
            place.now[0] += 3599
            assert 403 in await guest_answers(ada)
            place.now[0] += 1
            assert await guest_answers(ada) == {200}

    asyncio.run(case())


def test_what_is_kept_of_a_banned_account_that_is_deleted_tells_no_name(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await place.accounts.ban("Ada", "shouting", 0, "Mia")
            await ada.send("delete", password=PASSWORD, sure="yes")
            kept = b"".join(each.body for each in await place.accounts.log.read("_accounts"))
            assert b"shouting" in kept
            assert b"ada" not in kept.lower()
            book = AccountBook()
            for each in await place.accounts.log.read("_accounts"):
                entry = account_entry(each.body)
                assert isinstance(entry, BookKept)
                for part in entry.entries:
                    book.apply(part)
            assert book.ban_of_browser(place.accounts.book.browser_mark("Ada"), 0)
            assert book.bans(0, of_accounts=False) == []
            assert [each.whom for each in book.acts.latest] == [FORMER_MEMBER]

    asyncio.run(case())


def test_a_member_who_is_not_banned_leaves_as_a_guest_without_a_mark(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            ada = await place.member()
            await place.member("Ben")
            await place.accounts.ban("Ben", "shouting", 0)
            await ada.send("delete", password=PASSWORD, sure="yes")
            assert not [name for name in ada.cookies if name.endswith("-mark")]
            assert await guest_answers(ada) == {200}
            for mark in ("", "name:ben", "0" * 32, "\xe9"):
                forged = Browser(place.room, {**ada.cookies, f"{next(iter(ada.cookies))}-mark": mark})
                assert (await forged.get("/"))[0].status == 200

    asyncio.run(case())


def test_no_guest_comes_from_a_banned_address(tmp_path: Path) -> None:
    async def case() -> None:
        async with club(tmp_path) as place:
            guest = await place.browser()
            await place.accounts.ban("127.0.0.1", "<b>shouting", 60)
            assert await guest_answers(guest) == {403}
            assert "&lt;b&gt;shouting" in (await guest.get("/"))[1]
            place.now[0] += 60
            assert await guest_answers(guest) == {200}

    asyncio.run(case())


@pytest.mark.parametrize("has_worker", [False, True])
@pytest.mark.parametrize("whom", ["Ada", "192.0.2.1"])
def test_a_guest_who_is_there_when_the_account_or_address_is_banned_is_put_out_with_the_reason(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    whom: str,
    has_worker: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    monkeypatch.setattr("playroom.commands.club_door.SWEEP_SECONDS", 0.05)

    async def case() -> None:
        async with club(tmp_path, has_worker=has_worker) as place:
            ada, ben = await place.member(), await place.browser()
            await ada.send("sign-out")
            assert await guest_answers(ada) == {200}
            homes = [guest_home(tmp_path, next(iter(each.cookies.values()))) for each in (ada, ben)]
            for home in homes:
                save_settings(home / "settings.yaml", QUIET_SETTINGS)
            address = {"X-Forwarded-For": "192.0.2.1"}
            async with (
                place.room.page(ada.header, headers=address) as page,
                place.room.page(ben.header) as other,
            ):
                await page.begin_match()
                await other.begin_match()
                await place.accounts.ban(whom, "shouting", 60)
                over = await page.until(lambda frame: "over" in frame)
                assert BANNED.search(over["over"])
                assert [*homes[0].glob("matches/*.yaml")]
                assert "points" in await other.answer("s", "points")

    asyncio.run(case())
