"""One word, one thing: a public class or function has a name of its own in the whole package."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import playroom

HOME = Path(playroom.__file__).parent

EXEMPT_FOLDERS = {"engine"}
"""The engine has the rules again as bit masks, and names the same things."""

RUN = "run"
"""What every module in commands/ has."""

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def definitions() -> Iterator[tuple[str, str]]:
    """The name and the module of each public class and function of the package."""
    for file in sorted(HOME.rglob("*.py")):
        module = file.relative_to(HOME)
        if module.parts[0] in EXEMPT_FOLDERS:
            continue
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            is_run = isinstance(node, ast.FunctionDef) and node.name == RUN and module.parts[0] == "commands"
            if isinstance(node, Definition) and not node.name.startswith("_") and not is_run:
                yield node.name, str(module)


def repeated() -> dict[str, list[str]]:
    """The names that stand in more than one module, with these modules."""
    modules: dict[str, list[str]] = defaultdict(list)
    for name, module in definitions():
        modules[name].append(module)
    return {name: found for name, found in modules.items() if len(found) > 1}


def test_no_public_name_stands_in_two_modules() -> None:
    assert repeated() == {}
