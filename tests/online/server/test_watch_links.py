"""Links by which one can only watch: whoever comes by one gets neither a seat nor the code of the table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from people import Client, Venue, code_of, settings
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.watch_links import WatchLinks
from playroom.online.wire.entries import HostNamed
from playroom.online.wire.evening import EveningKind
from playroom.online.wire.invite import Invite, InviteError, invite_of
from playroom.online.wire.messages import (
    Ack,
    Chat,
    Gone,
    Happened,
    Hello,
    InvitePerson,
    Join,
    Joined,
    Nak,
    OpenTable,
    Said,
    ServerMessage,
)
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import (
    AnyDo,
    Configure,
    EnterEvening,
    GiveShare,
    HandOver,
    OpenEvening,
    Ready,
    SealShare,
    SeatBot,
    Sit,
    StartMatch,
)

CODE = "7KQ2M9XD"
LINK = "https://club.example.org"


@asynccontextmanager
async def club(**others: object) -> AsyncIterator[Venue]:
    place = Venue(link=LINK, **others)  # type: ignore[arg-type] # of the venue
    try:
        yield place
    finally:
        await place.close()


def watch_word(host: Client) -> str:
    """The word that the client of a table was told for links to watch."""
    return next(message.watch for message in host.told if isinstance(message, Joined))


async def answer_to(place: Venue, code: str, token: str = "", *, is_of_page: bool = True) -> ServerMessage:
    """The answer to one who wants to join."""
    client = place.connected(is_of_page=is_of_page)
    client.say(Hello(VERSION))
    client.say(Join(code, "Eve", token))
    await client.next()
    return await client.next()


async def watcher(place: Venue, word: str, name: str = "Cleo", token: str = "") -> Client:
    """The client of a console that has come by a link to watch."""
    client = place.connected(is_of_page=True)
    client.say(Hello(VERSION))
    client.say(Join(word, name, token))
    await client.wait(Joined)
    return client


def test_a_word_leads_to_its_code_with_the_key_alone() -> None:
    links, others = WatchLinks(b"one"), WatchLinks(b"another")
    word = links.word(CODE)

    assert links.code(word) == CODE
    assert CODE not in word
    assert others.code(word) == ""
    assert others.word(CODE) != word


@pytest.mark.parametrize("at", range(2, 18))
def test_a_word_with_one_other_letter_leads_nowhere(at: int) -> None:
    links = WatchLinks(b"one")
    word = links.word(CODE)
    changed = f"{word[:at]}{'A' if word[at] != 'A' else 'B'}{word[at + 1 :]}"

    assert links.code(changed) == ""


@pytest.mark.parametrize(
    "word", ["", "W-", CODE, f"W-{CODE}", f"W-{CODE}{CODE}", "W-" + 16 * "u", "W-" + 16 * "é"]
)
def test_what_is_no_word_leads_nowhere(word: str) -> None:
    assert WatchLinks(b"one").code(word) == ""


@pytest.mark.parametrize("code", ["", "7KQ2M9X", "7kq2m9xd", "W-7KQ2M9XD", "7KQ2M9XU", "7KQ2M9XDA"])
def test_what_is_no_code_has_no_word(code: str) -> None:
    assert WatchLinks(b"one").word(code) == ""


def test_an_invite_may_have_a_word() -> None:
    word = WatchLinks(b"one").word(CODE)

    assert invite_of(f"{LINK}/{word.lower()}") == Invite(word, "club.example.org", 443)
    assert invite_of("w-abc-def0") == Invite("WABCDEF0")
    with pytest.raises(InviteError):
        invite_of(word[:-1])


@pytest.mark.parametrize(
    "do",
    [
        Sit(1),
        Sit(0),
        Ready(),
        StartMatch(),
        SeatBot(1, "steady"),
        Configure(settings("block")),
        SealShare("00" * 32, 1),
        GiveShare("00" * 32),
        OpenEvening(EveningKind.SWISS, 3),
        EnterEvening(),
    ],
)
def test_who_watches_by_a_link_does_nothing_at_the_table(do: AnyDo) -> None:
    async def visit() -> tuple[Ack | Nak, bool]:
        async with club() as place:
            host = await place.host()
            eve = await watcher(place, watch_word(host))
            told = await eve.do(do)
            state = place.rooms._tables[code_of(host)].history.truth.state  # noqa: SLF001 (nobody else tells it)
            return told, state.seat_of(eve.person) is None

    told, has_no_seat = run_virtually(visit())

    assert isinstance(told, Nak)
    assert told.code == RefusalCode.ONLY_WATCHING
    assert has_no_seat


def test_the_same_after_coming_back_by_the_token_and_at_another_server() -> None:
    async def visit() -> tuple[list[str], bool]:
        log = MemoryLog()
        async with club(log=log) as place:
            host = await place.host()
            code, word = code_of(host), watch_word(host)
            first = await watcher(place, word)
            refused = [await first.do(Sit(1))]
            first.hang_up()
            await first.catch_up()
            again = await watcher(place, word, token=first.token)
            refused.append(await again.do(Sit(1)))
            is_same = again.person == first.person
            other = Venue(log, link=LINK)
            there = await watcher(other, word, token=first.token)
            refused.append(await there.do(Sit(1)))
            seen = [each for client in (first, again, there) for each in client.frames if code in each]
            await other.rooms.close()
            return [each.code for each in refused if isinstance(each, Nak)], is_same and not seen

    assert run_virtually(visit()) == ([RefusalCode.ONLY_WATCHING] * 3, True)


def test_nothing_that_is_sent_has_the_code() -> None:
    async def visit() -> tuple[str, list[str], bool]:
        async with club() as place:
            host = await place.host()
            eve = await watcher(place, watch_word(host))
            await host.do(Sit(0))
            await host.do(SeatBot(1, "steady"))
            await host.do(Ready())
            await host.do(StartMatch())
            eve.say(Chat("hello", text="Hello!"))
            await eve.wait(Said)
            late = await watcher(place, watch_word(host), "Dan")
            await eve.catch_up()
            await late.catch_up()
            has_played = any(isinstance(message, Happened) for message in eve.told)
            return code_of(host), [*eve.frames, *late.frames], has_played

    code, frames, has_played = run_virtually(visit())

    assert has_played
    assert not [frame for frame in frames if code in frame]


def test_a_program_is_told_that_the_link_opens_in_a_browser() -> None:
    async def visit() -> list[ServerMessage]:
        async with club() as place:
            host = await place.host()
            words = (watch_word(host), WatchLinks(b"another").word(CODE), "W-")
            return [await answer_to(place, word, is_of_page=False) for word in words]

    told = run_virtually(visit())

    assert [each.code for each in told if isinstance(each, Nak)] == [RefusalCode.LINK_FOR_BROWSERS] * 3


def test_words_of_another_club_and_parts_of_one_lead_nowhere() -> None:
    async def visit() -> list[ServerMessage]:
        async with club() as place:
            word = watch_word(await place.host())
            given = (WatchLinks(b"another").word(CODE), word[2:10], word[10:], word.lower(), word[2:])
            return [await answer_to(place, each) for each in given]

    told = run_virtually(visit())

    assert [each.code for each in told if isinstance(each, Nak)] == [RefusalCode.NO_SUCH_TABLE] * 5


def test_guesses_end_with_the_limit_of_guesses() -> None:
    async def visit() -> list[str]:
        async with club() as place:
            told = [await answer_to(place, f"W-{number:016}") for number in range(40)]
            return [each.code for each in told if isinstance(each, Nak)]

    codes = run_virtually(visit())

    assert codes[0] == RefusalCode.NO_SUCH_TABLE
    assert codes[-1] == RefusalCode.TOO_FAST


def test_no_invitation_leads_out_of_watching() -> None:
    async def visit() -> list[ServerMessage]:
        async with club() as place:
            host = await place.host()
            eve = await watcher(place, watch_word(host))
            answers = []
            for code in (watch_word(host), code_of(host)):
                eve.say(InvitePerson("ask", "Dan", code))
                answers.append(await eve.wait(Nak))
            return [*answers]

    told = run_virtually(visit())

    assert [each.code for each in told if isinstance(each, Nak)] == [RefusalCode.ONLY_WATCHING] * 2


def test_who_watches_becomes_no_host() -> None:
    async def visit() -> tuple[Ack | Nak, int, int]:
        async with club() as place:
            host = await place.host(settings(absence=5))
            eve = await watcher(place, watch_word(host))
            refused = await host.do(HandOver(eve.person))
            ben = await place.guest(code_of(host))
            host.hang_up()
            named = await ben.entry(HostNamed)
            return refused, named.person, ben.person

    refused, named, ben = run_virtually(visit())

    assert isinstance(refused, Nak)
    assert refused.code == RefusalCode.NO_SUCH_PERSON
    assert named == ben


def test_an_evening_tells_its_tables_to_nobody_who_came_by_a_link() -> None:
    async def visit() -> tuple[Gone, ServerMessage, bool]:
        async with club() as place:
            host = await place.host()
            eve = await watcher(place, watch_word(host))
            await host.do(OpenEvening(EveningKind.SWISS, 3))
            await eve.rest()
            return eve.gone, await answer_to(place, watch_word(host)), code_of(host) in "".join(eve.frames)

    gone, told, has_code = run_virtually(visit())

    assert gone.code == RefusalCode.NO_SUCH_TABLE
    assert isinstance(told, Nak)
    assert told.code == RefusalCode.NO_SUCH_TABLE
    assert not has_code


def test_who_has_the_code_too_may_sit_by_it() -> None:
    async def visit() -> Ack | Nak:
        async with club() as place:
            host = await place.host()
            client = await watcher(place, watch_word(host))
            client.say(Join(code_of(host), "Ben"))
            await client.wait(Joined)
            return await client.do(Sit(1))

    assert isinstance(run_virtually(visit()), Ack)


def test_there_are_no_words_where_there_are_no_links() -> None:
    async def visit() -> str:
        place = Venue()
        try:
            client = place.connected()
            client.say(Hello(VERSION))
            client.say(OpenTable("open", "Ada", settings()))
            return (await client.wait(Joined)).watch
        finally:
            await place.close()

    assert run_virtually(visit()) == ""
