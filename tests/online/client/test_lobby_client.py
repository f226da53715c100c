"""A client that looks for a table: when it asks, and when it stops."""

from collections.abc import Callable
from functools import partial

from table_guest import Call, KeptLink, Timer

from playroom.online.client.link import LinkEnd, LinkUser
from playroom.online.client.lobby_client import REFRESH_SECONDS, RETURN_SECONDS, LobbyClient, LobbyKeys
from playroom.online.client.table_listener import Blanks
from playroom.online.wire.messages import (
    Ack,
    AllHonours,
    Attend,
    ChangePassword,
    Gone,
    Hello,
    Invited,
    ListPeople,
    ListTables,
    Nak,
    People,
    PersonHere,
    ServerMessage,
    SignedIn,
    SignInAgain,
    TableListing,
    Tables,
    Welcome,
    encoded,
)
from playroom.online.wire.moderation import (
    ActKind,
    LookAt,
    Moderate,
    ModeratorList,
    News,
    Role,
    RoleIs,
    Shown,
)
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.table.shared_table import Invitation, ListedLobby, ListedPerson, ListedTable


class Visitor:
    """Somebody in a lobby, and what they have heard."""

    def __init__(self) -> None:
        self.links: list[KeptLink] = []
        self.due: list[tuple[float, Call]] = []
        self.heard: list[object] = []
        self.kept: list[tuple[str, str]] = []
        self.key = ""
        """The key of an account, which another connection may get meanwhile."""
        keep = self._keep
        keys = LobbyKeys("old", partial(keep, "admin"), partial(keep, "key"), lambda: self.key)
        self.client = LobbyClient(self._connect, self._later, self, str, keys)
        self.client.start()
        self.client.opened()

    def _connect(self, user: LinkUser) -> KeptLink:
        self.links.append(KeptLink(user))
        return self.links[-1]

    def _later(self, seconds: float, call: Callable[[], object]) -> Timer:
        self.due.append((seconds, call))
        return Timer(self.due, self.due[-1])

    def _keep(self, name: str, secret: str) -> None:
        self.kept.append((name, secret))

    def told(self, *messages: ServerMessage) -> None:
        for message in messages:
            self.client.received(encoded(message))

    def listed(self, lobby: ListedLobby) -> None:
        self.heard.append(lobby)

    def peopled(self, people: tuple[ListedPerson, ...]) -> None:
        self.heard.append(people)

    def invited(self, invitation: Invitation) -> None:
        self.heard.append(invitation)

    def honoured(self, honours: AllHonours) -> None:
        self.heard.append(honours)

    def compared(self, day: str, results: tuple[tuple[str, int], ...]) -> None:
        self.heard.append((day, results))

    def signed_in(self) -> None:
        self.heard.append("signed in")

    def passed_on(self, name: str) -> None:
        self.heard.append(("invited", name))

    def changed_password(self) -> None:
        self.heard.append("changed password")

    def named_admin(self) -> None:
        self.heard.append("admin")

    def took_role(self, role: Role) -> None:
        self.heard.append(role)

    def hear_news(self, news: News) -> None:
        self.heard.append(news)

    def shown(self, shown: Shown) -> None:
        self.heard.append(shown)

    def acted(self) -> None:
        self.heard.append("acted")

    def refused(self, code: str, blanks: Blanks) -> None:
        self.heard.append(("refused", code, blanks))

    def met(self, host: str, fingerprint: str) -> None:
        self.heard.append(("met", host, fingerprint))

    def lobby_ended(self, code: str, blanks: Blanks) -> None:
        self.heard.append(("ended", code, blanks))


WELCOME = Welcome(VERSION, [], may_open=True)
LISTED = Tables([TableListing("7KQ2M9XD", "Ada", "draw", 2, 1, 1, in_match=False, names=["Ada"])])


def test_the_tables_are_asked_for_again_and_again() -> None:
    made = Visitor()

    made.told(WELCOME, LISTED)
    [(seconds, ask)] = made.due
    ask()

    (link,) = made.links
    assert link.sent == [Hello(VERSION, "playroom", "old"), ListTables(), ListTables()]
    assert seconds == REFRESH_SECONDS
    table = ListedTable("7KQ2M9XD", "draw", ("Ada",), 1, in_match=False, host="Ada")
    assert made.heard == [ListedLobby((table,), may_open=True)]


def test_who_goes_asks_no_more() -> None:
    made = Visitor()
    made.told(WELCOME, LISTED)
    [(_, ask)] = made.due

    made.client.stop()
    made.client.stop()
    ask()

    (link,) = made.links
    assert made.due == []
    assert link.is_closed
    assert link.sent == [Hello(VERSION, "playroom", "old"), ListTables()]


def test_what_is_no_message_for_a_lobby_ends_it() -> None:
    for frame in ("{", encoded(Ack("1", 1))):
        made = Visitor()

        made.client.received(frame)

        assert made.heard == [("ended", "malformed", {})]
        assert made.links[0].is_closed


def test_the_end_of_a_lobby_is_reported_with_its_reason() -> None:
    cut, closed = Visitor(), Visitor()

    cut.client.ended(LinkEnd.UNREACHABLE)
    closed.told(Gone("closing", {"name": "Ada"}))

    assert cut.heard == [("ended", str(LinkEnd.UNREACHABLE), {})]
    assert closed.heard == [("ended", "closing", {"name": "Ada"})]


