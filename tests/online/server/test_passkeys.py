"""Passkeys in the log of a club, at all its servers: who comes by one, and who pretends to."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from club import PASSWORD
from support.online.authenticator import (
    PRESENT,
    Authenticator,
    DevicePasskey,
    cbor,
    from_base64,
    to_base64,
)
from support.online.log_engines import on_every_engine
from support.online.plain_hasher import PlainHasher

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import TableLog
from playroom.online.server.accounts.account_book import Account
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.accounts.passkey_proofs import (
    CHALLENGE_SECONDS,
    LONGEST_KEY,
    PasskeyFault,
    PasskeyRefused,
    PasskeySite,
)
from playroom.online.server.accounts.passkeys import (
    MOST_OF_ACCOUNT,
    PASSKEYS,
    Passkeys,
    PasskeyVisit,
)
from playroom.online.server.journal import journal
from playroom.online.server.refused import Refused
from playroom.online.wire.messages import ChangePassword
from playroom.online.wire.protocol import RefusalCode

pytest.importorskip("webauthn", reason="it comes with the extra named server")

HOST = "club.example.org"
SITE = PasskeySite(HOST, f"https://{HOST}")
NEW = "another password"
Answer = dict[str, str]


class Club:
    """One server of a club, the time there, and a device that is in its members' hands."""

    def __init__(self, log: TableLog) -> None:
        self.log, self.now, self._visits = log, 1000.0, 0
        self.accounts = Accounts(log, PlainHasher(), lambda: self.now)
        self.passkeys = Passkeys(log, self.accounts)
        self.device = Authenticator(SITE.origin)

    async def opened(self) -> "Club":
        await self.accounts.open()
        await self.passkeys.catch_up()
        return self

    def visit(self, browser: str = "browser", session: str = "session") -> PasskeyVisit:
        """A visit from an address that nobody has come from."""
        self._visits += 1
        return PasskeyVisit(SITE, f"192.0.2.{self._visits}", browser, session)

    async def member(self, name: str) -> Account:
        known = self.accounts.book.account(name)
        return known or await self.accounts.register(name, PASSWORD, self.visit().address)

    async def add(
        self, name: str = "Ada", label: str = "phone", change: Callable[[Answer], Answer] = lambda each: each
    ) -> DevicePasskey:
        """A new passkey of a member, whose answer may be changed on its way."""
        account, visit = await self.member(name), self.visit()
        answer = self.device.create(await self.passkeys.to_add(account, visit))
        await self.passkeys.add(account, label, change(answer), visit)
        return self.device.passkeys[-1]

    def answer(self, passkey: DevicePasskey | None = None, **said: object) -> Answer:
        """The answer of the device to a new challenge."""
        return self.device.get(self.passkeys.to_sign_in(self.visit()), passkey, **said)

    async def who(self, answer: Answer | None = None, visit: PasskeyVisit | None = None) -> str:
        """Who comes by an answer, or why nobody does."""
        try:
            account = await self.passkeys.sign_in(answer or self.answer(), visit or self.visit())
        except PasskeyRefused as refused:
            return refused.fault
        return account.name


def in_club(case: Callable[[Club], Awaitable[None]]) -> Callable[[], None]:
    async def story() -> None:
        await case(await Club(MemoryLog()).opened())

    def test() -> None:
        asyncio.run(story())

    return test


@on_every_engine
async def test_a_passkey_that_was_added_signs_in_at_every_server(log: TableLog) -> None:
    club, other = await Club(log).opened(), await Club(log).opened()
    passkey = await club.add(label="  my \n phone ")
    other.device = club.device
    other.now = 2000.0

    assert await club.who() == "Ada"
    assert await other.who() == "Ada"
    await club.passkeys.catch_up()

    (found,) = club.passkeys.of("ada")
    assert (found.label, found.added, found.used, found.count) == ("my phone", 1000, 2000, 2)
    assert found.credential == to_base64(passkey.credential)
    late = await Club(log).opened()
    assert late.passkeys.of("Ada") == [found]


