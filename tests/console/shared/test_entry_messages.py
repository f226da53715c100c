"""What the person whom an entry of a shared table concerns hears of it, and what the others hear."""

from typing import get_args

import pytest

from playroom.console.shared.words import entry_message
from playroom.narration.message import SeatedCue
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import NOBODY
from playroom.online.wire import entries
from playroom.online.wire.evening import EveningKind, EveningTable
from playroom.online.wire.table_state import TableState
from playroom.sound.cue import Cue

ADA, BEN, CY = 1, 2, 3
SETTINGS = entries.TableSettings(game="draw", players=3)
BEFORE = TableState().after_all(
    [
        entries.TableOpened("7KQ2M9XD", SETTINGS),
        entries.PersonCame(ADA, "Ada"),
        entries.PersonCame(BEN, "Ben"),
        entries.SeatTaken(1, BEN),
    ]
)

OF_BEN: list[tuple[entries.AnyEntry, str, str | None]] = [
    (entries.PersonCame(BEN, "Ben"), "Ben joins.", "You join."),
    (entries.SeatTaken(0, BEN), "Ben takes seat 1.", "You take seat 1."),
    (entries.SeatLeft(1), "Ben leaves seat 2.", "You leave seat 2, and watch."),
    (entries.StandInSeated(1, "hard"), "A bot plays for Ben.", "A bot plays for you."),
    (entries.SeatReturned(1), "Ben plays again.", "You play again."),
    (entries.TimeRanOut(1), "Ben took too long: a bot moves.", "You took too long: a bot moves for you."),
    (entries.TimeExtended(1, 30, 2), "Ben takes 30 seconds more.", "30 seconds more. 2 more extensions."),
    (entries.ReadyChanged(BEN, ready=True), "Ben is ready. You may start the match.", "You are ready."),
    (entries.ReadyChanged(BEN, ready=False), "Ben is not ready.", "You are not ready."),
    (entries.PauseAsked(BEN, paused=False), "Ben asks for a pause.", "You ask for a pause."),
    (entries.PauseAsked(BEN, paused=True), "The match is paused.", "The match is paused."),
    (entries.HostNamed(BEN), "Ben is the host.", "You are the host."),
    (
        entries.PersonMuted(BEN, muted=True, reason="Loud."),
        "Ben is muted. Loud.",
        "The host has muted you. Loud.",
    ),
    (entries.PersonMuted(BEN, muted=False, reason=""), "Ben may talk again.", "You may talk again."),
    (entries.PersonKicked(BEN, "Rude."), "Ben was removed. Rude.", None),
    (entries.PersonBanned(BEN, "Rude."), "Ben was banned. Rude.", None),
    (entries.SeatConsented(ADA, BEN), "Ben agrees: a seat for Ada.", "You agree: a seat for Ada."),
    (entries.SeatRefused(BEN), "Ben gets no seat.", "You get no seat in this match."),
]

OF_NOBODY: list[tuple[entries.AnyEntry, str]] = [
    (entries.MatchResumed(), "The match goes on."),
    (entries.BotSeated(0, "hard"), "Seat 1: hard bot."),
    (entries.SeatLeft(0), "Seat 1 is free."),
]

UNSAID: list[entries.AnyEntry] = [
    entries.TableOpened("7KQ2M9XD", SETTINGS),
    entries.SettingsChanged(SETTINGS),
    entries.MatchStarted(["Ada", "Ben"]),
    entries.MatchWent([]),
    entries.ShareSealed(BEN, "seal"),
    entries.DealCommitted("commitment", [BEN]),
    entries.ShareGiven(BEN, "share"),
    entries.DeadlineSet(1, 30),
    entries.SeatAsked(1, BEN),
    entries.PersonForgotten(BEN),
    entries.AdministratorCame(BEN),
    entries.EveningOpened(EveningKind.SWISS, 5),
    entries.EveningEntered(BEN),
    entries.EveningLeft(BEN),
    entries.EveningDrawn([], [BEN], 5),
    entries.EveningRoundOpened(),
    entries.EveningTableOver(EveningTable("7KQ2M9XE", [ADA, BEN], [BEN], is_over=True)),
    entries.EveningPaused(paused=True),
    entries.EveningEnded(),
    entries.OfEvening("7KQ2M9XD", 1, 1),
    entries.EveningCalled(),
]


def said(entry: entries.AnyEntry, me: int) -> str | None:
    message = entry_message(BEFORE, entry, me)
    return phrasebook("en").say(message, NOBODY).strip() if message else None


@pytest.mark.parametrize(("entry", "to_others", "to_ben"), OF_BEN, ids=repr)
def test_an_action_is_announced_to_the_person_and_to_the_others(
    entry: entries.AnyEntry, to_others: str, to_ben: str | None
) -> None:
    assert said(entry, ADA) == to_others
    assert said(entry, BEN) == to_ben


@pytest.mark.parametrize(("entry", "sentence"), OF_NOBODY, ids=repr)
def test_what_nobody_does_is_said_alike_to_all(entry: entries.AnyEntry, sentence: str) -> None:
    assert said(entry, ADA) == said(entry, BEN) == sentence


@pytest.mark.parametrize("entry", UNSAID, ids=repr)
def test_what_the_match_or_the_clock_says_is_not_said_twice(entry: entries.AnyEntry) -> None:
    assert said(entry, ADA) is None


def said_of_a_third(ready: int, already: list[int], me: int) -> str:
    """The sentence for *me* once *ready* is ready, at a table with Ada, Ben and Cy; Ada is the host."""
    seated: list[entries.AnyEntry] = [
        entries.PersonCame(CY, "Cy"),
        entries.SeatTaken(0, ADA),
        entries.SeatTaken(2, CY),
    ]
    state = BEFORE.after_all([*seated, *[entries.ReadyChanged(person, ready=True) for person in already]])
    message = entry_message(state, entries.ReadyChanged(ready, ready=True), me)
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

    assert {type(entry) for entry in tried} == {*get_args(entries.AnyEntry)}


@pytest.mark.parametrize(
    ("entry", "cue"),
    [
        (entries.PersonCame(BEN, "Ben"), Cue.JOINED),
        (entries.PersonKicked(BEN, ""), Cue.LEFT),
        (entries.PersonBanned(BEN, ""), Cue.LEFT),
    ],
)
def test_who_comes_and_who_is_removed_is_heard(entry: entries.AnyEntry, cue: Cue) -> None:
    message = entry_message(BEFORE, entry, ADA)

    assert message
    assert message.sound == SeatedCue(cue)
