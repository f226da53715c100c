"""The desk of a club's members: accounts, sessions of browsers and homes, for the forms of pages."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from msgspec import to_builtins
from msgspec.structs import replace

from playroom.commands.browser_consoles import home_folders
from playroom.console.shared.words import refusal_message
from playroom.home.files import set_quota, write_atomically
from playroom.home.folders import Folders
from playroom.home.home_file import home_file
from playroom.home.match_notes import RECORD_SUFFIX
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.online.homes.home_store import HomeStore, home_folder
from playroom.online.log.table_log import Damaged, Unknown
from playroom.online.server.accounts.account_book import Account
from playroom.online.server.accounts.browser_sessions import BrowserSessions
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.accounts.passkey_proofs import PasskeyFault, PasskeyRefused, PasskeySite
from playroom.online.server.accounts.passkeys import MOST_OF_ACCOUNT, Passkeys, PasskeyVisit
from playroom.online.server.journal import note
from playroom.online.server.refused import Refused
from playroom.online.wire.messages import ChangePassword
from playroom.online.wire.protocol import RefusalCode
from playroom.web.member_door import member_pass
from playroom.web.members import (
    DeskClosed,
    FormReply,
    FormVisit,
    Member,
    MemberBrowser,
    MemberPasskey,
    TooManyTries,
)
from playroom.web.passes import BrowserPass

ACCOUNT: Final = "/account"

FIELDS: Final[Mapping[str, str]] = {
    RefusalCode.BAD_NAME: "name",
    RefusalCode.ACCOUNT_EXISTS: "name",
    RefusalCode.BAD_PASSWORD: "new",
    RefusalCode.WRONG_PASSWORD: "password",
}
"""Beside which field of a form a refusal stands, if it has that; all others stand at its end."""

PARTINGS: Final = frozenset({"end", "end-others", "sign-out", "delete", "passkey-remove"})
"""The forms that are open to members who are banned too."""

MOST_LEFT: Final = 1000
"""The browsers that were signed out, and of which it is known whose they were."""

RETRY_SECONDS: Final = 5.0
"""Seconds after which a home is stored again that could not be."""

END_SECONDS: Final = 3.0
"""Seconds in which homes are stored at the end of the program."""


class ClubMembers:
    """The MemberDesk of a club."""

    def __init__(  # noqa: PLR0913, PLR0917 (the parts of a server)
        self,
        accounts: Accounts,
        sessions: BrowserSessions,
        passkeys: Passkeys,
        homes: HomeStore,
        folder: Path,
        saver: "HomeSaver",
        guest: Callable[[str], Folders],
    ) -> None:
        """The homes are in *folder*; *guest* gives the folders of a guest by the browser's identifier."""
        self._accounts, self._sessions, self._homes = accounts, sessions, homes
        self._passkeys = passkeys
        self._folder, self._guest = folder, guest
        self._saver = saver
        self._members: dict[BrowserPass, Member] = {}
        """Those who have come, by the passes of their browsers."""
        self._left: dict[BrowserPass, Member] = {}
        """The last who were signed out, whose consoles may still save something."""
        self._removed: set[str] = set()
        """The homes that were removed here."""

    async def find(self, token: str) -> tuple[Member, str] | None:
        """The member whose browser has a token, and the token that it is to have now. Raises DeskClosed."""
        with _closed_by_storage():
            await self._accounts.catch_up()
            found = await self._sessions.check(token)
        if found is None:
            return None
        member = Member(found.account.name, found.session.identifier)
        self._members[member_pass(member)] = member
        return member, found.token

    def known(self, token: str) -> Member | None:
        """The member as far as that is known here; nothing is changed."""
        account = self._sessions.account_of(token)
        if account is None:
            return None
        member = Member(account.name, token.partition(".")[0])
        self._members[member_pass(member)] = member
        return member

    async def look_up(self, token: str) -> Member | None:
        """The member, also one who has just signed in at another server. Raises DeskClosed."""
        with _closed_by_storage():
            await self._accounts.catch_up()
            await self._sessions.catch_up()
        return self.known(token)

    async def enter(self, member: Member) -> None:
        """Have the member's home up to date. Raises DeskClosed."""
        await self._home(member.name)

    async def bring(self, name: str, guest: str) -> None:
        """Move what a guest has, by the identifier of the browser, to the home of a member."""
        folder, account = await self._home(name), self._accounts.book.account(name)
        with suppress(OSError, Unknown):  # what cannot be moved stays with the guest
            await self._homes.open(guest)
            await asyncio.to_thread(move_matches, self._guest(guest), folder)
        self._saver.note(guest)
        if account:
            self._saver.note(self.home_of(account))

    def browsers(self, member: Member) -> tuple[MemberBrowser, ...]:
        """The browsers in which a member is signed in, the one that was used last first."""
        return tuple(
            MemberBrowser(each.identifier, each.browser, each.began, each.seen)
            for each in self._sessions.of(member.name)
        )

    @property
    def has_passkeys(self) -> bool:
        """Whether members can sign in by passkeys: the library for that comes with the extra named server."""
        return find_spec("webauthn") is not None

    async def passkeys(self, name: str) -> tuple[MemberPasskey, ...]:
        """The passkeys of a member, in the order in which they were added. Raises DeskClosed."""
        with _closed_by_storage():
            await self._passkeys.catch_up()
        return tuple(
            MemberPasskey(each.credential, each.label, each.added, each.used)
            for each in self._passkeys.of(name)
        )

    async def name_to_reset(self, secret: str, address: str) -> str:
        """The member for whom a link sets a new password; "" if the link is not valid.

        Raises DeskClosed and TooManyTries.
        """
        with _closed_by_storage():
            try:
                return (await self._accounts.account_to_reset(secret, address)).name
            except Refused as refused:
                if refused.code is RefusalCode.WRONG_KEY:
                    return ""
                if refused.code is RefusalCode.TOO_FAST:
                    raise TooManyTries(refused.blanks["seconds"]) from refused
                raise

    def mark(self, member: Member) -> str:
        """What the browser of a member is to keep, so that a ban holds there; "" if that is nothing."""
        mark = self._accounts.book.browser_mark(member.name)
        is_kept = self._accounts.book.account(member.name) or self.refusal(mark, "")
        return mark if is_kept else ""

    def refusal(self, mark: str, address: str) -> Callable[[Phrasebook], Message] | None:
        """Why no guest may come from an address, with a browser that has a mark; None if they may."""
        try:
            self._accounts.check_browser_not_banned(mark)
            if address:
                self._accounts.check_not_banned(address)
        except Refused as refused:
            code, blanks = refused.code, refused.blanks
            return lambda book: refusal_message(book, code, blanks)
        return None

    async def home_file(self, member: Member, *, has_all: bool) -> bytes:
        """The member's home as one file; *has_all*: with what else is known. Raises DeskClosed."""
        folder = await self._home(member.name)
        await self.passkeys(member.name)  # as they are at all servers
        acts = [each for each in self._accounts.book.acts.latest if member.name in {each.by, each.whom}]
        known = {
            "name": member.name,
            "browsers": [each._asdict() for each in self.browsers(member)],
            "passkeys": [to_builtins(each) for each in self._passkeys.of(member.name)],
            "acts": [to_builtins(each) for each in acts],
        }
        with _closed_by_storage():
            return await asyncio.to_thread(home_file, folder, known if has_all else None)

    async def submit(self, form: str, fields: Mapping[str, str], visit: FormVisit) -> FormReply:
        """Do what a form asks for."""
        try:
            return await self._submit(form, fields, visit)
        except PasskeyRefused as refused:
            most = {"most": MOST_OF_ACCOUNT} if refused.fault is PasskeyFault.MOST else {}
            return FormReply(said=Message(f"members.passkey_{refused.fault}", blanks=most))
        except Refused as refused:
            if form == "reset" and refused.code is RefusalCode.WRONG_KEY:
                return FormReply(said=Message("members.reset_gone"))
            field = FIELDS.get(refused.code, "")
            told = "password" if field == "new" and "new" not in fields else field
            said = refusal_message(visit.book, refused.code, refused.blanks)
            return FormReply(said=said, field=told if told in fields else "")

    async def _submit(self, form: str, fields: Mapping[str, str], visit: FormVisit) -> FormReply:
        name, password, new = (fields.get(each, "") for each in ("name", "password", "new"))
        member, address = visit.member, visit.address
        if not (member and form in PARTINGS):
            self._accounts.check_not_banned(address, member.name if member else name)
        match form:
            case "sign-in":
                return await self._signed_in(await self._accounts.sign_in(name, password, address), visit)
            case "new":
                return await self._signed_in(await self._accounts.register(name, password, address), visit)
            case "reset":
                secret = fields.get("secret", "")
                account = await self._accounts.reset_password(secret, new, address)
                await self._passkeys.forget(account.name)
                return await self._signed_in(account, visit)
            case "password" if member:
                change = ChangePassword(member.name, password, new)
                return await self._signed_in(
                    await self._accounts.change_password(change, address), visit, ACCOUNT
                )
            case "end" if member:
                await self._sessions.end(member.name, fields.get("browser", ""))
                return FormReply(ACCOUNT)
            case "end-others" if member:
                await self._sessions.end_others(member.name, member.session)
                return FormReply(ACCOUNT)
            case "delete" if member:
                if fields.get("sure") != "yes":
                    return FormReply(said=Message("members.not_sure"), field="sure")
                await self._accounts.delete(member.name, password, address)
                await self._sessions.forget(member.name)
                await self._passkeys.forget(member.name)
                with suppress(Unknown, OSError):  # then it is done with those who are signed out
                    await self._remove_left()
                return FormReply("/", token="")
            case "sign-out" if member:
                await self._sessions.end(member.name, member.session)
                return FormReply("/", token="")
            case "passkey-remove" if member:
                await self._passkeys.remove(member.name, fields.get("passkey", ""))
                return FormReply(f"{ACCOUNT}/passkey-removed")
        return await self._submit_passkey(form, fields, visit)

    async def _submit_passkey(self, form: str, fields: Mapping[str, str], visit: FormVisit) -> FormReply:
        """Do what a form asks for that comes from a page with passkeys."""
        if visit.page is None:
            return FormReply(ACCOUNT)
        member, address = visit.member, visit.address
        site, session = PasskeySite(visit.page.host, visit.page.origin), member.session if member else ""
        asking = PasskeyVisit(site, address, visit.page.browser, session)
        match form:
            case "passkey-ask":
                return FormReply(options=self._passkeys.to_sign_in(asking))
            case "passkey":
                account = await self._passkeys.sign_in(fields, asking)
                self._accounts.check_not_banned(account.name)
                return await self._signed_in(account, visit)
            case "passkey-new" if member:
                account = await self._accounts.sign_in(member.name, fields.get("password", ""), address)
                return FormReply(options=await self._passkeys.to_add(account, asking))
            case "passkey-add" if member and (owner := self._accounts.book.account(member.name)):
                label = fields.get("label", "").strip() or visit.browser
                await self._passkeys.add(owner, label, fields, asking)
                return FormReply(f"{ACCOUNT}/passkey-added")
        return FormReply(ACCOUNT)  # such as that of a member whose session has ended meanwhile

    async def _signed_in(self, account: Account, visit: FormVisit, goes_to: str = "/") -> FormReply:
        """Begin a session: never that which a browser brings, which ends."""
        begun = await self._sessions.begin(account, visit.browser, visit.token)
        return FormReply(goes_to, token=begun.token)

    def account(self, given: BrowserPass) -> Account | None:
        """The account of a member's browser; None if it was signed out meanwhile."""
        member = self._members.get(given)
        account = self._accounts.book.account(member.name) if member else None
        return account if member and self._sessions.is_valid(member.session) else None

    def key(self, account: Account) -> str:
        """The key by which the consoles of an account sign in at the tables."""
        return self._accounts.book.key(account)

    def folder(self, account: Account) -> Path:
        """The folder of a member's home."""
        return home_folder(self._folder, self.home_of(account))

    def home_of(self, account: Account) -> str:
        """The identifier of a member's home."""
        return self._accounts.book.home(account)

    async def signed_out(self) -> tuple[BrowserPass, ...]:
        """The browsers that came and are signed out now, here or at another server."""
        with suppress(Damaged, Unknown, OSError):
            await self._accounts.catch_up()
            await self._sessions.catch_up()
            await self._remove_left()
        gone = [given for given in self._members if self.account(given) is None]
        self._left |= {given: self._members.pop(given) for given in gone}
        for given in [*self._left][:-MOST_LEFT]:
            del self._left[given]
        return tuple(gone)

    def note_saved(self, given: BrowserPass) -> None:
        """Store the home of a member whose console has saved files, also where they were signed out since."""
        member = self._members.get(given) or self._left.get(given)
        account = self._accounts.book.account(member.name) if member else None
        if account:
            self._saver.note(self.home_of(account))

    async def _remove_left(self) -> None:
        """Remove the homes of deleted accounts, here and in the store."""
        for home in self._accounts.book.removed:
            if home not in self._removed or await asyncio.to_thread(home_folder(self._folder, home).exists):
                await self._homes.remove(home)
                self._removed.add(home)

    async def _home(self, name: str) -> Path:
        account = self._accounts.book.account(name)
        if account is None:
            raise DeskClosed
        with _closed_by_storage():
            folder = await self._homes.open(self.home_of(account))
            await asyncio.to_thread(set_quota, folder)
            return folder