@on_every_engine
async def test_a_passkey_that_was_removed_signs_in_nowhere(log: TableLog) -> None:
    club, other = await Club(log).opened(), await Club(log).opened()
    kept, passkey = await club.add(), await club.add(label="key")
    other.device = club.device

    await other.passkeys.catch_up()
    await other.passkeys.remove("Ada", to_base64(passkey.credential))

    assert await club.who(club.answer(passkey)) == PasskeyFault.UNKNOWN
    assert await club.who(club.answer(kept)) == "Ada"
    assert [each.label for each in club.passkeys.of("Ada")] == ["phone"]
    stored = b"".join(event.body for event in await log.read(PASSKEYS))
    assert to_base64(kept.credential).encode() in stored
    assert to_base64(passkey.credential).encode() not in stored


@in_club
async def test_nobody_removes_the_passkey_of_another_member(club: Club) -> None:
    passkey = await club.add()
    await club.member("Ben")

    await club.passkeys.remove("Ben", to_base64(passkey.credential))
    assert await club.who() == "Ada"

    await club.passkeys.remove("Ada", to_base64(passkey.credential))
    assert await club.who() == PasskeyFault.UNKNOWN


@in_club
async def test_a_device_is_asked_to_unlock_itself_and_to_keep_the_account(club: Club) -> None:
    await club.add()
    options = await club.passkeys.to_add(await club.member("Ada"), club.visit())
    asked = club.passkeys.to_sign_in(club.visit())

    assert options["authenticatorSelection"] == {
        "residentKey": "required",
        "requireResidentKey": True,
        "userVerification": "required",
    }
    known = [{"type": "public-key", "id": to_base64(club.device.passkeys[0].credential)}]
    assert (options["excludeCredentials"], options["attestation"]) == (known, "none")
    assert (asked["rpId"], asked["userVerification"]) == (HOST, "required")
    assert "allowCredentials" not in asked
    user = options["user"]
    assert isinstance(user, dict)
    assert len(from_base64(user["id"])) == 32
    assert "Ada" not in str(from_base64(user["id"]))


def for_another_host(club: Club) -> Answer:
    passkey = club.device.passkeys[-1]
    passkey.host = "evil.example"
    found = club.answer(passkey)
    passkey.host = HOST
    return found


def not_unlocked(club: Club) -> Answer:
    usual, club.device.flags = club.device.flags, PRESENT
    found = club.answer()
    club.device.flags = usual
    return found


def of_nobody(club: Club) -> Answer:
    usual, club.device.flags = club.device.flags, 0
    found = club.answer()
    club.device.flags = usual
    return found


def by_another_key(club: Club) -> Answer:
    own = club.device.passkeys[-1]
    forged = Authenticator(SITE.origin)
    forged.create({"rp": {"id": HOST}, "user": {"id": to_base64(own.handle)}, "challenge": ""})
    forged.passkeys[0].credential, forged.passkeys[0].uses = own.credential, own.uses
    return forged.get(club.passkeys.to_sign_in(club.visit()))


def flipped(answer: Answer, field: str) -> Answer:
    """An answer with the last bit of a field changed."""
    content = bytearray(from_base64(answer[field]))
    content[-1] ^= 1
    return {**answer, field: to_base64(bytes(content))}


FOREIGN: dict[str, Callable[[Club], Answer]] = {
    "another origin": lambda club: club.answer(origin="https://evil.example"),
    "its page without TLS": lambda club: club.answer(origin=f"http://{HOST}"),
    "another port": lambda club: club.answer(origin=f"https://{HOST}:8443"),
    "in a frame of another page": lambda club: club.answer(crossOrigin=True),
    "for another host": for_another_host,
    "to add one": lambda club: club.answer(type="webauthn.create"),
    "not unlocked": not_unlocked,
    "of nobody": of_nobody,
    "another key": by_another_key,
    "another handle": lambda club: {**club.answer(), "user_handle": to_base64(bytes(32))},
    "no handle": lambda club: {**club.answer(), "user_handle": ""},
    "a handle that is no base64": lambda club: {**club.answer(), "user_handle": "é"},
    "a changed signature": lambda club: flipped(club.answer(), "signature"),
    "changed data": lambda club: flipped(club.answer(), "authenticator_data"),
}


