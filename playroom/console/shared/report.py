"""Reporting a person at a shared table, or a line of theirs, to the moderators of the club."""

from collections.abc import Callable, Iterator
from functools import partial

from playroom.console.shared.words import phrase_or_text
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.narration.message import Message, answer
from playroom.online.client.table_client import TableClient
from playroom.online.wire.moderation import ReportReason


def list_reportable(room: Room, client: TableClient) -> None:
    """List whom and what the listener can report: the last lines of others, then the people."""
    if not client.has_moderation:
        room.speech.answer(answer("online.refused.no_moderation"))
        return

    def lines() -> Iterator[Item]:
        for line in client.table.heard_lines:
            text = phrase_or_text(line.phrase, line.text)
            label = Message("moderation.line", blanks={"name": line.name, "text": text})
            report = partial(client.report, line.person, line=line.line)
            yield Item(f"line {line.person} {line.line}", label, choose=partial(_ask_why, room, report))
        for number, person in client.table.state.people.items():
            if number != client.table.me:
                label = Message("online.person", blanks={"name": person.name})
                report = partial(client.report, number)
                yield Item(f"person {number}", label, choose=partial(_ask_why, room, report))

    items = tuple(lines())
    if items:
        room.places.open(ListPlace(room, Message("moderation.report_title"), lambda: items))
    else:
        room.speech.answer(answer("online.nobody_else"))


def _ask_why(room: Room, report: Callable[..., None]) -> None:
    """Ask for the reason, and report; the last one has words of its own."""

    def choose(reason: ReportReason) -> None:
        room.places.drop()
        room.places.drop()
        if reason is ReportReason.OTHER:
            prompt = Message("moderation.write_reason")
            room.places.open(TextEntry(room, prompt, "", partial(send, reason)))
        else:
            report(reason)

    def send(reason: ReportReason, text: str) -> None:
        if text:
            report(reason, text)
        else:
            room.speech.answer(answer("online.nothing_to_send"))

    items = tuple(
        Item(reason, Message(f"moderation.reasons.{reason}"), choose=partial(choose, reason))
        for reason in ReportReason
    )
    room.places.open(ListPlace(room, Message("moderation.why"), lambda: items))
