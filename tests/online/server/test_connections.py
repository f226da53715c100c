"""Connections that end, that are slow, and that say what they should not; the others feel nothing."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from people import ADMIN, Client, Venue, code_of, settings, venue
from virtual_time import run_virtually

from playroom.online.server.rooms import fitting
from playroom.online.wire.codes import CloseCode, RefusalCode
from playroom.online.wire.entries import BotSeated, PersonCame
from playroom.online.wire.limits import (
    CLIENT_MESSAGE_BYTES,
    HANDSHAKE_SECONDS,
    LONGEST_NAME,
    MOST_FAULTS,
    QUEUE_MESSAGES,
    SERVER_MESSAGE_BYTES,
)
from playroom.online.wire.messages import (
    Ack,
    Bye,
    Chat,
    Gone,
    Happened,
    Hello,
    Join,
    Joined,
    ListTables,
    Nak,
    OpenTable,
    Ready,
    Said,
    SeatBot,
    Sit,
    TableCommand,
    TableListing,
    Tables,
    Welcome,
    encoded,
)


async def end_of(client: Client) -> tuple[Gone, int | None]:
    """Why a connection has ended: the last word of the server, and the close code."""
    await client.rest()
    return client.gone, client.channel.closed_with


def test_a_connection_without_a_hello_is_closed() -> None:
    async def story() -> tuple[float, int | None]:
        async with venue() as place:
            client = place.connected()
            await client.rest()
            return asyncio.get_running_loop().time(), client.channel.closed_with

    waited, code = run_virtually(story())

    assert waited == pytest.approx(HANDSHAKE_SECONDS, abs=0.5)
    assert code == CloseCode.TRY_AGAIN


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (encoded(ListTables()), RefusalCode.HELLO_FIRST),
        (encoded(Hello(99)), RefusalCode.WRONG_VERSION),
        ("{", RefusalCode.MALFORMED),
        (encoded(Hello(1, "x" * CLIENT_MESSAGE_BYTES)), RefusalCode.MALFORMED),
    ],
)
def test_a_first_frame_that_is_not_a_hello_ends_the_connection(frame: str, code: RefusalCode) -> None:
    async def story() -> tuple[Gone, int | None]:
        async with venue() as place:
            client = place.connected()
            client.channel.to_server.put_nowait(frame)
            return await end_of(client)

    gone, closed = run_virtually(story())

    assert (gone.code, closed) == (code, CloseCode.REFUSED)


def test_a_second_connection_with_a_token_replaces_the_first() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada))

            again = await place.guest(code_of(ada), token=ben.token)

            assert await end_of(ben) == (Gone(RefusalCode.REPLACED), CloseCode.REPLACED)
            assert again.person == ben.person
            assert isinstance(await again.do(Sit(1)), Ack)

    run_virtually(story())


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
        (Join("HERE", "x" * 33), RefusalCode.BAD_NAME),
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
            client.say(Hello(1))
            client.say(Join(code_of(ada) if join.code == "HERE" else join.code, join.name, join.token))
            return await client.wait(Nak)

    assert run_virtually(story()).code == code


@pytest.mark.parametrize("name", ["Zoé", "Ben 2", "Анна", "山田 はな", "O'Neil", "Jean-Luc", "محمد"])
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

            assert back.told[1] == Joined(code_of(ada), 2, "", missed.number, last.number, None)
            assert (missed.entries, missed.replayed) == ([BotSeated(1, "hard")], True)

    run_virtually(story())


@pytest.mark.parametrize(("after", "chain"), [(2, "00" * 32), (99, "same"), (-1, "same")])
def test_a_log_that_differs_from_the_clients_is_not_played_on(after: int, chain: str) -> None:
    async def story() -> Nak:
        async with venue() as place:
            ada = await place.host()
            await ada.do(Sit(0))
            last = next(each for each in ada.told if isinstance(each, Happened))
            client = place.connected()
            client.say(Hello(1))
            client.say(
                Join(
                    code_of(ada), token=ada.token, after=after, chain=last.chain if chain == "same" else chain
                )
            )
            return await client.wait(Nak)

    assert run_virtually(story()).code == RefusalCode.LOG_DIFFERS


def test_a_client_that_does_not_read_is_cut_off_and_comes_back() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host()
            slow = place.connected(window=1)
            slow.say(Hello(1))
            slow.say(Join(code_of(ada), "Ben"))
            await asyncio.sleep(1)

            for number in range(QUEUE_MESSAGES):
                await ada.do(Ready(ready=bool(number % 2))) if number else await ada.do(Sit(0))
                await asyncio.sleep(1)

            assert slow.channel.closed_with == CloseCode.TRY_AGAIN
            assert isinstance(await ada.do(SeatBot(1, "hard")), Ack)

    run_virtually(story())


def test_who_sends_too_fast_is_told_to_wait_and_then_cut_off() -> None:
    async def story() -> tuple[list[Nak], Gone]:
        async with venue() as place:
            ada = await place.host()
            for number in range(100 + MOST_FAULTS):
                ada.say(TableCommand(f"fast{number}", Ready()))
            gone, _ = await end_of(ada)
            return [each for each in ada.told if isinstance(each, Nak)], gone

    naks, gone = run_virtually(story())

    assert naks[0].code == RefusalCode.NO_SEAT
    assert naks[-1].code == gone.code == RefusalCode.TOO_FAST
    assert naks[-1].blanks == {"seconds": 1}


def test_guessing_codes_ends_the_connection() -> None:
    async def story() -> tuple[Gone, int | None]:
        async with venue() as place:
            client = place.connected()
            client.say(Hello(1))
            for number in range(MOST_FAULTS):
                client.say(Join(f"{number:08}", "Ben"))
            return await end_of(client)

    assert run_virtually(story()) == (Gone(RefusalCode.NO_SUCH_TABLE), CloseCode.REFUSED)


def test_who_says_goodbye_leaves_the_seat() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada))
            await ben.do(Sit(1))
            ben.say(Bye())
            await ben.rest()

            assert ben.channel.closed_with == CloseCode.NORMAL
            assert isinstance(await ada.do(Sit(1)), Ack)

    run_virtually(story())


def test_the_lobby_shows_tables_that_people_are_at() -> None:
    async def story() -> None:
        async with venue() as place:
            watching = asyncio.ensure_future(place.rooms.watch_lobby())
            ada = await place.host()
            await place.host(settings(listed=False), "Hidden")
            client = place.connected()
            client.say(Hello(1))
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


def test_a_lobby_fits_into_one_message_with_the_free_seats_first() -> None:
    tables = [
        TableListing(f"{at:08}", "Ada", "block", 10, 10, at % 3, at % 2 == 0, ["é" * LONGEST_NAME] * 10)
        for at in range(1000)
    ]

    listed = fitting(tables)

    assert len(encoded(Tables(listed)).encode()) < SERVER_MESSAGE_BYTES
    assert len(listed) > 50
    assert all(each.free and not each.in_match for each in listed)


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


FRAMES = st.one_of(
    st.text(max_size=80),
    st.binary(max_size=80),
    st.from_regex(r'\{"type":"(command|chat|join|heard|bye|hello)"(,"id":"[a-z]*")?(,"do":\{"do":"[a-z]+"\})?\}'),
    st.sampled_from(
        [
            '{"type":"command","id":"","do":{"do":"sit","seat":0}}',
            '{"type":"command","id":"a b","do":{"do":"stand"}}',
            '{"type":"heard","number":-99999999999}',
            '{"type":"chat","id":"1","to":99,"text":"x"}',
            '{"type":"command","id":"1","do":{"do":"makemove","move":{"move":"Play","tile":"99999999-1"}}}',
            '{"type":"command","id":"2","do":{"do":"sit","seat":99999999999999999999}}',
        ]
    ),
)  # fmt: skip


@pytest.mark.long
@examples(max_examples=200, deadline=None)
@given(st.lists(FRAMES, max_size=6))
def test_no_frame_disturbs_the_others(frames: list[str | bytes]) -> None:
    async def story() -> Ack | Nak:
        async with venue() as place:
            ada = await place.host()
            fuzzer = await place.guest(code_of(ada), "Fuzz")
            for frame in frames:
                fuzzer.channel.to_server.put_nowait(frame)
            await fuzzer.catch_up()
            return await ada.do(SeatBot(1, "hard"))

    assert isinstance(run_virtually(story()), Ack)


@pytest.mark.parametrize(("token", "answer"), [("wrong", Nak), (ADMIN, Joined)])
def test_the_administrator_alone_opens_tables_where_that_is_the_rule(token: str, answer: type) -> None:
    async def story() -> None:
        place = Venue(anyone_opens=False)
        client = place.connected()
        client.say(Hello(1, admin=token))
        client.say(OpenTable("1", "Ada", settings()))
        welcome = await client.wait(Welcome)
        assert welcome.may_open == (token == ADMIN)
        assert isinstance(await client.next(), answer)
        await place.close()

    run_virtually(story())


def test_what_was_said_reaches_those_for_whom_it_is() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host(settings("pass-pass", 4, teams=2))
            others = [await place.guest(code_of(ada), name) for name in ("Ben", "Cy", "Dora")]
            everyone = [ada, *others]
            for seat, client in enumerate(everyone):
                await client.do(Sit(seat))
            ada.say(Chat("1", "table", "hello \x1b[2Jall"))
            ada.say(Chat("2", "team", phrase="nice_move"))
            ada.say(Chat("3", 2, "psst"))
            for client in everyone:
                await client.catch_up()

            heard = [
                [each.text or each.phrase for each in client.told if isinstance(each, Said)]
                for client in everyone
            ]

            public = "hello [2Jall"
            assert heard == [[public, "nice_move", "psst"], [public, "psst"], [public, "nice_move"], [public]]
            bodies = b"".join(event.body for event in await place.log.read(code_of(ada)))
            assert b"hello" not in bodies

    run_virtually(story())


@pytest.mark.parametrize(
    ("chat", "code"),
    [
        (Chat("1"), RefusalCode.MALFORMED),
        (Chat("1", text="\u200b"), RefusalCode.MALFORMED),
        (Chat("1", phrase="rude"), RefusalCode.MALFORMED),
        (Chat("1", text="a", phrase="hello"), RefusalCode.MALFORMED),
        (Chat("1", "team", "psst"), RefusalCode.NO_TEAM),
        (Chat("1", 7, "psst"), RefusalCode.NO_SUCH_PERSON),
    ],
    ids=repr,
)
def test_a_chat_that_is_refused(chat: Chat, code: RefusalCode) -> None:
    async def story() -> Nak:
        async with venue() as place:
            ada = await place.host()
            ada.say(chat)
            return await ada.wait(Nak)

    assert run_virtually(story()) == Nak("1", code)
