"""The table as a picture with buttons: what one visitor may see at it or in a replay, in their language."""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.console.console import Console
from playroom.console.local.cover import Cover
from playroom.console.play.moves import EndQuestion
from playroom.console.play.table import TablePlace
from playroom.console.replay.replay_place import ReplayPlace
from playroom.console.ui.room import Room
from playroom.keys.commands import Command, PlaceName, button_entry, command_entry
from playroom.narration.answers.answer import chain, hand_tile, whose_turn
from playroom.narration.answers.ends import end_choice, is_open_to, playable_ends
from playroom.narration.answers.information import boneyard_size, match_end
from playroom.narration.message import Half, Message, Title, about, masked_tiles
from playroom.narration.narrate import narrate
from playroom.rules.event import Drew, Ended, Passed, Played, Scored, Won
from playroom.rules.layout import (
    LEFT,
    Arm,
    Cross,
    Feet,
    OpenEnd,
    Row,
    Trains,
    total,
)
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Pass
from playroom.rules.rulebook.questions import Drawing
from playroom.rules.seat import Seat
from playroom.rules.view import View

Words = Callable[[Message], str]
"""A message in the words of the listener, to whom it may say "you"."""

REGIONS: Final = ("table", "ends", "players", "hand", "actions")
"""The parts of the page that have a name."""

MOVES: Final = (Command.DRAW, Command.PASS)
QUESTIONS: Final = (
    *(Command.HINT, Command.ENDS, Command.TURN),
    *(Command.UNDO, Command.CHAT, Command.MENU),
)
"""The buttons beside the hand that are not moves, in their order on the page."""
AGAIN: Final = Message("menus.again")
"""The way on after a match that can be played once more."""
AFTER_ROUND: Final = (Command.UNDO, Command.CHAT, Command.MENU)
"""Those of them that are of use once the round is over."""


class BoardMark(Struct, frozen=True):
    """A fact about a player or an end: its *kind*, for which the page has a sign, and its words."""

    kind: str
    words: str


class BoardEnd(Struct, frozen=True):
    """An open end: its name and its number; *label* is both in a few words."""

    key: str
    name: str
    number: int
    label: str
    marks: tuple[BoardMark, ...]


class BoardRow(Struct, frozen=True):
    """Tiles by the name of their row in the game record: a line from the left, others from inside."""

    key: str
    tiles: Row


class LastMove(Struct, frozen=True):
    """What a player has done last in the round: the *tile* that they played, or else what *words* say."""

    tile: str
    words: str


class BoardPlayer(Struct, frozen=True):
    """A player; *hand* are the tiles left to them once the round is over, before that none.

    *gained* are the points of the round once it is over, with their sign; *last* is their last move in it.
    """

    seat: Seat
    name: str
    is_listener: bool
    tiles: int
    tiles_words: str
    points_words: str
    team_words: str
    marks: tuple[BoardMark, ...]
    hand: tuple[str, ...]
    points: int
    gained: str
    last: LastMove | None


class HandButton(Struct, frozen=True):
    """A tile of the listener's hand: in the notation of the game record, in words, and where it fits.

    *ends* are the keys of the ends where it may be played now; none for the first tile of a round.
    """

    tile: str
    name: str
    label: str
    is_playable: bool
    ends: tuple[str, ...]


class ActionButton(Struct, frozen=True):
    """A command with its label; *is_possible* is False for a move that would be refused now."""

    command: Command
    label: str
    is_possible: bool = True


class KeyButton(Struct, frozen=True):
    """A key of the console with what it does now."""

    key: str
    label: str


class BoardQuestion(Struct, frozen=True):
    """The question where a *tile* goes, "" if it is another one, and its answers."""

    words: str
    answers: tuple[KeyButton, ...]
    tile: str = ""


class LastTile(Struct, frozen=True):
    """The place of the tile that was played last in the round, and who has played it."""

    row: str
    index: int
    seat: Seat


