"""The replay of a match, step by step, with the questions of the table."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs
from msgspec.structs import replace

from playroom.console.play.games import Adviser, DecidedRound
from playroom.console.play.layout_walk import sweep_layout, walk_layout
from playroom.console.play.match_mode import TableLimits
from playroom.console.play.session import MatchSession
from playroom.console.play.table_answers import TableAnswers, Thoughts
from playroom.console.replay.replay_table import ReplayTable, last_own_decision, step_messages
from playroom.console.replay.replays import Replay
from playroom.console.rulebook.rules_reader import list_rules
from playroom.console.ui.list import command_menu
from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo
from playroom.console.ui.room import Room
from playroom.keys.commands import Command, PlaceName
from playroom.narration.answers.answer import ends, hands, scores
from playroom.narration.introduction import introduction
from playroom.narration.message import Message, SeatedCue, answer
from playroom.rules.event import Passed, Scored
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.view import View, open_view
from playroom.sound.cue import Cue

if TYPE_CHECKING:
    from playroom.console.replay.replays import Replays


class ReplayPlace:
    """The place at one step of a match, which has at least one."""

    bindings = PlaceName.REPLAY

    def __init__(self, room: Room, replay: Replay, replays: "Replays", adviser: Adviser) -> None:
        self.room = room
        self._replay, self._replays, self._adviser = replay, replays, adviser
        self._table = ReplayTable(replay.record)
        self._is_over = bool(replay.record.match.winners)
        self._has_open_hands = self._is_introduced = False
        self._listen(replay.ear)

    @property
    def match(self) -> Match:
        """The match as it stood at this step."""
        return self._table.match

    @property
    def view(self) -> View:
        """What the listener may know at this step; all hands, if they are open."""
        return open_view(self.match, self.session.ear) if self._has_open_hands else self.answers.view

    def tell(self) -> None:
        """Say that it is a replay, at first of which match, and the step."""
        session = self.session
        session.take_keyboard()
        self.room.name_window(session.window)
        closed = (Message("replay.all_closed"),) if self._replay.keeps_hands_closed else ()
        title = [Message("replay.title"), *closed, *self._filled]
        if not self._is_introduced:
            self._is_introduced = True
            title.append(introduction(session.telling.title, self._table.match.rules, session.ear))
        self.room.speech.answer(*title, self._round(), *self._step())

    def obey(self, command: Command) -> None:
        """Run a command; any but a question cancels pending advice."""
        self.answers.expect(command)
        if command is not Command.HINT:
            self.answers.drop_advice()
            self._thoughts.drop()
        COMMANDS[command](self)

    def typed(self, key: str) -> bool:
        """No other key has a meaning here."""
        del key
        return False

    def choices(self) -> tuple[Item, ...]:
        """The actions that those who scan need most; the rest is in the menu."""
        named = partial(self.room.speech.named, self.bindings)
        return tuple(Item(each, named(each), choose=partial(self.obey, each)) for each in SCANNED)

    def step(self, way: int) -> None:
        """Go to the next step, or with -1 to the previous one."""
        self._go_to(self._table.index + way)

    def step_round(self, way: int) -> None:
        """Go to the first step of the next round, or with -1 of this round or the one before."""
        timeline, here = self._table.timeline, self._table.index
        number = timeline.steps[here].round
        is_first = here == timeline.first(number)
        there = number + way if way > 0 or is_first else number
        known = 0 <= there < len(self._replay.record.match.rounds)
        self._go_to(timeline.first(there) if known else -1 if way < 0 else len(timeline.steps))

    def go_to_first(self) -> None:
        """Go to the first deal."""
        self._tell_step_at(0)

    def go_to_last(self) -> None:
        """Go to the last step."""
        self._tell_step_at(len(self._table.timeline.steps) - 1)

    def find(self, kind: type[Passed | Scored], way: int) -> None:
        """Go to the next pass or score, or with -1 to the previous one."""
        found = self._table.timeline.find(kind, self._table.index, way)
        if found is None:
            entry = "no_pass" if kind is Passed else "no_score"
            self.room.speech.reply(answer(f"replay.{entry}", way="on" if way > 0 else "back"))
        else:
            self._tell_step_at(found)

    def find_turning_point(self) -> None:
        """Have the coach look where this round was decided, and go there."""
        timeline = self._table.timeline
        number = timeline.steps[self._table.index].round
        match = timeline.state(timeline.last(number))

        def tell(found: DecidedRound | None) -> None:
            if found is None:
                self.room.speech.reply(Message("coach.too_late"))
            elif found.events is None:
                self.room.speech.reply(found.message)
            else:
                self._tell_step_at(timeline.index_in_round(number, found.events), found.message)

        if match.round:
            self.room.speech.reply(answer("coach.not_yet"))
        else:
            self._thoughts.begin(partial(self._adviser.turning_point, match, self.session.ear), tell)

    def ask_to_branch(self) -> None:
        """Ask whether to play on from here, unless that would open the hands of a match that is not over."""

        def branch() -> None:
            here = replace(self._replay, record=self._table.record, ear=self.session.ear)
            self._replays.branch(here, self._table.timeline.count(self._table.index))

        if self._replay.keeps_hands_closed:
            self.room.speech.reply(answer("replay.not_yet"))
        elif self._table.match.winners:
            self.room.speech.reply(answer("replay.no_branch"))
        else:
            self.room.places.open(YesOrNo(self.room, Message("replay.branch_sure"), branch))

    def open_hands(self) -> None:
        """Open all hands once the match is over, or close them again."""
        if not self._is_over:
            self.room.speech.reply(self._closed)
            return
        self._has_open_hands = not self._has_open_hands
        if self._has_open_hands:
            self.room.speech.reply(answer("replay.hands_open"), *self._filled, *hands(self.view))
        else:
            self._listen(self._replay.ear)
            self.room.speech.reply(answer("replay.hands_own"))

    @property
    def _filled(self) -> tuple[Message, ...]:
        """That tiles which nobody has shown are filled in, in a match that was typed at a table of wood."""
        return (answer("companion.filled"),) if self._replay.notes.companion else ()

    def tell_hands(self) -> None:
        """Say the own hand; all hands, if they are open."""
        self.room.speech.reply(*hands(self.view))

    def next_seat(self) -> None:
        """Hear the match as the next seat heard it, once all hands are open."""
        if not self._has_open_hands:
            self.room.speech.reply(answer("replay.open_first") if self._is_over else self._closed)
            return
        seats = len(self._replay.record.players)
        ear = 0 if self.session.ear is None else (self.session.ear + 1) % seats
        self._listen(ear)
        name = self._replay.record.players[ear]
        self.room.speech.reply(answer("replay.heard_by", name=name), *self._step())

    def advise(self) -> None:
        """Say what is best to play here; if another is to move, what was good or bad of the last own move."""
        self.session.own = last_own_decision(self._table.timeline, self._table.index, self.session.ear)
        self.answers.advise()

    def tell_odds(self) -> None:
        """Say what was likely here; once the match is over, beside what was true."""
        self.answers.tell_odds(self._table.match.now.hands if self._is_over else ())

    def retry(self) -> None:
        """Go to the exercises made of one's mistakes."""
        self._replays.retry(replace(self._replay, ear=self.session.ear))

    def list_rules(self) -> None:
        """Open the rules of the match."""
        list_rules(self.session)

    def list_commands(self) -> None:
        """Open the menu: all commands by groups."""
        commands = (each for each in COMMANDS if each is not Command.MENU)
        menu = command_menu(self.room, Message("replay.menu"), self, self.bindings, commands)
        self.room.places.open(menu)

    def leave(self) -> None:
        """Go back to where the replay was opened."""
        self._thoughts.drop()
        self.session.leave()
        self.room.places.back()

    def _listen(self, ear: Seat | None) -> None:
        """Hear the match from the seat of *ear* from now on."""
        self.session = MatchSession(self.room, self._table, ear)
        self.session.telling.after_round = self.session.telling.after_match = lambda: None
        self.answers = TableAnswers(self.room, self.session, TableLimits(), self._adviser)
        self._thoughts = Thoughts(self.session)

    def _go_to(self, index: int) -> None:
        """Go to the step at *index*, or say that the match has none before or after this."""
        if 0 <= index < len(self._table.timeline.steps):
            self._tell_step_at(index)
            return
        entry = "at_start" if index < 0 else "at_end" if self._is_over else "at_newest"
        self.room.speech.reply(structs.replace(answer(f"replay.{entry}"), sound=SeatedCue(Cue.LIST_END)))

    def _tell_step_at(self, index: int, *before: Message) -> None:
        """Go to the step at *index*; say *before*, in another round its number, and what was heard of it."""
        steps, here = self._table.timeline.steps, self._table.index
        self._table.index = index
        number = () if steps[here].round == steps[index].round and index else (self._round(),)
        self.room.speech.reply(*before, *number, *self._step())

    def _round(self) -> Message:
        rounds = len(self._replay.record.match.rounds)
        number = self._table.timeline.steps[self._table.index].round + 1
        return answer("replay.round", number=number, rounds=rounds)

    def _step(self) -> tuple[Message, ...]:
        """The messages of this step to the listener, with the cue of the first alone."""
        messages = step_messages(self._table.timeline, self._table.index, self.session.ear)
        return (*messages[:1], *(structs.replace(each, sound=None) for each in messages[1:]))

    @property
    def _closed(self) -> Message:
        """Why hands are closed before the match is over."""
        return answer("replay.all_closed" if self._replay.keeps_hands_closed else "replay.hands_closed")


