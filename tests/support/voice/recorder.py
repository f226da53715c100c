"""An output module of Speech Dispatcher that speaks into a file, one JSON object a line.

usage: recorder.py FILE SPEED

The file SPEED has the characters a second at which the next text is spoken, 0 if it is over at once.

A real speech-dispatcher drives it as it drives a synthesiser, with the protocol of output modules
on standard input and output. Each text gives {"event": "speak", "text": ..., "at": ...} when it
begins, then "end" or "stop"; "at" is in seconds of the monotonic clock.
"""

import html
import json
import re
import sys
import threading
import time
from pathlib import Path

BLOCKS = {
    "SET": ("203 OK RECEIVING SETTINGS", "203 OK SETTINGS RECEIVED"),
    "AUDIO": ("207 OK RECEIVING AUDIO SETTINGS", "203 OK AUDIO INITIALIZED"),
    "LOGLEVEL": ("207 OK RECEIVING LOGLEVEL SETTINGS", "203 OK LOGLEVEL SET"),
}
LINES = {
    "INIT": "299-recorder\n299 OK LOADED SUCCESSFULLY",
    "LIST VOICES": "200-recorder\ten\tnone\n200 OK VOICE LIST SENT",
    "QUIT": "210 OK QUIT",
}


class Recorder:
    """The voice: what it is given, and how fast it talks."""

    def __init__(self, file: Path, speed: Path) -> None:
        self.file = file.open("a", buffering=1, encoding="utf-8")
        self.speed = speed
        self.lock = threading.Lock()
        self.stopped = threading.Event()

    def reply(self, line: str) -> None:
        with self.lock:
            print(line, flush=True)

    def note(self, event: str, text: str) -> None:
        self.file.write(json.dumps({"event": event, "text": text, "at": time.monotonic()}) + "\n")

    def speak(self, text: str, stopped: threading.Event) -> None:
        speed = float(self.speed.read_text())
        self.note("speak", text)
        self.reply("701 BEGIN")
        cut = stopped.wait(len(text) / speed if speed else 0)
        self.note("stop" if cut else "end", text)
        self.reply("703 STOP" if cut else "702 END")

    def obey(self, command: str) -> None:
        if command in ("SPEAK", "CHAR", "KEY", "SOUND_ICON"):
            self.reply("202 OK RECEIVING MESSAGE")
            text = plain(block())
            self.reply("200 OK SPEAKING")
            self.stopped = threading.Event()
            threading.Thread(target=self.speak, args=(text, self.stopped), daemon=True).start()
        elif command in ("STOP", "PAUSE"):
            self.stopped.set()
        elif command in BLOCKS:
            self.reply(BLOCKS[command][0])
            self.note(command.lower(), block())
            self.reply(BLOCKS[command][1])
        else:
            self.reply(LINES.get(command, "300 ERR UNKNOWN COMMAND"))


def block() -> str:
    """The lines up to a lone dot, or to the end of a server that was killed meanwhile."""
    lines = []
    while (line := sys.stdin.readline()) not in ("", ".\n"):
        lines.append(line.removesuffix("\n").removeprefix("." if line.startswith("..") else ""))
    return "\n".join(lines)


def plain(markup: str) -> str:
    """The text that a client gave, out of the markup in which the server wraps it."""
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def main() -> None:
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # standard input is a text stream here
    recorder = Recorder(Path(sys.argv[1]), Path(sys.argv[2]))
    while line := sys.stdin.readline():
        recorder.obey(line.strip())
        if line.strip() == "QUIT":
            return


if __name__ == "__main__":
    main()