class Board(Struct, frozen=True):
    """All that the page draws.

    *turn* says whose turn it is, *summary* is the layout in words. *engine* is the double in the middle,
    *spinner* the index of the first double in the line, *anchor* that of the tile from which the line has
    grown to both sides; None where there is none. *sum_words* is the sum of the ends where a rule depends
    on it, else "". *result* says how the round or the match has ended, "" before that. *is_tree*: the rows
    are arms of a tree, which begin at its engine or at the double that ends another arm.
    """

    heading: str
    facts: tuple[str, ...]
    turn: str
    is_to_move: bool
    summary: str
    rows: tuple[BoardRow, ...]
    engine: str | None
    engine_words: str
    spinner: int | None
    anchor: int | None
    last: LastTile | None
    ends: tuple[BoardEnd, ...]
    sum_words: str
    players: tuple[BoardPlayer, ...]
    hand: tuple[HandButton, ...]
    actions: tuple[ActionButton, ...]
    regions: Mapping[str, str]
    result: str
    question: BoardQuestion | None = None
    is_tree: bool = False


def board_of(
    seen: View,
    title: Title,
    words: Words,
    offers: Collection[Command] = QUESTIONS,
    again: Message = AGAIN,
) -> Board:
    """The board of the listener who has this view; *offers* are the questions that the table allows.

    *again* is the way on after the match.
    """
    layout, open_ends = seen.layout, seen.layout.open_ends
    spinner = layout.main.line.index(layout.spinner) if isinstance(layout, Cross) and layout.spinner else None
    engine = seen.layout.engine if isinstance(seen.layout, Trains | Feet) else None
    played_left = sum(1 for event in seen.log if isinstance(event, Played) and event.end == LEFT)
    ends = (event for event in seen.log if isinstance(event, Ended | Won))
    ended = [narrate(event, seen.seat, seen.rules) for event in ends]
    return Board(
        heading=words(_heading(seen, title)),
        facts=tuple(map(words, (boneyard_size(seen), *match_end(seen)))),
        turn=words(whose_turn(seen)),
        is_to_move=seen.is_to_move,
        summary=words(chain(seen)),
        rows=tuple(BoardRow(key, row) for key, row in seen.layout.rows.items()),
        engine=str(engine) if engine else None,
        engine_words=words(Message("rows.engine", blanks={"tile": engine})) if engine else "",
        spinner=spinner,
        anchor=played_left if layout.rows.get("line") else None,
        last=_last_tile(seen),
        ends=tuple(_end(seen, each, words) for each in open_ends),
        sum_words=words(Message("board.sum", blanks={"sum": total(open_ends)}))
        if open_ends and seen.rules.has_sum
        else "",
        players=tuple(_player(seen, seat, words) for seat in seen.rules.seats_in_order(seen.seat or 0)),
        hand=tuple(
            HandButton(
                str(tile),
                words(Message("answers.tile_before", blanks={"tile": tile})),
                words(hand_tile(seen, tile)),
                seen.is_to_move and seen.position.is_playable(tile),
                tuple(map(str, playable_ends(seen.position, tile))) if seen.is_to_move else (),
            )
            for tile in seen.hand
        ),
        actions=_actions(seen, words, offers, again),
        regions={region: words(Message(f"board.regions.{region}")) for region in REGIONS},
        result=" ".join(words(message) for message in ended if message),
        is_tree=seen.rules.has_feet,
    )


def _heading(seen: View, title: Title) -> Message:
    """The game and the round, of how many if that is known."""
    last = seen.rules.last_deal
    if last is None or seen.rules.single_round:
        return Message("board.heading", blanks={"title": title, "round": seen.round_number})
    return Message("board.heading_of", blanks={"title": title, "round": seen.round_number, "number": last})


def _last_tile(seen: View) -> LastTile | None:
    """The place of the tile that was played last; None before the first."""
    last = next((event for event in reversed(seen.log) if isinstance(event, Played)), None)
    if last is None:
        return None
    rows = seen.layout.rows
    if isinstance(seen.layout, Feet):
        row = next(key for key, tiles in rows.items() if tiles[-1] == last.laid)
    else:
        row = str(last.end) if str(last.end) in rows else "line"
    return LastTile(row, 0 if last.end == LEFT else len(rows[row]) - 1, last.seat)


