"""Guests of a club with accounts: they come by a name that is none of an account."""

import pytest
from club import PASSWORD, accounts_in
from people import Venue, settings
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.wire.messages import (
    Hello,
    Join,
    Joined,
    ListPeople,
    Nak,
    OpenTable,
    ServerMessage,
    SignedIn,
    SignIn,
    Welcome,
)
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import Configure
from playroom.table.shared_table import ClubWords


@pytest.mark.parametrize(
    ("guests", "asked", "answer"),
    [
        (True, OpenTable("open", "Ben", settings()), Joined),
        (False, OpenTable("open", "Ben", settings()), RefusalCode.SIGN_IN_FIRST),
        (True, OpenTable("open", "Ada", settings()), RefusalCode.ACCOUNT_EXISTS),
        (True, OpenTable("open", "\u0391da", settings()), RefusalCode.ACCOUNT_EXISTS),
        (True, OpenTable("open", "", settings()), RefusalCode.BAD_NAME),
        (True, ListPeople(), RefusalCode.SIGN_IN_FIRST),
    ],
)
def test_a_guest_has_a_name_that_no_account_has(
    guests: bool,  # noqa: FBT001 (a row's answer)
    asked: OpenTable | ListPeople,
    answer: type | RefusalCode,
) -> None:
    async def ask() -> tuple[bool, ServerMessage]:
        log = MemoryLog()
        accounts = await accounts_in(log)
        place = Venue(log, accounts=accounts, guests=guests)
        try:
            member = place.connected()
            member.say(Hello(VERSION))
            member.say(SignIn("Ada", PASSWORD, is_new=True))
            while not isinstance(await member.next(), SignedIn):
                pass
            guest = place.connected()
            guest.say(Hello(VERSION))
            welcome = await guest.next()
            assert isinstance(welcome, Welcome)
            guest.say(asked)
            return welcome.needs_account, await guest.next()
        finally:
            await place.close()

    needs_account, told = run_virtually(ask())

    assert needs_account is not guests
    assert told.code == answer if isinstance(told, Nak) else isinstance(told, answer)  # type: ignore[arg-type]


def test_a_guest_comes_back_to_the_seat_by_its_token_without_a_name() -> None:
    async def ask() -> ServerMessage:
        log = MemoryLog()
        place = Venue(log, accounts=await accounts_in(log), guests=True)
        try:
            guest = place.connected()
            guest.say(Hello(VERSION))
            await guest.next()
            guest.say(OpenTable("open", "Ben", settings()))
            joined = await guest.next()
            assert isinstance(joined, Joined)
            back = place.connected()
            back.say(Hello(VERSION))
            await back.next()
            back.say(Join(joined.code, "", joined.token))
            return await back.next()
        finally:
            await place.close()

    assert isinstance(run_virtually(ask()), Joined)


@pytest.mark.parametrize(("games", "answer"), [((), Joined), (("draw",), Joined), (("block",), Nak)])
def test_a_club_plays_its_games(games: tuple[str, ...], answer: type) -> None:
    async def ask() -> list[ServerMessage]:
        words = ClubWords("Lyon Dominoes", "Welcome!", ("Be kind.",))
        place = Venue(games=games, words=words)
        try:
            client = place.connected()
            client.say(Hello(VERSION))
            client.say(OpenTable("open", "Ben", settings("draw")))
            return [await client.next(), await client.next()]
        finally:
            await place.close()

    welcome, told = run_virtually(ask())

    assert isinstance(welcome, Welcome)
    assert welcome.words == ClubWords("Lyon Dominoes", "Welcome!", ("Be kind.",))
    assert isinstance(told, answer)
    if isinstance(told, Nak):
        assert (told.code, told.blanks) == (RefusalCode.OTHER_GAMES, {"games": ["block"]})


def test_no_table_changes_to_a_game_that_the_club_does_not_play() -> None:
    async def ask() -> ServerMessage:
        place = Venue(games=("draw",))
        try:
            host = await place.host(settings("draw"))
            return await host.do(Configure(settings("block")), "change")
        finally:
            await place.close()

    told = run_virtually(ask())

    assert isinstance(told, Nak)
    assert told.code == RefusalCode.OTHER_GAMES