class HomeSaver:
    """Stores the homes in which files were saved, each again after a while where that fails."""

    def __init__(self, homes: HomeStore) -> None:
        self._homes = homes
        self._loop = asyncio.get_running_loop()
        self._changed: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._is_closed = False

    def after(self, home: str, work: Callable[[], object]) -> Callable[[], None]:
        """A function for any thread that does a *work* which saves files of a home."""

        def done() -> None:
            try:
                work()
            finally:
                with suppress(RuntimeError):  # the program ends
                    self._loop.call_soon_threadsafe(self.note, home)

        return done

    def note(self, home: str) -> None:
        """Store a home, once more if that is under way; nothing is stored any more once this is closed."""
        if home in self._changed:
            self._again.add(home)
        elif not self._is_closed:
            self._changed[home] = asyncio.create_task(self._save(home))

    async def _save(self, home: str) -> None:
        try:
            while True:
                self._again.discard(home)
                try:
                    await self._homes.save(home)
                except (Unknown, OSError) as error:
                    note("home not stored", why=type(error).__name__)
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                if home not in self._again:
                    return
        finally:
            del self._changed[home]

    async def close(self) -> None:
        """Wait a moment until all is stored; the rest is in the folder, and stored when one comes again."""
        self._is_closed = True
        if self._changed:
            await asyncio.wait([*self._changed.values()], timeout=END_SECONDS)
        for task in [*self._changed.values()]:
            task.cancel()


