"""How the listener finds a table of others: by an invite, nearby, or in the lobby of a server."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from playroom.console.shared.club import Club, rules_items, tell_greeting
from playroom.console.shared.sign_in import (
    SignInList,
    ask_for_token,
    ask_to_change_password,
    ask_to_sign_in,
)
from playroom.console.shared.words import member_blank, met_message, refusal_message
from playroom.console.ui.list import ListPlace, WaitList
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.narration.message import Blank, Message, Urgency, answer, game_title
from playroom.online.client.tables_protocol import SharedTables
from playroom.online.wire.messages import AllHonours
from playroom.online.wire.moderation import News, Role, Shown
from playroom.rules.rulebook.variant import Variant
from playroom.table.shared_table import (
    ClubWords,
    Invitation,
    ListedLobby,
    ListedPerson,
    ListedTable,
    NearbyTable,
)

if TYPE_CHECKING:
    from playroom.console.shared.visit import SharedTableController
    from playroom.online.client.lobby_client import LobbyClient


class JoinFlow:
    """Asks for an invite or the address of a server, and goes to that table or lobby."""

    def __init__(self, visit: "SharedTableController") -> None:
        self._visit, self._room, self._variants = visit, visit.room, visit.games.variants
        self._invite = self._name = ""
        """The invite or address that was written last, and the listener's name if they have given one."""
        self._lobby: LobbyClient | None = None
        self._at = ""
        self._list: LobbyList | None = None
        """The address of that lobby, and its list."""
        self._is_signing_in = False
        """Whether the listener is asked for a name and a password here."""
        self._greeted: ClubWords | None = None
        """The words of the club that has greeted the listener last."""
        self.club = Club(visit)

    def begin(self, invite: str, name: str) -> None:
        """Go to the table of an invite or the lobby of a server, which is asked for unless there is only one.

        Without a name, the table asks for one unless it knows the listener.
        """
        if invite := invite or self._visit.tables.only_server:
            self._go_to(name, invite)
        else:
            tables, go = self._visit.tables, partial(self._go_to, name)
            self._room.places.open(WayList(self._room, tables, self._variants, self._invite, go))

    def leave_lobby(self) -> None:
        """Hear of the lobby no more."""
        lobby, self._lobby = self._lobby, None
        if lobby:
            self.club.end()
            lobby.stop()

    def arrived(self, words: ClubWords | None) -> None:
        """Remember the server, which has answered."""
        self._visit.tables.remember(self._at, words.name if words else "")

    def greet(self, words: ClubWords) -> None:
        """Say the greeting of a club, unless it was said before."""
        if words != self._greeted:
            self._greeted = words
            tell_greeting(self._room, words)

    def set_out(self) -> None:
        """Go to a table: hear of the club in the background, if it has anything to say there."""
        if self._lobby and self.club.is_worth_hearing:
            self._go_behind(self._lobby)
        else:
            self.leave_lobby()

    def follow_club(self) -> None:
        """Hear of the club of a table from now on, unless the listener does already."""
        if self._lobby is None:
            listing = LobbyList(self._room, self._variants, self, is_open=True)
            self._at = ""  # nobody has typed it
            self._begin(self._visit.tables.club(listing), listing)
            if self._lobby:
                self._go_behind(self._lobby)

    def _go_behind(self, lobby: "LobbyClient") -> None:
        lobby.go_behind(follows_tables=self.club.follows_tables)

    def _begin(self, lobby: "LobbyClient | None", listing: "LobbyList") -> None:
        self._lobby, self._list = lobby, listing
        if lobby:
            self.club.begin(lobby)

    def ask_to_sign_in(self, why: Message | None = None) -> None:
        """Ask for a name and a password in the lobby, or once more after *why*."""

        def stop() -> None:
            self._is_signing_in = False
            self._room.places.close(SignInList)
            if place := self._room.places.current:
                place.tell()

        if self._lobby:
            self._is_signing_in = True
            ask_to_sign_in(self._room, self._lobby.sign_in, self._visit.name, stop, why)

    def signed_in(self) -> None:
        """Go back from signing in to the list, and open what was asked for before."""
        was_asked, self._is_signing_in = self._is_signing_in, False
        if was_asked:
            self._room.places.close(SignInList)
            self.club.go_on()

    def refused(self, why: Message) -> None:
        """Say why the server does not do what was asked for, or ask once more for name and password."""
        if self._is_signing_in:
            self.ask_to_sign_in(why)
        else:
            self._room.speech.say(why, urgency=Urgency.ALERT)

    def join_listed(self, code: str) -> None:
        """Go to a table of the lobby."""
        if self._lobby:
            self._visit.join(self._lobby.invite(code), self._name)

    def open_there(self) -> None:
        """Have a table set up, and open it at the server of the lobby."""
        games = self._list.games if self._list else ()
        self._visit.menu.set_up_for_others(partial(self._visit.open, at=self._invite), games)

    def change_password(self, name: str, old: str, new: str) -> None:
        """Change the password of an account."""
        if self._lobby:
            self._lobby.change_password(name, old, new)

    def administer(self, token: str) -> None:
        """Become the administrator of the server by a token."""
        if self._lobby:
            self._lobby.administer(token)

    def go_back(self) -> None:
        """Close the list of the lobby; invitations and awaited tables are heard as before."""
        is_reachable = self._lobby is not None and self.club.is_reachable
        if self._lobby and is_reachable:
            self._go_behind(self._lobby)
        else:
            self.leave_lobby()
        self._room.places.back()
        if is_reachable:
            self._room.speech.say(Message("club.reachable"), urgency=Urgency.EVENT)

    def open_list_again(self) -> bool:
        """Open the list from which the listener has left for a table; False without a connection to it."""
        if self._lobby is None or self._list is None or not self._at:
            return False
        self._lobby.come_forward()
        self._room.places.open(self._list)
        return True

    def _go_to(self, name: str, invite: str) -> None:
        """Go to the lobby of a server, which may be in the background, else to the table of an invite."""

        def give_up() -> None:
            self.leave_lobby()
            self._room.places.back()

        self._invite, self._name = invite, name
        self._visit.name = name or self._visit.name
        if invite == self._at and self.open_list_again():
            return
        listing = LobbyList(self._room, self._variants, self)
        lobby = self._visit.tables.lobby(invite, listing)
        self.leave_lobby()
        if lobby is None:
            self._visit.join(invite, name)
            return
        self._room.places.open(WaitList(self._room, answer("online.connecting"), give_up))
        self._at = invite
        self._begin(lobby, listing)


