"""The tiles of a hand on braille alone: nothing says them aloud, whichever key is pressed."""

import re
from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.voice.list_voice import ListBackend

from playroom.narration.message import MASK, Blank, Either, Half, Sentences, Series, answer, masked_tiles
from playroom.rules.layout import Laid
from playroom.rules.tile import Tile

PRIVATE = {"braille_hand": True}
HIDDEN = "On braille."


def at_table(home: Path, **settings: object) -> Console:
    console = Console("play", "block", "--seed", "1", home=home, settings={**PRIVATE, **settings})
    console.hear()
    return console


@pytest.mark.parametrize(
    ("blank", "masked"),
    [
        (Tile(3, 5), MASK),
        (Tile(3, 4), Tile(3, 4)),
        (Laid(5, 3), MASK),
        ((Tile(1, 1), Tile(3, 5)), (Tile(1, 1), MASK)),
        (Half(3), Half(3)),
        (answer("menus.letter", letter=Tile(3, 5)), answer("menus.letter", letter=MASK)),
        (Sentences((answer("a", b=Tile(3, 5)),)), Sentences((answer("a", b=MASK),))),
        (Series((answer("a", b=Laid(3, 4)),)), Series((answer("a", b=Laid(3, 4)),))),
        (Either((Tile(3, 5), 7)), Either((MASK, 7))),
        ("3-5", "3-5"),
    ],
)
def test_tiles_of_the_hand_are_masked_in_every_part_of_a_message(blank: Blank, masked: Blank) -> None:
    assert masked_tiles(answer("x", y=blank), {Tile(3, 5)}) == answer("x", y=masked)


def test_the_hand_is_read_by_fingers_and_not_spoken(home: Path) -> None:
    console = at_table(home)

    assert console.hear("w") == [HIDDEN]
    assert re.fullmatch(r"6 tiles: \d-\d.*", console.braille[-1])


@pytest.mark.parametrize("key", ["right", "z", "backspace", "i"])
def test_no_key_says_a_tile_of_the_hand(home: Path, key: str) -> None:
    console = at_table(home)
    console.hear("w")

    told = console.hear(key)

    assert HIDDEN in told
    assert not [text for text in told if re.search(r"\d-\d", text)]


def test_what_was_not_spoken_is_read_again_by_fingers(home: Path) -> None:
    console = at_table(home)
    console.hear("w")
    hand = console.braille[-1]

    assert console.hear("backspace") == [HIDDEN]
    assert console.braille[-1] == hand
    assert console.hear("f3", "right", "right", "right", "right", "pageup")[-1] == HIDDEN
    assert console.braille[-1] == hand


def test_the_hand_is_written_where_the_speaker_has_no_braille(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ListBackend, "has_braille", False)
    console = at_table(home, mode="voice")

    console.hear("w")
    console.hear("c")

    assert re.fullmatch(r"6 tiles: \d-\d.*", console.screen)


def test_a_tile_that_was_played_is_spoken(home: Path) -> None:
    console = at_table(home)

    told = console.play()

    assert any(re.match(r"You: \d-\d|You open: \d-\d", text) for text in told)
