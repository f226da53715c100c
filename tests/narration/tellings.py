"""What listeners are told of every kind of event, and the rules as they are read: text for people to review.

Run as a program, it writes the texts anew; what changed in them is then to be read before it is kept.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from playroom.narration.message import Message
from playroom.narration.narrate import narrate
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience, Phrasebook, Verbosity
from playroom.narration.rules.rulebook import rulebook, title
from playroom.rules import event as events
from playroom.rules.layout import (
    DOWN,
    LEFT,
    MEXICAN,
    RIGHT,
    UP,
    Cross,
    Laid,
    Line,
    OpenEnd,
    Trains,
    on,
    train,
)
from playroom.rules.rulebook.variant import Rules, rules
from playroom.rules.seat import Seat
from playroom.rules.tile import tile, tiles
from playroom.rules.view import seen
from playroom.table.shelf import OURS, shelf

HERE = Path(__file__).parent
LANGUAGES = tuple(sorted(file.stem.partition("-")[2] for file in HERE.glob("told-*.txt")))
"""The languages whose texts were reviewed; an empty file of another one is written with theirs."""
NAMES = ("Ada", "Ben", "Cleo", "Dan")
EARS: tuple[Seat | None, ...] = (0, 1, 2, None)

GAMES = shelf([OURS]).variants
ALONE = rules(GAMES["dominos"], 4)
TEAMS = rules(GAMES["dominos"], 4, 2)
BLOCK = rules(GAMES["block"], 4)
AND_OUT = rules(GAMES["pass-and-out"], 4)
PASS_PASS = rules(GAMES["pass-pass"], 4, 2)
FIVES = rules(GAMES["all-fives"], 4)
MATADOR = rules(GAMES["matador"], 4)
PARTNERS = rules(GAMES["partners"], 4, 2, {"capicua": 25, "opening_pass": 25})
DUPLA = rules(GAMES["dupla"], 4, 2, {"blocked_by": "replay"})
KOZEL = rules(GAMES["kozel"], 4, 2, {"both_doubles": True})
SEBASTOPOL = rules(GAMES["sebastopol"], 4)
MALTESE_CROSS = rules(GAMES["maltese-cross"], 4)
CHICKENFOOT = rules(GAMES["chickenfoot"], 4)
COCHON = rules(GAMES["cochon"], 3)
SIX_LOVE = rules(GAMES["six-love"], 3)
TRAINS = rules(GAMES["mexican-train"], 4, 0, {"first_turn": "many"})

HANDS = (tiles("5-2 6-1"), tiles("6-6 4-2"), tiles("3-3 0-0"), tiles("6-5 5-5"))


def ends(left: int, right: int) -> tuple[OpenEnd, ...]:
    """The ends of a line where no double lies."""
    return OpenEnd(LEFT, left, left), OpenEnd(RIGHT, right, right)


TO_THE_RIGHT = events.Played(1, tile("5-2"), RIGHT, Laid(5, 2), ends(3, 2), 4)
DOUBLE_LEFT = events.Played(0, tile("3-3"), LEFT, Laid(3, 3), Line((Laid(3, 3), Laid(3, 1))).open_ends, 1)
FOUR_ARMS = Cross(
    Line((Laid(5, 4), Laid(4, 4), Laid(4, 1))), Laid(4, 4), up=(Laid(4, 3),), down=(Laid(4, 0), Laid(0, 0))
)
TRAINS_LAID = Trains(
    tile("9-9"),
    (0, 1, 2, 3),
    ((Laid(9, 6),), (Laid(9, 2),), (), (Laid(9, 4),)),
    (Laid(9, 7), Laid(7, 7)),
    frozenset({1, 3}),
)


def on_train(
    seat: Seat, owner: Seat | None, laid: Laid, left: int = 4, *, owed: bool = False
) -> events.Played:
    """A tile on the train of *owner*, or on the Mexican train."""
    end = MEXICAN if owner is None else train(owner)
    ends = TRAINS_LAID.joined(laid, end).open_ends
    return events.Played(seat, laid.tile, end, laid, ends, left, (end,) if owed else ())


EVENTS: dict[str, tuple[Rules, events.Event]] = {
    "The players draw lots": (AND_OUT, events.StartDraw(tuple(enumerate(tiles("6-5 6-6 2-1 0-0"))))),
    "Nobody held a double": (ALONE, events.Redealt()),
    "A round is dealt, the boneyard to be drawn from": (ALONE, events.Dealt(HANDS, tiles("1-1 2-2 4-4"), 1)),
    "A round is dealt, the rest set aside": (BLOCK, events.Dealt(HANDS, tiles("1-1"), 1)),
    "A round is dealt, nothing left": (ALONE, events.Dealt(HANDS, (), 0)),
    "It is a player's turn": (ALONE, events.Turn(1)),
    "The first tile": (ALONE, events.Played(1, tile("6-6"), None, Laid(6, 6), ends(6, 6), 6)),
    "A tile to the right": (ALONE, TO_THE_RIGHT),
    "A tile to the left, one left in hand": (ALONE, DOUBLE_LEFT),
    "The last tile": (ALONE, events.Played(1, tile("5-2"), RIGHT, Laid(5, 2), ends(3, 2), 0)),
    "A tile where the sum of the ends counts": (PASS_PASS, TO_THE_RIGHT),
    "A tile that no arm has left yet": (FIVES, replace(TO_THE_RIGHT, ends=ends(3, 2))),
    "A tile beside the spinner": (
        FIVES,
        events.Played(1, tile("4-1"), RIGHT, Laid(4, 1), replace(FOUR_ARMS, up=(), down=()).open_ends, 4),
    ),
    "A tile up from the spinner": (
        FIVES,
        events.Played(1, tile("4-3"), UP, Laid(4, 3), replace(FOUR_ARMS, down=()).open_ends, 4),
    ),
    "A double down from the spinner": (
        FIVES,
        events.Played(1, tile("0-0"), DOWN, Laid(0, 0), FOUR_ARMS.open_ends, 1),
    ),
    "A tile that fits either way round": (
        MATADOR,
        events.Played(1, tile("6-1"), LEFT, Laid(1, 6), ends(1, 2), 4),
    ),
    "Ben plays on his own train": (TRAINS, on_train(1, 1, Laid(2, 5))),
    "Ben plays on Ada's train": (TRAINS, on_train(1, 0, Laid(6, 5))),
    "Ben plays on the Mexican train, one left in hand": (TRAINS, on_train(1, None, Laid(7, 5), 1)),
    "Ben's last tile is a double on Ada's train": (TRAINS, on_train(1, 0, Laid(6, 6), 0)),
    "A train opens": (TRAINS, events.TrainOpened(1)),
    "A train closes": (TRAINS, events.TrainClosed(1)),
    "A double on the own train must be covered": (TRAINS, events.MustCover(1, train(1), 5)),
    "A double on the train of another must be covered": (TRAINS, events.MustCover(1, train(0), 5)),
    "A double on the Mexican train must be covered": (TRAINS, events.MustCover(1, MEXICAN, 7)),
    "The first turn may go on": (TRAINS, events.MayExtend(1)),
    "A pass at several ends": (TRAINS, events.Passed(1, (2, 4, 7), forced=True, drew=True)),
    "A pass that ends the first turn": (TRAINS, events.Passed(1, (2,), forced=False, drew=False, stops=True)),
    "A pass at a spinner": (FIVES, events.Passed(1, (5, 1, 4), forced=True, drew=False)),
    "The direction turns": (FIVES, events.DirectionReversed(clockwise=False)),
    "The direction turns back": (FIVES, events.DirectionReversed(clockwise=True)),
    "A round with an engine is dealt": (TRAINS, events.Dealt(HANDS, tiles("1-1"), 1, tile("9-9"))),
    "Another turn": (PASS_PASS, events.Again(1)),
    "A turn skipped": (PASS_PASS, events.Skipped(1)),
    "A draw": (ALONE, events.Drew(1, tile("4-2"), 3)),
    "The last draw": (ALONE, events.Drew(1, tile("4-2"), 0)),
    "A pass": (ALONE, events.Passed(1, (3, 2), forced=True, drew=False)),
    "A pass after a draw that did not fit": (ALONE, events.Passed(1, (3, 2), forced=True, drew=True)),
    "The drawn tile kept": (ALONE, events.Passed(1, (3, 2), forced=False, drew=True)),
    "A pass that costs the round": (AND_OUT, events.Passed(1, (3, 2), forced=True, drew=False)),
    "What comes of it": (AND_OUT, events.PlayerOut(1, 3, (0, 2, 3))),
    "Out of the round without a tile": (AND_OUT, events.PlayerOut(1, 0, (0,))),
    "The round ends, a hand is empty": (TEAMS, events.Ended(events.Ending.OUT, 1)),
    "The round ends, blocked": (ALONE, events.Ended(events.Ending.BLOCKED, None)),
    "The round ends, all but one are out": (AND_OUT, events.Ended(events.Ending.LAST_IN, None)),
    "The round ends by the target": (AND_OUT, events.Ended(events.Ending.TARGET, None)),
    "The round ends, blocked, and a team wins it": (PARTNERS, events.Ended(events.Ending.BLOCKED, None, 1)),
    "The round ends, blocked, and nobody wins it": (PARTNERS, events.Ended(events.Ending.BLOCKED, None)),
    "A bonus for the last tile": (PARTNERS, events.Bonus(1, events.BonusKind.CAPICUA, 25)),
    "A bonus for the double blank": (PARTNERS, events.Bonus(1, events.BonusKind.CHUCHAZO, 25)),
    "A bonus for a pass on the first tile": (PARTNERS, events.Bonus(1, events.BonusKind.OPENING_PASS, 25)),
    "A bonus for three passes": (PARTNERS, events.Bonus(1, events.BonusKind.ALL_PASS, 25)),
    "A bonus for the round": (PARTNERS, events.Bonus(1, events.BonusKind.ROUND, 100)),
    "Points in mid-round": (AND_OUT, events.Scored((0, 4, 0, 0), (9, 14, 1, 0))),
    "Points for a tile": (FIVES, events.Scored((0, 15, 0, 0), (10, 25, 5, 0))),
    "Points for all but one": (ALONE, events.Scored((12, 0, 1, 30), (12, 40, 101, 60))),
    "Points for teams": (TEAMS, events.Scored((24, 10), (24, 110))),
    "Points for nobody": (BLOCK, events.Scored((0, 0, 0, 0), (9, 14, 1, 0))),
    "All totals go back to 0": (SIX_LOVE, events.Scored((-2, 0, -1), (0, 0, 0))),
    "A hand with too many doubles": (DUPLA, events.Redealt(events.RedealReason.DOUBLES)),
    "A hand with too many tiles of a number": (DUPLA, events.Redealt(events.RedealReason.NUMBER)),
    "A round to replay": (DUPLA, events.CarriedOver(events.CarryOver((0, 0), (0, 0), 1))),
    "Rounds won of a series": (COCHON, events.CarriedOver(events.CarryOver((0, 0, 0), (2, 1, 0)))),
    "An arm of the middle begins": (
        SEBASTOPOL,
        events.Played(1, tile("6-5"), LEFT, Laid(5, 6), (OpenEnd(RIGHT, 6),), 6),
    ),
    "Arms owe their doubles": (
        MALTESE_CROSS,
        events.Played(
            1, tile("6-2"), DOWN, Laid(6, 2), (OpenEnd(LEFT, 5), OpenEnd(DOWN, 2)), 3, (LEFT, DOWN)
        ),
    ),
    "A pass where doubles alone can be played": (MALTESE_CROSS, events.Passed(1, (), True, False)),
    "An arm owes its double no more": (
        MALTESE_CROSS,
        events.ArmsFreed((OpenEnd(LEFT, 5),), (OpenEnd(DOWN, 2),), (DOWN,)),
    ),
    "Two arms owe their doubles no more": (
        MALTESE_CROSS,
        events.ArmsFreed((OpenEnd(LEFT, 5), OpenEnd(DOWN, 2)), (OpenEnd(UP, 3),), (UP,)),
    ),
    "A toe of the engine": (
        CHICKENFOOT,
        events.Played(1, tile("9-5"), on(9), Laid(9, 5), (OpenEnd(on(9), 9),), 9, (on(9),)),
    ),
    "A double is a foot": (
        CHICKENFOOT,
        events.Played(1, tile("5-5"), on(5), Laid(5, 5), (OpenEnd(on(5), 5),), 6, (on(5),) * 3),
    ),
    "A tile on an arm": (
        CHICKENFOOT,
        events.Played(1, tile("5-3"), on(5), Laid(5, 3), (OpenEnd(on(3), 3), OpenEnd(on(5), 5)), 4),
    ),
    "A foot has its toes": (CHICKENFOOT, events.FootDone(5, 0, (OpenEnd(on(1), 1), OpenEnd(on(3), 3)))),
    "A foot without tiles for its toes": (CHICKENFOOT, events.FootDone(5, 2, (OpenEnd(on(1), 1),))),
    "Eggs wait": (KOZEL, events.CarriedOver(events.CarryOver((0, 0), (0, 0), 28))),
    "Points wait until a side enters": (KOZEL, events.CarriedOver(events.CarryOver((8, 1), (0, 0), 0))),
    "Nothing waits any more": (KOZEL, events.CarriedOver(events.CarryOver((0, 0), (0, 0), 0))),
    "A turn continues with another double": (KOZEL, events.MayExtend(1)),
    "A series is over": (COCHON, events.CarriedOver(events.CarryOver((0, 0, 0), (0, 0, 0)))),
    "A player eliminated": (ALONE, events.SidesEliminated((1,))),
    "Two players eliminated": (ALONE, events.SidesEliminated((1, 2))),
    "A team eliminated": (TEAMS, events.SidesEliminated((1,))),
    "The match won": (ALONE, events.Won((1,))),
    "The match won by a team": (TEAMS, events.Won((0,))),
    "The match shared": (BLOCK, events.Won((0, 1))),
    "The match shared by teams": (PASS_PASS, events.Won((0, 1))),
}


READ: tuple[tuple[str, int, int, dict[str, object]], ...] = (
    ("dominos", 4, 0, {}),
    ("dominos", 10, 5, {"going_out": "whole_team", "drawing": "any_time"}),
    ("block", 4, 0, {}),
    ("draw", 2, 0, {"single_round": True, "after_draw": "wait"}),
    ("passing-game", 4, 2, {}),
    ("pass-and-out", 4, 0, {}),
    ("pass-and-out", 2, 0, {"going_out": "ends_round", "count": "pips", "deals": 5}),
    ("pass-pass", 4, 2, {}),
    ("all-fives", 4, 0, {}),
    ("all-fives", 4, 2, {"spinner": False, "lead": "double", "blocked": "difference", "points": "fives"}),
    ("all-fives", 2, 0, {"finish": "round_end"}),
    ("matador", 4, 0, {}),
    ("matador", 2, 0, {"keep_matadors": True, "opening": "any", "blocked": "difference", "reserve": 0}),
    ("partners", 4, 2, {}),
    (
        "partners",
        4,
        2,
        {"lead": "winner", "blocked_by": "player", "blocked_tie": "opener", "counts": "all", "capicua": 25}
        | {"chuchazo": 25, "opening_pass": 25, "all_pass": 25, "round_bonus": True, "capicua_blank": False},
    ),
    ("partners", 4, 2, {"first": "lots", "blocked_by": "neighbour", "blocked_tie": "blocker"}),
    ("cuban", 4, 2, {}),
    ("dupla", 4, 2, {}),
    ("dupla", 4, 2, {"blocked_by": "replay", "lead": "winner", "crossed": 6}),
    ("bergen", 4, 0, {}),
    ("bergen", 2, 0, {"opening": "highest", "blocked_by": "no_doubles", "opening_scores": False}),
    ("sebastopol", 4, 0, {}),
    ("sebastopol", 4, 0, {"blocked": "others"}),
    ("maltese-cross", 2, 0, {}),
    ("maltese-cross", 4, 0, {"blocked": "others", "reserve": 0}),
    ("kozel", 4, 2, {}),
    ("kozel", 3, 0, {"both_doubles": True, "blocked_tie": "each", "first": "highest", "redeal": False}),
    ("cochon", 3, 0, {}),
    ("six-love", 3, 0, {}),
    ("six-love", 4, 2, {"love": False}),
    ("fives-and-threes", 4, 2, {"going_out": "whole_team"}),
    ("fives-and-threes", 2, 0, {"lead": "double", "exact": False, "out_points": 0}),
    ("chickenfoot", 2, 0, {}),
    ("chickenfoot", 8, 0, {"first_toes": 6, "after_draw": "may_play", "double_blank": 0, "rounds": 5}),
    ("mexican-train", 3, 0, {}),
    ("mexican-train", 8, 0, {"doubles": "several", "first_turn": "many", "double_blank": 0, "rounds": 5}),
)
"""The tables whose rules are read: game, players, teams and options."""


def telling(language: str) -> str:
    """Every event as every listener hears it, at every length."""
    book = phrasebook(language)
    parts = ("\n".join((title, *_told(book, made, event))) for title, (made, event) in EVENTS.items())
    return "\n\n".join(parts) + "\n"


def rulebooks(language: str) -> str:
    """The rules of every game as they are read at one of its tables."""
    book = phrasebook(language)
    tables = ((game, rules(GAMES[game], players, teams, options)) for game, players, teams, options in READ)
    parts = ("\n".join(_read(book, game, made)) for game, made in tables)
    return "\n\n".join(parts) + "\n"


def _read(book: Phrasebook, game: str, made: Rules) -> Iterator[str]:
    yield book.say(
        Message("rulebooks.choice", blanks={"question": title(GAMES[game]), "answer": str(made.players)})
    )
    for section in rulebook(GAMES[game], made):
        yield f"  {book.say(section.heading)}"
        yield from (f"    {book.say(paragraph)}" for paragraph in section.paragraphs)


def _told(book: Phrasebook, made: Rules, event: events.Event) -> Iterator[str]:
    heard = {ear: _lengths(book, made, event, ear) for ear in EARS}
    for lengths in dict.fromkeys(heard.values()):
        ears = " and ".join(_name(ear) for ear in EARS if heard[ear] == lengths)
        yield f"  {ears}: {' | '.join(lengths)}"


def _lengths(book: Phrasebook, made: Rules, event: events.Event, ear: Seat | None) -> tuple[str, ...]:
    """What one listener hears: short, brief, normal and full, what is alike said once."""
    message = narrate(seen(event, ear), ear, made)
    if message is None:
        return ("nothing",)
    to = Audience(NAMES, ear)
    lengths = (book.short(message, to), *(book.say(message, to, verbosity) for verbosity in Verbosity))
    return tuple(dict.fromkeys(lengths))


def _name(ear: Seat | None) -> str:
    return "a listener" if ear is None else NAMES[ear]


if __name__ == "__main__":
    for code in LANGUAGES:
        (HERE / f"told-{code}.txt").write_text(telling(code), encoding="utf-8")
        (HERE / f"rules-{code}.txt").write_text(rulebooks(code), encoding="utf-8")
