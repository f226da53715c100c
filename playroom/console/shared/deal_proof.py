"""What is said of the deal of the last round at a shared table."""

from playroom.console.room import Room
from playroom.console.shared.protocols import SharedTableClient
from playroom.narration.message import Message, Urgency, answer
from playroom.table.shared_table import DealProof


def tell_proof(room: Room, client: SharedTableClient) -> None:
    """Say whether the deal of the last round was honest."""
    room.speech.reply(*proof_told(client.proof))


def tell_false_deal(room: Room, client: SharedTableClient) -> None:
    """Say what is wrong with the deal of the last round, if anything is."""
    if client.proof and not client.proof.is_honest:
        room.speech.say(proof_told(client.proof)[0], urgency=Urgency.ALERT)


def proof_told(proof: DealProof | None) -> tuple[Message, ...]:
    """Whether the deal was honest, and what that does not prove."""
    if proof is None:
        return (answer("online.proof.none"),)
    verdict = answer(f"online.proof.{proof.verdict}")
    if not proof.is_honest:
        return (verdict,)
    missing = tuple(answer("online.proof.missing", name=name) for name in proof.missing)
    return (verdict, *missing, answer("online.proof.limits"))
