"""A match about to be set up, and who sits where in it and in a match that goes on."""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import Final, NamedTuple, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from playroom.home.match_notes import MatchNotes, possible_people
from playroom.rules.rulebook.answer_kinds import Number
from playroom.rules.rulebook.questions import MOST_PLAYERS
from playroom.rules.rulebook.variant import Variant
from playroom.rules.seat import Seat
from playroom.strict_yaml.kinds import ListOf, PlainData, Text, ValueKind
from playroom.table.setup import Setup, first_setup, nearest, refusal

Value = TypeVar("Value")

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Iris", "Jack")
"""The default names of the seats."""

PERSON = ""
"""The entry in *bots* for a seat that a person takes."""


class ResumeMatch(Struct, frozen=True):
    """A start with the match that was played last, or with that of a *file*.

    *strengths* are those of its bots, empty if they keep theirs.
    """

    strengths: tuple[str, ...] = ()
    file: str = ""


class DayDeal(Struct, frozen=True):
    """A start in the list of the deal of the day."""


class JoinTable(Struct, frozen=True):
    """A start at a table of others; invite and name are asked for where they are empty."""

    invite: str
    name: str


class Draft(Struct, frozen=True):
    """The table, and for each of ten seats a name and the word of its bot, empty for a person."""

    setup: Setup
    names: tuple[str, ...] = NAMES
    bots: tuple[str, ...] = field(default=(PERSON,) * MOST_PLAYERS)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who will play."""
        return self.names[: self.setup.players]

    @property
    def seated(self) -> Mapping[int, str]:
        """The bots of those who will play, by seat."""
        return {seat: bot for seat, bot in enumerate(self.bots[: self.setup.players]) if bot != PERSON}

    def named(self, seat: int, name: str) -> "Draft":
        """The draft with one seat called *name*."""
        return replace(self, names=(*self.names[:seat], name, *self.names[seat + 1 :]))

    def for_people(self, names: Sequence[str]) -> "Draft":
        """The draft with people of these names in the first seats; bots called so take the free names."""
        free = (name for name in self.names[: len(names)] if name not in names)
        others = (next(free) if name in names else name for name in self.names[len(names) :])
        bots = (*(PERSON for _ in names), *self.bots[len(names) :])
        return replace(self, names=(*names, *others), bots=bots)

    def with_bot(self, seat: int, bot: str) -> "Draft":
        """The draft with one seat taken by *bot*."""
        return replace(self, bots=(*self.bots[:seat], bot, *self.bots[seat + 1 :]))


def usual(bots: Sequence[str]) -> str:
    """The strength that nobody has chosen: the one in the middle, from which both ways are open."""
    return bots[len(bots) // 2]


def known(bot: object, bots: Sequence[str]) -> str:
    """A strength that was kept; the usual one in the place of a word that stands for none any more."""
    return bot if isinstance(bot, str) and bot in bots else usual(bots)


def for_seats(strengths: Sequence[str], seats: int) -> tuple[str, ...]:
    """A strength for each seat; a shorter list is repeated."""
    return tuple(islice(cycle(strengths), seats))


def first_draft(variant: Variant, bots: Sequence[str]) -> Draft:
    """The first table of a game: a person in the first seat, the usual bot in all others."""
    return Draft(first_setup(variant), bots=(PERSON, *(usual(bots),) * (MOST_PLAYERS - 1)))


def plain_draft(draft: Draft) -> dict[str, object]:
    """The draft as plain data, for the settings."""
    setup = draft.setup
    return {
        "game": setup.game,
        "players": setup.players,
        "teams": setup.teams,
        "options": dict(setup.options),
        "names": list(draft.names),
        "bots": list(draft.bots),
    }


def draft(kept: Mapping[str, object], variants: Mapping[str, Variant], bots: Sequence[str]) -> Draft:
    """The draft that plain data tells; what does not fit any more gives way to the game's own."""
    variant = variants.get(str(kept.get("game")), variants["dominos"])
    fresh = first_draft(variant, bots)
    setup = kept_setup(kept, variant)
    seats = range(setup.players, MOST_PLAYERS + 1)
    names, seated = _names(kept), _valid(ListOf(_Seat(bots)), kept.get("bots"))
    return Draft(
        setup if refusal(variant, setup) is None else nearest(variant, setup),
        names or fresh.names,
        (*seated, *fresh.bots[len(seated) :]) if seated and len(seated) in seats else fresh.bots,
    )


class _Seat(NamedTuple):
    """The player of a seat: a person, or a bot; the usual one for a word that is none any more."""

    bots: Sequence[str]

    def read(self, plain: object) -> str:
        """The word of the bot, or that of a person."""
        return PERSON if plain == PERSON else known(plain, self.bots)


def _names(kept: Mapping[str, object]) -> tuple[str, ...]:
    """Names for all seats, the kept ones first; none if two are equal or a record cannot hold one."""
    names = _valid(_NAMES, kept.get("names")) or ()
    are_different = len(set(names)) == len(names) <= MOST_PLAYERS
    if (
        not names
        or not are_different
        or not all(each.isprintable() and each.strip() == each for each in names)
    ):
        return ()
    others = [name for name in NAMES if name not in names]
    return (*names, *others[: MOST_PLAYERS - len(names)])


_NAMES: Final = ListOf(Text("name", or_empty=False))
_COUNT: Final = Number(0, MOST_PLAYERS)


def kept_setup(kept: Mapping[str, object], variant: Variant) -> Setup:
    """The table that plain data tells, possible or not; the first one of the game if it tells none."""
    fresh = first_setup(variant)
    kept = {"players": fresh.players, "teams": fresh.teams, "options": {}, **kept}
    players, teams = _valid(_COUNT, kept.get("players")), _valid(_COUNT, kept.get("teams"))
    options = _valid(PlainData("table"), kept.get("options"))
    if players is None or teams is None or options is None:
        return fresh
    return Setup(
        fresh.game, int(str(players)), int(str(teams)), {str(name): options[name] for name in options}
    )


def _valid(kind: ValueKind[Value], plain: object) -> Value | None:
    """The value, if it is of that kind."""
    try:
        return kind.read(plain)
    except ValueError:
        return None


class Accompany(Struct, frozen=True):
    """A start at a table of wood, whose moves are typed, with or without *hints*."""

    draft: Draft
    hints: bool = False


class HostTable(Struct, frozen=True):
    """A start at a table that is open to others, on this machine or *at* a server.

    The first seat is the host's, whose name is asked for where it is empty.
    """

    draft: Draft
    at: str = ""


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
