from random import Random

import pytest
from msgspec.structs import replace
from support.languages import CODES
from tellings import GAMES

from playroom.narration.answers.table_line import short_names, table_line
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.rules.deal import begin
from playroom.rules.flow import after, forced, play
from playroom.rules.layout import Laid, Line
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import rules
from playroom.rules.tile import tiles
from playroom.rules.view import View, view
from playroom.table.shuffle import shuffled

NAMES = ("Ada", "Ann", "Ben")


def dealt(players: int = 3, chance: int = 1, game: str = "dominos", **options: object) -> Match:
    match = new_match(rules(GAMES[game], players, 0, options))
    events, deal = shuffled(match, Random(chance))
    return after(match, (*events, *begin(match, deal)))


def seen(hand: str = "4-3 5-5 6-1", chain: tuple[Laid, ...] = (Laid(5, 3), Laid(3, 2))) -> View:
    """What Ada sees who holds *hand*, while Ann has 3 tiles and Ben 5."""
    now = view(dealt(), 0)
    return replace(now, hand=tiles(hand), counts=(len(tiles(hand)), 3, 5), layout=Line(chain), boneyard=12)


def line(now: View, cells: int = 0, language: str = "en", names: tuple[str, ...] = NAMES) -> str:
    return table_line(now, phrasebook(language), Audience(names, now.seat), cells)


def test_the_line_has_the_ends_the_hand_the_tiles_of_each_player_and_the_boneyard() -> None:
    assert line(seen()) == "L5 R2|43 55 61|me3 An3 Be5|b12"


def test_the_line_is_in_the_language_of_the_listener() -> None:
    assert line(seen(), language="fr") == "G5 D2|43 55 61|moi3 An3 Be5|p12"


def test_before_the_first_tile_there_are_no_ends() -> None:
    assert line(seen(chain=())).startswith("no tile|43 55 61|")


def test_an_empty_hand_leaves_no_gap() -> None:
    assert line(seen(hand="")) == "L5 R2|me0 An3 Be5|b12"


def test_a_spectator_has_no_hand() -> None:
    assert line(view(dealt(), None)) == "no tile|Ad7 An7 Be7|b7"


def test_halves_of_two_figures_are_kept_apart() -> None:
    now = view(dealt(set=12), 0)

    hand = line(now).split("|")[1]

    assert hand == " ".join(f"{tile.high}-{tile.low}" for tile in now.hand)


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        (42, "L5 R2|43 55 61 20 00 44 66|me7 An3 Be5|b12"),
        (40, "L5 R2|43 55 61 20 00 44 66|me7 An3 Be5+"),
        (30, "L5 R2|43 55 61 20 00 44 66+"),
        (20, "L5 R2|55 20 43 61+3"),
        (12, "L5 R2|55+6"),
        (8, "L5 R2|+7"),
    ],
)
def test_a_short_display_shows_what_matters_most(cells: int, shown: str) -> None:
    assert line(seen("4-3 5-5 6-1 2-0 0-0 4-4 6-6"), cells) == shown


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("cells", [20, 40, 60])
@pytest.mark.parametrize("game", ["dominos", "all-fives"])
def test_the_line_fits_the_cells_throughout_a_round(game: str, cells: int, language: str) -> None:
    chance, match = Random(cells), dealt(players=4, game=game)
    names = ("Ada", "Ben", "Cleo", "Dan")
    audience = Audience(names, 0)

    while match.round:
        now = view(match, 0)
        spoken = table_line(now, phrasebook(language), audience, cells)
        assert 3 <= len(spoken) <= cells
        assert any(map(str.isalpha, spoken))
        assert ("+" in spoken) is (spoken != line(now, language=language, names=names))
        if ends := now.layout.open_ends:
            assert [int(end[1:]) for end in spoken.split("|")[0].split(" ")] == [end.number for end in ends]
        match = after(match, forced(match) or play(match, chance.choice(legal_moves(position(match)))))


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Ada", "Ben"), ("Ad", "Be")),
        (("Anna", "Anton", "Ben"), ("Ann", "Ant", "Be")),
        (("Ann", "Anna"), ("Ann", "Anna")),
        (("Li", "X"), ("Li", "X")),
    ],
)
def test_names_are_shortened_as_long_as_they_differ(names: tuple[str, ...], short: tuple[str, ...]) -> None:
    assert short_names(names) == short
