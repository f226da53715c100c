"""What a game is like: one sentence in the list of games, and inside the game its length and luck."""

from typing import Final

from playroom.home.settings import Settings
from playroom.narration.message import Blank, Message
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.narration.rules.rulebook import rulebook, title
from playroom.rules.rulebook.variant import Variant
from playroom.table.setup import agreed, first_setup
from playroom.table.shelf import GameMeasures, game_measures
from playroom.voice.backends.backend import USUAL_RATE

SECONDS_TO_THINK: Final = 6.0
"""The seconds that a player takes for a move, once all is heard."""

SECONDS_BETWEEN_ROUNDS: Final = 5.0
"""The seconds until a player has the next round dealt, once the result is heard."""

CHARACTERS_OF_MOVE: Final = {
    Verbosity.EARCONS: 8,
    Verbosity.SUMMARY: 16,
    Verbosity.BRIEF: 30,
    Verbosity.NORMAL: 48,
    Verbosity.FULL: 78,
}
"""The characters that are said for each move, on average over whole matches in both languages."""

CHARACTERS_OF_ROUND: Final = 200
"""The characters of a deal and a result, likewise."""

MINUTES_APART: Final = 5
"""From twice this number on, minutes are rounded to its multiples."""


def game_character(variant: Variant) -> Message:
    """The title of a game and what it is like; a game that is not ours is described by its goal."""
    if variant.name in game_measures():
        about = Message(f"games.about.{variant.name}")
    else:
        about, *_ = rulebook(variant, agreed(variant, first_setup(variant)))[0].paragraphs
    return Message("games.line", blanks={"game": title(variant), "about": about})


def length_and_luck(variant: Variant, settings: Settings) -> Message | None:
    """How long a match of a game is at the pace of these settings, and how often the better bot wins.

    None for a game without measurements.
    """
    measured = game_measures().get(variant.name)
    if measured is None:
        return None
    blanks: dict[str, Blank] = {
        "minutes": rounded_minutes(match_seconds(measured, settings)),
        "players": first_setup(variant).players,
        "wins": round(measured.stronger_wins / 10),
    }
    return Message("games.length_and_luck", blanks=blanks)


def match_seconds(measured: GameMeasures, settings: Settings) -> float:
    """The seconds of a match at these settings, with what is said at the listener's rate."""
    rate = settings.hearing or USUAL_RATE
    said = CHARACTERS_OF_MOVE[Verbosity(settings.verbosity)] / rate
    waits = settings.waits and settings.pace > 0
    return (
        measured.own_moves * (SECONDS_TO_THINK + said)
        + measured.other_moves * (settings.pace + (said if waits else 0.0))
        + measured.rounds * (SECONDS_BETWEEN_ROUNDS + CHARACTERS_OF_ROUND / rate)
    )


def rounded_minutes(seconds: float) -> int:
    """Whole minutes, at least one; of long times, multiples of five."""
    minutes = max(1, round(seconds / 60))
    return minutes if minutes < 2 * MINUTES_APART else MINUTES_APART * round(minutes / MINUTES_APART)