COMMANDS: Mapping[Command, Callable[[ReplayPlace], None]] = {
    Command.BRANCH: ReplayPlace.ask_to_branch,
    Command.NEXT: lambda here: here.step(1),
    Command.PREVIOUS: lambda here: here.step(-1),
    Command.NEXT_ROUND: lambda here: here.step_round(1),
    Command.PREVIOUS_ROUND: lambda here: here.step_round(-1),
    Command.FIRST: ReplayPlace.go_to_first,
    Command.LAST: ReplayPlace.go_to_last,
    Command.NEXT_PASS: lambda here: here.find(Passed, 1),
    Command.PREVIOUS_PASS: lambda here: here.find(Passed, -1),
    Command.NEXT_SCORE: lambda here: here.find(Scored, 1),
    Command.PREVIOUS_SCORE: lambda here: here.find(Scored, -1),
    Command.TURNING_POINT: ReplayPlace.find_turning_point,
    Command.HAND: ReplayPlace.tell_hands,
    Command.ENDS: lambda here: here.answers.tell(ends),
    Command.CHAIN: lambda here: here.answers.tell_rows(),
    Command.LAYOUT: lambda here: walk_layout(here.room, lambda: here.answers.view),
    Command.SWEEP: lambda here: sweep_layout(here.room, here.answers.view),
    Command.TURN: lambda here: here.answers.tell_turn(),
    Command.SCORES: lambda here: here.answers.tell(scores),
    Command.INFORMATION: lambda here: here.answers.tell_game(),
    Command.FACTS: lambda here: here.answers.tell_facts(),
    Command.TABLE_LINE: lambda here: here.answers.tell_line(),
    Command.HINT: ReplayPlace.advise,
    Command.ODDS: ReplayPlace.tell_odds,
    Command.OPEN_HANDS: ReplayPlace.open_hands,
    Command.NEXT_SEAT: ReplayPlace.next_seat,
    Command.RETRY: ReplayPlace.retry,
    Command.RULES: ReplayPlace.list_rules,
    Command.MENU: ReplayPlace.list_commands,
    Command.LEAVE: ReplayPlace.leave,
}
"""The action of each command in a replay."""

SCANNED = (
    *(Command.NEXT, Command.PREVIOUS, Command.NEXT_ROUND, Command.PREVIOUS_ROUND, Command.ENDS),
    *(Command.HAND, Command.TURN, Command.HINT, Command.BRANCH, Command.MENU, Command.LEAVE),
)
"""The actions of those who scan that need no menu."""
