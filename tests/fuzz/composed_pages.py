"""Rulebook pages composed at random from the page language, as lines with one entry each.

Every answer is one that the JSON Schema of pages allows. Answers may still clash, so such a page is a
rulebook, or is refused for its answers, never for its form.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from playroom.table.schema import schema

SCHEMA: Final[Mapping[str, Any]] = schema()
ANSWERS: Final[Mapping[str, Mapping[str, Any]]] = SCHEMA["properties"]
FRAME: Final = ("name", "like", "title", "players", "teams", "options", "presets", "clauses")
"""The keys of a page that are not questions."""

MOST_CHANGED: Final = 5
"""The most questions that a page answers otherwise than the rulebook that it is like."""
NEAR: Final = 6
"""How far above its least a number is, where nothing else is usual."""
USUAL: Final[Mapping[str, Sequence[object]]] = {
    "set": (3, 6, 6, 6, 7, 9),
    "hand": (2, 3, 4, 5, 6, 7, [7, 5, 3]),
    "reserve": (0, 0, 1, 2),
    "target": (5, 10, 20, 50, "none"),
    "limit": (5, 10, 20, 50, "none"),
    "deals": (1, 2, 3, "none"),
    "rounds": (1, 2, 3, "none"),
    "shape": ("line", "line", "trains"),
    "most_players": ({6: 4}, {}, {9: 4, 12: 8}),
    "wild": ([], ["0-0"], ["6-1", "5-2"]),
    "scoring": (
        "own",
        "others",
        "difference",
        [{"when": "out", "counts": "others", "to": "winner", "nearest": 5}],
        [{"when": "pass", "counts": "fixed", "to": "last_player", "points": 2}],
        [
            {"when": "play", "counts": "ends", "to": "player", "multiple_of": 5},
            {"when": "last_tile", "counts": "tile", "to": "player"},
            {"when": "blocked", "counts": "all", "to": "fewest", "less_own": True},
        ],
    ),
}
"""Answers that are usual: with others, matches take long, or the parts of awards contradict each other."""

_BARE: Final = re.compile("[a-z][a-z_-]*[a-z]")
_QUOTED: Final = frozenset(("yes", "no", "on", "off", "true", "false", "null"))


def composed_page(chance: Random, games: Sequence[str]) -> list[str]:
    """The lines of a page that is like one of the *games*, with some answers of its own."""
    page: dict[str, object] = {"name": "mine", "like": chance.choice(games)}
    if chance.random() < 0.5:
        page["players"] = _some(chance, range(2, 7), 3)
    if chance.random() < 0.2:
        page["teams"] = chance.choice((0, 2, [0, 2], [0, 2, 3]))
    questions = [name for name in ANSWERS if name not in FRAME]
    for name in chance.sample(questions, chance.randint(0, MOST_CHANGED)):
        page[name] = _answer_or_by(name, page, chance)
    if page.get("passing") == "and_out":
        page.pop("scoring", None)  # passes score then, and nothing else
    if chance.random() < 0.5:
        offered = chance.sample(questions, chance.randint(0, 2))
        page["options"] = {name: _offer(name, chance) for name in offered}
    return [f"{name}: {written(value)}" for name, value in page.items()]


def written(value: object) -> str:
    """A value as a page has it, in one line."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return f"{{{', '.join(f'{written(key)}: {written(each)}' for key, each in value.items())}}}"
        case list():
            return f"[{', '.join(map(written, value))}]"
        case str() if value in _QUOTED or not _BARE.fullmatch(value):
            return json.dumps(value, ensure_ascii=False)
    return str(value)


def _answer_or_by(name: str, page: Mapping[str, object], chance: Random) -> object:
    """An answer to a question, or answers for each number of players or each word of another question."""
    if chance.random() < 0.8:
        return _answer(name, chance)
    what = chance.choice(("players", *(each for each in ANSWERS if "enum" in _plain(each))))
    cases = _several(page.get("players", [2, 3, 4])) if what == "players" else _plain(what)["enum"]
    return {"by": what, **{case: _answer(name, chance) for case in cases}}


def _answer(name: str, chance: Random) -> object:
    return chance.choice(USUAL[name]) if name in USUAL else _value(_plain(name), chance)


def _plain(name: str) -> Mapping[str, Any]:
    """The schema of an answer by itself, which stands before that of answers that depend on others."""
    found: Mapping[str, Any] = ANSWERS[name].get("anyOf", [{}])[0]
    return found


def _offer(name: str, chance: Random) -> object:
    """The answers to a question from which players choose."""
    if "minimum" in json.dumps(_plain(name)) and chance.random() < 0.3:
        forms = SCHEMA["properties"]["options"]["properties"][name].get("anyOf", ())
        if any("least" in each.get("properties", {}) for each in forms):
            least = chance.randint(1, NEAR)
            return {"least": least, "most": least + chance.randint(0, NEAR)}
    return [_answer(name, chance) for _ in range(chance.randint(1, 3))]


def _value(kind: Mapping[str, Any], chance: Random) -> object:
    """A value that this schema allows."""
    if "anyOf" in kind:
        return _value(chance.choice(kind["anyOf"]), chance)
    if "const" in kind:
        return kind["const"]
    if "enum" in kind:
        return chance.choice(kind["enum"])
    return _VALUES[kind["type"]](kind, chance)


def _number(kind: Mapping[str, Any], chance: Random) -> object:
    least = kind.get("minimum", 0)
    return chance.randint(least, min(kind.get("maximum", least + NEAR), least + NEAR))


def _list(kind: Mapping[str, Any], chance: Random) -> object:
    found = [_value(kind["items"], chance) for _ in range(chance.randint(kind.get("minItems", 0), 3))]
    return [each for at, each in enumerate(found) if each not in found[:at]]


def _object(kind: Mapping[str, Any], chance: Random) -> object:
    needed = kind.get("required", ())
    return {
        name: _value(each, chance)
        for name, each in kind.get("properties", {}).items()
        if name in needed or chance.random() < 0.2
    }


_VALUES: Final[Mapping[str, Callable[[Mapping[str, Any], Random], object]]] = {
    "integer": _number,
    "boolean": lambda _kind, chance: chance.random() < 0.5,
    "array": _list,
    "object": _object,
    "string": lambda _kind, chance: chance.choice(("0-0", "3-3", "6-1")),
}


def _some(chance: Random, numbers: Sequence[int], most: int) -> object:
    return sorted(chance.sample(numbers, chance.randint(1, most)))


def _several(plain: object) -> Sequence[object]:
    return plain if isinstance(plain, list) else [plain]
