"""What the ear makes of the sentences: numbers that mean one thing, tiles that are no other number, names."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from random import Random

import pytest
from icu4py.messageformat import MessageFormat
from support.languages import CODES
from test_whole_matches import BOOKS, COUNTS, NAMES, TABLES, answers, random_steps, said, some_of_each

from playroom.console.matches.match_list import date_message
from playroom.narration.answers.answer import at_place
from playroom.narration.message import Half, Message, Person, about
from playroom.narration.narrate import narrated, round_context
from playroom.narration.phrases.entry import PLURAL, SELECT, Form, parsed_blanks, words
from playroom.narration.phrases.locales import ITSELF, our_names, ours, phrasebook
from playroom.narration.phrases.phrasebook import Audience, Phrasebook, TileStyle, Verbosity, pattern
from playroom.rules.event import Ended, Ending, Event, Played, Scored, TrainClosed, Won
from playroom.rules.flow import after
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.view import seen
from playroom.strict_yaml import read

VOWELS = "aeiouyàâéèêîôû"
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


@pytest.mark.long
@pytest.mark.sample(1)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("game", "players", "teams", "options"), TABLES, ids=str)
def test_no_sentence_is_a_name_and_a_number(
    game: str, players: int, teams: int, options: dict[str, object], count: int
) -> None:
    for ear in (None, 0):
        messages = (message for _, _, message in announced(game, players, teams, options, ear))
        for message in some_of_each(messages, count):
            for book in BOOKS.values():
                bare = re.compile(rf"(?:{'|'.join((*NAMES, book.language.you_first))}),? \d+[.!]")
                for text in said(book, message, ear):
                    assert not any(bare.fullmatch(sentence) for sentence in sentences(text)), text


@pytest.mark.parametrize("language", CODES)
def test_no_tile_in_words_is_another_number_or_another_tile(language: str) -> None:
    spoken = phrasebook(language).language
    spell_out = MessageFormat("{n, spellout}", spoken.locale)
    numbers = {_plain(str(spell_out.format({"n": number}))) for number in range(2000)}
    tiles = {(a, b): _plain(spoken.tile(a, b, TileStyle.WORDS)) for a in range(19) for b in range(19)}

    assert len(spoken.halves) == HIGHEST_SET + 1
    assert not numbers & set(tiles.values())
    assert len(set(tiles.values())) == len(tiles)


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Ben: 5-2, right. Ends 3 and 2.", "Ben: 5 2, right. Ends 3 and 2."),
        ("5-3: 4-4, 18-0 and 10-7.", "5 3: 4 4, 18 0 and 10 7."),
        ("6-5 5-5 5-1", "6 5, 5 5, 5 1"),
        ("Bot 2 5-3 left.", "Bot 2, 5 3 left."),
        ("6-6 wins 6 rounds in 10, 5-2 4.", "6 6 wins 6 rounds in 10, 5 2, 4."),
        ("On 2026-11-02, 20-30, 1.5-2 or 3-2-1.", "On 2026-11-02, 20-30, 1.5-2 or 3-2-1."),
        ("a5-3, /5-3 and 5-3b", "a5-3, /5-3 and 5-3b"),
    ],
)
def test_a_tile_in_digits_is_spoken_without_its_dash(written: str, spoken: str) -> None:
    assert phrasebook("en").language.pronounced(written) == spoken


@pytest.mark.parametrize("language", CODES)
def test_no_tile_in_digits_is_spoken_as_another_number_or_another_tile(language: str) -> None:
    of = phrasebook(language).language
    spell_out = MessageFormat("{n, spellout}", of.locale)
    tiles = {(a, b): of.pronounced(of.tile(a, b, TileStyle.DIGITS)) for a in range(19) for b in range(19)}
    heard = {
        tile: _plain(re.sub(r"\d+", lambda found: str(spell_out.format({"n": int(found[0])})), text))
        for tile, text in tiles.items()
    }

    assert not set(heard.values()) & {_plain(str(spell_out.format({"n": n}))) for n in range(2000)}
    assert len(set(heard.values())) == len(tiles)


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
            scored = BOOKS["en"].say(points, to)
            total = "" if following.points == following.totals else r", total \d+"
            assert re.match(rf".+ scores? \d+{total}\.", scored)
            last = now.rounds[-1].log[-1]
            goes_out = isinstance(last, Ended) and last.ending is Ending.OUT
            assert goes_out or re.search(r"\d\. (?:Ends|Line|End)", scored)


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


@pytest.mark.sample(1)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_french_has_one_word_for_passing_and_no_masculine_for_players(
    table: tuple[str, int, int, dict[str, object]], count: int
) -> None:
    wrong = re.compile(r"\bpass(?:e|es|ez|er|é|ent)\b|\béliminée?s?\b|\bprêts?\b|\bbanni", re.IGNORECASE)
    for message in some_of_each(spoken(table), count):
        for text in said(BOOKS["fr"], message, 0):
            assert not wrong.search(re.sub("Passe et sors|Passe-passe|Le jeu des passes", "", text)), text


@pytest.mark.parametrize(
    ("number", "told"),
    [(1, "Couvrez l'as."), (8, "Couvrez le huit."), (11, "Couvrez le onze."), (4, "Couvrez le quatre.")],
)
def test_one_is_called_as_in_words_and_elided_as_it_is_said(number: int, told: str) -> None:
    book = phrasebook("fr", tiles=TileStyle.WORDS)
    message = about("events.must_cover", (0,), 0, {"number": Half(number), "where": ""})

    assert book.say(message, Audience(("Ada", "Ben"), 0), Verbosity.BRIEF) == told


@pytest.mark.parametrize(
    ("day", "hour", "told"), [(1, 0, "1er janvier 2024, 0 h 54"), (2, 13, "2 janvier 2024, 13 h 54")]
)
def test_a_date_is_said_as_the_french_say_it(day: int, hour: int, told: str) -> None:
    when, now = datetime(2024, 1, day, hour, 54, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)

    assert phrasebook("fr").say(date_message(when, now)).replace("\u00a0", " ") == told


@pytest.mark.sample(1)
@pytest.mark.parametrize("code", CODES)
def test_a_line_of_a_list_that_ends_in_a_sentence_mark_gets_no_other_one(code: str) -> None:
    book = phrasebook(code)
    plain = (name for name in our_names() if "{" not in normal_pattern(book, name))
    written = (Message("menus.letter", blanks={"letter": f"5{mark}"}) for mark in (".", "?", "!", "…", "..."))
    said = [book.say(at_place(line, 1, 18)) for line in (*map(Message, plain), *written)]

    assert [text for text in said if re.search(r"[.?!…]\s?[,.]", text.replace("5...", ""))] == []
    assert {text.partition("1")[0].strip() for text in said[-5:]} == {"5,", "5?", "5!", "5…", "5..."}
    assert len(said) > 500


def normal_pattern(book: Phrasebook, name: str) -> str:
    """The pattern of an entry about nobody; "{" of any other."""
    entry = book.entries.get(name)
    return pattern(entry, Person.NOBODY, Form.NORMAL) if entry and Person.NOBODY in entry else "{"


@pytest.mark.parametrize("code", CODES)
def test_each_setting_has_an_explanation_of_its_own(code: str) -> None:
    book = phrasebook(code)
    explained = [book.say(Message(name)) for name in our_names() if name.startswith("menus.about_settings.")]

    assert len(explained) == len(set(explained)) > 15


def test_each_setting_that_a_list_has_is_explained() -> None:
    named, explained = (
        {name.removeprefix(group) for name in our_names() if name.startswith(group)}
        for group in ("menus.preferences.", "menus.about_settings.")
    )

    assert named == explained