class LobbyList(ListPlace):
    """The open tables of a server; the list is opened once the server has answered."""

    def __init__(
        self, room: Room, variants: Mapping[str, Variant], way_in: "JoinFlow", *, is_open: bool = False
    ) -> None:
        """Unless it *is_open*, the list opens itself with the first answer of the server."""
        self._variants, self._way_in = variants, way_in
        self._lobby = ListedLobby((), may_open=False)
        self._is_open = is_open
        super().__init__(room, Message("online.tables"), back=way_in.go_back)

    @property
    def games(self) -> tuple[str, ...]:
        """The games that the server plays; none are all."""
        return self._lobby.games

    def listed(self, lobby: ListedLobby) -> None:
        """Update the list of tables; the focus stays on its line."""
        self._lobby = lobby
        self._way_in.club.list_tables(lobby)
        self.renew()
        if not self._is_open:
            self._is_open = True
            self._way_in.arrived(lobby.words)
            self.turn_to(lobby.tables[0].code if lobby.tables else "open")
            self.room.places.close(WaitList)
            self.room.places.open(self)
        if lobby.words:
            self._way_in.greet(lobby.words)

    def peopled(self, people: tuple[ListedPerson, ...]) -> None:
        """Take who is there."""
        self._way_in.club.list_people(people)

    def invited(self, invitation: Invitation) -> None:
        """Say an invitation."""
        self._way_in.club.hear(invitation)

    def honoured(self, honours: AllHonours) -> None:
        """Take the tables of honour."""
        self._way_in.club.honours.take(honours)

    def compared(self, day: str, results: tuple[tuple[str, int], ...]) -> None:  # noqa: ARG002 (one is asked at a time)
        """List the results of the club with the deal of a day."""
        self._way_in.club.list_results(results)

    def signed_in(self) -> None:
        """Go on once the listener has signed in."""
        self._way_in.signed_in()

    def passed_on(self, name: str) -> None:
        """Say that a person was invited."""
        self.room.speech.say(Message("club.passed_on", blanks={"name": name}), urgency=Urgency.ALERT)

    def changed_password(self) -> None:
        """Say that the password is another one now."""
        self.room.speech.say(Message("online.password_changed"), urgency=Urgency.ALERT)

    def named_admin(self) -> None:
        """Say that the listener is the administrator."""
        self._way_in.club.moderation.role = Role.ADMINISTRATOR
        self.room.speech.say(Message("online.is_admin"), urgency=Urgency.ALERT)

    def took_role(self, role: Role) -> None:
        """Take the role of the listener."""
        self._way_in.club.moderation.take_role(role)

    def hear_news(self, news: News) -> None:
        """Say news of the club."""
        self._way_in.club.moderation.hear(news)

    def shown(self, shown: Shown) -> None:
        """Take a list of moderators."""
        self._way_in.club.moderation.take(shown)

    def acted(self) -> None:
        """Say that what a moderator has asked for was done."""
        self._way_in.club.moderation.did()

    def refused(self, code: str, blanks: Mapping[str, object]) -> None:
        """Say why the server does not do what was asked for."""
        self._way_in.refused(refusal_message(self.room.book, code, blanks))

    def met(self, host: str, fingerprint: str) -> None:
        """Say that the server is remembered."""
        self.room.speech.say(met_message(host, fingerprint), urgency=Urgency.ALERT)

    def lobby_ended(self, code: str, blanks: Mapping[str, object]) -> None:
        """Close the list, with what is being typed for it, and say why the server says no more."""
        self._way_in.leave_lobby()
        self.room.places.close(WaitList)
        places = self.room.places
        above = next((place for below, place in pairwise(places) if below is self), None)
        if places.current is self or isinstance(above, TextEntry):
            places.drop_to(self)
            places.back()
        else:
            places.remove(self)  # what is set up above, such as a table, can still be opened there
        self._way_in.refused(refusal_message(self.room.book, code, blanks))

    def items(self) -> Iterator[Item]:
        """The open tables, then what else can be done on the server."""
        for table in self._lobby.tables:
            join = partial(self._way_in.join_listed, table.code)
            yield Item(table.code, self._table_message(table), choose=join)
        if not self._lobby.tables:
            yield Item("none", Message("online.no_tables"))
        if self._lobby.may_open:
            yield Item("open", Message("online.open_there"), choose=self._way_in.open_there)
        yield from self._way_in.club.items()
        yield from self._way_in.club.wishes()
        yield from rules_items(self.room, self._lobby.words)
        if self._lobby.has_accounts:
            change = partial(ask_to_change_password, self.room, self._way_in.change_password)
            yield Item("password", Message("online.change_password"), choose=change)
        if self.room.reaches_machine and not self._lobby.is_admin:
            administer = partial(ask_for_token, self.room, self._way_in.administer)
            yield Item("administer", Message("online.administer"), choose=administer)
        yield Item("back", Message("menus.back"), choose=self._way_in.go_back)

    def _table_message(self, table: ListedTable) -> Message:
        blanks: dict[str, Blank] = {
            "game": game_title(table.game, self._variants),
            "names": tuple(map(member_blank, table.names or (table.host,))),
            "free": table.free,
        }
        if table.evening is not None:
            evening = {**blanks, "name": member_blank(table.host), "count": table.evening}
            return Message("evenings.listed", blanks=evening)
        return Message(f"online.table{'_in_match' if table.in_match else ''}", blanks=blanks)


