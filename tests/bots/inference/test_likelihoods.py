"""What somebody chose makes some hands likelier than others: hands made by hand, held side by side."""

from dataclasses import dataclass
from math import exp
from random import Random

import pytest
from msgspec.structs import replace
from support.games.rounds import by_hand, standings, table

from playroom.bots.belief import Choice, belief
from playroom.bots.inference.lacks import Lacked
from playroom.bots.inference.likelihoods import likelihoods
from playroom.engine.masks import Masks
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.tile import tiles
from playroom.rules.view import view


@dataclass(frozen=True)
class Row:
    """A sentence, the moves that two made, and how much likelier the one hand is than the other.

    They are hands that the one who does not listen may hold now.
    """

    sentence: str
    several: str
    likelier: str
    less: str
    ratio: float
    game: str = "block"
    listener: int = 0

    def __str__(self) -> str:
        return self.sentence


HANDS = "6-6 6-1 4-4 2-1 2-0 4-0 3-0, 6-2 5-2 4-1 5-4 5-3 3-1 1-0"

ROWS = [
    Row("Who did not play a double probably holds none.",
        "6-6, 6-2 left, 6-1 right, 5-2 left", "5-4 6-4 6-3", "2-2 6-4 6-3", 1.5),
    Row("Who played a light tile probably holds no heavier one that fitted.",
        "6-6, 6-2 left, 6-1 right, 1-0 right", "3-1 0-0", "5-1 0-0", 1.05),
    Row("Who puts a number at an end probably holds more of it.",
        "6-6, 6-2 left, 6-1 right, 5-2 left", "4-2 5-0", "4-2 0-0", 1.15),
    Row("Who opens with a light tile probably holds no heavy double.",
        "3-0", "6-1 4-0", "6-6 4-0", 1.3, "passing-game", listener=1),
    Row("Who passes freely probably has nothing that fits.",
        "6-6, pass", "5-4 5-3 3-1", "6-5 5-3 3-1", 5, "passing-game"),
    Row("Who passes freely at two numbers probably has nothing that fits either.",
        "6-6, 6-2 left, pass", "5-4 5-3 3-1", "6-5 5-3 3-1", 2, "passing-game", listener=1),
    Row("Who draws freely probably has nothing that fits.",
        "6-6, draw", "5-4 5-3 3-1", "6-5 5-3 3-1", 5, "passing-game"),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_choice_makes_a_hand_likelier(row: Row) -> None:
    match = by_hand(table(row.game, 2), HANDS, row.several)

    likelier, less = (likelihood_of(match, held, row.listener) for held in (row.likelier, row.less))

    assert exp(likelier - less) >= row.ratio


def likelihood_of(match: Match, held: str, listener: int) -> float:
    """How likely the choices of the other are, as a logarithm, if it holds this of the tiles dealt."""
    seen = view(match, listener)
    masks = Masks(seen.rules)
    of_groups = likelihoods(masks, belief(seen).choices)[1 - listener]
    return of_groups((masks.mask(tiles(held)), 0))


@pytest.mark.parametrize("game", ["block", "passing-game", "all-fives", "matador", "mexican-train"])
def test_one_of_the_legal_moves_is_chosen(game: str) -> None:
    made = table(game, 2)
    masks = Masks(made)
    for match in standings(made, Random(4)):
        faced = position(match)
        legal, hand = legal_moves(faced), (masks.mask(faced.hand),)
        if len(legal) == 1 or not faced.has_begun:
            continue
        choices = [Choice(0, 1, move, replace(faced, hand=()), Lacked()) for move in legal]

        likely = [exp(likelihoods(masks, [choice])[0](hand)) for choice in choices]

        assert sum(likely) == pytest.approx(1)
