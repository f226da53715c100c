"""An evening of a club by ear: its lines in the list of its table, what happens there, and the standings."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from playroom.console.shared.words import Topic
from playroom.console.ui.list import ListPlace, list_title
from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo
from playroom.console.ui.room import Room
from playroom.narration.message import Blank, Message, Sentences, Series, Urgency, answer, game_title
from playroom.online.client.followed_table import FollowedTable
from playroom.online.client.table_client import TableClient
from playroom.online.wire import entries
from playroom.online.wire.evening import (
    MOST_ROUNDS,
    PAIR,
    Evening,
    EveningKind,
    EveningStep,
    EveningTable,
    RankedPerson,
)
from playroom.online.wire.table_commands import EnterEvening, OpenEvening, RunEvening
from playroom.online.wire.table_state import TableState
from playroom.rules.rulebook.variant import Variant

LEADERS: Final = 3
"""The people whose results are said in the sentence; the listener's are said too."""

USUAL_ROUNDS: Final = 5


def evening_items(room: Room, client: TableClient) -> Iterator[Item]:
    """The lines with which people take part in an evening, and with which its host runs it."""
    table = client.table
    evening = table.state.evening
    assert evening  # only its table has these lines
    if not evening.is_over and table.me not in evening.present:
        yield Item("enter", Message("evenings.enter"), choose=partial(client.do, EnterEvening()))
    if table.may_moderate and not evening.is_over:
        yield from _host_items(room, client, evening)
    if evening.rounds:
        standings = partial(_open_standings, room, client)
        yield Item("standings", Message("evenings.standings_line"), choose=standings)
        blanks: dict[str, Blank] = {"round": len(evening.rounds)}
        tables = partial(_open_tables, room, client)
        yield Item("tables", Message("evenings.tables", blanks=blanks), choose=tables)
    if not evening.is_over and table.me in evening.present:
        leave = partial(client.do, EnterEvening(is_in=False))
        yield Item("leave_evening", Message("evenings.leave"), choose=leave)


def _host_items(room: Room, client: TableClient, evening: Evening) -> Iterator[Item]:
    def run(step: EveningStep) -> None:
        client.do(RunEvening(step))

    def ask(entry: str, step: EveningStep) -> None:
        room.places.open(YesOrNo(room, Message(entry), partial(run, step)))

    if evening.round:
        blanks: dict[str, Blank] = {"round": len(evening.rounds), "tables": _still_playing(evening)}
        close = partial(ask, "evenings.close_sure", EveningStep.CLOSE)
        yield Item("close", Message("evenings.close", blanks=blanks), choose=close)
    else:
        label = Message("evenings.start", blanks={"round": len(evening.rounds) + 1})
        yield Item("start", label, choose=partial(run, EveningStep.ROUND))
    step = EveningStep.GO_ON if evening.paused else EveningStep.PAUSE
    if evening.rounds:
        yield Item("pause", Message(f"evenings.{step}"), choose=partial(run, step))
    end = partial(ask, "evenings.end_sure", EveningStep.END)
    yield Item("end", Message("evenings.end"), choose=end)


def _open_standings(room: Room, client: TableClient) -> None:
    def lines() -> tuple[Item, ...]:
        table = client.table
        evening = table.state.evening
        ranked = evening.standings if evening else []
        return tuple(Item(str(each.person), _placed(table, each)) for each in ranked)

    room.places.open(ListPlace(room, Message("evenings.standings_title"), lines))


def _open_tables(room: Room, client: TableClient) -> None:
    def lines() -> Iterator[Item]:
        state, evening = client.table.state, client.table.state.evening
        for number, table in enumerate(evening.rounds[-1].tables if evening else (), 1):
            names = tuple(state.name(person) for person in table.people)
            word = "over" if table.is_over else "plays"
            result = _result(state, table, number) if table.is_over else ""
            blanks: dict[str, Blank] = {"number": number, "names": names, "result": result}
            yield Item(table.code, Message(f"evenings.table_{word}", blanks=blanks))
        if evening and (out := evening.rounds[-1].out):
            yield Item("out", _sitting_out(state, out))

    room.places.open(ListPlace(room, Message("evenings.tables_title"), lines))


def _result(state: TableState, table: EveningTable, number: int) -> Message:
    names = tuple(state.name(person) for person in table.winners)
    word = "won" if names else "unwon"
    return Message(
        f"evenings.{word}", blanks={"number": number, "names": names or "", "count": len(table.winners)}
    )


def _sitting_out(state: TableState, people: Sequence[int]) -> Message:
    """The names of those who sit out the round."""
    blanks: dict[str, Blank] = {"names": tuple(map(state.name, people)), "count": len(people)}
    return Message("evenings.sitting_out", blanks=blanks)


