"""Puts the house together; the only file that knows everybody."""

import json
import os
import sys
import traceback
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from playroom.bots.roster import BOTS
from playroom.cli import parser
from playroom.console.match.draft import GoingOn
from playroom.examine import examine
from playroom.exits import FAILED, STOPPED, WRONG_COMMAND
from playroom.home.files import write_whole
from playroom.home.folders import Folders, own_folders
from playroom.home.saved import SavedMatch
from playroom.home.settings import Settings, load_settings
from playroom.narration.language import TileStyle
from playroom.narration.locales import languages, phrasebook
from playroom.narration.message import Message
from playroom.narration.phrasebook import Phrasebook, Verbosity
from playroom.narration.system import system_language
from playroom.proving import Proof
from playroom.replay import Unreadable, as_json, lines, read_record
from playroom.strict_yaml import PageError, read, unreadable
from playroom.table.page import variant_on
from playroom.table.record import Record
from playroom.table.schema import as_text
from playroom.table.shelf import OURS, Shelf, shelf
from playroom.visit import Visit
from playroom.voice.mode import Mode
from playroom.wished import impossible, too_many, wished_draft, wished_setup


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the program: the player's folders and settings, the rulebooks, and what was asked for."""

    folders: Folders
    shelf: Shelf
    asked: Namespace
    settings: Settings
    faults: tuple[PageError, ...]

    @property
    def book(self) -> Phrasebook:
        """The listener's words."""
        return self.book_for(self.settings)

    @property
    def visit(self) -> Visit:
        """A stay in the room, as the command line asks for it."""
        seed = getattr(self.asked, "seed", None)
        return Visit(self.folders, self.settings, self.book_for, self.shelf, self.faults, seed)

    def book_for(self, settings: Settings) -> Phrasebook:
        """The phrasebook of the language that *settings* name, or of the system's."""
        code = settings.language or system_language(languages(self.folders.languages).names)
        return phrasebook(code, self.folders.languages, TileStyle(settings.tiles))


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; the exit code."""
    run = _begun(arguments)
    commands = {
        "play": _play,
        "continue": _go_on,
        "simulate": _simulate,
        "replay": _replay,
        "check": _check,
        "doctor": _examine,
    }
    try:
        code = commands.get(run.asked.command, _enter)(run)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        return _unread()
    except BaseExceptionGroup as error:
        return _failed(run, error)
    except Exception as error:  # noqa: BLE001 (a player gets a sentence, a volunteer the file)
        return _failed(run, error)
    return code


def _begun(arguments: Sequence[str] | None) -> Run:
    """The run that the command line asks for; one that cannot be obeyed ends the program."""
    folders = own_folders()
    games = shelf([OURS, folders.rulebooks])
    reader = parser(games.variants, BOTS)
    asked = reader.parse_args(arguments)
    settings, faults = load_settings(folders.settings)
    wished = _wished(settings, asked)
    known = languages(folders.languages).names
    if wished.language != settings.language and wished.language not in known:
        reader.error(f"--language: {wished.language} is no language here; there are {', '.join(known)}")
    return Run(folders, games, asked, wished, (*faults, *games.left_out))


def _unread() -> int:
    """Whoever read our output has gone: what is left of it goes nowhere, in silence."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED


def _failed(run: Run, error: BaseException) -> int:
    """Write down what went wrong, and say so in one line."""
    report = run.folders.crash
    with suppress(OSError):
        write_whole(report, "".join(traceback.format_exception(error)))
    print(run.book.say(Message("menus.crashed", blanks={"file": str(report)})), file=sys.stderr)
    return FAILED


def _wished(settings: Settings, asked: Namespace) -> Settings:
    """The settings with what the command line asks for in their place, for this run."""
    return replace(
        settings,
        language=getattr(asked, "language", settings.language),
        mode=getattr(asked, "mode", settings.mode),
        verbosity=getattr(asked, "verbosity", settings.verbosity),
        pace=getattr(asked, "pace", settings.pace),
    )


def _enter(run: Run) -> int:
    run.visit.stay()
    return 0


def _play(run: Run) -> int:
    """A match at once, at the first table of the game with what the command line changes of it."""
    variant = run.shelf.variants[run.asked.game]
    draft = wished_draft(run.asked, variant)
    if why := impossible(variant, draft.setup) or too_many(run.asked.bots, draft.setup.players - 1):
        return _refuse(run, *why)
    run.visit.stay(draft)
    return 0


def _simulate(run: Run) -> int:
    """Many matches between bots, at the first table of the game with what the command line changes of it."""
    # What plays in other processes takes long to load, and no other command needs it.
    from playroom.simulating import simulate  # noqa: PLC0415 (long to load, for one command)

    variant = run.shelf.variants[run.asked.game]
    setup = wished_setup(run.asked, variant)
    if why := impossible(variant, setup):
        return _refuse(run, *why)
    if len(run.asked.bots) > setup.players:
        blanks = {"bots": len(run.asked.bots), "players": setup.players}
        return _refuse(run, Message("simulation.too_many_bots", blanks=blanks))
    return simulate(run.visit, run.asked, variant, setup)


def _go_on(run: Run) -> int:
    """The kept match at once, its bots as strong as they were or as the command line asks."""
    kept = SavedMatch(run.folders.matches)
    if not kept.exists():
        return _refuse(run, Message("menus.nothing_kept"))
    if (seated := kept.seats()) and (why := too_many(run.asked.bots, len(seated))):
        return _refuse(run, *why)
    run.visit.stay(GoingOn(run.asked.bots))
    return 0


def _refuse(run: Run, *why: Message) -> int:
    print(*map(run.book.say, why), file=sys.stderr)
    return WRONG_COMMAND


def _replay(run: Run) -> int:
    """Tell the records, or print each as JSON; one that cannot be read is told on standard error."""
    worst = 0
    for file in run.asked.files:
        try:
            told = read_record(file, run.shelf.variants, run.book)
        except Unreadable as error:
            worst = FAILED
            print(error, file=sys.stderr)
            if run.asked.json and len(run.asked.files) > 1:
                print(json.dumps({"error": str(error)}))
        else:
            _tell(run, told)
    return worst


def _tell(run: Run, told: Record) -> None:
    if run.asked.json:
        print(as_json(told))
    else:
        run.visit.tell(lines(told, run.book, Verbosity(run.settings.verbosity)))


def _check(run: Run) -> int:
    """Prove a page of the player's own, or print the language of pages."""
    if run.asked.schema:
        print(as_text())
        return 0
    if run.asked.file is None:
        print("playroom check needs a FILE, or --schema.", file=sys.stderr)
        return WRONG_COMMAND
    try:
        page = read(run.asked.file)
        others = shelf((OURS, run.folders.rulebooks), without=run.asked.file)
        made = variant_on(page, others.variants)
    except PageError as error:
        return _refused_file(error)
    except OSError as error:
        return _refused_file(unreadable(run.asked.file, error))
    proof = Proof(made, run.asked.matches)
    run.visit.tell(map(run.book.say, proof.messages()))
    return 0 if proof.is_sound else FAILED


def _refused_file(error: PageError) -> int:
    print(error, file=sys.stderr)
    return FAILED


def _examine(run: Run) -> int:
    """Tell what was found here; 0 if that was spoken or written."""
    visit = run.visit
    aloud = run.settings.mode != Mode.TEXT
    reached = examine(visit.doctor(run.settings), run.book, visit.ways(run.settings), aloud=aloud)
    return 0 if reached else FAILED
