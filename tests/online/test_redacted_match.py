"""A client rebuilds from the events that its seat may see what that seat may know of the true match."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS, random_record

from playroom.online.client.remote_table import RemoteTable, keeps_rules, with_deal, with_seen
from playroom.online.wire.table_commands import AnyDo, MakeMove
from playroom.rules.deal import begin
from playroom.rules.event import Drew, Ended, Event
from playroom.rules.flow import IllegalMove, forced, play
from playroom.rules.legal import legal_moves, objection, position
from playroom.rules.match import Match
from playroom.rules.move import Draw, Pass
from playroom.rules.seat import Seat
from playroom.rules.tile import UNKNOWN_TILE, Tile
from playroom.rules.view import seen, view
from playroom.table.record import Record, text
from playroom.table.record_parser import NotTheirTurn
from playroom.table.setup import Setup, new_record
from playroom.table.shuffle import shuffled
from playroom.table.table import Table

GAMES = sorted(VARIANTS)


def random_events(match: Match, chance: Random) -> Iterator[Event]:
    """All events of a match of random moves."""
    while not match.winners:
        told, deal = shuffled(match, chance)
        events: tuple[Event, ...] = (*told, *begin(match, deal))
        while events:
            for event in events:
                yield event
                match = match.after(event)
            moves = legal_moves(position(match)) if match.round else ()
            events = forced(match) or (play(match, chance.choice(moves)) if moves else ())


def hidden(match: Match, ear: Seat | None) -> bool:
    """Whether no tile is known that *ear* must not know."""
    others = [hand for seat, hand in enumerate(match.now.hands) if seat != ear]
    return {tile for hand in (*others, match.now.boneyard) for tile in hand} <= {UNKNOWN_TILE}


def check_same(record: Record, chance: Random) -> int:
    """Every seat, and somebody who watches, knows after each event what the true match lets them know.

    The number of rounds.
    """
    ears = (*range(record.match.rules.players), None)
    known = dict.fromkeys(ears, record.match)
    match = record.match
    for event in random_events(match, chance):
        match = match.after(event)
        for ear in ears:
            known[ear] = with_seen(known[ear], seen(event, ear), ear)
            if isinstance(event, Ended):
                known[ear] = with_deal(known[ear], match.now.dealt)
        assert not match.round or all(hidden(known[ear], ear) for ear in ears)
        if match.rounds:
            assert all(view(known[ear], ear) == view(match, ear) for ear in ears)
    assert all(known[ear] == match for ear in ears)
    return len(match.rounds)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["all-fives", "mexican-train", "pass-and-out"])
def test_every_seat_knows_what_it_would_know_of_the_true_match(game: str) -> None:
    chance = Random(game)

    check_same(random_record(VARIANTS[game], chance, short=True), chance)


def test_earlier_rounds_stay_as_everybody_may_know_them() -> None:
    record = new_record(VARIANTS["draw"], Setup("draw", 2, 0, {"target": 30}), ("Ada", "Ben"))

    assert check_same(record, Random(1)) == 3


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_every_seat_of_many_tables_knows_as_much(game: str, seed: int) -> None:
    chance = Random(f"{game} {seed}")

    check_same(random_record(VARIANTS[game], chance), chance)


class Truth:
    """A true table whose listeners are remote tables for every ear."""

    def __init__(self, game: str, chance: Random, *, is_opened: bool = True) -> None:
        """*is_opened*: at the end of a round all hands are shown."""
        self._is_opened = is_opened
        record = random_record(VARIANTS[game], chance, short=True)
        self.table = Table(record, {}, 1)
        self.asked: list[AnyDo] = []
        self.remote = {ear: RemoteTable(record, ear, self) for ear in (*range(len(record.players)), None)}
        self.table.listen(self._send)
        self.table.deal()

    is_connected, is_waiting = True, False

    def do(self, do: AnyDo) -> None:
        self.asked.append(do)

    def _send(self, record: Record, events: tuple[Event, ...]) -> None:
        deal = record.match.now.dealt if record.match.now.ending else None
        for ear, remote in self.remote.items():
            remote.apply(tuple(seen(event, ear) for event in events))
            if deal and self._is_opened:
                remote.open_hands(deal)


def test_a_legal_move_is_sent_and_made_once_the_table_confirms_it() -> None:
    truth = Truth("block", Random(3))
    turn = truth.table.match.turn
    assert turn is not None
    remote = truth.remote[turn]
    move = legal_moves(position(truth.table.match))[0]
    before = remote.match

    remote.play(turn, move)
    assert truth.asked == [MakeMove(move)]
    assert remote.match is before
    truth.table.play(turn, move)

    assert view(remote.match, turn) == view(truth.table.match, turn)


def test_an_illegal_move_is_refused_without_asking() -> None:
    truth = Truth("draw", Random(3))
    turn = truth.table.match.turn
    assert turn is not None
    remote = truth.remote[turn]
    illegal = next(move for move in (Pass(), Draw()) if objection(position(truth.table.match), move))

    with pytest.raises(IllegalMove):
        remote.play(turn, illegal)
    with pytest.raises(NotTheirTurn):
        remote.play((turn + 1) % len(remote.record.players), illegal)
    assert truth.asked == []


def test_no_hidden_tile_is_known_while_a_round_goes_on() -> None:
    truth = Truth("pass-and-out", Random(5))

    while truth.table.match.round:
        assert all(hidden(remote.match, ear) for ear, remote in truth.remote.items())
        truth.table.play(truth.table.match.turn or 0, legal_moves(position(truth.table.match))[0])

    assert all(text(remote.record) == text(truth.table.record) for remote in truth.remote.values())


@pytest.mark.parametrize("game", ["draw", "passing-game"])
def test_a_round_agrees_with_its_true_deal_and_no_other(game: str) -> None:
    truth = Truth(game, Random(5), is_opened=False)
    while truth.table.match.round:
        truth.table.play(truth.table.match.turn or 0, legal_moves(position(truth.table.match))[0])
    deal = truth.table.match.now.dealt
    drawn = [event for event in truth.table.match.now.log if isinstance(event, Drew)]

    turned = replace(deal, hands=(deal.hands[1], deal.hands[0], *deal.hands[2:]))
    restocked = replace(deal, boneyard=deal.boneyard[::-1])

    assert drawn
    assert all(remote.agrees_with(deal) for remote in truth.remote.values())
    assert not any(remote.agrees_with(turned) for remote in truth.remote.values())
    assert not truth.remote[drawn[0].seat].agrees_with(restocked)


def played_out(game: str, seed: int) -> Truth:
    """A round that is over, whose hands nobody has shown."""
    truth = Truth(game, Random(seed), is_opened=False)
    while truth.table.match.round:
        truth.table.play(truth.table.match.turn or 0, legal_moves(position(truth.table.match))[0])
    return truth


def test_a_deal_with_another_tile_that_was_never_played_does_not_agree() -> None:
    truth = played_out("block", 5)
    now = truth.table.match.now
    seat, kept = next((seat, hand[0]) for seat, hand in enumerate(now.hands) if hand)
    stock = now.dealt.boneyard

    def exchanged(hand: tuple[Tile | None, ...]) -> tuple[Tile | None, ...]:
        return tuple(stock[0] if tile == kept else tile for tile in hand)

    other = replace(now.dealt, hands=tuple(map(exchanged, now.dealt.hands)), boneyard=(kept, *stock[1:]))

    assert truth.remote[seat].agrees_with(now.dealt)
    assert not truth.remote[seat].agrees_with(other)


def test_a_deal_with_two_tiles_drawn_in_the_other_order_does_not_agree() -> None:
    truth = played_out("draw", 1)
    now = truth.table.match.now
    pairs = enumerate(pairwise(now.log))
    at, seat = next(
        (at, one.seat) for at, (one, two) in pairs if isinstance(one, Drew) and isinstance(two, Drew)
    )
    drawn = sum(isinstance(event, Drew) for event in now.log[:at])
    stock = [*now.dealt.boneyard]
    stock[drawn : drawn + 2] = stock[drawn + 1], stock[drawn]

    assert not truth.remote[seat].agrees_with(replace(now.dealt, boneyard=tuple(stock)))


@pytest.mark.long
@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_round_was_played_by_the_rules_unless_one_of_its_events_is_missing(game: str) -> None:
    truth = played_out(game, 7)
    deal = truth.table.match.now.dealt

    for ear, remote in truth.remote.items():
        before, log = remote.before_round, [*remote.match.now.log]
        cut = [[*log[:at], *log[at + 1 :]] for at in range(1, len(log))]
        assert keeps_rules(before, deal, log, ear)
        assert len(cut) > 4
        assert not any(keeps_rules(before, deal, each, ear) for each in cut)


def test_who_has_left_their_seat_sees_that_a_round_was_played_by_the_rules() -> None:
    truth = played_out("draw", 1)
    before, now = truth.remote[0].before_round, truth.table.match.now
    watched = [seen(event, None) for event in now.log]

    assert watched != [seen(event, 0) for event in now.log]
    assert keeps_rules(before, now.dealt, watched, 0)