class WayList(ListPlace):
    """The servers visited before, a line for any other invite, and the tables found nearby.

    These are searched for while the list is open; each is said when it is found.
    """

    def __init__(
        self,
        room: Room,
        tables: SharedTables,
        variants: Mapping[str, Variant],
        written: str,
        join: Callable[[str], None],
    ) -> None:
        """*written* is the invite that was written last, *join* takes the chosen one."""
        self._tables, self._variants, self._written, self._join = tables, variants, written, join
        self._found: tuple[NearbyTable, ...] = ()
        super().__init__(room, Message("online.join_title"))

        def find(found: tuple[NearbyTable, ...]) -> None:
            """Take the tables that are there now, and say which are new."""
            new = [table for table in found if table not in self._found]
            self._found = found
            self.renew()
            if room.places.current is self:
                for table in new:
                    room.speech.say(self._table_message("found", table), urgency=Urgency.EVENT)

        tables.search(find)

    def items(self) -> Iterator[Item]:
        """The ways to tables."""

        def write() -> None:
            prompt = Message("online.write_invite")
            self.room.places.open(TextEntry(self.room, prompt, self._written, join_written))

        def join_written(invite: str) -> None:
            self._written = invite  # the line suggests it when it is opened again: it may be refused
            self._join(invite)

        for server in self._tables.visited:
            entry = "online.visited_club" if server.name else "online.visited"
            label = Message(entry, blanks={"host": server.host, "name": server.name})
            yield Item(server.address, label, choose=partial(self._join, server.address))
        yield Item("write", Message("online.write"), choose=write)
        for table in self._found:
            join = partial(self._join, table.invite)
            yield Item(table.code, self._table_message("nearby", table), choose=join)

    def _table_message(self, entry: str, table: NearbyTable) -> Message:
        game = game_title(table.game, self._variants)
        return Message(f"online.{entry}", blanks={"host": table.host, "game": game})
