"""What a listener hears who comes to a shared table."""

from playroom.console.room import Room
from playroom.console.shared.protocols import SharedTableClient
from playroom.narration.message import Urgency, answer


def tell_arrival(room: Room, client: SharedTableClient) -> None:
    """Say where one is; somebody who has opened the table sits down."""
    state = client.state
    is_opened = client.is_own or (state.is_host and len(state.people) == 1)
    word = f"opened{'_again' if state.in_match else ''}" if is_opened else "arrived"
    told = answer(f"online.{word}", code=state.code, host=state.people[state.host].name)
    room.speech.say(told, urgency=Urgency.ALERT)
    if is_opened and state.seat is None and not state.in_match:
        client.deeds.sit(0)
