"""Faults of every kind of source in one match of the real program, with keys pressed all the while."""

import os
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import keys_of_a_move
from support.console.player import Player, variants
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher, until
from support.voice.stand_ins import ABSENT, PRISM, PROGRAM, READER, StandIns, Told

from playroom.narration.narrate import narrated
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.rules.event import Drew, Passed, Played, Won
from playroom.rules.view import seen
from playroom.strict_yaml import read
from playroom.table.record import Record
from playroom.table.record_parser import record

DISPATCHER = "dispatcher"
KINDS = (DISPATCHER, READER, PRISM, PROGRAM)
MANNERS = {
    DISPATCHER: ("killed", "frozen", "restarted"),
    READER: ("raises", "hangs", ABSENT),
    PRISM: ("raises", "hangs"),
    PROGRAM: ("fails", "has no sound"),
}
TABLE = ("play", "draw", "--players", "2", "--pace", "0", "--seed", "4", "--bots", "novice", "--target")
SETTINGS = {"language": "en", "mode": "voice", "verbosity": "normal"}
QUERY, ANSWER = "e", "Target: "
FAULTS, TARGET = 50, "300"
"""How many faults of each source, in a match to how many points."""


@dataclass
class FaultyMatch:
    """One match, its player, and the sources of its speech; faults are counted by kind and manner."""

    player: Player
    dispatcher: Dispatcher
    stand_ins: StandIns
    home: Path
    chance: Random
    keys: int = 0
    answers: list[float] = field(default_factory=list)
    returns: dict[str, list[float]] = field(default_factory=dict)

    def told(self) -> list[Told]:
        """All that any source was told, in order."""
        queued = [Told(each.at, DISPATCHER, each.text) for each in self.dispatcher.queued()]
        return sorted([*queued, *self.stand_ins.told()], key=lambda told: told.at)

    @property
    def heard(self) -> str:
        """All that was told, and what the voice has said of which a killed server has not written its log."""
        return " ".join((*(told.text for told in self.told()), *self.dispatcher.spoken("end")))

    def make_present(self, kind: str) -> None:
        """Let the sources before this one be absent, and this one speak."""
        self.dispatcher.kill()
        for name in (READER, PRISM, PROGRAM):
            self.stand_ins.fail(name, ABSENT)
        self.mend(kind)
        self.press_until(lambda told: told.source == kind, time.time())

    def mend(self, kind: str) -> float:
        """Let a source speak again; the wall clock's seconds when it answers."""
        if kind != DISPATCHER:
            return self.stand_ins.mend(kind)
        self.dispatcher.start()
        return time.time()

    def fault(self, kind: str, manner: str) -> None:
        """Make a fault, press keys meanwhile, mend it, and measure the time until the source speaks again."""
        self.break_down(kind, manner)
        self.press_for(self.chance.uniform(0.05, 0.3))
        if manner == "frozen":
            since = time.time()
            self.dispatcher.thaw()
        else:
            since = time.time() if manner == "restarted" else self.mend(kind)
        back = self.press_until(lambda told: told.source == kind and told.at > since, since)
        self.returns.setdefault(f"{kind} {manner}", []).append(back - since)

    def break_down(self, kind: str, manner: str) -> None:
        if manner == "frozen":
            self.dispatcher.freeze()
        elif kind == DISPATCHER:
            self.dispatcher.kill()
            if manner == "restarted":
                self.dispatcher.start()
        else:
            self.stand_ins.fail(kind, manner)

    def press_for(self, seconds: float) -> None:
        """Press keys for a while, each once the one before is answered or after a fifth of a second."""
        end = time.time() + seconds
        while time.time() < end:
            self.press(0.2)

    def press_until(self, is_back: Callable[[Told], bool], since: float) -> float:
        """Press keys until a text is told that is wanted; when it was."""
        end = time.time() + PATIENCE
        while time.time() < end:
            self.press(0.2)
            found = [told.at for told in self.told() if told.at >= since and is_back(told)]
            if found:
                return found[0]
        raise AssertionError(f"not back in {PATIENCE} seconds; on the screen: {self.player.screen[-500:]}")

    def press(self, seconds: float) -> None:
        """Press a key, and note how long its answer takes, if it comes so soon."""
        at, self.keys = time.time(), self.keys + 1
        self.player.send(QUERY)

        def is_answered() -> bool:
            self.player.new()
            return any(told.at >= at and ANSWER in told.text for told in reversed(self.told()[-5:]))

        if until(is_answered, seconds):
            answer = next(told for told in self.told() if told.at >= at and ANSWER in told.text)
            self.answers.append(answer.at - at)

    def move(self) -> bool:
        """Make the player's next move if it is their turn; False if the match is over."""
        saved = self.player.record()
        if saved is None:
            return False
        match = saved.match
        if match.turn == 0:
            self.player.send(*keys_of_a_move(match))
        elif match.turn is None and not match.winners:  # a won match moves to the past ones any moment
            self.deal(saved)
        return True

    def deal(self, after: Record) -> None:
        """Deal once all of the round was told: nothing of it is told any more in the next one.

        Enter may tell the result again instead, or come twice; Down then leaves the question for an end.
        """
        self.listen(after)
        self.player.send("enter", "down")

    def listen(self, to: Record) -> None:
        """Wait until every move of this record was told: by itself, or among those that U counts."""
        self.player.send("u")
        spoken = phrasebook("en").language.pronounced
        expected = [(spoken(full), spoken(short)) for full, short in sentences(to)]

        def is_told() -> bool:
            self.player.new()
            return not missing(expected, self.heard)

        until(is_told, PATIENCE)
        assert missing(expected, self.heard) == {}

    @property
    def finished(self) -> Record | None:
        """The record of the match once it was won."""
        files = [*(self.home / "data" / "playroom" / "matches" / "past").glob("*.domino.yaml")]
        return record(read(files[0]), variants()) if files else None


