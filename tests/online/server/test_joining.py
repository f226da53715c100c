"""Who may open, find and join a table, and what a client that comes back is sent."""

import asyncio

import pytest
from people import ADMIN, Client, Venue, code_of, settings, venue
from players import TablePlayer
from support.time.virtual_time import run_virtually

from playroom.online.server.lobby_listings import ListedTables
from playroom.online.wire.entries import BotSeated, PersonCame
from playroom.online.wire.messages import (
    Ack,
    Happened,
    Hello,
    Join,
    Joined,
    ListTables,
    Nak,
    OpenTable,
    TableListing,
    Tables,
    Welcome,
    encoded_json,
    server_message,
)
from playroom.online.wire.protocol import LONGEST_NAME, SERVER_MESSAGE_BYTES, VERSION, RefusalCode
from playroom.online.wire.table_commands import Ready, SeatBot, Sit, StartMatch


@pytest.mark.parametrize(
    ("join", "code"),
    [
        (Join("00000000", "Ben"), RefusalCode.NO_SUCH_TABLE),
        (Join("", "Ben"), RefusalCode.NO_SUCH_TABLE),
        (Join("../../etc", "Ben"), RefusalCode.NO_SUCH_TABLE),
        (
            Join("HERE", token="guess"),  # noqa: S106 (a wrong one)
            RefusalCode.NO_SUCH_SEAT_TOKEN,
        ),
        (Join("HERE", "ADA"), RefusalCode.NAME_TAKEN),
        (Join("HERE", "А dа"), RefusalCode.BAD_NAME),
        (Join("HERE", "Pаul"), RefusalCode.BAD_NAME),
        (Join("HERE", "Ben\u202e"), RefusalCode.BAD_NAME),
        (Join("HERE", "x" * (LONGEST_NAME + 1)), RefusalCode.BAD_NAME),
        (Join("HERE", "123"), RefusalCode.BAD_NAME),
        (Join("HERE", ""), RefusalCode.BAD_NAME),
    ],
    ids=repr,
)
def test_a_join_that_is_refused(join: Join, code: RefusalCode) -> None:
    async def story() -> Nak:
        async with venue() as place:
            ada = await place.host()
            client = place.connected()
            client.say(Hello(VERSION))
            client.say(Join(code_of(ada) if join.code == "HERE" else join.code, join.name, join.token))
            return await client.wait(Nak)

    assert run_virtually(story()).code == code


@pytest.mark.parametrize(
    "name",
    [
        "Zoé",
        "Ben 2",
        "Анна",
        "山田 はな",
        "O'Neil",
        "Jean-Luc",
        "محمد",
        "x" * LONGEST_NAME,
        "漢ひカ",
        "김 漢",
    ],
)
def test_names_of_one_script_are_welcome(name: str) -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host()
            client = await place.guest(code_of(ada), name)

            assert PersonCame(2, name) in (await ada.wait(Happened)).entries
            assert client.person == 2

    run_virtually(story())


def test_a_client_that_comes_back_gets_what_followed_its_number() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada))
            await ada.do(Sit(0))
            last = await ben.wait(Happened)
            ben.hang_up()
            await ada.do(SeatBot(1, "hard"))

            back = await place.guest(code_of(ada), token=ben.token, after=last.number, chain=last.chain)
            missed = await back.wait(Happened)

            assert back.told[1] == Joined(
                code_of(ada), 2, "", missed.number, last.number, None, connected=[1, 2]
            )
            assert missed.entries == [BotSeated(1, "hard")]

    run_virtually(story())


@pytest.mark.parametrize(("after", "chain"), [(2, "00" * 32), (99, "same"), (-1, "same")])
def test_a_log_that_differs_from_the_clients_is_not_played_on(after: int, chain: str) -> None:
    async def story() -> Nak:
        async with venue() as place:
            ada = await place.host()
            await ada.do(Sit(0))
            last = next(each for each in ada.told if isinstance(each, Happened))
            client = place.connected()
            client.say(Hello(VERSION))
            client.say(
                Join(
                    code_of(ada), token=ada.token, after=after, chain=last.chain if chain == "same" else chain
                )
            )
            return await client.wait(Nak)

    assert run_virtually(story()).code == RefusalCode.LOG_DIFFERS


def test_the_lobby_shows_tables_that_people_are_at() -> None:
    async def story() -> None:
        async with venue() as place:
            watching = asyncio.ensure_future(place.rooms.watch_lobby())
            ada = await place.host()
            await place.host(settings(listed=False), "Hidden")
            client = place.connected()
            client.say(Hello(VERSION))
            client.say(ListTables())
            listed = await client.wait(Tables)
            ada.hang_up()
            await asyncio.sleep(1)
            client.say(ListTables())
            after = await client.wait(Tables)
            watching.cancel()

            assert [(each.code, each.host, each.free) for each in listed.tables] == [(code_of(ada), "Ada", 2)]
            assert after.tables == []

    run_virtually(story())


