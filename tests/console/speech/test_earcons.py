"""Sound in the place of words: the tile is named, and cues say the rest."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.languages import ENGLISH_FIRST
from support.sound.list_sound import ListSound

from playroom.sound.cue import Cue
from playroom.sound.output import NOT_YET_KNOWN, SoundState

SPEED = 15.0
EARCONS = {"verbosity": "earcons"}
NO_SOUND = "No sound plays: moves are said in brief."
MUTE = SoundState("a list", "")


def opened(
    home: Path, settings: Mapping[str, object] = EARCONS, *, pace: str = "0", sound: ListSound | None = None
) -> Console:
    """A table at rest, whose first move is the listener's."""
    arguments = ("play", "--seed", "1", "--players", "4", "--pace", pace)
    console = Console(*arguments, home=home, speed=SPEED, settings=settings, sound=sound)
    console.hear()
    console.forget()
    return console


def cues(console: Console) -> list[Cue]:
    return [each.placed.cue for each in console.new_cues() if each.placed.cue is not Cue.CURSOR]


def test_a_move_is_its_tile_alone_and_the_turn_a_bell(home: Path) -> None:
    console = opened(home)

    *_, own, bots = console.play()

    assert (own, bots) == ("6-6.", "6-2. 4-6. 2-1.")
    assert cues(console) == [Cue.DOUBLE, Cue.PLAYED, Cue.PLAYED, Cue.PLAYED, Cue.YOUR_TURN]


def test_the_history_keeps_the_words(home: Path) -> None:
    console = opened(home)
    console.play()

    texts = [told.text for told in console.utterances]

    assert texts[-3:] == ["Cleo 4-6 left. 4 and 2.", "Dan 2-1 right. 4 and 1.", "Your turn."]


def test_the_pass_of_another_is_a_knock_from_their_seat(home: Path) -> None:
    console = opened(home)
    while "Dan passes." not in {told.text for told in console.utterances}:
        console.play()

    heard = [(each.placed.cue, each.placed.angle) for each in console.new_cues()]

    assert (Cue.PASSED, 45) in heard
    assert not any("passes" in said.text for said in console.said)


@pytest.mark.long
def test_a_cue_without_words_follows_the_words_that_come_before_it(home: Path) -> None:
    console = opened(home)
    console.play()

    *_, tile, turn = console.new_cues()

    assert (tile.placed.cue, turn.placed.cue) == (Cue.PLAYED, Cue.YOUR_TURN)
    assert turn.at == pytest.approx(tile.at + 0.15)


def test_the_bell_is_heard_although_the_words_before_it_are_silenced(home: Path) -> None:
    console = opened(home)

    console.press(*keys_of_a_move(console.match))
    console.wait(0.1)
    console.press("escape")
    console.rest()

    assert cues(console)[-1] is Cue.YOUR_TURN
    assert "2-1" not in " ".join(console.heard())


def test_the_bell_is_heard_although_a_question_replaces_the_words_before_it(home: Path) -> None:
    console = opened(home, {**EARCONS, "waits": False})

    console.press(*keys_of_a_move(console.match))
    console.wait(0.5)
    console.hear("s")

    assert cues(console).count(Cue.YOUR_TURN) == 1


def test_the_bell_of_a_turn_is_not_heard_after_the_move(home: Path) -> None:
    console = opened(home)
    console.press(*keys_of_a_move(console.match))
    console.wait(0.1)
    console.forget()

    console.play()

    assert cues(console).count(Cue.YOUR_TURN) == 1


@pytest.mark.parametrize(
    ("settings", "sound"),
    [
        ({**EARCONS, "sound": "off"}, ListSound(state=NOT_YET_KNOWN)),
        ({**EARCONS, "volume": 0}, ListSound()),
        (EARCONS, ListSound(state=MUTE)),
    ],
    ids=["off", "volume 0", "no device"],
)
def test_without_sound_moves_are_said_in_brief_and_that_is_said_once(
    home: Path, settings: Mapping[str, object], sound: ListSound
) -> None:
    console = opened(home, settings, sound=sound)

    *_, bots = console.play()
    console.play()

    assert bots == "Ben 6-2 right. 6 and 2. Cleo 4-6 left. 4 and 2. Dan 2-1 right. 4 and 1. Your turn."
    assert [told.text for told in console.utterances].count(NO_SOUND) == 1


def test_sound_that_is_lost_in_a_match_is_said_once_before_the_next_move(home: Path) -> None:
    console = opened(home)
    console.play()
    console.sound.state = MUTE

    noticed = console.hear("c")
    *_, bots = console.play()

    assert noticed == ["4 and 1.", NO_SOUND]
    assert bots == "Ben 4-4 left. 4 and 5. Cleo 5-5 right. 4 and 5. Dan 5-3 right. 4 and 3. Your turn."
    assert [told.text for told in console.utterances].count(NO_SOUND) == 1


def test_sound_that_comes_back_and_is_lost_again_is_said_again(home: Path) -> None:
    console = opened(home, sound=ListSound(state=MUTE))
    console.play()
    console.sound.state = SoundState("a list", "Speakers")
    assert console.play()[-1] == "4-4. 5-5. 5-3."

    console.sound.state = MUTE

    assert console.hear("c")[-1] == NO_SOUND


def test_nothing_is_missing_while_a_device_is_being_opened(home: Path) -> None:
    console = opened(home, sound=ListSound(state=NOT_YET_KNOWN))

    console.play()

    assert NO_SOUND not in {told.text for told in console.utterances}


def test_words_stand_for_a_cue_that_is_off(home: Path) -> None:
    console = opened(home, {**EARCONS, "silent": ["your_turn"]})

    assert console.play()[-1] == "6-2. 4-6. 2-1. Your turn."


def test_the_key_for_verbosity_comes_to_sounds_and_says_where_there_are_none(home: Path) -> None:
    console = opened(home, {"verbosity": "summary"})

    assert console.answers("n") == ["Verbosity: sounds."]
    console.press("n", "n", "n", "n")
    console.sound.state = MUTE
    assert console.hear("n")[-1] == f"Verbosity: sounds. {NO_SOUND}"


def seconds_of_a_round(console: Console) -> float:
    """What the listener hears of a round, without the time in which nothing happens."""
    seconds = 0.0
    while not console.match.rounds[-1].ending:
        pressed = console.clock.now
        console.play()
        seconds += max(said.ends for said in console.said) - pressed
    return seconds


@pytest.mark.long
@pytest.mark.parametrize("language", ENGLISH_FIRST)
def test_a_round_takes_half_the_time_of_brief_and_its_result_is_in_words(home: Path, language: str) -> None:
    settings = {"language": language, "verbosity": "brief"}
    brief = opened(home / "brief", settings, pace="0.8")
    earcons = opened(home / "earcons", {**settings, **EARCONS}, pace="0.8")

    assert seconds_of_a_round(earcons) <= seconds_of_a_round(brief) / 2
    # The result is in words.
    assert earcons.said[-2].text == brief.said[-2].text
