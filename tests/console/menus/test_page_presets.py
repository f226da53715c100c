"""The presets of a page in the list of a new match: what is played together, by a name."""

from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.languages import CODES

from playroom.console.play.game_choices import answered_questions, preset_message
from playroom.narration.phrases.locales import phrasebook
from playroom.rules.rulebook.variant import Preset, rules
from playroom.table.setup import Setup, preset_of, with_next_preset
from playroom.table.shelf import OURS, shelf

GAMES = shelf([OURS]).variants
PRESETS = [(game, preset) for game, variant in GAMES.items() for preset in variant.presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=str)
def test_a_preset_is_a_table_that_can_be_played(game: str, preset: Preset) -> None:
    variant = GAMES[game]

    assert rules(variant, variant.players[-1], variant.teams[-1], preset.options)
    assert all(f"rulebooks.titles.{preset.name}" in phrasebook(code).entries for code in CODES)


@pytest.mark.parametrize("game", dict(PRESETS))
def test_the_first_preset_is_the_page_itself_and_no_two_are_alike(game: str) -> None:
    first, *others = GAMES[game].presets

    assert first.options == {}
    assert all(
        other.options != each.options for other in others for each in GAMES[game].presets if each is not other
    )


def test_the_next_preset_takes_the_place_of_the_options() -> None:
    game = GAMES["partners"]
    setup = Setup("partners", 4, 2, {"target": 70})

    setups = [setup := with_next_preset(game, setup, 1) for _ in range(5)]

    assert [each.name if (each := preset_of(game, one)) else None for one in setups] == [
        "international",
        "venezuelan",
        "dominican",
        "puerto-rican-500",
        "puerto-rican-500",
    ]


def test_the_direction_of_play_is_kept_beside_every_preset() -> None:
    game, book = GAMES["partners"], phrasebook("en")
    setup = Setup("partners", 4, 2, {"direction": "anticlockwise"})

    venezuelan = with_next_preset(game, setup, 1)

    assert venezuelan.options == {"direction": "anticlockwise", "lead": "winner"}
    assert [book.say(preset_message(game, each)) for each in (setup, venezuelan)] == [
        "Kind: international and Spanish",
        (
            "Kind: Venezuelan, like international and Spanish, but: "
            "Who leads: the winner of the last round, Direction of play: anticlockwise"
        ),
    ]


@pytest.mark.parametrize(
    ("language", "nines", "twelves"),
    [
        ("en", "Rounds: all (10)", "Rounds: all (13)"),
        ("fr", "Manches\N{NO-BREAK SPACE}: toutes (10)", "Manches\N{NO-BREAK SPACE}: toutes (13)"),
    ],
)
def test_all_rounds_are_as_many_as_engines(language: str, nines: str, twelves: str) -> None:
    game, book = GAMES["mexican-train"], phrasebook(language)

    said = [
        book.say(answered_questions(game, Setup("mexican-train", players, 0, {}))["rounds"])
        for players in (4, 5)
    ]

    assert said == [nines, twelves]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "Kind: Venezuelan, like international and Spanish, but: Who leads: the winner of the last round",
        ),
        (
            "fr",
            "Façon : vénézuélienne, comme internationale et espagnole, mais",
        ),
    ],
)
def test_a_preset_says_what_differs(home: Path, language: str, said: str) -> None:
    console = Console(
        "--language", language, home=home, settings={"table": {"game": "partners", "players": 4}}
    )
    console.hear("enter", "down", "down")

    assert console.hear("right")[-1].replace("\N{NO-BREAK SPACE}", " ").startswith(said)
