"""Which cue is heard from where, and at which second: with its words, or at once where nothing speaks."""

from itertools import pairwise
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.voice.list_voice import LATENCY

from playroom.keys.bindings import FOCUS_IN, FOCUS_OUT
from playroom.sound.cue import Cue

TABLE = ("play", "--seed", "1", "--players", "3")
SPEED = 15.0
TOGETHER = 0.06
"""Seconds between a cue and its words that nobody notices."""


def opened(home: Path, *arguments: str, reports_end: bool = True) -> Console:
    """A table at rest, whose first move is the listener's."""
    console = Console(*TABLE, *arguments, home=home, speed=SPEED, reports_end=reports_end)
    console.hear()
    console.forget()
    return console


def cues_of(console: Console) -> list[tuple[Cue, float, bool]]:
    """The new cues, with the angles at which they are heard, and whether they are the listener's own."""
    placed = (each.placed for each in console.new_cues())
    return [(each.cue, each.angle, each.is_own) for each in placed if each.cue is not Cue.CURSOR]


def word_at(console: Console, word: str) -> float:
    """The second at which the last text with this word comes to it."""
    said = next(each for each in reversed(console.said) if word in each.text)
    return said.begins + said.text.index(word) / SPEED


def test_each_event_is_heard_from_the_seat_of_its_player(home: Path) -> None:
    console = opened(home)

    console.play()

    assert cues_of(console) == [
        (Cue.DOUBLE, 0, True),
        (Cue.PLAYED, -30, False),
        (Cue.PLAYED, 30, False),
        (Cue.YOUR_TURN, 0, True),
    ]


def test_who_starts_hears_the_bell_after_the_deal(home: Path) -> None:
    console = Console(*TABLE, home=home)

    console.hear()

    assert [cue for cue, *_ in cues_of(console)] == [Cue.DEAL, Cue.YOUR_TURN]


@pytest.mark.parametrize("pace", ["0.8", "0"])
@pytest.mark.parametrize(("reports_end", "most"), [(True, TOGETHER), (False, TOGETHER + LATENCY)])
def test_a_cue_begins_with_its_words_alone_and_in_a_burst(
    home: Path,
    pace: str,
    reports_end: bool,  # noqa: FBT001 (a row's answer)
    most: float,
) -> None:
    console = opened(home, "--pace", pace, reports_end=reports_end)

    console.play()

    words = ["You open", "Ben", "Cleo", "Your turn"]
    played = [each.at for each in console.new_cues() if each.placed.cue is not Cue.CURSOR]
    lags = [abs(at - word_at(console, word)) for at, word in zip(played, words, strict=True)]
    assert max(lags) <= most


def test_a_burst_that_nothing_speaks_is_spread(home: Path) -> None:
    console = Console(*TABLE, "--pace", "0", home=home, kind=None)
    console.hear()
    console.forget()

    console.play()

    played = [each.at for each in console.new_cues() if each.placed.cue is not Cue.CURSOR]
    gaps = [later - earlier for earlier, later in pairwise(played)]
    assert gaps == pytest.approx([0.15] * 3)


def test_a_cue_that_was_not_heard_waits_for_the_repeat_of_its_words_and_is_played_once(home: Path) -> None:
    console = opened(home, "--pace", "0")
    console.press(*keys_of_a_move(console.match))
    while "Cleo" not in console.said[-1].text:
        console.wait(0.1)
    console.wait(0.5)

    console.press("c")
    console.rest()

    assert [cue for cue, *_ in cues_of(console)] == [Cue.DOUBLE, Cue.PLAYED, Cue.PLAYED, Cue.YOUR_TURN]
    assert console.said[-1].text.endswith("Your turn.")


@pytest.mark.long
def test_the_cues_of_a_result_are_played_once_even_if_it_is_said_once_more(home: Path) -> None:
    console = opened(home)
    while not console.match.rounds[-1].ending:
        console.press(*(keys_of_a_move(console.match) if console.match.turn == 0 else ()))
        console.wait(1)
    while "The round is over" not in console.said[-1].text:
        console.wait(0.1)
    console.wait(1)

    console.hear("enter")

    cues = [cue for cue, *_ in cues_of(console)]
    assert (cues.count(Cue.ROUND_WON), cues.count(Cue.SCORED)) == (1, 1)


def test_an_announcement_that_is_dropped_plays_no_cue(home: Path) -> None:
    console = opened(home)
    console.press(*keys_of_a_move(console.match))
    console.wait(0.1)
    console.forget()

    console.press("q", "y")
    console.rest()

    assert cues_of(console) == []


def test_an_impossible_move_buzzes_at_once(home: Path) -> None:
    console = opened(home)

    console.press("p")

    assert [each.at for each in console.new_cues()] == [console.clock.now]


def test_a_list_sounds_otherwise_at_its_end(home: Path) -> None:
    console = opened(home)

    console.press("home", "left", "right")

    assert [each.placed.cue for each in console.new_cues()] == [Cue.CURSOR, Cue.LIST_END, Cue.CURSOR]


def test_an_event_whose_words_are_off_is_heard_by_its_cue_and_read_in_the_history(home: Path) -> None:
    console = Console(*TABLE, home=home, speed=SPEED, settings={"told": {"played": "sound"}})
    console.hear()
    console.forget()

    console.play()

    assert [cue for cue, *_ in cues_of(console)] == [Cue.DOUBLE, Cue.PLAYED, Cue.PLAYED, Cue.YOUR_TURN]
    assert [each.text for each in console.utterances[-3:-1]] == [
        "Ben: 6-2, right. Ends 6 and 2. Ben has 6.",
        "Cleo: 4-6, left. Ends 4 and 2. Cleo has 6.",
    ]
    assert not any("6-2" in said.text for said in console.said)


def test_sounds_are_softer_while_words_are_spoken(home: Path) -> None:
    console = opened(home)
    console.sound.ducked.clear()

    console.hear("c")

    said, ((begun, longest), (ended, nothing)) = console.said[-1], console.sound.ducked
    assert (begun, ended, nothing) == (said.begins, said.ends, 0)
    assert longest > ended - begun


def test_sounds_are_softer_for_as_long_as_words_take_at_a_backend_that_reports_nothing(home: Path) -> None:
    console = opened(home, reports_end=False)
    console.sound.ducked.clear()

    console.hear("c")

    said, ((begun, seconds),) = console.said[-1], console.sound.ducked
    assert begun + seconds == pytest.approx(said.ends)


def test_any_key_ends_the_shuffle_and_the_last_one_the_sound(home: Path) -> None:
    console = opened(home)
    stops = console.sound.stops

    console.hear("c", "ctrl-c", "y")

    assert console.sound.stops == stops + 3
    assert console.sound.is_closed


@pytest.mark.parametrize(
    ("sounds", "heard"),
    [("own", [(Cue.DOUBLE, 0, True), (Cue.YOUR_TURN, 0, True)]), ("none", [])],
)
def test_while_another_window_has_the_focus_only_the_wanted_sounds_play(
    home: Path, sounds: str, heard: list[tuple[Cue, float, bool]]
) -> None:
    console = opened(home)
    console._console.room.change(away_sounds=sounds)  # noqa: SLF001 (as in the list of settings)

    said = console.hear(FOCUS_OUT)
    console.play()
    away = cues_of(console)
    console.hear(FOCUS_IN)
    console.play()

    assert (said, away) == ([], heard)
    assert any(not is_own for _, _, is_own in cues_of(console))
