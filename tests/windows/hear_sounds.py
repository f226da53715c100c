"""Hears the sounds of the folder for Windows players, under Wine, at a PulseAudio server with a null sink.

usage: hear_sounds.py PYTHON

PYTHON is the python.exe in the folder. The library that plays the sounds is printed; silence is an error.
"""

import os
import sys
import tempfile
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.sound.private_pulse import PulseServer
from support.voice.private_dispatcher import until

SECONDS: Final = 120
"""How long Wine may take."""
ENOUGH: Final = 1000
"""So many samples that are not silence are a sound."""
PLAYING: Final = "tests/windows/play_sounds.py"
"""The program that plays, in the checkout."""


def hear(python: str, server: PulseServer) -> str:
    """The library and the device through which sounds came; an AssertionError if none came."""
    server.start()
    environment = {**os.environ, **server.environment}
    del environment["ALSOFT_DRIVERS"]  # the driver is that of Windows
    command = ["wine", python, "-X", "utf8", PLAYING]
    told: list[str] = []
    with Popen(command, env=environment, stdin=PIPE, stdout=PIPE, stderr=STDOUT, encoding="utf-8") as playing:
        asked, answered = playing.stdin, playing.stdout
        assert asked
        assert answered

        def sounds() -> bool:
            print(file=asked, flush=True)
            told.append(answered.readline().strip())
            return server.heard() > ENOUGH

        assert until(sounds, SECONDS), told[-1:]
        asked.close()
    return told[-1]


def main(python: str) -> None:
    """Start a server of sounds, and print what is heard there."""
    with tempfile.TemporaryDirectory(prefix="playroom-") as folder:
        server = PulseServer(Path(folder))
        try:
            library, device = hear(python, server).split("\t")
        finally:
            server.kill()
    print(f"Sounds are heard through {library} at {device}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