def evening_message(before: TableState, table: FollowedTable, entry: entries.AnyEntry) -> Message | None:
    """What is said of an entry of an evening at a table that was *before*; None if nothing is."""
    state, evening = table.state, table.state.evening
    if evening is None:
        return None
    blanks: dict[str, Blank] = {"count": len(evening.present), "round": len(evening.rounds)}
    match entry:
        case entries.EveningOpened():
            word = "opened_you" if table.is_host else "opened"
            opened = Message(f"evenings.{word}", blanks={"name": state.name(state.host)})
            return _with_deals(evening, opened)
        case entries.EveningEntered(person) | entries.EveningLeft(person):
            word = "entered" if isinstance(entry, entries.EveningEntered) else "left"
            you = "_you" if person == table.me else ""
            return Message(f"evenings.{word}{you}", blanks={**blanks, "name": state.name(person)})
        case entries.DealCommitted():
            return Message("evenings.drawing")
        case entries.EveningDrawn([]):
            said = Message("evenings.no_tables", blanks=blanks)
            return said if evening.is_last else _together(said, standings_message(table))
        case entries.EveningRoundOpened():
            now = evening.rounds[-1]
            out = "round_out_same" if evening.duplicate else "round_out"
            word = out if table.me in now.out else "round"
            begins = Message(f"evenings.{word}", blanks={**blanks, "tables": len(now.tables)})
            others = [person for person in now.out if person != table.me]
            return _together(begins, _sitting_out(state, others)) if others else begins
        case entries.EveningTableOver(over):
            now = evening.rounds[-1]
            result = _result(state, over, now.number_of(over.code))
            if not now.is_over or evening.is_last:
                return result
            return _together(result, standings_message(table))
        case entries.EveningPaused(paused):
            return Message("evenings.paused" if paused else "evenings.resumed")
        case entries.EveningEnded() if not (before.evening and before.evening.is_over):
            return standings_message(table)
        case _:
            return None


def evening_topic(table: FollowedTable, entry: entries.AnyEntry) -> str:
    """What the message of an entry of an evening is on; "" if it stays true."""
    evening = table.state.evening
    match entry:
        case entries.EveningTableOver() | entries.EveningDrawn():
            return Topic.STANDINGS if evening and evening.rounds[-1].is_over else ""
        case entries.EveningPaused():
            return Topic.PAUSE
        case entries.EveningEnded():
            return ""
        case _:
            return Topic.EVENING


OUTDATED: Final[Mapping[type[object], tuple[Topic, ...]]] = {
    entries.EveningOpened: (Topic.WHERE, Topic.READY, Topic.TABLE),
    entries.EveningTableOver: (Topic.STANDINGS,),
    entries.EveningDrawn: (Topic.STANDINGS, Topic.PAUSE),
    entries.EveningPaused: (Topic.PAUSE,),
    entries.EveningRoundOpened: (Topic.STANDINGS, Topic.PAUSE, Topic.EVENING),
    entries.EveningEnded: (Topic.STANDINGS, Topic.PAUSE, Topic.EVENING),
}
"""What lapses with an entry of an evening."""


def standings_message(table: FollowedTable) -> Message:
    """The standings in a sentence: the first three and the listener; after the evening, the places."""
    evening = table.state.evening
    assert evening  # only its table has standings
    ranked = evening.standings
    said = ranked[:LEADERS]
    if not any(each.person == table.me for each in said):
        said += [each for each in ranked if each.person == table.me]
    if evening.is_over:
        places = Sentences(tuple(list_title(_placed(table, each)) for each in said))
        return Message("evenings.ended", blanks={"places": places})
    rounds = len(evening.rounds) - (evening.round is not None)
    results = []
    for each in said:  # the listener has their place said, if that is not one of the first
        word = "result_you" if each.place <= LEADERS else "result_you_at"
        word = word if each.person == table.me else "result"
        results.append(Message(f"evenings.{word}", blanks=_blanks(table, each)))
    return Message("evenings.standings", blanks={"rounds": rounds, "results": Series(tuple(results))})


def outlook_message(table: FollowedTable) -> Message | None:
    """When the next round begins, or why it does not; None while one is played, and after the last."""
    evening, players = table.state.evening, table.state.settings.players
    if evening is None or not evening.rounds or evening.is_over or evening.round or evening.is_last:
        return None
    if evening.paused:
        return Message("evenings.paused")
    if len(evening.present) < players:
        return Message("evenings.too_few", blanks={"needed": players})
    return Message("evenings.soon")


def tell_outlook(room: Room, table: FollowedTable) -> None:
    """Say when the next round begins, or why it does not."""
    if message := outlook_message(table):
        room.speech.say(message, urgency=Urgency.ALERT, topic=Topic.PAUSE)


