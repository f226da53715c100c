"""The refusal of a message, as a code with blanks."""

from typing import Any

from playroom.online.wire.codes import RefusalCode


class Refused(Exception):  # noqa: N818 (an answer, not an error of the program)
    """The server does not do what it was asked; nothing has changed."""

    def __init__(self, code: RefusalCode, **blanks: Any) -> None:  # noqa: ANN401 (any JSON value)
        super().__init__(code)
        self.code = code
        self.blanks = blanks
