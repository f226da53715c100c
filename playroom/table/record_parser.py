"""The parser of game records."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath, PureWindowsPath

from msgspec.structs import replace

from playroom.rules.deal import Deal, begin
from playroom.rules.flow import IllegalMove, after, played
from playroom.rules.match import new_match, possible_ends
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.answer_kinds import Number, WrongAnswer, is_whole
from playroom.rules.rulebook.fault import InvalidTable, TableFault
from playroom.rules.rulebook.questions import LARGEST_SET, MOST_PLAYERS
from playroom.rules.rulebook.variant import Rules, Variant, rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, halves, tile, whole_set
from playroom.strict_yaml import Key, Page, as_written, quoted, reason, system_reason
from playroom.table.page_entries import is_written, list_at, mapping_at, value_at, word_at
from playroom.table.record import FORMATS, Record, end_text, record_format
from playroom.table.shelf import variant_of

KEYS = ("record", "game", "options", "players", "teams", "rounds")
MOST_TILES = len(whole_set(LARGEST_SET))
ROUND_KEYS = ("starter", "hands", "boneyard", "actions")


class NotTheirTurn(ValueError):  # noqa: N818 (a refusal, not an error of the program)
    """An action by a seat that is not to move; *turn* is the seat that is, None after the round (G-4)."""

    def __init__(self, seat: Seat, turn: Seat | None) -> None:
        super().__init__(f"seat {seat} is not to move")
        self.seat = seat
        self.turn = turn


class RuleBroken(ValueError):  # noqa: N818 (a refusal, not an error of the program)
    """An illegal action or deal in a record: file, line, round and action (from 1; 0: none), and cause."""

    def __init__(
        self,
        page: Page,
        path: tuple[Key, ...],
        cause: InvalidTable | IllegalMove | NotTheirTurn,
        variant: Variant,
        record: Record | None = None,
    ) -> None:
        super().__init__(str(cause))
        numbers = [int(step) + 1 for step in path if isinstance(step, int)]
        self.source = page.source
        self.line = page.line(*path)
        self.round, self.action = (*numbers, 0, 0)[:2]
        self.cause = cause
        self.variant = variant
        self.record = record


def record(page: Page, known: Mapping[str, Variant]) -> Record:
    """The record on *page*; a PageError if it is malformed, RuleBroken if it breaks a rule."""
    says = mapping_at(page, (), KEYS)
    version, versions = says.get("record"), tuple(map(str, FORMATS))
    if version is None:
        raise page.error(page.not_possible("record", version, versions), "record")
    if not is_whole(version) or version not in FORMATS:
        raise page.error(reason("record_version", given=as_written(version), known=versions), "record")
    game, entries = word_at(page, ("game",)), list_at(page, ("players",), or_none=False)
    if len(entries) > MOST_PLAYERS:
        raise page.error(reason("too_many_names", given=len(entries), most=MOST_PLAYERS), "players")
    players = tuple(word_at(page, ("players", number)) for number in range(len(entries)))
    for number, name in enumerate(players):
        if name in players[:number]:
            raise page.error(reason("name_twice", name=quoted(name)), "players", number)
    variant = known[game] if game in known else _variant_beside(page, game, known)
    options = mapping_at(page, ("options",), None) if says.get("options") is not None else {}
    given = {str(name): answer for name, answer in options.items()}
    begun = Record(game, variant, given, players, new_match(_rules(page, variant, len(players), given)))
    if version != (wanted := record_format(begun.match.rules)):
        raise page.error(reason("record_version_of_game", given=str(version), wanted=str(wanted)), "record")
    for number in range(len(list_at(page, ("rounds",)))):
        begun = _with_round(page, begun, number)
    return begun


def _rules(page: Page, variant: Variant, players: int, options: Mapping[str, object]) -> Rules:
    teams = 0
    if is_written(page, "teams"):
        plain = value_at(page, "teams")
        try:
            teams = int(str(Number(1).read(plain)))
        except WrongAnswer as wrong:
            raise page.error(reason("record_teams", given=as_written(plain)), "teams") from wrong
    try:
        return rules(variant, players, teams, options)
    except InvalidTable as refused:
        of_teams = refused.fault in (TableFault.TEAMS, TableFault.UNEQUAL_TEAMS)
        where = "players" if refused.fault is TableFault.PLAYERS else "teams" if of_teams else "options"
        raise RuleBroken(page, (where,), refused, variant) from refused


def _variant_beside(page: Page, game: str, known: Mapping[str, Variant]) -> Variant:
    shown = quoted(game)
    if game == ".." or PurePosixPath(game).name != game or PureWindowsPath(game).name != game:
        raise page.error(reason("game_is_path", given=shown), "game")
    try:
        return variant_of(Path(page.source).parent / game, known)
    except FileNotFoundError as error:
        raise page.error(reason("no_game", given=shown, known=tuple(known)), "game") from error
    except OSError as error:
        raise page.error(reason("game_unreadable", given=shown, why=system_reason(error)), "game") from error


def _with_round(page: Page, before: Record, number: int) -> Record:
    path = ("rounds", number)
    says = mapping_at(page, path, ROUND_KEYS)
    starter = None
    if says.get("starter") is not None:
        name = word_at(page, (*path, "starter"))
        if name not in before.players:
            why = reason("no_player", given=quoted(name), known=before.players)
            raise page.error(why, *path, "starter")
        starter = before.players.index(name)
    given = mapping_at(page, (*path, "hands"), before.players)
    hands = (_tiles(page, (*path, "hands", name)) if name in given else () for name in before.players)
    deal = Deal(tuple(hands), _tiles(page, (*path, "boneyard")), starter)
    try:
        match = after(before.match, begin(before.match, deal))
    except InvalidTable as refused:
        raise RuleBroken(page, path, refused, before.variant, before) from refused
    begun = replace(before, match=match)
    for action in range(len(list_at(page, (*path, "actions")))):
        here = (*path, "actions", action)
        seat, move = action_at(page, here, begun)
        if begun.match.turn != seat:
            raise RuleBroken(page, here, NotTheirTurn(seat, begun.match.turn), begun.variant, begun)
        try:
            begun = replace(begun, match=played(begun.match, move))
        except IllegalMove as refused:
            raise RuleBroken(page, here, refused, begun.variant, begun) from refused
    return begun


def _tiles(page: Page, path: tuple[Key, ...]) -> Hand:
    words = [] if (value := value_at(page, *path)) is None else str(value).split()
    if len(words) > MOST_TILES:
        raise page.error(reason("too_many_tiles", what=quoted(path[-1]), given=len(words)), *path)
    found = []
    for word in words:
        try:
            found.append(tile(word))
        except ValueError as error:
            raise page.error(reason("no_tile", what=quoted(path[-1]), given=quoted(word)), *path) from error
    return tuple(found)


def action_at(page: Page, path: tuple[Key, ...], before: Record) -> tuple[Seat, Move]:
    """The seat and the move of the action at *path*, which starts with a name, the longest that matches."""
    line = word_at(page, path)
    named = [(name, seat) for seat, name in enumerate(before.players) if line.startswith(f"{name} ")]
    for name, seat in sorted(named, key=lambda each: -len(each[0])):
        if move := _move(line.removeprefix(name).split(), before):
            return seat, move
    rules = before.match.rules
    form = str(rules.shape) if rules.has_engine else "spinner" if rules.spinner else "line"
    raise page.error(reason("no_action", given=quoted(line), ends=reason(f"ends.{form}")), *path)


def _move(words: list[str], before: Record) -> Move | None:
    """The move of these words, a play perhaps with its end; None if it is not a move."""
    match words:
        case ["draw"]:
            return Draw()
        case ["pass"]:
            return Pass()
        case [word, *rest]:
            rules, end = before.match.rules, None
            if rest:
                named = {
                    end_text(each, before.players): each
                    for each in possible_ends(rules, range(rules.players))
                }
                end = named.get(" ".join(rest))
            with suppress(ValueError):
                return Play(tile(word), end, halves(word)[0]) if end or not rest else None
    return None
