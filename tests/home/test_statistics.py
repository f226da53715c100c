"""Statistics from the records that are there, by an index that may be lost, damaged or older."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS, states

from playroom.home.match_index import MatchEntry, MatchIndex, MatchSummary, RoundReview, match_summary
from playroom.home.match_notes import LessonNotes, MatchNotes, NotesFile
from playroom.home.statistics import LeftOut, Statistics, statistics, statistics_csv
from playroom.rules.event import Drew, Passed
from playroom.rules.match import Match
from playroom.table.record import Record, text
from playroom.table.setup import Setup, new_record

BEGUN = datetime(2026, 11, 2, 20, 30, tzinfo=UTC)


def entry(number: int, *, won: bool, game: str = "draw", leads: tuple[int, ...] = (5,)) -> MatchEntry:
    own = MatchSummary(
        won=won, rounds=len(leads), rounds_won=int(won), points=10, drawn=2, passed=1, leads=leads
    )
    return MatchEntry(
        f"past/{number:04}.domino.yaml",
        BEGUN.timestamp() + number,
        people=(0,),
        game=game,
        players=("Ada", "Ben"),
        sides=(0, 1),
        winners=(0 if won else 1,),
        bots=((1, "steady"),),
        own=own,
    )


def finished(game: str, seed: int, players: int = 2) -> Record:
    record = new_record(VARIANTS[game], Setup(game, players), ("Ada", "Ben", "Cleo", "Dan")[:players])
    *_, match = states(record.match, Random(seed))
    return replace(record, match=match)


def keep(folder: Path, number: int, record: Record, notes: MatchNotes) -> Path:
    file = folder / "past" / f"{number:04}.domino.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text(record), encoding="utf-8")
    NotesFile(file).save(replace(notes, begun=BEGUN + timedelta(hours=number)))
    return file


def read(folder: Path) -> Statistics:
    index = MatchIndex(folder, VARIANTS, str)
    known, unread = index.survey()
    return statistics((*known, *index.read(unread)))


def test_matches_are_counted_by_game_by_strength_and_by_name() -> None:
    with_cleo = replace(entry(3, won=True), bots=(), players=("Ada", "Cleo"))

    found = statistics([entry(1, won=True), entry(2, won=False, game="block"), with_cleo])

    assert (found.total.matches, found.total.won) == (3, 2)
    assert {name: (tally.matches, tally.won) for name, tally in found.games.items()} == {
        "draw": (2, 2),
        "block": (1, 0),
    }
    assert {name: tally.matches for name, tally in found.strengths.items()} == {"steady": 2}
    assert {name: tally.matches for name, tally in found.people.items()} == {"Cleo": 1}


def test_the_best_and_the_worst_round_name_their_match() -> None:
    found = statistics([entry(1, won=True, leads=(5, 40)), entry(2, won=False, leads=(-33, 2))])

    assert found.total.best
    assert found.total.worst
    assert (found.total.best.lead, found.total.best.match.name) == (40, "past/0001.domino.yaml")
    assert (found.total.worst.lead, found.total.worst.match.name) == (-33, "past/0002.domino.yaml")


@pytest.mark.parametrize(
    ("results", "streak"), [("", (0, 0)), ("1", (1, 1)), ("1110", (0, 3)), ("011011", (2, 2))]
)
def test_a_streak_is_of_wins_up_to_the_last_match(results: str, streak: tuple[int, int]) -> None:
    entries = [entry(number, won=result == "1") for number, result in enumerate(results)]
    Random(1).shuffle(entries)

    found = statistics(entries)

    assert (found.streak, found.longest) == streak


def test_practice_lessons_and_matches_of_several_people_are_left_out_and_counted() -> None:
    plain = entry(1, won=True)
    others = [
        replace(plain, practice=True),
        replace(plain, practice=True, lesson=True),
        replace(plain, lesson=True),
        replace(plain, people=(0, 1), own=None),
        replace(plain, why="line 3"),
    ]

    found = statistics([plain, *others])

    assert found.total.matches == 1
    assert found.left_out == LeftOut(practice=1, lessons=2, several=1, unreadable=1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_summary_is_what_the_events_of_the_match_say(game: str) -> None:
    variant = VARIANTS[game]
    players = min(variant.players)
    teams = variant.teams_for(players)[0]
    record = new_record(variant, Setup(game, players, teams), tuple("ABCDEFGHIJ")[:players])
    *_, match = states(record.match, Random(3))

    summaries = [match_summary(match, seat) for seat in range(players)]

    assert {summary.won for summary in summaries} == {True, False} or len(match.winners) == match.rules.sides
    assert sum(summary.drawn for summary in summaries) == count(match, Drew)
    assert sum(summary.passed for summary in summaries) == count(match, Passed)
    assert all(summary.rounds_won <= summary.rounds == len(summary.leads) for summary in summaries)


def count(match: Match, kind: type[Drew | Passed]) -> int:
    return sum(isinstance(event, kind) for now in match.rounds for event in now.log)


@pytest.mark.long
@pytest.mark.parametrize("damage", ["none", "lost", "damaged", "older"])
def test_the_same_is_found_whatever_has_become_of_the_index(home: Path, damage: str) -> None:
    for number, game in enumerate(("draw", "block", "dominos"), 1):
        keep(home, number, finished(game, number), MatchNotes({1: "steady"}, (0,)))
    first, index = read(home), home / "index.sqlite"

    match damage:
        case "lost":
            index.unlink()
        case "damaged":
            index.write_bytes(b"no database" * 400)
        case "older":
            content = bytearray(index.read_bytes())
            content[60:64] = (2).to_bytes(4, "big")  # the version of the user
            index.write_bytes(content)

    assert read(home) == first
    assert first.total.matches == 3


def test_a_record_that_cannot_be_read_is_skipped_and_counted(home: Path) -> None:
    keep(home, 1, finished("draw", 1), MatchNotes({1: "steady"}, (0,)))
    keep(home, 2, finished("draw", 2), MatchNotes({1: "steady"}, (0,))).write_bytes(b"record: [1\n")

    found = read(home)

    assert (found.total.matches, found.left_out.unreadable) == (1, 1)


def test_a_lesson_and_an_unfinished_match_do_not_count(home: Path) -> None:
    keep(home, 1, finished("draw", 1), MatchNotes({1: "steady"}, (0,), lesson=LessonNotes()))
    begun = new_record(VARIANTS["draw"], Setup("draw", 2), ("Ada", "Ben"))
    keep(home, 2, begun, MatchNotes({1: "steady"}, (0,)))

    found = read(home)

    assert found.total.matches == 0
    assert found.left_out == LeftOut(lessons=1)


def test_csv_has_a_line_for_each_tally() -> None:
    lines = statistics_csv(statistics([entry(1, won=True, leads=(7, -2))])).splitlines()

    columns, *rows = lines
    assert columns.startswith("group,name,matches,won,rounds,rounds_won,points,drawn,passed,best_round,")
    assert rows == [
        "all,,1,1,2,1,10,2,1,7,2026-11-02,-2,2026-11-02,0,0,0,0,0",
        "game,draw,1,1,2,1,10,2,1,7,2026-11-02,-2,2026-11-02,0,0,0,0,0",
        "bots,steady,1,1,2,1,10,2,1,7,2026-11-02,-2,2026-11-02,0,0,0,0,0",
        "week,2026-11-02,1,1,2,1,10,2,1,7,2026-11-02,-2,2026-11-02,0,0,0,0,0",
    ]


def reviewed(number: int, *reviews: RoundReview, days: int = 0) -> MatchEntry:
    plain = entry(number, won=False, leads=(10,) * len(reviews))
    return replace(plain, when=plain.when + days * 86_400, reviews=reviews)


def test_luck_is_what_the_deals_were_worth_and_the_rest_is_the_players_own() -> None:
    entries = [reviewed(1, RoundReview(4, None), RoundReview(-1, False)), entry(2, won=True, leads=(90,))]

    found = statistics(entries)

    assert (found.total.reviewed, found.total.deals, found.total.leads) == (2, 3, 20)
    assert found.total.a_reviewed_round(found.total.deals) == 1.5
    assert found.unreviewed == 1


def test_wins_given_away_are_counted_by_week_the_newest_first() -> None:
    sunday, monday = 6, 7  # after a Monday
    entries = [
        reviewed(1, RoundReview(0, True), RoundReview(0, None), days=sunday),
        reviewed(2, RoundReview(0, False), days=monday),
    ]

    found = statistics(entries)

    assert (found.total.judged, found.total.given_away) == (2, 1)
    weeks = {day: (tally.judged, tally.given_away) for day, tally in found.weeks.items()}
    assert list(weeks.items()) == [("2026-11-09", (1, 0)), ("2026-11-02", (1, 1))]


@pytest.mark.long
def test_reviews_are_kept_until_the_record_changes(home: Path) -> None:
    file = keep(home, 1, finished("draw", 1), MatchNotes({1: "steady"}, (0,)))
    index = MatchIndex(home, VARIANTS, str)
    (plain,) = index.read(index.survey().unread)

    found = index.review(plain, lambda match, _seat: (len(match.rounds), None))

    assert [each.deal for each in found.reviews] == [*range(1, plain.rounds + 1)]
    assert MatchIndex(home, VARIANTS, str).survey().known == (found,)

    keep(home, 1, finished("draw", 2), MatchNotes({1: "steady"}, (0,)))
    (other,) = index.read(index.survey().unread)
    assert other.reviews == ()
    file.unlink()
    assert index.review(other, lambda _match, _seat: (0, None)) == other
