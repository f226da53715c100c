"""The rules of a game to be read where one plays it."""

from dataclasses import replace
from itertools import cycle, product
from pathlib import Path

import pytest
from support.languages import CODES
from tellings import ALONE, GAMES, HERE, LANGUAGES, rulebooks

from playroom.narration.message import Message, Title
from playroom.narration.phrases.entry import Form, blanks
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import pattern
from playroom.narration.rules.option import answer_name, question_name
from playroom.narration.rules.rulebook import Section, rulebook, scoring, title
from playroom.rules.rulebook.answer_kinds import Word
from playroom.rules.rulebook.award import Award, Counted, Receiver, When
from playroom.rules.rulebook.questions import QUESTIONS, BlockedBy
from playroom.rules.rulebook.variant import Variant, rules
from playroom.table.setup import agreed, first_setup
from playroom.table.shelf import OURS, shelf
from playroom.table.trial import tables_of

PAGE = """
name: two-by-two
title: {en: Two by Two, fr: Deux par deux}
like: block
players: 4
teams: 2
again_on: 9
target: 30
"""


def paragraphs(sections: tuple[Section, ...], language: str = "en") -> list[str]:
    book = phrasebook(language)
    return [book.say(paragraph) for section in sections for paragraph in section.paragraphs]


@pytest.fixture
def own(tmp_path: Path) -> Variant:
    """A rulebook that a player wrote."""
    (tmp_path / "two-by-two.yaml").write_text(PAGE, encoding="utf-8")
    return shelf([OURS, tmp_path]).variants["two-by-two"]


