"""Several people at one keyboard: whose hand is open, what each is told, and who is away."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move, without_position

from playroom.console.local.shared_keyboard import KeyboardHolder
from playroom.console.play.draft import Seating, saved_seating
from playroom.console.play.table import TablePlace
from playroom.home.match_notes import MatchNotes
from playroom.home.settings import load_settings

THREE = ("play", "block", "--players", "3", "--seed", "1", "--name", "Ana", "--name", "Ben", "--name", "Cy")
TWO = ("play", "block", "--players", "3", "--seed", "1", "--name", "Ana", "--name", "Ben")


def at_table(
    home: Path, *arguments: str, settings: dict[str, object] | None = None, yes: str = "y"
) -> Console:
    """A console at whose table the first person has uncovered their hand by the key *yes*."""
    console = Console(*arguments, home=home, settings=settings)
    console.hear()
    console.hear(yes)
    return console


def play(console: Console) -> list[str]:
    """Make a move for the person whose hand is open."""
    assert isinstance(console.place, TablePlace)
    return console.hear(*keys_of_a_move(console.match, console.place.session.ear or 0))


@pytest.mark.parametrize(
    ("seat", "present", "turn", "due"),
    [
        (0, (0, 1), 1, 1),
        (0, (0, 1), 2, 0),
        (0, (0, 1), None, 0),
        (0, (1, 3), 2, 1),
        (3, (0, 1), 2, 0),
        (1, (0, 2), None, 2),
        (0, (1, 2), 0, 1),
        (None, (1, 2), None, 1),
    ],
)
def test_the_keyboard_is_due_to_who_is_to_move_and_else_stays(
    seat: int | None, present: tuple[int, ...], turn: int | None, due: int
) -> None:
    assert KeyboardHolder(seat).due(present, turn) == due


def test_headphones_are_asked_for_once_and_the_first_hand_is_covered(home: Path) -> None:
    console = Console(*TWO, home=home)

    assert console.hear() == [
        "Headphones on: loudspeakers tell everybody the tiles. Ana. Hand covered, Y uncovers it."
    ]
    assert console.hear("enter") == ["Ana. Hand covered, Y uncovers it."]


def test_the_one_who_begins_is_asked_first(home: Path) -> None:
    console = Console(
        "play", "block", "--seed", "2", *(f"--name={name}" for name in ("Ana", "Ben")), home=home
    )
    covered = console.hear()

    told = console.hear("y")

    assert covered[0].endswith("Ben. Hand covered, Y uncovers it.")
    assert told[0].endswith("You start.")
    assert told[1].startswith("Left and Right move through your hand")


def test_nothing_is_announced_while_the_hand_is_covered(home: Path) -> None:
    console = at_table(home, *TWO)
    play(console)
    assert (console.is_covered, console.person) == (True, "Ben")

    told = console.hear("w", "b", "enter", "space", "backspace", "f6", "f4")

    assert set(told) == {"Ben. Hand covered, Y uncovers it."}


def test_the_next_person_who_is_early_gets_the_keyboard_and_no_refusal(home: Path) -> None:
    console = at_table(home, *TWO, settings={"pace": 0.8})
    assert isinstance(console.place, TablePlace)
    console.press(*keys_of_a_move(console.match, console.place.session.ear or 0))

    console.press("y")
    covered = console.is_covered
    early = console.hear()
    console.hear("y")

    assert (early[-1], covered) == ("Ben. Hand covered, Y uncovers it.", True)
    assert (console.is_covered, console.person) == (False, "Ben")


@pytest.mark.parametrize("pace", ["0", "0.8"])
def test_points_are_heard_before_the_keyboard_passes_on(home: Path, pace: str) -> None:
    two = ("--players", "2", "--name", "Ana", "--name", "Ben", "--seed", "2", "--pace", pace)
    console = at_table(home, "play", "all-fives", *two)

    told = console.hear("end", "enter")

    assert told[-3:] == [
        "You open: 5-5.",
        "You score 10. Ends 5 and 5, sum 10.",
        "Ben. Hand covered, Y uncovers it.",
    ]


def test_the_list_under_a_cover_is_walked_both_ways_and_does_what_it_says(home: Path) -> None:
    console = Console(*TWO, home=home)
    console.hear()
    leave = ["Leave the match? It is saved, and you can continue it later. Y or N, Enter for no."]

    assert console.hear("n") == leave
    console.hear("n")
    assert without_position(console.hear("down", "down", "down", "enter")[-2:]) == [
        "Back to the menu",
        *leave,
    ]
    console.hear("n")
    assert without_position(console.hear("down")) == ["Uncover the hand of Ana"]
    console.hear("enter")

    assert not console.is_covered


def test_the_list_under_a_cover_stops_at_its_ends(home: Path) -> None:
    console = Console(*TWO, home=home)
    console.hear()

    first = console.hear("up")
    *_, last, again = console.answers(*["down"] * 4)

    assert without_position(first) == ["Ana, hand covered, Y uncovers it"]
    assert last == again
    assert without_position(last) == "Back to the menu"


def verbosities(console: Console) -> dict[str, object]:
    """The verbosity of each person who has chosen one."""
    people = load_settings(console.folders.settings)[0].people
    chosen = {name: own for name, own in people.items() if isinstance(own, dict) and "verbosity" in own}
    return {name: own["verbosity"] for name, own in chosen.items()}


def test_no_list_over_a_cover_changes_what_the_next_person_prefers(home: Path) -> None:
    console = at_table(home, *TWO)
    play(console)

    console.hear("f1", "f6")

    assert verbosities(console) == {}


def test_missed_events_are_announced_once_the_hand_is_uncovered(home: Path) -> None:
    console = at_table(home, *TWO)
    play(console)

    (told,) = console.hear("y")

    assert told == (
        "Block to 100, high is good. You against Cleo and Ana. New round, 6 tiles each. Ana starts. "
        "Ana opens: 5-2. Ends 5 and 2. Ana has 5. Your turn."
    )


def test_each_person_reads_a_history_of_their_own(home: Path) -> None:
    console = at_table(home, *TWO)
    (hand,) = console.hear("w")
    play(console)
    under_cover = console.hear("f3", "ctrl-pageup", "pagedown", "pagedown", "escape")
    console.hear("y")
    of_ben = [line.text for line in console.utterances]
    play(console)
    console.hear("y")

    assert hand in [line.text for line in console.utterances]
    assert hand not in of_ben
    assert "Ana opens: 5-2. Ends 5 and 2. Ana has 5." in " ".join(under_cover)


def test_each_event_stands_once_in_the_history_of_a_person(home: Path) -> None:
    console = at_table(home, *TWO)

    for _ in range(3):
        play(console)
        console.hear("y")

    texts = [line.text for line in console.utterances]
    assert console.person == "Ben"
    assert texts.count("Ana opens: 5-2. Ends 5 and 2. Ana has 5.") == 1
    assert texts.count("Ana: 2-4, left. Ends 2 and 2. Ana has 4.") == 1


def test_the_screen_is_cleared_between_two_people(home: Path) -> None:
    console = at_table(home, *TWO, settings={"mode": "both"})
    (hand,) = console.hear("w")
    assert hand in console.visible

    play(console)

    assert console.visible.strip() == "Ben. Hand covered, Y uncovers it."


def test_a_list_that_is_open_keeps_the_keyboard_until_it_is_closed(home: Path) -> None:
    console = at_table(home, *TWO)
    assert isinstance(console.place, TablePlace)
    console.press(*keys_of_a_move(console.match, console.place.session.ear or 0), "m")

    console.rest()
    assert not console.is_covered
    console.hear("escape")

    assert console.is_covered


def test_a_bot_plays_for_a_person_who_leaves_and_the_seat_is_given_back(home: Path) -> None:
    console = at_table(home, *TWO)
    play(console)

    told = console.hear("down", "down", "enter")
    assert without_position(told) == [
        "Uncover the hand of Ben",
        "Ben is away, a bot plays",
        "A bot plays for Ben. Ana. Hand covered, Y uncovers it.",
    ]
    assert console.saved.notes().bots == {1: "steady", 2: "steady"}
    assert console.saved.notes().own == (0, 1)
    (first, *moves) = console.hear("y")
    assert first == "A bot plays for Ben. Ends 5 and 2. Ben to play."
    assert [move.partition(":")[0] for move in moves[:2]] == ["Ben", "Cleo"]
    console.hear("m", "p", "enter", "down", "left", "left")
    told = console.hear("left")

    assert without_position(told) == ["Ben: a person"]
    assert console.saved.notes().bots == {2: "steady"}
    assert console.saved.notes().own == (0, 1)


def test_the_next_person_hears_who_went_and_who_is_back(home: Path) -> None:
    console = at_table(home, *THREE)
    play(console)
    console.hear("down", "down", "enter")
    to_cy = console.hear("y")[0]
    play(console)
    to_ana = console.hear("y")[0]
    console.hear("m", "p", "enter", "down", "left", "left", "left", "escape", "escape")
    play(console)
    to_ben = console.hear("y")[0]

    assert ["A bot plays for Ben." in told for told in (to_cy, to_ana, to_ben)] == [True, True, False]
    assert "plays again" not in to_ben


def test_a_place_in_the_list_under_a_cover_has_no_full_stop_before_it(home: Path) -> None:
    console = at_table(home, *TWO)
    play(console)

    assert without_position(console.hear("up")[-1]) == "Ben, hand covered, Y uncovers it"


def at_the_end(home: Path) -> tuple[Console, list[str]]:
    """A console at which a match has just ended, and what was heard last."""
    console = at_table(home, *TWO, "--target", "20", "--pace", "0")
    for _ in range(30):
        told = console.hear("y") if console.is_covered else play(console)
        if "Cleo wins the match" in " ".join(told):
            return console, told
    raise AssertionError(told)


@pytest.mark.long
def test_everybody_hears_how_the_match_has_ended(home: Path) -> None:
    console, told = at_the_end(home)

    assert (console.person, told[-1]) == ("Ben", "Enter passes the keyboard to Ana, Q goes back to the menu.")
    assert console.hear("enter") == ["Ana. Hand covered, Y uncovers it."]
    (result, way_on) = console.hear("y")
    assert result.endswith(
        "Blocked, nobody can play. Cleo has the fewest pips: 5. Cleo scores 32. "
        "Cleo wins the match by 32 points. Totals: Cleo 32, you 0, Ben 0."
    )
    assert way_on == "Enter plays again, Q goes back to the menu."
    assert any("Cleo wins the match by 32 points." in line.text for line in console.utterances)
    assert console.hear("enter")[-1].endswith("Hand covered, Y uncovers it.")
    assert "New round, 6 tiles each." in console.hear("y")[0]


@pytest.mark.long
def test_nobody_is_asked_whether_to_leave_after_the_match(home: Path) -> None:
    console, _ = at_the_end(home)
    console.hear("enter")

    assert without_position(console.hear("down", "down")[-1]) == "Back to the menu"
    assert console.hear("escape")[0].startswith("The playroom.")


def test_the_last_person_cannot_go(home: Path) -> None:
    console = at_table(home, *TWO)
    console.hear("m", "p", "enter", "down", "right")

    told = console.hear("up", "right")

    assert told[-1].startswith("Somebody has to stay. Ana: a person")


def test_who_sits_where_is_kept_for_the_next_visit(home: Path) -> None:
    console = at_table(home, *TWO)
    play(console)
    console.close()

    console = Console("continue", home=home)

    assert console.hear()[0].endswith("Ben. Hand covered, Y uncovers it.")
    assert "Block to 100, round 1. You against Cleo and Ana." in console.hear("y")[0]


def test_everybody_has_a_language_of_their_own(home: Path) -> None:
    console = at_table(home, *TWO, settings={"people": {"Ben": {"language": "fr"}}})

    told = play(console)

    assert told[-1] == "Ben. Main cachée, O la découvre."
    assert "À vous" in console.hear("y")[0]


def test_everybody_reads_at_the_cover_what_happened_in_their_own_language(home: Path) -> None:
    languages: dict[str, object] = {"language": "fr", "people": {"Ben": {"language": "en"}}}
    console = at_table(home, *TWO, settings=languages, yes="o")
    assert play(console)[-1] == "Ben. Hand covered, Y uncovers it."

    oldest, *_ = console.hear("ctrl-pageup")
    news = [text for _ in range(3) for text in console.hear("pagedown")]

    assert oldest.startswith("Block to 100")
    assert news[0] == "New round, 6 tiles each. Ana starts."
    assert news[1].startswith("Ana opens")


def test_a_setting_that_a_person_changes_is_theirs_alone(home: Path) -> None:
    console = at_table(home, *TWO)
    console.hear("f6")
    assert verbosities(console) == {"Ana": "brief"}
    play(console)

    console.hear("y")

    assert console.hear("f6") == ["Verbosity: brief."]


def test_headphones_are_not_asked_for_again_with_the_next_match(home: Path) -> None:
    console = at_table(home, *TWO)
    console.hear("q", "y")

    assert console.hear("enter")[-1] == "Ana. Hand covered, Y uncovers it."


def test_the_settings_say_whose_they_are(home: Path) -> None:
    console = at_table(home, *TWO)

    told = console.hear("m", "end", "up", "up", "up", "enter")

    assert told[-1].startswith("Settings of Ana. ")


def test_a_transcript_holds_what_everybody_may_know(home: Path) -> None:
    console = at_table(home, *TWO)
    (hand,) = console.hear("w")
    console.hear("f3", "x", "y", "escape")
    play(console)
    console.close()

    (file,) = (home / "data/playroom/transcripts").glob("*.txt")
    lines = file.read_text(encoding="utf-8")

    assert lines.startswith("Block to 100, high is good. Ana against Ben and Cleo.\n")
    assert "Ana opens: 5-2." in lines
    assert hand not in lines


def test_nothing_stays_to_be_read_once_the_table_is_left(home: Path) -> None:
    console = at_table(home, *TWO, settings={"mode": "both"})
    (hand,) = console.hear("w")

    console.hear("q", "y")

    assert hand not in console.visible
    assert hand not in [line.text for line in console.utterances]
    assert console.person == ""


@pytest.mark.parametrize(
    ("notes", "bots", "people"),
    [
        (MatchNotes({1: "steady"}), {1: "steady"}, (0, 2)),
        (MatchNotes({1: "steady", 2: ""}), {1: "steady", 2: ""}, (0,)),
        (MatchNotes({1: "steady"}, (2,)), {0: "", 1: "steady"}, (2,)),
        (MatchNotes({1: "steady"}, (2, 9)), {1: "steady"}, (0, 2)),
        (MatchNotes({0: "hard", 1: "steady"}, (0,)), {1: "steady", 2: ""}, (0,)),
        (MatchNotes(), {}, (0, 1, 2)),
        (MatchNotes({2: "hard"}, (0, 1)), {2: "hard"}, (0, 1)),
        (MatchNotes({1: "hard"}, (0, 1, 2)), {1: "hard"}, (0, 1, 2)),
        (MatchNotes({0: "hard", 1: "hard", 2: "hard"}), {0: "hard", 1: "hard", 2: "hard"}, ()),
    ],
)
def test_a_seating_is_read_as_it_was_saved(
    notes: MatchNotes, bots: dict[int, str], people: Sequence[int]
) -> None:
    assert saved_seating(notes, 3) == Seating(bots, tuple(people))


def test_people_without_a_name_are_asked_for_one(home: Path) -> None:
    console = Console(home=home)
    console.hear("n", "enter")
    while not console.hear("down")[0].startswith("Seat 2"):
        pass
    while "bot" in console.hear("left")[0]:
        pass
    console.hear("home")

    first = console.hear("enter")
    console.write("Ada")
    second = console.hear("enter")
    console.write("Zoe")
    begun = console.hear("enter")

    assert first[-1].startswith("Name of seat 1.")
    assert second[-1].startswith("Name of seat 2.")
    assert "Ada. Hand covered" in begun[-1]
