"""What a game is like, in the list of games: one sentence, its length, and how much is luck."""

from typing import Final

from playroom.home.settings import Settings
from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.narration.rules.rulebook import rulebook, title
from playroom.rules.rulebook.variant import Variant
from playroom.table.game_measures import GameMeasures, game_measures
from playroom.table.setup import agreed, first_setup
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

LUCK: Final = ((90, "little"), (75, "some"), (60, "much"))
"""The words for how much is luck, by the least wins of the stronger bot of 100 matches."""


def game_character(variant: Variant, settings: Settings) -> Message:
    """The title of a game and what it is like at the pace of these settings.

    A game without measurements is described by its goal.
    """
    measured = game_measures().get(variant.name)
    setup = first_setup(variant)
    if measured is None:
        goal, *_ = rulebook(variant, agreed(variant, setup))[0].paragraphs
        return Message("games.own", blanks={"game": title(variant), "goal": goal})
    return Message(
        "games.measured",
        blanks={
            "game": title(variant),
            "about": Message(f"games.about.{variant.name}"),
            "minutes": rounded_minutes(match_seconds(measured, settings)),
            "players": setup.players,
            "luck": luck_word(measured.stronger_wins),
            "wins": round(measured.stronger_wins / 10),
        },
    )


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


def luck_word(stronger_wins: int) -> str:
    """The word for how much is luck, by how many of 100 matches the stronger bot wins."""
    return next((word for least, word in LUCK if stronger_wins >= least), "most")