def _last_move(seen: View, seat: Seat, words: Words) -> LastMove | None:
    """What a player has done last in the round; several draws in a row are one."""
    drawn = 0
    for event in reversed(seen.log):
        match event:
            case Drew(by) if by == seat:
                drawn += 1
            case Played(by, tile) if by == seat and not drawn:
                return LastMove(str(tile), "")
            case Passed(by) if by == seat and not drawn:
                return LastMove("", words(Message("board.last.passed")))
            case Played(by) | Passed(by) if by == seat:
                break
            case _:
                pass
    return LastMove("", words(Message("board.last.drew", blanks={"count": drawn}))) if drawn else None


def _end(seen: View, each: OpenEnd, words: Words) -> BoardEnd:
    name = end_choice(each.end, seen.seat)
    label = Message("answers.end_choice", blanks={"end": name, "number": Half(each.number)})
    shown = words(name)
    if each.end.arm is Arm.ON:  # its name has the number
        label, shown = name, ""
    kinds = ["owed"] if each.end in seen.owed else []
    if each.end in seen.layout.owing_arms:  # an arm that takes a double alone (CR-3)
        kinds.append("double")
    if each.end in seen.layout.toes_owed:  # a foot that must get its toes (CF-2)
        kinds.append("foot")
    if each.end.owner is not None and each.is_open:  # a train that others have opened (MT-7)
        kinds.append("open")
    elif each.end.owner is not None and not is_open_to(each, seen.seat):
        kinds.append("closed")
    marks = tuple(BoardMark(kind, words(Message(f"board.marks.{kind}"))) for kind in kinds)
    return BoardEnd(str(each.end), shown, each.number, words(label), marks)


def _player(seen: View, seat: Seat, words: Words) -> BoardPlayer:
    side = seen.rules.side(seat)
    counts = {"tiles": seen.counts[seat], "points": seen.totals[side]}
    tiles, points = (
        words(Message(f"board.{name}", blanks={"count": count})) for name, count in counts.items()
    )
    scored = next((event.points for event in reversed(seen.log) if isinstance(event, Scored)), None)
    team = Message("board.team", blanks={"number": side + 1})
    marks = {
        "turn": seat == seen.turn,
        "winner": side in seen.winners,
        "eliminated": side not in seen.sides_in,
        "out": seat in seen.out,
    }
    return BoardPlayer(
        seat,
        words(about("board.player", (seat,), seen.seat)),
        seat == seen.seat,
        seen.counts[seat],
        tiles,
        points,
        words(team) if seen.rules.teams else "",
        tuple(
            BoardMark(kind, words(about(f"board.marks.{kind}", (seat,), seen.seat)))
            for kind, holds in marks.items()
            if holds
        ),
        tuple(map(str, seen.open_hands[seat])) if seen.open_hands else (),
        seen.totals[side],
        f"{scored[side]:+}" if seen.ending and scored else "",
        _last_move(seen, seat, words),
    )


def _actions(
    seen: View, words: Words, offers: Collection[Command], again: Message
) -> tuple[ActionButton, ...]:
    """What can be done: the moves or, after a round, the way on; then questions and the menu."""
    is_over = bool(seen.ending or seen.winners)
    asked = AFTER_ROUND if is_over else QUESTIONS
    questions = [_button(command, words) for command in asked if command in offers]
    if is_over:
        go_on = ActionButton(Command.PLAY, words(again if seen.winners else Message("menus.deal")))
        leave = ActionButton(Command.LEAVE, words(Message("menus.back_to_hall")))
        return (go_on, _button(Command.COACH, words), *([leave] if seen.winners else []), *questions)
    if seen.seat is None:
        return (*questions,)
    # Each move that the game has is always at its place, so that no button moves under a finger.
    allowed = legal_moves(seen.position) if seen.is_to_move else ()
    passing = "keep" if seen.is_to_move and seen.drew and Pass() in allowed else Command.PASS
    draw = ActionButton(Command.DRAW, words(Message(f"keys.choices.{Command.DRAW}")), Draw() in allowed)
    pass_ = ActionButton(Command.PASS, words(Message(f"keys.choices.{passing}")), Pass() in allowed)
    moves = (pass_,) if seen.rules.drawing is Drawing.NEVER else (draw, pass_)
    return (*moves, *questions)


