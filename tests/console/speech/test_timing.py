"""When things are said, on a clock that the test moves."""

from pathlib import Path

from support.console.hand_held import Console, keys_of_a_move
from support.console.opened import TABLE_KEYS

TABLE = ("play", "--seed", "1", "--players", "3")


def opened(home: Path, *arguments: str, speed: float = 0.0) -> Console:
    """A table at rest, whose first move is the listener's."""
    console = Console(*TABLE, *arguments, home=home, speed=speed)
    console.hear()
    return console


def test_a_bot_moves_after_the_pace_and_a_burst_is_spoken_once_it_is_complete(home: Path) -> None:
    console = opened(home, "--pace", "0.8")

    console.press(*keys_of_a_move(console.match))
    assert console.heard()[-1] == "You open: 6-6. Ends 6 and 6."
    console.wait(0.79)
    assert console.heard() == []
    console.wait(0.02)
    assert [text.partition(":")[0] for text in console.heard()] == ["Ben"]
    console.wait(0.8)
    assert [text.partition(":")[0] for text in console.heard()] == ["Cleo"]


def test_bots_without_a_pace_are_one_utterance(home: Path) -> None:
    console = opened(home, "--pace", "0")

    *_, bots = console.play()

    assert bots.startswith("Ben: ")
    assert " Cleo: " in bots
    assert bots.endswith(" Your turn.")


def test_an_answer_cuts_what_is_being_said_and_the_turn_is_said_again(home: Path) -> None:
    console = opened(home, "--pace", "0", speed=20)
    console.press(*keys_of_a_move(console.match))
    console.wait(3)
    console.heard()

    console.press("c")
    console.rest()

    burst = console.said[-3]
    assert burst.was_cut
    again = "Ben has 6. Cleo: 4-6, left. Ends 4 and 2. Cleo has 6. Your turn."
    assert [said.text for said in console.said[-2:]] == ["Ends 4 and 2.", again]
    assert console.said[-1].begins >= console.said[-2].ends


def test_a_key_is_answered_while_a_bot_thinks(home: Path) -> None:
    console = opened(home, "--pace", "0")
    console.background.thinking = 1.0
    console.press(*keys_of_a_move(console.match))
    console.heard()

    console.press("c")

    assert console.heard() == ["Ends 6 and 6."]
    console.wait(0.9)
    assert console.heard() == []
    console.wait(0.6)
    assert console.heard()[0].startswith("Ben: ")


def test_a_table_that_is_left_while_a_bot_thinks_is_silent(home: Path) -> None:
    console = opened(home, "--pace", "0")
    console.background.thinking = 1.0

    console.press(*keys_of_a_move(console.match), "q", "y")
    console.heard()

    assert console.hear() == []
    assert console.is_open


def test_where_nothing_can_speak_every_line_is_written(home: Path) -> None:
    console = Console(*TABLE, home=home, kind=None)

    console.rest()

    assert console.heard() == []
    assert console.read() == [
        (
            "Playroom dominos, low is good: 100 points eliminate. You against Ben and Cleo. "
            "New round, 7 tiles each. You start."
        ),
        TABLE_KEYS,
        "No speech is available here, so everything is written.",
    ]


def test_speech_that_comes_back_does_not_say_that_it_is_lost(home: Path) -> None:
    console = Console(*TABLE, home=home, speed=15)
    console.hear()

    console.freeze(5)
    told = console.hear("c")

    assert "No speech is available here, so everything is written." in console.lines()
    assert told == ["No tiles on the table yet.", "Speech is back."]
