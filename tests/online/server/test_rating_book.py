"""What comes of rated matches: the order of known strengths, teams, what counts once, and what for nobody."""

from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS

from playroom.online.server.rating_book import (
    PROVISIONAL,
    AnyRatingEntry,
    RatedMatchBegun,
    RatedMatchOver,
    RatingBook,
    RatingHidden,
    places,
)
from playroom.online.wire.messages import Honours
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import rules

PLAYERS = 8
GAP = 1.5
"""How much stronger each player is than the next, in standard deviations of a day's form."""


def simulated(seed: int, sides: int, team: int) -> RatingBook:
    """The ratings of eight players, 0 the weakest, once each has played 30 matches at such tables."""
    chance, book = Random(seed), RatingBook()
    played = dict.fromkeys(range(PLAYERS), 0)
    while (number := sum(played.values())) < 30 * PLAYERS:
        at_table = sorted(played, key=lambda each: (played[each], chance.random()))[: sides * team]
        chance.shuffle(at_table)
        teams = [at_table[at * team : (at + 1) * team] for at in range(sides)]
        form = [sum(GAP * each + chance.gauss(0, 1) for each in side) for side in teams]
        ranks = [sorted(form, reverse=True).index(each) for each in form]
        for each in at_table:
            played[each] += 1
        book.apply(
            RatedMatchOver("OAK", number + 1, "draw", [[str(each) for each in side] for side in teams], ranks)
        )
    return book


def inversions(book: RatingBook) -> int:
    """The number of the 28 pairs of players whose ratings are the wrong way round, or the same."""
    sure = [book.rating("draw", str(each)).sure for each in range(PLAYERS)]
    return sum(weaker >= stronger for weaker, stronger in combinations(sure, 2))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("sides", "team", "most"), [(4, 1, 0), (2, 1, 1), (2, 2, 3)], ids=["four alone", "two alone", "two teams"]
)
def test_the_order_of_known_strengths_is_found_after_thirty_matches(sides: int, team: int, most: int) -> None:
    assert max(inversions(simulated(seed, sides, team)) for seed in range(5)) <= most


def after(*entries: AnyRatingEntry) -> RatingBook:
    book = RatingBook()
    for entry in entries:
        book.apply(entry)
    return book


def over(number: int, *sides: list[str], table: str = "OAK", game: str = "draw") -> RatedMatchOver:
    """A match that the first of these sides has won."""
    return RatedMatchOver(table, number, game, [*sides], [*range(len(sides))])


def test_a_match_counted_twice_changes_nothing() -> None:
    once, twice = (
        after(over(7, ["Ada"], ["Ben"])),
        after(over(7, ["Ada"], ["Ben"]), over(7, ["Ada"], ["Ben"])),
    )

    assert twice.rating("draw", "Ada") == once.rating("draw", "Ada")
    assert once.rating("draw", "Ada").worth > once.rating("draw", "Ben").worth
    assert once.rating("kozel", "Ada").matches == 0


def test_a_match_that_counts_for_nobody_and_one_against_oneself_change_nothing() -> None:
    book = after(over(7), over(8, ["Ada"], ["ADA"]), over(9, ["Ada"]))

    assert book.rating("draw", "Ada").matches == 0
    assert book.honours("Ada") == []


def test_partners_share_what_they_win() -> None:
    book = after(over(7, ["Ada", "Cy"], ["Ben", "Dee"]))

    worth = {name: book.rating("draw", name).worth for name in ("Ada", "Ben", "Cy", "Dee")}
    assert worth["Ada"] == worth["Cy"] > worth["Ben"] == worth["Dee"]


def test_the_matches_that_are_not_over_are_known() -> None:
    begun = [RatedMatchBegun("OAK", 4), RatedMatchBegun("ELM", 5)]

    assert after(*begun, over(7)).open == {"ELM": 5}
    assert after(*begun, over(7), RatedMatchBegun("OAK", 8)).open == {"OAK": 8, "ELM": 5}


def league(matches: int) -> list[AnyRatingEntry]:
    """Matches in which Ada wins against Ben and Ben against Cy."""
    pairs = (("Ada", "Ben"), ("Ben", "Cy"), ("Ada", "Cy"))
    return [
        over(3 * at + k, [one], [other])
        for at in range(1, matches + 1)
        for k, (one, other) in enumerate(pairs)
    ]


def test_a_table_of_honour_names_the_first_and_ones_own_place() -> None:
    book = after(*league(PROVISIONAL))

    assert book.honours("Cy") == [
        Honours("draw", ["Ada", "Ben", "Cy"], 3, 3, 2 * PROVISIONAL, PROVISIONAL, "Ben")
    ]


def test_who_has_played_few_matches_has_no_place_yet() -> None:
    book = after(*league(PROVISIONAL), over(1, ["Dee"], ["Ben"], table="ELM"))

    assert book.honours("Dee") == [Honours("draw", ["Ada", "Ben", "Cy"], 3, 0, 1, PROVISIONAL, "Ben")]
    assert book.honours("Eve")[0].near == ""


def test_who_hides_is_in_no_table_and_near_nobody() -> None:
    book = after(*league(PROVISIONAL), RatingHidden("Ben", hidden=True))

    assert book.honours("Cy") == [Honours("draw", ["Ada", "Cy"], 2, 2, 2 * PROVISIONAL, PROVISIONAL, "Ada")]
    assert book.honours("Ben")[0].place == 2
    assert book.is_hidden("ben")
    book.apply(RatingHidden("Ben", hidden=False))
    assert book.honours("Cy")[0].names == ["Ada", "Ben", "Cy"]


@pytest.mark.parametrize(
    ("totals", "winners", "placed"),
    [
        ((100, 40, 70), (0,), [0, 2, 1]),
        ((20, 101, 60), (0,), [0, 2, 1]),
        ((100, 100, 70), (0, 1), [0, 0, 1]),
        ((50, 20, 70), (0,), [0, 1, 1]),
        ((10, 10, 10), (2,), [1, 1, 0]),
    ],
)
def test_the_others_are_placed_by_their_points(
    totals: tuple[int, ...], winners: tuple[int, ...], placed: list[int]
) -> None:
    match: Match = new_match(rules(VARIANTS["draw"], 3, 0, {}))

    assert places(replace(match, totals=totals, winners=winners)) == placed
