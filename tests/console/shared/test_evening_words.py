"""What is said of an evening: who sits out, why no table plays, and why equal wins have different places."""

from types import SimpleNamespace
from typing import Any

import pytest
from support.console.hand_held import without_position
from support.online.shared_room import SharedRoom, choose, settle

from playroom.console.shared.evening import evening_message, outlook_message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import NOBODY
from playroom.online.wire import entries
from playroom.online.wire.evening import EveningKind, EveningTable
from playroom.online.wire.table_state import TableState

ADA, BEN, CLEO, DAN = 1, 2, 3, 4
SETTINGS = entries.TableSettings(game="draw", players=2)
GATHERED: list[entries.AnyEntry] = [
    entries.TableOpened("7KQ2M9XD", SETTINGS),
    *(entries.PersonCame(number, name) for number, name in enumerate(["Ada", "Ben", "Cleo", "Dan"], 1)),
]


def after(length: int, *happened: entries.AnyEntry) -> TableState:
    """The table at which Ada, Ben and Cleo play everybody against everybody, and Dan looks on."""
    opened = entries.EveningOpened(EveningKind.EVERYBODY, length)
    entered = map(entries.EveningEntered, (ADA, BEN, CLEO))
    return TableState().after_all([*GATHERED, opened, *entered, *happened])


def said(state: TableState, me: int, entry: entries.AnyEntry, language: str = "en") -> str:
    table: Any = SimpleNamespace(state=state.after_all([entry]), me=me, is_host=False)
    ends = isinstance(entry, entries.EveningDrawn | entries.EveningTableOver)
    messages = (evening_message(state, table, entry), outlook_message(table) if ends else None)
    return " ".join(phrasebook(language).say(each, NOBODY).strip() for each in messages if each)


def over(one: int, other: int, winner: int) -> list[entries.AnyEntry]:
    """A round at whose only table one of two has won, while the third person sits out."""
    out = ADA + BEN + CLEO - one - other
    table = EveningTable("7KQ2M9XE", [one, other])
    result = EveningTable("7KQ2M9XE", [one, other], [winner], is_over=True)
    return [
        entries.EveningDrawn([table], [out], 3),
        entries.EveningRoundOpened(),
        entries.EveningTableOver(result),
    ]


def test_all_hear_who_sits_out() -> None:
    drawn = after(3, entries.EveningDrawn([EveningTable("7KQ2M9XE", [ADA, BEN])], [CLEO], 3))

    opened = entries.EveningRoundOpened()
    assert said(drawn, DAN, opened) == "Round 1 begins: 1 table. Cleo sits out."
    assert said(drawn, CLEO, opened) == "Round 1: you sit out, and have a win for it."


def test_who_sits_out_hears_who_else_does() -> None:
    drawn = after(3, entries.EveningDrawn([], [BEN, CLEO], 3))

    told = said(drawn, CLEO, entries.EveningRoundOpened(), "fr")
    assert told.endswith("Sans adversaire\u00a0: Ben.")


@pytest.mark.parametrize(
    ("length", "then"),
    [
        (1, ""),
        (3, " After 1 round: Cleo 1 win, you 0 wins, Ben 0 wins. The next round begins within a minute."),
    ],
)
def test_a_round_without_a_table_says_why(length: int, then: str) -> None:
    told = said(after(length), ADA, entries.EveningDrawn([], [CLEO], length))

    assert told == f"No table in round 1: at each one, somebody is away.{then}"


def test_that_too_few_are_here_for_the_next_round_is_said() -> None:
    *before, last = over(ADA, BEN, ADA)
    state = after(3, *before, entries.EveningLeft(BEN), entries.EveningLeft(CLEO))

    told = said(state, ADA, last)
    assert told.endswith("Too few people are here for the next round: 2 are needed.")


def test_a_pause_is_said_after_the_last_table_of_a_round() -> None:
    *before, last = over(ADA, BEN, ADA)

    told = said(after(3, *before, entries.EveningPaused(paused=True)), ADA, last)
    assert told.endswith("The evening pauses: no round begins.")


def test_places_say_why_equal_wins_differ_and_else_nothing() -> None:
    rounds = [*over(ADA, BEN, ADA), *over(BEN, CLEO, BEN), *over(ADA, CLEO, ADA)]
    differ = [*over(ADA, BEN, ADA), *over(ADA, CLEO, CLEO)]

    assert said(after(3, *rounds), DAN, entries.EveningEnded()) == (
        "The evening is over. Place 1: Ada, 3 wins. Place 2: Ben, 2 wins. Place 3: Cleo, 1 win."
    )
    assert said(after(2, *differ), ADA, entries.EveningEnded()) == (
        "The evening is over. Place 1: Cleo, 2 wins. Place 2: you, 1 win, the people met have 3. "
        "Place 3: Ben, 1 win, the people met have 1."
    )


@pytest.mark.long
def test_the_list_of_tables_ends_with_those_who_sit_out(room: SharedRoom) -> None:
    ada, code = room.open("draw", "--players", "2", "--single-round", "true")
    for line in ("Game: ", "Make it an evening", "Open the evening"):
        choose(ada, line)
    ben, cleo = (room.join(code, name) for name in ("Ben", "Cleo"))
    for console in (ben, cleo, ada):
        choose(console, "Take part")
    choose(ada, "Begin round 1")
    settle(room, ada, ben, cleo)
    out = next(each for each in (ada, ben, cleo) if "To the table." not in each.hear())

    choose(out, "Tables of round 1")
    assert without_position(out.hear("end", "up"))[-1].endswith(" sits out")
