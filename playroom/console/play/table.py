"""The place at the table: what its keys do, and where they lead."""

from collections.abc import Callable, Mapping
from functools import partial

from playroom.console.play.games import Adviser
from playroom.console.play.hand_walk import HandWalk, every_choice
from playroom.console.play.layout_walk import sweep_layout, walk_layout
from playroom.console.play.match_log import has_moved
from playroom.console.play.match_mode import MatchMode
from playroom.console.play.moves import TableMoves
from playroom.console.play.session import MatchSession
from playroom.console.play.table_answers import TableAnswers
from playroom.console.play.tips import Tips
from playroom.console.ui.places import Item
from playroom.console.ui.questions import SHOWING_TURN, TABLE_QUERIES, YesOrNo
from playroom.console.ui.room import Room
from playroom.keys.commands import GROUPS, Command, CommandGroup, PlaceName
from playroom.narration.answers.answer import ends, hands, no_tile, scores
from playroom.narration.message import Blank, Message, Sentences, answer
from playroom.rules.layout import LEFT, RIGHT
from playroom.rules.move import Draw, Pass
from playroom.rules.rulebook.questions import Drawing
from playroom.rules.view import View


class TablePlace:
    """A place at the table: the hand, its moves, and the answers to questions."""

    bindings = PlaceName.HAND

    def __init__(self, room: Room, session: MatchSession, mode: MatchMode, adviser: Adviser) -> None:
        self.room = room
        self.session = session
        self.mode = mode
        self.answers = TableAnswers(room, session, mode, adviser)
        self.walk = HandWalk(room, self)
        self.moves = TableMoves(room, session, self.answers, self.walk)
        self.tips = Tips(self)
        session.telling.tip = self.tips.next
        self.came_back: Callable[[], None] = lambda: None
        """Called when a key has led back to the table, or was pressed there."""
        self.obeyed: Callable[[Command], object] = lambda _: None
        """Called with each command that was obeyed here, pressed or chosen."""
        self.holds: Callable[[Command], Message | None] = lambda _: None
        """Why a command has to wait, if it has: something else is to be done before."""
        self._only_enter = False
        """Whether no key but Enter was pressed since a round has begun."""

    @property
    def view(self) -> View:
        """What the listener may know now, with the hand in their order."""
        return self.answers.view

    @property
    def way_on(self) -> tuple[Message, ...]:
        """Which key leads on after a round or after the match, if one does."""
        return self.answers.way_on()

    @property
    def look_back(self) -> tuple[Item, ...]:
        """The lines that lead back into the match once it is over."""
        return self.mode.look_back(self) if self.session.is_over else ()

    def tell(self, *news: Message) -> None:
        """Say *news* and the state of the table on a return; in a match, first its introduction."""
        self.room.speech.answer(*news, *self.answers.situation(), *self.way_on)
        self.scan()
        self.came_back()

    def tell_focus(self) -> None:
        """Say the state of the table, then the tile or the choice in focus, and last how it goes on."""
        self.walk.follow()
        focus, way_on = self.walk.focused(), self.way_on
        if focus and way_on:
            blanks: dict[str, Blank] = {"item": Sentences(focus), "way_on": Sentences(way_on)}
            focus = (Message("answers.focus_and_way_on", blanks=blanks),)
        self.room.answer_with_focus(self.answers.situation(), focus or way_on)
        self.came_back()

    def scan(self) -> None:
        """Start timed scanning, if that is set and there are choices."""
        seen = self.view
        if self.room.places.current is self and (seen.is_to_move or seen.ending or seen.winners):
            self.room.scanner.go_on()

    def obey(self, command: Command) -> None:
        """Do what a key stands for; the focus follows the hand first."""
        if why := self.holds(command):
            self.room.speech.reply(why)
            return
        has_begun = self.walk.follow()
        self._only_enter = command is Command.PLAY and (has_begun or self._only_enter)
        if command in SHOWING_TURN and self.view.is_to_move:
            self.session.telling.events.acknowledge_turn()
        self.answers.expect(command)
        self.tips.note(command)
        COMMANDS[command](self)
        self.obeyed(command)
        if command in TABLE_QUERIES:
            self.session.telling.tell_held()
            self.scan()
        self.came_back()

    def typed(self, key: str) -> bool:
        """No other key means anything here."""
        del key
        return False

    def choices(self) -> tuple[Item, ...]:
        """All that can be done now."""
        return every_choice(self)

    def enter(self) -> None:
        """Do what is in focus: play the tile, asking for the end where both fit; after a round, go on."""
        seen = self.view
        behind = self.walk.behind
        if behind and behind.choose:
            behind.choose()
        elif seen.winners or seen.ending:
            self.go_on()
        elif self.walk.tile is None:
            self.room.speech.answer(no_tile(seen))
        elif self._only_enter and not self.mode.takes_back and self.session.telling.events.has_unheard_deal:
            # The key was meant to deal this round, which was dealt meanwhile; a move would stand.
            self.room.speech.reply(answer("menus.has_begun"))
        else:
            self.moves.play(self.walk.tile)

    def choose(self, index: int, end: str = "") -> None:
        """Play the tile at this place of the hand, at a named end or, where both fit, after a question."""
        self.walk.follow()
        self.walk.put(index)
        self._only_enter = False
        named = next((each.end for each in self.view.layout.open_ends if str(each.end) == end), None)
        if named:
            self.moves.play_at(named)
        else:
            self.enter()

    def go_on(self) -> None:
        """Tell again what was not heard of the result; else deal the next round, or play again."""
        if self.session.telling.repeat_result():
            return
        if self.view.winners:
            self.mode.play_again(self)
        elif not self.session.table.is_connected:
            self.room.speech.reply(answer("online.no_connection"))
        elif self.session.table.is_waiting:
            self.room.speech.reply(answer("online.waiting"))
        else:
            self.session.begin()

    @property
    def can_take_back(self) -> bool:
        """Whether the listener has moved where decisions can be taken back."""
        ear = self.session.ear
        return self.mode.takes_back and ear is not None and has_moved(self.session.table.match, (ear,))

    def follow_rewind(self) -> None:
        """Handle a jump of the match to another state, while another person has the keyboard."""
        self.answers.drop_advice()
        self.session.follow_rewind()

    def go_on_elsewhere(self, tell: Callable[[], None]) -> None:
        """Continue after a jump of the match to another state; call *tell* once that is saved."""
        self.answers.drop_advice()
        self.walk.return_to_hand()
        self.session.go_on_elsewhere(tell)
        self.walk.follow()

    def applies(self, command: Command) -> bool:
        """Whether a command means anything at this table, so that lists have it; its key says why not."""
        rules = self.session.table.match.rules
        match command:
            case Command.PLAY_LEFT | Command.PLAY_RIGHT:
                return not rules.has_engine
            case Command.DRAW:
                return rules.drawing is not Drawing.NEVER
            case Command.UNDO | Command.REDO:
                return self.mode.takes_back
            case Command.HINT:
                return self.mode.gives_hints
            case Command.ODDS:
                return self.mode.gives_odds
            case Command.STEP:
                return self.mode.has_lesson
            case Command.PROOF:
                return self.mode.has_people
            case _:
                return self.mode.has_people or command not in GROUPS[CommandGroup.PEOPLE]

    def leave(self) -> None:
        """Leave the table, after a question while the match goes on."""
        question = None if self.session.is_over else self.mode.question_to_leave()
        if question:
            self.room.places.open(YesOrNo(self.room, question, partial(self.mode.leave, self)))
        else:
            self.mode.leave(self)


