"""Names from files can hold characters that turn text round or command a terminal; none is ever said."""

import pytest

from playroom.narration.message import Message, Title
from playroom.narration.phrases.locales import phrasebook


@pytest.mark.parametrize("hidden", ["\u202e", "\u202a", "\u2066", "\u2069", "\x1b", "\x9b", "\x07"])
def test_a_hidden_character_is_left_out_of_every_text(hidden: str) -> None:
    title = Title("mine", {"en": f"Our {hidden}game"})
    message = Message("menus.table_title", blanks={"game": title})
    book = phrasebook("en")

    assert (book.say(message), book.short(message)) == ("Rules of Our game.", "Rules of Our game.")


@pytest.mark.parametrize("name", ["زه\u200cرا", "👩\u200d👧", "Zoé", "שרה\u200f"])
def test_marks_that_scripts_need_stay(name: str) -> None:
    said = phrasebook("en").say(Message("menus.name_taken", blanks={"name": name}))

    assert name in said
