"""A script of 300 keys through lists, questions and table: no key is silent, and none destroys anything."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from support.console.hand_held import Console, folders

from playroom.home.presets import Presets
from playroom.home.settings import Settings, load_settings

SEED = ("play", "--seed", "191", "--players", "2")

SCRIPT = {
    "letters and digits at the table": (
        "a a a b c e f h escape i j right up escape k l n n n n n o o r s t u v w x y z 1 2 0 9"
    ),
    "punctuation and names at the table": (
        "B Z ; , - + ' home right left down up end pageup pagedown ctrl-pageup ctrl-pagedown "
        "backspace delete insert"
    ),
    "questions at the table, answered with Enter": (
        "q enter ctrl-c enter f5 enter q x c v w s e t i enter q right left enter q up down n ctrl-c escape"
    ),
    "help": (
        "f1 enter down down f2 escape down enter end enter ? enter q escape home end x 7 left escape escape"
    ),
    "the menu of the table": (
        "m down up enter down escape end left m q enter down down enter m t enter home end "
        "escape h enter end escape b enter right z left escape end enter"
    ),
    "rules": "ctrl-f1 down enter down up home end escape end g enter escape escape",
    "settings": (
        "m s enter right left f2 down right left right left down right enter s s enter right left "
        "end escape a enter down right left escape end up enter down enter f enter end up enter right left "
        "escape p enter enter d enter enter escape escape escape k enter down right left r enter enter "
        "escape escape escape"
    ),
    "the history": ("f3 up down right left s enter home end f z e b r a enter p n x f2 m down escape escape"),
    "plays": "space enter c z enter v g d left enter x c w enter s e t p b u",
    "a new match": (
        "q y home end x escape enter home down n enter left down right left down 6 4 3 down "
        "right left end up enter a backspace space escape up right left f2 escape r enter "
        "enter enter down escape escape escape"
    ),
    "back at the table": (
        "c enter w s e t v i u q enter q right left enter ctrl-c n c v w s e t z 1 home end"
    ),
}
"""The keys, by what they are about; those that need no terminal to send them are names of keys."""

KEYS = [key for keys in SCRIPT.values() for key in keys.split()]


@pytest.fixture
def console(home: Path) -> Console:
    """A console at a table, of a player with a preset and a key of their own."""
    Presets(folders(home).presets).save("Work", Settings(pace=2))
    found = Console(*SEED, home=home, settings={"mode": "both", "pace": 0})
    found.folders.keys.write_text("hand: {'#': draw}\n")
    found.hear()
    return found


def owned(console: Console) -> dict[str, str]:
    """What the player has besides the match and the settings: presets, keys and past matches."""
    of = console.folders
    return {file.name: file.read_text() for file in (of.presets, of.keys, *of.matches.glob("past/*"))}


def saved_settings(console: Console) -> Settings:
    """The settings of the player, but for the table that was set up last."""
    settings, _ = load_settings(console.folders.settings)
    return replace(settings, table={})


@pytest.mark.long
def test_no_key_of_three_hundred_is_silent_and_none_destroys_anything(console: Console) -> None:
    belongings, settings = owned(console), saved_settings(console)
    log = console.match.rounds[0].log

    silent = [(number, key) for number, key in enumerate(KEYS) if not console.hear(key)]

    assert len(KEYS) >= 300
    assert silent == []
    assert console.is_open
    assert owned(console) == belongings
    assert saved_settings(console) == settings
    assert console.match.rounds[0].log[: len(log)] == tuple(log)
    assert len(console.match.rounds[0].log) > len(log)
