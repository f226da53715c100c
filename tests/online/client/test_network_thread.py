"""The thread of connections keeps no program from its end."""

import subprocess
import sys

import pytest
from support.time.patience import PATIENCE

PROGRAM = """
import socket, threading, asyncio
from playroom.online.client.websocket_link import NetworkThread

asked = threading.Event()

def silent(*_: object, **__: object) -> None:
    asked.set()
    threading.Event().wait()

socket.getaddrinfo = silent
NetworkThread().run(asyncio.wait_for(asyncio.open_connection("nowhere.example", 1), None))
asked.wait()
print("Goodbye.")
"""


@pytest.mark.long
def test_a_silent_name_server_does_not_keep_the_program_from_its_end() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=PATIENCE
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "Goodbye.\n", "")
