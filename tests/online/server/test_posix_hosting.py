"""The commands of the page on hosting as written, with other addresses: a club moves to NATS and back."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from configparser import ConfigParser
from contextlib import AsyncExitStack, asynccontextmanager
from functools import reduce
from getpass import getuser
from pathlib import Path
from ssl import SSLContext
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from network_people import client_at
from people import Client, settings
from support.online.authority import Authority
from support.online.nats_cluster import free_ports, is_ready, program
from support.time.patience import PATIENCE
from websockets.asyncio.client import connect

from playroom.online.wire.messages import (
    Ack,
    Hello,
    Join,
    Joined,
    OpenTable,
    SignedIn,
    SignIn,
    Welcome,
    encoded,
    server_message,
)
from playroom.online.wire.moderation import FollowNews, RoleIs
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import AnyDo, Sit, Stand

PAGE = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"^    (playroom .*|nats-server .*)$", re.MULTILINE)
PATIENT = str(Path(__file__).parents[2] / "support" / "programs" / "patient_server.py")
ORDINARY = "-m playroom"
PLAYROOM = """#!/bin/sh
exec {python} {program} "$@" --mode text --language en
"""


def chapter(title: str) -> str:
    """The page below a heading."""
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


class ClubFolder:
    """A folder in which a host types the commands of the page; its addresses are others on this machine."""

    def __init__(self, folder: Path, server: str = PATIENT) -> None:
        self.port, self.monitor = free_ports(2)
        self.hosts = [f"127.{os.getpid() // 250 % 250 + 1}.{os.getpid() % 250}.{node}" for node in (1, 2, 3)]
        self._folder = folder
        programs = folder / "bin"
        programs.mkdir()
        (programs / "playroom").write_text(PLAYROOM.format(python=sys.executable, program=server))
        (programs / "playroom").chmod(0o755)
        (programs / "nats-server").symlink_to(program())
        self._environment = {**os.environ, "HOME": str(folder), "PATH": f"{programs}:{os.environ['PATH']}"}

    def here(self, text: str) -> str:
        """The text of the page for this machine."""
        return (
            text.replace("10.0.0.", self.hosts[0][:-1])
            .replace("7373", str(self.port))
            .replace("9373", str(self.monitor))
        )

    def commands(self, title: str) -> list[str]:
        """The commands of a chapter, in order."""
        return [self.here(found) for found in COMMAND.findall(chapter(title))]

    def save_configuration(self) -> None:
        """Save the file for NATS servers under the name that the page gives it."""
        name, text = re.findall(r"Save this as\n`(.*?)` .*?```\n(.*?)```", PAGE, re.DOTALL)[0]
        (self._folder / name).write_text(self.here(text))

    def page(self, name: str) -> str:
        """A page for operators that docs/hosting.md names; an OSError if it is not there."""
        (address,) = re.findall(rf"<(.*/{name})>", self.here(PAGE))
        with urlopen(address) as page:  # noqa: S310 (our own server)
            return str(page.read().decode())

    def lines(self, name: str) -> list[str]:
        """The lines of a file."""
        return (self._folder / name).read_text().splitlines()

    async def start(self, command: str) -> Process:
        """Start a command."""
        return await asyncio.create_subprocess_shell(
            f"exec {command}", stdout=PIPE, cwd=self._folder, env=self._environment
        )

    async def output(self, command: str) -> str:
        """What a command prints, which succeeds."""
        process = await self.start(command)
        told, _ = await process.communicate()
        assert process.returncode == 0, command
        return told.decode()

    @asynccontextmanager
    async def running(self, command: str) -> AsyncIterator[Process]:
        """A server for some time, which is ended with SIGTERM."""
        process = await self.start(command)
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            await process.communicate()

    async def guest(self) -> Client:
        """Somebody at the running server."""
        return await client_at("127.0.0.1", self.port)


async def done_by(guest: Client, join: Join | OpenTable, do: AnyDo, command: str) -> tuple[str, int]:
    """Come to a table and do something there; the code of the table, and the number of the event."""
    guest.say(join)
    code = (await guest.wait(Joined)).code
    answer = await guest.do(do, command)
    guest.hang_up()
    assert isinstance(answer, Ack)
    return code, answer.number


@asynccontextmanager
async def cluster(club: ClubFolder, nodes: Sequence[str]) -> AsyncIterator[None]:
    """The NATS servers that these commands start, for some time."""
    async with AsyncExitStack() as running:
        for node in nodes:
            await running.enter_async_context(club.running(node))
        for host in club.hosts:
            while not await asyncio.to_thread(is_ready, f"http://{host}:8222"):  # noqa: ASYNC110 (others start)
                await asyncio.sleep(0.1)
        yield


async def moved_club(club: ClubFolder) -> None:
    """All commands of the page, in order."""
    (serve,), (backup,) = club.commands("One machine"), club.commands("Backups")
    *nodes, there, serve_there, back, serve_again = club.commands("Three machines")
    async with club.running(serve):
        ada = await club.guest()
        code, number = await done_by(ada, OpenTable("open", "Ada", settings()), Sit(0), "first")
        archive = "0 finished matches in the copy of the archive.\n"
        assert await club.output(backup) == copied(number, number) + archive
    club.save_configuration()
    async with cluster(club, nodes):
        assert await club.output(there) == copied(number, number)
        async with club.running(serve_there):
            again = await club.guest()
            assert await done_by(again, Join(code, token=ada.token), Stand(), "second") == (code, number + 1)
        assert await club.output(back) == copied(number + 1, 1)
    async with club.running(serve_again):
        last = await club.guest()
        assert await done_by(last, Join(code, token=ada.token), Sit(0), "third") == (code, number + 2)


@pytest.mark.long
def test_a_server_is_watched(tmp_path: Path) -> None:
    asyncio.run(watched_club(ClubFolder(tmp_path)))


async def has_told(process: Process, text: str) -> None:
    """Wait until a program has printed a line with this text."""
    assert process.stdout
    while text not in (line := (await process.stdout.readline()).decode()):
        assert line, "the program has ended"


async def watched_club(club: ClubFolder) -> None:
    (serve,) = club.commands("Watching the server")
    async with club.running(serve) as server:
        await has_told(server, str(club.monitor))
        await done_by(await club.guest(), OpenTable("open", "Ada", settings()), Sit(0), "first")
        assert await asyncio.to_thread(club.page, "healthz") == "ok\n"
        assert "\nplayroom_commands_total 1.0\n" in await asyncio.to_thread(club.page, "metrics")
    events = [json.loads(line)["event"] for line in club.lines("journal.jsonl")]
    assert [event for event in events if event in EVENTS] == EVENTS


@pytest.mark.long
def test_nats_servers_that_are_down_are_reported(tmp_path: Path) -> None:
    asyncio.run(club_without_nats(ClubFolder(tmp_path, ORDINARY)))


async def club_without_nats(club: ClubFolder) -> None:
    *nodes, _, serve, _, _ = club.commands("Three machines")
    club.save_configuration()
    async with AsyncExitStack() as running:
        async with cluster(club, nodes):
            server = await running.enter_async_context(club.running(f"{serve} --monitor {club.monitor}"))
            await has_told(server, str(club.monitor))
            assert await health(club) == "ok\n"
        assert await health(club) == "the log of the tables does not answer\n"
        async with cluster(club, nodes), asyncio.timeout(PATIENCE):
            while await health(club) != "ok\n":  # noqa: ASYNC110 (the server connects again)
                await asyncio.sleep(0.1)
    assert server.returncode == 0


async def health(club: ClubFolder) -> str:
    """The body of the /healthz page, whether its status is 200 or 503."""
    try:
        return await asyncio.to_thread(club.page, "healthz")
    except HTTPError as page:
        return page.read().decode()


@pytest.mark.long
def test_an_account_is_made(tmp_path: Path) -> None:
    asyncio.run(club_with_accounts(ClubFolder(tmp_path)))


async def club_with_accounts(club: ClubFolder) -> None:
    (serve,) = club.commands("Accounts")
    async with club.running(serve):
        guest = await club.guest()
        guest.say(SignIn("Ada", "open sesame", is_new=True))
        await guest.wait(SignedIn)
        assert await done_by(guest, OpenTable("open", "", settings()), Sit(0), "first")
        again = await club.guest()
        again.say(SignIn("Ada", "open sesame"))
        assert (await again.wait(SignedIn)).name == "Ada"
        ban, of_address, of_network, lift = club.commands("Bans")
        await club.output(ban)
        await again.rest()
        assert again.gone.code == RefusalCode.BANNED_UNTIL
        await club.output(of_address)
        await club.output(of_network)
        await club.output(lift)
        back = await club.guest()
        back.say(SignIn("Ada", "open sesame"))
        await back.wait(SignedIn)
        back.say(FollowNews())
        *give_roles, print_acts = club.commands("Moderation")
        for give_role in give_roles:
            await club.output(give_role)
            told = await back.wait(RoleIs)
            assert give_role.endswith(told.role)
        done = (await club.output(print_acts)).splitlines()
        assert len(done) == len([ban, of_address, of_network, lift, *give_roles])


@pytest.mark.long
def test_a_member_comes_with_a_browser_and_sets_another_password(tmp_path: Path) -> None:
    asyncio.run(club_with_members(ClubFolder(tmp_path)))


async def club_with_members(club: ClubFolder) -> None:
    serve, reset = club.commands("Members in browsers")

    async def sent(form: str, **fields: str) -> bytes:
        asked = Request(f"http://127.0.0.1:{club.port}/account/do/{form}")
        asked.add_header("Playroom-Form", urlencode(fields))
        with await asyncio.to_thread(urlopen, asked) as page:
            return bytes(page.read())

    async with club.running(f"{serve} --plain") as server:
        await has_told(server, f":{club.port}")
        assert await sent("new", name="Ada", password="open sesame") == b'{"goes_to":"/"}'  # noqa: S106 (of nobody)
        (secret,) = re.findall(r"https://club\.example\.org/reset/(\S+)", await club.output(reset))
        assert await sent("reset", secret=secret, new="open barley") == b'{"goes_to":"/"}'
        assert await sent("sign-in", name="Ada", password="open barley") == b'{"goes_to":"/"}'  # noqa: S106


@pytest.mark.long
def test_browsers_come_by_the_address_of_the_proxy(tmp_path: Path) -> None:
    asyncio.run(club_with_browsers(ClubFolder(tmp_path)))


async def club_with_browsers(club: ClubFolder) -> None:
    _, serve = club.commands("Browsers")
    async with club.running(serve) as server:
        await has_told(server, "https://club.example.org")
        asked = Request(f"http://127.0.0.1:{club.port}/K7QX3M9P", headers={"Host": "club.example.org"})
        with await asyncio.to_thread(urlopen, asked) as page:
            assert b'id="name"' in page.read()
        async with connect(f"ws://127.0.0.1:{club.port}") as program:
            await program.send(encoded(Hello(VERSION)))
            welcome = server_message(await program.recv())
            assert isinstance(welcome, Welcome)
            assert welcome.link == "https://club.example.org"


@pytest.mark.long
def test_a_certificate_of_an_authority_is_used(tmp_path: Path) -> None:
    authority = Authority()
    authority.sign("club.example.org", tmp_path / "fullchain.pem", tmp_path / "privkey.pem")
    asyncio.run(club_with_certificate(ClubFolder(tmp_path), authority.trusting))


async def club_with_certificate(club: ClubFolder, trusting: SSLContext) -> None:
    (serve,) = club.commands("TLS")
    async with club.running(serve) as server:
        await has_told(server, "with the certificate of an authority")
        address = f"wss://club.example.org:{club.port}"
        async with connect(address, ssl=trusting, host="127.0.0.1", port=club.port) as program:
            await program.send(encoded(Hello(VERSION)))
            assert isinstance(server_message(await program.recv()), Welcome)


EVENTS = ["server started", "connected", "joined", "server stopping"]


def copied(events: int, new: int) -> str:
    """What `playroom move` says of one table."""
    return f"1 table with {events} events copied, {new} of them new. Nothing was deleted.\n"


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all addresses that begin with 127")
def test_a_club_moves_to_three_machines_and_back(tmp_path: Path) -> None:
    asyncio.run(moved_club(ClubFolder(tmp_path)))


def test_the_hook_of_certbot_copies_what_the_server_reads(tmp_path: Path) -> None:
    lineage, hook, club = (tmp_path / each for each in ("live", "hook", "club"))
    lineage.mkdir()
    for name in ("fullchain.pem", "privkey.pem"):
        (lineage / name).write_text(name)
    places = {
        "/etc/letsencrypt/live/club.example.org": str(lineage),
        "/etc/letsencrypt/renewal-hooks/deploy/playroom": str(hook),
        "/srv/playroom/club": str(club),
        "-o playroom": f"-o {getuser()}",
    }
    script = re.findall(r"```sh\n(.*?)```\n", PAGE, re.DOTALL)[0]
    commands = re.findall(r"^    ((?:install|chmod|RENEWED_LINEAGE=).*)$", chapter("Browsers"), re.MULTILINE)

    def here(text: str) -> str:
        return reduce(lambda found, place: found.replace(*place), places.items(), text)

    hook.write_text(here(script))
    for command in commands:
        subprocess.run(here(command), shell=True, check=True)  # noqa: S602 (the page's own)

    assert len(commands) == 3
    assert {file.name: file.stat().st_mode & 0o777 for file in club.iterdir()} == {
        "fullchain.pem": 0o600,
        "privkey.pem": 0o600,
    }
    assert club.stat().st_mode & 0o777 == 0o700


def test_the_unit_of_systemd_starts_what_the_page_starts() -> None:
    started = re.findall(r"^ExecStart=/srv/playroom/.venv/bin/(.*)$", PAGE, re.MULTILINE)

    assert started == COMMAND.findall(chapter("One machine"))


def test_a_crash_of_the_server_leaves_no_secrets_on_the_disk() -> None:
    unit = ConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign] # as the standard library says
    unit.read_string(PAGE.partition("```ini\n")[2].partition("```")[0])

    assert unit["Service"]["LimitCORE"] == "0"
