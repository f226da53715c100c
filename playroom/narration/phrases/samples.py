"""Patterns filled with samples: a sentence as it is heard, for translators and for a trial on a voice."""

from collections.abc import Mapping
from typing import Final

from playroom.narration.message import Person
from playroom.narration.phrases.entry import PLURAL, SELECT, Placeholder, formatted, parsed_blanks
from playroom.narration.phrases.language import Language, TileStyle

UNKNOWN: Final = "…"
"""What stands for a blank of which there is no sample."""

_PEOPLE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("who", "name", "turn", "scorers", "named", "players"), "Ben"),
    **dict.fromkeys(("whom", "host", "by", "names", "others"), "Ada"),
}
_NUMBERS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("number", "points", "count", "half", "end", "sum", "scored", "volume", "percent"), 5),
    **dict.fromkeys(("total", "margin", "boneyard", "most", "last", "highest"), 12),
    **dict.fromkeys(("left", "round", "place", "at", "least", "rate", "times", "seat", "line", "wins"), 3),
    **dict.fromkeys(("right", "laid", "held", "of", "rounds", "size", "hidden", "digit"), 7),
}
_TILES: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    **dict.fromkeys(("tile", "made", "better", "move", "key"), ((5, 3),)),
    **dict.fromkeys(("tiles", "hand", "chain", "playable"), ((5, 3), (6, 6), (4, 0))),
}


def sample(pattern: str, language: Language, person: Person = Person.NOBODY) -> str:
    """*pattern*, which is said to *person*, with its blanks filled, each with a sample."""
    found = sorted(parsed_blanks(pattern), key=lambda each: bool(each.kind))
    filled = {each.blank: _sample(each, language) for each in found}
    if person is Person.YOU_AND:
        both = {"who": (language.you_first, _PEOPLE["who"]), "whom": (language.you, _PEOPLE["whom"])}
        filled |= {name: language.every(both[name]) for name in both.keys() & filled.keys()}
    elif "who" in filled and "count" in filled:
        filled["count"] = 1  # of one player: "Ben wins"
    texts = {name: word for name, word in filled.items() if isinstance(word, str)}
    return formatted(language.with_elisions(pattern, texts), language.locale, filled)


def _sample(each: Placeholder, language: Language) -> str | int:
    if each.kind == SELECT:
        return each.cases[0]
    if each.kind == PLURAL:
        return _NUMBERS.get(each.blank, 2)
    if each.blank in _PEOPLE:
        return _PEOPLE[each.blank]
    if each.blank in _TILES:
        return language.every([language.tile(*tile, TileStyle.DIGITS) for tile in _TILES[each.blank]])
    return _NUMBERS.get(each.blank, UNKNOWN)
