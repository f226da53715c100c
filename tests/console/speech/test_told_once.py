"""Whatever is pressed, what was heard of a text is not told again, and the match goes on."""

from collections import Counter
from collections.abc import Iterable
from functools import reduce
from itertools import product
from math import ceil
from operator import or_
from pathlib import Path
from random import Random
from re import finditer

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.console.player import variants
from support.voice.list_voice import Said

from playroom.console.ui.waiting import LONGEST_DELAY
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.rules.event import Played
from playroom.voice.speech_request import SHORT_LINE

SPEED = 18
SURE_RATE = 12
"""The characters a second that are taken as heard while the rate of the voice is not known."""
GAMES = tuple(sorted(variants()))
QUERIES = ("c", "t", "s", "e", "v", "w", "z", "right", "left", "home", "f", "u", "b", "escape")
MINUTES = 3
INTRODUCTION = 20
"""The seconds in which the introduction is heard at the latest."""


def opened(home: Path, game: str, language: str, verbosity: Verbosity) -> Console:
    settings = {"language": language, "verbosity": str(verbosity)}
    command = ("play", game, "--seed", "9", "--bots", "novice")
    return Console(*command, home=home, speed=SPEED, settings=settings)


def press_at_random(console: Console, chance: Random, seconds: float) -> None:
    """Press keys that ask something, and at times those of a move, with up to eight seconds between them."""
    end = console.clock.now + seconds
    while console.clock.now < end and console.saved.exists():
        match = console.match
        moves = match.turn in (None, 0) and chance.random() < 0.3
        console.press(*keys_of_a_move(match) if moves else [chance.choice(QUERIES)])
        console.wait(chance.choice((0.2, 0.5, 1, 2, 4, 8)))


def sentences(text: str) -> list[str]:
    return [found.group().strip() for found in finditer(r".+?(?:[.!?](?= |$)|$)", text)]


def heard_sentences(texts: Iterable[Said]) -> Counter[str]:
    """How often each sentence was heard to its end."""
    heard: Counter[str] = Counter()
    for said in texts:
        left = (said.ends - said.begins) * SPEED
        for sentence in sentences(said.text):
            left -= len(sentence) + 1
            if said.was_cut and left < 1:
                break
            heard[sentence] += 1
    return heard


def announced_sentences(console: Console) -> Counter[str]:
    """How often each sentence was to be told, in one form or the other."""
    forms = ((each.text, each.short, each.spoken) for each in console.utterances)
    return sum((reduce(or_, (Counter(sentences(text)) for text in texts)) for texts in forms), Counter())


def told_whole_again(console: Console) -> set[str]:
    """The sentences of short lines, which come again from their subject once they were cut."""
    forms = (form for each in console.utterances for form in (each.text, each.short, each.spoken))
    return {sentence for form in forms if len(form) <= SHORT_LINE for sentence in sentences(form)}


LENGTHS = tuple(product(("en", "fr"), Verbosity))
ONE_OF_EACH = tuple((game, *LENGTHS[at % len(LENGTHS)]) for at, game in enumerate(GAMES))
"""Each game in one of the languages and lengths."""
USUAL = ONE_OF_EACH[::3]
"""What is always played; a long run plays each game in all languages and lengths."""


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "language", "verbosity"),
    [
        *USUAL,
        *(
            pytest.param(*case, marks=pytest.mark.long)
            for case in ((game, *length) for game in GAMES for length in LENGTHS)
            if case not in USUAL
        ),
    ],
)
def test_the_part_of_a_text_that_was_heard_is_not_repeated(
    home: Path, game: str, language: str, verbosity: Verbosity
) -> None:
    console = opened(home, game, language, verbosity)
    console.press("t")
    console.wait(3)  # until the rate of the voice is known

    press_at_random(console, Random(f"{game} {language} {verbosity}"), 60 * MINUTES)

    heard, told = heard_sentences(console.said), announced_sentences(console)
    again = {text for text, count in heard.items() if 0 < told[text] < count}
    assert again - told_whole_again(console) == set()


@pytest.mark.sample(3)
@pytest.mark.parametrize(("game", "language", "verbosity"), ONE_OF_EACH)
def test_the_part_of_the_first_text_that_was_heard_is_not_repeated(
    home: Path, game: str, language: str, verbosity: Verbosity
) -> None:
    console = opened(home, game, language, verbosity)
    (first,) = console.heard()
    surely = sentences(first[: 4 * SURE_RATE].rstrip())[:-1]

    console.wait(5)  # a second more, as a voice takes a while to begin
    told = " ".join(console.hear("c"))

    assert [sentence for sentence in surely if sentence in told] == []


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "gap", [1.0, *(pytest.param(gap, marks=pytest.mark.long) for gap in (0.1, 0.5, 4.0))]
)
@pytest.mark.parametrize("keys", [("t",), ("e",), ("t", "z", "t", "enter"), ("s", "escape")])
def test_questions_do_not_stop_the_match(home: Path, keys: tuple[str, ...], gap: float) -> None:
    console = opened(home, "pass-and-out", "en", Verbosity.NORMAL)

    for key in keys * ceil((LONGEST_DELAY + INTRODUCTION) / gap / len(keys)):
        console.press(key)
        console.wait(gap)

    assert any(isinstance(event, Played) for event in console.match.rounds[0].log)
