"""Passkeys in a real browser by keys alone: a virtual device makes and uses them, and all of it is heard."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.online.plain_hasher import PlainHasher
from support.web.axe import AXE, violations
from support.web.chromium import CHROMIUM, HEADLESS, Tab, chromium
from support.web.club_room import PUBLIC, ClubRoom, club_room
from support.web.member_browser import PASSWORD
from support.web.page_wait import wait_for

from playroom.online.log.memory import MemoryLog
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.certificate import certificate_in
from playroom.online.server.rooms import RoomPolicy

pytest.importorskip("webauthn", reason="it comes with the extra named server")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.xdist_group("chromium"),
]

CODE = "K7QX3M9P"
KEYS = {"Tab": (9, ""), "Enter": (13, "\r")}
"""The keys that go through a page, by their numbers and what they write."""
WIDTHS = ((320, "light"), (1280, "dark"))
FOCUSED = "(document.activeElement.labels?.[0] ?? document.activeElement).textContent"
ASKED = """
const { get } = navigator.credentials;
window.asked = [];
navigator.credentials.get = (options) => {
  const found = get.call(navigator.credentials, options);
  window.asked.push(options.mediation ?? "button");
  return found;
};
"""
"""Notes in a page what it has asked the browser for."""
DEVICE = {
    "protocol": "ctap2",
    "ctap2Version": "ctap2_1",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


class Visit:
    """A member who has a keyboard, and a device with passkeys beside it."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.wrong = tab, list[str]()
        tab.call("Page.addScriptToEvaluateOnNewDocument", source=ASKED)
        tab.call("WebAuthn.enable")
        self._device = {
            "authenticatorId": tab.call("WebAuthn.addVirtualAuthenticator", options=DEVICE)["authenticatorId"]
        }
        self.unlock(is_ready=False)

    def unlock(self, *, is_ready: bool = True, is_owner: bool = True) -> None:
        """Whether the device answers at once, and whether it is unlocked by its owner."""
        self.tab.call("WebAuthn.setAutomaticPresenceSimulation", **self._device, enabled=is_ready)
        self.tab.call("WebAuthn.setUserVerified", **self._device, isUserVerified=is_owner)

    @property
    def passkeys(self) -> int:
        """How many passkeys the device has."""
        return len(self.tab.call("WebAuthn.getCredentials", **self._device)["credentials"])

    def go(self, path: str) -> None:
        self.tab.call("Page.navigate", url=f"https://{PUBLIC}{path}")
        self.arrive(path)

    def arrive(self, path: str) -> None:
        place = "location.pathname + location.search"
        wait_for(self.tab, f"{place} === {path!r} && document.readyState === 'complete'")

    def press(self, key: str) -> None:
        number, text = KEYS[key]
        self.tab.call(
            "Input.dispatchKeyEvent",
            type="keyDown",
            key=key,
            code=key,
            windowsVirtualKeyCode=number,
            text=text,
        )
        self.tab.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=number)

    def tab_to(self, words: str) -> None:
        """Go by Tab to what has these words, or a label of them."""
        for _ in range(40):
            self.press("Tab")
            if words in str(self.tab.run(FOCUSED)):
                return
        pytest.fail(f"no Tab leads to {words}")

    def write(self, text: str) -> None:
        self.tab.call("Input.insertText", text=text)

    def hear(self, role: str, words: str) -> None:
        """Wait until a live region of a role says something."""
        regions = f"[...document.querySelectorAll('[role={role}]')]"
        wait_for(self.tab, f"{regions}.some((each) => each.textContent.includes({words!r}))")

    def named(self, role: str) -> list[str]:
        """The names of all that screen readers find of a role."""
        nodes = self.tab.call("Accessibility.getFullAXTree")["nodes"]
        found = (each for each in nodes if each.get("role", {}).get("value") == role)
        return [str(each["name"]["value"]) for each in found if not each["ignored"]]

    def look(self) -> None:
        """Note what axe-core finds in the page, and what is wider than a narrow screen."""
        for width, scheme in WIDTHS:
            self.tab.set_screen(width, 640, prefers_color_scheme=scheme)
            self.wrong += violations(self.tab) if AXE else []
            if self.tab.run("document.documentElement.scrollWidth") > width:
                self.wrong.append(f"wider than {width}")

    def press_passkey(self, *, is_owner: bool = True) -> None:
        """Press the button while the field waits for a passkey; the device answers what is asked then."""
        wait_for(self.tab, "window.asked?.includes('conditional')")
        self.tab_to("Sign in with a passkey")
        self.unlock(is_owner=is_owner)
        self.press("Enter")

    def has_come(self) -> None:
        """Wait until the game is open by the link to the table, which its address does not keep."""
        opened = f"performance.getEntriesByType('navigation')[0].name.endsWith('/{CODE}')"
        wait_for(self.tab, f"document.getElementById('game') && {opened}")


def in_browser(folder: Path, story: Callable[[Visit], None]) -> list[str]:
    """What was wrong on the pages of a story in a club with TLS, and what the browser reported."""

    def visit(room: ClubRoom) -> list[str]:
        by_name = (f"--host-resolver-rules=MAP {PUBLIC} 127.0.0.1:{room.port}", "--ignore-certificate-errors")
        with chromium(folder, options=(*HEADLESS, *by_name)) as tab:
            visit = Visit(tab)
            story(visit)
            return visit.wrong + [each for each in tab.reports if "Content Security" in each]

    async def serve() -> list[str]:
        accounts = Accounts(MemoryLog(), PlainHasher(), time.time)
        await accounts.open()
        await accounts.register("Ada", PASSWORD, "192.0.2.1")
        policy = RoomPolicy("", anyone_opens=True, accounts=accounts, needs_account=True, guests=True)
        certificate = certificate_in(folder)
        async with club_room(folder, policy, certificate=certificate, asks_name=True) as room:
            return await asyncio.to_thread(visit, room)

    return asyncio.run(serve())


