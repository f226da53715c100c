"""Whatever happens at the table is heard to its end, and once, though a key cuts it short."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.console.hand_held import Console, keys_of_a_move
from support.console.inquisitive import OWN_TURN, TABLE, Inquisitive, ended, events, hearings, narrated
from support.console.player import Player, variants
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher

from playroom.narration.phrases.locales import phrasebook
from playroom.voice.backends.backend import BackendKind
from playroom.voice.utterance import Utterance

SPEED = 15


@pytest.mark.long
def test_what_a_key_cuts_is_heard_to_its_end_and_once(home: Path) -> None:
    console = Console(*TABLE, home=home, speed=SPEED)

    Inquisitive(console).play(rounds=1, happenings=8)

    happened, heard = hearings(console, SPEED)
    assert any(said.was_cut for said in console.said)
    assert heard == happened


def test_without_waiting_and_repeats_much_is_never_heard(home: Path) -> None:
    settings = {"waits": False}
    console = Console(*TABLE, home=home, speed=SPEED, settings=settings)

    Inquisitive(console).play(rounds=1, happenings=8)

    happened, heard = hearings(console, SPEED)
    assert heard.total() < happened.total() / 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("reports_end", "kind"),
    [
        (True, BackendKind.SYNTHESISER),
        (False, BackendKind.SYNTHESISER),
        (False, BackendKind.SCREEN_READER),
    ],
)
def test_three_rounds_are_heard_to_their_end_and_once(
    home: Path, kind: BackendKind, *, reports_end: bool
) -> None:
    console = Console(*TABLE, home=home, speed=SPEED, kind=kind, reports_end=reports_end)

    Inquisitive(console).play(rounds=3)

    happened, heard = hearings(console, SPEED)
    assert len(events(console)) > 100
    assert heard == happened


@pytest.mark.long
@pytest.mark.parametrize(("freezes_after", "is_noticed"), [(25, False), (30, True)])
def test_three_rounds_are_heard_though_the_server_freezes(
    home: Path, freezes_after: int, *, is_noticed: bool
) -> None:
    console = Console(*TABLE, home=home, speed=SPEED)

    Inquisitive(console, freezes_after).play(rounds=3)

    happened, heard = hearings(console, SPEED)
    assert is_noticed is any("Speech is back." in said.text for said in console.said)
    # A move shows that one knows that it is one's turn, so that this is not told again.
    assert happened - heard <= Counter({OWN_TURN: 2})
    # What sounded when the server froze may have ended: nobody can tell, so it is told again.
    assert (heard - happened).total() <= 1


@pytest.mark.long
def test_a_real_server_speaks_every_event_to_its_end_and_once(
    start_dispatcher: Callable[[float], Dispatcher], home: Path
) -> None:
    dispatcher = start_dispatcher(SPEED)

    with Player(dispatcher, home, *TABLE) as player:
        for moves in range(1, 4):
            ask_until_ones_turn(player, dispatcher, moves)
            match = player.saved.load(variants()).match
            if moves < 3:
                player.send(*keys_of_a_move(match))

    told = spoken(narrated(match))
    heard = ended(dispatcher.spoken("end"), told)
    assert dispatcher.spoken("stop")
    assert heard == Counter(each.short or each.text for each in told)


def spoken(told: Iterable[Utterance]) -> list[Utterance]:
    """The same as a backend is given them."""
    pronounced = phrasebook("en").language.pronounced
    return [replace(each, text=pronounced(each.text), short=pronounced(each.short)) for each in told]


def ask_until_ones_turn(player: Player, dispatcher: Dispatcher, turn: int) -> None:
    """Ask for the scores as soon as the voice begins with an event, until this turn of one's own was told."""
    asked = {*dispatcher.spoken()}

    def is_told() -> bool:
        events = {each.text for each in dispatcher.queued() if each.priority == "message"}
        begun = (events & {*dispatcher.spoken()}) - asked
        player.send(*["s"] * len(begun))
        asked.update(begun)
        return " ".join(dispatcher.spoken("end")).count(OWN_TURN) == turn

    player.wait_until(is_told, "it is one's own turn", 10 * PATIENCE)
