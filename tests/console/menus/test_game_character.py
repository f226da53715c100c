"""What a game is like, as the list of games says it."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from support.languages import CODES

from playroom.console.play.game_character import (
    game_character,
    length_and_luck,
    match_seconds,
    rounded_minutes,
)
from playroom.home.settings import Settings
from playroom.narration.phrases.locales import phrasebook
from playroom.table.shelf import OURS, game_measures, shelf

GAMES = shelf([OURS]).variants
USUAL = Settings()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_of_ours_says_what_it_is_like(game: str) -> None:
    length, line = length_and_luck(GAMES[game], USUAL), game_character(GAMES[game])
    assert length

    for book in map(phrasebook, CODES):
        said = [book.say(line), book.say(length)]
        assert book.language.code not in ("en", "fr") or ["minutes" in each for each in said] == [False, True]
        assert len(said[0]) < (100 if book.language.code in ("en", "fr") else 120)
        assert not set("{}#") & set("".join(said))


def test_every_game_of_ours_was_measured() -> None:
    measured = game_measures()

    assert measured.keys() == GAMES.keys()
    for each in measured.values():
        assert 0 < each.rounds <= each.own_moves < each.other_moves
        assert 50 <= each.stronger_wins <= 100


def test_the_length_follows_the_pace() -> None:
    measured = game_measures()["draw"]
    slow = replace(USUAL, pace=USUAL.pace + 1)

    assert match_seconds(measured, slow) - match_seconds(measured, USUAL) == pytest.approx(
        measured.other_moves
    )


@pytest.mark.parametrize(
    "shorter",
    [
        replace(USUAL, verbosity="brief"),
        replace(USUAL, hearing=40),
        replace(USUAL, waits=False),
        replace(USUAL, pace=0.0),
    ],
    ids=["brief", "fast voice", "no waiting", "no pause"],
)
def test_fewer_or_faster_words_make_a_match_shorter(shorter: Settings) -> None:
    measured = game_measures()["dominos"]

    assert match_seconds(measured, shorter) < match_seconds(measured, USUAL)


@pytest.mark.parametrize(("seconds", "minutes"), [(10, 1), (500, 8), (700, 10), (2840, 45)])
def test_long_times_are_rounded_to_five_minutes(seconds: float, minutes: int) -> None:
    assert rounded_minutes(seconds) == minutes


def test_a_page_of_a_player_says_its_goal(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("name: mine\nlike: draw\ntitle: {en: Mine}\n", encoding="utf-8")
    own = shelf([OURS, tmp_path]).variants["mine"]

    said = phrasebook("en").say(game_character(own))

    assert said.startswith("Mine. Be the first to go out")
    assert "minutes" not in said
