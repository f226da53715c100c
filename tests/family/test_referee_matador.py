"""Matador, MA-1 to MA-9, held by the second implementation."""

import pytest
from family_cases import Case, after, facts

ANY = {"opening": "any", "reserve": 0}
KEEP = ANY | {"keep_matadors": True}

CASES = [
    Case("MA-2", "The starter opens with the tile of C-2.", "5-3 2-2, 1-1", "", {"legal": "2-2"}),
    Case("MA-2", "`opening: any`: with any tile.", "5-3 2-2, 1-1", "", {"legal": "5-3, 2-2"}, options=ANY),
    Case("MA-2", "A matador that opens lies with its higher half left.", "6-1 2-2, 6-6 5-5", "6-1",
         {"ends": "left 6, right 1", "legal": "6-6 right"}, options=ANY),
    Case("MA-3", "Touching halves make seven.", "5-4 2-2, 3-1 2-0 5-5 4-4", "5-4",
         {"legal": "3-1 right, 2-0 left"}, options=ANY),
    Case("MA-3", "Each tile leaves its outer half.", "5-4 2-2, 3-1 2-0", "5-4, 3-1 right",
         {"chain": {"line": "5-4 3-1"}, "ends": "left 5, right 1"}, boneyard="6-6", options=ANY),
    Case("MA-4", "A matador joins any number, either half inside.", "5-5 2-2, 6-1", "5-5",
         {"legal": "6-1 left, 1-6 left, 6-1 right, 1-6 right"}, options=ANY),
    Case("MA-4", "At a 1, the 6-1 leaves 1.", "4-1 2-2, 6-1 3-3", "4-1, 6-1 right",
         {"ends": "left 4, right 1"},
         boneyard="5-5", options=ANY),
    Case("MA-4", "Or 6.", "4-1 2-2, 6-1 3-3", "4-1, 1-6 right", {"ends": "left 4, right 6"},
         boneyard="5-5", options=ANY),
    Case("MA-4", "On the left its inner half lies right.", "4-1 2-2, 6-1 3-3", "4-1, 1-6 left",
         {"chain": {"line": "6-1 4-1"}, "ends": "left 6, right 1"}, boneyard="5-5", options=ANY),
    Case("MA-4", "A blank end takes nothing else.", "0-0 6-1, 6-0 5-2 1-1", "0-0",
         {"legal": "5-2 left, 2-5 left, 5-2 right, 2-5 right"}, options=ANY),
    Case("MA-4", "The 0-0 joins any number.", "6-5 6-1, 0-0 4-4", "6-5", {"legal": "0-0 left, 0-0 right"},
         options=ANY),
    Case("MA-4", "A 3 takes them and every tile with a 4.", "3-3 2-2, 4-3 4-1 4-4 3-0", "3-3",
         {"legal": "4-3 left, 3-4 left, 4-3 right, 3-4 right, 4-1 left, 4-1 right, 4-4 left, 4-4 right"},
         options=ANY),
    Case("MA-5", "3-3 joins a 4 and leaves 3.", "6-4 2-2, 3-3 1-1", "6-4, 3-3 right",
         {"ends": "left 6, right 3"},
         boneyard="5-5", options=ANY),
    Case("MA-6", "You play a tile that fits, if you hold one.", "5-5 1-1, 2-0 4-4", "5-5",
         {"legal": "2-0 left, 2-0 right"}, boneyard="6-6 3-3 3-0"),
    Case("MA-6", "Two tiles are in reserve.", "5-5 1-1 2-2, 4-4 3-3", "5-5", {"legal": "pass"},
         boneyard="6-6 6-0"),
    Case("MA-6", "Stuck you draw the others.", "5-5 1-1 2-2, 4-4 3-3", "5-5", {"legal": "draw"},
         boneyard="6-6 6-0 3-2"),
    Case("MA-6", "A matador must be played too where nothing else fits.", "5-5 1-1, 5-2 4-4", "5-5",
         {"legal": "5-2 left, 2-5 left, 5-2 right, 2-5 right"}, boneyard="6-6 3-3 3-0"),
    Case("MA-7", "While only matadors fit you may draw instead.", "5-5 1-1, 0-0 4-4", "5-5",
         {"legal": "0-0 left, 0-0 right, draw"}, boneyard="6-6", options=KEEP),
    Case("MA-7", "Not where another tile fits.", "5-5 1-1, 0-0 2-1", "5-5",
         {"legal": "0-0 left, 0-0 right, 2-1 left, 2-1 right"}, boneyard="6-6", options=KEEP),
    Case("MA-7", "And again after it.", "5-5 1-1, 0-0 4-4", "5-5, draw",
         {"legal": "0-0 left, 0-0 right, draw"},
         boneyard="6-6 3-3", options=KEEP),
    Case("MA-7", "Also where the matador itself was drawn.", "5-5 1-1, 3-3 4-4", "5-5, draw",
         {"legal": "0-0 left, 0-0 right, draw"}, boneyard="0-0 6-6", options=KEEP),
    Case("MA-7", "Not again once another tile fits.", "5-5 1-1, 0-0 4-4", "5-5, draw",
         {"legal": "0-0 left, 0-0 right, 2-1 left, 2-1 right"}, boneyard="2-1 3-3", options=KEEP),
    Case("MA-7", "With nothing drawable it must be played.", "5-5 1-1, 0-0 4-4", "5-5, draw",
         {"legal": "0-0 left, 0-0 right"}, boneyard="6-6", options=KEEP),
    Case("MA-7", "With `may_play` once a turn; then play or pass.", "5-5 1-1, 0-0 4-4", "5-5, draw",
         {"legal": "0-0 left, 0-0 right, pass"}, boneyard="6-6 3-3",
         options=KEEP | {"after_draw": "may_play"}),
    Case("MA-7", "With `wait` the draw is the turn.", "5-5 1-1, 0-0 4-4", "5-5, draw", {"to_act": "A"},
         boneyard="6-6 3-3", options=KEEP | {"after_draw": "wait"}),
    Case("MA-7", "The first tile must be played, a matador too.", "6-1 5-2, 4-2 3-0", "", {"legal": "6-1"},
         boneyard="6-6 3-3 5-5", options={"keep_matadors": True}),
    Case("MA-8", "Scored without rounding.", "6-6, 6-3 2-1", "6-6", {"scores": (12, 0), "end": "out"}),
    Case("MA-8", "Not blocked while anybody can play.", "6-6 1-0, 6-5 3-0, 5-5", "6-6",
         {"end": None, "legal": "pass"}),
    Case("MA-8", "Blocked: the fewest pips score what others hold.", "6-6 2-0, 6-5 3-0, 5-5", "6-6",
         {"scores": (24, 0, 0), "end": "blocked"}),
    Case("MA-8", "`blocked: difference`: taken off.", "6-6 2-0, 6-5 3-0, 5-5", "6-6",
         {"scores": (22, 0, 0), "end": "blocked"}, options={"blocked": "difference"}),
    Case("MA-8", "Partners: the hands of a side together.", "6-6 4-4, 6-5, 2-0, 3-3", "6-6",
         {"scores": (17, 0), "end": "blocked"}, teams=2),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_clause(case: Case) -> None:
    played = after(case)

    found = facts(played)
    assert {name: found[name] for name in case.then} == case.then