def member_folders(folders: Folders, home: Path, browser: str) -> Folders:
    """The folders of a member's console, in their home."""
    own = home_folders(folders, home)
    return replace(own, online=own.online / browser)


def move_matches(guest: Folders, home: Path) -> None:
    """Move the matches of a guest to a home, beside those that are there; settings only where it has none.

    An OSError leaves the rest with the guest.
    """
    own = SavedMatches(home / "matches")
    for match in reversed(SavedMatches(guest.matches).newest_first()):
        target = own.create()
        try:
            match.move(target.file)
        finally:
            target.close()
    for file in sorted((guest.matches / "past").glob(f"*{RECORD_SUFFIX}")):
        SavedMatch(file).move_to(own.folder / "past")
    for transcript in sorted(guest.transcripts.glob("*.txt")):
        target_file = home / "transcripts" / transcript.name
        if not target_file.exists():
            write_atomically(target_file, transcript.read_bytes())
            transcript.unlink()
    for page, name in ((guest.settings, "settings"), (guest.presets, "presets"), (guest.keys, "keys")):
        target_page = home / f"{name}.yaml"
        if page.is_file() and not target_page.exists():
            write_atomically(target_page, page.read_bytes())


@contextmanager
def _closed_by_storage() -> Iterator[None]:
    try:
        yield
    except (Refused, Damaged, Unknown, OSError) as error:
        note("a member could not come", why=type(error).__name__)
        raise DeskClosed from error
