"""What the ear makes of the sentences: numbers that mean one thing, tiles that are no other number, names."""

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from icu4py.messageformat import MessageFormat
from test_whole_matches import BOOKS, COUNTS, NAMES, TABLES, answers, random_steps, said, some_of_each

from playroom.narration.message import Message, Person
from playroom.narration.narrated import narrated, round_context
from playroom.narration.phrases.entry import words
from playroom.narration.phrases.language import TileStyle
from playroom.narration.phrases.locales import ITSELF, ours, phrasebook
from playroom.narration.phrases.pattern import PLURAL, SELECT, parsed_blanks
from playroom.narration.phrases.phrasebook import Audience
from playroom.rules.event import Event, Played, Scored, TrainClosed, Won
from playroom.rules.flow import after
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.view import seen
from playroom.strict_yaml import read

VOWELS = "aeiouyàâéèêîôû"
LISTENERS = {"en": "You", "fr": "Vous"}
HIGHEST_SET = 18


def announced(
    game: str, players: int, teams: int, options: dict[str, object], ear: Seat | None
) -> Iterator[tuple[Match, Event, Message]]:
    """Each event of a random match with the match after it, as one listener is told of it."""
    for match, events in random_steps(game, players, teams, options):
        now = after(match, events)
        visible = tuple(seen(event, ear) for event in events)
        for event, message in narrated(visible, ear, match.rules, round_context(now)):
            if message:
                yield now, event, message


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+", text.replace("\u00a0", " "))


@pytest.mark.sample(3)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("game", "players", "teams", "options"), TABLES, ids=str)
def test_no_sentence_is_a_name_and_a_number(
    game: str, players: int, teams: int, options: dict[str, object], count: int
) -> None:
    for ear in (None, 0):
        messages = (message for _, _, message in announced(game, players, teams, options, ear))
        for message in some_of_each(messages, count):
            for language, book in BOOKS.items():
                bare = re.compile(rf"(?:{'|'.join((*NAMES, LISTENERS[language]))}),? \d+[.!]")
                for text in said(book, message, ear):
                    assert not any(bare.fullmatch(sentence) for sentence in sentences(text)), text


@pytest.mark.parametrize("language", BOOKS)
def test_no_tile_in_words_is_another_number_or_another_tile(language: str) -> None:
    spoken = phrasebook(language).language
    spell_out = MessageFormat("{n, spellout}", spoken.locale)
    numbers = {_plain(str(spell_out.format({"n": number}))) for number in range(2000)}
    tiles = {(a, b): _plain(spoken.tile(a, b, TileStyle.WORDS)) for a in range(19) for b in range(19)}

    assert len(spoken.halves) == HIGHEST_SET + 1
    assert not numbers & set(tiles.values())
    assert len(set(tiles.values())) == len(tiles)


def _plain(text: str) -> str:
    return text.replace("-", " ").replace("\u00ad", "")


@pytest.mark.sample(4)
@pytest.mark.parametrize(("game", "players", "teams", "options"), TABLES, ids=str)
def test_the_own_tile_is_named_as_it_was_in_the_hand(
    game: str, players: int, teams: int, options: dict[str, object]
) -> None:
    for _, event, message in announced(game, players, teams, options, 0):
        if isinstance(event, Played):
            assert message.blanks["tile"] == (event.tile if event.seat == 0 else event.laid)


@pytest.mark.sample(4)
@pytest.mark.parametrize(("game", "players", "teams", "options"), TABLES, ids=str)
def test_the_points_of_a_tile_are_spoken_before_the_ends(
    game: str, players: int, teams: int, options: dict[str, object]
) -> None:
    for match, events in random_steps(game, players, teams, options):
        now = after(match, events)
        lines = list(narrated(events, None, match.rules, round_context(now)))
        for (event, message), (following, points) in pairwise(lines):
            if not isinstance(event, Played | TrainClosed) or not isinstance(following, Scored):
                continue
            assert message
            assert points
            to = Audience(NAMES, None)
            assert isinstance(event, TrainClosed) or "End" not in BOOKS["en"].say(message, to)
            assert re.search(r"scores? \d+, total \d+\. (?:Ends|Line|End)", BOOKS["en"].say(points, to))


