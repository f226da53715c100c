"""The place beside a table of wood: the keys of every table, and lines in which moves are typed."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from playroom.console.local.companion_table import CompanionTable
from playroom.console.local.typed_moves import (
    NotUnderstood,
    TypedMove,
    one_tile,
    typed_hand,
    typed_move,
    typed_tiles,
    words_of,
)
from playroom.console.play.games import Adviser
from playroom.console.play.match_mode import MatchMode
from playroom.console.play.match_table import PendingKey
from playroom.console.play.moves import SEVERAL_WAYS, EndQuestion
from playroom.console.play.session import BotTurns, MatchSession
from playroom.console.play.table import TablePlace
from playroom.console.ui.key_help import tell_hints
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.keys.commands import Command
from playroom.narration.answers.answer import hand as hand_message
from playroom.narration.cues import IMPOSSIBLE
from playroom.narration.message import Blank, Message, Urgency, about, answer
from playroom.narration.refusal import move_refused, not_your_turn, other_turn
from playroom.rules.event import Dealt, Drew, Ended, Event, Passed, Played
from playroom.rules.layout import LEFT, RIGHT, End, laid_tiles
from playroom.rules.legal import distinct_plays, objection
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, written
from playroom.rules.view import View, view
from playroom.table.watched_round import known_starter, turn_is_open

TWO_DIGITS: Final = 10
"""The highest number of a set whose halves may have two digits."""

MOST_DIGITS: Final = 3
"""The most digits of the points of a hand."""


class CompanionSession(MatchSession):
    """The listener beside a table of wood: what they type of others answers their key too."""

    def take_keyboard(self) -> None:
        """Narrate events to this listener; nothing is drawn by itself."""
        super().take_keyboard()
        self._turns = BotTurns(self.room, self.table, None, self.telling.events)

    def answers_key(self, event: Event) -> bool:
        """Whether *event* is what was typed."""
        return isinstance(event, Dealt | Played | Drew | Passed | Ended)

    def enter(self, change: Callable[[], bool], own: Move | None = None) -> bool:
        """Change the table by what was typed, which may be an *own* move; whether that was possible.

        What was typed before is not told again, however early the next keys have cut it.
        """
        kept = (self.view, own) if own else None
        self._pending = PendingKey(lambda _: None, self.room.speech.answered, kept)
        self.telling.events.drop_known()
        self.telling.events.after_move()
        is_done = change()
        self._finish_key()
        return is_done


class CompanionPlace(TablePlace):
    """A place beside a table of wood.

    A digit, or Enter while another is to move, begins a line; the keys for a draw and a pass are those of the
    player to move.
    """

    session: CompanionSession

    def __init__(
        self, room: Room, session: CompanionSession, mode: MatchMode, adviser: Adviser, table: CompanionTable
    ) -> None:
        super().__init__(room, session, mode, adviser)
        self._table, self._ear = table, table.ear
        self._left: dict[Seat, Hand] = {}
        """The tiles that others have left, as far as they were typed."""
        self._points: dict[Seat, int] = {}
        """The points of those of whom only points were typed."""
        self._has_said_how = False

    def obey(self, command: Command) -> None:
        """Do what a key stands for; a move is that of the player to move."""
        if command in TYPED:
            self.walk.follow()
            self.answers.expect(command)
            if self._table.match.round and not self._table.to_show:
                TYPED[command](self)
            elif command is Command.NUMBER and not self.session.is_over:
                self.ask_left() if self._table.to_show else self.ask_hand("")
                line = self.room.places.current
                if isinstance(line, TextEntry):  # the first digit of its tiles was typed
                    self._type_digit(line)
            else:
                self.enter()
            self.obeyed(command)
        else:
            super().obey(command)

    def go_on(self) -> None:
        """Ask what others have left at the end of a round, and then for the tiles of the next one."""
        if self._table.to_show:
            self.ask_left()
        elif self.session.is_over or self._table.match.round:
            super().go_on()
        elif not self.session.telling.repeat_result():
            self.ask_hand("")

    def choices(self) -> tuple[Item, ...]:
        """All that can be done now; a line for the move of another."""
        is_others = self._table.match.round is not None and not self.view.is_to_move
        line = Item("type", Message("companion.type_move"), choose=self.enter)
        return (*((line,) if is_others else ()), *super().choices())

    def enter(self) -> None:
        """Do what is in focus: play the own tile in the own turn; else go on, or begin a line."""
        behind = self.walk.behind
        if behind and behind.choose:
            behind.choose()
        elif self._table.to_show or not self._table.match.round:
            self.go_on()
        elif self.view.is_to_move and (tile := self.walk.tile):
            self.play(TypedMove(self._ear, tile=tile), "")
        else:
            self.write("")

    def play_at(self, end: End) -> None:
        """Play the own tile in focus at an end."""
        if self.view.is_to_move and (tile := self.walk.tile):
            self.play(TypedMove(self._ear, tile=tile, end=end if self.view.layout.open_ends else None), "")
        else:
            self.room.speech.reply(not_your_turn(self.view))

    def write(self, text: str, *, is_begun: bool = False) -> None:
        """Open a line for a move, with *text* in it or the digit on the key that was pressed."""
        turn = self._table.match.turn
        who = () if turn is None else (turn,)
        prompt = about("companion.line", who, self._ear)

        def read(entered: str) -> None:
            """Make the move of a typed line."""
            rules, names = self._table.match.rules, self._table.record.players
            try:
                typed = typed_move(entered, names, rules.set, words_of(self.room.book))
            except NotUnderstood as refused:
                self._refuse(entered, refused.message)
                return
            seat = self._table.match.turn if typed.seat is None else typed.seat
            self.play(replace(typed, seat=seat), entered)

        line = TextEntry(self.room, prompt, text, read, cancelled=self.tell)
        self.room.places.open(line, silent=bool(text) or is_begun)
        if is_begun:
            self._type_digit(line)

    def begin_line(self) -> None:
        """Open a line that begins with the digit on the key that was pressed."""
        self.write("", is_begun=True)

    def _type_digit(self, line: TextEntry) -> None:
        line.typed(str(self.room.keymap.digit(self.room.repeat_filter.key)))

    def _refuse(self, text: str, why: Message) -> None:
        """Say why a move is not possible; a line with words stays open, so that nothing is lost.

        Two digits are as quick to type again as to mend, and every key of the table works after them.
        """
        if any(map(str.isalpha, text)):
            self.write(text)
        self.room.speech.reply(replace(why, sound=IMPOSSIBLE, urgency=Urgency.ALERT))

    def play(self, typed: TypedMove, text: str) -> None:
        """Make a move of any player, or say why not; *text* is the line, if it was typed."""
        seat, turn = typed.seat, self._table.match.turn
        if seat is None or (seat != turn and not turn_is_open(self._table.match.rules)):
            is_own = seat is None or self._ear in (seat, turn)
            self._refuse(text, not_your_turn(self.view) if is_own else other_turn(seat or 0, turn))
        elif typed.move == Draw() and seat == self._ear:
            self._draw(typed.tile, text)
        elif typed.move:
            self._make(seat, typed.move, text)
        elif typed.tile:
            self._play_tile(seat, typed.tile, typed.end, text)

    def act(self, move: Draw | Pass) -> None:
        """Make the draw or the pass of the player to move."""
        self.play(TypedMove(self._table.match.turn, move), "")

    def _facing(self, seat: Seat, *tiles: Tile) -> View:
        """What a seat knows; another than the listener's holds *tiles* alone."""
        seen = view(self._table.match, seat)
        return seen if seat == self._ear else replace(seen, hand=tiles)

    def _play_tile(self, seat: Seat, tile: Tile, end: End | None, text: str) -> None:
        """Play a tile, after a question at which end where that makes a difference."""
        seen = self._facing(seat, tile)
        is_own, holds = seat == self._ear, tile in self.view.hand
        if any(laid.tile == tile for laid in laid_tiles(seen.layout)):
            self._refuse(text, answer("companion.on_table", tile=tile))
        elif holds and not is_own:
            self._refuse(text, answer("companion.in_hand", tile=tile))
        else:
            ways = () if end else distinct_plays(seen.position, tile, with_sides=True)
            play = ways[0] if len(ways) == 1 else Play(tile, end)
            if objection(seen.position, play) in SEVERAL_WAYS:
                chosen = partial(self._make, seat, text="")
                question = EndQuestion(self.room, seen, tile, chosen, end, with_sides=True)
                self.room.places.open(question)
            else:
                self._make(seat, play, text, tile)

    def _draw(self, tile: Tile | None, text: str) -> None:
        """Draw a tile of one's own, which only the listener can name."""

        def read(text: str) -> None:
            try:
                self._draw(one_tile(text, self._table.match.rules.set), text)
            except NotUnderstood as refused:
                self._draw(None, "")
                self.room.speech.reply(refused.message)

        if why := objection(self.view.position, Draw()):
            self._refuse(text, move_refused(self.view.position, Draw(), why, self._ear, self._ear))
        elif tile is None:
            prompt = Message("companion.drawn")
            self.room.places.open(TextEntry(self.room, prompt, "", read, cancelled=self.tell))
        else:
            self._make(self._ear, Draw(), text, drawn=tile)

    def _make(self, seat: Seat, move: Move, text: str = "", *held: Tile, drawn: Tile | None = None) -> None:
        """Make a move that is said in full, or say why it is not possible."""
        seen = self._facing(seat, *held, *((move.tile,) if isinstance(move, Play) else ()))
        why = objection(seen.position, move)
        if why and not (turn_is_open(seen.rules) and seat != seen.turn):
            opens = why.startswith("opens") and seat != self._ear
            refused = move_refused(seen.position, move, why, seat, self._ear)
            self._refuse(text, self._disagrees(seat) if opens else refused)
            return
        own = move if seat == self._ear else None
        if not self.session.enter(lambda: self._table.act(seat, move, drawn), own):
            self._refuse(text, self._disagrees(seat))
            return
        self.walk.return_to_hand()
        self.walk.follow()
        if self._table.to_show:
            self.ask_left(after_move=True)

    def _disagrees(self, seat: Seat) -> Message:
        """That a move does not agree with what is known of the tiles of its player."""
        return about("companion.disagrees", (seat,), self._ear)

    def ask_hand(self, text: str, *, is_again: bool = False) -> None:
        """Ask for the tiles of the listener in the next round; *text* was typed before, or stands there."""
        before = self._table.next_match
        if self._ear not in before.seats_in:
            self._ask_first((), "")
            return
        size = before.rules.hand_size(len(before.seats_in)) or 0
        blanks: dict[str, Blank] = {"round": len(before.rounds) + 1, "count": size}
        prompt = Message("companion.hand", blanks=blanks)
        if not (before.rounds or text):
            others = tuple(name for seat, name in enumerate(self._table.record.players) if seat != self._ear)
            blanks = {"game": self.session.telling.title, "names": others, "prompt": prompt}
            prompt = Message("companion.at_table", blanks=blanks)

        def no_hand() -> None:
            """Be back at the table without a deal; there is none before the first one."""
            if self._table.match.rounds:
                self.tell()
            else:
                self.mode.leave(self)

        def read(entered: str) -> None:
            try:
                hand = typed_hand(entered, self._table.match.rules.set)
            except NotUnderstood as refused:
                self._ask_hand_again(entered, refused.message)
                return
            twice = next((tile for tile in hand if hand.count(tile) > 1), None)
            if twice:
                self._ask_hand_again(entered, answer("companion.twice", tile=twice))
            elif len(hand) != size:
                missing = max(size - len(hand), 0)
                why = answer("companion.hand_size", given=len(hand), count=size, missing=missing)
                self._ask_hand_again(entered, why)
            else:
                self._ask_first(hand, entered)

        line = TextEntry(self.room, prompt, text, read, cancelled=no_hand)
        if is_again:
            line.resume()
        self.room.places.open(line, silent=is_again)

    def _ask_hand_again(self, text: str, why: Message) -> None:
        """Say why a hand is refused; what is typed now is added to it."""
        gap = " " if text and self._table.match.rules.set >= TWO_DIGITS else ""
        self.ask_hand(text + gap, is_again=True)
        self.room.speech.reply(replace(why, sound=IMPOSSIBLE))

    def _ask_first(self, hand: Hand, text: str) -> None:
        """Ask who starts, unless the last round has decided it."""
        before = self._table.next_match
        first = known_starter(before)
        if first is not None:
            self._deal(hand, text, first)
            return
        names = self._table.record.players

        def choose(seat: Seat) -> None:
            self.room.places.drop()
            self._deal(hand, text, seat)

        items = tuple(
            Item(
                str(seat),
                Message("companion.name", blanks={"name": names[seat]}),
                choose=partial(choose, seat),
            )
            for seat in before.seats_in
        )
        self.room.places.open(ListPlace(self.room, Message("companion.who_starts"), lambda: items))

    def _deal(self, hand: Hand, text: str, first: Seat) -> None:
        """Begin the round, or ask for the tiles again with which this seat cannot start."""
        if not self.session.enter(lambda: self._table.deal_hand(hand, first)):
            self._ask_hand_again(text, about("companion.cannot_start", (first,), self._ear))
            return
        self._left, self._points = {}, {}
        self.walk.follow()
        if hand:
            self.session.telling.prompt(hand_message(self.view), Urgency.EVENT)
        if not self._has_said_how:
            self._has_said_how = True
            tell_hints(self.room, Message("companion.how"))

    def correct_hand(self) -> None:
        """Ask for the tiles of this round again, while nothing was played."""
        self.ask_hand(written(self._table.match.now.hands[self._ear]))

    def ask_left(self, *, after_move: bool = False) -> None:
        """Ask what the next seat has left; *after_move* ended the round just now."""
        seats = [seat for seat in self._table.to_show if seat not in {*self._left, *self._points}]
        if not seats:
            # The round ends with what was typed; if that does not agree with the moves, it is asked again.
            left, points, self._left, self._points = self._left, self._points, {}, {}
            if not self.session.enter(lambda: self._table.show(left, points)):
                self.room.speech.reply(answer("companion.left_disagrees"))
            return
        count = len(self._table.match.now.hands[seats[0]])
        blanks: dict[str, Blank] = {"name": self._table.record.players[seats[0]], "count": count}
        prompt = Message("companion.left", blanks=blanks)

        def read(text: str) -> None:
            """Note what the seat has left: its tiles, or a number alone, which is their points."""
            highest, numbers = self._table.match.rules.set, text.split()
            is_tiles = len(numbers) > 1 or (highest < TWO_DIGITS and len(text) == 2 * count)
            try:
                tiles = typed_tiles(text, highest) if is_tiles else ()
            except NotUnderstood:
                tiles = ()
            if not is_tiles and text.isdigit() and len(text) <= MOST_DIGITS:
                self._points[seats[0]] = int(text)
            elif tiles and len(tiles) == count:
                self._left[seats[0]] = tiles
            else:
                self.ask_left()
                self.room.speech.reply(answer("companion.left_wrong", count=count))
                return
            self.ask_left()

        line = TextEntry(self.room, prompt, "", read, cancelled=self.tell)
        self.room.places.open(line, silent=after_move)
        if after_move:  # not as an answer, which would cut the one that tells the move
            self.session.telling.prompt(prompt, Urgency.ALERT)


TYPED: Mapping[Command, Callable[[CompanionPlace], object]] = {
    Command.PLAY: CompanionPlace.enter,
    Command.PLAY_LEFT: lambda here: here.play_at(LEFT),
    Command.PLAY_RIGHT: lambda here: here.play_at(RIGHT),
    Command.NUMBER: CompanionPlace.begin_line,
    Command.DRAW: lambda here: here.act(Draw()),
    Command.PASS: lambda here: here.act(Pass()),
}
"""What the keys for moves do here."""
