"""What the server refuses those who have come to a table by a link to watch, and what others do to them."""

from playroom.online.server.refused import Refused
from playroom.online.server.tables.live_table import LiveTable
from playroom.online.server.tables.outbox import Outbox
from playroom.online.wire.invite import WATCH
from playroom.online.wire.messages import ClientMessage, InvitePerson, TableCommand
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_commands import HandOver


def check_watching(message: ClientMessage, outbox: Outbox, table: LiveTable | None) -> None:
    """Refused if who only watches would do something at the table, or be its host."""
    match message:
        case TableCommand() if outbox.watches:
            raise Refused(RefusalCode.ONLY_WATCHING)
        case InvitePerson(code=code) if outbox.watches or code.startswith(WATCH):
            raise Refused(RefusalCode.ONLY_WATCHING)
        case TableCommand(do=HandOver(person=person)) if table and person in table.watching:
            raise Refused(RefusalCode.NO_SUCH_PERSON)
