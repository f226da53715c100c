"""Whole random matches of every game, told to every listener in every language."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from random import Random
from statistics import mean
from sys import maxsize

import pytest
from support.languages import CODES

from playroom.narration import narrate, refusal
from playroom.narration.answers import answer, information
from playroom.narration.answers.ends import ends_left
from playroom.narration.message import Either, Message, Person, Sentences, Series, Urgency
from playroom.narration.phrases.entry import Form, blanks
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience, Phrasebook, Verbosity, pattern
from playroom.narration.rules import rulebook
from playroom.narration.summaries import missed
from playroom.rules.deal import begin
from playroom.rules.event import Drew, Event, Passed, Played, PlayerOut, Skipped
from playroom.rules.flow import after, forced, play
from playroom.rules.layout import LEFT, MEXICAN, RIGHT, UP, train
from playroom.rules.legal import legal_moves, objection, position
from playroom.rules.match import Match, new_match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.variant import rules
from playroom.rules.seat import Seat
from playroom.rules.tile import whole_set
from playroom.rules.view import seen, view
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled
from playroom.voice.speech_request import Waiting
from playroom.voice.utterance import Utterance

GAMES = shelf([OURS]).variants
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
TABLES: list[tuple[str, int, int, dict[str, object]]] = [
    ("dominos", 2, 0, {"limit": 30}),
    ("dominos", 4, 2, {"drawing": "any_time", "limit": 30}),
    ("dominos", 10, 5, {"limit": 30}),
    ("block", 3, 0, {"single_round": True}),
    ("draw", 4, 0, {"after_draw": "may_play", "target": 40}),
    ("passing-game", 4, 2, {"target": 20}),
    ("pass-and-out", 4, 0, {"target": 12}),
    ("pass-and-out", 3, 0, {"deals": 2, "going_out": "ends_round", "count": "pips"}),
    ("pass-pass", 4, 2, {"deals": 2}),
    ("all-fives", 4, 2, {"target": 60, "blocked": "difference"}),
    ("all-fives", 2, 0, {"points": "fives", "target": 12, "lead": "double", "after_draw": "may_play"}),
    ("matador", 3, 0, {"target": 30, "keep_matadors": True}),
    ("mexican-train", 3, 0, {"rounds": 2, "first_turn": "many", "doubles": "several"}),
    ("mexican-train", 8, 0, {"rounds": 1}),
]
BOOKS = {language: phrasebook(language) for language in CODES}
OF_EACH = 8
"""How often each combination of entries is said by default in a match, which has many alike."""
COUNTS = [OF_EACH, pytest.param(maxsize, marks=pytest.mark.long)]
LENGTHS = tuple(dict.fromkeys(verbosity.in_words for verbosity in Verbosity))


def steps(match: Match, chance: Random) -> Iterator[tuple[Match, tuple[Event, ...]]]:
    """Every choice of a random match: the match before it, and the events that follow."""
    while not match.winners:
        if match.round:
            events = forced(match) or play(match, chance.choice(legal_moves(position(match))))
        else:
            events, deal = shuffled(match, chance)
            events = (*events, *begin(match, deal))
        yield match, events
        match = after(match, events)


def random_steps(
    game: str, players: int, teams: int, options: Mapping[str, object]
) -> Iterable[tuple[Match, tuple[Event, ...]]]:
    return _played(game, players, teams, tuple(options.items()))


@cache
def _played(
    game: str, players: int, teams: int, options: tuple[tuple[str, object], ...]
) -> tuple[tuple[Match, tuple[Event, ...]], ...]:
    match = new_match(rules(GAMES[game], players, teams, dict(options)))
    return tuple(steps(match, Random(f"{game} {players}")))


def parts(message: Message) -> Iterator[Message]:
    """A message and all those that fill its blanks."""
    yield message
    for blank in message.blanks.values():
        match blank:
            case Message():
                inside: tuple[object, ...] = (blank,)
            case Sentences(messages) | Series(messages):
                inside = messages
            case Either(several):
                inside = several
            case tuple():
                inside = blank
            case _:
                inside = ()
        for each in inside:
            if isinstance(each, Message):
                yield from parts(each)


def some_of_each(messages: Iterable[Message], count: int) -> Iterator[Message]:
    """The first messages of each combination of entries and persons."""
    found: Counter[tuple[tuple[str, Person], ...]] = Counter()
    for message in messages:
        kind = tuple((each.entry, each.person) for each in parts(message))
        found[kind] += 1
        if found[kind] <= count:
            yield message


COUNTED = {"times"}
"""The blank that the phrasebook itself fills, where several messages are alike in a row."""


@cache
def as_answer(language: str, entry: str, person: Person) -> frozenset[str]:
    """The blanks that the forms of an entry ask for."""
    found = BOOKS[language].entries.get(entry) or {}
    return frozenset().union(*(blanks(pattern(found, person, form)) for form in Form))


def unfilled(language: str, message: Message) -> set[str]:
    """The blanks that some form of a message asks for and nobody fills."""
    return {
        f"{each.entry} {{{blank}}}"
        for each in parts(message)
        for blank in as_answer(language, each.entry, each.person) - each.blanks.keys() - COUNTED
    }


def said(book: Phrasebook, message: Message, ear: Seat | None) -> Iterator[str]:
    to = Audience(NAMES, ear)
    yield book.short(message, to)
    yield from (book.say(message, to, length) for length in LENGTHS)


def assert_can_be_said(message: Message, ear: Seat | None) -> None:
    for language, book in BOOKS.items():
        assert not unfilled(language, message)
        for text in said(book, message, ear):
            assert len(text) >= 3, message
            assert any(map(str.isalpha, text)), f"a screen reader drops digits alone: {text}"
            assert not set("{}#_") & set(text), text
            assert "  " not in text, text


@pytest.mark.long
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("game", "players", "teams", "options"), TABLES, ids=str)
def test_every_event_of_a_match_is_a_complete_sentence(
    game: str, players: int, teams: int, options: dict[str, object], count: int
) -> None:
    for ear in (None, 0, players - 1):
        spoken = (
            narrate.narrate(seen(event, ear), ear, match.rules)
            for match, events in random_steps(game, players, teams, options)
            for event in events
        )
        for message in some_of_each(filter(None, spoken), count):
            assert_can_be_said(message, ear)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("game", "players", "teams", "options"), TABLES, ids=str)
def test_every_question_is_answered_at_every_moment(
    game: str, players: int, teams: int, options: dict[str, object]
) -> None:
    chance = Random(game)
    for before, events in random_steps(game, players, teams, options):
        match = after(before, events)
        if match.winners or chance.random() < 0.03:
            for ear in (None, chance.randrange(players)):
                for spoken in answers(match, ear):
                    assert_can_be_said(spoken, ear)


def answers(match: Match, ear: Seat | None) -> Iterator[Message]:
    now = view(match, ear)
    yield from (answer.hand(now), answer.ends(now), answer.chain(now), answer.whose_turn(now))
    yield from (answer.choices(now), answer.none_playable(now), refusal.not_your_turn(now))
    yield from (*answer.scores(now), *information.game_information(now, rulebook.title(GAMES["draw"])))
    yield from (answer.hand_tile(now, tile) for tile in now.hand)
    yield from (answer.which_end(now, tile) for tile in now.hand if answer.end_choices(now, tile))
    yield from (spoken for tile in now.hand for _, spoken in answer.end_choices(now, tile))


@pytest.mark.sample(1)
@pytest.mark.parametrize(("game", "players", "teams", "options"), TABLES, ids=str)
def test_what_was_missed_can_be_said_however_long_nobody_listened(
    game: str, players: int, teams: int, options: dict[str, object]
) -> None:
    chance = Random(game)
    unheard: list[Event] = []
    for match, events in random_steps(game, players, teams, options):
        unheard += [seen(event, 0) for event in events]
        if chance.random() < 0.1:
            assert_can_be_said(missed(unheard, 0, match.rules), 0)
            unheard.clear()


def every_move(match: Match) -> tuple[Move, ...]:
    """The tiles of the seat to move and one that it does not hold, at ends of any layout; a draw, a pass."""
    ends = (None, LEFT, RIGHT, UP, MEXICAN, *map(train, range(match.rules.players)))
    tiles = (*position(match).hand, whole_set(match.rules.set)[-1])
    return (*(Play(tile, end) for tile in tiles for end in ends), Draw(), Pass())


def refusals(match: Match, turn: Seat) -> Iterator[tuple[Message, Message]]:
    """Why each impossible move is refused, as who would make it and as others are told it."""
    for move in every_move(match):
        if why := objection(position(match), move):
            now = position(match)
            yield refusal.why_not(view(match, turn), move, why), refusal.move_refused(now, move, why, turn)


@pytest.mark.sample(2)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("game", "players", "teams", "options"), TABLES, ids=str)
def test_every_impossible_move_is_refused_with_a_reason(
    game: str, players: int, teams: int, options: dict[str, object], count: int
) -> None:
    chance = Random(game)
    for match, _ in random_steps(game, players, teams, options):
        turn = match.turn
        if turn is not None and chance.random() < 0.03:
            own, others = zip(*refusals(match, turn), strict=True)
            for message in some_of_each(own, count):
                assert_can_be_said(message, turn)
            for message in some_of_each(others, count):
                assert_can_be_said(message, None)


@pytest.mark.long
@pytest.mark.parametrize("game", ["draw", "all-fives", "mexican-train"])
def test_the_first_sentence_of_a_move_says_who_played_what(game: str) -> None:
    plays = (
        event
        for _, events in random_steps(game, 4, 0, {})
        for event in events
        if isinstance(event, Played) and event.seat
    )
    for event in islice(plays, 20):
        message = narrate.narrate(event, 0, rules(GAMES[game], 4, 0, {}))
        assert message
        for book in BOOKS.values():
            for text in (book.say(message, Audience(NAMES, 0), length) for length in LENGTHS):
                late = Waiting(Utterance(text, Urgency.EVENT), 0).outdated("", "").utterance.text
                assert {NAMES[event.seat], str(event.laid)} <= set(re.split(r"[\s:,.]+", late)), (text, late)


@pytest.mark.parametrize("game", ["all-fives", "fives-and-threes"])
def test_the_numbers_before_a_sum_add_up_to_it(game: str) -> None:
    checked = 0
    for match, events in random_steps(game, 2, 0, {}):
        for event in events:
            message = ends_left((event,), 0, match.rules)
            text = BOOKS["en"].say(message, Audience(NAMES, 0), Verbosity.NORMAL) if message else ""
            told = re.search(r"^(.*) and (.*), sum (\d+)", text)
            if told and len(match.now.layout.rows["line"]) > 1:  # a lone tile counts each half once
                numbers = re.findall(r"(double )?(\d+)", f"{told[1]} {told[2]}")
                assert sum(int(number) * (2 if twice else 1) for twice, number in numbers) == int(told[3]), (
                    text
                )
                checked += 1
    assert checked


@pytest.mark.long
def test_brief_english_takes_thirty_characters_a_move_at_most() -> None:
    moved = [
        BOOKS["en"].say(message, Audience(NAMES, 0), Verbosity.BRIEF)
        for table in TABLES
        for match, events in random_steps(*table)
        for event in events
        if isinstance(event, Played | Drew | Passed | PlayerOut | Skipped)
        if (message := narrate.narrate(seen(event, 0), 0, match.rules))
    ]

    assert mean(map(len, moved)) <= 30
