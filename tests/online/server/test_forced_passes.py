"""Where passing is optional, nothing that a client is sent tells which passes were forced."""

import asyncio
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import people
import players
import pytest
from people import Client, code_of, settings, venue
from players import TablePlayer
from support.games.random_matches import VARIANTS
from support.time.same_chance import seed_chance
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.tables import background_tasks, match_decisions
from playroom.online.server.tables.background_tasks import BEAT_SECONDS
from playroom.online.server.tables.fair_turns import Share
from playroom.online.server.tables.server_state import FullTableState, logged
from playroom.online.wire.entries import MatchWent
from playroom.online.wire.messages import Happened
from playroom.online.wire.table_commands import SeatBot, Sit, StartMatch
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Event, Passed, Won
from playroom.rules.flow import after, forced
from playroom.rules.legal import legal_moves, may_choose_pass, position
from playroom.rules.move import Move, Pass
from playroom.rules.rulebook.answer_kinds import OneOf
from playroom.rules.rulebook.variant import Variant, rules
from playroom.rules.view import View
from playroom.table.shelf import OURS, shelf

OPTIONAL: dict[str, dict[str, Any]] = {
    "passing-game": {"target": 30},
    "dominos": {"limit": 10},
    "draw": {"target": 20, "after_draw": "may_play"},
    "all-fives": {"target": 60, "after_draw": "may_play"},
    "matador": {"target": 20, "after_draw": "may_play"},
    "mexican-train": {"rounds": 1, "first_turn": "many"},
    "chickenfoot": {"rounds": 1, "after_draw": "may_play"},
    "free-trains": {"rounds": 1},
    "free-block": {"target": 20},
    "free-pass-pass": {"deals": 2},
}
"""The games in which a pass may be a choice, with the options that make it one and a match short."""

TEAMS = {"free-pass-pass": 2}

HOUSE_PAGES = {
    "free-trains": "like: mexican-train\nafter_draw: may_play\n",
    "free-block": "like: block\npassing: any_time\n",
    "free-pass-pass": "like: pass-pass\nafter_draw: may_play\n",
}
"""Pages of a house by whose rules a player may pass: in ours, passes in these games are never a choice."""

NEVER_FORCED = "mexican-train"
"""There only those may pass of their own will who could play one more tile (MT-11)."""

CHOICES = {"after_draw": "may_play", "passing": "any_time", "first_turn": "many"}
"""The answers of a page that make a pass a choice, in the words of `may_choose_pass`."""

THOUGHT = 0.4
"""Seconds for which a bot thinks that has a choice; one that has none answers at once."""


