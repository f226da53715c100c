"""JSON as it is sent and stored: msgspec structs, in which a tile is a string as everywhere else, ``5-3``.

Names of ends are pairs, ``["train", 2]``.
"""

from functools import lru_cache
from typing import Final, TypeVar

from msgspec.json import Decoder, Encoder

from playroom.rules.tile import Tile, tile

T = TypeVar("T")

MOST_TILES: Final = 1024
"""The most tiles that are read once and kept: tables that are loaded after a kill read the same again."""


def encoded_json(value: object) -> bytes:
    """The value as JSON."""
    return _ENCODER.encode(value)


def json_decoder(kind: type[T]) -> Decoder[T]:
    """The decoder for values of this type; its ValueError names the field that is wrong."""
    return Decoder(kind, dec_hook=_decoded)


def _encoded(value: object) -> str:
    if isinstance(value, Tile):
        return str(value)
    # What msgspec asks of a hook for a type that it does not know.
    raise NotImplementedError(f"{type(value).__name__} is not written as JSON")


def _decoded(kind: type, plain: object) -> Tile:
    if kind is Tile and isinstance(plain, str):
        return _known_tile(plain)
    raise ValueError(f"{plain!r} is not a {kind.__name__.lower()}")


@lru_cache(MOST_TILES)
def _known_tile(written: str) -> Tile:
    return tile(written)


_ENCODER = Encoder(enc_hook=_encoded)
