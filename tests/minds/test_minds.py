"""What thinks beside the keys finds what would be found here, and a thread takes over where it dies."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from random import Random
from threading import Event, Thread, get_ident
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import structs
from support.console.thrifty_bots import thrifty_bots
from support.games.rounds import VARIANTS, by_lot, standings, table
from support.minds.thread_process import ThreadProcess
from support.time.patience import PATIENCE

from playroom.advice import hints
from playroom.advice.findings import Mistake
from playroom.bots.search import BATCH
from playroom.commands.assembly import AskedAdviser
from playroom.minds import minds as where_minds_are
from playroom.minds import thinkers
from playroom.minds.minds import MOST_LOSSES, MindPool, Minds, MindsClosedError
from playroom.minds.thinkers import think_here
from playroom.rules.legal import legal_moves
from playroom.rules.match import Rounds
from playroom.rules.rulebook.variant import Rules, rules
from playroom.rules.view import View, view

if TYPE_CHECKING:
    from playroom.rules.match import Match

BLOCK = table("block", 2)
COACHED = by_lot(BLOCK, Random(5))

LIGHT = """
import sys
import playroom.minds.minds, playroom.advice.findings, playroom.narration.message
heavy = [name for name in sys.modules if name.startswith(("playroom.engine", "playroom.bots.search"))]
sys.exit(" ".join(heavy) or None)
"""


class Processes:
    """Starts processes, and keeps them."""

    def __init__(self, *, hang: bool = False) -> None:
        self.started: list[ThreadProcess] = []
        self._hang = hang

    def start(self) -> ThreadProcess:
        """Another one."""
        self.started.append(ThreadProcess(hangs=self._hang))
        return self.started[-1]


@pytest.fixture
def processes() -> Processes:
    return Processes()


@pytest.fixture
def minds(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Minds]:
    monkeypatch.setattr(where_minds_are, "LATEST", 10 * PATIENCE)  # what comes in time comes from a process
    made = Minds(processes.start)
    yield made
    made.close()


class Thinker:
    """A thinker that is told when to end its thought, and in which thread it thinks."""

    def __init__(self) -> None:
        self.begun, self.may_end = Event(), Event()
        self.threads: list[int] = []

    def __call__(self) -> str:
        self.threads.append(get_ident())
        self.begun.set()
        self.may_end.wait(PATIENCE)
        return "found"


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    made = Thinker()
    monkeypatch.setattr(thinkers, "THINKERS", {"slow": made, "quick": lambda: "at once", "wrong": wrong})
    yield made
    made.may_end.set()


def wrong() -> None:
    raise LookupError("no such tile")


def asked(ask: Callable[[], Any]) -> "Future[Any]":
    """What is found when asked in another thread."""
    future: Future[Any] = Future()

    def find() -> None:
        try:
            future.set_result(ask())
        except BaseException as error:  # noqa: BLE001 (the test looks at it)
            future.set_exception(error)

    Thread(target=find).start()
    return future


def choice(made: Rules) -> View:
    """What a seat with several moves sees in the midst of a round."""
    seen = [view(match, match.turn) for match in standings(made, Random(3))]
    choices = [each for each in seen if len(legal_moves(each.position)) > 1]
    return choices[len(choices) // 2]


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_the_same_seed_gives_the_same_move_beside_the_keys(game: str, minds: Minds) -> None:
    variant = VARIANTS[game]
    seen = choice(rules(variant, min(variant.players), variant.teams[0]))

    with thrifty_bots():
        for word in ("hard", "expert"):
            found = minds.ask(word, seen, Random(7), seconds=0)
            assert found == think_here(word, seen, Random(7), seconds=0)


@pytest.mark.long
def test_all_advice_is_the_same_beside_the_keys(
    minds: Minds, processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "ADVICE", replace(hints.ADVICE, determinizations=BATCH))
    seen = choice(BLOCK)
    move = legal_moves(seen.position)[0]
    found = Mistake(seen, move, dict.fromkeys(legal_moves(seen.position), 0.5))

    told = [
        (each.hint(seen, rated=True), each.review(seen, move, rated=True), each.coach(COACHED, 0))
        for each in (AskedAdviser(minds.ask), AskedAdviser(think_here))
    ]
    others = [
        (each.turning_point(COACHED, 1), each.mistake(seen, move), each.judge(found, move))
        for each in (AskedAdviser(minds.ask), AskedAdviser(think_here))
    ]

    assert told[0] == told[1]
    assert others[0] == others[1]
    assert len(processes.started) == 1


def test_the_coach_needs_the_last_round_alone() -> None:
    sent: list[Match] = []
    long = structs.replace(COACHED, rounds=Rounds((by_lot(BLOCK, Random(1)).now,) * 40))
    several = structs.replace(COACHED, rounds=long.rounds.after(COACHED.now))

    AskedAdviser(lambda _name, match, _ear: sent.append(match)).coach(several, 0)

    assert [*sent[0].rounds] == [COACHED.now] * 41
    assert think_here("coach", sent[0], 0) == think_here("coach", several, 0)


@pytest.mark.long
def test_what_takes_no_search_loads_none() -> None:
    ended = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=False)

    assert ended.stderr == ""


def test_a_process_is_started_when_it_is_needed(minds: Minds, processes: Processes) -> None:
    minds.prepare(["novice", "steady"])
    before = len(processes.started)
    minds.prepare(["novice", "hard"])
    minds.prepare(["expert"])

    assert (before, len(processes.started)) == (0, 1)


def test_a_long_thought_does_not_delay_another(minds: Minds, processes: Processes, thinker: Thinker) -> None:
    slow = asked(partial(minds.ask, "slow"))
    assert thinker.begun.wait(PATIENCE)

    assert minds.ask("quick") == "at once"
    assert not slow.done()
    assert not processes.started[0].is_killed
    thinker.may_end.set()
    assert slow.result(PATIENCE) == "found"


def test_the_thread_that_asks_takes_over_when_the_process_dies(
    minds: Minds, processes: Processes, thinker: Thinker
) -> None:
    slow = asked(partial(minds.ask, "slow"))
    assert thinker.begun.wait(PATIENCE)
    thinker.begun.clear()
    processes.started[0].kill()
    assert thinker.begun.wait(PATIENCE)
    thinker.may_end.set()

    assert slow.result(PATIENCE) == "found"
    assert len({*thinker.threads}) == 2
    assert minds.ask("quick") == "at once"
    assert len(processes.started) == 2


def test_after_several_deaths_all_is_thought_here(
    minds: Minds, processes: Processes, thinker: Thinker
) -> None:
    for number in range(MOST_LOSSES):
        slow = asked(partial(minds.ask, "slow"))
        assert thinker.begun.wait(PATIENCE)
        thinker.begun.clear()
        processes.started[number].kill()
        assert thinker.begun.wait(PATIENCE)
        thinker.begun.clear()
        thinker.may_end.set()
        slow.result(PATIENCE)
        thinker.may_end.clear()

    thinker.may_end.set()
    here = minds.ask("slow")

    assert here == "found"
    assert thinker.threads[-1] == get_ident()
    assert len(processes.started) == MOST_LOSSES


def test_a_pool_starts_no_more_processes_than_it_needs(processes: Processes, thinker: Thinker) -> None:
    pool = MindPool(3, processes.start)
    first = [pool.ask("quick") for _ in range(4)]
    at_first = len(processes.started)
    slow = asked(partial(pool.ask, "slow"))
    assert thinker.begun.wait(PATIENCE)
    beside = pool.ask("quick")
    thinker.may_end.set()
    found = slow.result(PATIENCE)
    pool.close()

    assert (first, beside, found) == (["at once"] * 4, "at once", "found")
    assert (at_first, len(processes.started)) == (1, 2)
    assert all(each.is_killed for each in processes.started)


def test_where_no_process_can_be_started_all_is_thought_here(thinker: Thinker) -> None:
    tries: list[str] = []

    def start() -> ThreadProcess:
        tries.append("start")
        raise OSError("no memory")

    made = Minds(start)
    thinker.may_end.set()
    found = [made.ask("slow") for _ in range(5)]

    assert found == ["found"] * 5
    assert {*thinker.threads} == {get_ident()}
    assert len(tries) == MOST_LOSSES


@pytest.mark.usefixtures("thinker")
def test_an_error_is_raised_where_it_can_be_reported(minds: Minds) -> None:
    with pytest.raises(LookupError, match="no such tile"):
        minds.ask("wrong")


@pytest.mark.usefixtures("thinker")
def test_nobody_waits_for_a_process_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where_minds_are, "LATEST", 0.0)
    processes = Processes(hang=True)
    made = Minds(processes.start)

    found = made.ask("quick")
    is_killed = processes.started[0].is_killed
    made.close()

    assert found == "at once"
    assert is_killed


def test_what_is_asked_when_the_program_ends_is_thought_about_no_more(
    minds: Minds, processes: Processes, thinker: Thinker
) -> None:
    slow = asked(partial(minds.ask, "slow"))
    assert thinker.begun.wait(PATIENCE)

    minds.close()

    with pytest.raises(MindsClosedError):
        slow.result(PATIENCE)
    with pytest.raises(MindsClosedError):
        minds.ask("quick")
    minds.prepare(["expert"])
    assert len(thinker.threads) == len(processes.started) == 1
