"""Lines of Python and the functions that they make."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, cast

GAPS = str.maketrans(dict.fromkeys("()[]{}.,:=+-*%&|^<>!", " "))
"""What stands between words."""


def words(*texts: str) -> frozenset[str]:
    """The names that *texts* mention."""
    return frozenset().union(*map(_words, texts))


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in text.translate(GAPS).split() if not word[0].isdigit())


def function(
    name: str, arguments: str, body: Iterable[str], constants: Mapping[str, object]
) -> Callable[..., Any]:
    """The function that these lines make, with the constants at hand as if they were arguments."""
    text = "\n".join(body)
    used = words(text)
    known = "".join(f", {each}={each}" for each in constants if each in used)
    made: dict[str, Any] = {}
    source = f"def {name}({arguments}{known}):\n{text}\n"
    exec(compile(source, f"<{name}>", "exec"), dict(constants), made)  # noqa: S102 (written above, from rules alone)
    return cast("Callable[..., Any]", made[name])
