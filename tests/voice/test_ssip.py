import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from support.systems import needs_unix_sockets
from support.voice.private_dispatcher import Dispatcher, until

from playroom.voice.backends import ssip
from playroom.voice.backends.backend import SpeechEvent
from playroom.voice.backends.ssip import InetSocket, SSIPClient, SSIPError, UnixSocket, server_address

pytestmark = pytest.mark.usefixtures("patient")

NASTY = ["<speak>&amp; 3 < 4</speak>", ".", "..", ". dot", "naïve 中 😀", "SPEAK", "a" * 100_000]


def test_a_text_is_queued_as_a_message(dispatcher: Dispatcher) -> None:
    client = SSIPClient()

    client.speak("Ben passes.")

    assert until(dispatcher.queued)
    assert [(queued.text, queued.priority) for queued in dispatcher.queued()] == [("Ben passes.", "message")]
    client.close()


def test_an_important_text_is_queued_as_such_and_the_next_is_not(dispatcher: Dispatcher) -> None:
    client = SSIPClient()

    client.speak("Left 3.", important=True)
    client.speak("Ben passes.")

    assert until(lambda: len(dispatcher.queued()) == 2)
    assert [queued.priority for queued in dispatcher.queued()] == ["important", "message"]
    client.close()


def test_a_cancel_stops_what_sounds_and_what_waits(start_dispatcher: Callable[[float], Dispatcher]) -> None:
    dispatcher = start_dispatcher(10)
    client = SSIPClient()
    client.speak("a text of many seconds " * 10)
    client.speak("it waits")
    assert until(dispatcher.spoken)

    client.cancel()
    client.speak("now", important=True)

    assert until(lambda: "now" in dispatcher.spoken("end"))
    assert dispatcher.spoken("stop") == ["a text of many seconds " * 10]
    assert "it waits" not in dispatcher.spoken()
    client.close()


@pytest.mark.long
def test_nasty_texts_arrive_as_they_are(dispatcher: Dispatcher) -> None:
    client = SSIPClient()

    for text in NASTY:
        client.speak(text)

    assert until(lambda: len(dispatcher.spoken("end")) == len(NASTY))
    assert dispatcher.spoken() == NASTY
    client.close()


def test_lone_surrogates_do_no_harm(dispatcher: Dispatcher) -> None:
    client = SSIPClient()

    client.speak("a\ud800b")

    assert until(lambda: dispatcher.spoken() == ["a?b"])
    client.close()


def test_lines_stay_one_text(dispatcher: Dispatcher) -> None:
    client = SSIPClient()

    client.speak("one\n.two\n.")
    client.speak("three")

    assert until(lambda: len(dispatcher.spoken()) == 2)
    assert dispatcher.spoken()[1] == "three"
    client.close()


def test_reports_distinguish_finished_speech_from_interrupted_speech(
    start_dispatcher: Callable[[float], Dispatcher],
) -> None:
    dispatcher = start_dispatcher(50)
    reports: list[tuple[SpeechEvent, str]] = []
    client = SSIPClient(on_event=lambda report, text: reports.append((report, text)))
    client.speak("short")
    client.speak("a text of many seconds " * 10)
    assert until(lambda: len(dispatcher.spoken()) == 2)

    client.cancel()

    assert until(lambda: len(reports) == 4)
    assert reports == [
        (SpeechEvent.BEGUN, "short"),
        (SpeechEvent.FINISHED, "short"),
        (SpeechEvent.BEGUN, "a text of many seconds " * 10),
        (SpeechEvent.INTERRUPTED, "a text of many seconds " * 10),
    ]
    client.close()


def test_a_server_that_is_killed_is_reported_with_what_was_cut(
    start_dispatcher: Callable[[float], Dispatcher],
) -> None:
    dispatcher = start_dispatcher(1)
    reports: list[tuple[SpeechEvent, str]] = []
    client = SSIPClient(on_event=lambda report, text: reports.append((report, text)))
    client.speak("Your turn.")
    assert until(lambda: reports == [(SpeechEvent.BEGUN, "Your turn.")])

    dispatcher.kill()

    assert until(lambda: reports[1:] == [(SpeechEvent.DISCONNECTED, "")])
    with pytest.raises(SSIPError):
        client.speak("more")


@pytest.mark.usefixtures("dispatcher")
def test_a_connection_that_we_close_is_no_loss() -> None:
    reports: list[SpeechEvent] = []
    before = {*threading.enumerate()}
    client = SSIPClient(on_event=lambda report, _text: reports.append(report))
    (reader,) = (each for each in {*threading.enumerate()} - before if each.name == "speech-dispatcher")

    client.close()
    reader.join()

    assert reports == []


