"""Who plays in each seat of a match, and what is saved of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from playroom.console.match.draft import PERSON
from playroom.rules.seat import Seat

UNKNOWN: Final = ""
"""Stands for the strength of a bot where none was saved."""

_AWAY: Final = "away "
"""What stands before the strength of a bot that plays for a person who is away."""


@dataclass(frozen=True, slots=True)
class Seating:
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


def plain_seats(seating: Seating) -> dict[Seat, str]:
    """The seating as it is saved: a strength for each bot; of several people, an empty text for each."""
    if not seating.is_shared:
        return dict(seating.bots)
    away = {seat: f"{_AWAY}{word}" for seat, word in seating.bots.items() if seat in seating.people}
    return {**dict.fromkeys(seating.people, PERSON), **seating.bots, **away}


def saved_seating(kept: Mapping[Seat, str], players: int) -> Seating:
    """The seating of a saved match; if people were not saved, the first seat without a bot is a person's."""
    free = tuple(seat for seat in range(players) if seat not in kept)
    people = tuple(seat for seat in range(players) if seat in kept and _is_persons(kept[seat])) or free[:1]
    playing = {seat: kept.get(seat, UNKNOWN) for seat in range(players)}
    bots = {
        seat: word.removeprefix(_AWAY)
        for seat, word in playing.items()
        if seat not in people or word.startswith(_AWAY)
    }
    return Seating(bots, people)


def _is_persons(word: str) -> bool:
    """Whether this was saved for the seat of a person."""
    return word == PERSON or word.startswith(_AWAY)
