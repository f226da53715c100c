"""The visitor at the other end of a connection."""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from playroom.online.server.accounts.account_book import Account
from playroom.online.server.names import name_key
from playroom.online.server.rate_limits import Key, Scope, address_keys, network_of

_CONNECTIONS = count(1)


@dataclass(frozen=True)
class Visitor:
    """The address of a client, "" if it is not known, and its account, once it has signed in.

    *is_admin*: it has shown the administrator's token.
    """

    address: str = ""
    account: Account | None = None
    is_admin: bool = False
    connection: int = field(default_factory=lambda: next(_CONNECTIONS))

    @property
    def network(self) -> str:
        """The address, or the /64 that it belongs to; "" for this machine, and if it is not known."""
        return network_of(self.address)

    @property
    def ban_network(self) -> str:
        """The network for which a table's ban holds; "" with an account, which is banned itself."""
        return "" if self.account else self.network

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """For whom the deeds of this connection are counted, wherever it is."""
        account = ((Scope.ACCOUNT, name_key(self.account.name)),) if self.account else ()
        return (Scope.CONNECTION, str(self.connection)), *address_keys(self.address), *account
