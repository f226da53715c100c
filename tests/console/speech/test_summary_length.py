"""All that others do between two turns of the listener, in one sentence."""

from itertools import pairwise
from pathlib import Path
from re import findall

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.console.player import variants

from playroom.rules.event import Event, Played, PlayerOut
from playroom.sound.cue import Cue
from playroom.voice.queue import BURST_PAUSE
from playroom.voice.utterance import Buffer

SPEED = 18
GAP = 0.8
GAMES = tuple(sorted(variants()))
TABLE = ("play", "block", "--seed", "1")
LONG = ("--pace", str(GAP))


def opened(home: Path, *arguments: str, language: str = "en", **settings: object) -> Console:
    """A table of a listener who wants summaries, who has heard all so far."""
    mine = {"language": language, "verbosity": "summary", **settings}
    console = Console(*arguments, home=home, speed=SPEED, settings=mine)
    console.rest()
    console.forget()
    return console


def events(console: Console) -> list[Event]:
    """All that has happened in the match so far."""
    return [event for each in console.match.rounds for event in each.log]


def test_moves_of_others_are_announced_in_one_sentence_at_the_listeners_turn(home: Path) -> None:
    console = opened(home, *TABLE, "--players", "4")

    turns = [console.hear(*keys_of_a_move(console.match))[-2:] for _ in range(3)]

    assert turns[1] == [
        "5-1 left. 5 and 2.",
        "Ben 2-6 right, Cleo 6-4 right, Dan 5-5 left. Ends 5 and 4. Your turn.",
    ]
    assert turns[2][1] == "Ben passed, Cleo 2-3 right, Dan 3-5 right. Ends 5 and 5. Your turn."


def test_nothing_is_said_while_others_move_at_the_pace_that_is_set(home: Path) -> None:
    console = opened(home, *TABLE, "--players", "4", *LONG)
    console.press(*keys_of_a_move(console.match))
    own = console.new()[-1]

    console.rest()

    [summary] = console.new()
    assert summary.begins == pytest.approx(own.ends + 3 * (GAP - BURST_PAUSE) + BURST_PAUSE)


def test_each_tile_sounds_when_it_is_played(home: Path) -> None:
    console = opened(home, *TABLE, "--players", "4", *LONG)

    console.hear(*keys_of_a_move(console.match))

    cues = [each for each in console.new_cues() if each.placed.cue in (Cue.PLAYED, Cue.DOUBLE)]
    assert len(cues) == 4
    assert [later.at - each.at for each, later in pairwise(cues[1:])] == pytest.approx(
        [GAP - BURST_PAUSE] * 2
    )


def test_the_sentence_stands_in_the_history_and_can_be_repeated(home: Path) -> None:
    console = opened(home, *TABLE, "--players", "4")

    *_, told = console.hear(*keys_of_a_move(console.match))

    assert told == " ".join(each.text for each in console.utterances[-2:])
    assert console.answers("backspace") == [told]


@pytest.mark.parametrize("key", ["c", "t", "s"])
def test_the_summary_is_announced_after_the_answer_to_a_question(home: Path, key: str) -> None:
    console = opened(home, *TABLE, "--players", "4", "--pace", "5")
    console.press(*keys_of_a_move(console.match))
    console.wait(8)
    console.forget()

    console.press(key)
    console.wait(4)
    _, told = console.heard()
    console.rest()

    assert told == "Ben 4-5 left. Ends 4 and 2."
    assert console.heard()[-1] == "Cleo 2-2 right, Dan 1-4 left. Ends 1 and 2. Your turn."


def test_the_key_for_missed_events_announces_the_summary_once(home: Path) -> None:
    console = opened(home, *TABLE, "--players", "4", "--pace", "5")
    console.press(*keys_of_a_move(console.match))
    console.wait(8)

    console.press("u")
    console.wait(4)
    told = console.heard()[-1]
    console.rest()

    assert told == "Ben 4-5 left. 4 and 2."
    assert console.heard() == ["Cleo 2-2 right, Dan 1-4 left. Ends 1 and 2. Your turn."]


def test_after_a_change_of_verbosity_the_summary_is_announced_before_the_next_move(home: Path) -> None:
    console = opened(home, *TABLE, "--players", "4", "--pace", "5")
    console.press(*keys_of_a_move(console.match))
    console.wait(8)
    console.forget()

    console.hear("n")

    told = " ".join(each.text for each in console.utterances)
    assert "Ben 4-5 left. Ends 4 and 2. Cleo 2-2 right. 4 and 2. Dan 1-4 left." in told


@pytest.mark.usefixtures("_plain_bots")
def test_who_is_out_of_the_round_hears_of_every_turn_round_the_table(home: Path) -> None:
    console = opened(home, "play", "pass-and-out", "--players", "4", "--seed", "2", "--bots", "novice")
    while not any(isinstance(event, PlayerOut) and event.seat == 0 for event in events(console)):
        told = console.hear(*keys_of_a_move(console.match))

    *_, out, first, second, _, _ = told
    assert out.endswith("Ends 3 and 6. You pass, out of the round with 5. Dan scores 5.")
    assert first == "Ben 6-6 right, Cleo 6-4 right, Dan 5-3 left. Ends 5 and 4."
    assert second.startswith("Ben 2-5 left, Cleo 4-4 right, Dan 6-2 left. Ends 6 and 4. Ben passed")


def test_an_event_with_a_verbosity_of_its_own_is_announced_as_it_happens(home: Path) -> None:
    console = opened(home, *TABLE, "--players", "4", told={"played": "full"})

    told = console.hear(*keys_of_a_move(console.match))

    assert [text for text in told if text.startswith("Cleo plays 2-2 on the right. The ends are")]


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_each_tile_of_others_is_announced_once_and_before_the_next_turn(
    home: Path, game: str, language: str
) -> None:
    console = opened(home, "play", game, "--seed", "3", "--bots", "novice", language=language)

    for _ in range(12):
        before, told = len(events(console)), len(console.utterances)
        console.hear(*keys_of_a_move(console.match))
        if not console.saved.exists():
            break
        played = [each for each in events(console)[before:] if isinstance(each, Played) and each.seat != 0]
        texts = [each.text for each in console.utterances[told:] if each.buffer is Buffer.TABLE]

        expected = [f"{each.laid.left}-{each.laid.right}" for each in played]
        assert [tile for tile in findall(r"\d+-\d+", " ".join(texts)) if tile in expected] == expected
