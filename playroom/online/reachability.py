"""Whether a table on this machine can be reached from outside its network."""

from ipaddress import ip_address

from playroom.online.router import EVERY_ROUTER, router
from playroom.online.wire.invite import LOCAL_HOST, Invite
from playroom.table.shared_table import OutsideReach, Reach


def outside_reach(own: Invite, at: tuple[str, int] = EVERY_ROUTER) -> OutsideReach:
    """Whether the table of *own*, its invite within the network, is reached from outside; it waits."""
    if own.host == LOCAL_HOST:
        return OutsideReach(Reach.OFFLINE, own.port, own.host)
    if ip_address(own.host).is_global:
        return OutsideReach(Reach.DIRECT, own.port, own.host)
    try:
        return _reach_by_router(own, at)
    except (OSError, ValueError):
        return OutsideReach(Reach.UNKNOWN, own.port, own.host)


def _reach_by_router(own: Invite, at: tuple[str, int]) -> OutsideReach:
    found = router(at)
    outside = found.external_address()
    if not ip_address(outside).is_global:
        return OutsideReach(Reach.SHARED, own.port, own.host)
    if not found.forwards(own.port, own.host):
        return OutsideReach(Reach.CLOSED, own.port, own.host)
    invite = Invite(own.code, outside, own.port, own.fingerprint)
    return OutsideReach(Reach.OPEN, own.port, own.host, str(invite))
