"""The state of a table but for its match: one fold over the entries, the same at server and client."""

from functools import reduce
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from playroom.online.wire import entries
from playroom.online.wire.evening import Evening
from playroom.table.shared_table import Recipient


class PersonAtTable(Struct, frozen=True):
    """A person known to the table; *token* is the hash of the seat token, empty at a client.

    *sat*: the person has had a seat at some time. *network* is the hash of the network from which they are
    banned, empty at a client.
    """

    name: str
    token: str = ""
    muted: str | None = None
    banned: str | None = None
    sat: bool = False
    network: str = ""

    @property
    def is_muted(self) -> bool:
        """Whether the others do not hear the person in the chat."""
        return self.muted is not None


class SeatAtTable(Struct, frozen=True):
    """The player at a seat: a person, or a bot, or a bot that stands in for the person."""

    person: int | None = None
    bot: str = ""

    @property
    def is_free(self) -> bool:
        """Whether nobody plays there."""
        return self.person is None and not self.bot

    @property
    def is_absent(self) -> bool:
        """Whether a bot stands in for a person."""
        return self.person is not None and bool(self.bot)

    @property
    def is_played(self) -> bool:
        """Whether a person plays there."""
        return self.person is not None and not self.bot


class SeatRequest(Struct, frozen=True):
    """A bot's seat that a person asks for, and the players who consent while the host is away."""

    seat: int
    consents: list[int] = field(default_factory=list)


class CommittedDeal(Struct, frozen=True):
    """A deal from the server's commitment to the end of its round; *seals* and *shares* are by person.

    *deal_number* is 0 for deals of earlier versions, which cannot be checked.
    """

    commitment: str
    seals: dict[int, str]
    shares: dict[int, str] = field(default_factory=dict)
    is_dealt: bool = False
    deal_number: int = 0


HOST = 1
"""The person who opens a table is its first host."""


