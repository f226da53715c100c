"""The start of a visit, if not in the menu."""

from playroom.console.play.draft import Accompany, Draft, HostTable, JoinTable, ResumeMatch
from playroom.console.replay.replays import Replay
from playroom.console.replay.sentence_review import SentenceReview

Start = Draft | Accompany | ResumeMatch | JoinTable | HostTable | Replay | SentenceReview
"""A table, one of wood, a saved match, a table of others, an own table for others, a match to be gone through
again, or the sentences of a match."""
