"""The key for the coach, who looks back at the round that is over, beside the keys."""

from functools import partial

from playroom.console.play.adviser import Coach
from playroom.console.play.session import MatchSession
from playroom.console.ui.background import Job
from playroom.narration.message import Message, Urgency, answer
from playroom.narration.phrases.phrasebook import Audience
from playroom.rules.match import Match
from playroom.voice.utterance import Buffer


class RoundCoach:
    """The coach of the listener at one table, who speaks when asked."""

    _job: Job | None = None
    """The job that examines it."""

    def __init__(self, session: MatchSession, coach: Coach) -> None:
        self._session, self._coach = session, coach
        self._looked_at: Match | None = None
        """The match whose last round the coach examines."""
        self._next: Match | None = None
        """The match whose round ended meanwhile, and is examined next."""

    def forget(self) -> None:
        """Say nothing of what is being looked at."""
        if self._job:
            self._job.cancel()
        self._job = self._looked_at = self._next = None

    def ask(self) -> None:
        """Have the last round looked at, and say that; or why there is nothing to look at."""
        room = self._session.room
        match = self._session.table.match
        if match.round:
            room.speech.reply(answer("coach.not_yet"))
        else:
            room.speech.reply(answer("coach.still_looking" if self._looked_at else "coach.looking"))
            self._look(match)

    def _look(self, match: Match) -> None:
        """Look at the last round of a match, at once or after the one that the coach is looking at."""
        if self._looked_at:
            is_another = len(match.rounds) != len(self._looked_at.rounds)
            self._next = match if is_another else None
            return
        self._looked_at = match
        audience = self._session.room.speech.audience
        self._job = self._session.room.background.run(
            partial(self._coach, match, self._session.ear), partial(self._tell, audience)
        )

    def _tell(self, audience: Audience, message: Message | None) -> None:
        """Tell what was found, or look at the round that was asked about meanwhile."""
        self._looked_at, following, self._next = None, self._next, None
        room = self._session.room
        if room.speech.audience is not audience:
            return
        if following:
            self._look(following)
        else:
            room.speech.say(message or Message("coach.too_late"), urgency=Urgency.ANSWER, buffer=Buffer.SCORE)