@pytest.mark.parametrize("forged", FOREIGN.values(), ids=FOREIGN)
def test_what_the_device_has_not_signed_here_for_this_club_signs_nobody_in(
    forged: Callable[[Club], Answer],
) -> None:
    async def story() -> tuple[str, str, int]:
        club = await Club(MemoryLog()).opened()
        await club.add()
        refused = await club.who(forged(club))
        entries = await club.log.read(PASSKEYS)
        return refused, await club.who(), len(entries)

    assert asyncio.run(story()) == (PasskeyFault.WRONG, "Ada", 1)


@in_club
async def test_a_passkey_is_made_on_a_page_of_the_club_for_its_host(club: Club) -> None:
    ada = await club.member("Ada")
    evil: dict[str, object] = {"rp": {"id": "evil.example"}}
    for asked, flags, said in (
        ({}, None, {"origin": "https://evil.example"}),
        ({}, None, {"crossOrigin": True}),
        ({}, None, {"type": "webauthn.get"}),
        (evil, None, {}),
        ({}, PRESENT, {}),
    ):
        visit, device = club.visit(), Authenticator(SITE.origin)
        options = {**await club.passkeys.to_add(ada, visit), **asked}
        device.flags = flags or device.flags
        answer = device.create(options, **said)
        assert await why_not_added(club, answer, visit) == PasskeyFault.WRONG
    assert await club.log.read(PASSKEYS) == []

    await club.add()
    assert await club.who() == "Ada"


@in_club
async def test_a_challenge_is_answered_once_at_all_servers(club: Club) -> None:
    await club.add()
    other = await Club(club.log).opened()
    answer = club.answer()

    assert await other.who(answer) == "Ada"
    assert await club.who(answer) == PasskeyFault.OLD
    assert await other.who(answer) == PasskeyFault.OLD
    assert await club.who() == "Ada"


@pytest.mark.long
@in_club
async def test_of_two_servers_that_get_the_same_answer_one_takes_it(club: Club) -> None:
    club.device.counts = False
    await club.add()
    other = await Club(club.log).opened()
    answer = club.answer()

    both = await asyncio.gather(club.who(answer), other.who(answer))

    assert sorted(both) == ["Ada", PasskeyFault.OLD]


@in_club
async def test_a_challenge_is_for_the_browser_that_has_asked(club: Club) -> None:
    await club.add()
    asked = club.passkeys.to_sign_in(club.visit("thief"))
    stolen = club.device.get(asked)

    assert await club.who(stolen, club.visit("victim")) == PasskeyFault.WRONG
    assert await club.who(stolen, club.visit("thief")) == "Ada"


@in_club
async def test_a_challenge_ends(club: Club) -> None:
    await club.add()
    late, in_time = club.answer(), club.answer()

    club.now += CHALLENGE_SECONDS - 1
    assert await club.who(in_time) == "Ada"
    club.now += 1
    assert await club.who(late) == PasskeyFault.OLD


@in_club
async def test_nobody_makes_a_challenge_or_a_later_end_of_one(club: Club) -> None:
    await club.add()
    asked = club.passkeys.to_sign_in(club.visit())
    challenge = from_base64(str(asked["challenge"]))
    club.now += CHALLENGE_SECONDS

    later = (2**40).to_bytes(8, "big") + challenge[8:]
    for forged in (later, b"", b"x", bytes(56), challenge[:-1]):
        answer = club.device.get({**asked, "challenge": to_base64(forged)})
        assert await club.who(answer) == PasskeyFault.WRONG
    assert await club.who() == "Ada"


@in_club
async def test_a_challenge_for_signing_in_adds_no_passkey_and_the_other_way_round(club: Club) -> None:
    ada, visit = await club.member("Ada"), club.visit()
    await club.add()
    options = await club.passkeys.to_add(ada, visit)
    asked = club.passkeys.to_sign_in(visit)

    for challenge, fault in ((asked, PasskeyFault.WRONG), (options, None)):
        answer = club.device.create({**options, "challenge": challenge["challenge"]})
        assert await why_not_added(club, answer, visit) == fault
    answer = club.device.get({**asked, "challenge": (await club.passkeys.to_add(ada, visit))["challenge"]})
    assert await club.who(answer, visit) == PasskeyFault.WRONG


