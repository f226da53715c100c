"""A table is never full for good: names without a use make room, and numbers are not used again."""

import pytest
from msgspec.structs import replace
from people import Client, Venue, code_of, venue
from support.games.random_matches import VARIANTS
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.accounts.credentials import token_hash
from playroom.online.server.names import plain_reason
from playroom.online.server.refused import Refused
from playroom.online.server.tables import people_decisions
from playroom.online.server.tables.people_decisions import Newcomer, banned, new_person
from playroom.online.server.tables.server_state import FullTableState, redacted_state
from playroom.online.wire.entries import (
    AnyEntry,
    BotSeated,
    DealCommitted,
    HostNamed,
    MatchStarted,
    PersonBanned,
    PersonCame,
    PersonForgotten,
    PersonMuted,
    SeatLeft,
    SeatTaken,
    ShareSealed,
    StandInSeated,
    TableOpened,
    TableSettings,
)
from playroom.online.wire.messages import Ack, Chat, Hello, Join, Joined, Nak, encoded
from playroom.online.wire.protocol import (
    LONGEST_NAME,
    LONGEST_REASON,
    MOST_BANNED,
    MOST_PEOPLE,
    REASON_BYTES,
    SERVER_MESSAGE_BYTES,
    VERSION,
    RefusalCode,
)
from playroom.online.wire.table_commands import Ban, Sit, Stand
from playroom.online.wire.table_state import TableState

ZOE = Newcomer("Zoe", "token")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def name(person: int) -> str:
    return f"Eve {LETTERS[person // 26]}{LETTERS[person % 26]}"


def full(*entries: AnyEntry) -> FullTableState:
    """A table that knows as many people as it can, of whom the first two have seats."""
    came = [PersonCame(person, name(person), f"hash {person}") for person in range(1, MOST_PEOPLE + 1)]
    opened = TableOpened("7KQ2M9XD", TableSettings(game="draw", players=2))
    return FullTableState(TableState()).after_all(
        [opened, *came, SeatTaken(0, 1), SeatTaken(1, 2), *entries], VARIANTS
    )


def forgotten(truth: FullTableState, here: tuple[int, ...] = (), wrote: tuple[int, ...] = ()) -> int:
    """The person who makes room for the next one."""
    first, came = new_person(truth, ZOE, here, wrote)
    assert isinstance(first, PersonForgotten)
    assert came == PersonCame(truth.state.newest + 1, "Zoe", token_hash("token"))
    return first.person


@pytest.mark.parametrize(
    ("entries", "here", "wrote", "person"),
    [
        ([], (), (), 3),
        ([], (3, 4), (), 5),
        ([], (), (3, 4), 5),
        ([HostNamed(3, 4)], (), (), 5),
        ([PersonMuted(3, muted=True, reason=""), PersonMuted(4, muted=True, reason="")], (), (), 5),
        ([SeatLeft(1), SeatTaken(1, 3), SeatLeft(1)], (), (), 4),
        ([StandInSeated(1, "steady")], (), (), 3),
    ],
    ids=["the first", "not here", "silent", "no host", "not muted", "never sat", "not absent"],
)
def test_who_is_forgotten(
    entries: list[AnyEntry], here: tuple[int, ...], wrote: tuple[int, ...], person: int
) -> None:
    assert forgotten(full(*entries), here, wrote) == person


def test_who_has_sat_or_written_is_forgotten_only_if_there_is_no_other() -> None:
    truth = full(SeatLeft(1), SeatTaken(1, 3), SeatLeft(1))
    others = tuple(range(5, MOST_PEOPLE + 1))

    assert forgotten(truth, here=others, wrote=(4,)) == 2
    assert forgotten(truth, here=(2, *others), wrote=(4,)) == 3
    assert forgotten(truth, here=(2, 3, *others), wrote=(4,)) == 4


def test_who_plays_in_the_match_or_has_sealed_a_number_is_not_forgotten() -> None:
    truth = full(
        ShareSealed(2, "0a" * 32, deal_number=1),
        MatchStarted(["A", "B"]),
        DealCommitted("0b" * 32, [2], deal_number=1),
        SeatLeft(1, "steady"),
    )

    with pytest.raises(Refused) as refused:
        new_person(truth, ZOE, range(3, MOST_PEOPLE + 1), ())

    assert refused.value.code == RefusalCode.TABLE_FULL


def test_nobody_is_forgotten_while_there_is_room() -> None:
    truth = full(PersonForgotten(9))

    assert new_person(truth, ZOE, (), ()) == [PersonCame(MOST_PEOPLE + 1, "Zoe", token_hash("token"))]


@pytest.mark.long
def test_bans_survive_and_take_no_place() -> None:
    truth = full(*(PersonBanned(person, "rude") for person in range(3, 20)))

    (came,) = new_person(truth, ZOE, (), ())
    later = truth.after(came, VARIANTS)
    for _ in range(100):
        entries = new_person(later, Newcomer(f"Zoe {later.state.newest}", ""), (), ())
        later = later.after_all(entries, VARIANTS)

    assert all(later.state.people[person].banned == "rude" for person in range(3, 20))


