"""Patience with a busy machine: the time limits of the program, and of the tests that wait for it."""

from collections.abc import Callable, Iterable
from importlib import import_module

PATIENCE = 60.0
"""Seconds that a busy machine may need for anything."""

LIMITS = (
    ("playroom.voice.backends.ssip", "REPLY_TIMEOUT"),
    ("playroom.voice.backends.ssip", "SPAWN_TIMEOUT"),
    ("playroom.voice.worker", "CALL_TIMEOUT"),
    ("playroom.voice.probe", "PROBE_TIMEOUT"),
    ("playroom.voice.probe", "LOADING_TIMEOUT"),
    ("playroom.voice.sources", "LOADING_TIMEOUT"),
    ("playroom.voice.backends.program", "_CHECK_TIMEOUT"),
    ("playroom.voice.line_speaker", "_BUILD_TIMEOUT"),
    ("playroom.voice.backends.ssml", "_BEGIN_TIMEOUT"),
    ("playroom.voice.backends.ssml", "_CANCEL_TIMEOUT"),
    ("playroom.voice.backends.ssml", "_LEAVE_TIMEOUT"),
    ("playroom.console.play.match_files", "LATE"),
    ("playroom.console.ui.write_queue", "FINISH"),
    ("playroom.console.terminal.clipboard_program", "_TIMEOUT"),
    ("playroom.home.files", "WAIT"),
    ("playroom.sound.sound_thread", "LOOK_SECONDS"),
    ("playroom.sound.sound_thread", "BLOCKED_SECONDS"),
    ("playroom.simulation.executors", "TIMEOUT"),
)
"""The modules and names of the seconds after which the program gives up what a busy machine does late."""

SERVER_LIMITS = (
    ("playroom.online.log.nats", "TIMEOUT"),
    ("playroom.online.log.nats_streams", "PAGE_TIMEOUT"),
    ("playroom.online.log.nats_streams", "CREATION_TIMEOUT"),
    ("playroom.online.server.room_server", "HANDSHAKE_SECONDS"),
    ("playroom.online.server.rooms", "ANSWER_SECONDS"),
    ("playroom.online.server.session", "HANDSHAKE_SECONDS"),
)
"""Those of servers of shared tables and of their logs, which take longer to import."""

WEB_LIMITS = (
    ("playroom.web.browser_console", "SAVE_SECONDS"),
    ("playroom.web.visitor", "HELLO_SECONDS"),
    ("playroom.web.web_server", "END_SECONDS"),
    ("playroom.web.web_server", "PONG_SECONDS"),
    ("playroom.console.play.match_files", "LATE"),
    ("playroom.console.ui.write_queue", "FINISH"),
)
"""Those of a server of the page in a browser, and of its consoles."""

Change = Callable[[object, str, object], object]
"""Sets a name of a module, as setattr does."""


def extend_limits(change: Change, limits: Iterable[tuple[str, str]] = LIMITS) -> None:
    """Let each of these time limits of the program be PATIENCE."""
    for module, name in limits:
        assert hasattr(import_module(module), name)
        change(import_module(module), name, PATIENCE)


def hide_programs(change: Change) -> None:
    """Let the program find no screen reader, though the machine may run one, or another test a stand-in."""
    change(import_module("playroom.voice.backends.accessible_output"), "is_running", lambda _: False)
