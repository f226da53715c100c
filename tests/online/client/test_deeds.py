"""What is asked of a table for each deed of a player."""

from collections.abc import Callable

import pytest

from playroom.online.client.deeds import Deeds
from playroom.online.wire.entries import TableSettings
from playroom.online.wire.table_commands import (
    AnyDo,
    Ban,
    ClearSeat,
    Extend,
    GoOn,
    HandOver,
    Kick,
    Mute,
    Pause,
    Ready,
    Rematch,
    SeatBot,
    Sit,
    Stand,
    StartMatch,
)

DEEDS: list[tuple[Callable[[Deeds], None], AnyDo]] = [
    (lambda deeds: deeds.sit(2), Sit(2)),
    (lambda deeds: deeds.stand(), Stand()),
    (lambda deeds: deeds.seat_bot(1, "hard"), SeatBot(1, "hard")),
    (lambda deeds: deeds.seat_bot(1, ""), ClearSeat(1)),
    (lambda deeds: deeds.be_ready(ready=True), Ready(ready=True)),
    (lambda deeds: deeds.be_ready(ready=False), Ready(ready=False)),
    (lambda deeds: deeds.start_match(), StartMatch()),
    (lambda deeds: deeds.rematch(), Rematch()),
    (lambda deeds: deeds.pause(paused=True), Pause()),
    (lambda deeds: deeds.pause(paused=False), GoOn()),
    (lambda deeds: deeds.extend(), Extend()),
    (lambda deeds: deeds.mute(3, muted=True), Mute(3, "", muted=True)),
    (lambda deeds: deeds.mute(3, muted=False), Mute(3, "", muted=False)),
    (lambda deeds: deeds.kick(3), Kick(3)),
    (lambda deeds: deeds.ban(3), Ban(3)),
    (lambda deeds: deeds.hand_over(3), HandOver(3)),
]


@pytest.mark.parametrize(("deed", "command"), DEEDS, ids=[repr(command) for _, command in DEEDS])
def test_each_deed_is_a_command_of_its_own(deed: Callable[[Deeds], None], command: AnyDo) -> None:
    asked: list[AnyDo] = []

    deed(Deeds(asked.append, TableSettings(game="draw", players=2)))

    assert asked == [command]
