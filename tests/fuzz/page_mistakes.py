"""Mistakes in rulebook pages: each changes the lines of a page so that it must be refused."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

Lines = list[str]
Mistake = Callable[[Lines, Random], int]
"""Makes a mistake in the lines, and gives the number of its line; 0 if the page as a whole is wrong."""

WRONG_ANSWERS: Final[Mapping[str, tuple[str, ...]]] = {
    "unknown_question": ("colour: red", "hnad: 5", "Set: 6", "7: 6", "goal: {by: players, 2: 5}"),
    "unknown_word": ("drawing: sometimes", "shape: circle", "best: Highest", "lead: [winner]"),
    "number_out_of_range": ("set: 0", "set: 99", "hand: 0", "hand: [5, 70]", "deals: -1", "reserve: 61"),
    "no_number": ("set: six", "hand: 5.5", "target: true", "rounds: []", "double_blank: {a: 1}", "set: [6]"),
    "numbers_in_a_text": ("players: 2 to 4", "players: 2-4", 'hand: "5, 6"', "again_on: 5 and 10"),
    "players": ("players: 1", "players: 11", "players: []", "players: [2, 2]", "players: [[2]]"),
    "teams": ("teams: -1", "teams: two", "teams: [11]", "teams: {2: 2}"),
    "no_flag": ("spinner: 1", "single_round: [true]", 'keep_matadors: "yes"', "spinner: maybe"),
    "no_answer": ("hand:", "like:", "players: ~", "scoring: null", "options:", "title:"),
    "tiles": ("wild: [7]", "wild: [a-b]", "wild: 6-1", "wild: [[6, 1]]"),
    "most_players": ("most_players: 4", "most_players: {six: 4}", "most_players: {6: many}"),
    "name": ("name: 7", "name: block", 'name: " "', "name: [mine]", 'name: "a\\nb"', "name:"),
    "like": ("like: drow", "like: mine", "like: [draw]", "like: 3", "like: {by: players}"),
    "texts": ("title: Mine", "title: {en: 7}", "clauses: [A-1]", "clauses: {players: [1]}"),
    "clause": ("clauses: {foo: X}", "clauses: {hnd: X}", "clauses: {7: X}"),
    "by_what": ("hand: {by: weather, 2: 7}", "hand: {by: hand, 7: 7}", "hand: {by: [set], 6: 7}"),
    "by_case": ("hand: {by: players}", "set: {by: lead, winer: 6}", "hand: {by: players, two: 5}"),
    "by_itself": ("set: {by: set, 6: 6}", "set: {by: lead, winner: {by: set, 6: 6}, double: 6}"),
    "award": (
        "scoring: {}", "scoring: most", "scoring: [out]", "scoring: passes",
        "scoring: [{when: out, counts: others}]", "scoring: [{when: noon, counts: own, to: each}]",
        "scoring: [{when: play, counts: tile, to: winner}]",
        "scoring: [{when: out, counts: fixed, to: winner}]",
        "scoring: [{when: last_in, counts: own, to: each}]",
        "scoring: [{when: out, counts: others, to: winner, nearest: 1}]",
    ),
    "option_form": (
        "options: target", "options: [hand]", "options: {hand: 7}", "options: {set: []}", "options: {7: [1]}",
        "options: {set: {leest: 1}}", "options: {spinner: {least: 0}}", "options: {target: ten}",
    ),
    "option_answer": (
        "options: {colour: [red]}", "options: {drawing: [never, always]}", "options: {set: [6, 99]}",
        "options: {set: {most: 99}}", "options: {set: {least: 9, most: 6}}", "options: {set: {least: none}}",
        f"options: {{target: {list(range(1, 1002))}}}",
    ),
    "ambiguous": (
        "drawing: no", "spinner: on", "deals: 0x10", "limit: 5:30", "target: 1_000", "deals: 2024-01-01",
        "target: .inf", "deals: 010", "title: {no: Mitt}",
    ),
    "yaml_signs": ("set: &a 6", "set: *a", "set: !!int 6", "hand: !list [5]", "title: &b {en: Mine}"),
    "no_space": ("set:6", "players:[2, 3]"),
    "no_colon": ("set 6", "set = 6"),
    "bracket": ("players: [2, 3", "options: {hand: [5, 6}", "hand: 5]", "hand: {by: players, 2: 7"),
    "two_colons": ("title: a: b", "hand: 5: 6"),
    "quotation": ('after_draw: "wait', "lead: 'winner"),
    "nested": (f"set: {60 * '['}{60 * ']'}", "set: " + 60 * "{by: lead, winner: " + "6" + 60 * "}"),
    "character": ("title: {en: \x07}", "title: {en: \x1b[2J}"),
}  # fmt: skip
"""Entries that are wrong on every page."""


def make_mistake(lines: Lines, chance: Random) -> int:
    """A mistake of any kind: its line, or 0."""
    return chance.choice([*MISTAKES.values()])(lines, chance)


def put_entry(lines: Lines, entry: str) -> int:
    """Put an entry in the place of the one with its key, or at the end; the number of its line."""
    key = entry.partition(":")[0]
    at = next((at for at, line in enumerate(lines) if line.startswith(f"{key}:")), len(lines))
    lines[at : at + 1] = [entry]
    return at + 1


def _one_of(entries: tuple[str, ...]) -> Mistake:
    return lambda lines, chance: put_entry(lines, chance.choice(entries))


def _name_left_out(lines: Lines, _: Random) -> int:
    lines[:] = [line for line in lines if not line.startswith("name:")]
    return 0


def _like_left_out(lines: Lines, _: Random) -> int:
    lines[:] = [line for line in lines if not line.startswith("like:")]
    return 0


def _doubled(lines: Lines, chance: Random) -> int:
    lines.append(chance.choice(lines))
    return len(lines)


def _letter_doubled(lines: Lines, chance: Random) -> int:
    """Double a letter of a key."""
    at = chance.randrange(len(lines))
    where = chance.randrange(lines[at].index(":")) if ":" in lines[at] else 0
    lines[at] = f"{lines[at][: where + 1]}{lines[at][where:]}"
    return at + 1


def _indented(lines: Lines, _: Random) -> int:
    lines[1:1] = ["  set: 6"]
    return 2


def _tab(lines: Lines, chance: Random) -> int:
    at = chance.randrange(len(lines))
    lines[at] = f"\t{lines[at]}"
    return at + 1


def _circle(lines: Lines, _: Random) -> int:
    put_entry(lines, "reserve: {by: set, 6: 0}")
    return put_entry(lines, "set: {by: reserve, 0: 6}")


def _two_ends(lines: Lines, _: Random) -> int:
    put_entry(lines, "deals: 3")
    put_entry(lines, "target: 50")
    return 0


def _second_document(lines: Lines, _: Random) -> int:
    lines += ["---", "name: other"]
    return 0


def _list(lines: Lines, _: Random) -> int:
    lines[:] = [f"- {line}" for line in lines]
    return 0


def _comments(lines: Lines, _: Random) -> int:
    lines[:] = [f"# {line}" for line in lines]
    return 0


MISTAKES: Final[Mapping[str, Mistake]] = {
    **{name: _one_of(entries) for name, entries in WRONG_ANSWERS.items()},
    "name_left_out": _name_left_out,
    "like_left_out": _like_left_out,
    "doubled": _doubled,
    "letter_doubled": _letter_doubled,
    "indented": _indented,
    "tab": _tab,
    "circle": _circle,
    "two_ends": _two_ends,
    "second_document": _second_document,
    "list": _list,
    "comments": _comments,
}
"""Every kind of mistake by its name."""
