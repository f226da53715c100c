"""The board holds what the listener may see, all of it, and nothing else."""

from collections import Counter
from itertools import islice, pairwise, takewhile
from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS, random_record, states
from support.languages import CODES
from support.web.boards import drawn_board, matches, words_in

from playroom.keys.commands import TABLE_BUTTONS, Command
from playroom.narration.message import Message, Title
from playroom.rules.deal import begin
from playroom.rules.event import Drew, Passed, Played
from playroom.rules.flow import after
from playroom.rules.layout import Cross, Feet, Laid, Trains, laid_tiles
from playroom.rules.legal import legal_moves
from playroom.rules.match import Match, new_match
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.rulebook.questions import Direction, Drawing
from playroom.rules.rulebook.variant import rules
from playroom.rules.tile import Tile
from playroom.rules.view import View, view
from playroom.table.shuffle import shuffled
from playroom.web.board import QUESTIONS, Board, LastMove, board_of

GAMES = sorted(VARIANTS)
CANARY = 77
"""A number on tiles that no set has."""


def plain(message: Message) -> str:
    """No words, only the name of their entry."""
    return message.entry


def some_states(game: str, seed: int, count: int) -> list[Match]:
    """States of a random match at a random table, from its beginning to its end."""
    chance = Random(seed)
    every = list(islice(states(random_record(VARIANTS[game], chance, short=True).match, chance), 2_000))
    return every[:: max(1, len(every) // count)] + every[-1:]


def boards(game: str, seed: int, count: int = 12) -> list[tuple[View, Board]]:
    """Views of a match, by seats in turn and then a spectator, with their boards."""
    found = []
    for number, match in enumerate(some_states(game, seed, count)):
        seats = [*range(match.rules.players), None]
        seen = view(match, seats[number % len(seats)])
        found.append((seen, board_of(seen, Title(game), plain)))
    return found


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", GAMES)
def test_each_tile_on_the_table_is_drawn_once_as_it_lies(game: str) -> None:
    for seen, board in boards(game, 1):
        drawn = Counter(laid for row in board.rows for laid in row.tiles)

        assert drawn == Counter(laid_tiles(seen.layout))
        assert set(drawn.values()) <= {1}
        engine = str(seen.layout.engine) if isinstance(seen.layout, Trains | Feet) else None
        assert board.engine == engine


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_ends_are_those_of_the_rules(game: str) -> None:
    for seen, board in boards(game, 2):
        ends = seen.layout.open_ends

        assert [(end.key, end.number) for end in board.ends] == [(str(end.end), end.number) for end in ends]
        marks = {end.key: {mark.kind for mark in end.marks} for end in board.ends}
        assert {key for key, kinds in marks.items() if "owed" in kinds} == set(map(str, seen.owed))
        trains = [end for end in ends if end.end.owner is not None]
        opened = {str(end.end) for end in trains if end.is_open}
        assert {key for key, kinds in marks.items() if "open" in kinds} == opened
        assert bool(board.sum_words) == (bool(ends) and seen.rules.has_sum)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_the_buttons_are_the_hand_and_the_legal_moves(game: str) -> None:
    for seen, board in boards(game, 3):
        allowed = legal_moves(seen.position) if seen.is_to_move else ()
        playable = {str(move.tile) for move in allowed if isinstance(move, Play)}
        possible = {each.command for each in board.actions if each.is_possible}

        assert [tile.tile for tile in board.hand] == list(map(str, seen.hand))
        assert {tile.tile for tile in board.hand if tile.is_playable} == playable
        assert (Command.DRAW in possible) == (Draw() in allowed)
        assert (Command.PASS in possible) == (Pass() in allowed)
        assert (Command.PLAY in possible) == bool(seen.ending)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_keeps_its_button_while_the_round_goes_on(game: str) -> None:
    for seen, board in boards(game, 4):
        moves = [each.command for each in board.actions[:2]]

        if seen.seat is not None and not seen.ending:
            has_draw = seen.rules.drawing is not Drawing.NEVER
            assert moves == [Command.DRAW, Command.PASS] if has_draw else moves[0] == Command.PASS


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", GAMES)
def test_players_are_counted_in_the_order_of_turns_from_the_listener(game: str) -> None:
    for seen, board in boards(game, 5):
        first = seen.seat or 0
        seats = [*range(first, seen.rules.players), *range(first)]
        if seen.rules.direction is Direction.ANTICLOCKWISE:
            seats = [first, *seats[:0:-1]]

        assert [player.seat for player in board.players] == seats
        assert [player.tiles for player in board.players] == [seen.counts[seat] for seat in seats]
        assert [player.seat for player in board.players if player.is_listener] == [
            seat for seat in seats if seat == seen.seat
        ]
        assert [
            player.seat for player in board.players if "turn" in {mark.kind for mark in player.marks}
        ] == ([] if seen.turn is None else [seen.turn])
        shown = [player.hand for player in board.players]
        hands = (
            [tuple(map(str, seen.open_hands[seat])) for seat in seats] if seen.ending else [()] * len(seats)
        )
        assert shown == hands


def test_anticlockwise_players_stand_in_the_order_of_their_turns() -> None:
    match = new_match(rules(VARIANTS["cochon"], 3, 0, {"direction": "anticlockwise"}))
    match = after(match, begin(match, shuffled(match, Random(1))[1]))
    board = board_of(view(match, 1), Title("cochon"), plain)

    assert [player.seat for player in board.players] == [1, 0, 2]


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_the_tile_played_last_lies_where_the_match_says(game: str) -> None:
    every = some_states(game, 6, 400)
    for before, match in pairwise(every):
        seen = view(match, 0)
        more = Counter(laid_tiles(seen.layout)) - Counter(laid_tiles(before.now.layout))
        board = board_of(seen, Title(game), plain)

        if more.total() == 1 and len(match.rounds) == len(before.rounds):
            assert board.last
            rows = {row.key: row.tiles for row in board.rows}
            assert rows[board.last.row][board.last.index] == next(iter(more))


@pytest.mark.long
def test_the_line_grows_from_its_first_tile_and_a_cross_from_its_spinner() -> None:
    for game in GAMES:
        for seen, board in boards(game, 7):
            line = seen.layout.rows.get("line", ())
            first = next((event.laid for event in seen.log if hasattr(event, "laid")), None)

            if not line:
                assert board.anchor is None
                continue
            assert board.anchor is not None
            assert line[board.anchor] == first
            spinner = seen.layout.spinner if isinstance(seen.layout, Cross) else None
            assert (None if board.spinner is None else line[board.spinner]) == spinner


def with_canaries(match: Match, seat: int | None) -> Match:
    """The match with all tiles that *seat* may not see changed for tiles that no set has."""
    now = match.now
    hidden = iter(range(200))
    hands = tuple(
        hand if own == seat else tuple(Tile(CANARY, CANARY + next(hidden)) for _ in hand)
        for own, hand in enumerate(now.hands)
    )
    boneyard = tuple(Tile(CANARY, CANARY + next(hidden)) for _ in now.boneyard)
    return match.with_last(replace(now, hands=hands, boneyard=boneyard))


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", CODES)
def test_hidden_tiles_are_never_on_the_board(game: str, code: str) -> None:
    for number, match in enumerate(some_states(game, 8, 8)):
        seat = [*range(match.rules.players), None][number % (match.rules.players + 1)]
        real, changed = match, with_canaries(match, seat)

        if match.round:
            boards_ = [msgspec.json.encode(drawn_board(each, game, code, seat)) for each in (real, changed)]
            assert boards_[0] == boards_[1]
            assert str(CANARY).encode() not in boards_[1]


def test_a_round_that_is_over_shows_what_each_has_left() -> None:
    over = next(match for match in matches("block", 2) if match.now.ending)

    board = drawn_board(over, "block")

    assert [player.hand for player in board.players] == [tuple(map(str, hand)) for hand in over.now.hands]


def test_the_result_names_winners_and_what_the_round_has_brought() -> None:
    every = list(matches("draw", 2))
    rounds = [match for match in every if match.rounds and match.rounds[-1].ending]
    before, first, last = every[1], drawn_board(rounds[0], "draw"), drawn_board(every[-1], "draw")

    assert drawn_board(before, "draw").result == ""
    assert first.result == "Blocked, nobody can play."
    assert {each.gained[0] for each in first.players} == {"+"}
    assert sum(int(each.gained) for each in first.players) == sum(each.points for each in first.players)
    assert "match" in last.result
    asked = {each.command for each in first.actions}
    assert asked.isdisjoint({Command.HINT, Command.ENDS, Command.TURN})
    assert first.actions[0].command is Command.PLAY


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_each_player_shows_their_last_move(game: str) -> None:
    for match in some_states(game, 6, 40):
        log = match.rounds[-1].log
        for player in drawn_board(match, game).players:
            own = [
                event
                for event in log
                if isinstance(event, Played | Passed | Drew) and event.seat == player.seat
            ]
            match own[-1:]:
                case [Played(tile=tile)]:
                    expected = (str(tile), "")
                case [Passed()]:
                    expected = ("", "Passed")
                case [Drew()]:
                    row = takewhile(lambda event: isinstance(event, Drew), reversed(own))
                    expected = ("", f"Drew {len(list(row))}")
                case _:
                    assert player.last is None
                    continue
            assert player.last == LastMove(*expected)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_tile_names_the_ends_where_it_fits(game: str) -> None:
    for match in some_states(game, 8, 40):
        turn = match.rounds[-1].turn
        if turn is None:
            continue
        plays = [move for move in legal_moves(view(match, turn).position) if isinstance(move, Play)]

        board = drawn_board(match, game, seat=turn)

        assert {(each.tile, end) for each in board.hand for end in each.ends} == {
            (str(play.tile), str(play.end)) for play in plays if play.end
        }


def test_a_table_that_gives_no_hints_has_no_button_for_them() -> None:
    match = next(matches("draw", 2))

    board = board_of(view(match, 0), Title("draw"), words_in("en", 0), offers=(Command.MENU,))

    commands = [each.command for each in board.actions]
    assert commands == [Command.DRAW, Command.PASS, Command.MENU]


@pytest.mark.parametrize(
    ("code", "heading", "actions", "player"),
    [
        (
            "en",
            "Draw, round 1",
            ["Draw", "Pass", "Hint", "Ends", "Turn", "Take back", "Chat", "Table menu"],
            "You",
        ),
        (
            "fr",
            "Domino à la pioche, manche 1",
            [
                "Piocher",
                "Bouder",
                "Indice",
                "Bouts",
                "Le tour",
                "Reprendre le coup",
                "Discuter",
                "Menu de la table",
            ],
            "Vous",
        ),
    ],
)
def test_labels_are_in_the_language_of_the_listener(
    code: str, heading: str, actions: list[str], player: str
) -> None:
    match = next(matches("draw", 2))

    board = drawn_board(match, "draw", code)

    assert board.heading == heading
    assert [each.label for each in board.actions] == actions
    assert board.players[0].name == player
    assert all(board.regions.values())


def test_the_label_of_a_tile_begins_with_what_is_seen_of_it() -> None:
    for match in islice(matches("draw", 2), 8):
        for tile in drawn_board(match, "draw").hand:
            assert tile.label.startswith(tile.name)


def test_a_tile_is_written_as_its_two_halves() -> None:
    match = next(match for match in matches("draw", 2) if match.now.layout.open_ends)

    written = msgspec.json.decode(msgspec.json.encode(drawn_board(match, "draw")))

    laid = match.now.layout.rows["line"][0]
    assert isinstance(laid, Laid)
    assert written["rows"][0] == {"key": "line", "tiles": [[laid.left, laid.right]]}


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_server_takes_each_command_of_the_board(game: str) -> None:
    commands = {each.command for _, board in boards(game, 9, 36) for each in board.actions}

    assert commands <= TABLE_BUTTONS
    assert {Command.PASS, Command.PLAY, Command.LEAVE, Command.COACH, *QUESTIONS} <= commands
