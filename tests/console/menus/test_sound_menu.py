"""The settings of sounds: each change is heard, and every sound can be learnt."""

from collections import Counter
from pathlib import Path

import pytest
from support.console.hand_held import Console, without_position
from support.sound.list_sound import ListSound

from playroom.home.settings import load_settings
from playroom.sound.cue import TRAITS, Cue, CueGroup, CueLesson
from playroom.sound.output import Ducking, SoundMode, SoundState

CHOSEN = {"sound": "headphones"}


def opened(home: Path, *keys: str, sound: ListSound | None = None) -> Console:
    """The settings of sounds of a player who has chosen headphones, after these keys."""
    console = Console(home=home, settings=CHOSEN, sound=sound)
    console.answers("s", "enter", "s", "enter", *keys)
    forget(console)
    return console


def forget(console: Console) -> None:
    console.forget()
    console.sound.played.clear()


def played(console: Console) -> list[tuple[Cue, float]]:
    """The cues since they were forgotten, with their angles, without those of steps in lists."""
    cues = (each for together in console.sound.played for each in together)
    return [(each.cue, each.angle) for each in cues if each.cue is not Cue.CURSOR]


SIDES = [(Cue.PLAYED, -90), (Cue.PLAYED, 0), (Cue.PLAYED, 90)]


def test_the_first_time_asks_what_sounds_are_heard_through(home: Path) -> None:
    console = Console(home=home)
    *_, asked = console.answers("s", "enter", "s", "enter")
    assert asked.startswith("What do you hear sounds through? ")
    assert without_position(asked).endswith(" Headphones")
    assert (console.sound.options.mode, played(console)) == (SoundMode.HEADPHONES, SIDES)

    *_, menu = console.answers("down", "down", "enter")

    assert without_position(menu) == "Sound. Left and Right change, and you hear it. Sounds: mono"
    assert console.sound.options.mode is SoundMode.MONO
    assert load_settings(console.folders.settings)[0].sound == "mono"


def test_the_question_can_be_left_and_is_asked_again(home: Path) -> None:
    console = Console(home=home)
    *_, menu, _, again = console.answers("s", "enter", "s", "enter", "escape", "escape", "enter")

    assert without_position(menu).endswith("Sounds: speakers")
    assert console.sound.options.mode is SoundMode.HEADPHONES
    assert again.startswith("What do you hear sounds through?")


@pytest.mark.parametrize(
    ("state", "why"),
    [(SoundState("openal"), "there is no output device"), (SoundState(), "no sound library was found")],
)
def test_where_nothing_can_be_heard_that_is_said_and_nothing_is_asked(
    home: Path, state: SoundState, why: str
) -> None:
    console = Console(home=home, sound=ListSound(state))

    *_, menu = console.answers("s", "enter", "s", "enter")

    assert without_position(menu) == f"Sound. No sound plays: {why}. Left and Right change. Sounds: speakers"


def test_a_line_is_heard_only_where_the_focus_rests(home: Path) -> None:
    console = Console(home=home)
    console.answers("s", "enter", "s")

    console.press("enter", "down", "down")
    console.wait(0.39)
    assert played(console) == []
    console.wait(0.01)

    assert (console.sound.options.mode, played(console)) == (SoundMode.MONO, SIDES)


def test_each_mode_is_heard_from_all_sides(home: Path) -> None:
    console = opened(home)

    assert without_position(console.answers("right", "right")) == ["Sounds: speakers", "Sounds: mono"]
    assert played(console) == [*SIDES, *SIDES]


def test_each_volume_is_heard_as_it_is_set(home: Path) -> None:
    console = opened(home, "v", "enter")

    told = console.answers("left", *["down", "left"] * 4)

    assert without_position(told) == [
        "All sounds: 90 percent",
        *("Table: 100 percent", "Table: 90 percent"),
        *("Turns and results: 100 percent", "Turns and results: 90 percent"),
        *("Lists and illegal moves: 100 percent", "Lists and illegal moves: 90 percent"),
        *("People: 100 percent", "People: 90 percent"),
    ]
    samples = [(Cue.PLAYED, -45), (Cue.YOUR_TURN, 0), (Cue.IMPOSSIBLE, 0), (Cue.JOINED, 45)]
    assert played(console) == [*SIDES, *(each for sample in samples for each in (sample, sample))]
    assert console.sound.options.volume == 90
    assert console.sound.options.volumes == dict.fromkeys(CueGroup, 90)


@pytest.mark.parametrize(("volume", "key"), [(100, "right"), (0, "left")])
def test_a_volume_stops_at_its_ends(home: Path, volume: int, key: str) -> None:
    console = Console(home=home, settings={**CHOSEN, "volume": volume})

    *_, told = console.answers("s", "enter", "s", "enter", "v", "enter", key)

    assert without_position(told) == f"All sounds: {volume} percent"


def test_the_ducking_is_a_choice_of_three(home: Path) -> None:
    console = opened(home, "v", "enter", "end", "up")

    assert without_position(console.answers("right")) == ["Softer under speech: a lot"]
    assert (console.sound.options.ducking, played(console)) == (Ducking.STRONG, SIDES)


def test_each_sound_is_heard_with_its_meaning_and_turned_off_and_on(home: Path) -> None:
    console = opened(home, "l", "enter", "down", "enter")

    told = console.answers("down", "right", "right", "enter")

    double = "A double played: two clacks"
    assert without_position(told) == [double, "A double played: off, two clacks", double, double]
    assert played(console) == [(Cue.DOUBLE, 0)] * 4
    assert console.sound.options.off == frozenset()


