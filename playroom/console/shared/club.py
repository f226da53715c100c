"""The people of a club by ear: who is there, friends, invitations, and games whose tables are awaited.

The friends are a list of names in the listener's own settings, beside those whom they do not want to hear: no
server learns it, it is the same at every club, and it is there without a connection. An invitation is heard
as a short sound and a sentence. During a match both are softer than the match: the sentence is said only when
nothing else is, but then to its end, and the invitation waits in a list, which a key opens everywhere. That a
friend has come is said between matches alone.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from playroom.console.progress.statistics_list import lead_message
from playroom.console.settings.setting_item import on_or_off
from playroom.console.settings.verbosity import toggle_blocked
from playroom.console.shared.honour_lists import HonourLists
from playroom.console.shared.moderation import ClubModeration
from playroom.console.shared.words import invitation_topic, member_blank
from playroom.console.ui.list import ListPlace, line_items, list_title
from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo
from playroom.console.ui.room import Room
from playroom.narration.message import Blank, Message, SeatedCue, Series, Title, Urgency, answer, game_title
from playroom.rules.move import Move
from playroom.sound.cue import Cue
from playroom.table.shared_table import ClubWords, Invitation, ListedLobby, ListedPerson
from playroom.voice.utterance import Buffer

if TYPE_CHECKING:
    from playroom.console.shared.visit import SharedTableController
    from playroom.online.client.lobby_client import LobbyClient


MOST_WAITING: Final = 20
"""The most invitations that wait; the oldest makes room."""

AWAY_SECONDS: Final = 60.0
"""The seconds after which a friend is news: who goes from table to table was not away."""

BESIDE_MATCH: Final = 0.5
"""The strength of the sound of an invitation during a match."""


class Club:
    """What the listener hears of a club besides the list of its tables, while they are connected to it."""

    def __init__(self, visit: "SharedTableController") -> None:
        self._room, self._variants, self._visit = visit.room, visit.games.variants, visit
        self.lobby: LobbyClient | None = None
        self._has_people = False
        self._people: tuple[ListedPerson, ...] = ()
        self._waiting: tuple[Invitation, ...] = ()
        """The invitations and the tables that were awaited, the newest first."""
        self._invited: frozenset[Invitation] = frozenset()
        """Those of them by which a person has invited the listener."""
        self._seen: dict[str, float] | None = None
        """When each person was last there, by the clock of the voice; None before the first list."""
        self._known: frozenset[str] | None = None
        """The codes of all tables that were listed before; None if none were."""
        self._list: ListPlace | None = None
        """The list of people that was opened last."""
        self._is_opening = False
        """Whether the list is opened once the server has said who is there."""
        self.honours = HonourLists(self._room, self)
        self.moderation = ClubModeration(self._room, self)
        self._has_ratings = False
        self.go_on: Callable[[], None] = self.open_people
        """Opens what was asked for before the listener had signed in."""

    def begin(self, lobby: "LobbyClient") -> None:
        """Be at a club from now on."""
        self.lobby, self._has_people, self._known, self._seen = lobby, False, None, None
        self._people = self._waiting = ()
        self._invited = frozenset()
        lobby.be_quiet(wanted=self._room.settings.quiet)
        self._room.club = self

    def end(self) -> None:
        """Be at no club any more."""
        self.lobby = self._room.club = None
        self.moderation.end()

    @property
    def is_worth_hearing(self) -> bool:
        """Whether the club says anything to who is at a table: by people, or by tables that are awaited."""
        return self._has_people or bool(self._room.settings.awaited)

    @property
    def is_reachable(self) -> bool:
        """Whether the listener is to hear of the club when they have left its list."""
        has_news = bool(self._room.settings.awaited) or bool(self.lobby and self.lobby.me)
        return has_news and not self._room.settings.quiet

    @property
    def follows_tables(self) -> bool:
        """Whether the club is to be asked again and again when the listener has left its list."""
        return bool(self._room.settings.awaited) or self._awaits_friends

    @property
    def _awaits_friends(self) -> bool:
        settings = self._room.settings
        return settings.friend_news and bool(settings.friends) and not settings.quiet

    def list_tables(self, lobby: ListedLobby) -> None:
        """Take the tables that are open now, and say which of those that are awaited are new."""
        self._has_people, self._has_ratings = lobby.has_people, lobby.has_ratings
        before = self._known
        self._known = (before or frozenset()).union(table.code for table in lobby.tables)
        settings = self._room.settings
        for table in lobby.tables:
            is_free = table.free and not table.in_match and not self._is_at(table.code)
            is_of_others = table.host not in (self.me, *settings.blocked)
            is_awaited = is_free and is_of_others and table.game in settings.awaited and not settings.quiet
            if before is not None and table.code not in before and is_awaited:
                self._wait_for(Invitation(table.host, table.code, table.game), "club.opened")
        is_list_open = self._list is not None and self._room.places.current is self._list
        if self.lobby and (is_list_open or self._awaits_friends):
            self.lobby.ask_people()

    def list_people(self, people: tuple[ListedPerson, ...]) -> None:
        """Take who is there now, and open the list of people if it was asked for."""
        self._people = people
        self._tell_friends()
        title = Message("club.people_title", blanks={"count": len(self._others)})
        if self._list:
            self._list.title = title
        if self._is_opening:
            self._is_opening = False
            if self._list:
                self._room.places.remove(self._list)
            self._list = ListPlace(self._room, title, self._people_items)
            self._room.places.open(self._list)

    def _tell_friends(self) -> None:
        """Say which friends have come, but never in a match, nor to who is not to be disturbed."""
        before, now, settings = self._seen, self._room.voice.now, self._room.settings
        self._seen = {**(before or {}), **{each.name: now for each in self._people}}
        is_list_open = self._is_opening or self._room.places.current is self._list
        if before is None or not self._awaits_friends or self._room.is_at_table or is_list_open:
            return
        for name in settings.friends:
            is_new = self._seen.get(name) == now and now - before.get(name, -inf) > AWAY_SECONDS
            if is_new and not self._is_with(name):
                came = Message("club.friend_came", blanks={"name": name}, sound=SeatedCue(Cue.JOINED))
                self._room.speech.say(came, urgency=Urgency.EVENT, buffer=Buffer.CHAT)

    def hear(self, invitation: Invitation) -> None:
        """Say an invitation, unless the listener refuses those of this person, or has it already."""
        settings = self._room.settings
        if (
            invitation.name not in settings.blocked
            and not settings.quiet
            and not self._is_at(invitation.code)
        ):
            self._wait_for(invitation, "club.invited")

    def _wait_for(self, invitation: Invitation, entry: str) -> None:
        """Have an invitation wait, and say it once; that its table was opened was perhaps said before."""
        is_known = invitation in (self._invited if entry == "club.invited" else self._waiting)
        others = tuple(each for each in self._waiting if each != invitation)
        self._waiting = (invitation, *others)[:MOST_WAITING]
        if entry == "club.invited":
            self._invited = self._invited.union({invitation}).intersection(self._waiting)
        if is_known:
            return
        topic = invitation_topic(invitation.code)
        name = member_blank(invitation.name)
        blanks: dict[str, Blank] = {"name": name, "game": self.game(invitation.game)}
        if self._room.is_at_table:  # the sound at once, the words when nothing else is to be said
            beside = Message(
                f"{entry}_beside", blanks=blanks, sound=SeatedCue(Cue.INVITED, strength=BESIDE_MATCH)
            )
            self._room.speech.sound(beside)
            silent = replace(beside, sound=None)
            self._room.speech.say(silent, urgency=Urgency.ASIDE, buffer=Buffer.CHAT, topic=topic)
        else:
            said = Message(entry, blanks=blanks, sound=SeatedCue(Cue.INVITED))
            self._room.speech.say(said, urgency=Urgency.EVENT, buffer=Buffer.CHAT, topic=topic)

    def follow_invitation(self) -> None:
        """Go to the table of the only invitation; if there are several, or a match is on, list them."""
        if not self._waiting:
            self._room.speech.answer(answer("club.no_invitation"))
        elif len(self._waiting) > 1 or self._room.is_at_table:
            self._list_waiting()
        else:
            self.go(self._waiting[0])

    def _list_waiting(self) -> None:
        def lines() -> Iterator[Item]:
            for each in self._waiting:
                label = self._invitation_line(each)
                yield Item(f"{each.code} {each.name}", label, choose=partial(self._open_invitation, each))

        self._room.places.open(ListPlace(self._room, Message("club.waiting_title"), lines))

    def _invitation_line(self, invitation: Invitation) -> Message:
        name = member_blank(invitation.name)
        blanks: dict[str, Blank] = {"name": name, "game": self.game(invitation.game)}
        return Message("club.invitation", blanks=blanks)

    def _open_invitation(self, invitation: Invitation) -> None:
        """List what can be done with an invitation."""

        def delete() -> None:
            """Remove the invitation, and return to the list of the others."""
            self._waiting = tuple(each for each in self._waiting if each != invitation)
            self._invited -= {invitation}
            self._room.speech.lapse(invitation_topic(invitation.code))
            self._room.places.drop()
            waiting = self._room.places.current
            assert isinstance(waiting, ListPlace)  # the invitation was chosen there
            waiting.tell_after(answer("club.deleted"))

        items = (
            Item("go", Message("club.go"), choose=partial(self.go, invitation)),
            Item("delete", Message("club.delete"), choose=delete),
        )
        title = list_title(self._invitation_line(invitation))
        self._room.places.open(ListPlace(self._room, title, lambda: items))

    def go(self, invitation: Invitation) -> None:
        """Go to a table, after a question from another one; a match of the listener's own is left first."""
        question = self._visit.question_to_leave() if self._visit.table else None
        if self._room.is_at_table and not self._visit.table:
            self._room.speech.answer(answer("club.leave_first"))
        elif question:
            self._room.places.open(YesOrNo(self._room, question, partial(self._leave_for, invitation)))
        else:
            self._leave_for(invitation)

    def _leave_for(self, invitation: Invitation) -> None:
        if self.lobby is None:
            self._room.speech.answer(answer("club.none"))
            return
        self._waiting = tuple(each for each in self._waiting if each.code != invitation.code)
        self._invited = self._invited.intersection(self._waiting)
        if self._visit.table:
            self._visit.leave()
        if self.lobby:
            self._visit.join(self.lobby.invite(invitation.code), self._visit.name)

    @property
    def has_results(self) -> bool:
        """Whether the listener can compare the deal of the day here."""
        return self._has_people and bool(self.me)

    def compare_day(self, day: date, moves: Iterable[Move]) -> None:
        """Send the moves of a day; the answer opens the list of results."""
        if self.lobby:
            self.lobby.compare_day(day, moves)

    def list_results(self, results: tuple[tuple[str, int], ...]) -> None:
        """Open the results of the club with the deal of a day: the best first, equals at one place."""

        def item(number: int, name: str, lead: int) -> Item:
            place = 1 + sum(other > lead for _, other in results)
            blanks: dict[str, Blank] = {
                "place": place,
                "name": member_blank(name),
                "lead": lead_message(lead),
            }
            return Item(
                str(number), Message(f"club.result{'_own' if name == self.me else ''}", blanks=blanks)
            )

        items = tuple(item(number, *each) for number, each in enumerate(results))
        own = next((item.key for item, each in zip(items, results, strict=True) if each[0] == self.me), "0")
        title = Message("club.results_title", blanks={"count": len(results)})
        place = ListPlace(self._room, title, lambda: items)
        place.turn_to(own)
        self._room.places.open(place)

    def open_people(self) -> None:
        """Ask who is there; the answer opens the list."""
        if self.lobby and self.lobby.me:
            self._is_opening = True
            self.lobby.ask_people()
        elif self.lobby and self._has_people and not self._room.is_at_table:
            self._sign_in_first(self.open_people)
        else:
            self._room.speech.answer(answer("online.refused.sign_in_first"))

    @property
    def me(self) -> str:
        """The listener's name at the club; "" before they have signed in."""
        return self.lobby.me if self.lobby else ""

    @property
    def _others(self) -> tuple[ListedPerson, ...]:
        return tuple(each for each in self._people if each.name != self.me)

    def _people_items(self) -> Iterator[Item]:
        friends = self._room.settings.friends
        for person in sorted(self._others, key=lambda each: each.name not in friends):
            at = "at" if person.code or self._is_with(person.name) else "at_private"
            game = (Message(f"club.{at}", blanks={"game": self.game(person.game)}),) if person.game else ()
            friend = (Message("club.friend"),) if person.name in friends else ()
            quiet = (Message("club.is_quiet"),) if person.is_quiet else ()
            yield self._person_item(person.name, (*friend, *game, *quiet))
        here = {each.name for each in self._people}
        for name in friends:
            if name not in here:
                yield self._person_item(name, (Message("club.friend"), Message("club.away")))

    def _person_item(self, name: str, facts: tuple[Message, ...]) -> Item:
        """The line of a person, which opens the list of what can be done with them."""
        room = self._room

        def invite() -> None:
            if self.lobby and self._visit.table:
                self.lobby.invite_person(name, self._visit.table[0])

        def actions() -> Iterator[Item]:
            person = next((each for each in self._people if each.name == name), None)
            if person and self._visit.table and not self._is_with(name):
                yield Item("invite", Message("club.invite"), choose=invite)
            if person and person.code and not self._is_at(person.code):
                there = Invitation(name, person.code, person.game)
                yield Item("go", Message("club.go"), choose=partial(self.go, there))
            is_friend = name in room.settings.friends
            others = [each for each in room.settings.friends if each != name]
            befriend = partial(room.change_settings, friends=others if is_friend else [*others, name])
            friend = Message("club.is_friend", blanks={"value": on_or_off(on=is_friend)})
            yield Item("friend", friend, step=lambda _: befriend())
            refuses = Message("club.refuses", blanks={"value": on_or_off(on=name in room.settings.blocked)})
            yield Item("refuse", refuses, step=lambda _: toggle_blocked(room, name))

        said = Series((Message("online.person", blanks={"name": name}), *facts))
        title = Message("online.actions", blanks={"name": name})
        return Item(
            f"person {name}",
            Message("club.person", blanks={"facts": said}),
            choose=lambda: room.places.open(ListPlace(room, title, actions)),
        )

    def items(self) -> Iterator[Item]:
        """The lines on its people that a list has: who is there, what waits, whether any may come."""

        def step_quiet(_by: int) -> None:
            wanted = not self._room.settings.quiet
            self._room.change_settings(quiet=wanted)
            if self.lobby:
                self.lobby.be_quiet(wanted=wanted)

        if self._has_people:
            choose = partial(self._sign_in_first, self.open_people)
            yield Item("club people", Message("club.people"), choose=choose)
        if self._waiting:
            waiting = Message("club.waiting", blanks={"count": len(self._waiting)})
            yield Item("club waiting", waiting, choose=self._list_waiting)
        if self._has_people:
            value = on_or_off(on=self._room.settings.quiet)
            yield Item("club quiet", Message("club.quiet", blanks={"value": value}), step=step_quiet)
        yield from self.moderation.items()

    def wishes(self) -> Iterator[Item]:
        """The lines on what the listener wants to hear of the club."""
        room = self._room

        def step_friend_news(_by: int) -> None:
            room.change_settings(friend_news=not room.settings.friend_news)

        def step_awaited(game: str, _by: int) -> None:
            awaited = room.settings.awaited
            others = [each for each in awaited if each != game]
            room.change_settings(awaited=others if game in awaited else [*others, game])

        def games() -> Iterator[Item]:
            for game in self._variants:
                value = on_or_off(on=game in room.settings.awaited)
                label = Message("club.game", blanks={"game": self.game(game), "value": value})
                yield Item(game, label, step=partial(step_awaited, game))

        if self._has_ratings:
            choose = partial(self._sign_in_first, self.honours.open)
            yield Item("club honours", Message("club.honours"), choose=choose)
        if self._has_people:
            compare = partial(self._sign_in_first, self._visit.menu.compare_day)
            yield Item("club day", Message("club.day"), choose=compare)
        title = Message("club.await_title")
        yield Item(
            *("club await", Message("club.await")),
            choose=lambda: room.places.open(ListPlace(room, title, games)),
        )
        if self._has_people:
            value = on_or_off(on=room.settings.friend_news)
            label = Message("club.tell_friends", blanks={"value": value})
            yield Item("club friends", label, step=step_friend_news)

    def _sign_in_first(self, then: Callable[[], None]) -> None:
        """Do something for which one has to have signed in."""
        if self.me or self.lobby is None:
            then()
        else:
            self.go_on = then
            self._visit.way_in.ask_to_sign_in()

    def game(self, name: str) -> Title:
        """The title of a game."""
        return game_title(name, self._variants)

    def _is_at(self, code: str) -> bool:
        """Whether the listener is at the table of this code."""
        return bool(self._visit.table and self._visit.table[0] == code)

    def _is_with(self, name: str) -> bool:
        """Whether a person is at the listener's table."""
        return name in self._visit.names


def tell_greeting(room: Room, words: ClubWords) -> None:
    """Say the name and the greeting of a club."""
    blanks = {"name": words.name, "greeting": words.greeting}
    room.speech.say(Message("club.greeting", blanks=blanks), urgency=Urgency.ALERT)


def rules_items(room: Room, words: ClubWords | None) -> Iterator[Item]:
    """The line that leads to the rules of conduct, if there are any."""
    if words and words.rules:
        rules = line_items(Message("club.rule", blanks={"rule": rule}) for rule in words.rules)
        title = list_title(Message("club.rules"))
        yield Item(
            *("club rules", Message("club.rules")),
            choose=lambda: room.places.open(ListPlace(room, title, lambda: rules)),
        )
