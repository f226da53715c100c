"""Nothing of another seat's hand can be asked for in a replay, unless all hands are open after the match."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import Console, folders, keys_of_a_move
from support.console.replays import opened, played
from support.games.random_matches import VARIANTS, random_record

from playroom.advice import hints
from playroom.commands.dispatch import read_command_line
from playroom.commands.parser import subcommand
from playroom.console.play.table import TablePlace
from playroom.console.replay.replay_place import ReplayPlace
from playroom.home.match_notes import NotesFile
from playroom.rules.legal import legal_moves
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.view import View
from playroom.table.record import Record

TILE = re.compile(r"\b\d+-\d+\b")
QUESTIONS = (
    "w",
    "c",
    "v",
    "t",
    "s",
    "e",
    "f",
    "f",
    "b",
    "i",
    "i",
    "j",
    "escape",
    "f2",
    "o",
    "w",
    "a",
    "w",
    "escape",
)
STEPS = ("right", "right", "right", "down", "p", "z", "left", "end", "left", "home", "right")


@pytest.fixture(autouse=True)
def _quick_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let advice be found at once: what it says is of the seat's own view in any case."""

    def values(view: View) -> dict[object, float]:
        return {move: 1 / (1 + at) for at, move in enumerate(legal_moves(view.position))}

    monkeypatch.setattr(hints, "move_values", values)


def known_tiles(match: Match, seat: Seat) -> set[str]:
    """The tiles that *seat* has or sees on the table, and all hands once the round is over."""
    hands = match.now.hands if match.now.ending else (match.now.hands[seat],)
    held = {str(tile) for hand in hands for tile in hand}
    laid = {str(each.tile) for row in match.now.layout.rows.values() for each in row}
    return held | laid


def secrets(match: Match, seat: Seat) -> set[str]:
    """The names of the tiles that *seat* cannot know, either way round."""
    hidden = [tile for hand in (*match.now.hands, match.now.boneyard) for tile in hand]
    names = {str(tile) for tile in hidden} - known_tiles(match, seat)
    return names | {"-".join(reversed(name.split("-"))) for name in names}


def unfinished(game: str, seed: int) -> tuple[Record, Seat]:
    """A match that stands in the middle of its second round or before, and the seat that hears it.

    No name at the table is that of a tile.
    """
    chance = Random(f"{game} {seed}")
    record = random_record(VARIANTS[game], chance)
    names = tuple(f"Player {letter}" for letter in "ABCDEFGHIJ"[: len(record.players)])
    record = Record(record.game, record.variant, record.options, names, record.match)
    most = chance.randint(5, 60)
    table = played(record, chance, lambda now: sum(len(each.log) for each in now.match.rounds) > most)
    return table.record, chance.randrange(len(names))


def leaks(console: Console, ear: Seat, keys: tuple[str, ...]) -> list[tuple[str, str]]:
    """What names a tile that the listener cannot know, by the key to which it was said."""
    found = []
    for key in keys:
        told = console.hear(key)
        place = next(each for each in console.places if isinstance(each, ReplayPlace))
        hidden = secrets(place.match, ear)
        found += [(key, text) for text in told if hidden & set(TILE.findall(text))]
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "seed"),
    [
        *(("draw", 0), ("mexican-train", 0), ("all-fives", 0)),
        *(pytest.param(game, seed, marks=pytest.mark.long) for game in VARIANTS for seed in range(1, 7)),
    ],
)
def test_an_unfinished_match_reveals_only_one_hand(tmp_path: Path, game: str, seed: int) -> None:
    record, ear = unfinished(game, seed)
    if record.match.winners:
        pytest.skip("this match was over at once")
    console = opened(record, ear, tmp_path)
    console.rest()

    chance = Random(seed)
    keys = [key for step in chance.sample(STEPS, 6) for key in (step, *chance.sample(QUESTIONS, 6))]

    assert leaks(console, ear, tuple(keys)) == []


def finished() -> Record:
    chance = Random(5)
    record = random_record(VARIANTS["draw"], chance, short=True)
    names = tuple(f"Player {letter}" for letter in "ABCD"[: len(record.players)])
    return played(Record(record.game, record.variant, record.options, names, record.match), chance).record


def test_all_hands_are_open_after_a_match_alone_and_when_asked_for(tmp_path: Path) -> None:
    record = finished()
    console = opened(record, 0, tmp_path)
    console.press("right", "right")
    console.rest()
    console.forget()
    place = console.place
    assert isinstance(place, ReplayPlace)
    others = [str(tile) for hand in place.match.now.hands[1:] for tile in hand]

    before, opening, after = console.answer("w"), console.answer("o"), console.answer("w")
    closing, again = console.answer("o"), console.answer("w")

    assert not any(tile in before for tile in others)
    assert opening.startswith("All hands are open.")
    assert all(tile in after for tile in others)
    assert closing == "Only your own hand is open again."
    assert again == before


