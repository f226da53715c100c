"""An evening of a club: people enter, play rounds at tables of one game, and have places at its end.

An evening is a part of the state of the table at which its people gather, and changes by the entries of that
table's log alone. The tables of a round are shared tables of their own: people are led there once they are
open, and come back for the next round. `playroom/online/server/tables/pairings.py` draws who plays whom.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from fractions import Fraction
from itertools import chain
from typing import Final, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

PAIR: Final = 2
"""The people at a table where everybody plays against everybody."""

MOST_ROUNDS: Final = 20
"""The most rounds of an evening that are not given by the number of its people."""


class EveningKind(StrEnum):
    """How the rounds of an evening are drawn."""

    SWISS = "swiss"
    """People of like results play each other, those who have met as seldom as possible."""
    EVERYBODY = "everybody"
    """Everybody plays everybody else once; at tables for two alone."""


class EveningStep(StrEnum):
    """What the host of an evening does with it."""

    ROUND = "round"
    """Draw the next round now."""
    CLOSE = "close"
    """End the round: at tables that still play, nobody has won."""
    PAUSE = "pause"
    GO_ON = "go_on"
    END = "end"


class EveningTable(Struct, frozen=True, omit_defaults=True):
    """A table of a round: its code, and who plays there, by seat.

    Once it is over: who has won, and *away* for whom a bot played to the end. *leads* has for each deal the
    points that each seat was ahead, where they are compared.
    """

    code: str
    people: list[int]
    winners: list[int] = field(default_factory=list)
    away: list[int] = field(default_factory=list)
    is_over: bool = False
    leads: list[list[int]] = field(default_factory=list)


class EveningRound(Struct, frozen=True):
    """The tables of a round, and who sits *out* with a win; *is_open*: people can go to the tables."""

    tables: list[EveningTable]
    out: list[int]
    is_open: bool = False

    @property
    def is_over(self) -> bool:
        """Whether no table plays any more."""
        return all(table.is_over for table in self.tables)

    def number_of(self, code: str) -> int:
        """The number of a table, from 1; a ValueError if it is none of this round."""
        return [table.code for table in self.tables].index(code) + 1


class RankedPerson(NamedTuple):
    """A person's place: by wins, then by *opposition*, the wins of all whom they have met (Buchholz).

    Where all tables have the same deals, *percent* counts instead: 50 is what the tiles were worth. It is
    None for who has no result yet that can be compared, and has a decimal if others would seem equal.
    """

    place: int
    person: int
    wins: int
    opposition: int
    percent: float | None = None
    is_tied: bool = False
    """Whether others with as many wins have another place, by their opposition."""


class Evening(Struct, frozen=True):
    """An evening of so many rounds, its *length*; 0 until the first round of everybody against everybody.

    *entered* are all who have entered, in order; those of them who are *away* are not drawn until they come
    back. *duplicate*: all tables of a round have the same deals, which follow from
    *secret*; it is empty before the end.
    """

    kind: EveningKind
    length: int
    duplicate: bool = False
    entered: list[int] = field(default_factory=list)
    away: list[int] = field(default_factory=list)
    rounds: list[EveningRound] = field(default_factory=list)
    paused: bool = False
    is_over: bool = False
    secret: str = ""

    @property
    def present(self) -> list[int]:
        """Those who are drawn for the next round."""
        return [person for person in self.entered if person not in self.away]

    @property
    def round(self) -> EveningRound | None:
        """The round that is drawn, and not over."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_over else None

    @property
    def is_last(self) -> bool:
        """Whether the last round is drawn."""
        return bool(self.rounds) and len(self.rounds) >= self.length

    def is_round_due(self, players: int) -> bool:
        """Whether the next round begins by itself, at tables for so many players: not the first one."""
        is_between = bool(self.rounds) and self.round is None
        return is_between and not self.paused and not self.is_over and len(self.present) >= players

    def table_of(self, person: int) -> EveningTable | None:
        """The table where a person plays now; None if there is none."""
        if self.round is None or not self.round.is_open:
            return None
        return next((each for each in self.round.tables if person in each.people and not each.is_over), None)

    def leads(self, person: int, players: int) -> bool:
        """Whether a person was led to a table of the round, and to the next one without doing anything.

        Who has not played there to the end is away.
        """
        is_going_on = self.round is not None or self.is_round_due(players)
        tables = self.rounds[-1].tables if is_going_on else []
        return person in self.present and any(person in table.people for table in tables)

    def after_entry(self, person: int) -> "Evening":
        """The evening once a person has entered, or is back."""
        away = [each for each in self.away if each != person]
        return replace(self, entered=[*dict.fromkeys((*self.entered, person))], away=away)

    def after_leaving(self, people: Iterable[int]) -> "Evening":
        """The evening once people are away."""
        gone = (person for person in people if person in self.entered)
        return replace(self, away=[*dict.fromkeys((*self.away, *gone))])

    def after_draw(self, tables: list[EveningTable], out: list[int], length: int) -> "Evening":
        """The evening once a round is drawn."""
        return replace(self, rounds=[*self.rounds, EveningRound(tables, out)], length=length)

    def after_opening(self) -> "Evening":
        """The evening once the tables of the round are open."""
        return replace(self, rounds=[*self.rounds[:-1], replace(self.rounds[-1], is_open=True)])

    def after_table(self, over: EveningTable) -> "Evening":
        """The evening once a table of the round is over."""
        now = self.rounds[-1]
        tables = [over if each.code == over.code else each for each in now.tables]
        return replace(self, rounds=[*self.rounds[:-1], replace(now, tables=tables)]).after_leaving(over.away)

    @property
    def tables_over(self) -> Iterator[EveningTable]:
        """All tables so far that are over."""
        return (table for each in self.rounds for table in each.tables if table.is_over)

    @property
    def met(self) -> Counter[frozenset[int]]:
        """How often two people were drawn for one table."""
        tables = chain.from_iterable(each.tables for each in self.rounds)
        return Counter(
            frozenset((one, other))
            for table in tables
            for at, one in enumerate(table.people)
            for other in table.people[at + 1 :]
        )

    @property
    def sat_out(self) -> Counter[int]:
        """How often each person has sat out."""
        return Counter(person for each in self.rounds for person in each.out)

    @property
    def standings(self) -> list[RankedPerson]:
        """All who have entered, the best first; who is equal has the same place."""
        wins = self.sat_out + Counter(person for table in self.tables_over for person in table.winners)
        opposition = Counter[int]()
        for table in self.tables_over:
            of_all = sum(wins[person] for person in table.people)
            opposition.update({person: of_all - wins[person] for person in table.people})
        parts = self.matchpoints if self.duplicate else {}
        scores: dict[int, tuple[Fraction | int, int]] = {
            person: (parts.get(person, -1), 0) if self.duplicate else (wins[person], opposition[person])
            for person in self.entered
        }
        ranked = sorted(self.entered, key=scores.__getitem__, reverse=True)
        order = [scores[person] for person in ranked]
        percents: dict[int, float] = {person: round(100 * part) for person, part in parts.items()}
        if len({*percents.values()}) < len({*parts.values()}):
            percents = {person: round(float(100 * part), 1) for person, part in parts.items()}
        differing = Counter(won for won, _ in {*order})
        return [
            RankedPerson(
                order.index(scores[person]) + 1,
                *(person, wins[person], opposition[person]),
                percents.get(person),
                is_tied=not self.duplicate and differing[wins[person]] > 1,
            )
            for person in ranked
        ]

    @property
    def matchpoints(self) -> dict[int, Fraction]:
        """The part of all matchpoints that each person has, who has played any deal.

        Each deal of a seat gives one for each other table where that seat had less with it, and half of one
        where it had as much, as the Laws of Duplicate Bridge count in Law 78 A.
        """
        own, most = Counter[int](), Counter[int]()
        for each in self.rounds:
            tables = [table for table in each.tables if table.is_over]
            for table in tables:
                for deal, leads in enumerate(table.leads):
                    others = [other.leads[deal] for other in tables if len(other.leads) > deal]
                    for seat, person in enumerate(table.people):
                        halves = [(leads[seat] > of[seat]) + (leads[seat] >= of[seat]) for of in others]
                        own[person] += sum(halves) - 1  # a table is as good as itself
                        most[person] += 2 * (len(others) - 1)
        return {person: Fraction(own[person], points) for person, points in most.items() if points}