def test_a_sound_that_is_off_is_saved(home: Path) -> None:
    console = opened(home, "l", "enter", "enter", "left")

    assert console.sound.options.off == {Cue.YOUR_TURN}
    assert load_settings(console.folders.settings)[0].silent == ["your_turn"]


def test_every_lesson_has_nine_lines_at_most() -> None:
    lessons = Counter(TRAITS[cue].lesson for cue in Cue)

    assert lessons.keys() == {*CueLesson}
    assert max(lessons.values()) == 8


def test_the_notes_of_the_ends_come_from_their_sides(home: Path) -> None:
    console = opened(home, "l", "enter", "down", "enter", "end")

    console.answers("up")

    assert played(console) == [(Cue.END_NOTE, -45), (Cue.END_NOTE, 45)]


@pytest.mark.sample(4)
@pytest.mark.parametrize("players", range(2, 11))
def test_each_seat_is_heard_where_it_sits(home: Path, players: int) -> None:
    console = opened(home, "w", *["right"] * ((players - 4) % 9))

    told = console.hear("enter", *["down"] * (players - 1))

    assert told[0] == f"Seats, clockwise. You, near, in the middle, 1 of {players + 1}"
    angles = [180 * seat / players - 90 for seat in range(1, players)]
    assert played(console) == [(Cue.PLAYED, 0), *((Cue.PLAYED, angle) for angle in angles)]


def test_the_seats_of_a_table_have_the_names_of_the_players(home: Path) -> None:
    console = Console("play", "--seed", "1", "--pace", "0", home=home, settings=CHOSEN)
    console.answers("m", "s", "enter", "s", "enter")

    *_, walked = console.answers("w", "enter", "down")

    assert without_position(walked) == "Ben, from the left"


def test_a_device_is_tried_and_taken(home: Path) -> None:
    console = opened(home, "o", "enter")

    told = console.answers("enter", "down", "down", "enter")

    assert without_position(told) == [
        "Output device. Each is heard after a moment. Enter chooses. The device of the system",
        "Speakers",
        "Headset",
        "Output and own sounds. Output device: Headset",
    ]
    assert (console.sound.options.device, played(console)) == ("Headset", SIDES * 3)


def test_escape_goes_back_to_the_old_device(home: Path) -> None:
    console = opened(home, "o", "enter", "enter", "down")
    assert console.sound.options.device == "Speakers"

    (told,) = console.answers("escape")

    assert without_position(told).endswith("Output device: that of the system")
    assert console.sound.options.device == ""
    assert load_settings(console.folders.settings)[0].device == ""


def test_the_sound_is_restarted(home: Path) -> None:
    console = opened(home, "o", "enter")

    assert console.answers("r", "enter")[-1] == "Sound restarted."
    assert (console.sound.restarts, played(console)) == (1, SIDES)


def test_no_sound_is_restarted_while_sounds_are_off(home: Path) -> None:
    console = Console(home=home, settings={"sound": "off"})

    *_, told = console.answers("s", "enter", "s", "enter", "o", "enter", "r", "enter")

    assert (told, console.sound.restarts) == ("No sounds", 0)


TROUBLES = [
    (CHOSEN, SoundState("openal", "Speakers"), "Sound"),
    ({"sound": "off"}, SoundState(), "Sound: off"),
    (CHOSEN, SoundState(), "Sound: no library found"),
    (CHOSEN, SoundState(is_known=False), "Sound"),
    (CHOSEN, SoundState("openal"), "Sound: no output device found"),
    ({**CHOSEN, "device": "Headset"}, SoundState("openal", "Speakers"), "Sound: Headset not found"),
    ({**CHOSEN, "device": "Headset"}, SoundState("openal", "Headset"), "Sound"),
]


@pytest.mark.parametrize(("settings", "state", "told"), TROUBLES)
def test_the_settings_say_why_nothing_is_heard(
    home: Path, settings: dict[str, object], state: SoundState, told: str
) -> None:
    console = Console(home=home, settings=settings, sound=ListSound(state))

    *_, item = console.answers("s", "enter", "s")

    assert item.startswith(f"{told}, ")


def test_a_device_that_has_gone_is_still_in_the_list(home: Path) -> None:
    console = Console(home=home, settings={**CHOSEN, "device": "Dock"})

    *_, device = console.answers("s", "enter", "s", "enter", "o", "enter", "enter")

    assert without_position(device).endswith("Dock not found")


def test_own_sounds_are_counted_and_the_refused_say_why(home: Path) -> None:
    console = opened(home, "o", "enter", "y")
    console.folders.sounds.mkdir(parents=True)
    (console.folders.sounds / "plaid.wav").write_bytes(b"")

    *_, found = console.hear("enter")
    refused, *_ = console.hear("down")

    assert found == f"Your own sounds: none in {console.folders.sounds}."
    assert refused == "plaid.wav is not played: plaid is unknown here. Did you mean played?"


def test_a_line_without_a_value_names_the_key_that_opens_it(home: Path) -> None:
    console = opened(home, "o", "enter")

    (told,) = console.answers("right")

    assert (
        without_position(told) == "Nothing to change here, Enter chooses. Output device: that of the system"
    )


def test_a_line_that_can_only_be_read_has_nothing_to_change(home: Path) -> None:
    console = opened(home, "o", "enter", "y", "enter")
    console.hear()

    (told,) = console.answers("right")

    assert told == f"Nothing to change here. Your own sounds: none in {console.folders.sounds}."
