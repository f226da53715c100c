"""The direction of play in words, and the order in which seats are told."""

from random import Random

import pytest
from tellings import GAMES

from playroom.narration.answers.information import at_a_glance, game_information
from playroom.narration.answers.table_line import table_line
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.narration.rules.option import answered_question
from playroom.narration.rules.rulebook import rulebook, title
from playroom.rules.deal import begin
from playroom.rules.flow import after
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import rules
from playroom.rules.view import view
from playroom.table.shuffle import shuffled

NAMES = ("Ada", "Ben", "Cleo", "Dan")
ANTICLOCKWISE = {"direction": "anticlockwise"}

WORDS = {
    "en": ("Direction of play: anticlockwise", "Turns go anticlockwise.", "Play goes anticlockwise."),
    "fr": (
        "Sens du jeu : antihoraire",
        "On joue dans le sens inverse des aiguilles d'une montre.",
        "On joue dans le sens inverse des aiguilles d'une montre.",
    ),
    "es": (
        "Sentido del juego: antihorario",
        "Se juega en sentido antihorario.",
        "Se juega en sentido antihorario.",
    ),
    "pt": (
        "Sentido do jogo: anti-horário",
        "A vez corre no sentido anti-horário.",
        "O jogo segue no sentido anti-horário.",
    ),
    "de": (
        "Spielrichtung: gegen den Uhrzeigersinn",
        "Gespielt wird gegen den Uhrzeigersinn.",
        "Es geht gegen den Uhrzeigersinn.",
    ),
    "it": ("Senso di gioco: antiorario", "Si gioca in senso antiorario.", "Si gioca in senso antiorario."),
    "pl": (
        "Kierunek gry: przeciwnie do zegara",
        "Gra idzie przeciwnie do ruchu wskazówek zegara.",
        "Gra idzie przeciwnie do ruchu wskazówek zegara.",
    ),
    "ru": (
        "Направление игры: против часовой стрелки",
        "Ходят против часовой стрелки.",
        "Ход идёт против часовой стрелки.",
    ),
}


def dealt(game: str, players: int, teams: int = 0) -> Match:
    match = new_match(rules(GAMES[game], players, teams, ANTICLOCKWISE))
    return after(match, begin(match, shuffled(match, Random(2))[1]))


@pytest.mark.parametrize("language", WORDS)
def test_the_setup_the_rules_and_the_table_say_the_direction(language: str) -> None:
    book, match = phrasebook(language), dealt("partners", 4, 2)
    option, rule, state = WORDS[language]

    def said(*messages: object) -> list[str]:
        return [book.say(each, Audience(NAMES, 0)).replace("\u00a0", " ") for each in messages]  # type: ignore[arg-type] # messages

    paragraphs = [each for section in rulebook(GAMES["partners"], match.rules) for each in section.paragraphs]
    assert said(answered_question("direction", "anticlockwise")) == [option]
    assert sum(each.startswith(rule) for each in said(*paragraphs)) == 1
    assert state in said(*game_information(view(match, 0), title(GAMES["partners"])))


def test_nothing_is_said_of_the_usual_direction_at_the_table() -> None:
    match = new_match(rules(GAMES["partners"], 4, 2))
    match = after(match, begin(match, shuffled(match, Random(2))[1]))

    lines = game_information(view(match, 0), title(GAMES["partners"]))

    assert not any(each.entry == "answers.turned_round" for each in lines)


def test_seats_are_told_in_the_order_of_their_turns() -> None:
    seen, book = view(dealt("cochon", 3), 1), phrasebook("en")

    counts = next(each for each in at_a_glance(seen) if each.entry == "answers.counts")

    assert book.say(counts, Audience(NAMES[:3], 1)) == "Tiles: Ada 7, Cleo 7 and you 7."
    assert "me7 Ad7 Cl7" in table_line(seen, book, Audience(NAMES[:3], 1))
