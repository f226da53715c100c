"""Why a move is good: one row for each reason, in words."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count

import pytest
from msgspec import structs
from support.games.rounds import by_hand, table

from playroom.advice.hints import NOISE, explain, hint, praise
from playroom.advice.reasons import MOST, reasons
from playroom.bots import search
from playroom.narration.answers.ends import move_message
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.rules.deal import engine
from playroom.rules.event import Dealt
from playroom.rules.flow import after, forced, play, unfolded
from playroom.rules.legal import legal_moves
from playroom.rules.match import new_match
from playroom.rules.move import Pass
from playroom.rules.rulebook.variant import rules
from playroom.rules.tile import tiles
from playroom.rules.view import View, view
from playroom.table.examples.notation import move_of as move
from playroom.table.shelf import OURS, shelf

NAMES = ("Ada", "Ben", "Cleo", "Dan")
VARIANTS = shelf([OURS]).variants


@dataclass(frozen=True)
class Row:
    """A position as it came about, a move of the player to move, and a reason for it in both languages.

    *hands* stand clockwise from the first seat, which begins, and *before* are the moves made since then.
    """

    english: str
    french: str
    hands: str
    before: str
    move: str
    game: str = "block"
    boneyard: str = ""
    teams: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    waits: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.english


def seen(row: Row) -> View:
    """What the player to move knows after the moves of the row, and the passes that make themselves."""
    hands = tuple(tiles(hand) for hand in row.hands.split(","))
    match = new_match(rules(VARIANTS[row.game], len(hands), row.teams, row.options))
    if row.waits:
        match = structs.replace(match, carry=structs.replace(match.carry, waits=row.waits))
    dealt = Dealt(hands, tiles(row.boneyard), 0, engine(match))
    match = after(match, tuple(unfolded(match, dealt)))
    for words in filter(None, row.before.split(", ")):
        match = after(match, play(match, move(words)))
        match = after(match, forced(match))
    return view(match, match.turn)


def spoken(messages: tuple[Message, ...], ear: int | None, language: str = "en") -> list[str]:
    book = phrasebook(language)
    return [book.say(each, Audience(NAMES, ear)).replace("\u00a0", " ") for each in messages]


REASONS = [
    Row("It is the only move.", "C'est le seul coup possible.",
        "6-6 6-1 3-2, 6-5 4-4", "6-6, 6-5 left", "6-1 right"),
    Row("It empties your hand.", "C'est votre dernier domino.",
        "1-1 5-1, 6-0 5-3", "1-1", "5-1 left", "passing-game"),
    Row("It is a capicúa, for 25 more.", "C'est une capicua, pour 25 points de plus.",
        "6-6 5-3, 6-5 4-4, 6-3 4-2, 1-1 2-1", "6-6, 6-5 left, 6-3 right", "5-3 left", "partners", teams=2,
        options={"capicua": 25}),
    Row("It is the chuchazo, for 50 more.", "C'est le chuchazo, pour 50 points de plus.",
        "6-6 0-0, 6-0 4-4, 6-5 4-2, 5-0 2-1", "6-6, 6-0 left, 6-5 right, 5-0 right", "0-0 left", "partners",
        teams=2, options={"chuchazo": 50}),
    Row("It fits both ends, which makes the round worth 3.", "Finir aux deux bouts vaut 3 points.",
        "6-6 5-3, 6-5 4-4, 6-3 4-2, 1-1 2-1", "6-6, 6-5 left, 6-3 right", "5-3 left", "dupla", teams=2),
    Row("It is a double for both ends, which makes the round worth 4.",
        "Finir par un double aux deux bouts vaut 4 points.",
        "6-6 3-3, 6-3 4-4, 6-5 4-2, 5-3 2-1", "6-6, 6-3 left, 6-5 right, 5-3 right", "3-3 left", "dupla",
        teams=2),
    Row("Your last tile, 5-3, fits both ends then, for 25 more.",
        "Votre dernier domino, 5-3, va alors aux deux bouts, pour 25 points de plus.",
        "6-6 6-5 5-3, 6-3 4-4, 4-2 5-1, 1-1 2-1", "6-6, 6-3 right", "6-5 left", "partners", teams=2,
        options={"capicua": 25}),
    Row("It clears the 8 points that wait against you.", "Ce coup efface vos 8 points en attente.",
        "1-1 5-1, 6-0 5-3 4-0", "1-1, draw", "5-1 left", "kozel", boneyard="4-2", waits=(8, 0)),
    Row("It blocks the round.", "Ce coup bloque le jeu.",
        "6-3 6-5 6-6, 6-1 3-1 6-4", "6-3, 6-1 left", "3-1 left", "draw"),
    Row("It blocks the round, and you hold the least.",
        "Ce coup bloque le jeu, et c'est vous qui avez le moins.",
        "5-3 6-0 4-2, 4-4 1-0 6-1", "6-0, 6-1 left", "1-0 left", "draw"),
    Row("It blocks the round, and your team holds the least.",
        "Ce coup bloque le jeu, et c'est votre équipe qui a le moins.",
        "2-2 5-0 3-1 6-5 5-5 6-6, 4-1 5-1, 6-4 3-3 4-3 6-3 5-3, 4-2 2-1 1-0",
        "2-2, 4-2 left, 4-1 left", "2-1 left", "dominos", teams=2),
    Row("You play again.", "Vous rejouez.",
        "6-5 5-0, 2-1 6-3, 2-2 4-3, 3-0 6-0", "", "5-0", "pass-pass", teams=2),
    Row("Ben is skipped.", "Tour sauté : Ben.",
        "6-3 6-1, 4-4 5-0, 3-0 6-0, 4-2 4-0", "", "6-1", "pass-pass", teams=2),
    Row("Nobody else has a 1.", "Personne d'autre n'a de 1.",
        "3-1 2-1 4-1 5-1 6-1 1-0 3-4, 1-1 2-4 4-5", "3-1, 1-1 right, 2-1 right, 4-2 right", "4-1 right"),
    Row("Ben cannot play at either end.", "Ben ne peut jouer à aucun bout.",
        "4-3 3-3 3-0, 6-2 2-2 6-1", "3-0", "3-3 left"),
    Row("Ben has no 1.", "Ben n'a pas de 1.",
        "6-4 5-1 1-1, 4-3 3-2 6-0, 6-2 5-4 5-2", "5-1, 5-4 left", "1-1 right"),
    Row("Ada, your partner, has played a 0.", "Ada, votre partenaire, a joué un 0.",
        "4-0 5-4, 1-1 5-1, 0-0 6-4, 5-5 3-3", "4-0", "0-0 right", "pass-pass", teams=2),
    Row("Nobody else has played a 1.", "Personne d'autre n'a joué de 1.",
        "5-0 1-0, 5-1 5-4", "5-0", "5-1 left", "draw"),
    Row("You keep both tiles with a 6.", "Vous gardez vos deux dominos avec un 6.",
        "3-1 6-0 5-4, 6-2 6-4 5-0", "6-0", "5-0 right"),
    Row("You keep all 3 tiles with a 5.", "Vous gardez vos 3 dominos avec un 5.",
        "3-1 5-5 3-2 6-5, 5-3 5-1 5-2 6-6", "6-5", "6-6 left", "passing-game"),
    Row("You keep a tile for each end.", "Il vous reste un domino pour chaque bout.",
        "2-0 6-0 6-6, 5-5 1-0 5-2", "", "6-0"),
    Row("Only 2 unseen tiles have a 4.", "Seuls 2 dominos cachés ont un 4.",
        "6-6 5-5, 6-4 6-1 4-4 4-3 4-2 4-1", "6-6", "6-4 right"),
    Row("It gets rid of a double.", "Un double de moins dans votre main.", "6-6 6-4, 3-3 3-1", "", "6-6"),
    Row("It is your heaviest tile, 4 pips.", "C'est votre domino le plus lourd, 4 points.",
        "4-0 3-0, 4-1 2-2", "", "4-0"),
    Row("It is your heaviest tile that fits, 7 pips.", "C'est votre domino jouable le plus lourd, 7 points.",
        "6-6 5-5, 6-1 6-0 5-4", "6-6", "6-1 right"),
    Row("It is your only tile that fits.", "C'est votre seul domino jouable.",
        "6-6 5-5, 6-1 4-0 5-4", "6-6", "6-1 right", "passing-game"),
    Row("One more of your tiles will fit.", "Un autre de vos dominos ira.",
        "6-5 4-4, 6-1 6-0 1-1", "6-5", "6-1 left"),
    Row("None of your tiles fits.", "Aucun de vos dominos ne va.",
        "5-2 1-1, 6-4 3-0", "5-2", "draw", "passing-game", "4-4 5-5 4-2 4-1"),
    Row("10 of the 25 unseen tiles fit.", "10 des 25 dominos cachés sont jouables.",
        "3-2 5-3, 3-3 5-2", "3-2", "draw", "passing-game", "6-2 1-0 6-5 0-0"),
    Row("It ends the round.", "Bouder met fin à la manche.",
        "1-1 5-1, 6-0 5-3", "1-1", "pass", "passing-game"),
    Row("It ends the round, and you hold the least.",
        "Bouder met fin à la manche, et c'est vous qui avez le moins.",
        "5-0 1-0, 2-1 3-1", "5-0", "pass", "passing-game"),
    Row("You keep 6-4 for later.", "Vous gardez 6-4 pour plus tard.",
        "2-2 4-4, 5-3 3-0", "4-4, draw", "pass", "dominos", "6-4 3-1"),
    Row("Your hand is light: 6 pips.", "Votre main est légère : 6 points.",
        "1-1 5-1, 6-0 5-3", "1-1", "pass", "passing-game"),
    Row("A tile you draw would count against you.", "Un domino pioché compterait contre vous.",
        "3-2 5-3, 3-3 5-2", "3-2", "pass", "passing-game", "6-2 1-0 6-5 0-0"),
    Row("It scores 10.", "Ce coup rapporte 10 points.", "5-5 4-1, 6-6 3-2", "", "5-5", "all-fives"),
    Row("It wins the match.", "Ce coup gagne la partie.",
        "5-5 4-1, 6-6 3-2", "", "5-5", "all-fives", options={"target": 10}),
    Row("Only a matador goes on a 0.", "Seul un matador va sur un 0.",
        "4-4 6-0 1-0, 3-0 6-5 3-2", "4-4", "3-0 left", "matador"),
    Row("Only a matador fits there.", "Seul un matador va à ce bout.",
        "4-4 6-1 5-4, 3-0 6-5 2-2", "4-4, 3-0 left", "6-1! left", "matador"),
    Row("You keep your matador.", "Vous gardez votre matador.",
        "4-4 6-0 1-0, 3-0 6-1 2-2", "4-4", "3-0 left", "matador"),
    Row("Ada has nothing for a 4.", "Ada ne peut pas jouer sur un 4.",
        "4-4 2-2 5-4 5-0, 3-1 3-3 6-4 6-2", "4-4, 3-1 left, 3-3 right, 5-4 right", "6-4 left", "matador"),
    Row("It closes your train.", "Ce coup ferme votre train.",
        "5-4 3-3, 9-1 9-4 1-0", "draw, 9-1 train 1, draw", "9-2 train 0", "mexican-train", "8-8 9-2 9-3"),
    Row("You can cover it.", "Vous pouvez le couvrir.",
        "9-5 5-5 5-1, 9-1 1-0", "9-5 train 0, 9-1 train 1", "5-5 train 0", "mexican-train"),
    Row("It covers the double.", "Ce coup couvre le double.",
        "9-5 5-5 5-1 7-7 9-8, 9-7 1-0", "9-5 train 0, 9-7 mexican, 5-5 train 0", "5-1 train 0",
        "mexican-train", options={"doubles": "several"}),
    Row("You keep 3 tiles in a row for your train.", "Vous gardez 3 dominos à la suite pour votre train.",
        "9-5 5-4 4-3 9-8, 9-1 1-0", "", "9-8 mexican", "mexican-train"),
    Row("It gets rid of the 0-0, which counts 50.", "Vous vous défaites du 0-0, qui compte 50.",
        "9-0 0-0 1-0, 9-1 7-6", "9-0 train 0, 9-1 train 1", "0-0 train 0", "mexican-train"),
]  # fmt: skip


@pytest.mark.parametrize("row", REASONS, ids=str)
def test_a_move_has_its_reason(row: Row) -> None:
    faced = seen(row)

    why = reasons(faced, move(row.move), len(REASONS))

    assert move(row.move) in legal_moves(faced.position)
    assert row.english in spoken(why, faced.seat)
    assert row.french in spoken(why, faced.seat, "fr")


def test_at_most_three_reasons_are_given_the_most_important_first() -> None:
    faced = seen(Row("", "", "5-3 6-6 6-4, 6-3 3-1 6-5", "5-3", ""))

    (*three, fourth) = spoken(reasons(faced, move("6-5 left"), MOST + 1), faced.seat)

    assert three == [
        "Nobody else has played a 6.",
        "You keep both tiles with a 3.",
        "You keep a tile for each end.",
    ]
    assert fourth == "It is your heaviest tile, 11 pips."
    assert spoken(reasons(faced, move("6-5 left")), faced.seat) == three


def test_of_the_best_move_something_is_said_even_if_it_has_no_other_reason() -> None:
    faced = seen(Row("", "", "6-6 1-1, 6-0 6-5 5-0, 2-2 3-3", "6-6", ""))

    for values, english, french in [
        ((0.62, 0.41), "It wins about 6 rounds in 10. Next best: 6-5 right, 4 in 10.",
         "Il gagne environ 6 manches sur 10. Ensuite : 6-5 à droite, 4 sur 10."),
        ((0.62, 0.58), "It wins about 62 rounds in 100. Next best: 6-5 right, 58 in 100.",
         "Il gagne environ 62 manches sur 100. Ensuite : 6-5 à droite, 58 sur 100."),
        ((0.02, 0.02), "It hardly ever wins, and neither does 6-5 right.",
         "Il ne gagne presque jamais, comme 6-5 à droite."),
        ((0.62, 0.62), "It wins about 6 rounds in 10, and so does 6-5 right.",
         "Il gagne environ 6 manches sur 10, comme 6-5 à droite."),
    ]:  # fmt: skip
        worths = dict(zip(map(move, ("6-0 right", "6-5 right")), values, strict=True))

        assert " ".join(spoken(praise(faced, worths), faced.seat)) == english
        assert " ".join(spoken(praise(faced, worths), faced.seat, "fr")) == french
    assert spoken(reasons(faced, move("6-0 right")), faced.seat) == []


def test_a_hint_has_the_reasons_that_distinguish_it_from_the_second_best_move_and_its_rate_if_asked() -> None:
    faced = seen(Row("", "", "6-6 4-4 5-1 3-0, 5-5 5-3", "", "", "passing-game"))
    values = {move("4-4"): 0.3, move("6-6"): 0.7, move("5-1"): 0.1}

    plain = spoken(praise(faced, values), faced.seat)
    rated = spoken(praise(faced, values, rated=True), faced.seat)

    assert "It gets rid of a double." in spoken(reasons(faced, move("6-6")), faced.seat)
    assert plain == ["It is your heaviest tile, 12 pips."]
    assert rated == [*plain, "It wins about 7 rounds in 10.", "Next best: 4-4, 3 in 10."]


def test_a_better_move_that_no_reason_distinguishes_has_both_rates() -> None:
    faced = seen(Row("", "", "6-6 1-1, 6-0 6-5 5-0, 2-2 3-3", "6-6", ""))
    values = {move("6-0 right"): 0.62, move("6-5 right"): 0.41}

    told_of_worse = spoken(explain(faced, move("6-5 right"), values), faced.seat)
    in_french = spoken(explain(faced, move("6-5 right"), values), faced.seat, "fr")

    assert told_of_worse[-2:] == ["Better: 6-0 right.", "It wins about 6 rounds in 10, yours 4."]
    assert in_french[-1] == "Il gagne environ 6 manches sur 10, le vôtre 4."


def test_a_review_has_the_rate_of_a_good_move_if_asked() -> None:
    faced = seen(Row("", "", "6-6 1-1, 6-0 6-5 5-0, 2-2 3-3", "6-6", ""))
    values = {move("6-0 right"): 0.62, move("6-5 right"): 0.61}

    plain = spoken(explain(faced, move("6-0 right"), values), faced.seat)
    rated = spoken(explain(faced, move("6-0 right"), values, rated=True), faced.seat)

    assert plain == ["No move was clearly better."]
    assert rated == ["It wins about 6 rounds in 10.", *plain]


@pytest.mark.parametrize("totals", [(0, 0), (99, 0)])
def test_to_hold_the_least_is_not_sure_because_others_would_be_eliminated(totals: tuple[int, int]) -> None:
    faced = seen(Row("", "", "3-3 5-4 5-5, 6-3 6-1 3-1 6-4", "3-3, 6-3 left, 6-1 left", "", "dominos"))

    found = spoken(reasons(structs.replace(faced, totals=totals), move("3-1 left"), 9), faced.seat)

    assert found == ["It blocks the round."]


def test_to_hold_the_least_is_not_sure_where_others_may_hold_a_lone_blank_or_less() -> None:
    # Ada's last tile may be the 0-0, which would count ten, or 2-0, which is less than the 4-0 of Ben.
    faced = seen(Row("", "", "3-3 5-4, 6-3 6-1 3-1 4-0", "3-3, 6-3 left, 6-1 left", "", "dominos"))

    found = spoken(reasons(faced, move("3-1 left"), 9), faced.seat)

    assert found == ["It blocks the round."]


def test_what_a_player_who_is_out_has_played_counts_as_played() -> None:
    hands, before = "4-0 6-6 3-3, 1-0 4-2 5-5, 2-1 6-0 5-3", "4-0, 1-0 right, 2-1 right"
    faced = seen(Row("", "", hands, before, "", "pass-and-out"))

    found = spoken(reasons(faced, move("4-2 right"), 9), faced.seat)

    assert faced.out == {0}
    assert found
    assert "Nobody else has played a 4." not in found


def test_a_hint_does_not_ask_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    small = replace(table("block", 3), hand=(3,))
    match = by_hand(small, "6-6 1-1 1-0, 6-0 6-5 5-0, 2-2 3-3 3-2", "6-6")
    faced = view(match, match.turn)
    quick = hint(faced, rated=True)

    monkeypatch.setattr(search, "perf_counter", count(step=3600).__next__)

    assert hint(faced, rated=True) == quick


def test_a_better_move_is_named_with_its_reason() -> None:
    faced = seen(Row("", "", "4-3 3-3 3-0, 6-2 2-2 6-1", "3-0", ""))
    values = {move("3-3 left"): 0.7, move("4-3 left"): 0.5}

    told_of_worse = spoken(explain(faced, move("4-3 left"), values), faced.seat)
    told_of_best = spoken(explain(faced, move("3-3 left"), values), faced.seat)

    assert told_of_worse[-2:] == ["Better: 3-3 left.", "Ben cannot play at either end."]
    assert told_of_best[0] == "Ben could not play at either end."
    assert not any("Better" in sentence for sentence in told_of_best)


def test_what_holds_of_both_moves_is_no_reason_for_the_better_one() -> None:
    faced = seen(Row("", "", "6-6 6-4 4-0 3-0, 5-5 5-3", "", "", "passing-game"))
    values = {move("6-6"): 0.7, move("6-4"): 0.5}

    *_, of_made, named, of_best = spoken(explain(faced, move("6-4"), values), faced.seat)

    assert [of_made, named] == ["You kept a tile for each end.", "Better: 6-6."]
    assert of_best == "It gets rid of a double."


def test_a_move_that_chance_alone_may_make_seem_better_is_not_named() -> None:
    faced = seen(Row("", "", "4-3 3-3 3-0, 6-2 2-2 6-1", "3-0", ""))
    values = {move("3-3 left"): NOISE, move("4-3 left"): 0.0}

    assert not any("Better" in each for each in spoken(explain(faced, move("4-3 left"), values), faced.seat))


@pytest.mark.parametrize(
    ("words", "english", "french"),
    [
        ("6-1 left", "6-1 left", "6-1 à gauche"),
        ("6-1", "6-1", "6-1"),
        ("draw", "draw", "piocher"),
        ("pass", "pass", "bouder"),
    ],
)
def test_a_move_is_named(words: str, english: str, french: str) -> None:
    faced = seen(Row("", "", "6-6 6-4, 3-3 3-1", "", ""))

    told_move = move_message("reasons", move(words), 0, drew=faced.drew)

    assert (spoken((told_move,), 0), spoken((told_move,), 0, "fr")) == ([english], [french])


def test_to_pass_after_a_draw_is_to_keep_the_tile() -> None:
    faced = seen(Row("", "", "2-2 4-4, 5-3 3-0", "4-4, draw", "", "dominos", "6-4 3-1"))

    assert spoken((move_message("reasons", Pass(), 0, drew=faced.drew),), 0) == ["keep the tile"]


@pytest.mark.parametrize("game", VARIANTS)
def test_no_reason_reveals_hidden_tiles(game: str) -> None:
    """Two deals with the same view have the same reasons: what the others hold makes no difference."""
    every = ("6-6 6-1 5-1 4-4", "6-5 2-1 3-3 1-0", "6-4 2-2 4-1 3-0", "5-5 4-2 5-4 2-0")
    hands = every[: max(VARIANTS[game].players)]
    swapped = [hands[0], *hands[:0:-1]]
    teams = 2 if 2 in VARIANTS[game].teams_for(len(hands)) else 0

    faced = [seen(Row("", "", ", ".join(each), "", "", game, "6-3 5-2", teams)) for each in (hands, swapped)]

    assert faced[0] == faced[1]
    for each in legal_moves(faced[0].position):
        assert reasons(faced[0], each, len(REASONS)) == reasons(faced[1], each, len(REASONS))


@pytest.mark.parametrize(
    ("language", "now", "past"),
    [
        ("en", "It is the only move.", "It was the only move."),
        ("fr", "C'est le seul coup possible.", "C'était le seul coup possible."),
    ],
)
def test_a_reason_is_in_the_present_before_the_move_and_in_the_past_after_it(
    language: str, now: str, past: str
) -> None:
    faced = seen(REASONS[0])
    only = move(REASONS[0].move)

    assert spoken(reasons(faced, only), faced.seat, language) == [now]
    assert spoken(explain(faced, only, {only: 0.5}), faced.seat, language) == [past]
