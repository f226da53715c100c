"""What a server takes and refuses of the random numbers for a deal."""

import asyncio

from people import Client, Venue, code_of, venue
from support.time.virtual_time import run_virtually

from playroom.online.server.tables.server_state import logged
from playroom.online.wire.entries import DealCommitted, MatchWent
from playroom.online.wire.messages import Ack, Nak
from playroom.online.wire.protocol import SHARE_SECONDS, RefusalCode
from playroom.online.wire.provable_deal import seal_of
from playroom.online.wire.table_commands import AnyDo, DealRound, GiveShare, Ready, SealShare, Sit, StartMatch

SHARE, OTHER = "0a" * 16, "0b" * 16


async def two_seated(place: Venue) -> tuple[Client, Client]:
    ada = await place.host()
    ben = await place.guest(code_of(ada), "Ben")
    await ada.do(Sit(0))
    await ben.do(Sit(1))
    await ben.do(Ready())
    return ada, ben


def codes(answers: list[Ack | Nak]) -> list[str]:
    return [answer.code if isinstance(answer, Nak) else "" for answer in answers]


def test_a_number_is_sealed_by_its_hash_and_given_once_when_the_server_is_committed() -> None:
    async def story() -> tuple[list[str], list[str]]:
        async with venue() as place:
            ada, ben = await two_seated(place)
            soon: list[AnyDo] = [
                GiveShare(SHARE),
                SealShare("0A" * 32, 1),
                SealShare("0a", 1),
                SealShare("0a" * 32, 2),
            ]
            early = [await ada.do(do) for do in soon]
            for person, client, share in ((1, ada, SHARE), (2, ben, OTHER)):
                await client.do(SealShare(seal_of(share, code_of(ada), 1, person), 1))
            await ada.do(StartMatch())
            due: list[AnyDo] = [GiveShare(OTHER), DealRound(), GiveShare(SHARE), GiveShare(SHARE)]
            given = [await ada.do(do) for do in due]
            assert not any(isinstance(entry, MatchWent) for entry in ada.entries)
            await ben.do(GiveShare(OTHER))
            await ada.entry(MatchWent)
            return codes(early), codes(given)

    early, given = run_virtually(story())

    assert early == [RefusalCode.NO_SHARE, *[RefusalCode.MALFORMED] * 2, RefusalCode.NO_SHARE]
    assert given == [RefusalCode.MALFORMED, RefusalCode.ROUND_RUNS, "", RefusalCode.NO_SHARE]


def test_who_has_no_seat_seals_nothing() -> None:
    async def story() -> Ack | Nak:
        async with venue() as place:
            return await (await place.host()).do(SealShare("0a" * 32, 1))

    answer = run_virtually(story())

    assert isinstance(answer, Nak)
    assert answer.code == RefusalCode.NO_SEAT


def test_the_deal_waits_a_little_for_a_number_that_does_not_come() -> None:
    async def story() -> float:
        async with venue() as place:
            ada, ben = await two_seated(place)
            await ben.do(SealShare(seal_of(OTHER, code_of(ada), 1, 2), 1))
            await ada.do(StartMatch())
            begun = asyncio.get_running_loop().time()
            await ada.entry(MatchWent)
            late = await ben.do(GiveShare(OTHER))
            assert codes([late]) == [RefusalCode.NO_SHARE]
            return asyncio.get_running_loop().time() - begun

    assert run_virtually(story()) == SHARE_SECONDS


def test_each_deal_has_a_secret_of_its_own_that_no_client_is_sent() -> None:
    async def story() -> tuple[list[str], str]:
        async with venue() as place:
            ada, _ = await two_seated(place)
            await ada.do(StartMatch())
            await ada.catch_up()
            log = await place.log.read(code_of(ada))
            entries = [entry for event in log for entry in logged(event.body).entries]
            return [each.secret for each in entries if isinstance(each, DealCommitted)], "".join(ada.frames)

    secrets, frames = run_virtually(story())

    assert len(secrets) == 1
    assert secrets[0] not in frames
    assert '"entry":"DealCommitted"' in frames