MANY_TABLES = ("dominos", "mexican-train")
"""Games whose tables take long to go through."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_read_as_the_reviewed_texts_say(language: str) -> None:
    reviewed = (HERE / f"rules-{language}.txt").read_text(encoding="utf-8")

    assert rulebooks(language) == reviewed


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long if game in MANY_TABLES else ()) for game in GAMES]
)
def test_the_rules_can_be_read_at_every_table(game: str, language: str) -> None:
    book = phrasebook(language)

    for table in tables_of(GAMES[game]):
        made = rules(GAMES[game], table.players, table.teams, table.options)
        for section in rulebook(GAMES[game], made):
            for message in (section.heading, *section.paragraphs):
                entry = book.entries.get(message.entry)
                assert entry, message.entry
                assert blanks(pattern(entry, message.person, Form.NORMAL)) <= message.blanks.keys()
                assert not set("{}#") & set(book.say(message))


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("dominos", {"limit": 33}, "Whoever reaches 33 points is eliminated."),
        ("dominos", {"hand": 5}, "Each player gets 5 tiles."),
        ("dominos", {"drawing": "never"}, "Nobody draws from the tiles that were not dealt."),
        ("draw", {"after_draw": "wait"}, "Drawing ends your turn"),
        ("draw", {"target": 50}, "Whoever has 50 points"),
        ("passing-game", {}, "The last 2 tiles of the boneyard are never drawn."),
        ("pass-and-out", {"count": "pips"}, "whoever played last scores the pips"),
        ("all-fives", {"spinner": False}, "Doubles do not branch the chain."),
        ("all-fives", {"spinner": True}, "The first double of the round is the spinner"),
        ("all-fives", {"points": "fives"}, "one point for each five."),
        ("all-fives", {"finish": "round_end"}, "Whoever has 250 points at the end of a round"),
        (
            "all-fives",
            {"blocked": "difference"},
            "the pips that the others hold, less their own, rounded",
        ),
        ("matador", {"keep_matadors": True}, "While only matadors fit, you may draw"),
        ("matador", {"opening": "any"}, "The first tile may be any tile."),
        ("mexican-train", {"doubles": "several"}, "you may play another double"),
        ("mexican-train", {"first_turn": "many"}, "In your first turn of a round you may play several tiles"),
        ("mexican-train", {"double_blank": 25}, "A double blank still in hand counts 25."),
        ("mexican-train", {"set": 12}, "12-12 in the first round"),
        ("mexican-train", {"rounds": 3}, "The match has 3 rounds, each with its own engine."),
        ("pass-and-out", {"deals": 3}, "The match has 3 rounds. Then the highest total wins."),
    ],
)
def test_the_rules_are_true_for_changed_options(game: str, options: dict[str, object], sentence: str) -> None:
    made = rules(GAMES[game], 3, 0, options)

    assert any(sentence in paragraph for paragraph in paragraphs(rulebook(GAMES[game], made)))


@pytest.mark.parametrize(
    ("award", "english", "french"),
    [
        (
            Award(When.PLAY, Counted.TILE, Receiver.PLAYER),
            "When a tile is played, the player scores the pips of the tile.",
            "Quand un domino est posé, la personne qui l'a posé marque les points du domino.",
        ),
        (
            Award(When.PASS, Counted.FIXED, Receiver.LAST_PLAYER, points=3),
            "When a player passes, the player before scores 3 points.",
            "Quand quelqu'un boude, la dernière personne qui a joué marque 3 points.",
        ),
        (
            Award(When.LAST_TILE, Counted.OTHERS, Receiver.PLAYER, multiple_of=5),
            (
                "When a player plays their last tile, that player scores the pips that the others hold, "
                "if it is a multiple of 5."
            ),
            (
                "Quand quelqu'un pose son dernier domino, cette personne marque les points des autres mains, "
                "si c'est un multiple de 5."
            ),
        ),
        (
            Award(When.BLOCKED, Counted.ALL, Receiver.EACH, nearest=10),
            (
                "After a blocked round, every player scores the pips that all players hold, "
                "rounded to the nearest multiple of 10."
            ),
            (
                "Après une manche bloquée, chaque personne marque les points de toutes les mains, "
                "le tout arrondi au multiple de 10 le plus proche."
            ),
        ),
        (
            Award(When.OUT, Counted.OWN, Receiver.LOSERS),
            "When a player goes out, every other player scores the pips they hold.",
            "Quand quelqu'un fait domino, chacune des autres marque les points de sa propre main.",
        ),
    ],
    ids=str,
)
def test_an_award_is_one_sentence(award: Award, english: str, french: str) -> None:
    made = replace(rules(GAMES["draw"], 3), scoring=(award,))

    spoken = list(scoring(made))[-1]

    assert phrasebook("en").say(spoken) == english
    assert phrasebook("fr").say(spoken).replace("\u00a0", " ") == french


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("teams", [0, 2])
def test_every_award_can_be_described(teams: int, language: str) -> None:
    made = rules(GAMES["matador"], 4, teams)

    for (when, counts), to in zip(product(When, Counted), cycle(Receiver), strict=False):
        blocked_by = BlockedBy.REPLAY if counts is Counted.CARRIED else BlockedBy.SIDE
        awards = (Award(when, counts, to, points=1),)
        *_, spoken = scoring(replace(made, scoring=awards, blocked_by=blocked_by, series=3))
        assert not set("{}#") & set(phrasebook(language).say(spoken))


def test_a_page_of_a_player_is_read_like_ours(own: Variant) -> None:
    spoken = paragraphs(rulebook(own, rules(own, 4, 2)))

    assert "If your tile makes the ends add up to 9, you have another turn." in spoken
    assert (
        "Whoever has 30 points at the end of a round wins the match; if several do, the highest total wins."
        in spoken
    )


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Two by Two"), ("fr", "Deux par deux")], ids=["en", "fr"]
)
def test_a_page_of_a_player_brings_its_title(own: Variant, language: str, words: str) -> None:
    spoken = Message("rulebooks.table", blanks={"parts": title(own)})

    assert phrasebook(language).say(spoken) == words


@pytest.mark.parametrize(
    ("own_titles", "words"), [({}, "two-by-two"), ({"en": "Two by Two"}, "Two by Two")], ids=["none", "en"]
)
def test_a_title_that_is_missing_in_a_language_is_english_or_the_name(
    own_titles: dict[str, str], words: str
) -> None:
    spoken = Message("rulebooks.table", blanks={"parts": Title("two-by-two", own_titles)})

    assert phrasebook("fr").say(spoken) == words


@pytest.mark.parametrize("language", CODES)
def test_every_game_of_ours_has_a_title(language: str) -> None:
    entries = phrasebook(language).entries

    assert [game for game in GAMES if f"rulebooks.titles.{game}" not in entries] == []


@pytest.mark.parametrize("language", CODES)
def test_every_question_and_every_word_of_an_answer_has_a_name(language: str) -> None:
    book = phrasebook(language)

    for name, kind in QUESTIONS.items():
        assert book.say(question_name(name))
        for word in kind.words if isinstance(kind, Word) else ():
            spoken = answer_name(name, word)
            assert isinstance(spoken, Message)
            assert book.say(spoken)


def test_a_section_without_rules_is_left_out() -> None:
    headings = [section.heading.entry for section in rulebook(GAMES["dominos"], ALONE)]

    assert "rulebooks.headings.special" not in headings


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("language", "here", "first"),
    [("en", "At this table", "A new table"), ("fr", "À cette table", "À la première table")],
)
def test_the_rules_from_the_first_list_know_of_no_table(
    name: str, language: str, here: str, first: str
) -> None:
    made = agreed(GAMES[name], first_setup(GAMES[name]))

    spoken = {at: paragraphs(rulebook(GAMES[name], made, is_at_table=at), language) for at in (True, False)}

    assert any(here in line for line in spoken[True])
    assert not any(here in line for line in spoken[False])
    assert any(first in line for line in spoken[False])


@pytest.mark.parametrize("name", GAMES)
def test_games_without_teams_do_not_speak_of_players_alone_twice(name: str) -> None:
    made = agreed(GAMES[name], first_setup(GAMES[name]))
    lines = paragraphs(rulebook(GAMES[name], made))

    assert not any("each player alone" in line for line in lines)
    assert any(GAMES[name].teams) or not any("everyone alone" in line for line in lines)


@pytest.mark.parametrize("name", GAMES)
def test_nobody_draws_from_an_empty_boneyard(name: str) -> None:
    for players in GAMES[name].players:
        made = rules(GAMES[name], players, min(GAMES[name].teams_for(players)))
        lines = paragraphs(rulebook(GAMES[name], made), "en")
        if any("nothing to draw" in line for line in lines):
            assert not any("you draw one tile from the boneyard." in line for line in lines)


@pytest.mark.parametrize("name", ["block", "draw", "matador"])
def test_a_blocked_round_says_who_scores_what(name: str) -> None:
    lines = paragraphs(rulebook(GAMES[name], rules(GAMES[name], 3)), "en")

    assert any(line.startswith("After a blocked round") and "score the pips" in line for line in lines)
