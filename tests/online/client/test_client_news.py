"""What each entry of a table is to the person who hears of it."""

import pytest

from playroom.online.client.news import news
from playroom.online.wire.entries import (
    AnyEntry,
    BotSeated,
    DeadlineSet,
    HostNamed,
    MatchResumed,
    PauseAsked,
    PersonBanned,
    PersonCame,
    PersonKicked,
    PersonMuted,
    ReadyChanged,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    SettingsChanged,
    StandInSeated,
    TableOpened,
    TableSettings,
    TimeRanOut,
)
from playroom.online.wire.table_state import TableState
from playroom.table.shared_table import TableNews

ADA, BEN = 1, 2
SETTINGS = TableSettings(game="draw", players=2)
BEFORE = TableState().after_all(
    [TableOpened("7KQ2M9XD", SETTINGS), PersonCame(ADA, "Ada"), PersonCame(BEN, "Ben"), SeatTaken(1, BEN)]
)
SEAT: dict[str, str | int] = {"name": "Ben", "seat": 2}

TOLD: list[tuple[AnyEntry, str, dict[str, str | int]]] = [
    (ReadyChanged(BEN, ready=True), "ready", {"name": "Ben"}),
    (ReadyChanged(BEN, ready=False), "not_ready", {"name": "Ben"}),
    (PauseAsked(BEN, paused=False), "pause_asked", {"name": "Ben"}),
    (PauseAsked(BEN, paused=True), "paused", {"name": "Ben"}),
    (HostNamed(BEN), "host", {"name": "Ben"}),
    (PersonMuted(BEN, muted=True, reason="loud"), "muted", {"name": "Ben", "reason": "loud"}),
    (PersonMuted(BEN, muted=False, reason=""), "unmuted", {"name": "Ben", "reason": ""}),
    (PersonKicked(BEN, "rude"), "kicked", {"name": "Ben", "reason": "rude"}),
    (PersonBanned(BEN, "rude"), "banned", {"name": "Ben", "reason": "rude"}),
    (SeatTaken(0, BEN), "sat", {"name": "Ben", "seat": 1}),
    (SeatLeft(1), "stood", SEAT),
    (StandInSeated(1, "hard"), "stand_in", SEAT),
    (SeatReturned(1), "returned", SEAT),
    (TimeRanOut(1), "time_over", SEAT),
    (DeadlineSet(1, 30), "deadline", {"name": "Ben", "seat": 2, "seconds": 30}),
    (PersonCame(BEN, "Ben"), "joined", {"name": "Ben"}),
]


@pytest.mark.parametrize(("entry", "word", "blanks"), TOLD, ids=repr)
def test_what_somebody_does_is_reported_as_theirs(
    entry: AnyEntry, word: str, blanks: dict[str, str | int]
) -> None:
    assert list(news(BEFORE, entry, ADA)) == [TableNews(word, blanks, is_own=False)]
    assert list(news(BEFORE, entry, BEN)) == [TableNews(word, blanks, is_own=True)]


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (SettingsChanged(SETTINGS), [TableNews("settings", {})]),
        (MatchResumed(), [TableNews("resumed", {})]),
        (BotSeated(0, "hard"), [TableNews("bot_sat", {"seat": 1, "bot": "hard"})]),
        (SeatLeft(0), [TableNews("seat_free", {"seat": 1})]),
    ],
)
def test_what_nobody_does_is_reported_as_nobodys(entry: AnyEntry, told: list[TableNews]) -> None:
    assert list(news(BEFORE, entry, ADA)) == told
