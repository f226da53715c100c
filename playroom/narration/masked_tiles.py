"""PURE. A message without secret tiles."""

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from playroom.narration.message import Blank, Either, Half, Message, Sentences, Series
from playroom.rules.layout import Laid
from playroom.rules.tile import Tile

MASK: Final = "?"
"""The replacement of a tile."""


def masked_tiles(message: Message, tiles: Collection[Tile]) -> Message:
    """The message with each of these tiles masked; its text differs only if it names one of them."""
    return replace(message, blanks={name: _masked(blank, tiles) for name, blank in message.blanks.items()})


def _masked(blank: Blank, tiles: Collection[Tile]) -> Blank:
    match blank:
        case Message():
            return masked_tiles(blank, tiles)
        case Sentences(messages):
            return Sentences(tuple(masked_tiles(each, tiles) for each in messages))
        case Series(messages):
            return Series(tuple(masked_tiles(each, tiles) for each in messages))
        case Either(several):
            return Either(tuple(_masked(each, tiles) for each in several))
        case Tile():
            return MASK if blank in tiles else blank
        case Laid():
            return MASK if blank.tile in tiles else blank
        case Half():
            return blank
        case tuple():
            return tuple(_masked(each, tiles) for each in blank)
    return blank