def test_a_token_is_kept_if_it_is_that_of_the_administrator() -> None:
    made = Visitor()

    made.client.administer(" new\n")
    made.client.opened()
    welcome = Welcome(VERSION, [], may_open=True, is_admin=True)
    made.told(welcome, welcome)

    old, new = made.links
    assert old.is_closed
    assert new.sent[0] == Hello(VERSION, "playroom", "new")
    assert made.kept == [("admin", "new")]
    assert made.heard == ["admin"]


def test_a_wrong_token_is_not_kept_and_the_old_one_is_shown_again() -> None:
    made = Visitor()

    made.client.administer("wrong")
    made.told(WELCOME)
    made.client.opened()

    assert made.kept == []
    assert made.heard == [("refused", "wrong_token", {})]
    assert made.links[-1].sent[-1] == Hello(VERSION, "playroom", "old")


def test_another_password_is_asked_for_and_its_key_is_kept() -> None:
    made = Visitor()
    made.told(WELCOME)

    made.client.change_password("Ada", "eight or more", "nine or more")
    asked = made.links[0].sent[-1]
    made.told(SignedIn("Ada", "ada.1"))

    assert asked == ChangePassword("Ada", "eight or more", "nine or more")
    assert made.kept == [("key", "ada.1")]
    assert made.heard == ["changed password"]


def test_a_password_that_is_refused_does_not_end_the_lobby_but_another_refusal_does() -> None:
    made = Visitor()
    made.client.change_password("Ada", "wrong", "nine or more")

    refusal = Nak("", RefusalCode.WRONG_PASSWORD)
    made.told(refusal, refusal)

    assert made.heard == [("refused", "wrong_password", {}), ("ended", "wrong_password", {})]


def test_an_answer_to_a_password_that_was_asked_for_is_the_last() -> None:
    made = Visitor()
    made.client.change_password("Ada", "eight or more", "nine or more")

    made.told(SignedIn("Ada", "ada.1"), Nak("", RefusalCode.TOO_FAST))

    assert made.heard == ["changed password", ("ended", "too_fast", {})]


CLUB = Welcome(VERSION, [], may_open=True, needs_account=True, has_people=True)


def test_who_has_a_key_signs_in_once_attends_and_asks_who_is_there() -> None:
    made = Visitor()
    made.told(CLUB, LISTED)
    made.key = "ada.1"
    made.due[-1][1]()
    made.told(LISTED, SignedIn("Ada", "ada.1"))
    made.due[-1][1]()
    made.client.ask_people()
    made.told(People([PersonHere("Ada")]), Invited("Ben", "7KQ2M9XD", "draw"))

    (link,) = made.links
    assert link.sent[2:] == [SignInAgain("ada.1"), ListTables(), Attend(), ListTables(), ListPeople()]
    there = (ListedPerson("Ada", "", "", is_quiet=False),)
    assert made.heard[2:] == ["signed in", there, Invitation("Ben", "7KQ2M9XD", "draw")]


def test_a_key_that_the_server_does_not_know_is_tried_once() -> None:
    made = Visitor()
    made.key = "ada.1"
    made.told(CLUB, Nak("", RefusalCode.WRONG_KEY), LISTED)
    made.due[-1][1]()

    assert made.links[0].sent.count(SignInAgain("ada.1")) == 1
    assert not any(isinstance(each, tuple) and each[0] in ("refused", "ended") for each in made.heard)


def test_in_the_background_it_asks_no_more_and_comes_back_in_silence() -> None:
    made = Visitor()
    made.client.go_behind(follows_tables=False)
    made.told(CLUB, SignedIn("Ada", "ada.1"), LISTED)
    asked_again = [*made.due]
    made.client.ended(LinkEnd.CLOSED)
    [(seconds, start)] = made.due
    start()

    assert not asked_again
    assert seconds == RETURN_SECONDS
    assert len(made.links) == 2
    assert not any(isinstance(each, tuple) and each[0] == "ended" for each in made.heard)


def test_a_ban_is_heard_in_the_background_too() -> None:
    made = Visitor()
    made.client.go_behind(follows_tables=True)
    made.told(CLUB, Gone(RefusalCode.BANNED_FOREVER, {"reason": "noise"}))

    assert made.heard[-1] == ("ended", RefusalCode.BANNED_FOREVER, {"reason": "noise"})
    assert made.due == []


def test_a_moderator_is_refused_a_list_or_an_act_and_stays_in_the_lobby() -> None:
    made = Visitor()

    made.told(Welcome(VERSION, [], may_open=True, has_moderation=True), RoleIs(Role.MODERATOR))
    made.client.look(ModeratorList.REPORTS)
    made.client.moderate(ActKind.SETTLE, report=1)
    _, _, _, look, act = made.links[0].sent
    assert isinstance(look, LookAt)
    assert isinstance(act, Moderate)
    made.told(Nak(look.id, RefusalCode.TOO_FAST, {"seconds": 3}), Nak(act.id, RefusalCode.NOT_MODERATOR))
    made.told(Ack(act.id, 0))

    assert made.heard == [
        Role.MODERATOR,
        ("refused", RefusalCode.TOO_FAST, {"seconds": 3}),
        ("refused", RefusalCode.NOT_MODERATOR, {}),
        "acted",
    ]
    assert not made.links[0].is_closed
