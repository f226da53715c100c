"""What the person whom an entry of a shared table concerns hears of it, and what the others hear."""

from typing import get_args

import pytest

from playroom.console.shared.entry_messages import entry_message
from playroom.narration.message import SeatedCue
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import NOBODY
from playroom.online.wire.entries import (
    AdministratorCame,
    AnyEntry,
    BotSeated,
    DeadlineSet,
    DealCommitted,
    HostNamed,
    MatchResumed,
    MatchStarted,
    MatchWent,
    PauseAsked,
    PersonBanned,
    PersonCame,
    PersonForgotten,
    PersonKicked,
    PersonMuted,
    ReadyChanged,
    SeatAsked,
    SeatConsented,
    SeatLeft,
    SeatRefused,
    SeatReturned,
    SeatTaken,
    SettingsChanged,
    ShareGiven,
    ShareSealed,
    StandInSeated,
    TableOpened,
    TableSettings,
    TimeExtended,
    TimeRanOut,
)
from playroom.online.wire.table_state import TableState
from playroom.sound.cue import Cue

ADA, BEN, CY = 1, 2, 3
SETTINGS = TableSettings(game="draw", players=3)
BEFORE = TableState().after_all(
    [TableOpened("7KQ2M9XD", SETTINGS), PersonCame(ADA, "Ada"), PersonCame(BEN, "Ben"), SeatTaken(1, BEN)]
)

OF_BEN: list[tuple[AnyEntry, str, str]] = [
    (PersonCame(BEN, "Ben"), "Ben joins.", "You join."),
    (SeatTaken(0, BEN), "Ben takes seat 1.", "You take seat 1."),
    (SeatLeft(1), "Ben leaves seat 2.", "You leave seat 2, and watch."),
    (StandInSeated(1, "hard"), "A bot plays for Ben.", "A bot plays for you."),
    (SeatReturned(1), "Ben plays again.", "You play again."),
    (TimeRanOut(1), "Ben took too long: a bot moves.", "You took too long: a bot moves for you."),
    (TimeExtended(1, 30, 2), "Ben takes 30 seconds more.", "30 seconds more. 2 extensions left."),
    (ReadyChanged(BEN, ready=True), "Ben is ready. You may start the match.", "You are ready."),
    (ReadyChanged(BEN, ready=False), "Ben is not ready.", "You are not ready."),
    (PauseAsked(BEN, paused=False), "Ben asks for a pause.", "You ask for a pause."),
    (PauseAsked(BEN, paused=True), "The match is paused.", "The match is paused."),
    (HostNamed(BEN), "Ben is the host.", "You are the host."),
    (PersonMuted(BEN, muted=True, reason="Loud."), "Ben is muted. Loud.", "The host has muted you. Loud."),
    (PersonMuted(BEN, muted=False, reason=""), "Ben may talk again.", "You may talk again."),
    (PersonKicked(BEN, "Rude."), "Ben was removed. Rude.", "You were removed. Rude."),
    (PersonBanned(BEN, "Rude."), "Ben was banned. Rude.", "You were banned. Rude."),
    (SeatConsented(ADA, BEN), "Ben agrees: a seat for Ada.", "You agree: a seat for Ada."),
    (SeatRefused(BEN), "Ben gets no seat.", "You get no seat in this match."),
]

OF_NOBODY: list[tuple[AnyEntry, str]] = [
    (MatchResumed(), "The match goes on."),
    (BotSeated(0, "hard"), "Seat 1: hard bot."),
    (SeatLeft(0), "Seat 1 is free."),
]

UNSAID: list[AnyEntry] = [
    TableOpened("7KQ2M9XD", SETTINGS),
    SettingsChanged(SETTINGS),
    MatchStarted(["Ada", "Ben"]),
    MatchWent([]),
    ShareSealed(BEN, "seal"),
    DealCommitted("commitment", [BEN]),
    ShareGiven(BEN, "share"),
    DeadlineSet(1, 30),
    SeatAsked(1, BEN),
    PersonForgotten(BEN),
    AdministratorCame(BEN),
]


def said(entry: AnyEntry, me: int) -> str | None:
    message = entry_message(BEFORE, entry, me)
    return phrasebook("en").say(message, NOBODY).strip() if message else None


@pytest.mark.parametrize(("entry", "to_others", "to_ben"), OF_BEN, ids=repr)
def test_an_action_is_announced_to_the_person_and_to_the_others(
    entry: AnyEntry, to_others: str, to_ben: str
) -> None:
    assert said(entry, ADA) == to_others
    assert said(entry, BEN) == to_ben


@pytest.mark.parametrize(("entry", "sentence"), OF_NOBODY, ids=repr)
def test_what_nobody_does_is_said_alike_to_all(entry: AnyEntry, sentence: str) -> None:
    assert said(entry, ADA) == said(entry, BEN) == sentence


@pytest.mark.parametrize("entry", UNSAID, ids=repr)
def test_what_the_match_or_the_clock_says_is_not_said_twice(entry: AnyEntry) -> None:
    assert said(entry, ADA) is None


def said_of_a_third(ready: int, already: list[int], me: int) -> str:
    """What is said when somebody is ready, at a table where Ada, Ben and Cy sit; Ada is the host."""
    seated: list[AnyEntry] = [PersonCame(CY, "Cy"), SeatTaken(0, ADA), SeatTaken(2, CY)]
    state = BEFORE.after_all([*seated, *[ReadyChanged(person, ready=True) for person in already]])
    message = entry_message(state, ReadyChanged(ready, ready=True), me)
    assert message
    return phrasebook("en").say(message, NOBODY).strip()


def test_the_last_who_is_not_ready_hears_that_the_match_waits_for_them() -> None:
    waits = "Ada is ready. Waiting for you: choose Ready, the first line."

    assert said_of_a_third(ADA, already=[CY], me=BEN) == waits
    assert said_of_a_third(ADA, already=[], me=BEN) == "Ada is ready."
    assert said_of_a_third(ADA, already=[CY, BEN], me=BEN) == "Ada is ready."


def test_a_host_hears_that_only_the_start_is_missing() -> None:
    start = "Ben is ready. You may start the match."

    assert said_of_a_third(BEN, already=[CY], me=ADA) == start
    assert said_of_a_third(BEN, already=[CY, ADA], me=ADA) == start
    assert said_of_a_third(BEN, already=[], me=ADA) == "Ben is ready."
    assert said_of_a_third(ADA, already=[BEN, CY], me=ADA) == "You are ready."


def test_every_kind_of_entry_is_tried() -> None:
    tried = [entry for entry, *_ in (*OF_BEN, *OF_NOBODY)] + UNSAID

    assert {type(entry) for entry in tried} == {*get_args(AnyEntry)}


@pytest.mark.parametrize(
    ("entry", "cue"),
    [
        (PersonCame(BEN, "Ben"), Cue.JOINED),
        (PersonKicked(BEN, ""), Cue.LEFT),
        (PersonBanned(BEN, ""), Cue.LEFT),
    ],
)
def test_who_comes_and_who_is_removed_is_heard(entry: AnyEntry, cue: Cue) -> None:
    message = entry_message(BEFORE, entry, ADA)

    assert message
    assert message.sound == SeatedCue(cue)
