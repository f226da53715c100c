"""The table under the fingers: the hand, the moves, and what can be asked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from playroom.console.match.coach import RoundCoach
from playroom.console.match.hints import Adviser, Hints
from playroom.console.match.session import MatchSession
from playroom.console.places.hand import HandFocus
from playroom.console.places.items import Item
from playroom.console.places.questions import ask_where
from playroom.console.places.table_choices import behind_hand, every_choice
from playroom.console.places.yes_or_no import YesOrNo
from playroom.console.room import Room
from playroom.keys.commands import Command, PlaceName
from playroom.narration import answer as answers
from playroom.narration.information import at_a_glance, game_information
from playroom.narration.message import Half, Message, Urgency, answer
from playroom.narration.move import move_told
from playroom.narration.refusal import not_your_turn, why_not
from playroom.narration.table_rows import rows
from playroom.rules.event import Ending
from playroom.rules.layout import LEFT, RIGHT, End
from playroom.rules.legal import Objection, objection, only_play
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import Tile
from playroom.rules.view import View

Stage = tuple[int, Ending | None, tuple[Side, ...]]
"""The number of a round, how it ended if it has, and who has won the match."""


class TablePlace:
    """A place at the table: walks the hand, makes moves, answers questions."""

    bindings = PlaceName.HAND

    def __init__(self, room: Room, session: MatchSession, exits: "TableExits", adviser: Adviser) -> None:
        self.room = room
        self._advising = Hints(session, adviser)
        self._coaching = RoundCoach(session, adviser.coach)
        self.session = session
        self.exits = exits
        self.held = HandFocus()
        self._behind = ""
        self._row = -1
        self._searched_turn = -1
        """The turn of the listener in which a tile that fits was asked for last."""
        self._stage: Stage | None = None

    @property
    def view(self) -> View:
        """What the listener may know now."""
        return self.session.view

    def tell(self) -> None:
        """Say how things stand, for somebody who comes back to the table."""
        self.room.speech.answer(answers.ends(self.view), answers.whose_turn(self.view))

    def obey(self, command: Command) -> None:
        """Do what a key stands for; the focus follows the hand first."""
        self.follow()
        if command not in ASKING:
            self.session.heard()
        if command is not Command.HINT:
            self._advising.forget()
        if command is not Command.CHAIN:
            self._row = -1
        COMMANDS[command](self)

    def typed(self, key: str) -> bool:
        """A digit goes to the next tile with that number."""
        digit = self.room.keymap.digit(key)
        if digit is None:
            return False
        self.follow()
        self._to_number(digit)
        return True

    def choices(self) -> tuple[Item, ...]:
        """All that can be done now."""
        return every_choice(self)

    def follow(self) -> None:
        """Keep the focus on its tile while the hand changes; a new round begins at the first tile."""
        seen = self.view
        is_new = self._stage is None or self._stage[0] != seen.round_number
        self.held = HandFocus(seen.hand) if is_new else self.held.renewed(seen.hand)
        stage = seen.round_number, seen.ending, seen.winners
        if stage != self._stage:
            self._stage, self._behind = stage, ""

    def step(self, step: int) -> None:
        """Walk on; behind the last tile stands what else can be done."""
        held, items = self.held, behind_hand(self)
        tiles, names = len(held.hand), [item.key for item in items]
        here = tiles + names.index(self._behind) if self._behind in names else held.focus if tiles else -1
        there = max(0, min(here + step, tiles + len(items) - 1))
        if there < tiles:
            self.walk(held.at(there))
        else:
            self._behind = names[there - tiles]
            self.room.speech.answer(items[there - tiles].label)

    def walk(self, held: HandFocus) -> None:
        """Put the focus on a tile, and say it."""
        self.held, self._behind = held, ""
        self.room.speech.answer(self._tile() if held.tile else answer("menus.empty_hand"))

    def _tile(self) -> Message:
        assert self.held.tile  # the caller has looked
        told = answers.hand_tile(self.view, self.held.tile)
        return self.room.speech.placed(told, self.held.focus, len(self.held.hand))

    def to_playable(self, step: int) -> None:
        """Put the focus on the next tile that fits, at first in a turn on the one that has it already."""
        seen, turn = self.view, self.session.own_turns
        is_first, self._searched_turn = turn != self._searched_turn, turn
        start = self.held.focus - step if is_first else self.held.focus
        found = answers.next_playable(seen, start, step)
        if found is None:
            self.room.speech.reply(answers.none_playable(seen))
        else:
            self.walk(self.held.at(found))

    def _to_number(self, digit: int) -> None:
        """Put the focus on the next tile with this number, or say that there is none."""
        found = answers.next_with_number(self.view, self.held.focus, digit)
        if found is None:
            self.room.speech.answer(answer("answers.none_with_number", number=Half(digit)))
        else:
            self.walk(self.held.at(found))

    def enter(self) -> None:
        """Do what is in focus: play the tile, asking for the end where both fit; after a round, go on."""
        seen = self.view
        behind = next((item for item in behind_hand(self) if item.key == self._behind), None)
        if behind and behind.choose:
            behind.choose()
        elif seen.winners or seen.ending:
            self.go_on()
        elif self.held.tile is None:
            self.room.speech.answer(answer("menus.empty_hand"))
        else:
            self._play(seen, self.held.tile)

    def _play(self, seen: View, tile: Tile) -> None:
        """Play a tile, after a question where it goes unless all ways come to the same."""
        play = only_play(seen.position, tile) or Play(tile)
        if seen.is_to_move and objection(seen.position, play) in SEVERAL_WAYS:
            ask_where(self.room, seen, tile, self.make)
        else:
            self.make(play)

    def choose(self, index: int) -> None:
        """Play the tile at this place of the hand, asking for the end where both fit."""
        self.follow()
        self.held, self._behind = self.held.at(index), ""
        self.enter()

    def go_on(self) -> None:
        """Deal the next round, or play again after a match."""
        if self.view.winners:
            self.exits.again()
        else:
            self.session.begin()

    def play_at(self, end: End) -> None:
        """Play the tile in focus at an end at once; the first tile has none."""
        seen, tile = self.view, self.held.tile
        if tile is None:
            self.room.speech.answer(answer("menus.empty_hand"))
            return
        play = Play(tile, end if seen.layout.open_ends else None)
        if seen.is_to_move and objection(seen.position, play) is Objection.WHICH_HALF:
            ask_where(self.room, seen, tile, self.make, end)
        else:
            self.make(play)

    def make(self, move: Move) -> None:
        """Make a move, after a question if that is settled, or say why it is not allowed."""
        seen = self.view
        if seen.seat is None or not seen.is_to_move:
            self.room.speech.reply(not_your_turn(seen))
        elif why := objection(seen.position, move):
            self.room.speech.reply(why_not(seen, move, why))
        elif self.room.settings.confirm:
            sure = move_told("menus.sure", move, seen.seat, drew=seen.drew)
            self.room.places.open(YesOrNo(self.room, sure, partial(self._move, seen.seat, move)))
        else:
            self._move(seen.seat, move)

    def _move(self, seat: Seat, move: Move) -> None:
        self._behind = ""
        self.session.play(seat, move, partial(self._after, move))
        self.follow()

    def _after(self, move: Move) -> None:
        """After a draw, the focus goes to the drawn tile if it can be played."""
        self.follow()
        seen = self.view
        if isinstance(move, Draw) and seen.is_to_move and seen.position.is_playable(seen.hand[-1]):
            self.held = self.held.at(len(seen.hand) - 1)
            # Not as an answer, which would cut the one that names the tile.
            self.room.speech.say(answers.choices(seen), urgency=Urgency.ALERT)

    def ask(self, question: Callable[[View], Message | tuple[Message, ...]]) -> None:
        """Answer a question about the table."""
        told = question(self.view)
        self.room.speech.reply(*(told if isinstance(told, tuple) else (told,)))

    def walk_rows(self) -> None:
        """Tell the tiles on the table; asked again, the next row of them, round and round."""
        every = rows(self.view)
        self._row = (self._row + 1) % len(every)
        self.room.speech.reply(every[self._row])

    def inform(self) -> None:
        """Tell all that is to be known of the game."""
        self.room.speech.reply(*game_information(self.view, self.session.title))

    def sum_up(self) -> None:
        """Tell what happened since the last key."""
        self.room.speech.reply(self.session.missed)

    def advise(self) -> None:
        """Tell a hint; asked again, what is to be said of the last own move."""
        self._advising.ask()

    def ask_coach(self) -> None:
        """Tell where the last round was decided, once that is found out."""
        self._coaching.ask()

    def put_under_fingers(self) -> None:
        """Answer with the table in one line for fingers, and with the same facts for ears."""
        self.room.speech.reply(*at_a_glance(self.view), braille=self.session.line)

    def leave(self) -> None:
        """Leave the table, after a question while the match goes on."""
        if self.session.is_over:
            self.exits.leave()
        else:
            self.room.places.open(YesOrNo(self.room, Message("menus.leave_match"), self.exits.leave))


@dataclass(frozen=True, slots=True)
class TableExits:
    """Where the keys lead from a table: to its menu, to the rules of its game, to another match, and away."""

    menu: Callable[[TablePlace], None]
    rules: Callable[[TablePlace], None]
    again: Callable[[], None]
    leave: Callable[[], None]


COMMANDS: Mapping[Command, Callable[[TablePlace], None]] = {
    Command.NEXT: lambda here: here.step(1),
    Command.PREVIOUS: lambda here: here.step(-1),
    Command.FIRST: lambda here: here.walk(here.held.at(0)),
    Command.LAST: lambda here: here.walk(here.held.at(len(here.held.hand))),
    Command.NEXT_PLAYABLE: lambda here: here.to_playable(1),
    Command.PREVIOUS_PLAYABLE: lambda here: here.to_playable(-1),
    Command.PLAY: TablePlace.enter,
    Command.PLAY_LEFT: lambda here: here.play_at(LEFT),
    Command.PLAY_RIGHT: lambda here: here.play_at(RIGHT),
    Command.DRAW: lambda here: here.make(Draw()),
    Command.PASS: lambda here: here.make(Pass()),
    Command.ENDS: lambda here: here.ask(answers.ends),
    Command.CHAIN: TablePlace.walk_rows,
    Command.SCORES: lambda here: here.ask(answers.scores),
    Command.INFORMATION: TablePlace.inform,
    Command.TABLE_LINE: TablePlace.put_under_fingers,
    Command.MISSED: TablePlace.sum_up,
    Command.HINT: TablePlace.advise,
    Command.COACH: TablePlace.ask_coach,
    Command.TURN: lambda here: here.ask(answers.whose_turn),
    Command.HAND: lambda here: here.ask(answers.hand),
    Command.RULES: lambda here: here.exits.rules(here),
    Command.MENU: lambda here: here.exits.menu(here),
    Command.LEAVE: TablePlace.leave,
}
"""What each command does at the table."""

SEVERAL_WAYS = (Objection.WHICH_END, Objection.WHICH_HALF)
"""Why a tile cannot be played before its player has said where it goes."""

ASKING = frozenset({Command.MISSED, Command.MENU})
"""The keys that ask what was missed, and so do not count as a key before that."""