async def why_not_added(
    club: Club, answer: Answer, visit: PasskeyVisit, name: str = "Ada"
) -> PasskeyFault | None:
    """Why an answer adds no passkey; None if it does."""
    try:
        await club.passkeys.add(await club.member(name), "key", answer, visit)
    except PasskeyRefused as refused:
        return refused.fault
    return None


@in_club
async def test_a_passkey_is_added_by_the_session_that_has_given_the_password(club: Club) -> None:
    ada, visit = await club.member("Ada"), club.visit()
    answer = club.device.create(await club.passkeys.to_add(ada, visit))

    for thief in (visit._replace(session="another"), visit._replace(browser="another")):
        assert await why_not_added(club, answer, thief) == PasskeyFault.WRONG
    assert await why_not_added(club, answer, visit) is None
    assert await why_not_added(club, answer, visit) == PasskeyFault.OLD


@in_club
async def test_a_device_whose_count_goes_back_may_be_a_copy(club: Club) -> None:
    passkey = await club.add()
    assert await club.who() == "Ada"
    assert await club.who() == "Ada"

    for uses in (0, 1, -1):
        passkey.uses = uses
        assert await club.who() == PasskeyFault.COPIED
    passkey.uses = 2
    assert await club.who() == "Ada"


@in_club
async def test_a_device_that_does_not_count_comes_again_and_again(club: Club) -> None:
    club.device.counts = False
    await club.add()

    assert [await club.who() for _ in range(3)] == ["Ada"] * 3


@in_club
async def test_the_identifier_of_a_passkey_is_that_of_one_account(club: Club) -> None:
    own = await club.add()
    ben, visit = await club.member("Ben"), club.visit()
    options = await club.passkeys.to_add(ben, visit)
    copied = Authenticator(SITE.origin).create(options, credential=own.credential)
    assert await why_not_added(club, copied, visit, "Ben") == PasskeyFault.TAKEN
    assert await club.who() == "Ada"

    options = await club.passkeys.to_add(ben, visit)
    assert await why_not_added(club, Authenticator(SITE.origin).create(options), visit, "Ben") is None
    assert await club.who() == "Ada"


@pytest.mark.long
def test_two_servers_that_get_the_same_identifier_at_once_give_it_to_one_account() -> None:
    async def story() -> list[PasskeyFault | None]:
        log = MemoryLog()
        clubs = [await Club(log).opened() for _ in range(2)]
        tries = []
        for club, name in zip(clubs, ("Ada", "Ben"), strict=True):
            visit, account = club.visit(), await club.member(name)
            answer = club.device.create(await club.passkeys.to_add(account, visit), credential=b"the same")
            tries.append(why_not_added(club, answer, visit, name))
        return sorted(await asyncio.gather(*tries), key=str)

    assert asyncio.run(story()) == [None, PasskeyFault.TAKEN]


@pytest.mark.long
def test_an_account_has_so_many_passkeys_with_names_of_their_own() -> None:
    async def story() -> tuple[list[str], str]:
        club = await Club(MemoryLog()).opened()
        visit, other = club.visit(), club.visit()
        late = club.device.create(await club.passkeys.to_add(await club.member("Ada"), other))
        for _ in range(MOST_OF_ACCOUNT):
            await club.add(label="phone" * 20)
        assert await why_not_added(club, late, other) == PasskeyFault.MOST
        with pytest.raises(PasskeyRefused) as refused:
            await club.passkeys.to_add(await club.member("Ada"), visit)
        await club.add("Ben")
        return [each.label for each in club.passkeys.of("Ada")], refused.value.fault

    labels, fault = asyncio.run(story())

    assert fault == PasskeyFault.MOST
    assert labels[0] == "phone" * 8
    assert len({*labels}) == MOST_OF_ACCOUNT


