"""Every clause of the rulebooks is held by a row or a test of its own."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

LENGTHS = {"G": 10, "D": 13, "C": 10, "TP": 7, "PO": 11, "PP": 10, "AF": 10, "MA": 9, "MT": 15}
LENGTHS |= {"L": 7, "PA": 9, "CU": 1, "SL": 5, "FT": 6, "DU": 4, "CO": 5, "BE": 6, "KZ": 8, "CR": 5, "CF": 6}

CLAUSES = [f"{book}-{number}" for book, last in LENGTHS.items() for number in range(1, last + 1)]


def named(node: ast.AST) -> Iterator[str]:
    """The clause that a row (by its first answer) or a test (by its name) holds."""
    match node:
        case ast.Call(func=ast.Name("Row"), args=[ast.Constant(clause), *_]):
            yield str(clause)
        case ast.FunctionDef(name=name) if name.startswith("test_"):
            book, number, *_ = [*name.split("_")[1:], "", ""]
            yield f"{book.upper()}-{number}"


HELD = {
    clause
    for file in Path(__file__).parent.glob("test_*.py")
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    for clause in named(node)
}


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_held(clause: str) -> None:
    assert clause in HELD


def test_no_row_names_a_clause_that_is_not_there() -> None:
    books = tuple(f"{book}-" for book in LENGTHS)

    unknown = {clause for clause in HELD if clause.startswith(books)} - set(CLAUSES)

    assert unknown == set()
