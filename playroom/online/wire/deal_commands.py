"""What a client adds to a deal that can be proved. No key stands for it: clients do it by themselves."""

from playroom.online.wire.message_bases import Do


class SealShare(Do, frozen=True):
    """Seal a random number for the next deal: its hash, as `provable_deal.seal_of` writes it."""

    seal: str


class GiveShare(Do, frozen=True):
    """Give the number that was sealed, once the server has committed itself to its secret."""

    share: str