@on_every_engine
async def test_a_deleted_account_has_no_passkey_and_is_in_no_log(log: TableLog) -> None:
    club, other = await Club(log).opened(), await Club(log).opened()
    own = await club.add()
    ben = await club.add("Ben")
    other.device = club.device
    assert await other.who(other.answer(own)) == "Ada"

    await club.accounts.delete("Ada", PASSWORD, club.visit().address)
    assert await other.who(other.answer(own)) == PasskeyFault.UNKNOWN  # before it is forgotten there, too
    await club.passkeys.forget("Ada")

    stored = b"".join(event.body for event in await log.read(PASSKEYS))
    assert b"Ada" not in stored
    assert to_base64(own.credential).encode() not in stored
    for each in (club, other, await Club(log).opened()):
        await each.passkeys.catch_up()
        assert each.passkeys.of("Ada") == []
        assert await each.who(club.answer(own)) == PasskeyFault.UNKNOWN
        assert await each.who(club.answer(ben)) == "Ben"


@on_every_engine
async def test_a_reset_of_the_password_ends_all_passkeys_and_a_change_none(log: TableLog) -> None:
    club, other = await Club(log).opened(), await Club(log).opened()
    passkey = await club.add()
    other.device = club.device
    visit, address = club.visit(), club.visit().address
    options = await club.passkeys.to_add(await club.member("Ada"), visit)
    ada = await club.accounts.change_password(ChangePassword("Ada", PASSWORD, NEW), address)
    assert await other.who() == "Ada"

    secret = await club.accounts.new_reset(ada)
    reset = await club.accounts.reset_password(secret, PASSWORD, club.visit().address)

    # One that was begun before the reset, by whoever had the account then, opens it no more than the others.
    await other.passkeys.add(ada, "thief", club.device.create(options), visit)
    thief = club.device.passkeys[-1]
    for each in (club, other):
        for stolen in (passkey, thief):
            assert await each.who(each.answer(stolen)) == PasskeyFault.UNKNOWN
    await club.passkeys.forget("Ada")
    visit = club.visit()
    options = await club.passkeys.to_add(reset, visit)
    assert options["excludeCredentials"] == []
    await club.passkeys.add(reset, "mine", club.device.create(options), visit)
    assert await other.who() == "Ada"
    assert [each.label for each in other.passkeys.of("Ada")] == ["mine"]


BROKEN: dict[str, Callable[[Answer], Answer]] = {
    "no client data": lambda answer: {**answer, "client_data": ""},
    "no base64": lambda answer: {**answer, "client_data": "é!"},
    "no JSON": lambda answer: {**answer, "client_data": to_base64(b"{")},
    "JSON of another kind": lambda answer: {**answer, "client_data": to_base64(b"[]")},
    "a challenge that is none": lambda answer: {**answer, "client_data": to_base64(b'{"challenge": 1}')},
    "deep JSON": lambda answer: {**answer, "client_data": to_base64(b'{"a":' + b"[" * 5000)},
    "no attestation": lambda answer: {**answer, "attestation": ""},
    "no CBOR": lambda answer: {**answer, "attestation": to_base64(b"\xff")},
    "CBOR of another kind": lambda answer: {**answer, "attestation": to_base64(cbor(7))},
    "deep CBOR": lambda answer: {**answer, "attestation": to_base64(b"\x81" * 5000)},
    "a long promise": lambda answer: {**answer, "attestation": to_base64(b"\x5b\x7f" + b"\xff" * 7)},
    "a long list": lambda answer: {**answer, "attestation": to_base64(b"\x9b\x00\x00\xff" + b"\xff" * 5)},
    "short data": lambda answer: with_data(answer, bytes(9)),
    "no key": lambda answer: with_data(answer, data_of(answer)[:55]),
    "an unknown key": lambda answer: with_key(answer, cbor({1: 9, 3: -7})),
    "a key that is no point": lambda answer: with_key(
        answer, cbor({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)})
    ),
    "a key too long": lambda answer: with_key(
        answer, cbor({1: 3, 3: -257, -1: b"\xff" * LONGEST_KEY, -2: b"\x01\x00\x01"})
    ),
    "another identifier": lambda answer: {**answer, "credential": to_base64(b"another")},
    "a statement of another kind": lambda answer: {
        **answer,
        "attestation": to_base64(cbor({"fmt": "tpm", "attStmt": {}, "authData": data_of(answer)})),
    },
}


def data_of(answer: Answer) -> bytes:
    """What the device has signed of a new key: the last value of the statement."""
    content = from_base64(answer["attestation"])
    return content.partition(b"authData")[2][2:]