@pytest.fixture(autouse=True)
def _house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server and players that know the pages of the house too."""
    for name, answers in HOUSE_PAGES.items():
        (tmp_path / f"{name}.yaml").write_text(f"name: {name}\n{answers}", encoding="utf-8")
    variants = shelf([OURS, tmp_path]).variants
    for module in (people, players, sys.modules[__name__]):
        monkeypatch.setattr(module, "VARIANTS", variants)


def test_all_our_games_are_tried_in_which_a_pass_may_be_a_choice() -> None:
    found = {
        name
        for name, variant in shelf([OURS]).variants.items()
        if any(each in answers(variant, question) for question, each in CHOICES.items())
    }

    assert found == OPTIONAL.keys() - HOUSE_PAGES.keys()


def answers(variant: Variant, question: str) -> set[object]:
    """The answers of a page to a question, by itself or as an option."""
    option = variant.options.get(question)
    own = getattr(rules(variant, variant.players[0], variant.teams[0]), question)
    return {own, *(option.choices if isinstance(option, OneOf) else ())}


def bot_that_likes_to_pass(view: View, chance: Random) -> Move:
    moves = legal_moves(view.position)
    return Pass() if Pass() in moves and chance.random() < 0.5 else chance.choice(moves)


@dataclass(frozen=True)
class SeenPass:
    """How a pass looks to somebody who watches: its place among what was sent at once, who caused it, when.

    *waited* are the seconds since what was sent before, 0 for a pass that its player asked for.
    """

    place: int
    is_asked_for: bool
    waited: float


async def watch(client: Client) -> list[tuple[float, Happened]]:
    """All that happens, with the time at which it was sent, until the match is over."""
    happened: list[tuple[float, Happened]] = []
    while not any(isinstance(event, Won) for _, each in happened for event in events_of(each)):
        message = await client.wait(Happened)
        happened.append((asyncio.get_running_loop().time(), message))
    return happened


def events_of(happened: Happened) -> list[Event]:
    return [event for each in happened.entries if isinstance(each, MatchWent) for event in each.events]


def thinks_in_turn(queue: Iterator[float]) -> Callable[[Callable[[], Move], Share], Awaitable[Move]]:
    """Calls bots after the seconds that each of them waits for its turn to think.

    A thought takes time only where there is a choice.
    """

    async def think(thought: Callable[[], Move], _share: Share) -> Move:
        await asyncio.sleep(next(queue))
        view: View = thought.args[1].args[0]  # type: ignore[attr-defined] # a partial of one of a bot
        move = thought()
        await asyncio.sleep(THOUGHT if len(legal_moves(view.position)) > 1 else 0)
        return move

    return think


async def watched(game: str, options: dict[str, Any]) -> list[tuple[bool, SeenPass]]:
    """Each pass of a match that may have been a choice: whether it was forced, and how it looked.

    Ada plays with three bots, and Walt watches.
    """
    async with venue(bots={"steady": bot_that_likes_to_pass}) as place:
        ada = await place.host(settings(game, 4, options=options, teams=TEAMS.get(game, 0)))
        walt = await place.guest(code_of(ada), "Walt")
        await ada.do(Sit(0))
        for seat in (1, 2, 3):
            await ada.do(SeatBot(seat, "steady"))
        watching = asyncio.ensure_future(watch(walt))
        await ada.do(StartMatch())
        await TablePlayer(ada, 1).play()
        assert isinstance(place.log, MemoryLog)
        truths = await pass_truths(place.log, code_of(ada))
        return list(seen_passes(await watching, truths))


async def pass_truths(log: MemoryLog, code: str) -> dict[tuple[int, int], bool]:
    """Whether each pass was forced that may have been a choice, by its event and its place there."""
    truth, found = FullTableState(TableState()), dict[tuple[int, int], bool]()
    for event in await log.read(code):
        at = 0
        for entry in logged(event.body).entries:
            steps = [MatchWent([each]) for each in entry.events] if isinstance(entry, MatchWent) else [entry]
            for step in steps:
                if isinstance(step, MatchWent):
                    passed = step.events[0]
                    if isinstance(passed, Passed) and truth.match and may_choose_pass(position(truth.match)):
                        found[event.number, at] = passed.forced is True
                    at += 1
                truth = truth.after(step, VARIANTS)
    return found


def seen_passes(
    happened: list[tuple[float, Happened]], truths: dict[tuple[int, int], bool]
) -> Iterator[tuple[bool, SeenPass]]:
    before = 0.0
    for time, message in happened:
        for at, event in enumerate(events_of(message)):
            if (message.number, at) in truths:
                assert isinstance(event, Passed)
                assert event.forced is None
                is_own = message.by == event.seat + 1  # Ada is person 1 at seat 0
                waited = 0.0 if is_own else round(time - before, 2)
                yield truths[message.number, at], SeenPass(at, is_own, waited)
        before = time


def looks(
    game: str, monkeypatch: pytest.MonkeyPatch, matches: int = 1, queue: Sequence[float] = (0,)
) -> dict[bool, Counter[SeenPass]]:
    """How forced passes looked, and those that were a choice; bots wait for their turns as in *queue*."""
    seed_chance(monkeypatch.setattr, f"{game} 7")
    monkeypatch.setattr(people, "think_at_once", thinks_in_turn(cycle(queue)))
    found: dict[bool, Counter[SeenPass]] = {True: Counter(), False: Counter()}
    for _ in range(matches):
        for is_forced, look in run_virtually(watched(game, OPTIONAL[game])):
            found[is_forced][look] += 1
    return found


BY_A_BOT, BY_HAND = SeenPass(0, False, BEAT_SECONDS), SeenPass(0, True, 0.0)
"""How any pass looks: alone, at the beat of bots, or when its player has asked for it."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["passing-game", "matador", "free-trains"])
def test_a_forced_pass_looks_like_one_that_was_a_choice(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = looks(game, monkeypatch)

    assert found[True]
    assert {*found[True], *found[False]} <= {BY_A_BOT, BY_HAND}


@pytest.mark.long
@pytest.mark.parametrize("game", OPTIONAL)
def test_many_forced_passes_look_like_those_that_were_a_choice(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = looks(game, monkeypatch, 35)

    assert bool(found[True]) == (game != NEVER_FORCED)
    assert found[True].keys() <= found[False].keys() == {BY_A_BOT, BY_HAND}
    print(game, {is_forced: dict(each) for is_forced, each in found.items()})


def test_waiting_for_a_turn_to_think_does_not_show_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = (0.0, 1.25, 0.25, 2.75)

    found = looks("passing-game", monkeypatch, 1, queue)

    waited = {
        each.waited for looks_of_some in found.values() for each in looks_of_some if not each.is_asked_for
    }
    assert waited <= {round(each + BEAT_SECONDS, 2) for each in queue}


def test_automatic_passes_are_recognised_by_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        match_decisions, "openly_forced", lambda match: (forced(match), after(match, forced(match)))
    )

    found = looks("passing-game", monkeypatch)

    assert found[True]
    assert all(look.place for look in found[True])
    assert not any(look.place for look in found[False])


def test_bots_that_move_once_they_have_thought_show_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background_tasks, "may_choose_pass", lambda _: False)

    found = looks("passing-game", monkeypatch)

    assert {look.waited for look in found[True]}.isdisjoint(look.waited for look in found[False])