def sign_in_by_password(visit: Visit) -> None:
    visit.go("/account")
    wait_for(visit.tab, "document.activeElement?.name === 'name'")
    visit.write("Ada")
    visit.tab_to("Password")
    visit.write(PASSWORD)
    visit.press("Enter")
    visit.arrive("/")


def add_passkey(visit: Visit, label: str) -> None:
    visit.tab_to("Name of the passkey")
    visit.write(label)
    visit.tab_to("Your password now")
    visit.write(PASSWORD)
    visit.press("Enter")


def sign_out(visit: Visit) -> None:
    visit.go("/account")
    visit.tab.run("document.body.tabIndex = -1; document.body.focus()")
    visit.tab_to("Sign out here")
    visit.press("Enter")
    visit.arrive("/")


def test_a_member_adds_a_passkey_signs_in_by_it_hears_the_list_and_removes_it(tmp_path: Path) -> None:
    def story(visit: Visit) -> None:
        sign_in_by_password(visit)
        visit.go("/account")
        visit.look()
        visit.unlock()
        add_passkey(visit, "My phone")
        wait_for(visit.tab, "document.activeElement?.id === 'told'")
        assert visit.tab.run(FOCUSED) == "The passkey was added. You can sign in by it from now on."
        assert visit.tab.run("location.pathname") == "/account"
        assert visit.passkeys == 1
        visit.look()
        visit.unlock(is_ready=False)
        sign_out(visit)

        visit.go(f"/account?table={CODE}")
        wait_for(visit.tab, "document.activeElement?.name === 'name'")
        visit.look()
        visit.press_passkey()
        visit.has_come()

        visit.unlock(is_ready=False)
        visit.go("/account")
        wait_for(visit.tab, "/My phone, added .*, last used /.test(document.body.innerText)")
        assert "Remove My phone" in visit.named("button")
        visit.tab_to("Remove My phone")
        visit.press("Enter")
        wait_for(visit.tab, "document.activeElement?.id === 'told'")
        assert "nobody can sign in by it any more" in visit.tab.run(FOCUSED)
        visit.look()
        assert "You have no passkeys." in visit.tab.run("document.body.innerText")

        sign_out(visit)
        visit.go("/account")
        visit.press_passkey()
        visit.hear("alert", "This club does not know that passkey")
        assert visit.tab.run(FOCUSED) == "Sign in with a passkey"
        visit.look()

    assert in_browser(tmp_path, story) == []


def test_the_field_for_the_name_offers_passkeys(tmp_path: Path) -> None:
    def story(visit: Visit) -> None:
        sign_in_by_password(visit)
        visit.go("/account")
        visit.unlock()
        add_passkey(visit, "My phone")
        wait_for(visit.tab, "document.activeElement?.id === 'told'")
        visit.unlock(is_ready=False)
        sign_out(visit)

        visit.unlock()  # the device then answers as if the passkey were chosen among what the field offers
        visit.tab.call("Page.navigate", url=f"https://{PUBLIC}/account?table={CODE}")
        visit.has_come()

    assert in_browser(tmp_path, story) == []


def test_what_was_stopped_is_said_quietly_and_can_be_tried_again(tmp_path: Path) -> None:
    def story(visit: Visit) -> None:
        sign_in_by_password(visit)
        visit.go("/account")
        visit.unlock(is_owner=False)
        add_passkey(visit, "My phone")
        visit.hear("status", "No passkey was chosen. Nothing has changed.")
        visit.look()
        assert visit.passkeys == 0
        visit.unlock()
        visit.press("Enter")
        wait_for(visit.tab, "document.activeElement?.id === 'told'")
        add_passkey(visit, "My phone again")
        visit.hear("alert", "This device has a passkey of your account already.")
        assert visit.passkeys == 1
        visit.unlock(is_ready=False)
        sign_out(visit)

        visit.go("/account")
        visit.press_passkey(is_owner=False)
        visit.hear("status", "No passkey was chosen. Nothing has changed.")
        assert visit.tab.run(FOCUSED) == "Sign in with a passkey"
        visit.look()
        visit.unlock()
        visit.press("Enter")
        visit.arrive("/")

    assert in_browser(tmp_path, story) == []


def test_what_nobody_has_asked_for_is_not_said_to_have_failed(tmp_path: Path) -> None:
    def story(visit: Visit) -> None:
        visit.tab.call("Network.enable")
        visit.tab.call("Network.setBlockedURLs", urls=["*/passkey-ask"])
        visit.go("/account")
        asked = (
            "performance.getEntriesByType('resource').filter((each) => each.name.endsWith('/passkey-ask'))"
        )
        wait_for(visit.tab, f"{asked}.length === 1")
        lost = "The program cannot be reached."
        assert lost not in visit.tab.run("document.body.innerText")

        visit.tab_to("Sign in with a passkey")
        visit.press("Enter")
        visit.hear("alert", lost)

    assert in_browser(tmp_path, story) == []


def test_a_browser_without_passkeys_has_the_forms_for_passwords(tmp_path: Path) -> None:
    def story(visit: Visit) -> None:
        without = "delete window.PublicKeyCredential"
        visit.tab.call("Page.addScriptToEvaluateOnNewDocument", source=without)
        visit.go("/account")
        assert visit.named("button") == ["Sign in"]
        sign_in_by_password(visit)
        visit.go("/account")
        assert "Add a passkey" not in visit.named("button")
        assert "You have no passkeys." in json.dumps(visit.tab.run("document.body.innerText"))
        visit.look()

    assert in_browser(tmp_path, story) == []
