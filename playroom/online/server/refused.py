"""The refusal of a message, as a code with blanks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playroom.online.log.table_log import Damaged, NotStored, Unknown
from playroom.online.server.journal import note
from playroom.online.wire.protocol import RefusalCode


class Refused(Exception):  # noqa: N818 (an answer, not an error of the program)
    """The server does not do what it was asked; nothing has changed."""

    def __init__(self, code: RefusalCode, **blanks: Any) -> None:  # noqa: ANN401 (any JSON value)
        super().__init__(code)
        self.code = code
        self.blanks = blanks


@contextmanager
def refused_by_storage() -> Iterator[None]:
    """Refuse what the log of the table cannot do."""
    try:
        yield
    except Damaged as error:
        raise Refused(RefusalCode.LOG_DAMAGED) from error
    except (NotStored, Unknown) as error:
        note("not stored", why=type(error).__name__)
        raise Refused(RefusalCode.STORAGE_FAILED) from error
