"""The player's own sounds: what is played, and why a file is refused."""

import wave
from pathlib import Path
from struct import pack
from typing import Any

import pytest
from support.english import why

from playroom.sound.cue import Cue
from playroom.sound.cue_sounds import OwnSounds, Wave, own_sounds, wave_of
from playroom.strict_yaml import PageError


def written(
    file: Path, samples: bytes = b"\1\0" * 800, *, bits: int = 16, channels: int = 1, rate: int = 8000
) -> Path:
    with wave.open(str(file), "wb") as out:
        out.setparams((channels, bits // 8, rate, 0, "NONE", ""))
        out.writeframes(samples)
    return file


def test_files_replace_the_cues_of_their_names_in_their_order(tmp_path: Path) -> None:
    written(tmp_path / "played-2.wav", b"\2\0")
    written(tmp_path / "played-1.WAV", b"\1\0")
    written(tmp_path / "your_turn.wav", b"\3\0", rate=44_100)
    (tmp_path / "licence.txt").write_text("mine", encoding="utf-8")

    assert own_sounds(tmp_path) == OwnSounds(
        {
            Cue.PLAYED: (Wave(b"\1\0", 8000), Wave(b"\2\0", 8000)),
            Cue.YOUR_TURN: (Wave(b"\3\0", 44_100),),
        }
    )


def test_a_folder_that_is_not_there_has_no_sounds(tmp_path: Path) -> None:
    assert own_sounds(tmp_path / "sounds") == own_sounds(None) == OwnSounds({})


def test_stereo_is_mixed_to_mono(tmp_path: Path) -> None:
    file = written(tmp_path / "chat.wav", b"\4\0\2\0\0\0\6\0", channels=2)

    assert wave_of(file.read_bytes(), "chat.wav") == Wave(b"\3\0\3\0", 8000)


def test_a_sound_in_the_extensible_format_is_played(tmp_path: Path) -> None:
    plain = written(tmp_path / "chat.wav", b"\1\0").read_bytes()
    guid = bytes.fromhex("0100000000001000800000aa00389b71")
    form = plain[20:36].replace(b"\1\0", b"\xfe\xff", 1) + pack("<HHI", 22, 16, 4) + guid
    chunks = plain[8:16] + pack("<I", len(form)) + form + plain[36:]
    content = b"RIFF" + pack("<I", len(chunks)) + chunks

    assert wave_of(content, "chat.wav") == Wave(b"\1\0", 8000)


FORMATS = [
    ({"bits": 8}, "the sound has 8 bits and 1 channel. Save it with 16 bits, mono or stereo."),
    ({"channels": 4}, "the sound has 16 bits and 4 channels. Save it with 16 bits, mono or stereo."),
    ({"rate": 7_999}, "7,999 samples a second are not possible. Save it with 8,000 to 96,000."),
    ({"rate": 1}, "1 sample a second is not possible. Save it with 8,000 to 96,000."),
    ({"samples": bytes(80_002)}, "the sound is longer than 5 seconds."),
    ({"samples": b""}, "there is no sound in it."),
    ({"samples": bytes(1_000_000)}, "the file is larger than 1 MB."),
]


@pytest.mark.parametrize(("form", "told"), FORMATS)
def test_a_sound_that_cannot_be_played_says_why(tmp_path: Path, form: dict[str, Any], told: str) -> None:
    file = written(tmp_path / "played.wav", **form)

    (error,) = own_sounds(tmp_path).errors

    assert (error.source, why(error)) == (str(file), told)


CONTENTS = [
    ("plaid.wav", b"", "plaid is unknown here. Did you mean played?"),
    ("played-10.wav", b"", "played-10 is unknown here. Did you mean played?"),
    ("played.mp3", b"", "this is not a WAV file of 16 bits. Save the sound as one."),
    ("played.wav", b"ID3", "this is not a WAV file of 16 bits. Save the sound as one."),
    (
        "played.wav",
        b"RIFF\xff\xff\xff\xffWAVEfmt \x10",
        "this is not a WAV file of 16 bits. Save the sound as one.",
    ),
]


@pytest.mark.parametrize(("name", "content", "told"), CONTENTS)
def test_a_file_that_is_no_sound_says_why(tmp_path: Path, name: str, content: bytes, told: str) -> None:
    (tmp_path / name).write_bytes(content)
    written(tmp_path / "chat.wav")

    found = own_sounds(tmp_path)

    assert [why(error) for error in found.errors] == [told]
    assert list(found.sounds) == [Cue.CHAT]


def test_a_folder_in_place_of_a_sound_says_so(tmp_path: Path) -> None:
    (tmp_path / "played.wav").mkdir()

    (error,) = own_sounds(tmp_path).errors

    assert why(error) == "the file cannot be read: it is a folder."


@pytest.mark.parametrize("channels", [1, 2])
def test_a_file_cut_anywhere_is_refused(tmp_path: Path, channels: int) -> None:
    content = written(tmp_path / "chat.wav", b"\1\0" * 4, channels=channels).read_bytes()

    refused = [why_refused(content[:length]) for length in range(len(content))]

    assert set(refused[-8:]) == {"the file ends before its sound does. Save the sound again."}
    assert set(refused[:-8]) == {"this is not a WAV file of 16 bits. Save the sound as one."}


def why_refused(content: bytes) -> str:
    """Why the sound in *content* is refused."""
    with pytest.raises(PageError) as refused:
        wave_of(content, "chat.wav")
    return why(refused.value)
