"""The sizes that client and server agree on, and the times that a server waits."""

VERSION = 3
EARLIEST_VERSION = 2
"""The version of the protocol, and the earliest that servers and clients of this one understand."""

CLIENT_MESSAGE_BYTES = 4096
"""The longest message that a server reads."""

MOST_NESTED = 32
"""How deep the arrays and objects of a message may be nested; the deepest that is sent has 8 levels."""

HANDSHAKE_SECONDS = 5.0
"""A connection that has not said hello by then is closed."""

LATEST_HEARD = 5.0
"""Seconds after which thinking time starts, even if the player has not heard that it is their turn."""

SHARE_SECONDS = 3.0
"""The seconds for which a deal waits for what clients have sealed for it."""

LONGEST_NAME = 32
LONGEST_CHAT = 300
LONGEST_REASON = 200
LONGEST_ID = 40
LEAST_PASSWORD = 8
LONGEST_PASSWORD = 200
"""Lengths in characters."""

MOST_THINKING_SECONDS = 3600
"""The longest thinking time that a table can have."""

MOST_FAULTS = 20
"""The most implausible refusals before a connection is closed."""

MOST_PEOPLE = 64
"""The most people a table knows at a time, players and watchers, besides those who are banned."""

MOST_BANNED = 64
"""The most people that a table keeps out by name; the next ban lifts the oldest."""

REASON_BYTES = 256
"""The longest reason, which is in no script shorter than 64 characters."""

PERSON_BYTES = 4 * LONGEST_NAME + 2 * REASON_BYTES + 128
"""The most that a person takes in a message: their name, why they are muted and banned, and the rest."""

SERVER_MESSAGE_BYTES = (MOST_PEOPLE + MOST_BANNED) * PERSON_BYTES + 16 * 1024
"""The longest message that a client reads: a table with all the people that it may know."""

QUEUE_BYTES = SERVER_MESSAGE_BYTES + 16 * 1024
"""The most bytes that wait for a slow reader before the connection is closed; the longest message fits in."""

LISTED_SECONDS = 30.0
"""The seconds for which a table stays in the lobby if its server says nothing."""
