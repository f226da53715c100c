"""The advice that players can ask for, from what thinks for them."""

from functools import partial

from msgspec.structs import replace

from playroom.advice.findings import TurningPoint
from playroom.console.match.hints import Adviser
from playroom.minds.thinkers import Ask
from playroom.narration.message import Message
from playroom.rules.log.rounds import Rounds
from playroom.rules.match import Match
from playroom.rules.seat import Seat


def adviser(ask: Ask) -> Adviser:
    """The adviser whose thinkers are asked in this way."""

    def coach(match: Match, ear: Seat | None) -> Message | None:
        found: Message | None = ask("coach", last_round_of(match), ear)
        return found

    def turning_point(match: Match, ear: Seat | None) -> TurningPoint | None:
        found: TurningPoint | None = ask("turning_point", last_round_of(match), ear)
        return found

    return Adviser(
        hint=partial(ask, "hint"),
        review=partial(ask, "review"),
        coach=coach,
        turning_point=turning_point,
        mistake=partial(ask, "mistake"),
        judge=partial(ask, "judge"),
    )


def last_round_of(match: Match) -> Match:
    """The match with its last round as every round: the coach looks at no other, and it is short to send."""
    return replace(match, rounds=Rounds((match.now,) * len(match.rounds)))
