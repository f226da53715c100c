"""What `playroom serve` refuses before it listens."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from support.programs.runs import Program

from playroom.commands.subcommands import serve
from playroom.commands.subcommands.serve import LOCK_FILE
from playroom.home.files import FileLock
from playroom.online.log import club_logs


def test_a_server_needs_a_folder(program: Program) -> None:
    told = program.run("serve", "--mode", "text")

    assert (told.code, told.err) == (
        2,
        "Name a folder for the files of the server. For help: playroom serve --help.\n",
    )


@pytest.mark.parametrize("port", ["x", "-1", "70000"])
def test_a_port_is_a_number_up_to_65535(program: Program, tmp_path: Path, port: str) -> None:
    told = program.run("serve", str(tmp_path), f"--port={port}", "--mode", "text")

    assert told.code == 2
    assert told.err.count("\n") == 1


def test_tables_at_no_address_are_refused(program: Program, tmp_path: Path) -> None:
    told = program.run("serve", str(tmp_path), "--port=0", "--log=nats://a,b,c", "--mode", "text")

    assert (told.code, told.err) == (1, "Not an address of NATS. An example: nats://a,b,c/club\n")


WITHOUT_EXTRA = """
import sys
sys.modules |= dict.fromkeys(["argon2", "nats", "openskill", "prometheus_client", "webauthn"])
from playroom.__main__ import main
sys.exit(main())
"""


@pytest.mark.long
@pytest.mark.parametrize("more", [("--accounts",), ("--log", "nats://127.0.0.1/club")])
def test_without_the_extra_for_servers_it_says_what_to_install(tmp_path: Path, more: tuple[str, ...]) -> None:
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRA, "serve", tmp_path / "club", *more, "--mode", "text"],
        env={**os.environ, "LANG": "C", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert told.stderr == "That needs more of the playroom. Install it with its extra named server.\n"
    assert told.returncode == 1


def test_a_folder_that_is_a_file_is_refused(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()

    told = program.run("serve", str(file), "--port", "0", "--mode", "text")

    assert told.code == 1
    assert told.err.startswith("The server cannot start: ")


@pytest.mark.parametrize("server", ["not a server", "", "club.example:0", "club.example/short"])
def test_a_table_is_opened_at_a_server_alone(program: Program, server: str) -> None:
    told = program.run("host", "--at", server, "--mode", "text")

    assert told.code == 2
    assert "not the address of a server" in told.err


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "A server runs with the folder"), ("fr", "Un serveur utilise déjà le dossier")],
)
def test_a_second_server_in_one_folder_is_refused(
    program: Program, tmp_path: Path, language: str, words: str
) -> None:
    first = FileLock(tmp_path / LOCK_FILE)
    assert first.acquire()
    try:
        told = program.run("serve", str(tmp_path), "--port=0", "--mode", "text", "--language", language)
    finally:
        first.release()

    assert told.code == 1
    assert told.err.startswith(words)


def test_the_file_of_another_servers_tables_is_refused(program: Program, tmp_path: Path) -> None:
    other, own = tmp_path / "other", tmp_path / "own"
    first = FileLock(other / LOCK_FILE)
    assert first.acquire()
    log = str(other / "tables.sqlite")
    try:
        told = [
            program.run("serve", str(own), "--port=0", "--log", log, "--mode", "text"),
            program.run("serve", str(other), "--port=0", "--mode", "text"),
        ]
    finally:
        first.release()

    assert [each.code for each in told] == [1, 1]
    assert all(each.err.startswith(f"A server runs with the folder {other}") for each in told)
    assert FileLock(own / LOCK_FILE).acquire()


def test_nats_servers_that_stay_down_are_waited_for_and_reported_as_down(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "nats://127.0.0.1:1:1,127.0.0.1:2:2,127.0.0.1:3:3/club"
    monkeypatch.setattr(serve, "wait_for_log", partial(club_logs.wait_for_log, patience=0.01))

    told = program.run("serve", str(tmp_path), "--port=0", "--log", address, "--mode", "text")

    assert told.out == (
        "The NATS servers do not answer yet. The server waits for them, for at most 30 seconds.\n"
    )
    assert (told.code, told.err) == (1, "The NATS servers do not answer.\n")


@pytest.mark.parametrize(
    "given", [["--key=k"], ["--certificate=c"], ["--certificate=c", "--key=k", "--plain"]]
)
def test_a_certificate_and_its_key_are_named_together(
    program: Program, tmp_path: Path, given: list[str]
) -> None:
    told = program.run("serve", str(tmp_path / "club"), *given, "--mode", "text")

    assert (told.code, told.err) == (
        2,
        "--certificate and --key belong together, and not to --plain.\n",
    )


def test_a_certificate_and_a_key_that_do_not_fit_are_named(program: Program, tmp_path: Path) -> None:
    file, key = tmp_path / "c.pem", tmp_path / "k.pem"
    file.write_text("none")
    key.write_text("none")

    told = program.run(
        "serve", str(tmp_path / "club"), "--port=0", f"--certificate={file}", f"--key={key}", "--mode", "text"
    )

    assert told.code == 1
    assert told.err == f"{file} and {key} are not a certificate and its key in PEM, without a password.\n"


def test_a_certificate_that_cannot_be_read_is_named(program: Program, tmp_path: Path) -> None:
    told = program.run(
        "serve", str(tmp_path), "--port=0", "--certificate=no.pem", "--key=no.pem", "--mode", "text"
    )

    assert told.code == 1
    assert told.err.startswith("The server cannot start: ")
