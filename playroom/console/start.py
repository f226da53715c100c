"""The start of a visit, if not in the menu."""

from playroom.console.play.draft import Draft, HostTable, JoinTable, ResumeMatch
from playroom.console.replay.replays import Replay
from playroom.console.replay.sentence_review import SentenceReview

Start = Draft | ResumeMatch | JoinTable | HostTable | Replay | SentenceReview
"""A table, a saved match, a table of others, an own table for others, a match to be gone through again, or
the sentences of a match."""
