"""The version, the sizes, the times, the codes and the bases of messages on which client and server agree."""

from enum import StrEnum

from msgspec import Struct

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
FORMER_MEMBER = "-"
"""In the place of the name of a member whose account is deleted; nobody can have such a name."""
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


class RefusalCode(StrEnum):
    """Why a server refuses a message or ends a connection; the comment names the blanks of the sentence."""

    # The message
    MALFORMED = "malformed"
    TOO_FAST = "too_fast"  # seconds
    WRONG_VERSION = "wrong_version"  # server, client
    HELLO_FIRST = "hello_first"
    JOIN_FIRST = "join_first"
    # Joining
    NO_SUCH_TABLE = "no_such_table"
    LINK_FOR_BROWSERS = "link_for_browsers"
    NO_SUCH_SEAT_TOKEN = "no_such_seat_token"  # noqa: S105 (a code, not a password)
    BAD_NAME = "bad_name"
    NAME_TAKEN = "name_taken"  # name
    TABLE_FULL = "table_full"  # most: the people that a table can have
    BANNED = "banned"  # reason
    KICKED = "kicked"  # reason
    LOG_DIFFERS = "log_differs"
    LOG_DAMAGED = "log_damaged"
    SIGN_IN_FIRST = "sign_in_first"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 (a code, not a password)
    BAD_PASSWORD = "bad_password"  # noqa: S105 (a code, not a password); least
    ACCOUNT_EXISTS = "account_exists"  # name
    WRONG_KEY = "wrong_key"
    BANNED_UNTIL = "banned_until"  # reason, seconds
    BANNED_FOREVER = "banned_forever"  # reason
    NO_RATINGS = "no_ratings"
    MAY_NOT_OPEN = "may_not_open"
    NOT_HERE = "not_here"  # name: who cannot be invited
    NOT_THE_DEAL = "not_the_deal"
    QUIET = "quiet"  # name: who does not want to be disturbed
    TOO_MANY_CONNECTIONS = "too_many_connections"
    TOO_MANY_TABLES = "too_many_tables"
    REPLACED = "replaced"
    SLOW = "slow"
    CLOSING = "closing"
    TABLE_CLOSED = "table_closed"  # name: who opened the table
    # Commands at the table
    ONLY_WATCHING = "only_watching"
    NOT_HOST = "not_host"
    NO_SUCH_PERSON = "no_such_person"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"  # seat
    SEAT_REFUSED = "seat_refused"
    NO_SEAT_ASKED = "no_seat_asked"
    IS_ADMINISTRATOR = "is_administrator"
    NO_SEAT = "no_seat"
    NO_SUCH_BOT = "no_such_bot"
    NO_SUCH_GAME = "no_such_game"
    OTHER_GAMES = "other_games"
    IMPOSSIBLE_TABLE = "impossible_table"
    SEATS_FREE = "seats_free"  # seats: how many
    NOT_READY = "not_ready"  # people: their numbers
    MATCH_RUNS = "match_runs"
    NO_MATCH = "no_match"
    ROUND_RUNS = "round_runs"
    NO_SHARE = "no_share"
    NO_ROUND = "no_round"
    MATCH_OVER = "match_over"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    NOT_YOUR_TURN = "not_your_turn"  # seat: whose turn it is, or null
    NO_EXTENSION = "no_extension"
    ILLEGAL_MOVE = "illegal_move"  # why: a word of playroom.rules.legal.Objection
    STORAGE_FAILED = "storage_failed"
    # Evenings
    EVENING_RUNS = "evening_runs"
    NO_EVENING = "no_evening"
    EVENING_NEEDS_TWO = "evening_needs_two"
    EVENING_IS_FULL = "evening_is_full"
    TOO_FEW_PEOPLE = "too_few_people"  # needed: how many
    TOO_MANY_PEOPLE = "too_many_people"  # most
    # Moderation
    NOT_MODERATOR = "not_moderator"
    NOT_ADMINISTRATOR = "not_administrator"
    NOT_AGAINST_ADMINISTRATOR = "not_against_administrator"  # name
    NO_MODERATION = "no_moderation"
    NO_SUCH_LINE = "no_such_line"
    NO_SUCH_ACCOUNT = "no_such_account"  # name
    NO_SUCH_REPORT = "no_such_report"
    CLUB_CLOSED = "club_closed"  # reason
    CLOSED_BY_MODERATOR = "closed_by_moderator"  # reason
    MUTED_UNTIL = "muted_until"  # reason, seconds
    MUTED_FOREVER = "muted_forever"  # reason
    # Chat
    MUTED = "muted"  # reason
    NO_TEAM = "no_team"


class CloseCode:
    """The WebSocket close codes of the server, besides those of the protocol."""

    NORMAL = 1000
    TRY_AGAIN = 1013
    REMOVED = 4001
    REPLACED = 4002
    REFUSED = 4003
    TABLE_CLOSED = 4004


class FromClient(Struct, frozen=True, gc=False, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """The base of what a client says."""


class FromServer(Struct, frozen=True, gc=False, tag_field="type", tag=str.lower):
    """The base of what a server says."""