def test_a_frozen_server_is_given_up(dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    client = SSIPClient()
    dispatcher.freeze()
    monkeypatch.setattr(ssip, "REPLY_TIMEOUT", 0.2)

    with pytest.raises(SSIPError, match="silent"):
        client.speak("Ben passes.")


@pytest.mark.usefixtures("impatient")
def test_a_frozen_server_takes_no_new_client(dispatcher: Dispatcher) -> None:
    dispatcher.freeze()

    with pytest.raises(SSIPError, match="silent"):
        SSIPClient()


def test_a_server_that_is_not_running_is_started(dispatcher: Dispatcher) -> None:
    dispatcher.kill()

    client = SSIPClient(environment=dispatcher.asleep)
    client.speak("Ben passes.")

    assert until(lambda: "Ben passes." in dispatcher.spoken())
    client.close()


@needs_unix_sockets
def test_no_server_and_none_to_start_is_reported(tmp_path: Path) -> None:
    nowhere = {"SPEECHD_ADDRESS": f"unix_socket:{tmp_path}/none", "PATH": str(tmp_path)}

    with pytest.raises(SSIPError, match="cannot be started"):
        SSIPClient(environment=nowhere)


@needs_unix_sockets
def test_a_server_that_refuses_to_start_is_reported(tmp_path: Path) -> None:
    nowhere = {"SPEECHD_ADDRESS": f"unix_socket:{tmp_path}/none", "SPEECHD_CMD": "/bin/false"}

    with pytest.raises(SSIPError, match="does not start"):
        SSIPClient(environment=nowhere)


def test_a_server_elsewhere_is_reached_over_the_network_and_never_started() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        InetSocket(*server.getsockname()).open() as connection,
    ):
        assert connection.getpeername() == server.getsockname()

    assert InetSocket("10.0.0.1", 6560).spawn_options == ()
    assert InetSocket("127.0.0.1", 6561).spawn_options[-1] == "6561"


def babble(server: socket.socket) -> None:
    with server.accept()[0] as connection:
        connection.sendall(b"hello\r\n")


@needs_unix_sockets
def test_a_server_that_talks_nonsense_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=babble, args=[server]).start()
        host, port = server.getsockname()

        with pytest.raises(SSIPError, match="the server"):
            SSIPClient(environment={"SPEECHD_ADDRESS": f"inet_socket:{host}:{port}"})


def flood(server: socket.socket, sent: bytes) -> None:
    """A server that takes a client, and then sends the same until the client has gone."""
    with server.accept()[0] as connection, connection.makefile("rb") as lines, suppress(OSError):
        for line in lines:
            connection.sendall(b"200 OK\r\n")
            while b"NOTIFICATION" in line:
                connection.sendall(sent)


@pytest.mark.parametrize(
    "sent",
    [b"9" * 1000, b"200-more\r\n" * 100, b"200 OK\r\n" * 100, b"225 OK\r\n", b"702 END\r\n"],
    ids=["no end of line", "no end of data", "replies", "no number", "no message"],
)
def test_a_server_that_sends_what_nobody_asked_for_is_given_up(sent: bytes) -> None:
    reports: list[SpeechEvent] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=flood, args=[server, sent]).start()
        host, port = server.getsockname()
        SSIPClient(
            on_event=lambda report, _: reports.append(report),
            environment={"SPEECHD_ADDRESS": f"inet_socket:{host}:{port}"},
        )

        assert until(lambda: reports == [SpeechEvent.DISCONNECTED])


def say_at_once(server: socket.socket) -> None:
    """A server whose voice is over before the server has told the number of the message."""
    replies = {b"SPEAK\r\n": b"230 OK\r\n", b"Ben passes.\r\n": b""}
    events = (b"701 BEGIN", b"704 PAUSED", b"705 RESUMED", b"702 END")
    told = b"".join(b"%b-7\r\n%b-1\r\n%b\r\n" % (event[:3], event[:3], event) for event in events)
    over = told + b"225-7\r\n225 OK\r\n"
    with server.accept()[0] as connection, connection.makefile("rb") as lines:
        for line in lines:
            connection.sendall(over if line == b".\r\n" else replies.get(line, b"200 OK\r\n"))


def test_a_text_that_is_over_before_it_has_a_number_is_reported_too() -> None:
    reports: list[tuple[SpeechEvent, str]] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=say_at_once, args=[server]).start()
        host, port = server.getsockname()
        client = SSIPClient(
            on_event=lambda report, text: reports.append((report, text)),
            environment={"SPEECHD_ADDRESS": f"inet_socket:{host}:{port}"},
        )

        client.speak("Ben passes.")

        assert until(lambda: len(reports) >= 2)
        client.close()
    assert reports[:2] == [(SpeechEvent.BEGUN, "Ben passes."), (SpeechEvent.FINISHED, "Ben passes.")]


@needs_unix_sockets
@pytest.mark.parametrize(
    ("environment", "where"),
    [
        ({"XDG_RUNTIME_DIR": "/run/user/7"}, UnixSocket("/run/user/7/speech-dispatcher/speechd.sock")),
        ({"XDG_CACHE_HOME": "/cache"}, UnixSocket("/cache/speech-dispatcher/speechd.sock")),
        ({}, UnixSocket(str(Path("~/.cache/speech-dispatcher/speechd.sock").expanduser()))),
        ({"SPEECHD_ADDRESS": "unix_socket:/a:b"}, UnixSocket("/a:b")),
        (
            {"SPEECHD_ADDRESS": "unix_socket", "XDG_RUNTIME_DIR": "/run"},
            UnixSocket("/run/speech-dispatcher/speechd.sock"),
        ),
        ({"SPEECHD_ADDRESS": "inet_socket"}, InetSocket("127.0.0.1", 6560)),
        ({"SPEECHD_ADDRESS": "inet_socket:box"}, InetSocket("box", 6560)),
        ({"SPEECHD_ADDRESS": "inet_socket:box:7000"}, InetSocket("box", 7000)),
    ],
)
def test_the_address_is_found_as_the_server_finds_it(
    environment: dict[str, str], where: UnixSocket | InetSocket
) -> None:
    assert server_address(environment) == where


@pytest.mark.parametrize("nonsense", ["pigeon:7", "inet_socket:box:door"])
def test_an_address_that_is_none_is_refused(nonsense: str) -> None:
    with pytest.raises(SSIPError):
        SSIPClient(environment={"SPEECHD_ADDRESS": nonsense})
