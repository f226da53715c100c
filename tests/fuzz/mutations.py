"""Inputs for fuzzing: seeds with slips, as a Hypothesis strategy, which makes a find small and repeatable."""

from collections.abc import Callable, Sequence
from typing import Final

from hypothesis import strategies as st

Slip = Callable[[bytes], bytes]

WORDS: Final = tuple(
    word.encode(errors="surrogatepass")
    for word in (
        *("no", "~", "null", "-1", "0", "1e309", "9" * 20, "0x10", "5:30", "2024-01-01", ".inf", "{who}"),
        *("{", "}", "[", "]", "&a", "*a", "!!x", "|", ">", "'", "#", ",", "--", "=", "é", "😀"),
        *('"', ": ", "- ", "\t", "\n", "  ", "{n, plural, one {#} other {#}}", "\u202e", "\ufeff", "\u2028"),
        *(
            "\x00",
            "\x1b",
            "\x1b[",
            "\x1b[200~",
            "\x1b[201~",
            "\x1b]",
            "\x1bP",
            "\x07",
            "\x1b\\",
            "\x03",
            "\r",
        ),
        *("\udc00", "\udfff"),
    )
)
"""What readers of such files and terminals trip over."""


def slips(others: Sequence[bytes]) -> st.SearchStrategy[Slip]:
    """A slip: words or bytes put in, a piece cut out, lines doubled or exchanged, a piece of another seed."""
    place, length = st.integers(0, 4000), st.integers(0, 60)
    new = st.sampled_from(WORDS) | st.binary(max_size=4)
    return st.one_of(
        st.builds(lambda at, text: lambda data: data[:at] + text + data[at:], place, new),
        st.builds(lambda at, size: lambda data: data[:at] + data[at + size :], place, length),
        st.builds(
            lambda at, size, text: lambda data: data[:at] + text + data[at + size :], place, length, new
        ),
        st.builds(lambda at, other: lambda data: _lines_exchanged(data, at, other), place, place),
        st.builds(lambda at, other: lambda data: _line_doubled(data, at, other), place, place),
        st.builds(
            lambda at, other, start, size: lambda data: data[:at] + other[start : start + size] + data[at:],
            place,
            st.sampled_from(others),
            place,
            length,
        ),
    )


def inputs(seeds: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Seeds with up to six slips."""
    return st.builds(_slipped, st.sampled_from(seeds), st.lists(slips(seeds), max_size=6))


def _slipped(data: bytes, made: list[Slip]) -> bytes:
    for slip in made:
        data = slip(data)
    return data


def _lines_exchanged(data: bytes, at: int, other: int) -> bytes:
    lines = data.split(b"\n")
    one, two = at % len(lines), other % len(lines)
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


def _line_doubled(data: bytes, at: int, other: int) -> bytes:
    lines = data.split(b"\n")
    lines.insert(at % len(lines), lines[other % len(lines)])
    return b"\n".join(lines)