def with_data(answer: Answer, data: bytes) -> Answer:
    return {
        **answer,
        "attestation": to_base64(cbor({"fmt": "none", "attStmt": {}, "authData": data})),
    }


def with_key(answer: Answer, key: bytes) -> Answer:
    start = 37 + 16 + 2 + len(from_base64(answer["credential"]))
    return with_data(answer, data_of(answer)[:start] + key)


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_what_is_no_passkey_is_refused_and_not_stored(broken: Callable[[Answer], Answer]) -> None:
    async def story() -> tuple[str, str]:
        club = await Club(MemoryLog()).opened()
        with pytest.raises(PasskeyRefused) as refused:
            await club.add(change=broken)
        assert await club.log.read(PASSKEYS) == []
        await club.add(change=lambda answer: with_data(answer, data_of(answer)))
        return refused.value.fault, await club.who()

    assert asyncio.run(story()) == (PasskeyFault.WRONG, "Ada")


@in_club
async def test_guesses_are_counted_for_an_address_and_others_come(club: Club) -> None:
    await club.add()
    visit = club.visit()
    wrong = flipped(club.answer(), "signature")

    for _ in range(3):
        assert await club.who(wrong, visit) == PasskeyFault.WRONG
    with pytest.raises(Refused) as refused:
        await club.who(club.answer(), visit)

    assert refused.value.code is RefusalCode.TOO_FAST
    assert await club.who() == "Ada"


@in_club
async def test_who_comes_by_a_passkey_is_known_there_when_others_guess_the_password(club: Club) -> None:
    await club.add()
    visit = club.visit()
    assert await club.who(visit=visit) == "Ada"
    for _ in range(10):
        with pytest.raises(Refused):
            await club.accounts.sign_in("Ada", "guessed", club.visit().address)

    with pytest.raises(Refused) as elsewhere:
        await club.accounts.sign_in("Ada", PASSWORD, club.visit().address)

    assert elsewhere.value.code is RefusalCode.TOO_FAST
    assert (await club.accounts.sign_in("Ada", PASSWORD, visit.address)).name == "Ada"


def test_a_long_log_begins_again_with_the_passkeys_and_the_last_challenges(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("playroom.online.server.accounts.passkeys.KEPT_ENTRIES", 5)

    async def story() -> None:
        club = await Club(MemoryLog()).opened()
        await club.add()
        await club.add("Ben")
        club.device.passkeys.pop()
        answers = [club.answer() for _ in range(3)]
        for answer in answers:
            assert await club.who(answer) == "Ada"

        assert [event.number for event in await club.log.read(PASSKEYS)] == [6]
        late = await Club(club.log).opened()
        late.device = club.device
        assert [await late.who(answer) for answer in answers] == [PasskeyFault.OLD] * 3
        assert [await each.who() for each in (late, club)] == ["Ada", "Ada"]
        assert [each.name for each in late.passkeys.of("Ben")] == ["Ben"]

    asyncio.run(story())


def test_challenges_that_have_ended_are_forgotten() -> None:
    async def story() -> int:
        club = await Club(MemoryLog()).opened()
        await club.add()
        for _ in range(5):
            assert await club.who() == "Ada"
            club.now += CHALLENGE_SECONDS
        await club.passkeys.forget("Nobody")
        await club.add("Ben")
        await club.passkeys.forget("Ben")
        kept = json.loads((await club.log.read(PASSKEYS))[0].body)
        return len(kept["answered"])

    assert asyncio.run(story()) == 1


def test_the_journal_has_the_addresses_of_passkeys_and_no_keys(tmp_path: Path) -> None:
    async def story() -> str:
        club = await Club(MemoryLog()).opened()
        await club.add()
        await club.who(flipped(club.answer(), "signature"))
        return club.passkeys.of("Ada")[0].key

    with journal(tmp_path / "journal"):
        key = asyncio.run(story())

    lines = (tmp_path / "journal").read_text(encoding="utf-8")
    said = [(each["event"], each.get("why")) for each in map(json.loads, lines.splitlines())]
    assert said == [("account made", None), ("passkey added", None), ("wrong passkey", "wrong")]
    assert key not in lines
