"""The sounds of the cues: loudness, length, spectrum, and that no two can be mistaken for each other."""

import subprocess
import sys
import wave
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from sound_measures import centroid, likeness, onsets, samples_of, share, spectrogram, true_peak
from sounds.loudness import momentary
from sounds.recipes import RECIPES, sound
from sounds.signals import RATE, Samples, count

import playroom
from playroom.sound.cue import TRAITS, Cue

FOLDER = Path(playroom.__file__).parent / "sound" / "cues"
SCRIPT = Path(__file__).parents[2] / ".ci" / "make_sounds.py"
SOUNDS = {file.stem: samples_of(file) for file in sorted(FOLDER.glob("*.wav"))}
FIRST = {cue: SOUNDS[f"{cue}-1"] for cue in Cue}

MOST_BYTES = 2_000_000
LOUDEST = 10 ** (-3 / 20)
"""The highest peak, 3 dB below full scale."""
STEP = 1 / 32_768
"""The difference between two neighbouring samples of 16 bits."""

CENTRAL = {
    *(
        Cue.YOUR_TURN,
        Cue.BLOCKED,
        Cue.ROUND_OVER,
        Cue.ROUND_WON,
        Cue.ROUND_LOST,
        Cue.MATCH_WON,
        Cue.MATCH_LOST,
    ),
    *(Cue.IMPOSSIBLE, Cue.LIST_END, Cue.CURSOR),
}
"""The cues that are heard in the centre alone."""


def cue_of(name: str) -> Cue:
    """The cue of a file."""
    return Cue(name.rpartition("-")[0])


def test_each_cue_has_its_files_and_each_file_its_cue() -> None:
    due = {f"{cue}-{number}.wav" for cue in Cue for number in range(1, TRAITS[cue].variants + 1)}

    assert {file.name for file in FOLDER.iterdir()} == due


def test_the_files_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < MOST_BYTES


def test_each_file_is_mono_with_16_bits() -> None:
    formats = set()
    for file in FOLDER.iterdir():
        with wave.open(str(file), "rb") as read:
            formats.add((read.getnchannels(), read.getsampwidth(), read.getframerate()))

    assert formats == {(1, 2, RATE)}


def test_a_sine_has_the_loudness_that_the_standard_says() -> None:
    sine = np.sin(2 * np.pi * 997 * np.arange(RATE) / RATE)

    assert momentary(sine) == pytest.approx(-3.01, abs=0.02)
    assert momentary(sine[: count(100)]) == pytest.approx(-3.01 - 6.02, abs=0.05)


def test_each_sound_is_as_long_as_designed() -> None:
    lengths = {name: 1000 * len(samples) / RATE for name, samples in SOUNDS.items()}

    assert lengths == {name: pytest.approx(RECIPES[cue_of(name)].milliseconds, rel=0.1) for name in SOUNDS}


def test_each_sound_is_as_loud_as_designed() -> None:
    levels = {name: momentary(samples) for name, samples in SOUNDS.items()}

    assert levels == {name: pytest.approx(RECIPES[cue_of(name)].lufs, abs=1) for name in SOUNDS}


def test_no_peak_is_over_3_db_below_full_scale() -> None:
    peaks = {name: true_peak(samples) for name, samples in SOUNDS.items()}

    assert {name: peak for name, peak in peaks.items() if peak > LOUDEST} == {}


def test_a_sound_begins_and_ends_in_silence_and_has_no_offset() -> None:
    def is_clean(samples: Samples) -> bool:
        peak = np.max(np.abs(samples))
        end = np.max(np.abs(samples[-count(2) :]))
        return bool(
            abs(samples[0]) <= 2 * STEP and end < 0.01 * peak and abs(np.mean(samples)) < 0.001 * peak
        )

    assert [name for name, samples in SOUNDS.items() if not is_clean(samples)] == []


def test_a_sound_fades_out() -> None:
    levels = {
        name: [float(np.std(part)) for part in np.array_split(samples, 10)]
        for name, samples in SOUNDS.items()
    }

    assert {name: parts for name, parts in levels.items() if parts[-1] > 0.2 * max(parts)} == {}


def test_a_bell_begins_softly() -> None:
    bells = (Cue.YOUR_TURN, Cue.ROUND_WON, Cue.MATCH_WON)
    begins = {
        cue: np.max(np.abs(FIRST[cue][: count(2)])) / np.max(np.abs(FIRST[cue][: count(20)])) for cue in bells
    }

    assert {cue: part for cue, part in begins.items() if part > 0.4} == {}


@pytest.mark.parametrize(
    ("cue", "hertz"), [(Cue.PLAYED, 3500), (Cue.DOUBLE, 3500), (Cue.PASSED, 350), (Cue.DEAL, 5500)]
)
def test_wood_is_as_bright_as_recordings_of_real_tiles(cue: Cue, hertz: float) -> None:
    assert centroid(FIRST[cue]) == pytest.approx(hertz, rel=0.1)


def test_a_cue_that_is_placed_has_a_part_between_2_and_8_khz() -> None:
    parts = {cue: share(FIRST[cue], 2000, 8000) for cue in Cue if cue not in CENTRAL}

    assert {cue: part for cue, part in parts.items() if part < 0.01} == {}


def test_no_two_cues_sound_alike() -> None:
    seen = {name: spectrogram(samples) for name, samples in SOUNDS.items()}
    pairs = [(one, other) for one, other in combinations(seen, 2) if cue_of(one) != cue_of(other)]
    alike = {(one, other): likeness(seen[one], seen[other]) for one, other in pairs}

    assert {pair: found for pair, found in alike.items() if found >= 0.7} == {}


def test_the_variants_of_a_cue_are_similar_but_not_equal() -> None:
    for cue in Cue:
        variants = [SOUNDS[f"{cue}-{number}"] for number in range(1, TRAITS[cue].variants + 1)]
        for one, other in combinations(map(spectrogram, variants), 2):
            assert 0.85 < likeness(one, other) < 0.99


@pytest.mark.parametrize(
    ("name", "blows"),
    [
        *((f"played-{number}", 1) for number in range(1, 6)),
        *(("double-1", 2), ("passed-1", 2), ("train_opened-1", 3), ("again-1", 4), ("match_lost-1", 4)),
    ],
)
def test_a_rhythm_has_its_blows(name: str, blows: int) -> None:
    assert len(onsets(SOUNDS[name])) == blows


@pytest.mark.parametrize("cue", [Cue.CURSOR, Cue.PASSED])
def test_a_sound_is_made_as_it_is_shipped(cue: Cue) -> None:
    made = sound(RECIPES[cue], 1)

    assert np.max(np.abs(made - FIRST[cue])) < 2 * STEP


@pytest.mark.long
def test_the_script_makes_all_sounds_as_they_are_shipped(tmp_path: Path) -> None:
    subprocess.run([sys.executable, SCRIPT, tmp_path], check=True)

    made = {file.stem: samples_of(file) for file in tmp_path.iterdir()}
    assert made.keys() == SOUNDS.keys()
    assert max(float(np.max(np.abs(made[name] - SOUNDS[name]))) for name in made) <= 1.01 * STEP


@pytest.mark.parametrize("lag", [0, 30])
def test_a_sound_is_like_itself_a_little_later(lag: float) -> None:
    later = np.pad(FIRST[Cue.PLAYED], (count(lag), 0))

    found = likeness(spectrogram(FIRST[Cue.PLAYED]), spectrogram(later))

    assert found > 0.9
