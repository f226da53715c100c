"""What is said of the end of a round: its cause first, then who has scored."""

from random import Random

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS, states
from support.languages import CODES

from playroom.narration.message import Message, Sentences
from playroom.narration.narrate import end_context, narrate, narrated, round_context
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience, Verbosity
from playroom.narration.summaries import missed
from playroom.rules.deal import begin
from playroom.rules.event import Ended, Ending, Scored
from playroom.rules.flow import after
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import rules
from playroom.rules.tile import UNKNOWN_TILE
from playroom.rules.view import seen
from playroom.table.shuffle import shuffled

NAMES = ("Ada", "Ben", "Cleo", "Dan")
TABLES = [(game, *table) for game, variant in VARIANTS.items() for table in variant.tables[:2]]
IN_WORDS = [each for each in Verbosity if each.in_words is each]


def ends_of_rounds(game: str, players: int, teams: int, most: int = 40) -> list[Match]:
    """The first matches of random moves whose last round has ended."""
    found: list[Match] = []
    for match in states(
        new_match(rules(VARIANTS[game], players, teams if teams < players else 0, {})), Random(2)
    ):
        if match.rounds and match.now.ending and (not found or found[-1].rounds != match.rounds):
            found.append(match)
        if len(found) == most:
            break
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize(("game", "players", "teams"), TABLES)
def test_a_result_begins_with_who_has_scored(game: str, players: int, teams: int) -> None:
    for match in ends_of_rounds(game, players, teams):
        for event in match.now.log:
            said = narrate(event, 0, match.rules) if isinstance(event, Scored) else None
            every = said.blanks.get("every") if said else None
            if isinstance(every, Sentences):
                points = [line.blanks["points"] != 0 for line in every.messages]
                assert points == sorted(points, reverse=True)


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("length", IN_WORDS)
def test_a_block_is_told_with_its_cause_before_its_points(language: str, length: Verbosity) -> None:
    book = phrasebook(language)
    blocks = [match for match in ends_of_rounds("block", 2, 0) if match.now.ending is Ending.BLOCKED]
    assert blocks

    for match in blocks:
        log, context = match.now.log, round_context(match)
        if context.fewest is None:
            continue
        told: dict[type, str] = {}
        for event, message in narrated(log, 0, match.rules, context):
            if message:
                told[type(event)] = book.say(message, Audience(NAMES[:2], 0), length)
        (_, fewest) = context.fewest
        assert f"{fewest}." in told[Ended]
        assert list(told).index(Ended) < list(told).index(Scored)


def test_who_holds_the_fewest_is_said_in_a_block() -> None:
    match = next(m for m in ends_of_rounds("block", 2, 0) if round_context(m).fewest)
    ended = next(event for event in match.now.log if isinstance(event, Ended))
    message = dict(narrated((ended,), 1, match.rules, round_context(match)))[ended]

    assert isinstance(message, Message)
    words = phrasebook("en").say(message, Audience(NAMES[:2], 1))
    assert words.startswith("Blocked, nobody can play. ")
    assert "the fewest pips: " in words


def test_hands_that_are_not_all_known_are_not_compared() -> None:
    match = next(m for m in ends_of_rounds("block", 2, 0) if round_context(m).fewest)
    own, other = match.now.hands

    hidden = round_context(match, replace(match.now, hands=(own, (UNKNOWN_TILE,) * len(other))))

    assert (hidden.is_level, hidden.fewest) == (False, None)


@pytest.mark.parametrize(
    ("is_one_lightest", "why"),
    [(True, "{fewest}. With 6 or more, nobody wins the round."), (False, "The lowest hands are equal.")],
)
def test_why_nobody_wins_a_block_is_told(*, is_one_lightest: bool, why: str) -> None:
    def suits(match: Match) -> bool:
        now = match.now
        is_drawn = now.ending is Ending.BLOCKED and now.winner is None
        return is_drawn and (round_context(match).fewest is not None) is is_one_lightest

    match = next(m for m in ends_of_rounds("cochon", 3, 0) if suits(m))
    context = round_context(match)
    ended = next(event for event in match.now.log if isinstance(event, Ended))
    message = dict(narrated(match.now.log, 1, match.rules, context))[ended]

    assert isinstance(message, Message)
    words = phrasebook("en").say(message, Audience(NAMES[:3], 1))
    assert words.endswith(why.format(fewest=context.fewest[1] if context.fewest else ""))


def test_the_cause_of_a_block_is_told_after_the_next_deal_too() -> None:
    blocked = next(m for m in ends_of_rounds("block", 2, 0) if round_context(m).fewest)
    events, deal = shuffled(blocked, Random(1))
    dealt = (*events, *begin(blocked, deal))
    following = after(blocked, dealt)
    since = tuple(seen(event, 0) for event in (*blocked.now.log[-3:], *dealt))

    told = missed(since, 0, blocked.rules, end_context(following))

    words = phrasebook("en").say(told, Audience(NAMES[:2], 0))
    assert words.index("Blocked, nobody can play. ") < words.index("the fewest pips: ")
    assert words.index("the fewest pips: ") < words.index("New round")
