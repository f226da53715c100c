"""The sizes that client and server agree on, and the times that a server waits."""

VERSION = 2
"""The version of the protocol; a server refuses every other."""

CLIENT_MESSAGE_BYTES = 4096
"""The longest message that a server reads."""

SERVER_MESSAGE_BYTES = 65536
"""The longest message that a client reads."""

MOST_NESTED = 32
"""How deep the arrays and objects of a message may be nested; the deepest that is sent has 8 levels."""

QUEUE_BYTES = 128 * 1024
"""The most bytes that wait for a slow reader before the connection is closed; the longest message fits in."""

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

LISTED_SECONDS = 30.0
"""The seconds for which a table stays in the lobby if its server says nothing."""
