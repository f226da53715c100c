"""Matches that are heard as they are played, and gone through again."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from playroom.console.menus.main import MainMenu
from playroom.console.play.session import MatchSession
from playroom.home.match_notes import MatchNotes, NotesFile
from playroom.rules.legal import legal_moves, position
from playroom.rules.seat import Seat
from playroom.table.record import Record, text
from playroom.table.table import Table
from support.console.hand_held import Console

NAME = "match.domino.yaml"


def played(record: Record, chance: Random, until: Callable[[Table], bool] = lambda _: False) -> Table:
    """A table at which random moves are made until the match is over, or *until* something."""
    table = Table(record, {}, chance.randrange(1000))
    play_on(table, chance, until)
    return table


def play_on(table: Table, chance: Random, until: Callable[[Table], bool] = lambda _: False) -> None:
    """Make random moves, and deal."""
    while not table.match.winners and not until(table):
        if table.match.turn is None:
            table.deal()
        else:
            table.play(table.match.turn, chance.choice(legal_moves(position(table.match))))


def heard_live(
    record: Record, ear: Seat, chance: Random, home: Path, language: str
) -> tuple[Record, list[str]]:
    """A match of random moves, and what the listener at seat *ear* heard of its events."""
    console = Console(home=home, settings={"language": language})
    menu = console.place
    assert isinstance(menu, MainMenu)
    table = Table(record, {}, chance.randrange(1000))
    session = MatchSession(menu.room, table, ear, lambda _, then: then())
    session.begin()
    play_on(table, chance)
    return table.record, [said.text for said in console.utterances if said.is_event]


def opened(record: Record, ear: Seat, home: Path, language: str = "en", *, of: str = NAME) -> Console:
    """The console that goes through a record as the listener at seat *ear* heard it."""
    home.mkdir(exist_ok=True)
    (home / of).write_text(text(record), encoding="utf-8")
    NotesFile(home / of).save(MatchNotes(own=(ear,)))
    return Console("replay", "--listen", str(home / of), home=home, settings={"language": language})
