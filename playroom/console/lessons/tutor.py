"""The tutor of a match: says one step of the lesson at a time, and waits for its key."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from playroom.console.lessons.lesson_steps import (
    Fact,
    LessonStep,
    as_hinted,
    end_side,
    leads_to_menu,
    lesson_facts,
    plain_request,
    request,
    scans,
)
from playroom.console.play.table import TablePlace
from playroom.console.ui.background import Job
from playroom.console.ui.places import Item
from playroom.home.match_notes import LessonNotes
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Blank, Message, Sentences, Urgency, answer
from playroom.rules.event import Event, Turn
from playroom.rules.rewind import Progress, progress
from playroom.table.record import Record
from playroom.voice.utterance import Buffer, Utterance

if TYPE_CHECKING:
    from playroom.console.ui.background import Job

QUIET: Final = frozenset({Command.REPEAT, Command.HUSH, Command.SCAN, Command.STEP})
"""The commands after which a step is not said again: they are about speech, or lead to a choice."""

SLOW: Final = frozenset({Command.HINT, Command.COACH})
"""The commands whose answer may come later; until then one of PUT_OFF is said."""

PLAYS: Final = frozenset({Command.PLAY, Command.PLAY_LEFT, Command.PLAY_RIGHT})

MOVES: Final = PLAYS | {Command.DRAW, Command.PASS}
"""The commands that would leave the position that a step is about."""

PUT_OFF: Final = ("answers.thinking", "coach.looking", "coach.still_looking")

PLAIN: Final = 2
"""The number of other keys after which a step is its key, and once how it is skipped."""


class Tutor:
    """Teaches *steps* at *table* from where it was *noted*, after a *welcome*; *save* saves how far it is.

    It hears what happens at the table and which keys are pressed, and changes nothing there. *ended* is
    called once nothing is left to teach.
    """

    def __init__(
        self,
        table: TablePlace,
        steps: tuple[LessonStep, ...],
        noted: LessonNotes,
        save: Callable[[LessonNotes], None],
        ended: Callable[[], None],
        welcome: str = "lessons.welcome",
    ) -> None:
        self._table, self._room = table, table.room
        self._steps, self._noted = steps, noted
        # In a lesson that was left, what a step follows that is not done comes again.
        again = {step.follows for step in steps if step.name not in noted.done}
        self._done = tuple(name for name in noted.done if name not in again)
        self._save, self._ended, self._welcome = save, ended, welcome
        self._step: LessonStep | None = None
        """The step that is waited for."""
        self._in_menu: LessonStep | None = None
        """The last step at the table, if a player who scans finds its command in the menu alone."""
        self._since: object = None
        """How far the match was when it was said first."""
        self._others = 0
        """How many other keys were pressed since."""
        self._announced: Progress | None = None
        """How far the match was announced; what has happened since must be heard before the next step."""
        self._number = 0
        """The number of the utterance that said it last."""
        self._told_to_skip: set[str] = set()
        """The steps of which it was said how they are skipped."""
        self._known: set[str] = set()
        """The steps that were said in this visit."""
        self._asked_again = ""
        """The step that the last key has asked for again."""
        self._commands: set[Command] = set()
        self._has_key = self._is_answered = self._is_late = False
        """Whether a key was pressed since the tutor has last looked, whether an answer was given, and
        whether the answer to the step's own key is still to come."""
        self._is_other_late = False
        """Whether the answer to another key is, before which the step is not said again."""
        self._job: Job | None = None

    def begin(self) -> None:
        """Begin to teach, or go on with it, with the focus on the tile where it was when it was left."""

        def note(command: Command) -> None:
            self._commands.add(command)

        def hold(command: Command) -> Message | None:
            """That a move has to wait for a step about the position before it; None if it need not."""
            step = self._step
            if step is None or step.always or command not in MOVES or not self._table.view.is_to_move:
                return None
            is_asked = command is step.command or (command in PLAYS and step.command in PLAYS)
            return None if is_asked else answer("lessons.not_yet")

        def end_key(command: Command | None) -> None:
            """Note a key that was answered; what it has chosen from a list is noted already."""
            self._has_key = True
            if command:
                self._commands.add(command)
            self._plan()

        def hear(record: Record, _events: tuple[Event, ...]) -> None:
            self._announced = progress(record.match)
            self._plan()

        self._table.obeyed, self._table.holds = note, hold
        self._room.key_pressed = end_key
        self._table.session.listen(hear)
        self._announced = progress(self._table.session.table.match)
        if self._table.session.table.match.round:
            self._table.session.begin()
        walk, hand = self._table.walk, tuple(map(str, self._table.view.hand))
        walk.follow()
        if self._noted.focus in hand:
            walk.put(hand.index(self._noted.focus))
        self._note_progress()
        if self._done:
            self._table.tell()
        else:
            self._table.session.telling.first_words()  # they are for players who know the game
            self._room.speech.answer(answer(self._welcome, name=self._other))
        self._room.voice.history.follow(self._follow)
        self._plan()

    def end(self) -> None:
        """Teach no more."""
        self._table.obeyed = self._room.key_pressed = lambda _: None
        self._table.holds = lambda _: None
        self._room.voice.history.unfollow(self._follow)
        self._room.voice.drop({self._number} - {0})
        if self._job:
            self._job.cancel()
        self._steps = ()

    @property
    def asked(self) -> Command | None:
        """The command of the table that the step waits for; None without one."""
        step = self._step
        return step.command if step and step.place is PlaceName.HAND else None

    def lines(self) -> tuple[Item, ...]:
        """What the menu of the table has for the lesson."""

        def leave(then: Callable[[], None]) -> None:
            self._room.places.drop_to(self._table)
            then()

        ways = {"again": self._begin_step, "skip": self.skip, "stop": self.stop}
        return tuple(
            Item(f"lesson {name}", Message(f"lessons.menu.{name}"), choose=partial(leave, then))
            for name, then in ways.items()
        )

    def repeat(self) -> None:
        """Say the step from its beginning; asked twice in a row, skip it."""
        step = self._step
        if step and self._asked_again == step.name:
            self.skip()
        elif step:
            self._asked_again = step.name
            self._begin_step()
        else:
            self._say_none_now()

    def skip(self) -> None:
        """Go on to the next step; chosen in the menu, this is not about the way back from there."""
        facts = self._facts
        if due := self._due(facts):
            self._finish(due)
        if self._due(facts) is None and Fact.ROUND_OVER not in facts:  # after a round, the lesson ends
            self._say_none_now()
        self._plan()

    def stop(self) -> None:
        """End the lesson, whose match goes on."""
        self.end()
        self._ended()
        self._room.speech.say(Message("lessons.end"), urgency=Urgency.ALERT)

    def _say_none_now(self) -> None:
        self._room.speech.answer(answer("lessons.none_now"))

    def _begin_step(self) -> None:
        """Say the step from its beginning."""
        self._step = None
        self._known -= {step.name for step in self._steps}
        self._plan()

    def _follow(self, utterance: Utterance) -> None:
        """Note an answer to a key."""
        put_off = (self._room.speech.words(Message(entry)) for entry in PUT_OFF)
        if utterance.urgency is Urgency.ANSWER and utterance.text not in put_off:
            self._is_answered = True
            self._plan()

    def _plan(self) -> None:
        """Look at the table once all that the key has caused at once is said."""
        if self._steps and not self._job:
            self._job = self._room.background.later(0, self._look)

    def _look(self) -> None:
        """Note whether the step is done, and say what is due."""
        self._job = None
        if self._announced != progress(self._table.session.table.match):
            return
        commands, self._commands = self._commands, set()
        has_key, self._has_key = self._has_key, False
        is_answered, self._is_answered = self._is_answered, False
        facts = self._facts
        if has_key and Command.STEP not in commands:
            self._asked_again = ""
        if step := self._step:
            # Whether its key was pressed, unless something else than the answer to it ends the step.
            is_pressed = self._is_late or step.command in commands
            if is_pressed and Fact.AT_TABLE in facts and not (step.always or step.until):
                self._is_late = step.command in SLOW and not is_answered
                if self._is_late:
                    return
                self._finish(step)
            elif step.until in facts:
                self._finish(step)
        was_late, self._is_other_late = self._is_other_late and not has_key, False
        if (was_late or commands & SLOW) and not is_answered:
            self._is_other_late = True
            return
        self._note_progress()
        self._teach(facts, is_other=was_late or (has_key and not commands & QUIET))

    def _teach(self, facts: frozenset[Fact], *, is_other: bool) -> None:
        """Say the step that is due, if it is another one or an *other* key was pressed."""
        seen = self._table.view
        since = seen.round_number, len(seen.log)
        due, behind = self._due(facts), self._in_menu
        if behind and behind.name not in self._done and Fact.IN_LIST in facts:
            # Its command is behind the choices of the menu that is open.
            due = behind if request(self._room, self._table, behind) else due
        if due is None:
            self._step = None
            self._room.voice.drop({self._number} - {0})  # else it is said amid the moves that follow
            if Fact.AT_TABLE in facts and (seen.round_number > 1 or Fact.ROUND_OVER in facts):
                self.stop()
        elif due is not self._step or since != self._since:
            self._step, self._since, self._others = due, since, 0
            if Fact.AT_TABLE in facts:
                self._in_menu = due if leads_to_menu(self._room, self._table, due) else None
            self._say(due, 1 if due.always and due.name in self._known else 0)
        elif is_other:
            self._others += 1
            self._say(due, self._others)

    @property
    def _facts(self) -> frozenset[Fact]:
        self._table.walk.follow()  # the hand may have changed since the last key
        return lesson_facts(self._table, self._room.places.current, scans=scans(self._room))

    def _due(self, facts: frozenset[Fact]) -> LessonStep | None:
        """The first step that is due."""
        seen = self._table.view
        turns = sum(isinstance(event, Turn) and event.seat == seen.seat for event in seen.log)
        due = (
            step
            for step in self._steps
            if step.name not in self._done
            and step.scanning in (None, scans(self._room))
            and step.when <= facts
            and step.turn <= turns
            and seen.round_number == 1
            and request(self._room, self._table, step) is not None
        )
        return next(due, None)

    def _note_progress(self) -> None:
        """Save how far the lesson is, if that has changed and it is not over."""
        tile = self._table.walk.tile
        now = LessonNotes(self._done, str(tile) if tile else "")
        if now != self._noted and self._steps[-1].name not in self._done:
            self._noted = now
            self._save(now)

    def _finish(self, step: LessonStep) -> None:
        self._is_late, self._step = False, None
        self._done = (*self._done, step.name)
        if step is self._steps[-1]:
            self._ended()
        else:
            self._note_progress()

    def _say(self, step: LessonStep, others: int) -> None:
        """Say a step after a number of *other* keys, each time more plainly."""
        self._known.add(step.name)
        if (hinted := as_hinted(self._table, step)) is not step:
            step, others = hinted, 0
        asked = request(self._room, self._table, step)
        entry = f"lessons.steps.{step.name}.{'again' if others else 'say'}"
        # What the words may name: the bot, the tile in focus and its end, if there are sounds.
        tile = None if scans(self._room) else self._table.walk.tile
        named: dict[str, Blank] = {
            "name": self._other,
            "sound": "on" if self._room.speech.cue_words.can_play else "off",
            "has_focus": "on" if tile else "off",
            "tile": tile or "",
            "side": end_side(self._table, tile) if tile else "left",
        }
        words = Message(entry, blanks=named)
        parts: tuple[Message | None, ...] = (words, asked)
        if others >= PLAIN and step.name in self._told_to_skip:
            parts = (asked,)
        elif others >= PLAIN:
            self._told_to_skip.add(step.name)
            parts = (plain_request(self._room, self._table, step, words), Message("lessons.skipping"))
        self._room.voice.drop({self._number} - {0})
        blanks: dict[str, Blank] = {"told": Sentences(tuple(filter(None, parts)))}
        urgency = Urgency.ALERT if self._room.voice.mode.speaks else Urgency.ANSWER
        self._number = self._room.speech.say(
            Message("lessons.step", blanks=blanks), urgency=urgency, buffer=Buffer.SYSTEM
        )

    @property
    def _other(self) -> str:
        """The name of the player opposite: the bot, or the partner of four."""
        session = self._table.session
        players = session.table.record.players
        return players[((session.ear or 0) + len(players) // 2) % len(players)]
