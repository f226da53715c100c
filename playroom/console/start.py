"""The start of a visit, if not in the menu."""

from playroom.console.match.draft import Draft, HostTable, JoinTable, ResumeMatch
from playroom.console.replay.replay import Replay

Start = Draft | ResumeMatch | JoinTable | HostTable | Replay
"""A table, a saved match, a table of others, an own table for others, or a match to be gone through again."""
