"""What differs between the kinds of match at a table: on this machine, shared, a trial, an exercise.

A `TablePlace` has the hand, the moves and the answers of every match. It asks its `MatchMode` where the keys
lead that depend on the kind of match. The defaults are those of a match without other people.
"""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from playroom.console.ui.places import Item
from playroom.keys.commands import Command
from playroom.narration.message import Message, answer
from playroom.narration.summaries import undo_refused
from playroom.rules.seat import Seat

if TYPE_CHECKING:
    from playroom.console.play.table import TablePlace


class TableLimits:
    """What the people at a table have agreed on, and whom they wait for: nothing and nobody."""

    @property
    def gives_hints(self) -> bool:
        """Whether the table allows hints."""
        return True

    @property
    def gives_odds(self) -> bool:
        """Whether the listener may hear where hidden tiles probably lie."""
        return self.gives_hints

    @property
    def is_paused(self) -> bool:
        """Whether the people at the table have agreed on a pause."""
        return False

    def seconds_left(self, seat: Seat) -> int | None:
        """The thinking time that the player of *seat* has left; None where there is no limit."""
        del seat
        return None

    def absence(self, seat: Seat) -> Message | None:
        """That the match waits for the player of *seat*, who is away; None if it does not."""
        del seat
        return None


class MatchMode(TableLimits, ABC):
    """One kind of match."""

    takes_back = False
    """Whether decisions can be taken back."""
    has_people = False
    """Whether other people sit at the table, each at a keyboard of their own."""

    @property
    def has_lesson(self) -> bool:
        """Whether a tutor teaches here."""
        return False

    @property
    def taught(self) -> Command | None:
        """The command that a tutor asks for now; None without one."""
        return None

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone decision to redo."""
        return False

    @abstractmethod
    def open_menu(self, place: "TablePlace") -> None:
        """Open the menu of the table."""

    @abstractmethod
    def open_rules(self, place: "TablePlace") -> None:
        """Open the rules of the match."""

    @property
    def again(self) -> Message:
        """The line that stands for `play_again`."""
        return Message("menus.again")

    @abstractmethod
    def play_again(self, place: "TablePlace") -> None:
        """Begin another match at the table of one that is over."""

    @abstractmethod
    def leave(self, place: "TablePlace") -> None:
        """Leave the table."""

    def question_to_leave(self) -> Message | None:
        """The question that is asked before one leaves a match that is not over; None if none is."""
        return None

    def look_back(self, place: "TablePlace") -> tuple[Item, ...]:
        """The lines that lead back into a match that is over."""
        del place
        return ()

    def talk(self, place: "TablePlace", command: Command) -> None:
        """Run a command for the people at the table, of whom there are none."""
        entry = "online.no_limit" if command is Command.EXTEND else "online.no_people"
        place.room.speech.answer(answer(entry))

    def undo(self, place: "TablePlace") -> None:
        """Take the last decision back, or say why not."""
        place.room.speech.reply(undo_refused("shared"))

    def redo(self, place: "TablePlace") -> None:
        """Make the decision again that was taken back last, or say why not."""
        place.room.speech.reply(undo_refused("shared"))

    def repeat_step(self, place: "TablePlace") -> None:
        """Say the step of the lesson again, or that there is no lesson."""
        place.room.speech.reply(answer("lessons.none"))

    def pause(self, place: "TablePlace") -> None:
        """Pause the bots, or let them go on."""
        pace = place.room.bot_pace
        if pace.is_paused:
            pace.go_on()
        else:
            pace.pause()
        place.room.speech.answer(answer("menus.paused" if pace.is_paused else "menus.going_on"))


class PositionMode(MatchMode):
    """A position to try moves at, without bots; the list that it was opened from is below it."""

    takes_back = True

    def leave(self, place: "TablePlace") -> None:
        """Go back to the list."""
        self.close(place)
        below = place.room.places.current
        assert below  # the list
        below.tell()

    def close(self, place: "TablePlace") -> None:
        """Close the position with all that is open above it, silently."""
        place.room.places.drop_to(place)
        place.room.places.drop()
        place.session.leave()

    def pause(self, place: "TablePlace") -> None:
        """Say that no bot plays."""
        place.room.speech.reply(answer("exercises.no_bots"))
