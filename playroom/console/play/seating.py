"""The players in the seats of a match, and the notes on them."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.home.match_notes import MatchNotes, possible_people
from playroom.rules.seat import Seat

UNKNOWN: Final = ""
"""Stands for the strength of a bot where none was saved."""


class Seating(Struct, frozen=True):
    """The strength of the bot in each seat that has one, and the seats of people.

    A seat with both belongs to a person who is away, for whom the bot plays.
    """

    bots: Mapping[Seat, str]
    people: tuple[Seat, ...]

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats of the people who play themselves."""
        return tuple(seat for seat in self.people if seat not in self.bots)

    @property
    def is_shared(self) -> bool:
        """Whether several people have seats."""
        return len(self.people) > 1

    def with_bot(self, seat: Seat, strength: str) -> "Seating":
        """The seating with this bot in a seat."""
        return replace(self, bots={**self.bots, seat: strength})

    def given_back(self, seat: Seat) -> "Seating":
        """The seating with the person who was away in their seat again."""
        return replace(self, bots={each: word for each, word in self.bots.items() if each != seat})


def seating_of(bots: Mapping[Seat, str], players: int) -> Seating:
    """The seating in which people take all seats without a bot."""
    return Seating(bots, tuple(seat for seat in range(players) if seat not in bots))


def saved_seating(notes: MatchNotes, players: int) -> Seating:
    """The seating of a saved match; if people were not saved, all seats without a bot are theirs."""
    people = possible_people(notes, players)
    is_shared = len(people) > 1
    playing = (seat for seat in range(players) if seat not in people or (seat in notes.bots and is_shared))
    return Seating({seat: notes.bots.get(seat, UNKNOWN) for seat in playing}, people)
