"""A process that thinks, as a thread of the test: all that is asked and found goes through real pipes."""

import socket
from contextlib import suppress
from threading import Thread

from playroom.minds import worker


class ThreadProcess:
    """A process that can be killed in the middle of a thought; one that *hangs* answers nothing."""

    def __init__(self, *, hangs: bool = False) -> None:
        self._ours, self._its = socket.socketpair()
        self.stdin, self.stdout = self._ours.makefile("wb"), self._ours.makefile("rb")
        self._questions, self._answers = self._its.makefile("rb"), self._its.makefile("wb")
        self.is_killed = False
        self._thread = Thread(target=self._serve)
        if not hangs:
            self._thread.start()

    def kill(self) -> None:
        """End it: who writes sees an error, who reads the end, as with a dead process's pipes."""
        self.is_killed = True
        for each in (self._ours, self._its):
            with suppress(OSError):  # it has been closed before
                each.shutdown(socket.SHUT_WR)  # a later read of a SHUT_RD socket is an error on Windows

    def wait(self) -> int:
        """Wait until it asks for nothing more, and close what a system closes."""
        if self._thread.ident:
            self._thread.join()
        for each in (self._ours, self._questions, self._answers, self._its):
            with suppress(OSError):  # an answer that was not read is lost
                each.close()
        return 0

    def _serve(self) -> None:
        worker.serve(self._questions, self._answers)
