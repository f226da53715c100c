"""The message of one event for each listener."""

from typing import get_args

import pytest
from tellings import (
    ALONE,
    AND_OUT,
    DOUBLE_LEFT,
    EVENTS,
    FIVES,
    HERE,
    LANGUAGES,
    NAMES,
    PASS_PASS,
    TO_THE_RIGHT,
    telling,
)

from playroom.narration.message import Person, SeatedCue, Urgency
from playroom.narration.narrate import narrate
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience, TileStyle, Verbosity
from playroom.rules.event import (
    Again,
    Drew,
    Ended,
    Ending,
    Event,
    MayExtend,
    MustCover,
    Scored,
    SidesEliminated,
    TrainOpened,
    Turn,
    Won,
)
from playroom.rules.layout import MEXICAN
from playroom.rules.rulebook.variant import Rules
from playroom.rules.tile import tile
from playroom.sound.cue import Cue


def test_every_kind_of_event_is_in_the_reviewed_texts() -> None:
    narrated = {type(event) for _, event in EVENTS.values()}

    assert narrated == set(get_args(Event))


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_listener_hears_what_the_reviewed_texts_say(language: str) -> None:
    reviewed = (HERE / f"told-{language}.txt").read_text(encoding="utf-8")

    assert telling(language) == reviewed


@pytest.mark.parametrize(
    ("language", "verbosity", "sentence"),
    [
        ("en", Verbosity.BRIEF, "Ben 5-2 right. 3 and 2."),
        ("en", Verbosity.NORMAL, "Ben: 5-2, right. Ends 3 and 2. Ben has 4."),
        ("fr", Verbosity.BRIEF, "Ben 5-2 à droite. 3 et 2."),
        ("fr", Verbosity.NORMAL, "Ben pose 5-2 à droite. Bouts 3 et 2. Ben en a 4."),
    ],
)
def test_a_move_is_one_utterance(language: str, verbosity: Verbosity, sentence: str) -> None:
    message = narrate(TO_THE_RIGHT, 0, ALONE)

    assert message
    assert phrasebook(language).say(message, Audience(NAMES, 0), verbosity) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ada: double three, left. Ends three and one. Ada has 1."),
        ("fr", "Ada pose double trois à gauche. Bouts trois et as. Ada en a 1."),
    ],
)
def test_tiles_and_ends_can_be_said_in_words_while_numbers_of_tiles_stay(
    language: str, sentence: str
) -> None:
    message = narrate(DOUBLE_LEFT, None, ALONE)

    assert message
    assert phrasebook(language, tiles=TileStyle.WORDS).say(message, Audience(NAMES)) == sentence


@pytest.mark.parametrize(("language", "words"), [("en", "double blank"), ("fr", "double blanc")])
def test_the_double_blank_has_its_name(language: str, words: str) -> None:
    assert phrasebook(language).language.tile(0, 0, TileStyle.WORDS) == words


@pytest.mark.parametrize("ear", [1, 2, None])
def test_a_drawn_tile_is_named_to_its_owner_alone(ear: int | None) -> None:
    message = narrate(Drew(0, tile("4-2"), 3), ear, ALONE)

    assert message
    assert tile("4-2") not in message.blanks.values()


def test_nobody_hears_of_the_turn_of_another() -> None:
    assert narrate(Turn(1), 0, ALONE) is None
    assert narrate(Turn(1), None, ALONE) is None


@pytest.mark.parametrize(
    "event",
    [
        Turn(0),
        Again(0),
        Ended(Ending.OUT, 0),
        Ended(Ending.BLOCKED, None),
        Scored((0, 9), (0, 9)),
        Scored((0, 0), (0, 9)),
        SidesEliminated((1,)),
        Won((0,)),
        MustCover(0, MEXICAN, 7),
        MayExtend(0),
    ],
    ids=repr,
)
def test_an_alert_is_said_last_in_its_burst(event: Event) -> None:
    message = narrate(event, 0, PASS_PASS)

    assert message
    assert message.urgency is Urgency.ALERT


