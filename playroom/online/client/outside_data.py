"""What a server sends, which may break any rule."""

from collections.abc import Iterator
from contextlib import contextmanager

from playroom.online.wire.messages import Malformed


@contextmanager
def malformed_if_impossible() -> Iterator[None]:
    """Raises Malformed if what is done with a message raises: what it tells cannot have happened."""
    try:
        yield
    except Exception as error:
        raise Malformed(str(error)) from error