@pytest.mark.long
def test_a_number_is_never_used_again() -> None:
    truth, numbers = full(), set[int]()
    for turn in range(2 * MOST_PEOPLE):
        entries = new_person(truth, Newcomer(f"Zoe {name(turn)}", f"hash of {turn}"), (), ())
        truth = truth.after_all(entries, VARIANTS)
        numbers |= {each.person for each in entries if isinstance(each, PersonCame)}

    assert len(numbers) == 2 * MOST_PEOPLE
    assert min(numbers) == MOST_PEOPLE + 1
    assert len(truth.state.people) == MOST_PEOPLE


def test_a_seat_of_a_bot_names_nobody() -> None:
    assert forgotten(full(SeatLeft(1), BotSeated(1, "steady"))) == 3


async def comes(place: Venue, code: str, who: str, token: str = "") -> tuple[Client, Joined | Nak]:
    client = place.connected(address="")
    client.say(Hello(VERSION))
    client.say(Join(code, who, token))
    while not isinstance(answer := await client.next(), Joined | Nak):
        pass
    return client, answer


def test_one_person_under_many_names_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_decisions, "MOST_PEOPLE", 5)

    async def story() -> tuple[list[object], list[object]]:
        async with venue(log := MemoryLog()) as place:
            ada = await place.host()
            code = code_of(ada)
            banned, _ = await comes(place, code, "Bob")
            await ada.do(Ban(banned.person))
            ben, _ = await comes(place, code, "Ben")
            ben.say(Chat("hi", text="hello"))
            for number in range(12):
                eve, answer = await comes(place, code, name(number))
                assert isinstance(answer, Joined), answer
                for do in (Sit(1), Stand()):
                    assert isinstance(await eve.do(do), Ack)
                eve.hang_up()
            cy, came = await comes(place, code, "Cy")
            again = [await comes(place, code, "", token) for token in (banned.token, ben.token, cy.token)]
            assert len(await log.read(code)) < 60
            return [came], [each for _, each in again]

    (came,), (bob, ben, cy) = run_virtually(story())

    assert isinstance(came, Joined)
    assert came.person == 16
    assert isinstance(bob, Nak)
    assert bob.code == RefusalCode.BANNED
    assert isinstance(ben, Joined)
    assert isinstance(cy, Joined)


def test_a_table_whose_people_are_all_here_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_decisions, "MOST_PEOPLE", 3)

    async def story() -> list[object]:
        async with venue() as place:
            code = code_of(await place.host())
            return [(await comes(place, code, who))[1] for who in ("Ben", "Cy", "Dora")]

    *came, late = run_virtually(story())

    assert [type(each) for each in came] == [Joined, Joined]
    assert late == Nak("", RefusalCode.TABLE_FULL, {"most": 3})


@pytest.mark.parametrize(("known", "name"), [("Capa", "Сара"), ("Сара", "CAPA"), ("Сapa", "Сара")])
def test_a_name_beside_one_that_looks_alike_is_refused(known: str, name: str) -> None:
    opened = TableOpened("7KQ2M9XD", TableSettings(game="draw", players=2))
    truth = FullTableState(TableState()).after_all([opened, PersonCame(1, known, "hash")], VARIANTS)

    with pytest.raises(Refused) as refused:
        new_person(truth, Newcomer(name, "token"), (), ())

    assert refused.value.code == RefusalCode.NAME_TAKEN
    assert new_person(truth, Newcomer("Саша", "token"), (), ())


def banned_people(count: int, reason: str) -> FullTableState:
    """A table that has banned so many people, and knows as many as it can besides."""
    truth = full()
    for number in range(count):
        person = truth.state.newest + 1
        truth = truth.after_all([PersonCame(person, f"Guest {number}", "")], VARIANTS)
        truth = truth.after_all(banned(truth, 1, Ban(person, reason), ""), VARIANTS)
    return truth


@pytest.mark.parametrize("letter", ["x", "é", "字", "𐐷"])
def test_a_client_can_read_a_table_with_all_the_people_that_it_may_know(letter: str) -> None:
    truth = banned_people(MOST_BANNED, letter * LONGEST_REASON)
    people = {
        person: replace(known, name=letter * LONGEST_NAME, muted=plain_reason(letter * LONGEST_REASON))
        for person, known in truth.state.people.items()
    }
    state = redacted_state(replace(truth.state, people=people))

    joined = Joined("7KQ2M9XD", 1, "", 1, 1, state, connected=[*people], chain="0" * 64)

    assert len(people) == MOST_PEOPLE + MOST_BANNED
    assert len(encoded(joined).encode()) <= SERVER_MESSAGE_BYTES


def test_a_table_that_has_banned_too_many_forgets_the_oldest() -> None:
    truth = banned_people(MOST_BANNED + 3, "loud")

    kept = [person for person, known in truth.state.people.items() if known.banned is not None]

    assert kept == [*range(MOST_PEOPLE + 4, MOST_PEOPLE + MOST_BANNED + 4)]


def test_reasons_of_earlier_versions_are_shortened_for_clients() -> None:
    truth = full(PersonMuted(3, muted=True, reason="字" * LONGEST_REASON))

    muted = redacted_state(truth.state).people[3].muted

    assert muted == "字" * (REASON_BYTES // 3)
