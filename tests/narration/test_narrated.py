"""What events add to each other's words: doubled passes, and totals at the end of a match."""

import pytest
from support.console.arrange import table

from playroom.narration.narrate import narrated, round_context
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience, Verbosity
from playroom.rules.deal import Deal, begin
from playroom.rules.event import Event, Scored, Turn
from playroom.rules.flow import after, forced, play
from playroom.rules.layout import RIGHT
from playroom.rules.match import Match, new_match
from playroom.rules.move import Play
from playroom.rules.rulebook.variant import rules
from playroom.rules.tile import Hand, tile, tiles, whole_set
from playroom.table.examples.notation import move_of as move
from playroom.table.shelf import OURS, shelf

GAMES = shelf([OURS]).variants
NAMES = ("Ada", "Ben", "Cleo")
OPENER = tiles("6-6 6-5 6-4 6-3 6-2 6-1 0-0")
WITHOUT_SIX = tiles("5-5 5-4 5-3 5-2 5-1 4-4 4-3")
WITH_SIX = tiles("6-0 5-0 4-2 4-1 4-0 3-3 3-2")


def after_the_first_tile(second: Hand, third: Hand) -> tuple[Match, tuple[Event, ...]]:
    """The match after the first tile of Pass and Out, with these hands behind it, and the events."""
    match = new_match(rules(GAMES["pass-and-out"], 3))
    hands = (OPENER, second, third)
    left = tuple(each for each in whole_set(6) if not any(each in hand for hand in hands))
    match = after(match, begin(match, Deal(hands, left, starter=0)))
    events = play(match, Play(tile("6-6")))
    match = after(match, events)
    passes = forced(match)
    return after(match, passes), (*events, *passes)


def points_told(match: Match, events: tuple[Event, ...], language: str, verbosity: Verbosity) -> list[str]:
    lines = narrated(events, 0, match.rules, round_context(match))
    to = Audience(NAMES, 0)
    book = phrasebook(language)
    return [
        book.say(spoken, to, verbosity) for event, spoken in lines if isinstance(event, Scored) and spoken
    ]


@pytest.mark.parametrize("verbosity", [Verbosity.BRIEF, Verbosity.NORMAL])
@pytest.mark.parametrize(
    ("language", "spoken"),
    [
        ("en", "You score 14, doubled."),
        ("fr", "Vous marquez 14 en comptant double."),
    ],
)
def test_points_for_a_pass_on_the_very_first_tile_say_that_they_are_doubled(
    language: str, spoken: str, verbosity: Verbosity
) -> None:
    match, events = after_the_first_tile(WITHOUT_SIX, WITH_SIX)

    assert points_told(match, events, language, verbosity) == [spoken]


def test_no_other_pass_is_doubled() -> None:
    match, events = after_the_first_tile(WITH_SIX, WITHOUT_SIX)
    moved = play(match, Play(tile("6-0"), RIGHT))
    match = after(match, moved)
    passes = forced(match)
    match = after(match, passes)

    assert not points_told(match, events, "en", Verbosity.NORMAL)
    assert all(
        "doubled" not in spoken for spoken in points_told(match, (*moved, *passes), "en", Verbosity.NORMAL)
    )
    assert points_told(match, (*moved, *passes), "en", Verbosity.NORMAL)


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        ("6-1 3-2, 6-6, 5-0", "Nobody scores: the lowest hands are equal."),
        ("6-1 3-0, 6-6, 5-0", "Ada scores 17."),
    ],
)
def test_a_blocked_round_in_which_nobody_scores_says_why(hands: str, told: str) -> None:
    match = table("block", hands, "6-4")
    events = play(match, move("6-1"))
    match = after(match, events)

    lines = [line for _, line in narrated(events, None, match.rules, round_context(match)) if line]

    assert phrasebook("en").say(lines[-1], Audience(NAMES)) == told


@pytest.mark.parametrize(("ear", "deals_are_announced", "turns"), [(0, True, 0), (0, False, 1), (1, True, 0)])
def test_who_hears_that_they_start_hears_of_no_turn(
    ear: int, turns: int, *, deals_are_announced: bool
) -> None:
    match = new_match(rules(GAMES["block"], 2))
    deal = Deal((OPENER, WITHOUT_SIX), tuple({*whole_set(6)} - {*OPENER, *WITHOUT_SIX}), starter=0)
    events = begin(match, deal)
    known = round_context(after(match, events), deals_are_announced=deals_are_announced)

    told = [
        message for event, message in narrated(events, ear, match.rules, known) if isinstance(event, Turn)
    ]

    assert len([message for message in told if message]) == turns
