"""The lines of a history stay what they are once they are packed, and take little memory."""

import tracemalloc
from random import Random

import pytest

from playroom.narration.message import Urgency
from playroom.voice.history import BLOCK, History, Lines
from playroom.voice.utterance import Buffer, Utterance, speakable

MANY = 4 * BLOCK + 7
WORDS = ("Ada", "joue", "le double-six à gauche.", "Ébène passe", "5-3", "\ud800", "🂱", "\n")


def random_line(chance: Random) -> Utterance:
    """A line in which each part may be anything that a line can have."""
    text, short, braille, spoken = (" ".join(chance.sample(WORDS, 3)) for _ in range(4))
    return Utterance(
        text,
        chance.choice(tuple(Urgency)),
        chance.choice(tuple(Buffer)),
        short,
        braille,
        is_event=chance.random() < 0.5,
        spoken=chance.choice(("", spoken)),
        is_private=chance.random() < 0.5,
    )


def test_packed_lines_are_the_same_lines() -> None:
    chance, lines = Random(1), Lines()
    given = [speakable(random_line(chance)) for _ in range(MANY)]
    for line in given:
        lines.append(line)

    assert list(lines) == given
    assert lines[BLOCK - 2 : -1] == tuple(given[BLOCK - 2 : -1])
    assert [lines[place] for place in (0, -1, BLOCK, -MANY, MANY - BLOCK)] == [
        given[place] for place in (0, -1, BLOCK, -MANY, MANY - BLOCK)
    ]


@pytest.mark.long
def test_a_long_history_is_walked_and_searched_to_its_first_line() -> None:
    history, chance = History(), Random(2)
    history.restore([Utterance("Zoé opens: 6-6.", Urgency.EVENT)])
    for number in range(MANY):
        history.record(random_line(chance), float(number))

    found = history.find("zoe opens")

    assert found
    assert (found.line.text, found.number, found.count) == ("Zoé opens: 6-6.", 1, 1)
    assert history.position[0] == 1
    assert history.first() == found.line
    assert len(history.after(1)) == MANY
    assert history.since(0.0) == history.after(1)
    assert history.since(float(MANY - 3)) == history.after(MANY - 2)


@pytest.mark.long
def test_a_line_of_a_long_history_takes_less_than_a_hundred_bytes() -> None:
    history = History()

    def record(lines: int) -> int:
        for number in range(lines):
            history.record(Utterance(f"Ada: {number % 7}-3, left. Ends {number % 5}, 3.", Urgency.EVENT), 0.0)
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = record(2 * BLOCK)
        growth = record(4 * BLOCK) - before
    finally:
        tracemalloc.stop()

    assert growth / (4 * BLOCK) < 100
