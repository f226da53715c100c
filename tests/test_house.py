"""The plan of the house: imports run downstairs only, and nothing grows too large to be read."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import playroom

HOME = Path(playroom.__file__).parent

FLOORS: dict[str, set[str]] = {
    "rules": set(),
    "strict_yaml": set(),
    "table": {"rules"},
    "engine": {"rules"},
    "bots": {"engine", "rules"},
    "advice": {"bots", "narration", "engine", "rules"},
    "minds": {"advice", "bots", "rules"},
    "sound": set(),
    "narration": {"rules", "sound"},
    "voice": {"narration"},
    "keys": {"narration", "rules"},
    "home": {"keys", "voice", "narration", "sound", "table", "rules"},
    "simulation": {"table", "bots", "narration", "rules"},
    "online": {"table", "rules"},
    "update": set(),
    "console": {"update", "online", "keys", "voice", "narration", "sound", "table", "home", "rules"},
    "web": {"console", "keys", "voice", "narration", "sound", "home", "table", "rules"},
    "commands": {
        *("web", "console", "update", "online", "simulation", "home", "keys", "sound", "voice"),
        *("narration", "minds", "advice", "bots", "engine", "table", "rules"),
    },
}
"""For each floor, the floors below it that it may import besides itself."""

FOR_CONSOLE = ("playroom.online.client.", "playroom.online.wire.")
"""What the console may import of shared tables: never a server."""

FOR_ALL = {"playroom.strict_yaml", "playroom.home.files", "playroom.__version__", "playroom.inbox_thread"}
"""Reading and writing files is at hand on every floor, and so are the version and threads with an inbox."""

ENTRY = "__main__"
"""The file that starts the program; it imports the commands alone."""

STANDARD = {"collections", "dataclasses", "enum", "functools", "itertools", "math", "operator", "typing"}
PURE = STANDARD | {"msgspec"}
"""All that the rules import: the standard library without files, clock or chance, and msgspec."""

MOST_LINES_IN_FILE = 500
MOST_LINES_IN_FUNCTION = 60
MOST_LINES_IN_CASE = 8
"""A match is flat if none of its cases is longer."""


@dataclass(frozen=True)
class Import:
    """Where a file imports which module, and whether it does so inside a function."""

    file: Path
    line: int
    module: str
    inside: bool

    def __str__(self) -> str:
        return f"{self.file.relative_to(HOME)}, line {self.line}: {self.module}"


Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def imports(*files: Path) -> list[Import]:
    return [each for file in files for each in imports_within(file, parsed(file), inside=False)]


def imports_within(file: Path, node: ast.AST, *, inside: bool) -> Iterator[Import]:
    for module in imported(node):
        yield Import(file, getattr(node, "lineno", 0), module, inside)
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield from imports_within(file, child, inside=inside or isinstance(node, Function))


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement imports; of `from a import b` both a.b and a, as b may be a module."""
    match node:
        case ast.Import(names=names):
            return [name.name for name in names]
        case ast.ImportFrom(module=module, names=names, level=0):
            return [f"{module}.{name.name}" for name in names]
        case ast.ImportFrom():
            return [".relative"]
    return []


def functions(tree: ast.AST) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def floor(module: str) -> str:
    """The floor of one of our modules: playroom.rules.tile is on the floor rules."""
    return module.split(".")[1]


def may_import(file: Path, module: str) -> bool:
    own = file.relative_to(HOME).parts[0].removesuffix(".py")
    if not module.startswith("playroom.") or module.startswith(tuple(FOR_ALL)):
        return True
    if own == ENTRY:
        return floor(module) == "commands"
    if own == "console" and floor(module) == "online":
        return module.startswith(FOR_CONSOLE)
    return floor(module) in {own, *FLOORS.get(own, set())}


FILES = sorted(HOME.rglob("*.py"))

IMPORTS = """
import os.path, sys
from a import b, c
from . import d
class E:
    import e
    async def f(self):
        import f
def g():
    if 1:
        from g.h import i
"""


def test_every_import_of_a_file_is_seen() -> None:
    found = imports_within(HOME / "rules/tile.py", ast.parse(IMPORTS), inside=False)

    assert [(each.line, each.module, each.inside) for each in found] == [
        (2, "os.path", False),
        (2, "sys", False),
        (3, "a.b", False),
        (3, "a.c", False),
        (4, ".relative", False),
        (6, "e", False),
        (8, "f", True),
        (11, "g.h.i", True),
    ]


def test_the_folders_with_code_are_the_floors_of_the_plan() -> None:
    folders = {file.relative_to(HOME).parts[0] for file in FILES if file.parent != HOME}

    assert folders == FLOORS.keys()


@pytest.mark.parametrize("own", [*FLOORS, f"{ENTRY}.py"])
def test_imports_run_downstairs_only(own: str) -> None:
    here = [file for file in FILES if file.relative_to(HOME).parts[0] == own]

    assert here
    assert [str(each) for each in imports(*here) if not may_import(each.file, each.module)] == []