def _button(command: Command, words: Words) -> ActionButton:
    return ActionButton(command, words(Message(button_entry(PlaceName.HAND, command))))


MOST_DIGITS: Final = 9
"""The answers of a question that have a digit."""

REPLAY_WAYS: Final = (
    *(Command.PREVIOUS, Command.NEXT, Command.PREVIOUS_ROUND, Command.NEXT_ROUND),
    *(Command.OPEN_HANDS, Command.MENU, Command.LEAVE),
)
"""The commands of a replay that have a button."""


class TableBoard:
    """The board of a console, made anew only where something that it shows has changed."""

    def __init__(self) -> None:
        self._shows: object = None
        self._board: Board | None = None

    def now(self, console: Console) -> Board | None:
        """The board of the open table or replay; None without one, before a deal, and under a cover."""
        place, room = shown_match(console), console.room
        if place is None or not place.session.table.match.rounds:
            return None
        if isinstance(place, TablePlace):
            allowed = {
                Command.HINT: place.mode.gives_hints,
                Command.UNDO: place.can_take_back,
                Command.CHAT: place.mode.has_people,
            }
            offers = tuple(command for command in QUESTIONS if allowed.get(command, True))
            board = self._of(room, place, offers)
        else:  # nothing is played at a step of a replay: the listener's hand stands with the others'
            board = self._of(room, place, ())
            hand = () if room.settings.braille_hand else tuple(map(str, place.view.hand))
            players = tuple(replace(each, hand=hand) if each.is_listener else each for each in board.players)
            board = replace(board, is_to_move=False, players=players, hand=(), actions=())
        if room.settings.braille_hand:
            board = replace(board, hand=())
        match room.places.current:
            case EndQuestion() as asked:  # the digits of the ways, and the key that keeps the tile
                words = room.speech.words
                *ways, keep = (words(item.label) for item in asked.choices())
                numbered = (KeyButton(str(at), label) for at, label in enumerate(ways[:MOST_DIGITS], 1))
                answers = (*numbered, KeyButton("escape", keep))
                return replace(board, question=BoardQuestion(words(asked.question), answers, str(asked.tile)))
            case ReplayPlace():  # the ways through a replay, by the keys that they have now
                words, at = room.speech.words, PlaceName.REPLAY
                bound = ((command, room.keymap.keys(at, command)) for command in REPLAY_WAYS)
                buttons = tuple(
                    KeyButton(keys[0], words(Message(command_entry(at, command))))
                    for command, keys in bound
                    if keys
                )
                return replace(board, question=BoardQuestion(words(Message("replay.title")), buttons))
            case _:
                return board

    def _of(self, room: Room, place: TablePlace | ReplayPlace, offers: tuple[Command, ...]) -> Board:
        """The board of what is seen at a place, with the questions that it offers."""
        seen, speech, is_private = place.view, room.speech, room.settings.braille_hand
        shows = (seen, offers, is_private, room.book, speech.preferences.verbosity, speech.audience)
        if self._board is None or shows != self._shows:

            def masked(message: Message) -> str:
                return speech.words(masked_tiles(message, seen.hand))

            words = masked if is_private else speech.words  # without a hand that is for fingers alone
            again = place.mode.again if isinstance(place, TablePlace) else AGAIN
            self._board = board_of(seen, place.session.telling.title, words, offers, again)
            self._shows = shows
        return self._board


def shown_match(console: Console) -> TablePlace | ReplayPlace | None:
    """The uppermost table or replay; None without one, or while no hand is open."""
    table = open_table(console)
    places = reversed(tuple(console.room.places))
    shown = next((each for each in places if isinstance(each, TablePlace | ReplayPlace)), None)
    return shown if isinstance(shown, ReplayPlace) else table


def open_table(console: Console) -> TablePlace | None:
    """The table at which the visitor sits; None without one, or while no hand is open."""
    places = tuple(console.room.places)
    if any(isinstance(each, Cover) for each in places):
        return None
    return next((each for each in reversed(places) if isinstance(each, TablePlace)), None)
