"""The pages of members in a real browser: axe-core finds nothing, none is too wide, and forms lead back."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from support.web.axe import AXE, violations
from support.web.chromium import CHROMIUM, Tab, chromium
from support.web.member_browser import PASSWORD, Club, club
from support.web.page_wait import wait_for

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None or AXE is None, reason="there is no Chromium, or no axe-core"),
    pytest.mark.xdist_group("chromium"),
]

SCREENS = (
    (320, {"prefers_color_scheme": "light"}),
    (1280, {"prefers_color_scheme": "dark"}),
    (320, {"forced_colors": "active"}),
)
CODE = "K7QX3M9P"
"""The code of the link by which the browser comes."""
LOADED = "document.readyState === 'complete'"


Found = tuple[dict[str, list[str]], list[str]]
"""What is wrong with each page, and with a field without its label."""


class Forms:
    """A browser that goes through the pages, and what is wrong with each of them."""

    def __init__(self, tab: Tab, host: str) -> None:
        self._tab, self._host = tab, host
        self.wrong: dict[str, list[str]] = {}

    def look(self, name: str) -> None:
        """Note what axe-core finds in the page on all screens, and what is wider than a narrow one."""
        found = self.wrong[name] = []
        for width, media in SCREENS:
            self._tab.set_screen(width, 640, **media)
            found += [f"{width} {media} {each}" for each in violations(self._tab)]
            if (wide := self._tab.run("document.documentElement.scrollWidth")) > width:
                found.append(f"{width}: {wide} wide")

    def go(self, path: str) -> None:
        """Load a page."""
        self._tab.call("Page.navigate", url=f"http://{self._host}{path}")
        self.arrive(path)

    def arrive(self, path: str) -> None:
        """Wait until a page is there."""
        wait_for(self._tab, f"location.pathname + location.search === {path!r} && {LOADED}")

    def hear_of_table(self) -> None:
        """Wait until the game is open, and says of the table of the link that it is not there."""
        wait_for(
            self._tab, "document.getElementById('lines')?.textContent.includes('There is no such table.')"
        )

    def follow(self, words: str, path: str) -> None:
        """Follow a link."""
        found = f"[...document.links].find((each) => each.textContent === {words!r})"
        self._tab.run(f"{found}.click()")
        self.arrive(path)

    def send(self, form: str, **fields: str) -> None:
        """Fill in a form and send it by its button."""
        for name, value in fields.items():
            self._tab.run(f"document.getElementById('{form}-{name}').value = {value!r}")
        self._tab.run(f"document.querySelector('[data-form={form}] button').click()")

    def said(self, words: str) -> None:
        """Wait until something is said to be wrong."""
        wait_for(
            self._tab,
            f"[...document.querySelectorAll('.why')].some((each) => each.textContent.includes({words!r}))",
        )


def test_no_page_of_members_has_a_violation_and_all_lead_back_to_the_table(tmp_path: Path) -> None:
    def visit(place: Club, secret: str, ban: Callable[[], object]) -> Found:
        at_table = f"?table={CODE}"
        with chromium(tmp_path, f"http://{place.room.host}/{CODE}") as tab:
            forms = Forms(tab, place.room.host)
            forms.arrive(f"/{CODE}")
            forms.look("name")
            forms.follow("What is kept here, and for how long", f"/privacy{at_table}")
            forms.look("privacy")
            forms.follow("To the playroom", f"/{CODE}")
            forms.follow("Sign in with an account instead", f"/account{at_table}")
            forms.send("sign-in", name="Ben", password="wrong password")  # noqa: S106 (it is wrong)
            forms.said("Wrong name or password.")
            forms.look("sign in, wrong")
            forms.send("sign-in", name="Ben", password=PASSWORD)
            forms.hear_of_table()
            forms.go("/account")
            forms.look("account")
            forms.send("sign-out")
            forms.arrive("/")
            forms.go(f"/account/new{at_table}")
            forms.send("new", name="Ada", password="short")  # noqa: S106 (it is wrong)
            forms.said("too short")
            forms.look("new account, wrong")
            forms.send("new", name="Ada", password=PASSWORD)
            forms.hear_of_table()
            forms.go("/account/delete")
            forms.look("delete")
            forms.go(f"/reset/{secret}")
            forms.look("reset")
            tab.run("document.querySelector('label').remove()")
            unnamed = violations(tab)
            forms.go("/reset/guessed")
            forms.look("reset, not valid")
            ban()
            forms.go("/account")
            forms.send("sign-out")
            forms.arrive("/")
            wait_for(tab, "document.body.textContent.includes('shouting')")
            forms.look("banned")
            return forms.wrong, unnamed

    async def serve() -> Found:
        async with club(tmp_path) as place:
            await place.member("Ben")
            cy = await place.accounts.register("Cy", PASSWORD, "192.0.2.1")
            secret, loop = await place.accounts.new_reset(cy), asyncio.get_running_loop()

            def ban() -> None:
                asyncio.run_coroutine_threadsafe(place.accounts.ban("Ada", "shouting", 60), loop).result()

            return await asyncio.to_thread(visit, place, secret, ban)

    wrong, unnamed = asyncio.run(serve())

    assert {name: each for name, each in wrong.items() if each} == {}
    assert "label: #reset-new" in unnamed