@pytest.mark.parametrize(
    ("file", "module", "allowed"),
    [
        ("rules/tile.py", "playroom.rules.layout.End", True),
        ("rules/tile.py", "playroom.table.record", False),
        ("table/shelf.py", "playroom.strict_yaml.read", True),
        ("bots/heavy.py", "playroom.table.table", False),
        ("console/ui/room.py", "playroom.bots.simple", False),
        ("console/shared/talk.py", "playroom.online.wire.entries", True),
        ("console/shared/talk.py", "playroom.online.client.table_client", True),
        ("console/shared/talk.py", "playroom.online.server.rooms", False),
        ("console/shared/talk.py", "playroom.online.network_tables", False),
        ("commands/subcommands/play.py", "playroom.console.ui.room", True),
        ("__main__.py", "playroom.console.ui.room", False),
        ("paths.py", "playroom.rules.tile", False),
        ("console/ui/room.py", "playroom.commands.subcommands.play", False),
    ],
)
def test_the_floors_are_held(file: str, module: str, allowed: bool) -> None:  # noqa: FBT001 (a row's answer)
    assert may_import(HOME / file, module) == allowed


def test_the_rules_import_the_pure_part_of_the_standard_library_alone() -> None:
    here = [file for file in FILES if file.is_relative_to(HOME / "rules")]
    assert here

    impure = [str(each) for each in imports(*here) if each.module.split(".")[0] not in PURE | {"playroom"}]

    assert impure == []


def test_imports_name_the_whole_way() -> None:
    relative = [str(each) for each in imports(*FILES) if each.module == ".relative"]

    assert relative == []


def own_modules(files: list[Path]) -> dict[str, Path]:
    """The file of each of our modules, by its full name."""
    return {".".join(("playroom", *file.relative_to(HOME).with_suffix("").parts)): file for file in files}


def pairs_of_folders(files: list[Path]) -> set[tuple[str, str]]:
    """The folders, side by side on one floor, that import each other, also inside a function.

    What lies deeper counts for the folder that it lies in.
    """
    modules = own_modules(files)
    imported_by = defaultdict(set)
    for each in imports(*files):
        other = modules.get(each.module) or modules.get(each.module.rpartition(".")[0])
        parted = other and parting(each.file, other)
        if parted:
            imported_by[parted[0]].add(parted[1])
    return {(a, b) for a in imported_by for b in imported_by[a] if a < b and a in imported_by.get(b, ())}


def parting(file: Path, other: Path) -> tuple[str, str] | None:
    """The folders where the ways to two files of one floor part, None if one folder lies within the other."""
    ways = [each.relative_to(HOME).parts[:-1] for each in (file, other)]
    for depth, (a, b) in enumerate(zip(*ways, strict=False)):
        if a != b:
            return ("/".join(ways[0][: depth + 1]), "/".join(ways[1][: depth + 1])) if depth else None
    return None


@pytest.mark.parametrize(
    ("file", "other", "folders"),
    [
        ("console/menus/main.py", "console/shared/visit.py", ("console/menus", "console/shared")),
        ("console/menus/a/b.py", "console/menus/c/d.py", ("console/menus/a", "console/menus/c")),
        ("console/menus/a/b.py", "console/shared/c.py", ("console/menus", "console/shared")),
        ("console/menus/main.py", "console/menus/a/b.py", None),
        ("console/menus/main.py", "console/console.py", None),
        ("console/menus/main.py", "rules/log/log.py", None),
    ],
)
def test_two_files_part_at_their_folders(file: str, other: str, folders: tuple[str, str] | None) -> None:
    assert parting(HOME / file, HOME / other) == folders


def test_no_folders_of_a_floor_import_each_other() -> None:
    assert pairs_of_folders(FILES) == set()


def test_an_import_inside_a_function_says_why() -> None:
    lines = {file: file.read_text(encoding="utf-8").splitlines() for file in FILES}

    silent = [
        str(each) for each in imports(*FILES) if each.inside and "#" not in lines[each.file][each.line - 1]
    ]

    assert silent == []


LONG_FUNCTIONS = {"engine/line_playout.py, scores"}
"""Functions with a reason to be long: this loop is written out, since every search waits for it."""


def test_no_file_is_too_long() -> None:
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}

    assert {str(file): lines for file, lines in lengths.items() if lines > MOST_LINES_IN_FILE} == {}


def lines_of(node: ast.stmt | ast.match_case) -> set[int]:
    first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
    last = node.body[-1] if isinstance(node, ast.match_case) else node
    return set(range(first, (last.end_lineno or 0) + 1))


def length(function: Function) -> int:
    """The lines of a function, without those of its flat matches."""
    matches = [node for node in ast.walk(function) if isinstance(node, ast.Match)]
    flat = [each for each in matches if all(len(lines_of(case)) <= MOST_LINES_IN_CASE for case in each.cases)]
    return len(lines_of(function).difference(*map(lines_of, flat)))


def test_the_lines_of_a_flat_match_do_not_count() -> None:
    cases = "".join(f"        case {number}:\n            return {number}\n" for number in range(100))
    longer = "        case _:\n" + "            value += 1\n" * MOST_LINES_IN_CASE
    flat, steep = (ast.parse(f"def f(value):\n    match value:\n{body}") for body in (cases, cases + longer))

    assert [length(each) for each in functions(flat)] == [1]
    assert [length(each) for each in functions(steep)] == [2 + 200 + 1 + MOST_LINES_IN_CASE]


def test_no_function_is_too_long() -> None:
    lengths = {
        f"{file.relative_to(HOME).as_posix()}, {each.name}": length(each)
        for file in FILES
        for each in functions(parsed(file))
    }

    too_long = {name for name, lines in lengths.items() if lines > MOST_LINES_IN_FUNCTION}
    assert too_long == LONG_FUNCTIONS
