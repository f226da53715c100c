"""The matches to play, in portions, and the outcome of each: its winners and its rounds, or its fault."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from traceback import format_exception

from playroom.rules.event import Chosen, Ending
from playroom.rules.flow import played
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import round_winners
from playroom.rules.seat import Seat, Side
from playroom.rules.view import view
from playroom.simulation.names import find_bot
from playroom.strict_yaml import one_line
from playroom.table.table import Bot
from playroom.table.trial import played_out

PORTIONS = 200
"""The approximate number of portions: every worker gets some, and progress is smooth."""

LARGEST_PORTION = 20
"""The most seeds in a portion: unfinished portions are lost when the simulation is stopped."""

SEED_BITS = 48
"""Enough that a million matches hardly ever repeat a seed, and few enough to be read out."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Matches at one table, one for each seed; *bots* has the name of a bot for each seat.

    With *duplicate* deals there is one match for each seed and side: the deals are the same, and the bots
    rotate by one side each time, so that every bot has the same tiles and seats.
    """

    rules: Rules
    bots: tuple[str, ...]
    seeds: int
    seed: int
    duplicate: bool = False

    @property
    def rotations(self) -> range:
        """The rotations of the bots for each seed."""
        return range(self.rules.sides if self.duplicate else 1)

    @property
    def matches(self) -> int:
        """The number of matches in all."""
        return self.seeds * len(self.rotations)

    def seed_of(self, number: int) -> int:
        """The seed of a match by its number; match 0 has the seed of the plan, so that it can be repeated."""
        return Random(f"{self.seed} {number}").getrandbits(SEED_BITS) if number else self.seed  # noqa: S311 (a game)

    def seated(self, rotation: int) -> tuple[str, ...]:
        """The names of the bots by seat; team-mates stay together."""
        return (*self.bots[rotation:], *self.bots[:rotation])

    def who(self, rotation: int, side: Side) -> str:
        """The names of the bots of a side, each once."""
        seated = self.seated(rotation)
        return ", ".join(sorted({seated[seat] for seat in self.rules.seats(side)}))

    def portions(self) -> Iterator[range]:
        """The numbers of all matches, in portions."""
        size = max(1, min(self.seeds // PORTIONS, LARGEST_PORTION))
        return (range(at, min(at + size, self.seeds)) for at in range(0, self.seeds, size))


def bots_by_seat(words: tuple[str, ...], players: int) -> tuple[str, ...]:
    """A bot for each seat: one each, or fewer in turn; a ValueError if there are too many."""
    if not 0 < len(words) <= players:
        raise ValueError(f"{len(words)} bots for {players} seats")
    return tuple(words[seat % len(words)] for seat in range(players))


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """The outcome of a round for the *sides* that were in it; *points* are of every side of the table.

    *moves* is the number of plays, draws and passes, forced passes included.
    """

    sides: tuple[Side, ...]
    winners: tuple[Side, ...]
    points: tuple[int, ...]
    ending: Ending
    moves: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a match: its winners, several if they share the win, and its rounds."""

    winners: tuple[Side, ...]
    rounds: tuple[RoundOutcome, ...]


class EndlessMatchError(Exception):
    """A match that does not end within the limits."""


class BotError(Exception):
    """The bot in a seat has raised an error or made an illegal move, which is the cause."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


def play_match(rules: Rules, bots: Sequence[Bot], seed: int) -> Match:
    """The match of these bots, one for each seat, from a seed; an EndlessMatchError or BotError."""

    def chance(match: Match) -> Random:
        """The deal depends on the seed and the number of the round only, not on the bots."""
        return Random(f"{seed} {len(match.rounds)}")  # noqa: S311 (a game)

    def moved(match: Match) -> Match:
        """The match after the move that the bot to move makes."""
        turn = match.turn
        assert turn is not None  # a round is being played
        own = Random(f"{seed} {len(match.rounds)} {len(match.now.log)}")  # noqa: S311 (a game)
        try:
            return played(match, bots[turn](view(match, turn), own))
        except Exception as error:
            raise BotError(turn) from error

    match = played_out(new_match(rules), chance, moved)
    if not match.winners:
        raise EndlessMatchError
    return match


def outcome_of(match: Match) -> Outcome:
    """The outcome of a match that is over."""
    rules, rounds = match.rules, list[RoundOutcome]()
    for now in match.rounds:
        assert now.ending is not None  # the match is over
        moves = sum(isinstance(event, Chosen) for event in now.log)
        # Some sides may have left the match since.
        sides, won = rules.sides_of(now.seats), round_winners(rules, now)
        rounds.append(RoundOutcome(sides, won, now.scores, now.ending, moves))
    return Outcome(match.winners, tuple(rounds))


Group = tuple[Outcome, ...]
"""The matches of one seed, one for each rotation of the bots, all with the same deals."""


@dataclass(frozen=True, slots=True)
class MatchFault:
    """A portion's failure: the seed that reproduces it, the bot, the error in one line, the traceback.

    *bot* is empty if a match does not end.
    """

    seed: int
    bot: str = ""
    why: str = ""
    trace: str = ""


@dataclass(frozen=True, slots=True)
class Portion:
    """The matches that were played, by seed, and the fault that ended them, if any."""

    groups: tuple[Group, ...]
    fault: MatchFault | None = None


def play_portion(plan: Plan, numbers: range) -> Portion:
    """The matches with these numbers, up to the first fault."""
    groups: list[Group] = []
    for number in numbers:
        seed, group = plan.seed_of(number), list[Outcome]()
        for rotation in plan.rotations:
            words = plan.seated(rotation)
            try:
                group.append(outcome_of(play_match(plan.rules, tuple(map(find_bot, words)), seed)))
            except EndlessMatchError:
                return Portion(tuple(groups), MatchFault(seed))
            except BotError as failed:
                cause = failed.__cause__
                why = one_line(f"{type(cause).__name__}: {cause}".rstrip(":. "))
                fault = MatchFault(seed, words[failed.seat], why, "".join(format_exception(failed)))
                return Portion(tuple(groups), fault)
        groups.append(tuple(group))
    return Portion(tuple(groups))
