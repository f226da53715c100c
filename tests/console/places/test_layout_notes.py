"""The ends and the whole layout as notes, and sounds in words."""

from itertools import pairwise
from pathlib import Path

import pytest
from support.console.arrange import table
from support.console.hand_held import Console
from support.sound.list_sound import ListSound

from playroom.console.play.layout_walk import layout_sweep
from playroom.narration.cues import end_numbers
from playroom.rules.event import Played
from playroom.rules.layout import LEFT, MEXICAN, RIGHT, UP, End, Laid, OpenEnd, train
from playroom.rules.tile import tile
from playroom.rules.view import view
from playroom.sound.cue import Cue, pitch
from playroom.sound.output import SoundState

Note = tuple[float, float, bool]
TABLE = ("play", "--seed", "1", "--players", "3", "--pace", "0.8")


def opened(home: Path, output: ListSound | None = None, **settings: object) -> Console:
    """A table at rest, whose first move is the listener's."""
    console = Console(*TABLE, home=home, speed=15.0, settings=settings, sound=output)
    console.hear()
    console.forget()
    return console


def swept(game: str, hands: str, layout: str, ear: int | None = 0) -> list[Note]:
    """The notes of a layout: pitch, angle, and whether they are near."""
    notes = layout_sweep(view(table(game, hands, layout, "1-0 5-0"), ear))
    delays = [note.delay for note in notes]
    assert all(later - earlier >= 0.08 for earlier, later in pairwise(delays))
    return [(note.pitch, round(note.angle), note.is_own) for note in notes]


def near(*notes: tuple[int, float]) -> list[Note]:
    return [(pitch(pips), round(angle), True) for pips, angle in notes]


def far(*notes: tuple[int, float]) -> list[Note]:
    return [(pitch(pips), round(angle), False) for pips, angle in notes]


def test_a_line_is_swept_from_left_to_right() -> None:
    assert swept("block", "5-5, 3-3", "5-4 4-1") == near((5, -80), (4, 0), (1, 80))


def test_the_arms_of_a_cross_are_heard_from_the_spinner_the_far_one_further_off() -> None:
    notes = swept("all-fives", "5-5 1-0, 3-3", "2-5 5-4 4-4 4-1 / 4-3 / 4-0")

    line = near((2, -80), (5, -40), (4, 0), (4, 40), (1, 80))
    spinner = 80 / 3
    assert notes == [*line, *far((4, spinner), (3, spinner)), *near((4, spinner), (0, spinner))]


def test_trains_are_heard_from_the_seats_of_their_owners() -> None:
    notes = swept("mexican-train", "7-0, 6-0, 7-1", "9-9 / 9-6 / 9-4 * / 9-3 3-5 / 9-7")

    own, second, third = near((9, 0), (6, 0)), far((9, -30), (4, -30)), far((9, 30), (3, 30), (5, 30))
    assert notes == [*own, *second, *third, *far((9, 0), (7, 0))]


def played(end: End | None, *numbers: tuple[End, int]) -> Played:
    ends = tuple(OpenEnd(each, number) for each, number in numbers)
    return Played(0, tile("6-1"), end, Laid(6, 1), ends, 3)


@pytest.mark.parametrize(
    ("event", "numbers"),
    [
        (played(RIGHT, (LEFT, 3), (RIGHT, 1)), (3, 1)),
        (played(UP, (LEFT, 3), (RIGHT, 1), (UP, 4)), (3, 4, 1)),
        (played(None, (LEFT, 6), (RIGHT, 1)), (6, 1)),
        (played(train(1), (train(0), 3), (train(1), 1), (MEXICAN, 4)), (1,)),
    ],
    ids=["line", "cross", "first", "train"],
)
def test_the_ends_after_a_tile_are_those_that_changed(event: Played, numbers: tuple[int, ...]) -> None:
    assert end_numbers(event) == numbers


def test_two_notes_follow_a_tile_if_the_listener_wants_them(home: Path) -> None:
    console = opened(home, end_notes=True)
    console.play()
    clack, left, right = next(cues for cues in console.sound.played if len(cues) == 3)

    assert (clack.cue, left.cue, right.cue) == (Cue.DOUBLE, Cue.END_NOTE, Cue.END_NOTE)
    assert (left.angle, right.angle) == (-45, 45)
    assert clack.delay < left.delay < right.delay


def test_without_that_setting_there_are_none(home: Path) -> None:
    console = opened(home)

    console.play()

    assert Cue.END_NOTE not in {each.placed.cue for each in console.new_cues()}


def test_a_key_plays_the_whole_layout_and_the_next_one_ends_it(home: Path) -> None:
    console = opened(home)
    assert console.answers("V") == ["No tiles on the table yet."]
    console.play()
    console.forget()

    console.press("V")

    numbers = [each.placed.pitch for each in console.new_cues()]
    line = console.match.rounds[-1].layout.rows["line"]
    assert numbers == [pitch(line[0].left), *(pitch(laid.right) for laid in line)]
    stops = console.sound.stops
    console.press("c")
    assert console.sound.stops == stops + 1


SILENCES = [
    ({"sound": "off"}, SoundState(), "Sounds are off."),
    ({}, SoundState(), "No sound plays: no sound library was found."),
    ({}, SoundState("openal"), "No sound plays: there is no output device."),
    ({"language": "fr"}, SoundState("openal"), "Aucun son : il n'y a pas de sortie audio."),
]


@pytest.mark.parametrize(("settings", "state", "told"), SILENCES)
def test_the_key_says_why_nothing_can_be_heard(
    home: Path, settings: dict[str, object], state: SoundState, told: str
) -> None:
    console = opened(home, ListSound(state=state), **{"sound": "headphones", **settings})
    console.play()

    assert console.hear("V")[-1] == told


def test_the_key_plays_on_another_device_than_the_chosen_one(home: Path) -> None:
    console = opened(home, ListSound(state=SoundState("openal", "Speakers")), device="Dock")
    console.play()
    console.forget()

    console.press("V")

    assert Cue.END_NOTE in {each.placed.cue for each in console.new_cues()}


def texts(console: Console) -> list[str]:
    return [told.text for told in console.utterances]


def test_sounds_are_written_in_words_if_the_listener_wants_that(home: Path) -> None:
    console = opened(home, sounds_written=True)
    console.play()

    assert texts(console)[-6:] == [
        "clack, from the front left",
        "Ben: 6-2, right. Ends 6 and 2. Ben has 6.",
        "clack, from the front right",
        "Cleo: 4-6, left. Ends 4 and 2. Cleo has 6.",
        "rising bell",
        "Your turn.",
    ]
    assert "blip" not in texts(console)
    assert not any("clack" in said.text for said in console.said)


def test_a_refusal_is_written_with_its_buzz(home: Path) -> None:
    console = opened(home, sounds_written=True, mode="text")

    console.press("p")

    assert "low buzz" in texts(console)
    assert "low buzz" in console.read()
