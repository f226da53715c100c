"""The fold over the entries of a table: people, seats, readiness and pauses."""

import pytest

from playroom.online.wire.entries import (
    AnyEntry,
    BotSeated,
    HostNamed,
    MatchResumed,
    MatchStarted,
    PauseAsked,
    PersonBanned,
    PersonCame,
    PersonMuted,
    ReadyChanged,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    SettingsChanged,
    StandInSeated,
    TableOpened,
    TableSettings,
    TimeExtended,
)
from playroom.online.wire.table_state import SeatAtTable, TableState

OPENED = (
    TableOpened("7KQ2M9XD", TableSettings(game="draw", players=3)),
    PersonCame(1, "Ada"),
    PersonCame(2, "Ben"),
)


def after(*entries: AnyEntry) -> TableState:
    return TableState().after_all([*OPENED, *entries])


@pytest.mark.parametrize(
    ("entries", "seats"),
    [
        ([SeatTaken(0, 1)], [SeatAtTable(1), SeatAtTable(), SeatAtTable()]),
        ([SeatTaken(0, 1), SeatTaken(2, 1)], [SeatAtTable(), SeatAtTable(), SeatAtTable(1)]),
        ([BotSeated(1, "hard"), SeatTaken(1, 2)], [SeatAtTable(), SeatAtTable(2), SeatAtTable()]),
        ([SeatTaken(1, 2), SeatLeft(1, "hard")], [SeatAtTable(), SeatAtTable(bot="hard"), SeatAtTable()]),
        ([SeatTaken(1, 2), StandInSeated(1, "hard")], [SeatAtTable(), SeatAtTable(2, "hard"), SeatAtTable()]),
        (
            [SeatTaken(1, 2), StandInSeated(1, "hard"), SeatReturned(1)],
            [SeatAtTable(), SeatAtTable(2), SeatAtTable()],
        ),
        ([SeatTaken(2, 2), SettingsChanged(TableSettings(game="block", players=2))], [SeatAtTable()] * 2),
        ([SettingsChanged(TableSettings(game="block", players=4))], [SeatAtTable()] * 4),
    ],
)
def test_seats(entries: list[AnyEntry], seats: list[SeatAtTable]) -> None:
    assert after(*entries).seats == seats


def test_who_is_ready_is_asked_anew_for_each_match() -> None:
    ready = after(ReadyChanged(1, ready=True), ReadyChanged(2, ready=True), ReadyChanged(1, ready=False))

    assert ready.ready == [2]
    assert ready.after(MatchStarted(["Ada", "Ben", "Cy"])).ready == []


def test_a_pause_lasts_until_the_match_goes_on() -> None:
    asked = after(PauseAsked(1, paused=False))
    paused = asked.after(PauseAsked(2, paused=True))

    assert (asked.paused, asked.pause_asked) == (False, [1])
    assert (paused.paused, paused.pause_asked) == (True, [])
    assert not paused.after(MatchResumed()).paused


def test_who_leaves_their_seat_is_not_ready_any_more() -> None:
    ready = after(SeatTaken(1, 2), ReadyChanged(1, ready=True), ReadyChanged(2, ready=True))

    assert ready.after(SeatLeft(1)).ready == [1]


def test_a_wish_for_a_pause_ends_with_its_match() -> None:
    asked = after(PauseAsked(1, paused=False))

    assert asked.after(MatchStarted(["Ada", "Ben", "Cy"])).pause_asked == []


def test_people_are_muted_banned_and_made_the_host() -> None:
    state = after(PersonMuted(2, muted=True, reason="loud"), PersonBanned(2, "rude"), HostNamed(2))

    assert (state.people[2].muted, state.people[2].banned, state.host) == ("loud", "rude", 2)
    assert state.after(PersonMuted(2, muted=False, reason="")).people[2].muted is None


def test_extensions_are_counted_by_seat_and_match() -> None:
    state = after(MatchStarted(["Ada", "Ben", "Cy"]), TimeExtended(1, 30, 0))

    assert state.extended == [0, 1, 0]
    assert state.after(MatchStarted(["Ada", "Ben", "Cy"])).extended == [0, 0, 0]


def test_seats_are_distinguished_by_their_players() -> None:
    free, bot, absent = SeatAtTable(), SeatAtTable(bot="hard"), SeatAtTable(2, "hard")

    assert [each.is_free for each in (free, bot, absent)] == [True, False, False]
    assert [each.is_absent for each in (free, bot, absent)] == [False, False, True]
    assert after(SeatTaken(1, 2)).seat_of(2) == 1