def _with_deals(evening: Evening, message: Message) -> Message:
    """A message, and what counts where all tables have the same deals."""
    return _together(message, Message("evenings.same_deals")) if evening.duplicate else message


def _together(*messages: Message) -> Message:
    """Several messages as one."""
    return Message("evenings.several", blanks={"value": Sentences(messages)})


def _placed(table: FollowedTable, standing: RankedPerson) -> Message:
    """A person with their place; why they have it, if others have as many wins."""
    you = "_you" if standing.person == table.me else ""
    blanks = _blanks(table, standing)
    if standing.is_tied:
        met: dict[str, Blank] = {"wins": standing.wins, "met": standing.opposition}
        blanks["score"] = Message("evenings.wins_tied", blanks=met)
    return Message(f"evenings.placed{you}", blanks=blanks)


def _blanks(table: FollowedTable, standing: RankedPerson) -> dict[str, Blank]:
    name, evening = table.state.name(standing.person), table.state.evening
    if standing.percent is not None:
        score = Message("evenings.percent", blanks={"percent": standing.percent})
    elif evening and evening.duplicate:
        score = Message("evenings.unscored")
    else:
        score = Message("evenings.wins", blanks={"wins": standing.wins})
    return {"name": name, "score": score, "place": standing.place}


def arrival_message(table: FollowedTable, variants: Mapping[str, Variant]) -> Message:
    """The message on arrival at an evening, or at one of its tables."""
    state = table.state
    if of := state.of_evening:
        others = tuple(state.name(seat.person or 0) for seat in state.seats if seat.person != table.me)
        blanks: dict[str, Blank] = {"round": of.round, "number": of.number, "names": others}
        word = "at_table" if table.seat is not None else "watching"
        return answer(f"evenings.{word}", **blanks)
    evening = state.evening
    assert evening  # nobody else asks
    game = game_title(state.settings.game, variants)
    if not evening.rounds:
        count = len(evening.present)
        welcome = Message(
            "evenings.arrived", blanks={"game": game, "name": state.name(state.host), "count": count}
        )
        return _with_deals(evening, welcome)
    told = standings_message(table)
    if evening.round is None:
        return told
    blanks = {"round": len(evening.rounds), "tables": _still_playing(evening)}
    goes_on = Message("evenings.goes_on", blanks=blanks)
    return _together(goes_on, told) if len(evening.rounds) > 1 else goes_on


def tell_evening_arrival(room: Room, table: FollowedTable, variants: Mapping[str, Variant]) -> None:
    """Say the evening, or the table of a round, on arrival there: of a table, before its match begins."""
    state, say, arrival = table.state, room.speech.say, arrival_message(table, variants)
    if state.of_evening is None:
        say(arrival, urgency=Urgency.ALERT, topic=Topic.STANDINGS)
        tell_outlook(room, table)
        return
    say(arrival, urgency=Urgency.EVENT, topic=Topic.WHERE)
    missing = any(seat.person and not table.is_connected(seat.person) for seat in state.seats)
    if missing and table.match.table is None:
        say(Message("evenings.awaited"), topic=Topic.READY)


def _still_playing(evening: Evening) -> int:
    return sum(not each.is_over for each in evening.round.tables) if evening.round else 0


class EveningSetup(ListPlace):
    """How the rounds of an evening are to be drawn, and how many there are."""

    def __init__(self, room: Room, client: TableClient, variants: Mapping[str, Variant]) -> None:
        self._client = client
        self._kind, self._length, self._duplicate = EveningKind.SWISS, USUAL_ROUNDS, False
        game = game_title(client.table.state.settings.game, variants)
        title = Message("evenings.setup", blanks={"game": game})
        super().__init__(room, title)

    def items(self) -> tuple[Item, ...]:
        """The choices, and the line that opens the evening."""
        has_two = self._client.table.state.settings.players == PAIR
        is_swiss = self._kind is EveningKind.SWISS

        def step_kind(_step: int) -> None:
            self._kind = EveningKind.EVERYBODY if is_swiss else EveningKind.SWISS

        def step_length(step: int) -> None:
            self._length = min(max(self._length + step, 1), MOST_ROUNDS)

        def step_deals(_step: int) -> None:
            self._duplicate = not self._duplicate

        def open_evening() -> None:
            self._client.do(OpenEvening(self._kind, self._length, self._duplicate))
            self.room.places.drop()
            self.room.places.drop()

        kind = Message(f"evenings.kind_{self._kind}")
        length = Message("evenings.length", blanks={"rounds": self._length})
        deals = Message(f"evenings.deals_{'same' if self._duplicate else 'own'}")
        return (
            Item("kind", kind, step=step_kind if has_two else None),
            *((Item("length", length, step=step_length),) if is_swiss else ()),
            Item("deals", deals, step=step_deals),
            Item("open", Message("evenings.open"), choose=open_evening),
        )
