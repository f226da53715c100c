"""A game record read: from a file's text to the match that it tells."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from unicodedata import category

from playroom.rules.answer_kinds import Number, WrongAnswer, is_whole
from playroom.rules.deal import Deal, begin
from playroom.rules.flow import IllegalMove, after, play
from playroom.rules.layout import DOWN, LEFT, MEXICAN, RIGHT, UP, End, train
from playroom.rules.match import new_match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.questions import LARGEST_SET, MOST_PLAYERS
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, halves, tile, whole_set
from playroom.rules.variant import InvalidTable, Rules, TableFault, Variant, rules
from playroom.strict_yaml import Key, Page, Reason, Value, as_written, quoted, reason, system_reason
from playroom.table.page import entry
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
    """A record that breaks a rule: the file, its line, the round and action (from 1; 0: none), the cause."""

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
    """The record that *page* holds; a PageError if it is none, RuleBroken if a rule is broken in it."""
    says = _mapping(page, (), KEYS)
    version = says.get("record")
    if not is_whole(version) or version not in FORMATS:
        raise page.error(_wrong_version(page, version), "record")
    begun = _begun(page, says, known)
    if version != (wanted := record_format(begun.match.rules)):
        raise page.error(reason("record_version_of_game", given=str(version), wanted=str(wanted)), "record")
    for number in range(len(_list(page, ("rounds",)))):
        begun = _with_round(page, begun, number)
    return begun


def _wrong_version(page: Page, version: Value) -> Reason:
    known = tuple(map(str, FORMATS))
    if version is None:
        return page.not_possible("record", version, known)
    return reason("record_version", given=as_written(version), known=known)


def _begun(page: Page, says: Mapping[Key, Value], known: Mapping[str, Variant]) -> Record:
    game, players = _word(page, ("game",)), _players(page)
    variant = known[game] if game in known else _variant_beside(page, game, known)
    options = _mapping(page, ("options",), None) if says.get("options") is not None else {}
    given = {str(name): answer for name, answer in options.items()}
    return Record(game, variant, given, players, new_match(_rules(page, variant, len(players), given)))


def _rules(page: Page, variant: Variant, players: int, options: Mapping[str, object]) -> Rules:
    says = page.value if isinstance(page.value, dict) else {}
    teams = _teams(page) if "teams" in says else 0
    try:
        return rules(variant, players, teams, options)
    except InvalidTable as refused:
        raise RuleBroken(page, _where(refused), refused, variant) from refused


def _teams(page: Page) -> int:
    plain = entry(page, "teams")
    try:
        return int(str(Number(1).read(plain)))
    except WrongAnswer as wrong:
        raise page.error(reason("record_teams", given=as_written(plain)), "teams") from wrong


def _where(refused: InvalidTable) -> tuple[Key, ...]:
    if refused.fault is TableFault.PLAYERS:
        return ("players",)
    return ("teams",) if refused.fault in (TableFault.TEAMS, TableFault.UNEQUAL_TEAMS) else ("options",)


def _variant_beside(page: Page, game: str, known: Mapping[str, Variant]) -> Variant:
    shown = quoted(game)
    if _is_path(game):
        raise page.error(reason("game_is_path", given=shown), "game")
    try:
        return variant_of(Path(page.source).parent / game, known)
    except FileNotFoundError as error:
        raise page.error(reason("no_game", given=shown, known=tuple(known)), "game") from error
    except OSError as error:
        raise page.error(reason("game_unreadable", given=shown, why=system_reason(error)), "game") from error


def _is_path(name: str) -> bool:
    """Whether *name* is not the name of a file alone, on any system."""
    return name == ".." or PurePosixPath(name).name != name or PureWindowsPath(name).name != name


def _players(page: Page) -> tuple[str, ...]:
    entries = _list(page, ("players",))
    if len(entries) > MOST_PLAYERS:
        raise page.error(reason("too_many_names", given=len(entries), most=MOST_PLAYERS), "players")
    names = tuple(_word(page, ("players", number)) for number in range(len(entries)))
    for number, name in enumerate(names):
        if name in names[:number]:
            raise page.error(reason("name_twice", name=quoted(name)), "players", number)
    return names


def _with_round(page: Page, told: Record, number: int) -> Record:
    path = ("rounds", number)
    says = _mapping(page, path, ROUND_KEYS)
    starter = None if says.get("starter") is None else _seat(page, told, (*path, "starter"))
    deal = Deal(_hands(page, told, path), _tiles(page, (*path, "boneyard")), starter)
    try:
        match = after(told.match, begin(told.match, deal))
    except InvalidTable as refused:
        raise RuleBroken(page, path, refused, told.variant, told) from refused
    told = replace(told, match=match)
    for action in range(len(_list(page, (*path, "actions")))):
        told = _with_action(page, told, (*path, "actions", action))
    return told


def _with_action(page: Page, told: Record, path: tuple[Key, ...]) -> Record:
    seat, move = _action(page, told, path)
    if told.match.turn != seat:
        raise RuleBroken(page, path, NotTheirTurn(seat, told.match.turn), told.variant, told)
    try:
        return replace(told, match=after(told.match, play(told.match, move)))
    except IllegalMove as refused:
        raise RuleBroken(page, path, refused, told.variant, told) from refused


def _action(page: Page, told: Record, path: tuple[Key, ...]) -> tuple[Seat, Move]:
    """Who did what; of two names that might be meant, the longer."""
    line = _word(page, path)
    named = [(name, seat) for seat, name in enumerate(told.players) if line.startswith(f"{name} ")]
    for name, seat in sorted(named, key=lambda each: -len(each[0])):
        if move := _move(line.removeprefix(name).split(), told):
            return seat, move
    raise page.error(_no_action(line, told), *path)


def _no_action(line: str, told: Record) -> Reason:
    form = "trains" if told.match.rules.has_engine else "spinner" if told.match.rules.spinner else "line"
    return reason("no_action", given=quoted(line), ends=reason(f"ends.{form}"))


def _move(words: list[str], told: Record) -> Move | None:
    match words:
        case ["draw"]:
            return Draw()
        case ["pass"]:
            return Pass()
        case [word]:
            return _play(word, None)
        case [word, *rest] if end := _end(rest, told):
            return _play(word, end)
        case _:
            return None


def _end(words: list[str], told: Record) -> End | None:
    """The end that the last words of an action name, as the format of the game has it."""
    name = " ".join(words)
    return next((end for end in _known_ends(told) if end_text(end, told.players) == name), None)


def _known_ends(told: Record) -> tuple[End, ...]:
    """Every end that an action may name in this game, open or not."""
    rules = told.match.rules
    if rules.has_engine:
        return (*map(train, range(rules.players)), MEXICAN)
    return (LEFT, RIGHT, UP, DOWN) if rules.spinner else (LEFT, RIGHT)


def _play(word: str, end: End | None) -> Play | None:
    try:
        return Play(tile(word), end, halves(word)[0])
    except ValueError:
        return None


def _hands(page: Page, told: Record, path: tuple[Key, ...]) -> tuple[Hand, ...]:
    given = _mapping(page, (*path, "hands"), told.players)
    return tuple(_tiles(page, (*path, "hands", name)) if name in given else () for name in told.players)


def _seat(page: Page, told: Record, path: tuple[Key, ...]) -> Seat:
    name = _word(page, path)
    if name not in told.players:
        raise page.error(reason("no_player", given=quoted(name), known=told.players), *path)
    return told.players.index(name)


def _at(page: Page, path: Iterable[Key]) -> Value:
    """The entry at *path*; None where there is none."""
    value = page.value
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int):
            value = value[step]
    return value


def _mapping(page: Page, path: tuple[Key, ...], allowed: Iterable[Key] | None) -> Mapping[Key, Value]:
    value = _at(page, path)
    if not isinstance(value, dict):
        named = path and isinstance(path[-1], str)
        what = str(path[-1]) if named else reason("this")
        raise page.error(reason("must_be_mapping", what=what), *path)
    for key in value:
        if allowed is not None and key not in allowed:
            raise page.error(
                reason("unknown", given=quoted(key), known=tuple(map(quoted, allowed))), *path, key
            )
    return value


def _list(page: Page, path: tuple[Key, ...]) -> list[Value]:
    value = _at(page, path)
    if value is None and path[-1] != "players":
        return []
    if not isinstance(value, list):
        raise page.error(reason("must_be_list", what=str(path[-1])), *path)
    return value


def _word(page: Page, path: tuple[Key, ...]) -> str:
    value = _at(page, path)
    if not isinstance(value, str) or not value.strip():
        raise page.error(reason("no_word", what=_last_word(path), given=as_written(value)), *path)
    if any(category(letter) == "Cc" for letter in value):
        raise page.error(reason("control_characters", what=_last_word(path)), *path)
    return value


def _last_word(path: tuple[Key, ...]) -> str:
    """The name of the entry at *path*, or of the list that it is in."""
    return next(str(step) for step in reversed(path) if isinstance(step, str))


def _tiles(page: Page, path: tuple[Key, ...]) -> Hand:
    words = [] if (value := _at(page, path)) is None else str(value).split()
    if len(words) > MOST_TILES:
        raise page.error(reason("too_many_tiles", what=quoted(path[-1]), given=len(words)), *path)
    return tuple(_tile(page, path, word) for word in words)


def _tile(page: Page, path: tuple[Key, ...], word: str) -> Tile:
    try:
        return tile(word)
    except ValueError as error:
        raise page.error(reason("no_tile", what=quoted(path[-1]), given=quoted(word)), *path) from error
