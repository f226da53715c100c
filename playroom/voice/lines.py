"""The lines of a history: all but the newest are kept as bytes, as a long match has a hundred thousand."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, overload
from zlib import compress, decompress

from msgspec.msgpack import Decoder, Encoder

from playroom.voice.utterance import Utterance

BLOCK: Final = 512
"""The number of lines that are packed together; the newest, fewer than two blocks, are kept as they are."""

Block = tuple[Utterance, ...]


class Lines(Sequence[Utterance]):
    """Lines to which others are added."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        """The oldest lines, a block in each entry."""
        self._newest: list[Utterance] = []
        self._opened: tuple[int, Block] = -1, ()
        """The number of the block that was read last, and its lines."""

    def append(self, line: Utterance) -> None:
        """Add a line."""
        self._newest.append(line)
        if len(self._newest) == 2 * BLOCK:
            encoder, _ = _codec()
            self._packed.append(compress(encoder.encode(self._newest[:BLOCK])))
            del self._newest[:BLOCK]

    @overload
    def __getitem__(self, index: int) -> Utterance: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Utterance, ...]: ...
    def __getitem__(self, index: int | slice) -> Utterance | tuple[Utterance, ...]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(len(self))[index])
        block, place = divmod(range(len(self))[index], BLOCK)
        if block < len(self._packed):
            return self._block(block)[place]
        return self._newest[place + BLOCK * (block - len(self._packed))]

    def __len__(self) -> int:
        return BLOCK * len(self._packed) + len(self._newest)

    def __iter__(self) -> Iterator[Utterance]:
        return (self[number] for number in range(len(self)))

    def _block(self, number: int) -> Block:
        if self._opened[0] != number:
            _, decoder = _codec()
            self._opened = number, decoder.decode(decompress(self._packed[number]))
        return self._opened[1]


@cache
def _codec() -> tuple[Encoder, Decoder[Block]]:
    """The modules that write and read packed lines; most histories need neither."""
    return Encoder(), Decoder(Block)
