"""A match in steps: each deal and each choice, with its consequences."""

from bisect import bisect_right
from typing import NamedTuple

from playroom.rules.event import Chosen, Dealt, Event
from playroom.rules.match import Match
from playroom.rules.rewind import before_round


class Step(NamedTuple):
    """A deal or a choice: the events from *start* to *end* in the round at index *round*."""

    round: int
    start: int
    end: int


class Timeline:
    """The steps of a match, and the match after each of them.

    The states of a round are computed on demand, from the match before that round.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._logs = tuple(tuple(each.log) for each in match.rounds)
        steps = []
        for number, log in enumerate(self._logs):
            starts = [at for at, event in enumerate(log) if isinstance(event, Dealt | Chosen)]
            ends = [*starts[1:], len(log)]
            steps += [Step(number, start, end) for start, end in zip(starts, ends, strict=True)]
        self.steps = tuple(steps)
        self._first = [at for at, step in enumerate(self.steps) if step.start == 0]
        """The index of the first step of each round."""
        self._states: dict[int, list[Match]] = {}

    def state(self, index: int) -> Match:
        """The match after the step at *index*."""
        number = self.steps[index].round
        if number not in self._states:
            state, states = before_round(self.match, number), []
            for at in range(self._first[number], self.last(number) + 1):
                for event in self.events(at):
                    state = state.after(event)
                states.append(state)
            self._states[number] = states
        return self._states[number][index - self._first[number]]

    def events(self, index: int) -> tuple[Event, ...]:
        """The events of the step at *index*."""
        number, start, end = self.steps[index]
        return self._logs[number][start:end]

    def count(self, index: int) -> int:
        """The number of events of the match after the step at *index*."""
        number, _, end = self.steps[index]
        return sum(map(len, self._logs[:number])) + end

    def first(self, number: int) -> int:
        """The index of the first step of the round at index *number*."""
        return self._first[number]

    def last(self, number: int) -> int:
        """The index of the last step of the round at index *number*."""
        return (*self._first, len(self.steps))[number + 1] - 1

    def find(self, kind: type[Event], index: int, way: int) -> int | None:
        """The index of the next step with an event of a kind, or with *way* -1 of the previous one."""
        end = len(self.steps) if way > 0 else -1
        found = (
            at for at in range(index + way, end, way) if any(isinstance(e, kind) for e in self.events(at))
        )
        return next(found, None)

    def index_in_round(self, number: int, events: int) -> int:
        """The index of the last step within the first *events* of a round."""
        here = range(self._first[number], self.last(number) + 1)
        ends = [self.steps[at].end for at in here]
        return here[max(0, bisect_right(ends, events) - 1)]