@pytest.mark.parametrize(("game", "players", "teams", "options"), TABLES, ids=str)
def test_the_end_of_a_match_has_every_total_and_the_lead_of_the_winner(
    game: str, players: int, teams: int, options: dict[str, object]
) -> None:
    ends = [
        (now, message)
        for now, event, message in announced(game, players, teams, options, 0)
        if isinstance(event, Won)
    ]
    for now, message in ends:
        text = BOOKS["en"].say(message, Audience(NAMES, 0))
        totals = [int(number) for number in re.findall(r"\d+", text.partition("Totals: ")[2])]
        best_first = sorted(now.totals, reverse=now.rules.best == "highest")
        ahead = abs(totals[0] - totals[1])
        assert sorted(totals) == sorted(now.totals)
        assert totals[1:] == sorted(totals[1:], reverse=now.rules.best == "highest")
        if len(now.winners) == 1 and totals == best_first and ahead:
            assert f"by {ahead} point" in text
    assert ends


def french_patterns() -> Iterator[tuple[str, str, str, str]]:
    """Each French form with a blank behind "de" or "que": its entry, its person and form, its pattern."""
    for file in sorted((ours() / "fr").glob("*.yaml")):
        for name, entry in words(read(file)).entries.items() if file.name != ITSELF else ():
            for person, forms in entry.items():
                for form, text in forms.items():
                    if re.search(r"\b([dD]|[qQ]u)e \{\w+\}", text):
                        yield name, person, form, text


def test_every_french_name_is_elided_after_de_and_que() -> None:
    book = phrasebook("fr")
    found = list(french_patterns())
    for name, person, form, text in found:
        for who in ("Ada", "Eve", "Émile", "Hélène", "Yves", "Ben", "Hal"):
            kinds = {each.blank: each for each in sorted(parsed_blanks(text), key=lambda each: each.kind)}
            blanks = {
                blank: 2 if each.kind == PLURAL else each.cases[0] if each.kind == SELECT else who
                for blank, each in kinds.items()
            }
            spoken = book.say(Message(name, Person(person), blanks))
            starts = who in ("Ben", "Hal")
            assert bool(re.search(rf"\b([dD]|[qQ]u)e {who}", spoken)) <= starts, (name, form, spoken)
    assert found


def test_numbers_are_not_elided_in_french() -> None:
    book = phrasebook("fr", tiles=TileStyle.WORDS)
    spoken = book.say(Message("answers.none_with_number", blanks={"number": 11}))

    assert book.language.with_elisions("de {n}", {}) == "de {n}"
    assert spoken == "Aucun domino avec 11."


def spoken(table: tuple[str, int, int, dict[str, object]]) -> Iterator[Message]:
    """All that the first player is told in a match, and asks now and then."""
    chance = Random(table[0])
    for match, events in random_steps(*table):
        now = after(match, events)
        yield from (message for _, message in narrated(events, 0, match.rules, round_context(now)) if message)
        yield from answers(now, 0) if chance.random() < 0.05 else ()


@pytest.mark.sample(3)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_french_has_one_word_for_passing_and_no_masculine_for_players(
    table: tuple[str, int, int, dict[str, object]], count: int
) -> None:
    wrong = re.compile(r"\bpass(?:e|es|ez|er|é|ent)\b|\béliminée?s?\b|\bprêts?\b|\bbanni", re.IGNORECASE)
    for message in some_of_each(spoken(table), count):
        for text in said(BOOKS["fr"], message, 0):
            assert not wrong.search(re.sub("Passe et sors|Passe-passe|Le jeu des passes", "", text)), text