class TableState(Struct, frozen=True):
    """All that the entries say of people, seats and settings.

    *absent_host* is the person for whom the host stands in, 0 for nobody. *ready* are the people who are
    ready, *pause_asked* those who want a pause; *extended* are the extensions of thinking time that each
    seat has had in this match, *sat* the seat of each person who has played in it. *sealed* are the seals
    for the next deal by person, *deal* is the current one; *deals* is the highest number of a deal so far,
    and *newest* that of a person. *requests* are the seats that people ask for, *turned_away* those who did
    not get one in this match, *administrators* are those of the server. *evening* is that for which people
    gather here; *of_evening* is the entry that makes this a table of one.
    """

    code: str = ""
    settings: entries.TableSettings = entries.TableSettings(game="", players=2)
    host: int = HOST
    absent_host: int = 0
    people: dict[int, PersonAtTable] = field(default_factory=dict)
    seats: list[SeatAtTable] = field(default_factory=list)
    ready: list[int] = field(default_factory=list)
    paused: bool = False
    pause_asked: list[int] = field(default_factory=list)
    extended: list[int] = field(default_factory=list)
    sat: dict[int, int] = field(default_factory=dict)
    sealed: dict[int, str] = field(default_factory=dict)
    deal: CommittedDeal | None = None
    deals: int = 0
    newest: int = 0
    requests: dict[int, SeatRequest] = field(default_factory=dict)
    turned_away: list[int] = field(default_factory=list)
    administrators: list[int] = field(default_factory=list)
    evening: Evening | None = None
    of_evening: entries.OfEvening | None = None

    @property
    def next_deal(self) -> int:
        """The number of the deal for which shares are sealed now."""
        return self.deals + 1

    def is_sealing(self, person: int) -> bool:
        """Whether a person seals a share for the next deal: who sits, or is to be drawn for equal deals."""
        if self.of_evening and self.of_evening.duplicate:
            return False
        if self.evening is None or self.evening.is_over:
            return self.seat_of(person) is not None
        is_awaited = self.evening.duplicate and not self.evening.rounds and self.deal is None
        return is_awaited and person in self.evening.present

    @property
    def is_dealing(self) -> bool:
        """Whether the next round is not dealt yet because shares are awaited."""
        return self.deal is not None and not self.deal.is_dealt

    def name(self, person: Recipient) -> str:
        """The name of a person; "" for all others to whom something is said."""
        known = self.people.get(person) if isinstance(person, int) else None
        return known.name if known else ""

    def seat_of(self, person: int) -> int | None:
        """The seat of a person; None for one who watches."""
        for at, seat in enumerate(self.seats):
            if seat.person == person:
                return at
        return None

    def after_all(self, happened: list[entries.AnyEntry]) -> "TableState":
        """The state after several entries."""
        return reduce(TableState.after, happened, self)

    @property
    def is_rated(self) -> bool:
        """Whether a match that begins now is rated: the table is, and people alone play."""
        return bool(self.settings.rated) and all(seat.is_played for seat in self.seats)

    def counts_since(self, start: "TableState") -> bool:
        """Whether a rated match that began as *start* counts if it ends now: the same people play."""
        same = [seat.person for seat in start.seats] == [seat.person for seat in self.seats]
        return start.is_rated and same and all(seat.is_played for seat in self.seats)

    def after(self, what: entries.AnyEntry) -> "TableState":
        """The state once the entry has happened."""
        match what:
            case entries.MatchWent(deal=None):  # most are: a round goes on
                if self.deal is None or self.deal.is_dealt:
                    return self
                return replace(self, deal=replace(self.deal, is_dealt=True))
            case entries.MatchWent():
                return replace(self, deal=None) if self.deal else self
            case entries.TableOpened(code, settings):
                return replace(self, code=code, settings=settings, seats=[SeatAtTable()] * settings.players)
            case entries.SettingsChanged(settings):
                seats = (self.seats + [SeatAtTable()] * settings.players)[: settings.players]
                return replace(self, settings=settings, seats=seats, ready=[])
            case entries.PersonCame(person, name, token):
                newest = max(self.newest, person)
                return _with_person(replace(self, newest=newest), person, PersonAtTable(name, token))
            case entries.PersonForgotten(person):
                sat = {each: seat for each, seat in self.sat.items() if each != person}
                sealed = {each: seal for each, seal in self.sealed.items() if each != person}
                people = {each: known for each, known in self.people.items() if each != person}
                return replace(_without_request(self, person), people=people, sat=sat, sealed=sealed)
            case entries.PersonMuted(person, muted, reason):
                return _with_person(
                    self, person, replace(self.people[person], muted=reason if muted else None)
                )
            case entries.PersonKicked(person):
                return _without_request(self, person)
            case entries.PersonBanned(person, reason, network):
                banned = replace(self.people[person], banned=reason, network=network)
                return _with_person(_without_request(self, person), person, banned)
            case entries.AdministratorCame(person):
                return replace(self, administrators=[*self.administrators, person])
            case entries.HostNamed(person, absent):
                return replace(self, host=person, absent_host=absent)
            case entries.SeatTaken(seat, person):
                left = [SeatAtTable() if each.person == person else each for each in self.seats]
                seated = _with_seat(replace(self, seats=left), seat, SeatAtTable(person))
                sitting = _with_person(seated, person, replace(self.people[person], sat=True))
                asked = {each: request for each, request in self.requests.items() if request.seat != seat}
                asked.pop(person, None)  # nobody else asks for the seat any more
                return replace(sitting, sat={**self.sat, person: seat}, requests=asked)
            case entries.SeatLeft(seat, bot):
                ready = [each for each in self.ready if each != self.seats[seat].person]
                return replace(_with_seat(self, seat, SeatAtTable(None, bot)), ready=ready)
            case entries.BotSeated(seat, bot):
                return _with_seat(self, seat, SeatAtTable(None, bot))
            case entries.StandInSeated(seat, bot):
                return _with_seat(self, seat, SeatAtTable(self.seats[seat].person, bot))
            case entries.SeatReturned(seat):
                return _with_seat(self, seat, SeatAtTable(self.seats[seat].person))
            case entries.SeatAsked(seat, person):
                known = self.requests.get(person)
                request = known if known and known.seat == seat else SeatRequest(seat)
                return replace(self, requests={**self.requests, person: request})
            case entries.SeatConsented(person, by):
                request = self.requests[person]
                consents = [*dict.fromkeys((*request.consents, by))]
                return replace(self, requests={**self.requests, person: replace(request, consents=consents)})
            case entries.SeatRefused(person):
                return replace(_without_request(self, person), turned_away=[*self.turned_away, person])
            case entries.ReadyChanged(person, ready=is_ready):
                if (person in self.ready) == is_ready:
                    return self
                others = [each for each in self.ready if each != person]
                return replace(self, ready=[*others, person] if is_ready else others)
            case entries.MatchStarted():
                sat = {seat.person: at for at, seat in enumerate(self.seats) if seat.person is not None}
                extended = [0] * len(self.seats)
                state = replace(self, ready=[], paused=False, pause_asked=[], extended=extended, sat=sat)
                return replace(state, requests={}, turned_away=[])
            case entries.ShareSealed(person, seal, deal_number=number):
                is_next = number == self.next_deal
                return replace(self, sealed={**self.sealed, person: seal}) if is_next else self
            case entries.DealCommitted(commitment, committed, number=earlier, deal_number=number):
                used = {person: seal for person, seal in self.sealed.items() if person in committed}
                deal = CommittedDeal(commitment, used, deal_number=number)
                return replace(self, sealed={}, deal=deal, deals=max(self.deals, earlier, number))
            case entries.ShareGiven(person, share):
                if self.deal is None:
                    return self
                shares = {**self.deal.shares, person: share}
                return replace(self, deal=replace(self.deal, shares=shares))
            case entries.PauseAsked(person, paused):
                wanting = [] if paused else [*dict.fromkeys((*self.pause_asked, person))]
                return replace(self, paused=paused, pause_asked=wanting)
            case entries.MatchResumed():
                return replace(self, paused=False, pause_asked=[])
            case entries.TimeExtended(seat):
                extended = [count + (at == seat) for at, count in enumerate(self.extended)]
                return replace(self, extended=extended)
            case entries.DeadlineSet() | entries.TimeRanOut() | entries.EveningCalled():
                return self
            case entries.EveningOpened(kind, length, duplicate):
                seats, evening = [SeatAtTable()] * len(self.seats), Evening(kind, length, duplicate)
                return replace(self, evening=evening, seats=seats, ready=[], deal=None)
            case entries.OfEvening():
                return replace(self, of_evening=replace(what, secret=""))
            case entries.EveningDrawn():
                drawn = replace(self, evening=_evening_after(self.evening, what))
                return replace(drawn, deal=replace(self.deal, is_dealt=True)) if self.deal else drawn
            case _:
                return replace(self, evening=_evening_after(self.evening, what))


def _evening_after(evening: Evening | None, what: entries.InEvening) -> Evening | None:
    """The evening of a table once an entry has happened there; None if it has none."""
    if evening is None:
        return None
    match what:
        case entries.EveningEntered(person):
            return evening.after_entry(person)
        case entries.EveningLeft(person):
            return evening.after_leaving([person])
        case entries.EveningDrawn(tables, out, length):
            return evening.after_draw(tables, out, length)
        case entries.EveningRoundOpened():
            return evening.after_opening()
        case entries.EveningTableOver(table):
            return evening.after_table(table)
        case entries.EveningPaused(paused):
            return replace(evening, paused=paused)
        case entries.EveningEnded(secret):
            return replace(evening, is_over=True, paused=False, secret=secret)
    assert_never(what)


def _with_person(state: TableState, person: int, known: PersonAtTable) -> TableState:
    return replace(state, people={**state.people, person: known})


def _with_seat(state: TableState, at: int, seat: SeatAtTable) -> TableState:
    return replace(state, seats=[*state.seats[:at], seat, *state.seats[at + 1 :]])


def _without_request(state: TableState, person: int) -> TableState:
    others = {each: asked for each, asked in state.requests.items() if each != person}
    return replace(state, requests=others)
