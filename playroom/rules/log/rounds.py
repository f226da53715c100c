"""The rounds of a match. Old rounds are packed into bytes, as a match may have thousands."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, overload
from zlib import compress, decompress

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder
from msgspec.structs import replace

from playroom.rules.event import Event
from playroom.rules.log.growing import EventLog, Growing
from playroom.rules.round import Round
from playroom.rules.tile import UNKNOWN_TILE, Tile, tile

UNPACKED: Final = 16
"""The number of earlier rounds kept unpacked: more than most matches have."""


class EarlierRound:
    """An earlier round of a match, packed into bytes or not."""

    __slots__ = ("_kept",)

    def __init__(self, now: Round) -> None:
        self._kept: Round | bytes = now

    @property
    def round(self) -> Round:
        """The round."""
        kept = self._kept
        return unpacked(kept) if isinstance(kept, bytes) else kept

    def pack(self) -> None:
        """Replace the round by its bytes."""
        kept = self._kept
        if not isinstance(kept, bytes):
            self._kept = packed(kept)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EarlierRound) and (self is other or self.round == other.round)

    def __hash__(self) -> int:
        return hash(self.round)


class Rounds(Sequence[Round]):
    """The rounds of a match in order, as an immutable sequence; *last* is the last one, None if empty.

    Sequences share their common rounds.
    """

    __slots__ = ("_earlier", "last")

    def __init__(self, rounds: Iterable[Round] = ()) -> None:
        *earlier, self.last = (None, *rounds)
        self._earlier: Growing[EarlierRound] = Growing(map(EarlierRound, filter(None, earlier)))

    def after(self, dealt: Round) -> "Rounds":
        """The rounds with one more."""
        if self.last is None:
            return Rounds((dealt,))
        earlier = self._earlier.after(EarlierRound(self.last))
        if len(earlier) > UNPACKED:
            earlier[-1 - UNPACKED].pack()
        return _rounds(earlier, dealt)

    def with_last(self, now: Round) -> "Rounds":
        """The rounds with another state of the last one."""
        return _rounds(self._earlier, now)

    def before_last(self) -> "Rounds":
        """The rounds without the last one."""
        return self.first(len(self) - 1)

    def first(self, count: int) -> "Rounds":
        """The first *count* rounds."""
        if count >= len(self):
            return self
        return _rounds(self._earlier.first(count - 1), self._earlier[count - 1].round) if count else Rounds()

    @overload
    def __getitem__(self, index: int) -> Round: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Round, ...]: ...
    def __getitem__(self, index: int | slice) -> Round | tuple[Round, ...]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(len(self))[index])
        number = range(len(self))[index]
        return self.last if self.last and number == len(self) - 1 else self._earlier[number].round

    def __len__(self) -> int:
        return len(self._earlier) + (self.last is not None)

    def __iter__(self) -> Iterator[Round]:
        return (self[number] for number in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rounds):
            return NotImplemented
        return self.last == other.last and self._earlier == other._earlier

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Rounds({tuple(self)!r})"

    def __reduce__(self) -> tuple[type["Rounds"], tuple[tuple[Round, ...]]]:
        return Rounds, (tuple(self),)


def _rounds(earlier: Growing[EarlierRound], last: Round) -> Rounds:
    """The earlier rounds and the last one."""
    rounds = Rounds.__new__(Rounds)
    rounds._earlier, rounds.last = earlier, last  # noqa: SLF001 (a constructor)
    return rounds


class Packable(Struct, frozen=True, array_like=True):
    """A round without its log, and the events of the log."""

    round: Round
    events: tuple[Event, ...]


def packed(now: Round) -> bytes:
    """The round as bytes."""
    encoder, _ = _codec()
    return compress(encoder.encode(Packable(replace(now, log=EventLog()), tuple(now.log))))


def unpacked(content: bytes) -> Round:
    """The round packed in *content*."""
    _, decoder = _codec()
    found = decoder.decode(decompress(content))
    return replace(found.round, log=EventLog(found.events))


@cache
def _codec() -> tuple[Encoder, Decoder[Packable]]:
    """The encoder and decoder of packed rounds, created on demand."""
    return Encoder(enc_hook=_encoded), Decoder(Packable, dec_hook=_decoded)


def _encoded(value: object) -> object:
    return str(value) if isinstance(value, Tile) else None


def _decoded(kind: type, plain: object) -> object:
    if kind is EventLog:
        return EventLog()
    return UNKNOWN_TILE if plain == str(UNKNOWN_TILE) else _tile(str(plain))


_tile = cache(tile)
"""The tile of a notation, cached, as there are few."""
