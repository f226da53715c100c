"""The advice that players can ask for, each kind imported when it is first asked for."""

from typing import Final

from playroom.bots.roster import lazy
from playroom.console.match.hints import Adviser

ADVISER: Final = Adviser(
    hint=lazy("playroom.advice.hints", "hint"),
    review=lazy("playroom.advice.review", "review"),
    coach=lazy("playroom.advice.coach", "coached"),
    turning_point=lazy("playroom.advice.coach", "turning_point"),
    mistake=lazy("playroom.advice.mistakes", "mistake"),
    judge=lazy("playroom.advice.mistakes", "judged"),
)
