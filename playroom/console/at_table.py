"""The table under the fingers: the hand, the moves, and what can be asked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playroom.console.held import Held
from playroom.console.playing import Playing
from playroom.console.questions import EndQuestion, YesOrNo
from playroom.console.room import Room
from playroom.keys.commands import Command, Place
from playroom.narration import answer as answers
from playroom.narration.information import game_information
from playroom.narration.message import Message, answer
from playroom.narration.refusal import not_your_turn, why_not
from playroom.rules.chain import End
from playroom.rules.flow import NotAllowed
from playroom.rules.legal import Objection, objection
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.tile import Tile
from playroom.rules.view import View
from playroom.voice.utterance import Kind


class AtTable:
    """A place at the table: walks the hand, makes moves, answers questions."""

    bindings = Place.HAND

    def __init__(self, room: Room, playing: Playing, ways: "Ways") -> None:
        self.room = room
        self.playing = playing
        self.ways = ways
        self.held = Held()
        self._round = 0

    @property
    def view(self) -> View:
        """What the listener may know now."""
        return self.playing.view

    def tell(self) -> None:
        """Say how things stand, for somebody who comes back to the table."""
        self.room.answer(answers.ends(self.view), answers.whose_turn(self.view))

    def obey(self, command: Command) -> None:
        """Do what a key stands for; the focus follows the hand first."""
        self.follow()
        COMMANDS[command](self)

    def typed(self, key: str) -> bool:
        """No other key means anything here."""
        del key
        return False

    def follow(self) -> None:
        """Keep the focus on its tile while the hand changes; a new round begins at the first tile."""
        seen = self.view
        self.held = self.held.renewed(seen.hand) if seen.round_number == self._round else Held(seen.hand)
        self._round = seen.round_number

    def walk(self, held: Held) -> None:
        """Put the focus elsewhere, and say the tile there."""
        self.held = held
        self.room.answer(self._tile() if held.tile else answer("menus.empty_hand"))

    def _tile(self) -> Message:
        assert self.held.tile  # the caller has looked
        told = answers.hand_tile(self.view, self.held.tile)
        return self.room.placed(told, self.held.focus, len(self.held.hand))

    def to_playable(self, step: int) -> None:
        """Put the focus on the next tile that fits, or say that none does."""
        found = answers.next_playable(self.view, self.held.focus, step) if self.held.hand else None
        if found is None:
            self.room.answer(answers.none_playable(self.view))
        else:
            self.walk(self.held.at(found))

    def enter(self) -> None:
        """Play the tile in focus, asking for the end where both fit; after a round, deal the next one."""
        seen = self.view
        if seen.winners:
            self.ways.leave()
        elif seen.ending:
            self.playing.begin()
        elif self.held.tile is None:
            self.room.answer(answer("menus.empty_hand"))
        elif seen.is_to_move and objection(seen.position, Play(self.held.tile)) is Objection.WHICH_END:
            self.room.open(EndQuestion(self.room, seen, self.held.tile, self.play_at))
        else:
            self.make(Play(self.held.tile))

    def play_at(self, tile: Tile, end: End) -> None:
        """Play a tile at an end; the first tile has none."""
        self.make(Play(tile, end if self.view.chain else None))

    def play_here(self, end: End) -> None:
        """Play the tile in focus at an end at once."""
        if self.held.tile is None:
            self.room.answer(answer("menus.empty_hand"))
        else:
            self.play_at(self.held.tile, end)

    def make(self, move: Move) -> None:
        """Make a move, or say why it is not allowed."""
        seen = self.view
        if seen.seat is None or not seen.is_to_move:
            self.room.answer(not_your_turn(seen))
            return
        try:
            self.playing.play(seen.seat, move)
        except NotAllowed as refused:
            self.room.answer(why_not(seen, move, refused.why))
        else:
            self._after(move)

    def _after(self, move: Move) -> None:
        """After a draw, the focus goes to the drawn tile if it can be played."""
        self.follow()
        seen = self.view
        if isinstance(move, Draw) and seen.is_to_move and seen.hand and seen.chain.fits(seen.hand[-1]):
            self.held = self.held.at(len(seen.hand) - 1)
            # Not as an answer, which would cut the one that names the tile.
            self.room.say(answers.choices(seen), kind=Kind.ALERT)

    def ask(self, question: Callable[[View], Message | tuple[Message, ...]]) -> None:
        """Answer a question about the table."""
        told = question(self.view)
        self.room.answer(*(told if isinstance(told, tuple) else (told,)))

    def inform(self) -> None:
        """Tell all that is to be known of the game."""
        self.room.answer(*game_information(self.view, self.playing.title))

    def leave(self) -> None:
        """Leave the table, after a question while the match goes on."""
        if self.playing.is_over:
            self.ways.leave()
        else:
            self.room.open(YesOrNo(self.room, Message("menus.leave_match"), self.ways.leave))


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways from a table: to its menu, to the rules of its game, and away."""

    menu: Callable[[AtTable], None]
    rules: Callable[[AtTable], None]
    leave: Callable[[], None]


COMMANDS: Mapping[Command, Callable[[AtTable], None]] = {
    Command.NEXT: lambda here: here.walk(here.held.moved(1)),
    Command.PREVIOUS: lambda here: here.walk(here.held.moved(-1)),
    Command.FIRST: lambda here: here.walk(here.held.at(0)),
    Command.LAST: lambda here: here.walk(here.held.at(len(here.held.hand))),
    Command.NEXT_PLAYABLE: lambda here: here.to_playable(1),
    Command.PREVIOUS_PLAYABLE: lambda here: here.to_playable(-1),
    Command.PLAY: AtTable.enter,
    Command.PLAY_LEFT: lambda here: here.play_here(End.LEFT),
    Command.PLAY_RIGHT: lambda here: here.play_here(End.RIGHT),
    Command.DRAW: lambda here: here.make(Draw()),
    Command.PASS: lambda here: here.make(Pass()),
    Command.ENDS: lambda here: here.ask(answers.ends),
    Command.CHAIN: lambda here: here.ask(answers.chain),
    Command.SCORES: lambda here: here.ask(answers.scores),
    Command.INFORMATION: AtTable.inform,
    Command.TURN: lambda here: here.ask(answers.whose_turn),
    Command.HAND: lambda here: here.ask(answers.hand),
    Command.RULES: lambda here: here.ways.rules(here),
    Command.MENU: lambda here: here.ways.menu(here),
    Command.LEAVE: AtTable.leave,
}
"""What each command does at the table."""
