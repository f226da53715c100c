"""The list of a shared table: who sits where, who watches, and what one can do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from playroom.console.play.game_choices import game_message
from playroom.console.settings.setting_item import on_or_off
from playroom.console.settings.verbosity import toggle_blocked
from playroom.console.shared.club import rules_items
from playroom.console.shared.evening import evening_items
from playroom.console.shared.report import list_reportable
from playroom.console.shared.table_settings import SharedSettings
from playroom.console.shared.talk import (
    WITH_OTHERS,
    asked_message,
    list_phrases,
    list_recipients,
    request_lines,
    signs_with_others,
    write_line,
)
from playroom.console.shared.words import (
    first_free,
    is_opened,
    seat_message,
    seat_to_take,
    tell_proof,
    unseated,
)
from playroom.console.ui.list import ListPlace, list_title
from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo
from playroom.console.ui.room import Room
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message
from playroom.online.client.followed_table import FollowedTable
from playroom.online.client.table_client import TableClient
from playroom.online.wire.entries import SeatAsked
from playroom.online.wire.table_commands import (
    AnyDo,
    Ban,
    ClearSeat,
    HandOver,
    Kick,
    Mute,
    Ready,
    SeatBot,
    Sit,
    Stand,
    StartMatch,
)
from playroom.rules.rulebook.variant import Variant
from playroom.rules.seat import Seat

if TYPE_CHECKING:
    from playroom.console.shared.visit import SharedTableController


class SeatList(ListPlace):
    """The seats and people of a shared table."""

    def __init__(
        self,
        room: Room,
        client: TableClient,
        variants: Mapping[str, Variant],
        visit: "SharedTableController",
        back: Callable[[], None] | None = None,
    ) -> None:
        self._client, self._variants, self._visit = client, variants, visit
        super().__init__(room, Message("online.lobby"), back=back or self.ask_to_leave)
        seat = seat_to_take(client.table)
        if seat is not None and not client.table.is_host:
            self.turn_to(f"seat {seat}")

    def tell(self) -> None:
        """Say the title and the item in focus, and first that the connection is lost, if it is."""
        title = Message("evenings.title") if self._client.table.state.evening else self.title
        self.tell_item(title if self._client.is_connected else Message("online.lobby_lost"))

    def typed(self, key: str) -> bool:
        """A sign that leads to the others at the table leads to them here too; a letter goes to a line."""
        command = self.room.keymap.command(PlaceName.HAND, key)
        if command is None or command not in WITH_OTHERS or key.isalnum():
            return super().typed(key)
        WITH_OTHERS[command](self.room, self._client)
        return True

    @property
    def hand_keys(self) -> Mapping[Command, Sequence[str]]:
        """The commands that lead to the others at the table, with the signs that do here."""
        return signs_with_others(self.room.keymap)

    def leave_match(self) -> None:
        """Go back to the list after a match; leave one that is under way."""
        if self._client.table.in_match:
            self._visit.leave()
        elif self._client.table.state.of_evening:
            self._visit.go_to_evening()
        else:
            self.room.places.drop_to(self)
            self.tell()

    def ask_to_leave(self) -> None:
        """Leave the table after a question, or a table of an evening between matches for the evening."""
        if self._client.table.state.of_evening and not self._client.table.in_match:
            self._visit.go_to_evening()
        else:
            self.room.places.open(YesOrNo(self.room, self._visit.question_to_leave(), self._visit.leave))

    def items(self) -> Iterator[Item]:
        """What can be done now, and the seats, or the evening; then all else."""
        table = self._client.table
        if table.state.evening:
            yield from evening_items(self.room, self._client)
        else:
            if table.in_match:
                yield Item("go_on", Message("online.go_on"), choose=self._visit.go_to_match)
                yield from request_lines(self._client)
            elif table.state.of_evening and self._client.match:
                yield Item("evening", Message("evenings.back"), choose=self._visit.go_to_evening)
            elif table.is_host and not table.state.of_evening:
                sits_soon = is_opened(self._client) and not table.state.people[table.me].sat
                free = sum(holder.is_free for holder in table.state.seats) - sits_soon
                label = Message("online.start", blanks={"free": free})
                yield Item("start", label, choose=self._ask_to_start)
            elif table.seat is not None and not table.state.of_evening:
                ready = table.me in table.state.ready
                label = Message("online.ready", blanks={"value": on_or_off(on=ready)})
                be_ready = self._command(Ready(not ready))
                yield Item("ready", label, choose=be_ready, step=lambda _: be_ready())
            for seat, holder in enumerate(table.state.seats):
                is_free = holder.person is None and not self._client.only_watches
                step = partial(self._step_bot, seat) if table.is_host and is_free else None
                choose = partial(self._sit, seat) if is_free else None
                yield Item(f"seat {seat}", seat_message(table, seat), choose=choose, step=step)
        yield from self._others(table)

    def _command(self, do: AnyDo) -> Callable[[], None]:
        """A call that sends a command to the table."""
        return partial(self._client.do, do)

    def _ask_to_start(self) -> None:
        """Start the match; ask first if a bot would take a person's seat, or make the match unrated."""
        names, state = unseated(self._client.table), self._client.table.state
        if names and first_free(self._client.table.state) is not None:
            question = Message("online.start_without", blanks={"names": names, "count": len(names)})
            self.room.places.open(YesOrNo(self.room, question, self._start))
        elif state.settings.rated and not all(seat.is_played for seat in state.seats):
            self.room.places.open(YesOrNo(self.room, Message("online.start_unrated"), self._start))
        else:
            self._start()

    def _start(self) -> None:
        """Start the match, with bots on the seats that are free."""
        client, table = self._client, self._client.table
        seat_bots(client)
        if table.seat is not None and table.me not in table.state.ready:
            client.do(Ready())
        client.do(StartMatch())

    def _sit(self, seat: Seat) -> None:
        """Take a seat, or ask for it; the server says nothing more of what was asked for already."""
        table = self._client.table
        asked = table.state.requests.get(table.me)
        self._client.do(Sit(seat))
        if table.in_match and asked and asked.seat == seat:
            self.room.speech.answer(asked_message(table, SeatAsked(seat, table.me)))

    def _step_bot(self, seat: Seat, step: int) -> None:
        """Put the next bot on a seat, after the one that was asked for last."""
        table, bots = self._client.table, self._client.bots
        asked = (
            do.bot if isinstance(do, SeatBot) else ""
            for do in reversed(self._client.asked)
            if isinstance(do, SeatBot | ClearSeat) and do.seat == seat
        )
        now = next(asked, table.state.seats[seat].bot)
        bot = bot_after(now, step, bots, may_be_free=not table.in_match)
        self._client.do(SeatBot(seat, bot) if bot else ClearSeat(seat))

    def _others(self, table: FollowedTable) -> Iterator[Item]:
        room, client, state, visit = self.room, self._client, table.state, self._visit
        display, say = room.display, room.speech.answer
        for number, person in state.people.items():
            if state.seat_of(number) is None and table.is_connected(number) and not state.evening:
                you = "_you" if number == table.me else ""
                message = Message(f"online.watching{you}", blanks={"name": person.name})
                yield Item(f"person {number}", message)
        if table.seat is not None and not (table.in_match or state.of_evening):
            yield Item("stand", Message("online.stand"), choose=self._command(Stand()))
        label = game_message(state.settings.game, self._variants)
        settings = partial(SharedSettings, room, client, self._variants)
        yield Item("game", label, choose=lambda: room.places.open(settings()))
        if state.settings.rated:
            yield Item("rated", Message("online.is_rated"))
        yield Item("chat", Message("online.chat"), choose=partial(write_line, room, client))
        if table.recipients:
            yield Item("chat_to", Message("online.chat_to"), choose=partial(list_recipients, room, client))
        yield Item("phrases", Message("online.phrases"), choose=partial(list_phrases, room, client))
        if client.proof:
            yield Item("proof", Message("online.verify"), choose=partial(tell_proof, room, client))
        if len(state.people) > 1:
            yield Item("people", Message("online.people"), choose=self._list_people)
            if client.has_moderation:
                report = partial(list_reportable, room, client)
                yield Item("report", Message("keys.hand.report"), choose=report)
        if room.club:
            yield from room.club.items()
        yield from rules_items(room, client.words)
        copy_watch = Item(
            "copy" if client.only_watches else "copy_watch",
            Message("online.copy_watch"),
            choose=lambda: say(display.copy(f"{client.link}/{client.watch_word}")),
        )
        if client.only_watches:
            yield copy_watch
        elif room.reaches_machine or client.link:  # elsewhere, no invite can be written
            invite = Message("online.invite", blanks={"code": state.code})
            yield Item("invite", invite, choose=partial(self._spell, by_words=False))
            yield Item("spell", Message("online.spell_words"), choose=partial(self._spell, by_words=True))
            yield Item("copy", Message("online.copy"), choose=lambda: say(display.copy(visit.invite)))
            if client.link:
                code = Message("online.code")
                yield Item("code", code, choose=lambda: say(display.show_code(visit.invite)))
            if client.link and client.watch_word and not (state.evening or state.of_evening):
                yield copy_watch
            if client.is_own:
                yield from visit.own_items()
        yield Item("leave", Message("online.leave"), choose=self.ask_to_leave)

    def _step(self, step: int) -> None:
        """Ask the table for another value, and say nothing before it has it; say the listener's own."""
        item = self._menu.item
        if item.step is None:
            super()._step(step)
            return
        item.step(step)
        self.renew()
        if self._menu.item.label != item.label:
            self.tell_item()

    def _spell(self, *, by_words: bool) -> None:
        """Say the code letter by letter, or with a word for each of them."""
        speech = self.room.speech

        def spelled(sign: str) -> str:
            if not by_words:
                return speech.key_name(sign.lower())
            return sign if sign.isdecimal() else speech.words(Message(f"online.letters.{sign}"))

        letters = ", ".join(map(spelled, self._client.table.state.code))
        speech.answer(Message("online.spelled", blanks={"letters": letters}))

    def _list_people(self) -> None:
        def lines() -> Iterator[Item]:
            table = self._client.table
            for number, person in table.state.people.items():
                if number != table.me:
                    is_blocked = person.name in self.room.settings.blocked
                    hidden = "_hidden" if is_blocked else "_muted" if person.is_muted else ""
                    label = Message(f"online.person{hidden}", blanks={"name": person.name})
                    yield Item(f"person {number}", label, choose=partial(self._open_person, number))

        title = list_title(Message("online.people"))
        self.room.places.open(ListPlace(self.room, title, lines))

    def _open_person(self, number: int) -> None:
        """List what can be done with a person."""
        room, client = self.room, self._client

        def actions() -> Iterator[Item]:
            table = client.table
            person = table.state.people[number]
            hide = partial(toggle_blocked, room, person.name)

            def hide_and_tell() -> None:
                hide()
                assert room.places.current  # the line was chosen there
                room.places.current.tell()

            yield Item("chat", Message("online.chat"), choose=partial(write_line, room, client, number))
            phrases = partial(list_phrases, room, client, number)
            yield Item("phrases", Message("online.phrases"), choose=phrases)
            is_hidden = person.name in room.settings.blocked
            hidden = Message("online.hide", blanks={"value": on_or_off(on=is_hidden)})
            yield Item("hide", hidden, choose=hide_and_tell, step=lambda _: hide())
            if table.may_moderate:
                muted = Message("online.mute", blanks={"value": on_or_off(on=person.is_muted)})
                mute = self._command(Mute(number, muted=not person.is_muted))
                yield Item("mute", muted, choose=mute, step=lambda _: mute())
                yield Item("kick", Message("online.kick"), choose=self._command(Kick(number)))
                sure = Message("online.ban_sure", blanks={"name": person.name})
                ban = self._command(Ban(number))
                yield Item(
                    *("ban", Message("online.ban")),
                    choose=lambda: room.places.open(YesOrNo(room, sure, ban)),
                )
                yield Item("hand_over", Message("online.hand_over"), choose=self._command(HandOver(number)))

        title = Message("online.actions", blanks={"name": client.table.state.name(number)})
        room.places.open(ListPlace(room, title, actions))


def seat_bots(client: TableClient) -> None:
    """Put a bot of the middle strength on each seat that is free."""
    for seat, holder in enumerate(client.table.state.seats):
        if holder.is_free:
            client.do(SeatBot(seat, client.bots[len(client.bots) // 2]))


def bot_after(bot: str, step: int, bots: Sequence[str], *, may_be_free: bool) -> str:
    """The next of these bots; before the first one the seat is free, "", if it may be."""
    words = ("", *bots) if may_be_free else tuple(bots)
    at = words.index(bot) if bot in words else -1
    return words[(at + step) % len(words)]
