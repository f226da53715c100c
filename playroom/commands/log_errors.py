"""Errors of the logs of tables, as messages."""

import sqlite3

from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Message
from playroom.online.log.club_logs import DifferentLog, EmptyFile, NoAddress
from playroom.online.log.table_log import Conflict, Damaged, NotDurable, NotStored, Unknown
from playroom.online.server.match_archive import ArchiveDamaged

WHY: dict[type[Exception], str] = {
    DifferentLog: "different",
    Conflict: "in_use",
    Damaged: "damaged",
    ArchiveDamaged: "archive_damaged",
    EmptyFile: "empty",
    NotDurable: "not_durable",
    NotStored: "not_stored",
    Unknown: "unreachable",
    ModuleNotFoundError: "no_library",
    NoAddress: "no_address",
    sqlite3.Error: "not_opened",
}
LOG_ERRORS: tuple[type[Exception], ...] = (*WHY, OSError)
"""The errors of opening, reading and writing logs."""


def log_error_message(error: Exception) -> Message:
    """The reason in one sentence."""
    if isinstance(error, OSError):
        return Message("command_line.log.system", blanks={"why": system_error_blank(error)})
    key = next(key for kind, key in WHY.items() if isinstance(error, kind))
    return Message(f"command_line.log.{key}")