def sentences(won: Record) -> Iterator[tuple[str, str]]:
    """What the player is told of each move and of the end by the record, and its short form."""
    book, audience = phrasebook("en"), Audience(won.players, 0)
    for each in won.match.rounds:
        known = [seen(event, 0) for event in each.log]
        for event, message in narrated(known, 0, won.match.rules):
            if message and isinstance(event, Played | Drew | Passed | Won):
                yield book.say(message, audience), book.short(message, audience)


def missing(expected: Iterable[tuple[str, str]], told: str) -> Mapping[str, int]:
    """How often each sentence was told less than it happened; nothing if U has counted as many moves.

    Of what the listener's next move has cut, the first sentence is told: the ends are others by then. Equal
    neighbours are told once where they wait together; draws, with their number.
    """
    happened = Counter(sentence for sentence, _ in groupby(expected))
    told = re.sub(r"(\w+ draws) (\d+) tiles\.", lambda row: f"{row[1]}. " * int(row[2]), told)
    left = Counter[str]()
    for (full, short), times in happened.items():
        deed = full.split(". ")[0]
        left[deed] += times - told.count(deed) - (told.count(short) if short not in deed else 0)
    left = +left
    counted = sum(int(moves) for moves in re.findall(r"(\d+) moves\.", told))
    return left if left.total() > counted else {}


def is_in_order(parts: Iterable[str], lines: Iterable[str]) -> bool:
    """Whether each part stands in a line of its own, in this order, with others between them."""
    following = iter(lines)
    return all(any(part in line for line in following) for part in parts)


def summary(measured: list[float]) -> str:
    """Median and worst of times, in milliseconds."""
    if not measured:
        return "none"
    return f"median {1000 * statistics.median(measured):.0f} ms, worst {1000 * max(measured):.0f} ms"


@pytest.mark.long
def test_faults_of_every_source_lose_nothing_of_a_match(
    dispatcher: Dispatcher,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stand_ins = StandIns(tmp_path)
    monkeypatch.setenv("PATH", stand_ins.path(os.environ))
    with Player(dispatcher, home, *TABLE, TARGET, settings=SETTINGS, program=stand_ins.program) as player:
        faulty = FaultyMatch(player, dispatcher, stand_ins, home, Random(FAULTS))
        player.wait_for("You start.")
        player.send("f3", "x", "y")
        player.wait_for("Transcript: ")
        player.press("escape", "No tiles on the table yet.")  # a key sent at once would be one with Alt
        for kind in KINDS:
            faulty.make_present(kind)
            for number in range(FAULTS):
                faulty.fault(kind, MANNERS[kind][number % len(MANNERS[kind])])
                if number % 2:
                    faulty.move()
        faulty.make_present(DISPATCHER)
        while faulty.move():
            faulty.press(0.05)
        player.wait_until(
            lambda: "Enter plays again" in " ".join(told.text for told in faulty.told()[-20:]), "the end"
        )

        won = faulty.finished
        assert won
        assert won.match.winners
        faulty.listen(won)

    expected = [*sentences(won)]
    (transcript,) = (home / "data" / "playroom" / "transcripts").iterdir()
    print(f"{4 * FAULTS} faults, {len(expected)} events, of which none was lost")
    print(f"{len(faulty.answers)} of {faulty.keys} keys answered at once:", summary(faulty.answers))
    for kind, measured in faulty.returns.items():
        print(f"{kind}, {len(measured)} times; is back:", summary(measured))
    print("back in all:", summary([each for measured in faulty.returns.values() for each in measured]))
    assert is_in_order((full for full, _ in expected), transcript.read_text(encoding="utf-8").splitlines())