@pytest.mark.parametrize("made", [AND_OUT, FIVES], ids=["and out", "fives"])
def test_points_in_mid_round_are_said_in_turn(made: Rules) -> None:
    message = narrate(Scored((0, 4, 0, 0), (0, 4, 0, 0)), 0, made)

    assert message
    assert message.urgency is Urgency.EVENT


@pytest.mark.parametrize(
    "event",
    [TO_THE_RIGHT, Drew(0, tile("4-2"), 3), Again(1), MustCover(1, MEXICAN, 7), MayExtend(1)],
    ids=repr,
)
def test_what_others_do_is_said_in_turn(event: Event) -> None:
    message = narrate(event, 0, PASS_PASS)

    assert message
    assert message.urgency is Urgency.EVENT


@pytest.mark.parametrize(
    ("event", "ear", "sound"),
    [
        (Ended(Ending.OUT, 2), 0, SeatedCue(Cue.ROUND_WON)),
        (Ended(Ending.OUT, 1), 0, SeatedCue(Cue.ROUND_LOST)),
        (Ended(Ending.BLOCKED, None), 0, SeatedCue(Cue.BLOCKED)),
        (Ended(Ending.LAST_IN, None), 0, SeatedCue(Cue.ROUND_OVER)),
        (Won((0,)), 2, SeatedCue(Cue.MATCH_WON)),
        (Won((0,)), 1, SeatedCue(Cue.MATCH_LOST)),
        (Ended(Ending.OUT, 2), None, SeatedCue(Cue.ROUND_OVER)),
        (Won((0,)), None, None),
        (DOUBLE_LEFT, 1, SeatedCue(Cue.DOUBLE, 0)),
        (TO_THE_RIGHT, 1, SeatedCue(Cue.PLAYED, 1)),
        (MustCover(1, MEXICAN, 7), 1, SeatedCue(Cue.TO_COVER, 1)),
        (Turn(1), 1, SeatedCue(Cue.YOUR_TURN, 1)),
        (TrainOpened(1), 0, SeatedCue(Cue.TRAIN_OPENED, 1)),
        (Scored((0, 0), (3, 5)), 0, None),
        (SidesEliminated((1,)), 0, SeatedCue(Cue.OUT)),
    ],
    ids=repr,
)
def test_a_listener_hears_a_round_and_a_match_as_their_side_does(
    event: Event, ear: int | None, sound: SeatedCue | None
) -> None:
    message = narrate(event, ear, PASS_PASS)

    assert message
    assert message.sound == sound


def test_the_points_of_one_player_sound_from_their_seat_and_few_sound_softer() -> None:
    five, fifty = narrate(Scored((0, 5), (0, 5)), 0, FIVES), narrate(Scored((0, 50), (0, 55)), 0, FIVES)

    assert five
    assert fifty
    assert five.sound == SeatedCue(Cue.SCORED, 1, 0.7)
    assert fifty.sound == SeatedCue(Cue.SCORED, 1)


def test_the_double_that_lies_as_the_spinner_has_a_cue_of_its_own() -> None:
    spinner = narrate(DOUBLE_LEFT, 1, FIVES, DOUBLE_LEFT.tile)
    other = narrate(DOUBLE_LEFT, 1, FIVES, tile("6-6"))

    assert spinner
    assert other
    assert spinner.sound == SeatedCue(Cue.SPINNER, 0)
    assert other.sound == SeatedCue(Cue.DOUBLE, 0)


def test_a_name_is_said_as_it_is_written() -> None:
    names = ("{tile}", "O'Neil '{'", "#", "''")
    message = narrate(TO_THE_RIGHT, 0, ALONE)

    assert message
    assert phrasebook("en").say(message, Audience(names, 0)).startswith("O'Neil '{': 5-2, right.")


def test_a_listener_is_nobody_at_the_table() -> None:
    message = narrate(Won((0, 1)), None, AND_OUT)

    assert message
    assert message.person is Person.THEY