COMMANDS: Mapping[Command, Callable[[TablePlace], object]] = {
    Command.NEXT: lambda here: here.walk.step(1),
    Command.PREVIOUS: lambda here: here.walk.step(-1),
    Command.FIRST: lambda here: here.walk.go_to(0),
    Command.LAST: lambda here: here.walk.go_to_last(),
    Command.NEXT_PLAYABLE: lambda here: here.walk.go_to_playable(1, here.session.own_turns),
    Command.PREVIOUS_PLAYABLE: lambda here: here.walk.go_to_playable(-1, here.session.own_turns),
    Command.NUMBER: lambda here: here.walk.find_number(),
    Command.PLAY: TablePlace.enter,
    Command.PLAY_LEFT: lambda here: here.moves.play_at(LEFT),
    Command.PLAY_RIGHT: lambda here: here.moves.play_at(RIGHT),
    Command.DRAW: lambda here: here.moves.make(Draw()),
    Command.PASS: lambda here: here.moves.make(Pass()),
    Command.ENDS: lambda here: here.answers.tell(ends),
    Command.CHAIN: lambda here: here.answers.tell_rows(),
    Command.LAYOUT: lambda here: walk_layout(here.room, lambda: here.view),
    Command.SWEEP: lambda here: sweep_layout(here.room, here.view),
    Command.SCORES: lambda here: here.answers.tell(scores),
    Command.INFORMATION: lambda here: here.answers.tell_game(),
    Command.TABLE_LINE: lambda here: here.answers.tell_line(),
    Command.MISSED: lambda here: here.session.telling.sum_up(),
    Command.HINT: lambda here: here.answers.advise(),
    Command.ODDS: lambda here: here.answers.tell_odds(),
    Command.WHAT_IF: lambda here: here.answers.tell_prospects(here.walk.tile),
    Command.UNDO: lambda here: here.mode.undo(here),
    Command.REDO: lambda here: here.mode.redo(here),
    Command.COACH: lambda here: here.answers.ask_coach(),
    Command.PAUSE: lambda here: here.mode.pause(here),
    Command.TURN: lambda here: here.answers.tell_turn(),
    Command.HAND: lambda here: here.answers.tell(hands),
    Command.SORT: lambda here: here.walk.sort(),
    Command.FACTS: lambda here: here.answers.tell_facts(),
    Command.RULES: lambda here: here.mode.open_rules(here),
    Command.CHAT: lambda here: here.mode.talk(here, Command.CHAT),
    Command.CHAT_TO: lambda here: here.mode.talk(here, Command.CHAT_TO),
    Command.PHRASES: lambda here: here.mode.talk(here, Command.PHRASES),
    Command.EXTEND: lambda here: here.mode.talk(here, Command.EXTEND),
    Command.PROOF: lambda here: here.mode.talk(here, Command.PROOF),
    Command.REQUESTS: lambda here: here.mode.talk(here, Command.REQUESTS),
    Command.REPORT: lambda here: here.mode.talk(here, Command.REPORT),
    Command.STEP: lambda here: here.mode.repeat_step(here),
    Command.TIPS: lambda here: here.tips.switch(),
    Command.MENU: lambda here: here.mode.open_menu(here),
    Command.LEAVE: TablePlace.leave,
}
"""What each command does at the table."""