def test_the_lobby_says_whether_a_match_is_under_way() -> None:
    async def story() -> list[bool]:
        async with venue() as place:
            watching = asyncio.ensure_future(place.rooms.watch_lobby())
            ada = await place.host(settings("block", options={"target": 10}))
            ben, looker = await place.guest(code_of(ada)), place.connected()
            looker.say(Hello(VERSION))
            seen: list[bool] = []

            async def look() -> None:
                await asyncio.sleep(1)
                looker.say(ListTables())
                seen.extend(each.in_match for each in (await looker.wait(Tables)).tables)

            for client, do in ((ada, Sit(0)), (ben, Sit(1)), (ben, Ready()), (ada, StartMatch())):
                await look()
                assert isinstance(await client.do(do), Ack)
            await look()
            await asyncio.gather(*(TablePlayer(each, at).play() for at, each in enumerate((ada, ben), 1)))
            await look()
            watching.cancel()
            return seen

    assert run_virtually(story()) == [False, False, False, False, True, False]


def test_a_lobby_fits_into_one_message_with_the_free_seats_first() -> None:
    tables = [
        TableListing(f"{at:08}", "Ada", "block", 10, 10, at % 3, at % 2 == 0, ["é" * LONGEST_NAME] * 10)
        for at in range(1000)
    ]

    lobby = ListedTables()

    for table in tables:
        lobby.put(table.code, encoded_json(table))

    listed = server_message(lobby.frame)
    assert isinstance(listed, Tables)
    assert len(lobby.frame.encode()) < SERVER_MESSAGE_BYTES
    assert len(listed.tables) > 50
    assert all(each.free and not each.in_match for each in listed.tables)


def test_the_lobby_is_encoded_once_for_all_who_ask_until_it_changes() -> None:
    lobby = ListedTables()
    lobby.put("AAAAAAAA", encoded_json(TableListing("AAAAAAAA", "Ada", "block", 2, 1, 1, in_match=False)))
    first = lobby.frame

    assert lobby.frame is first

    lobby.put("AAAAAAAA", None)
    assert server_message(lobby.frame) == Tables([])


def test_a_table_in_a_form_that_is_not_known_here_is_not_listed() -> None:
    lobby = ListedTables()
    lobby.put("AAAAAAAA", b'{"another":"form"}')

    assert server_message(lobby.frame) == Tables([])


def test_all_tables_come_back_from_the_log() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host()
            await ada.do(Sit(1))
            ada.hang_up()
            await asyncio.sleep(1)

            back = await place.guest(code_of(ada), token=ada.token)

            assert isinstance(joined := back.told[1], Joined)
            assert joined.state
            assert joined.state.seat_of(1) == 1
            assert joined.state.people[1].token == ""

    run_virtually(story())


@pytest.mark.parametrize(("token", "answer"), [("wrong", Nak), (ADMIN, Joined)])
def test_the_administrator_alone_opens_tables_where_that_is_the_rule(token: str, answer: type) -> None:
    async def story() -> None:
        place = Venue(anyone_opens=False)
        client = place.connected()
        client.say(Hello(VERSION, admin=token))
        client.say(OpenTable("1", "Ada", settings()))
        welcome = await client.wait(Welcome)
        assert welcome.may_open == (token == ADMIN)
        assert isinstance(await client.next(), answer)
        await place.close()

    run_virtually(story())


def test_who_returns_to_a_table_where_nothing_happened_has_the_same_log() -> None:
    async def story() -> Joined:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada), "Ben")
            joined = next(each for each in ben.told if isinstance(each, Joined))
            ben.hang_up()
            back = place.connected()
            back.say(Hello(VERSION))
            back.say(Join(joined.code, "", ben.token, joined.begins, joined.chain))
            return await back.wait(Joined)

    assert run_virtually(story()).state is None


def joins(client: Client) -> int:
    """The number of `joined` messages that the client has received and not read yet; reads them."""
    told = client.channel.to_client
    return sum('"type":"joined"' in str(told.get_nowait()) for _ in range(told.qsize()))


@pytest.mark.parametrize(("address", "is_fair"), [("192.0.2.1", True), ("127.0.0.1", False)])
def test_many_of_one_network_join_as_fast_as_one_of_another(address: str, is_fair: bool) -> None:  # noqa: FBT001 (a row's answer)
    async def story() -> list[int]:
        async with venue() as place:
            code = code_of(await place.host())
            people = [place.connected(address=each) for each in ["192.0.2.2", *[address] * 10]]
            for person in people:
                person.say(Hello(VERSION))
            for number, person in enumerate(people):
                person.say(Join(code, f"Guest {'abcdefghijk'[number]}"))
                await person.wait(Joined)
                await person.catch_up()
            for person in [*people[1:], people[0]]:
                for _ in range(9):
                    person.say(Join(code, token=person.token))
            for _ in range(60):
                await asyncio.sleep(0)
            return [joins(person) for person in people]

    alone, *others = run_virtually(story())

    assert alone == 9
    assert (sum(others) < 5 * alone) == is_fair