def test_another_seat_is_heard_once_hands_are_open_alone(tmp_path: Path) -> None:
    console = opened(finished(), 0, tmp_path)
    console.press("right")
    console.rest()
    console.forget()
    own = console.answer("w")

    assert console.answer("a") == "First open all hands: O."
    assert console.answer("w") == own
    console.answer("o")
    assert console.answer("a").startswith("As Player B heard it.")
    console.answer("o")
    assert console.answer("w") == own


def test_hands_stay_closed_while_a_match_is_not_over(tmp_path: Path) -> None:
    record, ear = next(
        each for each in (unfinished("block", seed) for seed in range(9)) if each[0].match.round
    )
    console = opened(record, ear, tmp_path)
    console.rest()
    console.forget()
    own = console.answer("w")

    assert console.answer("o") == "The match is not over, so only your own hand is open."
    assert console.answer("a") == "The match is not over, so only your own hand is open."
    assert console.answer("w") == own


TOGETHER = ("draw", "--players", "4", "--name", "Ana", "--name", "Bruno", "--name", "Chloé", "--seed", "5")
WAYS = ("Continue", "Go through this match again", "Retry my mistakes", "Rename", "Export")
NOT_YET = "Not before the match is over: several people may be playing it."
CLOSED = "Several people may be playing this match, which is not over: all hands stay closed."


@pytest.fixture(params=[True, False], ids=["with notes", "without notes"])
def left_together(home: Path, request: pytest.FixtureRequest) -> Console:
    """The list of all matches, with one that three people at one keyboard have begun with a bot and left.

    Its notes say who they are, or are lost.
    """
    console = Console("play", *TOGETHER, "--pace", "0", home=home)
    for _ in range(6):
        if isinstance(console.place, TablePlace):
            console.hear(*keys_of_a_move(console.match, console.place.session.ear or 0))
        console.hear("y")
    console.hear("q", "y")
    if not request.param:
        NotesFile(console.saved.file).remove()
    console.hear("a")
    assert console.hear("enter")[0].startswith("All matches")
    return console


def chosen(console: Console, way: str) -> list[str]:
    """What is said once this line of the menu of the match is chosen."""
    console.hear("home", "enter", "home", *["down"] * WAYS.index(way))
    return console.hear("enter")


@pytest.mark.sample(1)
def test_several_people_go_through_their_unfinished_match_with_all_hands_closed(
    left_together: Console,
) -> None:
    console = left_together
    match = console.match

    opening = chosen(console, "Go through this match again")
    texts = [text for key in ("end", *QUESTIONS, "a") for text in console.hear(key)]

    assert opening[0].startswith(f"Replay. {CLOSED}")
    hidden = {str(tile) for hand in (*match.now.hands, match.now.boneyard) for tile in hand}
    named = {"-".join(sorted(tile.split("-"), reverse=True)) for tile in TILE.findall(" ".join(texts))}
    assert named
    assert not hidden & named
    assert CLOSED in texts


@pytest.mark.sample(1)
@pytest.mark.parametrize("way", ["Retry my mistakes", "Export"])
def test_no_way_from_a_match_of_several_people_leads_to_hands_before_its_end(
    left_together: Console, way: str
) -> None:
    assert chosen(left_together, way)[0].startswith(NOT_YET)


@pytest.mark.sample(1)
def test_no_match_branches_from_an_unfinished_one_of_several_people(left_together: Console) -> None:
    console = left_together
    chosen(console, "Go through this match again")

    assert console.hear("end", "enter")[-1] == NOT_YET
    assert console.hear("x")[-1] == NOT_YET
    assert len(console.matches.newest_first()) == 1


def test_an_unfinished_match_of_several_people_is_printed_without_hands(
    home: Path, left_together: Console, capfd: pytest.CaptureFixture[str]
) -> None:
    file = left_together.saved.file

    context, request = read_command_line(("replay", "--json", str(file)), folders(home))
    assert subcommand(request).run_parsed(context, request) == 0

    table = json.loads(capfd.readouterr().out)["table"]
    assert [table[name] for name in ("hands", "boneyard", "legal")] == [None, None, None]
    assert table["chain"]


def test_an_unfinished_match_of_several_people_is_heard_from_no_seat(
    home: Path, left_together: Console, capfd: pytest.CaptureFixture[str]
) -> None:
    file = left_together.saved.file

    context, request = read_command_line(("replay", "--listen", "--seat", "Ana", str(file)), folders(home))
    assert subcommand(request).run_parsed(context, request)

    assert CLOSED in capfd.readouterr().err
