"""A move inside a sentence."""

import pytest
from tellings import NAMES

from playroom.narration.answers.ends import move_message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.table.examples.notation import move_of as move


@pytest.mark.parametrize(
    ("words", "entries", "english", "french"),
    [
        ("6-1", "reasons", "6-1", "6-1"),
        ("6-1 left", "reasons", "6-1 left", "6-1 à gauche"),
        ("6-1 up", "reasons", "6-1 up", "6-1 en haut"),
        ("1-6! right", "coach", "1-6 right", "1-6 à droite"),
        ("6-1 train 0", "reasons", "6-1 on your train", "6-1 sur votre train"),
        ("6-1 train 1", "coach", "6-1 on Ben's train", "6-1 chez Ben"),
        ("6-1 mexican", "reasons", "6-1 on the Mexican train", "6-1 sur le train mexicain"),
        ("6-1 left", "menus.sure", "Play 6-1 on the left?", "Poser 6-1 à gauche ?"),
        ("6-1 down", "menus.sure", "Play 6-1 down?", "Poser 6-1 en bas ?"),
        ("6-1 train 1", "menus.sure", "Play 6-1 on Ben's train?", "Poser 6-1 chez Ben ?"),
        ("draw", "reasons", "draw", "piocher"),
    ],
)
def test_a_move_is_announced_with_the_name_of_its_end(
    words: str, entries: str, english: str, french: str
) -> None:
    message = move_message(entries, move(words), 0, drew=False)

    to = Audience(NAMES, 0)
    assert phrasebook("en").say(message, to) == english
    assert phrasebook("fr").say(message, to).replace("\u00a0", " ") == french


def test_to_pass_after_a_draw_is_to_keep_the_tile() -> None:
    passed, kept = (move_message("reasons", move("pass"), 0, drew=drew) for drew in (False, True))

    assert phrasebook("en").say(passed) == "pass"
    assert phrasebook("en").say(kept) == "keep the tile"
