"""What the engine plays, as OpenAL renders it: when, how loud, on which devices."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from sound_measures import onsets
from support.sound.loopback import RATE, Heard, Loopback, level

from playroom.sound.cue import Cue, CueGroup, PlacedCue
from playroom.sound.cue_sounds import OUR_SOUNDS
from playroom.sound.output import Ducking, SoundMode, SoundOptions
from playroom.sound.sound_engine import SEARCH_SECONDS

OPTIONS = SoundOptions(mode=SoundMode.SPEAKERS)
CLACK = PlacedCue(Cue.PLAYED)
BELL = PlacedCue(Cue.YOUR_TURN)
SILENT = -100.0


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    with Loopback(OPTIONS) as made:
        yield made


def part(heard: Heard, begin: float, end: float) -> Heard:
    """What is heard between two seconds."""
    return heard[:, round(begin * RATE) : round(end * RATE)]


def test_a_cue_begins_after_its_delay(loopback: Loopback) -> None:
    loopback.play(replace(CLACK, delay=0.2))

    heard = loopback.hear(0.3)

    assert level(part(heard, 0, 0.2)) < SILENT
    assert level(part(heard, 0.2, 0.22)) > -30


def test_the_same_cue_of_a_seat_is_not_played_twice_at_once(loopback: Loopback) -> None:
    loopback.play(CLACK, CLACK, replace(CLACK, angle=30.0))

    loopback.hear(0.01)

    assert loopback.mixer.sounding() == (Cue.PLAYED, Cue.PLAYED)


def test_the_same_cue_of_the_seat_opposite_is_played_too(loopback: Loopback) -> None:
    loopback.play(CLACK, replace(CLACK, is_own=False))

    loopback.hear(0.01)

    assert loopback.mixer.sounding() == (Cue.PLAYED, Cue.PLAYED)


def test_a_cue_that_is_off_is_not_played(loopback: Loopback) -> None:
    loopback.engine.apply(replace(OPTIONS, off=frozenset({Cue.PLAYED})))
    loopback.play(CLACK)

    assert level(loopback.hear(0.1)) < SILENT


@pytest.mark.parametrize(
    ("volume", "group", "decibels"), [(100, 100, 0.0), (50, 100, -12.0), (100, 50, -12.0), (50, 50, -24.1)]
)
def test_volumes(volume: int, group: int, decibels: float) -> None:
    options = replace(OPTIONS, volume=volume, volumes={CueGroup.TABLE: group})

    levels = [begin_of(CLACK, each) for each in (OPTIONS, options)]

    assert levels[1] - levels[0] == pytest.approx(decibels, abs=0.1)


def begin_of(cue: PlacedCue, options: SoundOptions, duck: float = 0) -> float:
    """The level of the first 50 ms of a cue, half a second after words began that last so long."""
    with Loopback(options) as loopback:
        loopback.engine.duck(loopback.clock.now + duck)
        loopback.hear(0.5)
        loopback.play(cue)
        return level(loopback.hear(0.05))


@pytest.mark.parametrize(
    ("cue", "ducking", "decibels"),
    [
        (CLACK, Ducking.OFF, 0.0),
        (CLACK, Ducking.LIGHT, 8.0),
        (CLACK, Ducking.STRONG, 14.0),
        (BELL, Ducking.STRONG, 0.0),
        (PlacedCue(Cue.IMPOSSIBLE), Ducking.STRONG, 0.0),
    ],
)
def test_a_cue_is_softer_while_words_are_spoken(cue: PlacedCue, ducking: Ducking, decibels: float) -> None:
    options = replace(OPTIONS, ducking=ducking)

    assert begin_of(cue, options) - begin_of(cue, options, duck=2.0) == pytest.approx(decibels, abs=0.2)


def test_sounds_get_softer_fast_and_louder_slowly(loopback: Loopback) -> None:
    loopback.play(PlacedCue(Cue.DEAL))
    loopback.hear(0.1)
    loopback.engine.duck(loopback.clock.now + 0.3)

    gains = []
    for _ in range(90):
        loopback.hear(0.01)
        gains.append(loopback.mixer.gain)

    assert gains[13] == pytest.approx(10 ** (-8 / 20))
    assert np.all(np.diff(gains[:13]) < 0)
    assert np.all(np.diff(gains[32:74]) > 0)
    assert gains[76] == 1.0


def test_sounds_are_louder_after_words_that_end_early(loopback: Loopback) -> None:
    loopback.engine.duck(loopback.clock.now + 60)
    loopback.hear(0.5)

    loopback.engine.duck(loopback.clock.now)
    loopback.hear(0.5)

    assert loopback.mixer.gain == 1.0


def test_ducking_that_is_switched_off_while_sounds_get_louder_ends_at_once(loopback: Loopback) -> None:
    loopback.engine.duck(loopback.clock.now + 0.5)
    loopback.hear(0.6)
    assert loopback.mixer.gain < 1.0

    loopback.engine.apply(replace(OPTIONS, ducking=Ducking.OFF))
    loopback.hear(0.01)

    assert loopback.mixer.gain == 1.0


def test_your_turn_gets_through_sixty_sounds() -> None:
    crowd = [PlacedCue(Cue.PLAYED, angle=number - 30.0, is_own=False) for number in range(60)]

    alone, without, with_bell = (rendered(*cues) for cues in ([BELL], crowd, [*crowd, BELL]))

    assert part_of(alone, without) < 0.1
    assert part_of(alone, with_bell) > 0.5


def rendered(*cues: PlacedCue, options: SoundOptions = OPTIONS) -> Heard:
    """What is heard of cues that begin together, the last after the first."""
    with Loopback(options) as loopback:
        loopback.play(*cues)
        return loopback.hear(0.35)


def part_of(sound: Heard, heard: Heard) -> float:
    """How much of a sound is in what is heard: 1 if it is as loud as it is alone."""
    return float(np.vdot(sound, heard) / np.vdot(sound, sound))


def test_a_key_ends_a_shuffle_and_nothing_else(loopback: Loopback) -> None:
    deal = PlacedCue(Cue.DEAL)
    loopback.play(deal, replace(deal, delay=0.5), BELL)
    loopback.hear(0.05)

    loopback.engine.stop()
    loopback.hear(0.01)

    assert loopback.mixer.sounding() == (Cue.YOUR_TURN,)
    assert level(loopback.hear(1.0)[:, -RATE // 4 :]) < SILENT


def test_the_variants_of_a_cue_take_turns(loopback: Loopback) -> None:
    heard = []
    for _ in range(6):
        loopback.play(CLACK)
        heard.append(loopback.hear(0.5))

    assert np.allclose(heard[0], heard[5], atol=1e-4)
    assert all(not np.allclose(heard[0], other, atol=1e-2) for other in heard[1:5])


def test_without_a_device_one_is_looked_for_ever_more_seldom(loopback: Loopback) -> None:
    loopback.opener.fails = True
    loopback.device.is_connected = False
    opened = len(loopback.opener.opened)
    loopback.clock.advance(1)
    loopback.engine.work()
    due = []
    for _ in range(6):
        due.append(loopback.engine.due() - loopback.clock.now)
        loopback.clock.advance(due[-1])
        loopback.engine.work()

    assert due == [0.5, 1, 2, 4, 8, 8]
    assert len(loopback.opener.opened) - opened == 7


def test_a_device_that_is_back_is_played_on(loopback: Loopback) -> None:
    loopback.opener.fails = True
    loopback.device.is_connected = False
    loopback.clock.advance(1)
    loopback.engine.work()
    assert loopback.engine.device is None
    loopback.play(BELL)

    loopback.opener.fails = False
    loopback.clock.advance(0.5)
    loopback.engine.work()

    assert level(loopback.hear(0.1)) > -40


def test_a_sound_that_comes_much_too_late_is_left_out(loopback: Loopback) -> None:
    loopback.play(BELL)
    loopback.clock.advance(1.5)

    assert level(loopback.hear(0.1)) < SILENT


@pytest.mark.parametrize(
    ("options", "reopens"),
    [
        (replace(OPTIONS, volume=50), False),
        (replace(OPTIONS, ducking=Ducking.OFF), False),
        (replace(OPTIONS, mode=SoundMode.MONO), True),
        (replace(OPTIONS, device="Headset"), True),
    ],
)
def test_a_device_is_opened_anew_where_it_must(options: SoundOptions, reopens: bool) -> None:  # noqa: FBT001 (a row's answer)
    with Loopback(OPTIONS) as loopback:
        loopback.engine.apply(options)
        loopback.engine.work()

        assert len(loopback.opener.opened) == 1 + reopens


def test_no_device_is_open_while_sounds_are_off(loopback: Loopback) -> None:
    loopback.engine.apply(replace(OPTIONS, mode=SoundMode.OFF))
    loopback.engine.work()

    assert loopback.engine.device is None
    assert loopback.engine.due() == float("inf")


@pytest.mark.parametrize(
    ("devices", "opened"),
    [
        ([["Speakers"], ["Speakers", "Headset"]], 2),
        ([["Speakers"], ["Speakers"]], 1),
        ([["Speakers", "Headset"], ["Speakers", "Headset"]], 1),
    ],
    ids=["plugged in", "never there", "there but in use"],
)
def test_the_device_that_was_chosen_is_opened_when_it_comes(devices: list[list[str]], opened: int) -> None:
    with Loopback(replace(OPTIONS, device="Headset")) as loopback:
        for names in devices:
            loopback.opener.devices = tuple(names)
            loopback.clock.advance(SEARCH_SECONDS)
            loopback.engine.work()

        assert len(loopback.opener.opened) == opened


def test_after_a_restart_the_device_that_was_chosen_is_opened_once() -> None:
    with Loopback(replace(OPTIONS, device="Headset")) as loopback:
        loopback.clock.advance(SEARCH_SECONDS)
        loopback.engine.work()
        loopback.opener.devices = ("Headset",)
        loopback.engine.restart()
        loopback.engine.work()

        loopback.clock.advance(SEARCH_SECONDS)
        loopback.engine.work()

        assert len(loopback.opener.opened) == 2


def test_a_device_that_is_not_there_is_searched_for_every_five_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Loopback(replace(OPTIONS, device="Headset")) as loopback:
        searches: list[float] = []

        def names() -> tuple[str, ...]:
            searches.append(loopback.clock.now)
            return ()

        monkeypatch.setattr(loopback.opener, "names", names)
        begin = loopback.clock.now
        for _ in range(11):
            loopback.clock.advance(1)
            loopback.engine.work()

        assert [at - begin for at in searches] == [1, 6, 11]


def test_a_double_sounds_like_two_clacks() -> None:
    single, double = (rendered(PlacedCue(cue)) for cue in (Cue.PLAYED, Cue.DOUBLE))

    assert [len(onsets(each[0])) for each in (single, double)] == [1, 2]


def test_own_sounds_take_the_place_of_ours_and_bad_ones_do_not(tmp_path: Path) -> None:
    (tmp_path / "your_turn.wav").write_bytes((OUR_SOUNDS / "chat-1.wav").read_bytes())
    (tmp_path / "played-1.wav").write_bytes(b"RIFF, but not for long")
    own = replace(OPTIONS, folder=tmp_path)

    assert np.allclose(rendered(BELL, options=own), rendered(PlacedCue(Cue.CHAT)), atol=1e-4)
    assert np.allclose(rendered(CLACK, options=own), rendered(CLACK), atol=1e-4)
